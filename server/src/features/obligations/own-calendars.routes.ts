// Calendars and holidays that a company adds for its own vehicles. calendar.queries.ts lists them with the official
// ones.
import { ownCalendars as calls, type OwnCalendar } from '@padron/contract/obligations'
import {
  OWN_CALENDARS_AT_MOST,
  type OwnCalendarFields,
  ownCalendarFaults,
} from '@padron/contract/rules/own-calendar-rules'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { asJsonb } from '../../db/json.ts'
import { HttpProblem, notFound, refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'

const CHANGED = 'El calendario cambió en otra ventana; ábralo de nuevo.'
const TOO_MANY = `Su empresa ya tiene ${OWN_CALENDARS_AT_MOST} calendarios propios; elimine alguno.`

const readOwnCalendars = async (tx: Tx, tenantId: number): Promise<OwnCalendar[]> => {
  const { rows } = await sql<OwnCalendar>`
    select own_calendar_id as "ownCalendarId", kind, title, state_ids as states, digits, spans as windows, note,
      row_version as version
    from own_calendar
    where tenant_id = ${tenantId}
    order by fold(title), own_calendar_id`.execute(tx)
  return rows
}

const refuseWrong = (fields: OwnCalendarFields, { country }: Session): void => {
  const faults = ownCalendarFaults(fields, country)
  if (faults[0]) throw new HttpProblem(422, `${faults[0].message}.`, faults)
}

/** Takes a lock so that a company adds one at a time: two at once could exceed the limit. */
const refuseMany = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('own_calendar ' || ${tenantId}::bigint, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from own_calendar
    where tenant_id = ${tenantId}`.execute(tx)
  if ((rows[0]?.n ?? 0) >= OWN_CALENDARS_AT_MOST) throw refuse(422, TOO_MANY)
}

/** Sorted, each value once, so that the same choice is stored alike. */
const sortedSet = (numbers: readonly number[]): number[] => [...new Set(numbers)].toSorted((a, b) => a - b)

const columnsOf = ({ kind, title, states, digits, windows, note }: OwnCalendarFields) => ({
  kind,
  title: title.trim(),
  state_ids: sortedSet(states),
  digits: sortedSet(digits),
  spans: sql<string>`${asJsonb(windows.toSorted((a, b) => a.from.localeCompare(b.from)))}::jsonb`,
  note: note.trim(),
})

export const ownCalendars: Handlers<typeof calls> = {
  list: async ({ session, tx }) => ({ calendars: await readOwnCalendars(tx, session.tenantId) }),

  add: async ({ body, session, tx }) => {
    refuseWrong(body, session)
    await refuseMany(tx, session.tenantId)
    const { own_calendar_id } = await tx
      .insertInto('own_calendar')
      .values({ ...columnsOf(body), tenant_id: session.tenantId })
      .returning('own_calendar_id')
      .executeTakeFirstOrThrow()
    return { ownCalendarId: own_calendar_id }
  },

  change: async ({ params: { ownCalendarId }, body: { version, ...fields }, session, tx }) => {
    refuseWrong(fields, session)
    const { rows } = await sql<{ version: number }>`
      select row_version as version
      from own_calendar
      where tenant_id = ${session.tenantId} and own_calendar_id = ${ownCalendarId}
      for update`.execute(tx)
    const [found] = rows
    if (!found) throw notFound()
    if (found.version !== version) throw refuse(409, CHANGED, 'version')
    await tx
      .updateTable('own_calendar')
      .set({ ...columnsOf(fields), row_version: version + 1 })
      .where('tenant_id', '=', session.tenantId)
      .where('own_calendar_id', '=', ownCalendarId)
      .execute()
    return { message: calls.change.done }
  },

  remove: async ({ params: { ownCalendarId }, session: { tenantId }, tx }) => {
    const deleted = await tx
      .deleteFrom('own_calendar')
      .where('tenant_id', '=', tenantId)
      .where('own_calendar_id', '=', ownCalendarId)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw notFound()
    return { message: calls.remove.done }
  },
}
