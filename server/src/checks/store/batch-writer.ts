// Gathers results into batches: while a company's batch is written, further results wait for the next one, so that
// batches grow with the load and nothing waits for a clock.
import type { Db } from '../../db/client.ts'
import type { CheckResult } from '../engine/check-result.ts'
import { storeEach } from './store.ts'

const AT_ONCE = 100
const COMPANIES_AT_ONCE = 4

type Waiting = { ended: CheckResult; resolve: (stored: boolean) => void; reject: (error: unknown) => void }
export type BatchWriter = { put: (result: CheckResult) => Promise<boolean> }

/** @param db up to four connections of its pool are used at once */
export const createBatchWriter = (db: Db): BatchWriter => {
  const queues = new Map<number, Waiting[]>()
  const busy = new Set<number>()

  const write = async (tenantId: number): Promise<void> => {
    const queue = queues.get(tenantId) ?? []
    const batch = queue.splice(0, AT_ONCE)
    if (queue.length === 0) queues.delete(tenantId)
    const outcomes = await storeEach(
      db,
      batch.map(({ ended: result }) => result),
    )
    for (const [index, { resolve, reject }] of batch.entries()) {
      const one = outcomes[index]
      if (one?.status === 'rejected') reject(one.reason)
      else resolve(one?.value ?? false)
    }
  }

  const pump = (): void => {
    for (const tenantId of queues.keys()) {
      if (busy.size >= COMPANIES_AT_ONCE) return
      if (busy.has(tenantId)) continue
      busy.add(tenantId)
      // One turn of the event loop first, so that answers that arrive together are stored together.
      setImmediate(() => {
        void write(tenantId).finally(() => {
          busy.delete(tenantId)
          pump()
        })
      })
    }
  }

  return {
    put: (result) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(result.tenantId) ?? []
        queues.set(result.tenantId, queue)
        queue.push({ ended: result, resolve, reject })
        pump()
      }),
  }
}
