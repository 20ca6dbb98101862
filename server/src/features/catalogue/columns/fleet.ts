// A fleet as one process keeps it: the vehicles' ids, which of them exist, and the columns that were asked for. A vehicle's
// place is its rank by id at the time of reading; later ones follow.

import type { Tx } from '../../../db/client.ts'
import { type Column, changeColumn, columnBytes, columnWriter, orderOf } from './column.ts'
import type { ColumnField } from './fields.ts'
import { type Changed, readFleet, readVehicles } from './read.ts'

export type Fleet = {
  tenantId: number
  version: number
  size: number
  /** Ascending. */
  ids: Float64Array
  alive: Uint8Array
  columns: Map<ColumnField, Column>
}

const ROOM = 1024

const roomFor = (fleet: Fleet, size: number): void => {
  if (size <= fleet.ids.length) return
  const ids = new Float64Array(size + ROOM)
  const alive = new Uint8Array(size + ROOM)
  ids.set(fleet.ids)
  alive.set(fleet.alive)
  fleet.ids = ids
  fleet.alive = alive
}

/** The place of a vehicle, or where it would be. */
export const placeOf = ({ ids, size }: Fleet, id: number): number => {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

/** Reads a fleet with its first columns. @param version read before: what changes meanwhile is taken in when it is used */
export const readNewFleet = async (
  tx: Tx,
  tenantId: number,
  fields: readonly ColumnField[],
  version: number,
): Promise<Fleet> => {
  const fleet: Fleet = { tenantId, version, size: 0, ids: new Float64Array(0), alive: new Uint8Array(0), columns: new Map() }
  const writers = fields.map(() => columnWriter(Date.now()))
  await readFleet(tx, tenantId, fields, (ids, values) => {
    roomFor(fleet, fleet.size + ids.length)
    fleet.ids.set(ids, fleet.size)
    fleet.alive.fill(1, fleet.size, fleet.size + ids.length)
    for (const [i, writer] of writers.entries())
      for (let k = 0; k < ids.length; k++) writer.put(fleet.size + k, values[i]?.[k] ?? null)
    fleet.size += ids.length
  })
  for (const [i, writer] of writers.entries())
    fleet.columns.set(fields[i] as ColumnField, await writer.finish(version, fleet.size))
  return fleet
} // biome-ignore format: one pass

/** Reads more columns of a fleet; vehicles it does not know yet are left to when it takes in what changed. */
export const readColumns = async (
  tx: Tx,
  fleet: Fleet,
  fields: readonly ColumnField[],
  version: number,
): Promise<Column[]> => {
  const writers = fields.map(() => columnWriter(Date.now()))
  let place = 0
  await readFleet(tx, fleet.tenantId, fields, (ids, values) => {
    for (const [k, id] of ids.entries()) {
      while (place < fleet.size && (fleet.ids[place] ?? 0) < id) place++
      if (fleet.ids[place] !== id) continue
      for (const [i, writer] of writers.entries()) writer.put(place, values[i]?.[k] ?? null)
    }
  })
  return Promise.all(writers.map((writer) => writer.finish(version, fleet.size)))
}

/** Takes in the vehicles that changed, came or went between two versions. @returns false where one came out of turn: the fleet must be read anew */
export const takeIn = async (
  tx: Tx,
  fleet: Fleet,
  fields: readonly ColumnField[],
  changed: readonly number[],
  { since, version }: { since: number; version: number },
): Promise<boolean> => {
  const columns = fields.map((field) => fleet.columns.get(field))
  const rows = await readVehicles(tx, fleet.tenantId, fields, changed)
  if (!place(fleet, rows, changed, version)) return false
  for (const [i, column] of columns.entries()) {
    if (!column || column.version < since || column.version >= version) continue
    const known = rows.filter(({ id }) => fleet.ids[placeOf(fleet, id)] === id)
    const values = new Map(known.map(({ id, values }) => [placeOf(fleet, id), values[i] ?? null]))
    changeColumn(column, values, version, fleet.size)
  }
  return true
}

const place = (fleet: Fleet, rows: readonly Changed[], changed: readonly number[], version: number): boolean => {
  if (fleet.version >= version) return true
  const still = new Set(rows.map(({ id }) => id))
  for (const id of changed) {
    const at = placeOf(fleet, id)
    if (at < fleet.size && fleet.ids[at] === id) fleet.alive[at] = still.has(id) ? 1 : 0
  }
  for (const { id } of rows) {
    const at = placeOf(fleet, id)
    if (at < fleet.size && fleet.ids[at] !== id) return false
    if (at < fleet.size) continue
    roomFor(fleet, fleet.size + 1)
    fleet.ids[at] = id
    fleet.alive[at] = 1
    fleet.size++
  }
  fleet.version = version
  return true
}

/** Vehicles by the column's value, then by plate, then by id. */
export const inOrderOf = (fleet: Fleet, field: ColumnField): Uint32Array => {
  const column = fleet.columns.get(field)
  if (!column) throw new Error(`the fleet has no column ${field}`)
  if (column.order?.length !== fleet.size) {
    const places = field === 'plate' ? Uint32Array.from({ length: fleet.size }, (_, i) => i) : inOrderOf(fleet, 'plate')
    column.order = orderOf(column, places)
  }
  return column.order
}

export const fleetBytes = ({ ids, alive, columns }: Fleet): number =>
  ids.byteLength + alive.byteLength + [...columns.values()].reduce((sum, column) => sum + columnBytes(column), 0)
