// The work list of manual capture. A check is in one list only: assigned to people, never answered, or captured too
// long ago.

import type { CaptureTask, WorkList } from '@padron/contract/captures'
import { CAPTURES_PAGE } from '@padron/contract/captures'
import type { Freshness } from '@padron/contract/catalogue'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import { OUTCOMES, type Outcome } from '@padron/contract/resource-status'
import { stateName } from '@padron/contract/states'
import { type RawBuilder, sql } from 'kysely'
import { serviceSql, withService } from '../../checks/services/services.ts'
import { freshnessState } from '../../checks/store/freshness.ts'
import type { Tx } from '../../db/client.ts'

type Filter = {
  list: WorkList
  page: number
  stateId?: number | undefined
  resourceTypeId?: number | undefined
  like?: string | undefined
}
type List = {
  /** A condition on `f`, the check. */
  holds: RawBuilder<unknown>
  /** A condition on `r`, the resource in this installation. */
  of: RawBuilder<unknown>
  order: RawBuilder<unknown>
  since: RawBuilder<unknown>
}
const ANY = sql`true`

/** @param at answers that expired before this moment are old */
const listOf = (list: WorkList, at: Date): List => {
  const lists: Record<WorkList, List> = {
    // The longest waiting first. Cost: a range of vehicle_resource_manual, in its order.
    asked: {
      holds: sql`f.manual_since is not null`,
      of: ANY,
      order: sql`f.manual_since, f.vehicle_id, f.resource_id`,
      since: sql`f.manual_since`,
    },
    // By vehicle. An answer of a source that was automatic is here once it has expired. Cost of a page: the key's order
    // until it is full; of the count: the rows of manual resources by vehicle_resource_of. Unanswered checks are in no
    // index of their own, because every first answer would have to leave it.
    never: {
      holds: sql`
        f.captured_at is null
          and (f.good_at is null or f.fresh_until <= ${at.toISOString()}::timestamptz)
          and f.manual_since is null`,
      of: sql`r.purpose = 'status' and ${serviceSql} <> 'automatic'`,
      order: sql`f.vehicle_id, f.resource_id`,
      since: sql`null::timestamptz`,
    },
    // The oldest capture first. Cost: a range of vehicle_resource_captured, in its order.
    old: {
      holds: sql`
        f.captured_at is not null and f.fresh_until <= ${at.toISOString()}::timestamptz and f.manual_since is null`,
      of: ANY,
      order: sql`f.captured_at, f.vehicle_id, f.resource_id`,
      since: sql`f.fresh_until`,
    },
  }
  return lists[list]
}

type Row = Omit<CaptureTask, 'stateName' | 'inputs' | 'reason' | 'freshness' | 'lastAttempt'> & {
  stateId: number
  inputs: string[]
  list: WorkList | null
  lastOutcome: Outcome | null
  lastAt: string | null
  state: Freshness['state'] | null
}

const details = sql`join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
  join resource r on r.resource_id = f.resource_id and not r.retired ${withService}`

const columns = sql`
  f.vehicle_id as "vehicleAssetId", v.plate, v.vin, v.tax_identifier as "taxIdentifier", v.state_id as "stateId",
  r.resource_id as "resourceId", r.resource_name as "resourceName", r.resource_type_id as "resourceTypeId",
  p.portal_name as portal, p.portal_url as "portalUrl", r.inputs, f.status_id as status, f.good_at as "lastGood",
  f.last_outcome as "lastOutcome", f.last_at as "lastAt", case
    when f.last_at is null then null
    else ${freshnessState} end as state`

type Narrow = Pick<Filter, 'list' | 'stateId' | 'resourceTypeId' | 'like'>

