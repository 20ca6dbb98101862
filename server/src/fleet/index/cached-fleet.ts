// A fleet in the memory of one process: the ids, which vehicles exist, and the columns that were requested. A vehicle's
// place is its rank by id at the time of the read; new vehicles are appended.
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../db/client.ts'
import type { FleetView } from '../../db/fleet-view.ts'
import { type BuiltFleet, identityOrder, type Places } from './builder.ts'
import { type Column, changeColumn, columnBytes, createColumn, orderOf } from './column.ts'
import type { ColumnField } from './column-fields.ts'
import { type Changed, readVehicles } from './columns.queries.ts'

/** Which vehicles a user with access to a part of the fleet sees. */
type Part = {
  /** The fleet's version that it includes. */
  version: number
  /** By place, as the fleet's `alive`. */
  marks: Uint8Array
}

export type CachedFleet = {
  tenantId: number
  version: number
  size: number
  /** Ascending. */
  ids: Float64Array
  alive: Uint8Array
  columns: Map<ColumnField, Column>
  parts: LRUCache<FleetView, Part>
}

const ROOM = 1024
/** Per fleet; the least recently used is removed first. */
const PARTS_AT_MOST = 50

const roomFor = (fleet: CachedFleet, size: number): void => {
  if (size <= fleet.ids.length) return
  const ids = new Float64Array(size + ROOM)
  const alive = new Uint8Array(size + ROOM)
  ids.set(fleet.ids)
  alive.set(fleet.alive)
  fleet.ids = ids
  fleet.alive = alive
}

/** The place of a vehicle, or where it would be inserted. */
export const findPlace = ({ ids, size }: CachedFleet, id: number): number => {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

/** How columns are read: by the request's transaction or in the background. */
export type Reading = (wanted: {
  tenantId: number
  fields: readonly ColumnField[]
  places?: Places
}) => Promise<BuiltFleet>

/**
 * Reads a fleet with its first columns.
 * @param fields the plate first
 * @param version read before the columns: later changes are applied when the fleet is used
 */
export const readNewFleet = async (
  read: Reading,
  tenantId: number,
  fields: readonly ColumnField[],
  version: number,
): Promise<CachedFleet> => {
  const readAt = Date.now()
  const { ids, columns } = await read({ tenantId, fields })
  const byPlate = columns[0]?.order ?? identityOrder(0)
  const entries = columns.map(
    (built, i) => [fields[i] as ColumnField, createColumn(built, version, readAt, byPlate)] as const,
  )
  return {
    tenantId,
    version,
    size: ids.length,
    ids,
    alive: new Uint8Array(ids.length).fill(1),
    columns: new Map(entries),
    parts: new LRUCache({ max: PARTS_AT_MOST }),
  }
}

/**
 * Reads more columns of a fleet. Vehicles that it does not contain yet are left out, so that the columns are no newer
 * than the fleet; they are added with the changes.
 * @param newest the version read before
 */
export const readColumns = async (
  read: Reading,
  fleet: CachedFleet,
  fields: readonly ColumnField[],
  newest: number,
): Promise<Column[]> => {
  const readAt = Date.now()
  const version = Math.min(newest, fleet.version)
  const places = { ids: fleet.ids.slice(0, fleet.size), byPlate: inOrderOf(fleet, 'plate') }
  const { columns } = await read({ tenantId: fleet.tenantId, fields, places })
  return columns.map((built) => createColumn(built, version, readAt, places.byPlate))
}

/**
 * Applies the changes between two versions: changed, new and deleted vehicles.
 * @returns false if a new vehicle's id is out of order: the fleet must be read again
 */
export const applyChanges = async (
  tx: Tx,
  fleet: CachedFleet,
  fields: readonly ColumnField[],
  changed: readonly number[],
  { since, version }: { since: number; version: number },
): Promise<boolean> => {
  const columns = fields.map((field) => fleet.columns.get(field))
  const rows = await readVehicles(tx, fleet.tenantId, fields, changed)
  if (!place(fleet, rows, changed, version)) return false
  for (const [i, column] of columns.entries()) {
    if (!column || column.version < since || column.version >= version) continue
    const known = rows.filter(({ id }) => fleet.ids[findPlace(fleet, id)] === id)
    const values = new Map(known.map(({ id, values }) => [findPlace(fleet, id), values[i] ?? null]))
    changeColumn(column, values, version, fleet.size)
  }
  return true
}

/**
 * @returns false, without a change, if a new vehicle's id is lower than a known one, because two transactions committed
 * in the other order
 */
const place = (fleet: CachedFleet, rows: readonly Changed[], changed: readonly number[], version: number): boolean => {
  if (fleet.version >= version) return true
  const isKnown = (id: number) => fleet.ids[findPlace(fleet, id)] === id && findPlace(fleet, id) < fleet.size
  const added = rows.map(({ id }) => id).filter((id) => !isKnown(id))
  if (added.some((id) => findPlace(fleet, id) < fleet.size)) return false
  const still = new Set(rows.map(({ id }) => id))
  for (const id of changed) if (isKnown(id)) fleet.alive[findPlace(fleet, id)] = still.has(id) ? 1 : 0
  roomFor(fleet, fleet.size + added.length)
  for (const id of added) {
    fleet.ids[fleet.size] = id
    fleet.alive[fleet.size] = 1
    fleet.size++
  }
  fleet.version = version
  return true
}

/** Vehicles by the column's value, then by plate, then by id. */
export const inOrderOf = (fleet: CachedFleet, field: ColumnField): Uint32Array => {
  const column = fleet.columns.get(field)
  if (!column) throw new Error(`the fleet has no column ${field}`)
  if (field === 'plate') {
    if (column.order?.length !== fleet.size) column.order = orderOf(column, identityOrder(fleet.size))
    return column.order
  }
  const byPlate = inOrderOf(fleet, 'plate')
  if (!column.order || column.orderedFrom !== byPlate) {
    column.order = orderOf(column, byPlate)
    column.orderedFrom = byPlate
  }
  return column.order
}

export const fleetBytes = ({ ids, alive, columns, parts }: CachedFleet): number =>
  ids.byteLength +
  alive.byteLength * (1 + parts.size) +
  [...columns.values()].reduce((sum, column) => sum + columnBytes(column), 0)
