// A page of the work list of manual capture, and one task of it.
import type { CaptureTask, WorkList } from '@padron/contract/captures'
import { CAPTURES_PAGE } from '@padron/contract/captures'
import { STATEMENT_TYPES } from '@padron/contract/captures/statement'
import type { Freshness } from '@padron/contract/catalogue/rows'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { stateName } from '@padron/contract/places/states'
import { MANUAL_OUTCOMES, OUTCOMES, type Outcome } from '@padron/contract/resource-status'
import { type RawBuilder, sql } from 'kysely'
import { withService } from '../../checks/services/services.ts'
import { freshnessState } from '../../checks/store/freshness.ts'
import type { Tx } from '../../db/client.ts'
import { countsOf } from './counts.queries.ts'
import { findWorkList, fromList, type WorkListFilter, workListConditions } from './work-lists.ts'

type Filter = WorkListFilter & { list: WorkList; page: number }

type Row = Omit<CaptureTask, 'stateName' | 'inputs' | 'reason' | 'freshness' | 'lastAttempt'> & {
  stateId: number
  inputs: string[]
  list: WorkList | null
  lastOutcome: Outcome | null
  lastAt: string | null
  state: Freshness['state'] | null
}

const details = sql`join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
  join resource r on r.resource_id = f.resource_id and not r.retired ${withService}
  left join capture_assignment a on a.tenant_id = f.tenant_id and a.vehicle_id = f.vehicle_id
  left join app_user u on u.tenant_id = a.tenant_id and u.user_id = a.user_id`

const columns = sql`
  f.vehicle_id as "vehicleAssetId", v.plate, v.vin, v.tax_identifier as "taxIdentifier", v.state_id as "stateId",
  r.resource_id as "resourceId", r.resource_name as "resourceName", r.resource_type_id as "resourceTypeId",
  p.portal_name as portal, p.portal_url as "portalUrl", r.inputs, f.status_id as status, f.good_at as "lastGood",
  f.last_outcome as "lastOutcome", f.last_at as "lastAt",
  case when u.user_id is not null then json_build_object('userId', u.user_id, 'username', u.username) end
    as "assignedTo", case
    when f.last_at is null then null
    else ${freshnessState} end as state`

/** One query for the page and one for the exact total, pipelined. */
export const listCaptureTasks = async (
  tx: Tx,
  tenantId: number,
  country: Country,
  filter: Filter,
  at: Date,
): Promise<{ captures: CaptureTask[]; totalCount: number }> => {
  const { list } = filter
  const { order, since } = findWorkList(list, at)
  const [page, counts] = await Promise.all([
    sql<Row>`
      with f as materialized (select f.* ${fromList(tenantId, country, { list, narrow: filter, at })}
      order by ${order}
      limit ${CAPTURES_PAGE}
      offset ${(filter.page - 1) * CAPTURES_PAGE})
      select ${columns}, ${since} as since, ${list}::text as list
      from f ${details}
      order by ${order}`.execute(tx),
    countsOf(tx, tenantId, country, filter, at),
  ])
  return { captures: page.rows.map((row) => asTask(row, country)), totalCount: counts[list] }
}

type Which = { vehicleId: number; resourceId: number; at: Date }

/** @param which a condition on `f`, the check, and `r`, its resource */
const tasksWhere = async (
  tx: Tx,
  tenantId: number,
  country: Country,
  { vehicleId, at }: Which,
  which: RawBuilder<unknown>,
): Promise<CaptureTask[]> => {
  const [requested, never, old] = workListConditions(at)
  const { rows } = await sql<Row>`
    select ${columns}, case when ${requested} then f.manual_since when ${old} then f.fresh_until end as since,
      case when ${requested} then 'asked' when ${never} then 'never' when ${old} then 'old' end as list
    from vehicle_resource f ${details}
    where f.tenant_id = ${tenantId} and f.vehicle_id = ${vehicleId} and ${which}
    order by f.resource_id`.execute(tx)
  return rows.map((row) => asTask(row, country))
}

/** One check, whether it is in a list or not. Cost: by key. */
export const taskOf = async (tx: Tx, tenantId: number, country: Country, which: Which) =>
  (await tasksWhere(tx, tenantId, country, which, sql`f.resource_id = ${which.resourceId}`))[0]

/** The checks of the vehicle that the resource's portal answers, of the types of a statement. Cost: by key. */
export const statementTasksOf = (tx: Tx, tenantId: number, country: Country, which: Which) =>
  tasksWhere(
    tx,
    tenantId,
    country,
    which,
    sql`r.purpose = 'status'
      and r.resource_type_id = any(${STATEMENT_TYPES}::int[])
      and r.portal_key = (select portal_key from resource where resource_id = ${which.resourceId})`,
  )

export const inputWords = (input: string, country: Country): string => {
  const words: Readonly<Record<string, string>> = {
    plate: 'Placa',
    vin: 'VIN',
    vinLast5: 'Últimos 5 del VIN',
    taxIdentifier: COUNTRIES[country].taxId,
    'ownerName or engineNumber': 'Nombre del propietario o número de motor',
  }
  return words[input] ?? input
}

const reasonOf = ({ list, lastOutcome }: Row): string => {
  if (list === 'asked' && lastOutcome && MANUAL_OUTCOMES.includes(lastOutcome)) return OUTCOMES[lastOutcome]
  if (list === 'asked') return 'Se pidió consultarla y no tiene consulta automática'
  if (list === 'never') return 'Sin consulta automática; nadie la ha capturado'
  return list === 'old' ? 'La captura ya pasó su vigencia' : 'Captura voluntaria'
}

const asTask = (row: Row, country: Country): CaptureTask => {
  const { stateId, inputs, list: _list, lastOutcome, lastAt, state, ...task } = row
  return {
    ...task,
    stateName: stateName(stateId),
    freshness: state && { resourceTypeId: row.resourceTypeId, state, at: row.lastGood },
    lastAttempt: lastAt && lastOutcome ? { text: OUTCOMES[lastOutcome], dateTime: lastAt } : null,
    inputs: inputs.map((input) => inputWords(input, country)),
    reason: reasonOf(row),
  }
}
