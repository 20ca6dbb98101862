// Limits the files that are made at once. The others wait, and companies take turns, so that one that opens many files
// does not delay the others. Beyond the queue's limit, a request is refused with a time to retry.
import type { Readable } from 'node:stream'
import { type CompanyCounts, companyCounts } from '../company-counts.ts'
import { HttpProblem } from '../http/problem.ts'

export const MAKING = 'Su empresa está generando varios archivos a la vez; espere unos segundos y vuelva a intentarlo.'
export const MAKING_MANY = 'El servidor está generando otros archivos; intente de nuevo en unos segundos.'

/** `company` and `process`: files that may be under way or waiting, of one company and of all. */
export type MakingLimits = { atOnce: number; company: number; process: number }
export type MakingTurns = <T>(tenantId: number, work: () => Promise<T>) => Promise<T>

const refuseMore = (status: 429 | 503, title: string) =>
  new HttpProblem(status, title, undefined, { 'retry-after': '5' })

/** @throws HttpProblem 429 or 503 */
const refuseBeyond = (
  counts: CompanyCounts,
  tenantId: number,
  { company, process }: Omit<MakingLimits, 'atOnce'>,
): void => {
  if (counts.of(tenantId) >= company) throw refuseMore(429, MAKING)
  if (counts.total() >= process) throw refuseMore(503, MAKING_MANY)
}

const sending = companyCounts()
/**
 * Of files that are written while they go out: they take little memory, but read the database for as long as they go.
 */
const SENDING_AT_MOST = { company: 6, process: 48 } as const

/**
 * For a file that is written while it goes out: its turn ends with its stream.
 * @throws HttpProblem 429 or 503 where too many go out already; then the stream is destroyed
 */
export const sendInTurn = <Stream extends Readable>(tenantId: number, stream: Stream): Stream => {
  try {
    refuseBeyond(sending, tenantId, SENDING_AT_MOST)
  } catch (error) {
    stream.destroy()
    throw error
  }
  stream.once('close', sending.enter(tenantId))
  return stream
}

/**
 * @returns runs the work when its turn comes
 * @throws HttpProblem 429 or 503 where too many wait already, or what the work throws
 */
export const makingTurns = ({ atOnce, company, process }: MakingLimits): MakingTurns => {
  const counts = companyCounts()
  /** By company, in the order in which companies get their next turn. */
  const queues = new Map<number, (() => void)[]>()
  let running = 0

  const startNext = (): void => {
    const [first] = queues
    if (!first || running >= atOnce) return
    const [tenantId, queue] = first
    queues.delete(tenantId)
    const start = queue.shift()
    if (queue.length > 0) queues.set(tenantId, queue) // behind the other companies
    running++
    start?.()
  }
  const turn = (tenantId: number): Promise<void> =>
    new Promise((start) => {
      const queue = queues.get(tenantId) ?? []
      queue.push(start)
      queues.set(tenantId, queue)
      startNext()
    })

  return async (tenantId, work) => {
    refuseBeyond(counts, tenantId, { company, process })
    const leave = counts.enter(tenantId)
    await turn(tenantId)
    try {
      return await work()
    } finally {
      running--
      leave()
      startNext()
    }
  }
}
