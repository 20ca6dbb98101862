// What has to be done, as SQL: one select for each source of work, joined with whose it is. Nothing of it is stored, so
// that an item is gone with its cause. A page reads each source in its own order no further than the page needs.

import { MONEY_TYPES, RESOURCE_TYPES, type StatusColumn } from '@padron/contract/resources'
import type { PendingKind } from '@padron/contract/rules/pending-kinds'
import { type RawBuilder, sql } from 'kysely'
import { withService } from '../../checks/services/services.ts'
import { isAmong, literals, OWES } from '../../fleet/debts.ts'
import { OBLIGED, obliged } from '../../fleet/obligations.ts'
import { findWorkList, resourcesOf } from '../captures/work-lists.ts'
import { type RequiredType, requiredVehicles } from '../documents/types/missing.queries.ts'

type Sql = RawBuilder<unknown>

/** Where a page ended: the next one begins after it. */
export type Cursor = { on: string | null; kind: string; vehicleId: number; ref: string }

/** A user's id, or nobody's. */
type Whose = { userId: number | null }

export type Work = {
  tenantId: number
  country: 'MX' | 'CO'
  today: string
  at: Date
  kinds: ReadonlySet<PendingKind>
  /** Payment lines that fell due before are useless. */
  linesSince: string
  /** Dates of later days are left out; undefined: none is. */
  until: string | undefined
  /** Document types that some vehicles must have. */
  required: readonly RequiredType[]
  /** Undefined: nobody asks. */
  discounts: readonly Discount[] | undefined
}
/** Of the debts of a source: the day on which the next discount ends, and what it saves; null: nobody knows. */
export type Discount = { vehicleId: number; resourceId: number; dueOn: string; saving: number | null }

export type ItemFilter = {
  /** Conditions on `v`, the vehicle. */
  vehicles: readonly Sql[]
  /** Of these vehicles only, an array: they are few, and what is about them is read by key. */
  among?: Sql | undefined
  whose: Whose | undefined
  from: string | undefined
  to: string | undefined
}

const DATES = ['insurance', 'inspection', 'card', 'plate', 'document', 'payment'] as const
const typesWith = (...columns: readonly StatusColumn[]): number[] =>
  RESOURCE_TYPES.flatMap(({ id, column }) => (column !== null && columns.includes(column) ? [id] : []))
const FINES = typesWith('ticketStatus', 'ticketsCDMXStatus', 'ticketsEnvStatus', 'violationStatus')
const TAXES = typesWith('tenenciaStatus', 'refrendoStatus')
/** The kinds of what is owed, by types of resource. */
const OWED: Readonly<Record<'fine' | 'tax' | 'debt', readonly number[]>> = {
  fine: FINES,
  tax: TAXES,
  debt: [...MONEY_TYPES].filter((type) => ![...FINES, ...TAXES].includes(type)),
}

type Source = {
  /** One kind, or undefined where the rows have several. */
  kind: PendingKind | undefined
  /** Whether its rows have a day: those that have none come after all that have one. */
  isDated: boolean
  select: Sql
}

/**
 * What every source selects: (kind, vehicle_id, ref, due_on, amount, without_amount, saving, resource_id, source_key,
 * list). `source_key` is that of a date, `list` that of a capture.
 */
const datesSource = (work: Work, narrow: ItemFilter): Source => {
  const { tenantId, kinds, linesSince, until } = work
  const dates = DATES.filter((kind) => kinds.has(kind))
  return {
    kind: undefined,
    isDated: true,
    select: sql`
      select o.kind, o.vehicle_id, o.source_key || '@' || o.due_on as ref, o.due_on, o.amount,
        (o.kind = 'payment' and o.amount is null)::int as without_amount, null::numeric as saving, o.resource_id,
        o.source_key, null::text as list
      from obligation o, vehicle v
      where ${obliged(tenantId, dates, linesSince)} ${until ? sql`and o.due_on <= ${until}::date` : sql``}
        ${ofVehicles(narrow, 'o')}`,
  }
}

/** @param table the name by which the statement calls the rows that name the vehicle */
const ofVehicles = ({ vehicles, among }: ItemFilter, table: 'o' | 'f' | 'v' | 'g'): Sql => sql`
  ${vehicles.length > 0 ? sql`and ${sql.join([...vehicles], sql` and `)}` : sql``}
  ${among ? sql`and ${sql.ref(`${table}.vehicle_id`)} = any(${among})` : sql``}`

