// How current the data of the filter's vehicles is: vehicles never checked, without a valid answer, with an outdated
// answer, and the oldest answer.
import { WITHOUT_ANSWER } from '@padron/contract/rules/debt-answers'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { type RawBuilder, sql } from 'kysely'
import { whereOf } from '../../../fleet/where.ts'
import type { MailBlock } from '../../../mail/email-content.ts'
import type { ReportContext } from './report-context.ts'
import { momentAndZone } from './report-texts.ts'

export const INVALID = sql`(f.good_at is null or f.status_id in (${sql.raw(WITHOUT_ANSWER.join(', '))}))`

export type Freshness = {
  vehicles: number
  /** Vehicles without any check. */
  neverChecked: number
  without: number
  old: number
  /** Vehicles with any gap: without a check, without a valid answer, or outdated. */
  incomplete: number
  oldest: string | null
}
const NOTHING: Freshness = { vehicles: 0, neverChecked: 0, without: 0, old: 0, incomplete: 0, oldest: null }

/**
 * Cost: one pass over the filter's vehicles and over the company's checks, joined by hash.
 * @param only which checks count, as `f`
 */
export const readFreshness = async (
  { tx, facts, fleet, at }: ReportContext,
  only: RawBuilder<unknown> = sql`true`,
): Promise<Freshness> => {
  const { rows } = await sql<Freshness>`
    with checks as (select f.vehicle_id as id, bool_or(f.last_at is not null or f.good_at is not null) as checked,
    bool_or(${INVALID}) as without,
        bool_or(not ${INVALID} and f.fresh_until < ${at.toISOString()}) as old, min(f.good_at) as oldest
      from vehicle_resource f
      join resource r on r.resource_id = f.resource_id and not r.retired and r.purpose = 'status'
      where f.tenant_id = ${facts.tenantId} and ${only}
      group by 1)
    select count(*)::int as vehicles, count(*) filter (where x.checked is not true)::int as "neverChecked",
      count(*) filter (where x.checked and x.without)::int as without, count(*) filter (where x.old)::int as old,
      count(*) filter (where x.id is null or x.without or x.old)::int as incomplete, min(x.oldest) as oldest
    from vehicle v
    left join checks x on x.id = v.vehicle_id
    where ${whereOf(fleet.query, facts)}`.execute(tx)
  return rows[0] ?? NOTHING
}

export const oldestText = (oldest: string | null, { facts: { timeZone } }: ReportContext): MailBlock[] =>
  oldest === null
    ? []
    : [{ is: 'text', text: `El dato más antiguo es del ${momentAndZone(oldest, timeZone)}.`, muted: true }]

/** The section that says how complete the data behind the report is. */
export const freshnessBlocks = (freshness: Freshness, context: ReportContext): MailBlock[] => {
  const { neverChecked, without, old, oldest } = freshness
  const counted: readonly (readonly [string, number])[] = [
    ['Nunca consultados', neverChecked],
    ['Con alguna fuente sin respuesta válida', without],
    ['Con dato antiguo', old],
  ]
  const missing = counted.filter(([, n]) => n > 0)
  return [
    { is: 'heading', text: 'Cobertura' },
    missing.length === 0
      ? { is: 'text', text: 'Todas las fuentes tienen una respuesta vigente, para todos los vehículos.' }
      : { is: 'facts', rows: missing.map(([what, n]) => [what, vehiclesText(n)] as const) },
    ...oldestText(oldest, context),
  ]
}
