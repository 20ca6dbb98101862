// Leased work: a process claims due rows for a limited time, works on several at once and records each result. If it
// dies, the leases end and any process claims the rows again. The rows can be of any table: the definition brings its
// own claim.
import type { FastifyBaseLogger } from 'fastify'
import { resolvesWithin } from '../limits/resolves-within.ts'
import { type Stop, startSchedule } from './schedule.ts'

export type LeaseDefinition<Row> = {
  /** Rows under way at once in this process. */
  concurrency: number
  /** How often due rows are looked for; the end of a row also looks for the next. */
  everyMs: number
  /**
   * Claims due rows and commits the lease.
   * @param free how many at most
   * @param running the rows of this process that are under way, for limits a company or a host
   */
  claim: (free: number, running: readonly Row[]) => Promise<readonly Row[]>
  /**
   * Works on a row and records its result. A row whose work throws is claimed again when its lease ends.
   * @param signal aborted when the stop can wait no longer
   * @returns false if there was nothing to do
   */
  run: (row: Row, signal: AbortSignal) => Promise<unknown>
  /** The log line of a claim or a row that failed. */
  failure: string
  /** How long a stop waits for rows under way before it aborts them. */
  graceMs?: number
  /** Closes what the work uses: called when all rows have ended or were aborted. */
  close?: () => unknown
}

export type LeasedWork = {
  /** Looks for due rows for as long as the process runs. @returns `stop` */
  start: () => Stop
  /** Works on due rows until none is left or one fails. @returns the number of rows */
  runDue: () => Promise<number>
  /** Claims no more, waits for rows under way, then aborts them. */
  stop: Stop
}

/** For recording the results of rows that were aborted; after it they are left to their leases. */
const RECORD_MS = 2_000

/** Claims rows of any table, works on them and records the results in this process; it does not start by itself. */
export const leasedWork = <Row>(
  definition: LeaseDefinition<Row>,
  log: Pick<FastifyBaseLogger, 'error'>,
): LeasedWork => {
  const { concurrency, everyMs, claim, run, failure, graceMs = 0, close } = definition
  const stopping = new AbortController()
  const aborting = new AbortController()
  const running = new Map<Row, Promise<void>>()
  let done = 0
  const logFailure = (error: unknown) => log.error({ err: error }, failure)

  /** After a failed row, claiming stops until the next interval, so that a lasting failure does not lease all rows. */
  let hasFailed = false
  const runRow = async (row: Row): Promise<void> => {
    try {
      if ((await run(row, aborting.signal)) !== false) done++
    } catch (error) {
      hasFailed = true
      logFailure(error)
    } finally {
      running.delete(row)
    }
    if (!hasFailed) void claimDue()
  }
  /** Claims until nothing is due or nothing is free. */
  const claimAll = async (): Promise<void> => {
    while (running.size < concurrency && !stopping.signal.aborted && !hasFailed) {
      const rows = await claim(concurrency - running.size, [...running.keys()])
      if (rows.length === 0) return
      // in a microtask: a row whose work throws at once must be in the map before it is removed
      for (const row of rows)
        running.set(
          row,
          Promise.resolve().then(() => runRow(row)),
        )
    }
  }
  let claiming: Promise<void> | undefined
  let claimAgain = false
  /** One claim at a time; a request meanwhile causes one more. */
  const claimDue = (): Promise<void> => {
    claimAgain = claiming !== undefined
    claiming ??= claimAll()
      .catch(logFailure)
      .finally(() => {
        claiming = undefined
        if (claimAgain) void claimDue()
      })
    return claiming
  }
  const look = (): Promise<void> => {
    hasFailed = false
    return claimDue()
  }
  const allEnded = async (): Promise<void> => {
    while (running.size > 0 || claiming) await Promise.all([...running.values(), claiming])
  }

  let stopSchedule: Stop = async () => undefined
  const stop: Stop = async () => {
    stopping.abort()
    const ended = Promise.all([stopSchedule(), allEnded()]).then(() => undefined)
    if (!(await resolvesWithin(graceMs, ended))) aborting.abort()
    const closed = Promise.resolve().then(close).catch(logFailure)
    await resolvesWithin(
      RECORD_MS,
      Promise.all([closed, ended]).then(() => undefined),
    )
  }
  return {
    start: () => {
      stopSchedule = startSchedule({ everyMs, run: look, failure }, log)
      return stop
    },
    runDue: async () => {
      const before = done
      await look()
      await allEnded()
      return done - before
    },
    stop,
  }
}