/** Without the amounts marked as paid; an item with nothing left is done. */
const owedSource = (
  { tenantId, discounts }: Work,
  narrow: ItemFilter,
  kind: keyof typeof OWED,
  isDated: boolean,
): Source => {
  const amount = sql`coalesce(f.debt_total, 0) - coalesce(m.total, 0)`
  const without = sql`f.debt_without_amount - coalesce(m.without_amount, 0)`
  const withDiscount = isDated
    ? sql`join discount c on c.vehicle_id = f.vehicle_id and c.resource_id = f.resource_id`
    : sql``
  const withoutDiscount =
    discounts?.length && !isDated
      ? sql`and not exists (
          select from discount c where c.vehicle_id = f.vehicle_id and c.resource_id = f.resource_id)`
      : sql``
  return {
    kind,
    isDated,
    select: sql`
      select ${sql.lit(kind)}::text as kind, f.vehicle_id, f.resource_id::text as ref,
        ${isDated ? sql`c.due_on` : sql`null::date`} as due_on, nullif(greatest(${amount}, 0), 0) as amount,
        greatest(${without}, 0) as without_amount, ${isDated ? sql`c.saving` : sql`null::numeric`} as saving,
        f.resource_id, null::text as source_key, null::text as list
      from vehicle_resource f
      join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = f.vehicle_id and ${OBLIGED}
      ${withDiscount}
      left join marked m on m.vehicle_id = f.vehicle_id and m.resource_id = f.resource_id
      where f.tenant_id = ${tenantId} and f.resource_type_id in (${literals(OWED[kind])}) and ${OWES}
        and (m.vehicle_id is null or ${amount} > 0 or ${without} > 0) ${withoutDiscount} ${ofVehicles(narrow, 'f')}`,
  }
}

/** Those that never had one: an expired one is a date that is past. */
const missingSource = ({ tenantId }: Work, narrow: ItemFilter, type: RequiredType): Source => ({
  kind: 'missing',
  isDated: false,
  select: sql`
    select 'missing'::text as kind, v.vehicle_id, ${`${type.documentTypeId}`}::text as ref, null::date as due_on,
      null::numeric as amount, 0 as without_amount, null::numeric as saving, null::int as resource_id,
      null::text as source_key, null::text as list
    ${requiredVehicles(tenantId, type)}
      and not exists (
        select from document d
        where d.tenant_id = ${tenantId} and d.document_type_id = ${type.documentTypeId}
          and d.vehicle_id = v.vehicle_id and d.removed_at is null)
      ${ofVehicles(narrow, 'v')}`,
})

const captureSource = ({ tenantId, country, at }: Work, narrow: ItemFilter, list: 'asked' | 'old'): Source => ({
  kind: 'capture',
  isDated: false,
  select: sql`
    select 'capture'::text as kind, f.vehicle_id, f.resource_id::text as ref, null::date as due_on,
      null::numeric as amount, 0 as without_amount, null::numeric as saving, f.resource_id,
      null::text as source_key, ${sql.lit(list)}::text as list
    from vehicle_resource f
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = f.vehicle_id and ${OBLIGED}
    where f.tenant_id = ${tenantId} and ${findWorkList(list, at).holds}
      and ${isAmong(
        sql`f.resource_id`,
        sql`
        select r.resource_id
        from resource r ${withService}
        where ${resourcesOf(country, {})}`,
      )} ${ofVehicles(narrow, 'f')}`,
})

const differenceSource = ({ tenantId }: Work, narrow: ItemFilter): Source => ({
  kind: 'difference',
  isDated: false,
  select: sql`
    select 'difference'::text as kind, v.vehicle_id, 'registry'::text as ref, null::date as due_on,
      null::numeric as amount, 0 as without_amount, null::numeric as saving, null::int as resource_id,
      null::text as source_key, null::text as list
    from (
      select distinct g.vehicle_id
      from vehicle_registry g
      where g.tenant_id = ${tenantId} and g.differing <> '{}') g
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = g.vehicle_id
    where v.asset_status_id = 1 and v.replaced_by is null ${ofVehicles(narrow, 'g')}`,
})

