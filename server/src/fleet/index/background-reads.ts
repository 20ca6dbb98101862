// Reads the columns of large fleets on a connection for long work while the request holds none. Otherwise two hundred
// people who open a cold process would hold every connection that quick queries need. Requests for the same fleet share
// one read.
import type { ClientBase } from 'pg'
import { type Db, snapshotAsTenant, type Tx, withScope } from '../../db/client.ts'
import { fleetVersion } from '../../db/fleet-version.ts'
import { RetryWhenReady } from '../../db/retry.ts'
import type { FleetView } from '../../db/scope.ts'
import { createTurns } from '../tenant-turns.ts'
import type { ColumnField } from './column-fields.ts'

/**
 * A transaction of the company, its connection, which does not pipeline, and the fleet's version as the transaction
 * reads it.
 */
export type BackgroundWork = { tx: Tx; client: ClientBase; version: number; leaving: AbortSignal }
export type BackgroundReader = (view: FleetView, work: (read: BackgroundWork) => Promise<void>) => Promise<void>

/** @param leaving once the process takes leave nothing more is read */
export const backgroundReader =
  (db: Db, leaving: AbortSignal): BackgroundReader =>
  async ({ tenantId, userId }, work) => {
    leaving.throwIfAborted()
    await snapshotAsTenant(userId === undefined ? db : withScope(db, userId), tenantId, async (tx, client) => {
      const { fieldsVersion: version } = await fleetVersion(tx, tenantId)
      await work({ tx, client, version, leaving })
    })
  }

const AT_ONCE = 1
/** With more fleets waiting than this the database answers. */
const WAITING_AT_MOST = 4

/** After a failed read the database answers for this long. */
const FAILED_MS = 5_000

type Batch = { fields: Set<ColumnField>; done: Promise<void> }

type Read = (view: FleetView, fields: readonly ColumnField[]) => Promise<void>
/** @returns what to wait for; undefined where too many wait, or where reading just failed */
export const inBatches = (read: Read, clock = () => performance.now()) => {
  const turns = createTurns(AT_ONCE)
  const [waiting, running] = [new Map<string, Batch>(), new Map<string, Batch>()]
  const failed = new Map<string, number>()

  const begin = (view: FleetView): Batch => {
    const fields = new Set<ColumnField>(['plate'])
    const work = async () => {
      waiting.delete(view.key)
      running.set(view.key, batch)
      await read(view, [...fields]).finally(() => running.delete(view.key))
    }
    const done = turns(view.tenantId, work).catch(() => void failed.set(view.key, clock()))
    const batch = { fields, done }
    waiting.set(view.key, batch)
    return batch
  }
  return (view: FleetView, requested: readonly ColumnField[]): RetryWhenReady | undefined => {
    if (clock() - (failed.get(view.key) ?? Number.NEGATIVE_INFINITY) < FAILED_MS) return undefined
    const now = running.get(view.key)
    if (now && requested.every((field) => now.fields.has(field))) return new RetryWhenReady(now.done)
    if (!waiting.has(view.key) && waiting.size >= WAITING_AT_MOST) return undefined
    const next = waiting.get(view.key) ?? begin(view)
    for (const field of requested) next.fields.add(field)
    return new RetryWhenReady(next.done)
  }
}
