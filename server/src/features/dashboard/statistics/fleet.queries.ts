// The composition of the fleet today: active vehicles by each grouping, and the vehicles of any other status, which no
// other figure counts.
import { TOP } from '@padron/contract/dashboard/rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { STATUS_SQL } from '../../../db/status-columns.ts'
import type { FleetFacts } from './stored-facts.ts'

const NEEDS_PERSON = sql`13 in (${sql.join(Object.values(STATUS_SQL).map((column) => sql.ref(`v.${column}`)))})`

type Sums = Pick<
  FleetFacts,
  | 'totalVehicleCount'
  | 'vehiclesWithManualInterventionNeeded'
  | 'vehiclesWithEnsuranceExpired'
  | 'vehiclesWithInspectionExpired'
  | 'vehiclesWithStolenReport'
  | 'others'
>

const readSums = async (tx: Tx, tenantId: number): Promise<Sums> => {
  const { rows } = await sql<Sums>`
    select count(*) filter (where active)::int as "totalVehicleCount",
      count(*) filter (where active and ${NEEDS_PERSON})::int as "vehiclesWithManualInterventionNeeded",
      count(*) filter (where active and v.insurance_status = 8)::int as "vehiclesWithEnsuranceExpired",
      count(*) filter (where active and v.inspection_status = 23)::int as "vehiclesWithInspectionExpired",
      count(*) filter (where active and v.stolen_status = 4)::int as "vehiclesWithStolenReport",
      json_build_object('vehicles', count(*) filter (where not active), 'withDebt',
      count(*) filter (where not active and (v.debt_total > 0 or v.debt_without_amount > 0)),
        'amount', coalesce(sum(v.debt_total) filter (where not active), 0), 'withoutAmount',
        coalesce(sum(v.debt_without_amount) filter (where not active), 0)) as others
    from vehicle v
    cross join lateral (select v.asset_status_id = 1 as active) a
    where v.tenant_id = ${tenantId}`.execute(tx)
  return rows[0] as Sums
}

type By = 'rfc' | 'lessor' | 'brand' | 'year' | 'state'
type Group = {
  by: By
  field: string | null
  model: string | null
  year: number | null
  stateId: number | null
  amount: number
}

const BY = sql`(array['rfc', 'lessor', 'brand', 'year', 'state'])[array_position(array[31, 47, 51, 61, 62], mask)]`

/** Cost: one pass over the company's vehicles. */
const readGroups = async (tx: Tx, tenantId: number): Promise<Group[]> => {
  const { rows } = await sql<Group>`
    with grouped as (
      select grouping(rfc_name, lessor_name, brand_name, model_name, year, state_id) as mask,
        coalesce(rfc_name, lessor_name, brand_name) as field, model_name as model, year, state_id as "stateId",
        count(*)::int as amount
      from (select nullif(rfc_name, '') as rfc_name, nullif(lessor_name, '') as lessor_name,
        nullif(brand_name, '') as brand_name,
          nullif(model_name, '') as model_name, year, state_id
        from vehicle
        where tenant_id = ${tenantId} and asset_status_id = 1) v
      group by grouping sets (rfc_name, lessor_name, (brand_name, model_name), year, state_id)),
    ranked as (select *,
      row_number() over (partition by mask order by amount desc, field collate "C", model collate "C") as rank
    from grouped)
    select ${BY} as by, field, model, year, "stateId", amount
    from ranked
    where rank <= ${sql.lit(TOP)} or mask in (61, 62)
    order by rank`.execute(tx)
  return rows
}

const WITHOUT_BRAND = 'Sin marca'
const nameOf = ({ field, model }: Group): string =>
  [field ?? WITHOUT_BRAND, model].filter((text) => text !== null).join(' ')

export const readFleet = async (tx: Tx, tenantId: number, stateName: (id: number) => string): Promise<FleetFacts> => {
  const sums = await readSums(tx, tenantId)
  const groups = Map.groupBy(await readGroups(tx, tenantId), ({ by }) => by)
  const of = (by: By) => groups.get(by) ?? []
  const countBy = (by: By) => of(by).map(({ field, amount }) => ({ field, amount }))
  return {
    ...sums,
    vehiclesPerRFC: countBy('rfc'),
    vehiclesPerLessor: countBy('lessor'),
    vehiclesPerBrandModel: of('brand').map((row) => ({
      field: nameOf(row),
      brand: row.field,
      model: row.model,
      amount: row.amount,
    })),
    vehiclesPerState: of('state')
      .map(({ stateId, amount }) => ({ field: stateName(stateId ?? 0), stateId: stateId ?? 0, amount }))
      .toSorted((a, b) => b.amount - a.amount || a.field.localeCompare(b.field, 'es')),
    vehiclesPerYear: of('year')
      .map(({ year, amount }) => ({ field: year === null ? null : `${year}`, year, amount }))
      .toSorted((a, b) => (a.year ?? Number.POSITIVE_INFINITY) - (b.year ?? Number.POSITIVE_INFINITY)),
  }
}