const sourcesOf = (work: Work, narrow: ItemFilter): Source[] => {
  const { kinds, required, discounts } = work
  const debtKinds = (Object.keys(OWED) as (keyof typeof OWED)[]).filter((kind) => kinds.has(kind))
  return [
    ...(DATES.some((kind) => kinds.has(kind)) ? [datesSource(work, narrow)] : []),
    ...debtKinds.flatMap((kind) => [
      ...(discounts?.length ? [owedSource(work, narrow, kind, true)] : []),
      owedSource(work, narrow, kind, false),
    ]),
    ...(kinds.has('missing') ? required.map((type) => missingSource(work, narrow, type)) : []),
    ...(kinds.has('capture') ? [captureSource(work, narrow, 'asked'), captureSource(work, narrow, 'old')] : []),
    ...(kinds.has('difference') ? [differenceSource(work, narrow)] : []),
  ]
}

/** What the sources of debts read beside them: marks of what is paid, and discounts. */
const withTables = ({ tenantId, kinds, discounts }: Work): Sql => {
  const isOwed = Object.keys(OWED).some((kind) => kinds.has(kind as PendingKind))
  return isOwed
    ? sql`with marked as materialized (
        select d.vehicle_id, d.resource_id, sum(d.total) as total,
          (count(*) filter (where d.total is null))::int as without_amount
        from debt d
        where d.tenant_id = ${tenantId} and d.ended_at is null and d.marked_paid_at is not null
          and d.mark_refuted_at is null
        group by 1, 2)
      ${
        discounts?.length
          ? sql`, discount as materialized (
        select vehicle_id, resource_id, due_on, saving
        from json_to_recordset(${JSON.stringify(discounts)}::json) as x("vehicleId" bigint, "resourceId" int,
          "dueOn" date, saving numeric)
        cross join lateral (
          select x."vehicleId" as vehicle_id, x."resourceId" as resource_id, x."dueOn" as due_on) n)`
          : sql``
      }`
    : sql``
}

/** The vehicles of which a user has something. */
const vehiclesOf = ({ tenantId, kinds }: Work, userId: number): Sql => sql`array(
  select a.vehicle_id
  from task_assignment a
  where a.tenant_id = ${tenantId} and a.user_id = ${userId} and a.done_at is null
  ${
    kinds.has('capture')
      ? sql`
  union
  select a.vehicle_id
  from capture_assignment a
  where a.tenant_id = ${tenantId} and a.user_id = ${userId}`
      : sql``
  })`

/** Whose `i` is: as assigned here, otherwise, of a capture, whose the vehicle's captures are. */
const withWhose = ({ tenantId }: Work, { kind, select }: Source, whose: Whose | undefined): Sql => {
  const user = kind === 'capture' ? sql`coalesce(a.user_id, k.user_id)` : sql`a.user_id`
  // By columns of the joins, so that the planner knows them for anti-joins.
  const isNobodys = kind === 'capture' ? sql`a.vehicle_id is null and k.vehicle_id is null` : sql`a.vehicle_id is null`
  const isWhose = whose?.userId == null ? isNobodys : sql`${user} = ${whose.userId}`
  return sql`
    select i.*, ${user} as user_id, a.task_assignment_id, a.due_on as assigned_due_on,
      least(i.due_on, a.due_on) as sort_on
    from (${select}) i
    left join task_assignment a on a.tenant_id = ${tenantId} and a.vehicle_id = i.vehicle_id and a.kind = i.kind
      and a.ref = i.ref and a.done_at is null
    ${
      kind === 'capture'
        ? sql`left join capture_assignment k on k.tenant_id = ${tenantId} and k.vehicle_id = i.vehicle_id`
        : sql``
    }
    where ${whose ? isWhose : sql`true`}`
}

const within = (day: Sql, { from, to }: ItemFilter): Sql => sql`
  ${from === undefined ? sql`` : sql`and ${day} >= ${from}::date`}
  ${to === undefined ? sql`` : sql`and ${day} <= ${to}::date`}`

const isDays = ({ from, to }: ItemFilter): boolean => from !== undefined || to !== undefined

/**
 * Every item that fits, in no order: a statement's CTEs and a select of them. A user's own are of the day that is
 * nearer, their cause's or that for which they are asked.
 */
