// The vocabulary of scheduled reports: kinds, frequencies, and policies for empty reports. Both sides and the
// configuration workbook use these tables.
import type { EmailCounts } from '../queue.ts'
import { localText } from '../texts/local-text.ts'

/** One line, because the name is part of the email's subject. */
export const NAME_LINES = 'El nombre no puede tener saltos de línea'
export const isOneLine = (typed: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(typed)

/** Limit of reports of a company. */
export const REPORTS_AT_MOST = 200
/** Limit of alerts of a company. */
export const ALERTS_AT_MOST = 50
/** Limit of recipients of one report, one alert, or the tracking report. */
export const REPORT_MAILS_AT_MOST = 50
/**
 * Limit of emails of a company's scheduled reports and alerts within twenty-four hours; ordered ones have their own.
 */
export const SCHEDULED_EMAILS_A_DAY = 5_000
export const REPORT_NAME_MAX = 60
/** How long the files of scheduled emails can be opened. */
export const REPORT_RETENTION_DAYS = 30
/** Larger files are linked instead of attached. Bytes of the file; encoded it is a third larger. */
export const ATTACHED_BYTES = 7_000_000
/** The default hour of a report in the company's time zone. */
export const USUAL_HOUR = 7
/** Vehicles of one scheduled archive of PDFs. */
export const SHEETS_AT_MOST = 2_000

export const REPORT_KINDS = [
  {
    kind: 'debts',
    name: 'Adeudos',
    help: 'Lo que deben los vehículos del filtro: resumen, y un archivo de Excel con una fila por adeudo.',
  },
  {
    kind: 'vehicles',
    name: 'Vehículos',
    help: 'Todos los vehículos del filtro con sus estatus, en un archivo de Excel.',
  },
  { kind: 'expiries', name: 'Vencimientos', help: 'Lo vencido y lo que vence en los próximos 30 días.' },
  {
    kind: 'changes',
    name: 'Novedades',
    help:
      'Qué cambió desde el envío anterior: adeudos nuevos, pagados y que crecieron, lo que vence esta ' +
      'semana, y qué ' +
      'fuentes no se pudieron leer.',
  },
  {
    kind: 'sheets',
    name: 'Fichas en PDF',
    help: 'Un ZIP con la ficha de cada vehículo del filtro; si pesa mucho, va solo como enlace.',
  },
] as const
export type ReportKind = (typeof REPORT_KINDS)[number]['kind']
/** In the words of the current country. */
export const reportKinds = () =>
  REPORT_KINDS.map(({ kind, name, help }) => ({ kind, name: localText(name), help: localText(help) }))

export const FREQUENCIES = [
  { frequency: 'weekly', name: 'Semanal', help: 'Cada semana, el día elegido.' },
  { frequency: 'biweekly', name: 'Quincenal', help: 'Cada dos semanas, el día elegido.' },
  {
    frequency: 'monthly',
    name: 'Mensual',
    help: 'Cada mes, el día elegido; donde el mes es más corto, su último día.',
  },
] as const
export type Frequency = (typeof FREQUENCIES)[number]['frequency']

/** ISO 8601: 1 is Monday. */
export const WEEKDAYS = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const

export const EMPTY_POLICIES = [
  { policy: 'send', name: 'Enviar', help: 'El reporte se envía aunque no tenga filas.' },
  {
    policy: 'notice',
    name: 'Enviar «sin novedades»',
    help: 'Se envía solo un aviso de que no hay nada que informar, con las fuentes que no se pudieron leer.',
  },
  {
    policy: 'skip',
    name: 'No enviar',
    help:
      'No se envía nada, salvo que algo no se haya podido leer o que ningún vehículo cumpla el filtro; queda ' +
      'anotado en los envíos.',
  },
] as const
export type EmptyPolicy = (typeof EMPTY_POLICIES)[number]['policy']

export const FIRST_SENDS = [
  {
    value: -1,
    name: 'Según la configuración del reporte',
    help: 'Cada reporte se envía el próximo día que le toca; los que ya existían siguen con sus fechas.',
  },
  {
    value: 0,
    name: 'Esta semana',
    help:
      'El primer envío es el día configurado de esta semana. Si ese día o su hora ya pasaron, se envía la semana ' +
      'siguiente; los mensuales, el mes siguiente.',
  },
  {
    value: 1,
    name: 'La próxima semana',
    help:
      'El primer envío es el día configurado de la próxima semana; de los mensuales, el primero a partir del ' +
      'lunes próximo.',
  },
] as const
export type FirstSend = (typeof FIRST_SENDS)[number]['value']

export const MEASURES = [
  { measure: 'vehicles', name: 'Número de vehículos' },
  { measure: 'debt', name: 'Adeudo total' },
] as const
export type Measure = (typeof MEASURES)[number]['measure']
export const measureName = (measure: Measure): string =>
  localText(MEASURES.find((each) => each.measure === measure)?.name ?? measure)

/**
 * The result of a report in a round. `sent` and `notice`: its emails were written. `over`: the company reached the
 * day's limit of emails.
 */
export type RoundOutcome = 'sent' | 'notice' | 'skipped' | 'failed' | 'over'

/** The best delivery state of a report's emails; `forgotten`: they are no longer stored. */
export type EmailOutcome = 'sent' | 'pending' | 'kept' | 'failed' | 'forgotten'

export const emailOutcome = ({ sent, pending, kept, failed }: EmailCounts): EmailOutcome => {
  if (sent > 0) return 'sent'
  if (pending > kept) return 'pending'
  if (kept > 0) return 'kept'
  return failed > 0 ? 'failed' : 'forgotten'
}

const EMAIL_OUTCOME_TEXTS: Readonly<Record<'sent' | 'notice', Readonly<Record<EmailOutcome, string>>>> = {
  sent: {
    sent: 'Enviado',
    pending: 'Por enviar',
    kept: 'Guardado',
    failed: 'No se entregó',
    forgotten: 'Preparado',
  },
  notice: {
    sent: 'Se envió un aviso',
    pending: 'Aviso por enviar',
    kept: 'Se guardó un aviso',
    failed: 'El aviso no se entregó',
    forgotten: 'Se preparó un aviso',
  },
}
const OTHERS = { skipped: 'No se envió', failed: 'No se pudo generar', over: 'Límite diario de correos' } as const

/** A report counts as sent only if a mail server accepted one of its emails. */
export const outcomeText = (outcome: RoundOutcome, emails: EmailCounts): string =>
  outcome === 'sent' || outcome === 'notice' ? EMAIL_OUTCOME_TEXTS[outcome][emailOutcome(emails)] : OTHERS[outcome]
