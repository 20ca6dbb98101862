// A page of the to-do list, its sums, the number of a user's items, and the basis of the sums.
import type { PendingItem } from '@padron/contract/pending'
import { stateName } from '@padron/contract/places/states'
import { MONEY_TYPES } from '@padron/contract/resources'
import type { PendingKind } from '@padron/contract/rules/pending-kinds'
import type { RegistryField } from '@padron/contract/vehicles'
import { type RawBuilder, sql } from 'kysely'
import { DATED_TYPES } from '../../checks/store/obligations.ts'
import type { Tx } from '../../db/client.ts'
import { literals } from '../../fleet/debts.ts'
import { OBLIGED } from '../../fleet/obligations.ts'
import { MISSING } from '../../fleet/unknown-debts.ts'
import { discountsUntil } from '../dashboard/actions/discounts.ts'
import type { RequiredType } from '../documents/types/missing.queries.ts'
import { allItems, pageOfItems } from './items/items.ts'
import type { Cursor, Discount, ItemFilter, Work } from './items/work.ts'

/** The document types that some vehicles of the company must have. */
export const readRequired = async (tx: Tx, tenantId: number): Promise<RequiredType[]> => {
  const { rows } = await sql<RequiredType>`
    select t.document_type_id as "documentTypeId", t.required
    from document_type t
    where t.tenant_id = ${tenantId}
      and (t.required <> 'none' or exists (
        select from document_exception e
        where e.tenant_id = t.tenant_id and e.document_type_id = t.document_type_id and e.required))
    order by t.document_type_id`.execute(tx)
  return rows
}

type Scope = { tenantId: number; country: 'MX' | 'CO'; timeZone: string; today: string }

/** Cost: the open debts of the rules' kinds once. */
export const readDiscounts = async (tx: Tx, scope: Scope, until: string): Promise<Discount[]> => {
  const discounts = await discountsUntil(tx, scope, until)
  if (!discounts) return []
  const next = sql`case when c.deadline >= ${scope.today}::date then c.deadline else c."otherDeadline" end`
  const { rows } = await sql<Discount>`
    select distinct on (vehicle_id, resource_id) vehicle_id as "vehicleId", resource_id as "resourceId",
      due_on as "dueOn", sum(saving)::float8 as saving
    from (select c.vehicle_id, c.resource_id, ${next} as due_on, c.saving from (${discounts}) c where c.fits) e
    group by vehicle_id, resource_id, due_on
    order by vehicle_id, resource_id, due_on`.execute(tx)
  return rows
}

type Row = Omit<PendingItem, 'stateName' | 'title' | 'assignment'> & {
  stateId: number
  sortOn: string | null
  list: 'asked' | 'old' | null
  name: string | null
  userId: number | null
  username: string | null
  assignedDueOn: string | null
  note: string | null
  assignedBy: string | null
  assignedAt: string | null
}

const LISTS = { asked: 'Requiere intervención', old: 'La captura ya pasó su vigencia' } as const

const titleOf = ({ kind, name }: Row): string =>
  name ?? (kind === 'difference' ? 'Datos del registro que difieren' : '')

const asItem = (row: Row): PendingItem => {
  const {
    stateId,
    sortOn: _,
    list,
    name: _name,
    userId,
    username,
    assignedDueOn,
    note,
    assignedBy,
    assignedAt,
    ...item
  } = row
  return {
    ...item,
    stateName: stateName(stateId),
    title: titleOf(row),
    detail: list === null ? item.detail : LISTS[list],
    assignment:
      userId === null
        ? null
        : {
            userId,
            username: username ?? '',
            dueOn: assignedDueOn,
            note: note ?? '',
            assignedBy,
            assignedAt: assignedAt ?? '',
          },
  }
}

const cursorText = ({ sortOn, kind, vehicleAssetId, ref }: Row): string =>
  Buffer.from(JSON.stringify([sortOn, kind, vehicleAssetId, ref])).toString('base64url')

/** The debts of an item without a valid mark as paid. */
const OPEN_DEBTS = sql`(
  select nullif(count(*), 0)::int
  from debt d
  where d.tenant_id = v.tenant_id and d.vehicle_id = i.vehicle_id and d.resource_id = i.resource_id
    and d.ended_at is null and (d.marked_paid_at is null or d.mark_refuted_at is not null)
    and i.kind in ('fine', 'tax', 'debt'))`

const DIFFERING = sql<RegistryField[]>`
  case when i.kind = 'difference' then array(
    select distinct d
    from vehicle_registry g
    cross join unnest(g.differing) d
    where g.tenant_id = v.tenant_id and g.vehicle_id = i.vehicle_id
    order by 1) else '{}' end`

