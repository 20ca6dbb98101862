// The lists of manual capture as SQL. A check is in at most one: left to people, never answered, or captured too long
// ago.
import type { WorkList } from '@padron/contract/captures'
import type { Country } from '@padron/contract/places/countries'
import { type RawBuilder, sql } from 'kysely'
import { serviceSql, withService } from '../../checks/services/services.ts'

export type WorkListFilter = {
  stateId?: number | undefined
  resourceTypeId?: number | undefined
  like?: string | undefined
  assignedTo?: Assigned | undefined
}
/** A user's id; null: not assigned. */
type Assigned = { userId: number | null }
type List = {
  /** A condition on `f`, the check. */
  holds: RawBuilder<unknown>
  /** A condition on `r`, the resource in this installation. */
  of: RawBuilder<unknown>
  order: RawBuilder<unknown>
  since: RawBuilder<unknown>
}
const ANY = sql`true`

/** Whether people capture resource `r`: no machine answers it. */
export const capturedByPeople = sql`r.purpose = 'status' and ${serviceSql} <> 'automatic'`

/** @param at answers that expired before this moment are old */
export const findWorkList = (list: WorkList, at: Date): List => {
  const lists: Record<WorkList, List> = {
    // The longest waiting first. Cost: a range of vehicle_resource_manual, in its order.
    asked: {
      holds: sql`f.manual_since is not null`,
      of: ANY,
      order: sql`f.manual_since, f.vehicle_id, f.resource_id`,
      since: sql`f.manual_since`,
    },
    // Ordered by vehicle. An answer of a formerly automatic source is here after it expires. Cost of a page: rows in
    // the key's order until the page is full. There is no index of unanswered checks, because every first answer would
    // have to update it.
    never: {
      holds: sql`
        f.captured_at is null
          and (f.good_at is null or f.fresh_until <= ${at.toISOString()}::timestamptz)
          and f.manual_since is null`,
      of: capturedByPeople,
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

/** A condition on `f` and `r` for each list: asked, never, old. */
export const workListConditions = (at: Date): RawBuilder<unknown>[] =>
  (['asked', 'never', 'old'] as const).map((list) => {
    const { holds, of } = findWorkList(list, at)
    return sql`(${holds} and ${of})`
  })

/** Letters and digits of a plate or VIN. */
export const pieceOf = ({ like = '' }: WorkListFilter): string => like.replace(/[\s-]/g, '')

/** A condition on `r`: the country's resources that are in use, of the type. */
export const resourcesOf = (country: Country, { resourceTypeId }: WorkListFilter) =>
  sql`r.country = ${country}
    and not r.retired
    ${resourceTypeId === undefined ? sql`` : sql`and r.resource_type_id = ${resourceTypeId}`}`

/** A condition on `f`: vehicles of the state, assigned to the person, and with the text in plate or VIN. */
export const selectWorkListVehicles = (tenantId: number, narrow: WorkListFilter): RawBuilder<unknown> => {
  const { stateId } = narrow
  const piece = pieceOf(narrow)
  const containing = (field: string) => sql`select vehicle_id from vehicles_containing(${field}, ${piece})`
  const { assignedTo } = narrow
  const assigned = sql`
    select a.vehicle_id
    from capture_assignment a
    where a.tenant_id = ${tenantId}`
  const ofPerson =
    assignedTo?.userId === null
      ? sql`and f.vehicle_id not in (${assigned})`
      : sql`and f.vehicle_id in (${assigned} and a.user_id = ${assignedTo?.userId})`
  const inState = sql`
    and f.vehicle_id in (
      select v.vehicle_id
      from vehicle v
      where v.tenant_id = ${tenantId} and v.state_id = ${stateId})`
  return sql`
    ${stateId === undefined ? sql`` : inState}
    ${assignedTo === undefined ? sql`` : ofPerson}
    ${piece === '' ? sql`` : sql`and f.vehicle_id in (${containing('plate')} union ${containing('vin')})`}`
}

type Which = { list: WorkList; narrow: WorkListFilter; at: Date }

/** Filters by the check's own row and by lists of keys, so that only a page's rows are read whole. */
export const fromList = (tenantId: number, country: Country, { list, narrow, at }: Which): RawBuilder<unknown> => {
  const { holds, of } = findWorkList(list, at)
  return sql`
    from vehicle_resource f
    where f.tenant_id = ${tenantId}
      and ${holds}
      and f.resource_id = any(array(
        select r.resource_id
        from resource r ${withService}
        where ${resourcesOf(country, narrow)} and ${of}))
      ${selectWorkListVehicles(tenantId, narrow)}`
}
