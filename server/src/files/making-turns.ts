// Who may have a file made now. A few are made at once; the others wait, and companies take turns, so that one that opens many
// files keeps no other waiting for all of them. Beyond what may wait, a request is refused with the time to come again.
import { HttpProblem } from '../http/problem.ts'

export const MAKING = 'Su empresa está generando varios archivos a la vez; espere unos segundos y vuelva a intentarlo.'
export const MAKING_MANY = 'El servidor está generando otros archivos; intente de nuevo en unos segundos.'

/** `company` and `process`: files that may be under way or waiting, of one company and of all. */
export type MakingLimits = { atOnce: number; company: number; process: number }
export type MakingTurns = <T>(tenantId: number, work: () => Promise<T>) => Promise<T>

const refuseMore = (status: 429 | 503, title: string) =>
  new HttpProblem(status, title, undefined, { 'retry-after': '5' })

/** @returns runs the work when its turn comes @throws HttpProblem 429 or 503 where too many wait already, or what the work throws */
export const makingTurns = ({ atOnce, company, process }: MakingLimits): MakingTurns => {
  const counts = new Map<number, number>()
  /** By company, in the order in which companies get their next turn. */
  const queues = new Map<number, (() => void)[]>()
  let running = 0
  let total = 0

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
  const change = (tenantId: number, by: 1 | -1): void => {
    total += by
    const count = (counts.get(tenantId) ?? 0) + by
    if (count > 0) counts.set(tenantId, count)
    else counts.delete(tenantId)
  }

  return async (tenantId, work) => {
    if ((counts.get(tenantId) ?? 0) >= company) throw refuseMore(429, MAKING)
    if (total >= process) throw refuseMore(503, MAKING_MANY)
    change(tenantId, 1)
    await turn(tenantId)
    try {
      return await work()
    } finally {
      running--
      change(tenantId, -1)
      startNext()
    }
  }
}
