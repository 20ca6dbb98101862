// Expiry dates of the filter's vehicles between two days counted from today: the first rows for emails, all rows for
// workbooks.
import { addDays, localTime, WEEK_DAYS } from '@padron/contract/days'
import { money } from '@padron/contract/money'
import type { ObligationKind } from '@padron/contract/rules/obligation-kinds'
import { nearText } from '@padron/contract/texts/day-texts'
import { type RawBuilder, sql } from 'kysely'
import { kindsFor, obligationCondition, PAST_LINES_DAYS } from '../../../fleet/obligations.ts'
import { joinVehicle, matchesFilter, STATE_NAME } from './of-vehicles.ts'
import type { ReportContext } from './report-context.ts'
import { shortDay } from './report-texts.ts'

export type Due = {
  vehicleId: number
  dueOn: string
  plate: string
  vin: string
  stateName: string
  kind: ObligationKind
  title: string
  detail: string | null
  amount: number | null
  source: string
  sourceAt: string
}

/** Days from today; no `from`: unbounded. Past dates are sorted newest first. */
export type Within = { kinds?: readonly ObligationKind[]; from?: number; to: number }

/** The same seven days as the dashboard and the calendar. */
export const THIS_WEEK = { from: 0, to: WEEK_DAYS - 1 } as const satisfies Within

export const todayOf = ({ at, facts }: ReportContext): string => localTime(at, facts.timeZone).day

const conditions = (context: ReportContext, { kinds, from, to }: Within): RawBuilder<unknown> => {
  const { facts, roles } = context
  const today = todayOf(context)
  const may = kindsFor(roles, kinds?.join(','))
  const since = from === undefined ? sql`` : sql`and o.due_on >= ${addDays(today, from)}::date`
  return sql`${obligationCondition(facts.tenantId, may, addDays(today, -PAST_LINES_DAYS))} ${since}
    and o.due_on <= ${addDays(today, to)}::date and ${matchesFilter(context)}`
}

const DATES = sql`obligation o ${joinVehicle('o')}`
const COLUMNS = sql`
  o.vehicle_id as "vehicleId", o.due_on as "dueOn", v.plate, v.vin, ${STATE_NAME} as "stateName", o.kind, o.title,
    o.detail, o.amount::float8 as amount, o.told_by as "source", o.told_at as "sourceAt"`

/** Cost: the dates between both days, twice if there are more than `atMost`. */
export const dueWithin = async (
  context: ReportContext,
  within: Within,
  atMost: number,
): Promise<{ rows: Due[]; total: number }> => {
  const where = conditions(context, within)
  const direction = sql.raw(within.to < 0 ? 'desc' : 'asc')
  const { rows } = await sql<Due>`
    select ${COLUMNS}
    from ${DATES}
    where ${where}
    order by o.due_on ${direction}, v.plate, o.vehicle_id, o.source_key
    limit ${atMost}`.execute(context.tx)
  if (rows.length < atMost) return { rows, total: rows.length }
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from ${DATES} where ${where}`.execute(
    context.tx,
  )
  return { rows, total: counted[0]?.n ?? rows.length }
}

const CHUNK = 2_000

/** All rows by date, a chunk at a time. */
export async function* allDue(context: ReportContext, within: Within): AsyncGenerator<Due> {
  const where = conditions(context, within)
  let last: (Due & { key: string }) | undefined
  do {
    const beyond = last
      ? sql`and (o.due_on, v.plate, o.vehicle_id, o.source_key)
          > (${last.dueOn}::date, ${last.plate}, ${last.vehicleId}, ${last.key})`
      : sql``
    const { rows }: { rows: (Due & { key: string })[] } = await sql<Due & { key: string }>`
      select ${COLUMNS}, o.source_key as key
      from ${DATES}
      where ${where} ${beyond}
      order by o.due_on, v.plate, o.vehicle_id, o.source_key
      limit ${CHUNK}`.execute(context.tx)
    yield* rows
    last = rows.length < CHUNK ? undefined : rows.at(-1)
  } while (last)
}

export const DUE_COLUMNS = [
  { title: 'Fecha' },
  { title: 'Placa' },
  { title: 'Qué' },
  { title: 'Importe', right: true },
] as const

/** Rows of `DUE_COLUMNS`. */
export const dueRows = (due: readonly Due[], context: ReportContext): string[][] => {
  const today = todayOf(context)
  return due.map(({ dueOn, plate, title, amount }) => [
    `${shortDay(dueOn, 'UTC')}\n${nearText(dueOn, today)}`,
    plate,
    title,
    amount === null ? '' : money(amount, context.facts.country),
  ])
}
