// Gathers ended checks into batches: while a company's batch is being written, what ends meanwhile waits for the
// next, so that batches grow with the load and nothing waits for a clock.
import type { Db } from '../../db/client.ts'
import type { Ended } from '../engine/check-result.ts'
import { storeEach } from './store.ts'

const AT_ONCE = 100
const COMPANIES_AT_ONCE = 4

type Waiting = { ended: Ended; told: (stored: boolean) => void; failed: (error: unknown) => void }
export type Storer = { put: (ended: Ended) => Promise<boolean> }

/** @param db of whose pool up to four connections are used at once */
export const makeStorer = (db: Db): Storer => {
  const lines = new Map<number, Waiting[]>()
  const busy = new Set<number>()

  const write = async (tenantId: number): Promise<void> => {
    const line = lines.get(tenantId) ?? []
    const batch = line.splice(0, AT_ONCE)
    if (line.length === 0) lines.delete(tenantId)
    const became = await storeEach(
      db,
      batch.map(({ ended }) => ended),
    )
    for (const [index, { told, failed }] of batch.entries()) {
      const one = became[index]
      if (one?.status === 'rejected') failed(one.reason)
      else told(one?.value ?? false)
    }
  }

  const pump = (): void => {
    for (const tenantId of lines.keys()) {
      if (busy.size >= COMPANIES_AT_ONCE) return
      if (busy.has(tenantId)) continue
      busy.add(tenantId)
      // A turn of the loop first: answers that came together are stored together.
      setImmediate(() => {
        void write(tenantId).finally(() => {
          busy.delete(tenantId)
          pump()
        })
      })
    }
  }

  return {
    put: (ended) =>
      new Promise((told, failed) => {
        const line = lines.get(ended.tenantId) ?? []
        lines.set(ended.tenantId, line)
        line.push({ ended, told, failed })
        pump()
      }),
  }
}
