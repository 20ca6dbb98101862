// Reconciliation: a vehicle's own data beside the registries' answers by VIN and by plate, and the list of
// differences.
import type { Reply } from '@padron/contract/call'
import {
  REGISTRY_FIELDS,
  type RegistryField,
  type RegistryMatch,
  type vehicles as rows,
} from '@padron/contract/vehicles'
import { sql } from 'kysely'
import { portalNameOfRun } from '../../checks/store/answer-portal.ts'
import type { Tx } from '../../db/client.ts'
import { VEHICLE_COLUMNS } from '../../fleet/fields.ts'

type Fields = Record<RegistryField, string | null>
type StoredAnswer = {
  foundBy: 'vin' | 'plate'
  fields: Partial<Fields>
  differing: RegistryField[]
  resourceName: string
  portal: string
  dateTime: string
}

const allFields = (fields: Partial<Fields>): Fields =>
  Object.fromEntries(REGISTRY_FIELDS.map((field) => [field, fields[field] ?? null])) as Fields

const CURRENT = sql.raw(REGISTRY_FIELDS.map((field) => `'${field}', v.${VEHICLE_COLUMNS[field]}::text`).join(', '))

/** @returns undefined if the vehicle does not exist */
export const registryMatch = async (
  tx: Tx,
  tenantId: number,
  vehicleId: number,
): Promise<RegistryMatch | undefined> => {
  const { rows: found } = await sql<{ current: Partial<Fields>; version: number; replaced: boolean }>`
    select json_build_object(${CURRENT}) as current, v.row_version as version, v.replaced_by is not null as replaced
    from vehicle v
    where v.tenant_id = ${tenantId} and v.vehicle_id = ${vehicleId}`.execute(tx)
  const own = found[0]
  if (!own) return undefined
  const { rows: answers } = await sql<StoredAnswer>`
    select g.found_by as "foundBy", g.fields, g.differing || g.missing as differing, g.at as "dateTime",
      r.resource_name as "resourceName", ${portalNameOfRun(sql`g.tenant_id`, sql`g.run_id`)} as portal
    from vehicle_registry g
    join resource r on r.resource_id = g.resource_id
    join portal p on p.portal_key = r.portal_key
    where g.tenant_id = ${tenantId} and g.vehicle_id = ${vehicleId}`.execute(tx)
  const by = (way: StoredAnswer['foundBy']) => {
    const one = answers.find(({ foundBy }) => foundBy === way)
    if (!one) return null
    const { resourceName, portal, dateTime } = one
    return { ...allFields(one.fields), source: { resourceName, portal, dateTime } }
  }
  const differing = new Set(answers.flatMap((one) => one.differing))
  return {
    vehicleAssetId: vehicleId,
    version: own.version,
    replaced: own.replaced,
    current: { ...allFields(own.current), source: null },
    vin: by('vin'),
    plate: by('plate'),
    differing: REGISTRY_FIELDS.filter((field) => differing.has(field)),
  }
}

const PAGE = 25

/** Cost: the rows that differ (a partial index) and the company's compared vehicles, joined by key. */
export const differingVehicles = async (
  tx: Tx,
  tenantId: number,
  page: number,
): Promise<Reply<typeof rows.differing>> => {
  const differing = sql`
    select g.vehicle_id, array_agg(distinct d) as differing, max(g.at) as at
    from vehicle_registry g
    join vehicle v on v.tenant_id = g.tenant_id and v.vehicle_id = g.vehicle_id
    cross join unnest(g.differing) d
    where g.tenant_id = ${tenantId} and g.differing <> '{}' and v.asset_status_id = 1 and v.replaced_by is null
    group by g.vehicle_id`
  const [list, figures] = await Promise.all([
    sql<Reply<typeof rows.differing>['vehicles'][number]>`
      select v.vehicle_id as "vehicleAssetId", v.plate, v.vin, s.state_name as "stateName", d.differing,
        d.at as "dateTime"
      from (${differing}
      order by cardinality(array_agg(distinct d)) desc, g.vehicle_id
      limit ${PAGE}
      offset ${(page - 1) * PAGE}) d
      join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = d.vehicle_id
      join state s on s.state_id = v.state_id
      order by cardinality(d.differing) desc, v.vehicle_id`.execute(tx),
    sql<{ totalCount: number; fleet: number; compared: number }>`
      select (select count(*)::int from (${differing}) x) as "totalCount",
        (select count(*)::int from vehicle v where v.tenant_id = ${tenantId} and v.asset_status_id = 1) as fleet,
        (select count(*)::int from vehicle v where v.tenant_id = ${tenantId} and v.asset_status_id = 1
          and exists (
            select from vehicle_registry g
            where g.tenant_id = v.tenant_id and g.vehicle_id = v.vehicle_id)) as compared`.execute(tx),
  ])
  const { totalCount = 0, fleet = 0, compared = 0 } = figures.rows[0] ?? {}
  return { vehicles: list.rows, totalCount, fleet, compared }
}