/** Cost: the page (items/items.ts), and the names of its rows by key. */
export const readPage = async (
  tx: Tx,
  work: Work,
  narrow: ItemFilter,
  { cursor, limit }: { cursor: Cursor | undefined; limit: number },
): Promise<{ items: PendingItem[]; next: string | null }> => {
  const { tenantId } = work
  const { tables, items } = pageOfItems(work, narrow, cursor, limit + 1)
  const { rows } = await sql<Row>`
    ${tables}
    select i.kind, i.vehicle_id as "vehicleAssetId", i.ref, v.plate, v.vin, v.custom_id as "customId",
      v.state_id as "stateId", coalesce(o.title, t.type_name, r.resource_name) as name, o.detail, i.due_on as "dueOn",
      i.sort_on as "sortOn", i.amount::float8 as amount, i.without_amount as "withoutAmount", ${OPEN_DEBTS} as debts,
      i.saving::float8 as saving, ${DIFFERING} as differing, i.resource_id as "resourceId",
      r.resource_type_id as "resourceTypeId", o.document_id as "documentId", i.list, i.user_id as "userId",
      u.username, a.due_on as "assignedDueOn", a.note, a.assigned_by as "assignedBy",
      coalesce(a.assigned_at, k.assigned_at) as "assignedAt"
    from (${items}) i
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = i.vehicle_id
    left join obligation o on o.tenant_id = ${tenantId} and o.vehicle_id = i.vehicle_id and o.source_key = i.source_key
    left join resource r on r.resource_id = i.resource_id
    left join document_type t on t.tenant_id = ${tenantId}
      and t.document_type_id = case when i.kind = 'missing' then i.ref::bigint end
    left join task_assignment a on a.tenant_id = ${tenantId} and a.task_assignment_id = i.task_assignment_id
    left join capture_assignment k on i.kind = 'capture' and k.tenant_id = ${tenantId} and k.vehicle_id = i.vehicle_id
    left join user_name u on u.user_id = i.user_id
    order by i.sort_on nulls last, i.kind, i.vehicle_id, i.ref`.execute(tx)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(asItem), next: rows.length > limit && last ? cursorText(last) : null }
}

type Sums = {
  kind: PendingKind
  count: number
  overdue: number
  amount: number | null
  withAmount: number
  withoutAmount: number
}

const DEBTS: readonly PendingKind[] = ['fine', 'tax', 'debt']

/** Cost: every item once. */
export const readSums = async (tx: Tx, work: Work, narrow: ItemFilter) => {
  const { tables, items } = allItems(work, narrow)
  await sql`set local jit = off`.execute(tx)
  const { rows } = await sql<Sums>`
    ${tables}
    select i.kind, count(*)::int as count, count(*) filter (where i.due_on < ${work.today}::date)::int as overdue,
      sum(i.amount)::float8 as amount, count(i.amount)::int as "withAmount",
      coalesce(sum(i.without_amount), 0)::int as "withoutAmount"
    from (${items}) i
    group by 1
    order by 1`.execute(tx)
  const sum = (field: 'count' | 'overdue' | 'withAmount' | 'withoutAmount', of: readonly Sums[]): number =>
    of.reduce((all, row) => all + row[field], 0)
  const debts = rows.filter(({ kind }) => DEBTS.includes(kind))
  const paid = debts.length > 0 ? debts : rows.filter(({ kind }) => kind === 'payment')
  const amounts = paid.flatMap(({ amount }) => (amount === null ? [] : [amount]))
  return {
    total: sum('count', rows),
    overdue: sum('overdue', rows),
    byKind: rows.map(({ kind, count }) => ({ kind, count })),
    worth: {
      amount: amounts.length > 0 ? Math.round(amounts.reduce((a, b) => a + b, 0) * 100) / 100 : null,
      items: sum('withAmount', paid),
      withoutAmount: sum('withoutAmount', paid),
    },
  }
}

/** The number of the user's items, and of those for today or earlier. Cost: the vehicles with an item of the user. */
export const readMine = async (tx: Tx, work: Work, userId: number): Promise<{ total: number; due: number }> => {
  const { tables, items } = allItems(work, { vehicles: [], whose: { userId }, from: undefined, to: undefined })
  const { rows } = await sql<{ total: number; due: number }>`
    ${tables}
    select count(*)::int as total, count(*) filter (where i.sort_on <= ${work.today}::date)::int as due
    from (${items}) i`.execute(tx)
  return rows[0] ?? { total: 0, due: 0 }
}

/** Types whose answers make items: debts and dates. */
const TYPES = literals([...MONEY_TYPES, ...DATED_TYPES])

/**
 * Vehicles with obligations, and those of which every source of debts and dates has a valid answer.
 * Cost: their rows of vehicle_resource once.
 */
export const readBasis = async (
  tx: Tx,
  tenantId: number,
  vehicles: readonly RawBuilder<unknown>[],
): Promise<{ known: number; total: number }> => {
  const { rows } = await sql<{ known: number; total: number }>`
    select count(*)::int as total, count(*) filter (where known)::int as known
    from (
      select not bool_or(${MISSING}) filter (where f.vehicle_id is not null) as known
      from vehicle v
      left join vehicle_resource f on f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id
        and f.resource_type_id in (${TYPES})
      where v.tenant_id = ${tenantId} and ${OBLIGED}
        ${vehicles.length > 0 ? sql`and ${sql.join([...vehicles], sql` and `)}` : sql``}
      group by v.vehicle_id) each`.execute(tx)
  return rows[0] ?? { known: 0, total: 0 }
}
