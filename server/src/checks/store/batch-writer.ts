// Gathers results into batches: while a company's batch is written, further results wait for the next one, so that
// batches grow with the load and no timer is needed. A result that the database cannot store now, because a row is
// locked or the database is unreachable, is stored later; other companies' results do not wait for it.
import type { Db } from '../../db/client.ts'
import { isAway } from '../../db/is-away.ts'
import { LOCK_NOT_AVAILABLE } from '../../db/lock-errors.ts'
import { HttpProblem } from '../../errors/http-problem.ts'
import type { CheckResult } from '../engine/check-result.ts'
import { storeEach } from './store.ts'

const AT_ONCE = 100
const COMPANIES_AT_ONCE = 4
const RETRY_EVERY_MS = 500
/**
 * Time that a batch waits for a lock of another transaction. It is short because a claim uses its portal's concurrency,
 * also that of other companies, until its result is stored or deferred.
 */
const LOCK_MS = 100
const GIVE_UP_AFTER_MS = 600_000

type Waiting = {
  ended: CheckResult
  resolve: (stored: boolean) => void
  reject: (error: unknown) => void
  onDeferred: (() => void) | undefined
  deferredAt?: number
}
export type BatchWriter = {
  /**
   * @param onDeferred called once where the result cannot be stored now
   * @returns whether it was written: not where its claim was lost or its vehicle edited meanwhile
   * @throws errors that a retry cannot solve; any error ten minutes after the first failure, or after `close`
   */
  put: (result: CheckResult, onDeferred?: () => void) => Promise<boolean>
  /** Companies whose results cannot be stored now. */
  deferredCompanies: () => number[]
  /** Makes a last attempt to store the waiting results. */
  close: () => Promise<void>
}

/** Lock or statement timeout, read-only server, disk or memory full. */
const TEMPORARY = new Set([LOCK_NOT_AVAILABLE, '57014', '25006', '53100', '53200'])
const isTemporary = (error: unknown): boolean =>
  isAway(error) ||
  TEMPORARY.has((error as { code?: string }).code ?? '') ||
  (error instanceof HttpProblem && error.status === 503)

/** @param db up to four connections of its pool are used at once */
export const createBatchWriter = (db: Db): BatchWriter => {
  const queues = new Map<number, Waiting[]>()
  const busy = new Map<number, Promise<void>>()
  /** Companies with results that could not be stored yet, also during a retry. */
  const deferred = new Set<number>()
  /** Timers of the next attempt, by company. */
  const retries = new Map<number, NodeJS.Timeout>()
  let isClosing = false

  const requeue = (tenantId: number, failed: readonly Waiting[], error: unknown): void => {
    const now = performance.now()
    const isOver = ({ deferredAt = now }: Waiting) => isClosing || now - deferredAt > GIVE_UP_AFTER_MS
    for (const each of failed) {
      if (isOver(each)) each.reject(error)
      else if (each.deferredAt === undefined) {
        each.deferredAt = now
        each.onDeferred?.()
      }
    }
    const left = failed.filter((each) => !isOver(each))
    if (left.length === 0) {
      if (queues.get(tenantId)?.[0]?.deferredAt === undefined) deferred.delete(tenantId)
      return
    }
    deferred.add(tenantId)
    queues.set(tenantId, [...left, ...(queues.get(tenantId) ?? [])])
    const retry = () => {
      retries.delete(tenantId)
      pump()
    }
    retries.set(tenantId, setTimeout(retry, RETRY_EVERY_MS))
  }

  const write = async (tenantId: number): Promise<void> => {
    const queue = queues.get(tenantId) ?? []
    const batch = queue.splice(0, AT_ONCE)
    if (queue.length === 0) queues.delete(tenantId)
    const outcomes = await storeEach(
      db,
      batch.map(({ ended }) => ended),
      LOCK_MS,
    )
    const failed: Waiting[] = []
    let failure: unknown
    for (const [index, each] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status !== 'rejected') each.resolve(outcome?.value ?? false)
      else if (isTemporary(outcome.reason)) {
        failed.push(each)
        failure = outcome.reason
      } else each.reject(outcome.reason)
    }
    requeue(tenantId, failed, failure)
  }

  const pump = (): void => {
    for (const tenantId of queues.keys()) {
      if (busy.size >= COMPANIES_AT_ONCE) return
      if (busy.has(tenantId) || retries.has(tenantId)) continue
      // One turn of the event loop first, so that answers that arrive together are stored together.
      const written = new Promise((turn) => setImmediate(turn))
        .then(() => write(tenantId))
        .finally(() => {
          busy.delete(tenantId)
          pump()
        })
      busy.set(tenantId, written)
    }
  }

  return {
    put: (ended, onDeferred) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(ended.tenantId) ?? []
        queues.set(ended.tenantId, queue)
        queue.push({ ended, resolve, reject, onDeferred })
        pump()
      }),
    deferredCompanies: () => [...deferred],
    close: async () => {
      isClosing = true
      for (const timer of retries.values()) clearTimeout(timer)
      retries.clear()
      pump()
      while (busy.size > 0) await Promise.all(busy.values())
    },
  }
}
