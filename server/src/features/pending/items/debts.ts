// Debts as items, by kind: a source's debts minus those marked as paid, with the day on which a discount ends.
import { MONEY_TYPES, RESOURCE_TYPES, type StatusColumn } from '@padron/contract/resources'
import type { PendingKind } from '@padron/contract/rules/pending-kinds'
import { sql } from 'kysely'
import { literals, OWES } from '../../../fleet/debts.ts'
import { OBLIGED } from '../../../fleet/obligations.ts'
import { type ItemFilter, ofVehicles, type Source, type Sql, type Work } from './work.ts'

const typesWith = (...columns: readonly StatusColumn[]): number[] =>
  RESOURCE_TYPES.flatMap(({ id, column }) => (column !== null && columns.includes(column) ? [id] : []))
const FINES = typesWith('ticketStatus', 'ticketsCDMXStatus', 'ticketsEnvStatus', 'violationStatus')
const TAXES = typesWith('tenenciaStatus', 'refrendoStatus')
/** The kinds of debt items, by resource types. */
const OWED: Readonly<Record<'fine' | 'tax' | 'debt', readonly number[]>> = {
  fine: FINES,
  tax: TAXES,
  debt: [...MONEY_TYPES].filter((type) => ![...FINES, ...TAXES].includes(type)),
}

/** Excludes amounts marked as paid; an item without any remaining amount is done. */
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

export const debtSources = (work: Work, narrow: ItemFilter): Source[] => {
  const kinds = (Object.keys(OWED) as (keyof typeof OWED)[]).filter((kind) => work.kinds.has(kind))
  return kinds.flatMap((kind) => [
    ...(work.discounts?.length ? [owedSource(work, narrow, kind, true)] : []),
    owedSource(work, narrow, kind, false),
  ])
}

/**
 * The CTEs that the sources of debts read: discounts, and amounts marked as paid of debts that the newest answer
 * listed. An incomplete answer may omit others, which its total does not include.
 */
export const withTables = ({ tenantId, kinds, discounts }: Work): Sql => {
  const isOwed = Object.keys(OWED).some((kind) => kinds.has(kind as PendingKind))
  return isOwed
    ? sql`with marked as materialized (
        select d.vehicle_id, d.resource_id, sum(d.total) as total,
          (count(*) filter (where d.total is null))::int as without_amount
        from debt d
        join vehicle_resource f on f.tenant_id = d.tenant_id
          and f.vehicle_id = d.vehicle_id
          and f.resource_id = d.resource_id
          and f.good_at <= d.last_seen_at
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
