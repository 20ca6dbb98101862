// The number of checks in each list of manual capture. The database keeps counts (038-resource-counts.sql). The rows
// themselves are counted if the filter has a text or a person, for users who see a part of the fleet, and for companies
// without stored counts.
import type { WorkList } from '@padron/contract/captures'
import type { Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import { withService } from '../../checks/services/services.ts'
import type { Tx } from '../../db/client.ts'
import { scopeOf } from '../../db/scope.ts'
import {
  capturedByPeople,
  findWorkList,
  fromList,
  pieceOf,
  resourcesOf,
  selectWorkListVehicles,
  type WorkListFilter,
} from './work-lists.ts'

export type ListCounts = Record<WorkList, number>
const NONE: ListCounts = { asked: 0, never: 0, old: 0 }

/** Cost: every row of the vehicles with the text or of the person, or of all. */
export const countRows = async (
  tx: Tx,
  tenantId: number,
  country: Country,
  narrow: WorkListFilter,
  at: Date,
): Promise<ListCounts> => {
  const count = (list: WorkList) => sql`(count(*) filter (where ${findWorkList(list, at).holds}))::int`
  const { rows } = await sql<ListCounts>`
    with listed as materialized (
      select r.resource_id, ${capturedByPeople} as by_people
      from resource r ${withService}
      where ${resourcesOf(country, narrow)})
    select ${count('asked')} as asked,
      (count(*) filter (where by_people and ${findWorkList('never', at).holds}))::int as never,
      ${count('old')} as old
    from vehicle_resource f
    join listed r on r.resource_id = f.resource_id
    where f.tenant_id = ${tenantId}
      ${selectWorkListVehicles(tenantId, narrow)}`.execute(tx)
  return rows[0] ?? NONE
}

/**
 * Sums the stored counts. Automatic answers expire without a write: if a resource is no longer automatic and some of
 * its answers may still be fresh, its rows are counted. Cost: the company's rows of vehicle_resource_count, some
 * hundreds, and one per captured check.
 */
const sumCounts = async (
  tx: Tx,
  tenantId: number,
  country: Country,
  narrow: WorkListFilter,
  at: Date,
): Promise<ListCounts & { complete: boolean }> => {
  const moment = sql`${at.toISOString()}::timestamptz`
  const { stateId } = narrow
  const { rows } = await sql<ListCounts & { complete: boolean }>`
    with counted as materialized (
      select c.resource_id, c.list, sum(c.n) as n, bool_or(c.expires_at > ${moment}) as fresh
      from vehicle_resource_count c
      where c.tenant_id = ${tenantId}
        and (c.list <> 'captured' or c.expires_at <= ${moment})
        ${stateId === undefined ? sql`` : sql`and c.state_id in (${stateId}, 0)`}
      group by c.resource_id, c.list),
    listed as materialized (
      select c.resource_id, c.list, c.n, c.list = 'answered' and c.fresh as fresh, ${capturedByPeople} as by_people
      from counted c
      join resource r on r.resource_id = c.resource_id ${withService}
      where ${resourcesOf(country, narrow)})
    select coalesce(sum(n) filter (where list = 'asked'), 0)::int as asked,
      coalesce(sum(n) filter (where by_people and list in ('unanswered', 'answered') and not fresh), 0)::int
        + (select count(*)::int ${fromList(tenantId, country, { list: 'never', narrow, at })}
          and f.good_at is not null
          and f.resource_id = any(array(select resource_id from listed where by_people and fresh and n > 0))) as never,
      coalesce(sum(n) filter (where list = 'captured'), 0)::int as old,
      not exists (select from pending_resource_count where tenant_id = ${tenantId}) as complete
    from listed`.execute(tx)
  return rows[0] ?? { ...NONE, complete: false }
}

export const countsOf = async (
  tx: Tx,
  tenantId: number,
  country: Country,
  narrow: WorkListFilter,
  at: Date,
): Promise<ListCounts> => {
  const isCounted = scopeOf(tx) === undefined && pieceOf(narrow) === '' && !narrow.assignedTo
  if (!isCounted) return countRows(tx, tenantId, country, narrow, at)
  const { complete, ...counts } = await sumCounts(tx, tenantId, country, narrow, at)
  return complete ? counts : countRows(tx, tenantId, country, narrow, at)
}
