// A fleet with everything that is hard to sort and search, and the plain way to the right answer: all rows, sorted and
// filtered in JavaScript.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { type SortField, VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { sql } from 'kysely'
import { asTenant } from '../../db/client.ts'
import { touchFleet } from '../../db/fleet-version.ts'
import { STATUS_SQL } from '../../db/status-columns.ts'
import type { Company, TestServer } from '../../testing/server.ts'
import { FIELD_SQL } from '../fields.ts'
import { fold, inOrder } from '../index/fold.ts'

const WORDS = [
  'KIA',
  'Kia',
  'kia',
  'Ñandú',
  'nandu',
  'ÑU',
  'zeta',
  'Ábaco',
  'abeja',
  '100%',
  'a_b',
  "o'hara",
  '🚚 uno',
  '｡',
  '‮lautir',
  '',
  'Citroën',
  'ágil',
  'agil',
]
const TAGS = ['Ruta', 'ánfora', 'Zona', 'ruta']

/** The same numbers at every run. */
const random = (seed: number) => (sides: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor(seed / 7) % sides
}

const valueFor = (kind: string, field: string, roll: (sides: number) => number): unknown => {
  if (kind === 'text') return roll(4) === 0 ? null : WORDS[roll(WORDS.length)] || null
  if (kind === 'number') return roll(4) === 0 ? null : field === 'doors' ? roll(5) : 2000 + roll(20)
  const day = `2026-0${1 + roll(3)}-${10 + roll(15)}`
  if (kind === 'day') return roll(4) === 0 ? null : day
  return roll(5) === 0 && field === 'processedDate' ? null : `${day}T0${roll(9)}:00:00.${roll(3)}Z`
}

/** @returns as many vehicles as wanted, with tags; deterministic */
export const createEdgeCaseFleet = async (server: TestServer, company: Company, size: number): Promise<number[]> => {
  const roll = random(company.tenantId)
  const vehicles = Array.from({ length: size }, (_, i) => {
    const own = VEHICLE_FIELDS.filter(({ field }) => field !== 'plate' && field !== 'vin').map(({ field, kind }) => [
      FIELD_SQL[field].slice(2),
      valueFor(kind, field, roll),
    ])
    // An identifier is one active vehicle's: told apart at its end, so that the order is still by the hard words.
    const identifiers = own.map(([column, value]) => [
      column,
      column === 'custom_id' && value ? `${value} ${i}` : value,
    ])
    const statuses = Object.values(STATUS_SQL).map((column) => [column, [-1, 0, 1, 5][roll(4)]])
    const columns = {
      ...Object.fromEntries([...identifiers, ...statuses]),
      acquisition_reason_id: 1 + roll(2),
      debt_total: roll(3) === 0 ? null : roll(4) * 100.5,
    }
    // A sold vehicle's plate may be another's now: equal plates are put in order by id.
    const isSold = i % 9 === 8
    const plate = isSold ? `HF${100 + i - 1}` : `HF${100 + i}`
    return {
      plate,
      vin: `3N1CN8AE1RL${String(900_000 - i)}`,
      stateId: [5, 9, 19][roll(3)] ?? 5,
      status: isSold ? 8 : 1,
      columns,
    }
  })
  const ids = await server.vehicles(company, vehicles)
  await asTenant(server.db, company.tenantId, async (tx) => {
    await sql`
      with c as (insert into tag_category (category_name, color) values ('Cat', 'blue') returning tag_category_id)
      insert into tag (tag_category_id, tag_name)
      select c.tag_category_id, name
      from c, unnest(${TAGS}::text[]) name`.execute(tx)
    await sql`
      insert into vehicle_tag (tag_id, vehicle_id)
      select t.tag_id, v.vehicle_id
      from vehicle v
      join tag t on (v.vehicle_id * 7 + t.tag_id * 3) % 4 = 0
      where v.vehicle_id % 3 > 0`.execute(tx)
    await touchFleet(tx, company.tenantId)
  })
  return ids
}

type Key = string | number | null
const keyOf = (row: VehicleRow, field: SortField): Key => {
  const known = VEHICLE_FIELDS.find((each) => each.field === field)
  if (known) {
    const value = (row[known.group] as Record<string, unknown>)[field] as Key
    return known.kind === 'text' && value !== null ? fold(String(value)) : value
  }
  if (field === 'stateName') return fold(row.state.stateName)
  if (field === 'assetStatusId') return row.assetHistoric.assetStatusId
  if (field === 'debt') return row.vehicleAsset.debt.total
  if (field !== 'tags') return row.vehicleAsset[field as keyof VehicleRow['vehicleAsset']] as Key
  const names = row.tags.map(({ tagName }) => fold(tagName)).sort(inOrder)
  return names.length > 0 ? names.join(', ') : null
}

const compare = (a: Key, b: Key): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return typeof a === 'number' ? a - (b as number) : inOrder(a, String(b))
}

/**
 * The rows' ids in the order that the list must have: the field, then plate and id; what is blank last in either
 * direction.
 */
export const sortedIds = (rows: readonly VehicleRow[], field: SortField, direction: 'asc' | 'desc'): number[] => {
  const id = (row: VehicleRow) => row.vehicleAsset.vehicleAssetId
  const plate = field === 'debt' ? () => '' : (row: VehicleRow) => row.vehicleAsset.plate
  const sorted = rows.toSorted(
    (a, b) => compare(keyOf(a, field), keyOf(b, field)) || inOrder(plate(a), plate(b)) || id(a) - id(b),
  )
  if (direction === 'asc') return sorted.map(id)
  const isBlank = (row: VehicleRow) => keyOf(row, field) === null
  const back = sorted.toReversed()
  return [...back.filter((row) => !isBlank(row)), ...back.filter(isBlank)].map(id)
}