/** Filters by the check's own row and by lists of keys, so that only a page's rows are read whole. */
const where = (tenantId: number, country: Country, { list, stateId, resourceTypeId, like = '' }: Narrow, at: Date) => {
  const { holds, of } = listOf(list, at)
  const piece = like.replace(/[\s-]/g, '')
  const containing = (field: string) => sql`select vehicle_id from vehicles_containing(${field}, ${piece})`
  return sql`from vehicle_resource f where f.tenant_id = ${tenantId} and ${holds}
    and f.resource_id = any(array(select r.resource_id from resource r ${withService}
      where r.country = ${country}
        and not r.retired
        and ${of} ${resourceTypeId === undefined ? sql`` : sql`and r.resource_type_id = ${resourceTypeId}`}))
    ${
      stateId === undefined
        ? sql``
        : sql`
      and f.vehicle_id in (select v.vehicle_id
      from vehicle v
      where v.tenant_id = ${tenantId} and v.state_id = ${stateId})`
    }
    ${piece === '' ? sql`` : sql`and f.vehicle_id in (${containing('plate')} union ${containing('vin')})`}`
}

/** One query for the page and one for the exact total, pipelined. */
export const tasksOf = async (
  tx: Tx,
  tenantId: number,
  country: Country,
  filter: Filter,
  at: Date,
): Promise<{ captures: CaptureTask[]; totalCount: number }> => {
  const { order, since } = listOf(filter.list, at)
  const which = where(tenantId, country, filter, at)
  const [page, total] = await Promise.all([
    sql<Row>`
      with f as materialized (select f.* ${which}
      order by ${order}
      limit ${CAPTURES_PAGE}
      offset ${(filter.page - 1) * CAPTURES_PAGE})
      select ${columns}, ${since} as since, ${filter.list}::text as list from f ${details} order by ${order}`.execute(
      tx,
    ),
    sql<{ n: number }>`select count(*)::int as n ${which}`.execute(tx),
  ])
  return { captures: page.rows.map((row) => asTask(row, country)), totalCount: total.rows[0]?.n ?? 0 }
}

export const countsOf = async (
  tx: Tx,
  tenantId: number,
  country: Country,
  narrow: Omit<Narrow, 'list'>,
  at: Date,
): Promise<Record<WorkList, number>> => {
  const count = (list: WorkList) => sql`(select count(*)::int ${where(tenantId, country, { ...narrow, list }, at)})`
  const { rows } = await sql<Record<WorkList, number>>`
    select ${count('asked')} as asked, ${count('never')} as never, ${count('old')} as old`.execute(tx)
  return rows[0] ?? { asked: 0, never: 0, old: 0 }
}

/** One check, in any list or in none. Cost: by key. */
export const taskOf = async (
  tx: Tx,
  tenantId: number,
  country: Country,
  { vehicleId, resourceId, at }: { vehicleId: number; resourceId: number; at: Date },
): Promise<CaptureTask | undefined> => {
  const [asked, never, old] = (['asked', 'never', 'old'] as const).map((list) => {
    const { holds, of } = listOf(list, at)
    return sql`(${holds} and ${of})`
  })
  const { rows } = await sql<Row>`
    select ${columns}, case when ${asked} then f.manual_since when ${old} then f.fresh_until end as since,
      case when ${asked} then 'asked' when ${never} then 'never' when ${old} then 'old' end as list
    from vehicle_resource f ${details}
    where f.tenant_id = ${tenantId} and f.vehicle_id = ${vehicleId} and f.resource_id = ${resourceId}`.execute(tx)
  return rows[0] && asTask(rows[0], country)
}

const inputWords = (input: string, country: Country): string => {
  const words: Readonly<Record<string, string>> = {
    plate: 'Placa',
    vin: 'VIN',
    vinLast5: 'Últimos 5 del VIN',
    taxIdentifier: COUNTRIES[country].taxId,
    'ownerName or engineNumber': 'Nombre del propietario o número de motor',
  }
  return words[input] ?? input
}

const NEEDS_MANUAL_CAPTURE: readonly (Outcome | null)[] = ['captcha', 'needs-input']

const reasonOf = ({ list, lastOutcome }: Row): string => {
  if (list === 'asked' && lastOutcome && NEEDS_MANUAL_CAPTURE.includes(lastOutcome)) return OUTCOMES[lastOutcome]
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
