// The demo's scheduled reports, as a real company would configure them: branding, recipients, and an alert. Without a
// mail server they are not sent, but shown in the local mailbox.
import type { Country } from '@padron/contract/places/countries'
import type { Frequency, ReportKind } from '@padron/contract/reports/rules'
import { localText } from '@padron/contract/texts/local-text'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import { firstOnOf, nextSend } from '../features/reports/definitions/schedule.ts'

type DemoReport = {
  name: string
  kind: ReportKind
  to: readonly string[]
  frequency: Frequency
  sendDay: number
  sendHour: number
  /** A shared view's name; without it, the filter. */
  view?: string
  filter?: { states: readonly number[] }
  emptyPolicy: 'send' | 'notice' | 'skip'
}
export type DemoReportsOwner = { tenantId: number; shortName: string; country: Country; timeZone: string }

const NUEVO_LEON = 19

const reports = (country: Country): readonly DemoReport[] => [
  {
    name: localText('Adeudos de la semana', country),
    kind: 'debts',
    to: ['gerencia', 'finanzas'],
    frequency: 'weekly',
    sendDay: 1,
    sendHour: 7,
    view: 'Los que más deben',
    emptyPolicy: 'notice',
  },
  {
    name: 'Qué cambió',
    kind: 'changes',
    to: ['gerencia'],
    frequency: 'weekly',
    sendDay: 5,
    sendHour: 16,
    ...(country === 'MX' ? { filter: { states: [NUEVO_LEON] } } : {}),
    emptyPolicy: 'notice',
  },
  {
    name: 'Lo que vence este mes',
    kind: 'expiries',
    to: ['operaciones'],
    frequency: 'monthly',
    sendDay: 1,
    sendHour: 8,
    emptyPolicy: 'skip',
  },
]

const FRAME = {
  header: 'Buen día:\nEste es el resumen de los vehículos a su cargo.',
  footer: 'Las cifras son las que dieron las fuentes públicas a la fecha que se indica.',
  contact: 'Dudas: control vehicular, extensión 1014.',
}

/** The email address of a demo company's main account. */
const demoMail = (shortName: string, mailbox = 'direccion'): string => `${mailbox}@${shortName}.example`

/** For the transaction's tenant. */
export const setUpDemoReports = async (
  tx: Tx,
  { tenantId, shortName, country, timeZone }: DemoReportsOwner,
  now: Date,
): Promise<void> => {
  const mails = (names: readonly string[]) => names.map((name) => demoMail(shortName, name))
  await sql`
    update app_user
    set email = ${demoMail(shortName)}
    where tenant_id = ${tenantId} and user_id = ${tenantId}`.execute(tx)
  await sql`
    insert into email_setting (tenant_id, active, tracking, tracking_mails, header, footer, contact_footer,
      from_email, facebook)
    values (${tenantId}, true, true, ${mails(['direccion'])}::text[], ${FRAME.header}, ${FRAME.footer},
      ${FRAME.contact}, ${demoMail(shortName, 'control.vehicular')},
      ${`https://www.facebook.com/${shortName}.ficticio`})`.execute(tx)
  for (const { to, view, filter = {}, ...report } of reports(country)) {
    const { name, kind, frequency, sendDay, sendHour, emptyPolicy } = report
    const firstOn = firstOnOf({ frequency, sendDay, sendHour, timeZone }, -1, now)
    const nextAt = nextSend({ frequency, sendDay, sendHour, firstOn, timeZone }, now)
    await sql`
      insert into scheduled_report (tenant_id, report_name, kind, mails, frequency, send_day, send_hour, view_id,
        filter, empty_policy, first_on, next_at)
      values (${tenantId}, ${name}, ${kind}, ${mails(to)}::text[], ${frequency}, ${sendDay}, ${sendHour},
        (select view_id from saved_view where tenant_id = ${tenantId} and view_name = ${view ?? null}),
        ${asJsonb(filter)}::jsonb, ${emptyPolicy}, ${firstOn}, ${nextAt.toISOString()})`.execute(tx)
  }
  await sql`insert into alert (tenant_id, alert_name, view_id, measure, threshold, mails)
    select ${tenantId}, ${localText('Adeudo de la flota', country)}, view_id, 'debt',
      ${country === 'MX' ? 5_000_000 : 500_000_000},
      ${mails(['gerencia'])}::text[]
    from saved_view
    where tenant_id = ${tenantId} and view_name = 'Los que más deben'`.execute(tx)
}
