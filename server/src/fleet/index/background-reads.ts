// Reads the columns of large fleets on a connection for long work, while the waiting requests hold none. Otherwise two
// hundred users of a process without cached columns would hold every connection that short queries need. Requests for
// the same fleet share one read.
import type { ClientBase } from 'pg'
import { type Db, snapshotAsTenant, type Tx } from '../../db/client.ts'
import { fleetVersion } from '../../db/fleet-version.ts'
import { RetryWhenReady } from '../../db/retry.ts'
import { createCompanyLimiter } from '../../limits/company-limiter.ts'
import type { ColumnField } from './column-fields.ts'

/** The company's transaction, its connection, which does not pipeline, and the fleet's version in that transaction. */
export type BackgroundWork = { tx: Tx; client: ClientBase; version: number; leaving: AbortSignal }
export type BackgroundReader = (tenantId: number, work: (read: BackgroundWork) => Promise<void>) => Promise<void>

/** @param leaving when the process shuts down, no more is read */
export const backgroundReader =
  (db: Db, leaving: AbortSignal): BackgroundReader =>
  async (tenantId, work) => {
    leaving.throwIfAborted()
    await snapshotAsTenant(db, tenantId, async (tx, client) => {
      const { fieldsVersion: version } = await fleetVersion(tx, tenantId)
      await work({ tx, client, version, leaving })
    })
  }

const AT_ONCE = 1
/** If more fleets wait than this, the database answers the queries. */
const WAITING_AT_MOST = 4

/** After a failed read the database answers for this long. */
const FAILED_MS = 5_000

type Batch = { fields: Set<ColumnField>; done: Promise<void> }

type Read = (tenantId: number, fields: readonly ColumnField[]) => Promise<void>
/** @returns an error with the promise to wait for; undefined if too many fleets wait, or if the read just failed */
export const inBatches = (read: Read, clock = () => performance.now()) => {
  const limit = createCompanyLimiter({ atOnce: AT_ONCE, perCompany: 1 })
  const [waiting, running] = [new Map<number, Batch>(), new Map<number, Batch>()]
  const failed = new Map<number, number>()

  const begin = (tenantId: number): Batch => {
    const fields = new Set<ColumnField>(['plate'])
    const work = async () => {
      waiting.delete(tenantId)
      running.set(tenantId, batch)
      await read(tenantId, [...fields]).finally(() => running.delete(tenantId))
    }
    const done = limit(tenantId, work).catch(() => void failed.set(tenantId, clock()))
    const batch = { fields, done }
    waiting.set(tenantId, batch)
    return batch
  }
  return (tenantId: number, requested: readonly ColumnField[]): RetryWhenReady | undefined => {
    if (clock() - (failed.get(tenantId) ?? Number.NEGATIVE_INFINITY) < FAILED_MS) return undefined
    const now = running.get(tenantId)
    if (now && requested.every((field) => now.fields.has(field))) return new RetryWhenReady(now.done)
    if (!waiting.has(tenantId) && waiting.size >= WAITING_AT_MOST) return undefined
    const next = waiting.get(tenantId) ?? begin(tenantId)
    for (const field of requested) next.fields.add(field)
    return new RetryWhenReady(next.done)
  }
}
