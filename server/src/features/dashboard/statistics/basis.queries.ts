// The basis of each figure: for how many active vehicles its sources have valid answers, and the date of the oldest.
import type { Basis, DashboardFacts } from '@padron/contract/dashboard'
import { FAMILIES } from '@padron/contract/dashboard/rules'
import type { Country } from '@padron/contract/places/countries'
import { MONEY_TYPES } from '@padron/contract/resources'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { MISSING } from '../../../fleet/unknown-debts.ts'

type Name = keyof DashboardFacts['basis']
const INSURANCE = 5
const INSPECTION = 12
const STOLEN = 4

const typesOf = (country: Country): Readonly<Record<Name, Iterable<number>>> => ({
  debt: MONEY_TYPES,
  tickets: FAMILIES[country].tickets.types,
  tenencias: FAMILIES[country].tenencias.types,
  insurance: [INSURANCE],
  inspection: [INSPECTION],
  stolen: [STOLEN],
})

/** One bit for each figure that the type counts toward. */
const bitsOf = (id: number, types: Readonly<Record<Name, Iterable<number>>>, names: readonly Name[]): number =>
  names.reduce((bits, name, place) => bits + ([...types[name]].includes(id) ? 2 ** place : 0), 0)

type Counts = Record<Name, { known: number; unknown: number; oldest: string | null }>

/**
 * Cost: one pass over the company's vehicle_resource rows, joined to its active vehicles by hash.
 * @param vehicles number of active vehicles
 */
export const readBasis = async (
  tx: Tx,
  tenantId: number,
  country: Country,
  vehicles: number,
): Promise<DashboardFacts['basis']> => {
  const types = typesOf(country)
  const names = Object.keys(types) as Name[]
  const bit = (name: Name) => sql.lit(2 ** names.indexOf(name))
  const column = (name: Name) => sql.ref(`oldest_${name}`)
  const typeRows = [...new Set(names.flatMap((name) => [...types[name]]))].map(
    (id) => sql`(${sql.lit(id)}, ${sql.lit(bitsOf(id, types, names))})`,
  )
  const has = (set: string, name: Name) => sql`${sql.ref(set)} & ${bit(name)} > 0`
  const countsOf = (name: Name) => sql`
    ${sql.lit(name)},
      json_build_object('known', count(*) filter (where ${has('queried', name)} and not ${has('lacking', name)}),
      'unknown', count(*) filter (where ${has('lacking', name)}), 'oldest',
      min(${column(name)}) filter (where not ${has('lacking', name)}))`
  const { rows } = await sql<{ counts: Counts }>`
    with type(id, bits) as (values ${sql.join(typeRows)}),
    answers as (
      select bit_or(t.bits) as queried, coalesce(bit_or(t.bits) filter (where ${MISSING}), 0) as lacking,
        ${sql.join(names.map((name) => sql`min(f.good_at) filter (where ${has('t.bits', name)}) as ${column(name)}`))}
      from vehicle_resource f
      join type t on t.id = f.resource_type_id
      join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
      where f.tenant_id = ${tenantId} and v.tenant_id = ${tenantId} and v.asset_status_id = 1
      group by f.vehicle_id)
    select json_build_object(${sql.join(names.map(countsOf))}) as counts
    from answers`.execute(tx)
  const basis = (name: Name): Basis => {
    const { known, unknown, oldest } = rows[0]?.counts[name] ?? { known: 0, unknown: 0, oldest: null }
    return { known, unknown, unasked: vehicles - known - unknown, oldest: oldest && new Date(oldest).toISOString() }
  }
  return {
    debt: basis('debt'),
    tickets: basis('tickets'),
    tenencias: basis('tenencias'),
    insurance: basis('insurance'),
    inspection: basis('inspection'),
    stolen: basis('stolen'),
  }
}
