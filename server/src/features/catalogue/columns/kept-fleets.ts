// Fleets kept by this process, within a bound in bytes: what was used longest ago goes first. Whoever asks gets columns that are
// all at one version of the fleet, no older than the one its own transaction reads; two who ask for the same wait for one reading.
import type { Tx } from '../../../db/client.ts'
import { PIECE } from './build.ts'
import { takeInChecks } from './checked.ts'
import type { Column } from './column.ts'
import type { ColumnField } from './fields.ts'
import { type Fleet, fleetBytes, readColumns, readNewFleet, takeIn } from './fleet.ts'
import { changedSince, readStanding } from './read.ts'

const BYTES = 256 * 1024 * 1024
/** Each try ends with the newest version read; changes do not come more often than this in a row. */
const TRIES = 6

/**
 * The fleet with these columns, to be used before anything else is waited for. @param version of the fleet, as the transaction
 * reads it @returns undefined where the fleet changes faster than it is read
 */
export type KeptFleets = (
  tx: Tx,
  tenantId: number,
  fields: readonly ColumnField[],
  version: number,
) => Promise<Fleet | undefined>

/** @param bytes what it may hold @param piece vehicles read at a time */
export const keepFleets = ({ bytes = BYTES, piece = PIECE } = {}): KeptFleets => {
  const fleets = new Map<number, Fleet>()
  const reading = new Map<string, Promise<void>>()
  let turn = 0

  /** One reading of the same at a time; who waited looks again whether it has what it needs. */
  const once = async (key: string, read: () => Promise<void>): Promise<void> => {
    const underWay = reading.get(key)
    if (underWay) return underWay.catch(() => undefined)
    const started = read().finally(() => reading.delete(key))
    reading.set(key, started)
    return started
  }

  const readAnew = (tx: Tx, tenantId: number, fields: readonly ColumnField[], version: number) =>
    once(`${tenantId}`, async () => {
      fleets.delete(tenantId)
      fleets.set(tenantId, await readNewFleet(tx, tenantId, fields, version, piece))
      makeRoom(fleets, bytes, fields, tenantId)
    })

  const readMore = (tx: Tx, fleet: Fleet, missing: readonly ColumnField[], needed: readonly ColumnField[], version: number) =>
    once(`${fleet.tenantId} ${missing[0]}`, async () => {
      const columns = await readColumns(tx, fleet, missing, version, piece)
      for (const [i, column] of columns.entries()) fleet.columns.set(missing[i] as ColumnField, column)
      makeRoom(fleets, bytes, needed, fleet.tenantId)
    }) // biome-ignore format: one reading

  /** @returns the version it is then at */
  const catchUp = async (tx: Tx, fleet: Fleet, fields: readonly ColumnField[], since: number): Promise<number> => {
    const standing = await readStanding(tx, fleet.tenantId)
    const changed = changedSince(standing, since)
    const taken =
      changed !== undefined && (await takeIn(tx, fleet, fields, changed, { since, version: standing.version }))
    if (!taken && fleets.get(fleet.tenantId) === fleet) fleets.delete(fleet.tenantId)
    return standing.version
  }

  return async (tx, tenantId, asked, version) => {
    const fields = [...new Set<ColumnField>(['plate', ...asked])]
    let newest = version
    for (let tries = 0; tries < TRIES; tries++) {
      const fleet = fleets.get(tenantId)
      const missing = fields.filter((field) => !fleet?.columns.has(field))
      if (!fleet) await readAnew(tx, tenantId, fields, newest)
      else if (missing.length > 0) await readMore(tx, fleet, missing, fields, newest)
      else {
        if (fields.includes('processedDate')) await takeInChecks(tx, fleet, Date.now())
        const columns = fields.flatMap((field) => fleet.columns.get(field) ?? [])
        if (columns.length < fields.length) continue // thrown out meanwhile
        const versions = [fleet.version, ...columns.map((column) => column.version)]
        const oldest = Math.min(...versions)
        if (oldest >= newest && oldest === Math.max(...versions)) return inUse(fleet, columns, ++turn)
        newest = await catchUp(tx, fleet, fields, oldest)
      }
    }
    return undefined
  }
}

const inUse = (fleet: Fleet, columns: readonly Column[], turn: number): Fleet => {
  for (const column of columns) column.used = turn
  return fleet
}

/** Throws out what was used longest ago, never what is needed now. */
const makeRoom = (fleets: Map<number, Fleet>, bytes: number, needed: readonly ColumnField[], tenantId: number): void => {
  let held = [...fleets.values()].reduce((sum, fleet) => sum + fleetBytes(fleet), 0)
  const others = [...fleets.values()].flatMap((fleet) =>
    [...fleet.columns]
      .filter(([field]) => fleet.tenantId !== tenantId || !needed.includes(field))
      .map(([field, { used }]) => ({ fleet, field, used })),
  )
  for (const { fleet, field } of others.sort((a, b) => a.used - b.used)) {
    if (held <= bytes) return
    const before = fleetBytes(fleet)
    fleet.columns.delete(field)
    held -= before - fleetBytes(fleet)
    if (fleet.columns.size === 0) {
      held -= fleetBytes(fleet)
      fleets.delete(fleet.tenantId)
    }
  }
} // biome-ignore format: one signature