export const allItems = (work: Work, narrow: ItemFilter): { tables: Sql; items: Sql } => {
  const { whose } = narrow
  const own = whose?.userId
  const sources = sourcesOf(work, own == null ? narrow : { ...narrow, among: vehiclesOf(work, own) })
  const used = own == null && isDays(narrow) ? sources.filter(({ isDated }) => isDated) : sources
  const parts = used.map((source) => withWhose(work, source, whose))
  const day = own == null ? sql`i.due_on` : sql`i.sort_on`
  return {
    tables: withTables(work),
    items:
      parts.length > 0
        ? sql`select i.* from (${sql.join(parts, sql` union all `)}) i where true ${within(day, narrow)}`
        : NO_ITEMS,
  }
}

const NO_ITEMS = sql`
  select null::text as kind, null::bigint as vehicle_id, null::text as ref, null::date as due_on,
    null::numeric as amount, 0 as without_amount, null::numeric as saving, null::int as resource_id,
    null::text as source_key, null::text as list, null::bigint as user_id, null::bigint as task_assignment_id,
    null::date as assigned_due_on, null::date as sort_on
  where false`

/** Of a source in the order (day, kind, vehicle, ref): what comes after the cursor; undefined where nothing does. */
const after = ({ kind, isDated }: Source, cursor: Cursor | undefined): Sql | undefined => {
  if (!cursor) return sql``
  const { on, vehicleId, ref } = cursor
  if (isDated && on === null) return undefined
  if (isDated)
    return sql`
      and i.due_on >= ${on}::date
      and (i.due_on, i.kind, i.vehicle_id, i.ref) > (${on}::date, ${cursor.kind}::text, ${vehicleId}::bigint, ${ref})`
  if (on !== null || (kind ?? '') > cursor.kind) return sql``
  if ((kind ?? '') < cursor.kind) return undefined
  return sql`
    and i.vehicle_id >= ${vehicleId}::bigint
    and (i.vehicle_id, i.ref) > (${vehicleId}::bigint, ${ref})`
}

/** Of all of a user's items: what comes after the cursor. */
const afterInAll = ({ on, kind, vehicleId, ref }: Cursor): Sql => {
  const key = sql`(i.kind, i.vehicle_id, i.ref) > (${kind}::text, ${vehicleId}::bigint, ${ref})`
  return on === null
    ? sql`and i.sort_on is null and ${key}`
    : sql`and (i.sort_on > ${on}::date or i.sort_on is null or i.sort_on = ${on}::date and ${key})`
}

/**
 * The first items after the cursor, in the order of their day, kind and vehicle; those without a day last.
 * Cost: of each source as many rows as the page has, in the order of an index where it has one; of a user's own, all.
 */
export const pageOfItems = (
  work: Work,
  narrow: ItemFilter,
  cursor: Cursor | undefined,
  limit: number,
): { tables: Sql; items: Sql } => {
  if (narrow.whose?.userId != null) {
    const { tables, items } = allItems(work, narrow)
    return {
      tables,
      items: sql`
        select i.* from (${items}) i
        where true ${cursor ? afterInAll(cursor) : sql``}
        order by i.sort_on nulls last, i.kind, i.vehicle_id, i.ref
        limit ${limit}`,
    }
  }
  const parts = sourcesOf(work, narrow).flatMap((source) => {
    const rest = after(source, cursor)
    if (rest === undefined || (isDays(narrow) && !source.isDated)) return []
    const order = source.isDated ? sql`i.due_on, i.kind, i.vehicle_id, i.ref` : sql`i.vehicle_id, i.ref`
    return [
      sql`(
        select j.* from (${withWhose(work, source, narrow.whose)} ${rest} ${within(sql`i.due_on`, narrow)}
        order by ${order}
        limit ${limit}) j)`,
    ]
  })
  return {
    tables: withTables(work),
    items: sql`
      select i.kind, i.vehicle_id, i.ref, i.due_on, i.amount, i.without_amount, i.saving, i.resource_id, i.source_key,
        i.list, i.user_id, i.task_assignment_id, i.assigned_due_on, i.due_on as sort_on
      from (${parts.length > 0 ? sql.join(parts, sql` union all `) : NO_ITEMS}) i
      order by i.due_on nulls last, i.kind, i.vehicle_id, i.ref
      limit ${limit}`,
  }
}
