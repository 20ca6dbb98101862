// Turns of writing transactions: a company has few at once in a process, and all companies together leave connections
// to those that read. Whoever waits for a turn holds no connection, so that a company whose rows are locked keeps only
// itself waiting.
import { HttpProblem } from '../http/problem.ts'
import { count } from '../metrics/counters.ts'

/** A company's writers wait for each other anyway, for the version of its fleet. */
export const WRITERS_PER_COMPANY = 3
export const WAITING_WRITERS = 20
const WAIT_MS = 5_000

const busy = (): HttpProblem =>
  new HttpProblem(503, 'Otros cambios de su empresa están en curso. Intente de nuevo en unos segundos.', undefined, {
    'retry-after': '2',
  })

type Waiting = { tenantId: number; start: () => void }
export type WriteTurns = {
  /** @throws HttpProblem 503 at once where too many of the company wait, or after five seconds without a turn */
  run: <T>(tenantId: number, work: () => Promise<T>) => Promise<T>
}

/** @param atOnce writing transactions of all companies */
export const createWriteTurns = (atOnce: number): WriteTurns => {
  const running = new Map<number, number>()
  const waiting: Waiting[] = []
  let total = 0

  const isFree = (tenantId: number): boolean => total < atOnce && (running.get(tenantId) ?? 0) < WRITERS_PER_COMPANY
  const begin = (tenantId: number): void => {
    total += 1
    running.set(tenantId, (running.get(tenantId) ?? 0) + 1)
  }
  const end = (tenantId: number): void => {
    total -= 1
    const left = (running.get(tenantId) ?? 1) - 1
    if (left === 0) running.delete(tenantId)
    else running.set(tenantId, left)
    const next = waiting.findIndex((each) => isFree(each.tenantId))
    if (next >= 0) waiting.splice(next, 1)[0]?.start()
  }

  const takeTurn = (tenantId: number): Promise<void> | undefined => {
    if (isFree(tenantId)) {
      begin(tenantId)
      return undefined
    }
    if (waiting.filter((each) => each.tenantId === tenantId).length >= WAITING_WRITERS) {
      count.refused('company-writes')
      throw busy()
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        begin(tenantId)
        resolve()
      }
      const own: Waiting = { tenantId, start }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(own), 1)
        count.refused('company-writes')
        reject(busy())
      }, WAIT_MS)
      waiting.push(own)
    })
  }

  return {
    run: async (tenantId, work) => {
      await takeTurn(tenantId)
      try {
        return await work()
      } finally {
        end(tenantId)
      }
    },
  }
}
