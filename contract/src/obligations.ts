// Due dates of documents, of the sources' answers, and of official calendars (informative): a list by week, a feed for
// calendar programs, and reminders by email.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { ChannelIds, NamedChannels } from './channels.ts'
import { Day, Done, Id, IdText, Instant, listText, Page, text, Version } from './common.ts'
import { dateOfDay } from './days.ts'
import { ObligationKind, ReminderKind } from './rules/obligation-kinds.ts'
import { OfficialHoliday, RuleValidity, UnitValue } from './rules/official-rules.ts'
import { OwnCalendarFields, OwnKind } from './rules/own-calendar-rules.ts'

export const OBLIGATIONS_PAGE = 25
/** Rows per page: for the screen, a week and a month, and print. */
const OBLIGATIONS_PAGES = ['25', '100', '1000'] as const
export const OBLIGATION_WEEKS = 13
export const OBLIGATION_MONTHS = 12
/** Maximum rows of a direct download of the workbook; larger ones are a job. */
export const OBLIGATIONS_DOWNLOAD_AT_MOST = 10_000
/** Days before a date on which a reminder can be sent. */
export const LADDER = [60, 30, 15, 7, 3, 1, 0] as const
export const USUAL_LADDER: readonly number[] = [30, 7, 1]

const NO_SUCH_DAY = 'Elija los días de la lista'
const DayText = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Escriba una fecha válida'))

/** Any of these kinds. */
const KindsText = z.optional(listText(ObligationKind.options, 'Tipo de vencimiento no válido'))
/** Part of a plate, VIN, identifier or holder's name. */
const SearchText = z.optional(text(100))
export const GROUPINGS = ['kind', 'holder'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** The selection of dates: between two days, from today on, overdue, or a whole month. */
const WHICH = {
  from: z.optional(DayText),
  to: z.optional(DayText),
  overdue: z.optional(z.literal('true', 'Valor no válido')),
  month: z.optional(z.string().check(z.regex(/^(?:19|2[01])\d\d-(?:0[1-9]|1[0-2])$/, 'Escriba un mes como aaaa-mm'))),
  kinds: KindsText,
  search: SearchText,
  /** The rows are by group, then by date. */
  groupBy: z.optional(z.enum(GROUPINGS, 'Agrupación no válida')),
}
export const ObligationFilter = z.strictObject(WHICH)
export type ObligationFilter = z.infer<typeof ObligationFilter>

const MONTH_NAME = new Intl.DateTimeFormat('es-MX', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** `2026-11` → `noviembre de 2026` */
export const monthName = (month: string): string => MONTH_NAME.format(dateOfDay(`${month}-01`))

export const Obligation = z.object({
  /** Id of the date of one item; stays the same while the item exists. */
  obligationId: z.string(),
  kind: ObligationKind,
  dueOn: Day,
  vehicleAssetId: Id,
  plate: z.string(),
  vin: z.string(),
  customId: z.nullable(z.string()),
  stateName: z.string(),
  /** The name in «Razón social»; null: the vehicle has none. */
  holder: z.nullable(z.string()),
  /** `Póliza de seguro`, `Línea de captura 8817…`. */
  title: z.string(),
  detail: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  /** The source and the time of its answer, or the person who wrote the date in the document. */
  source: z.string(),
  toldAt: Instant,
  documentId: z.nullable(z.int()),
  resourceTypeId: z.nullable(z.int()),
})
export type Obligation = z.infer<typeof Obligation>

const Counts = z.object({
  document: z.int(),
  insurance: z.int(),
  inspection: z.int(),
  card: z.int(),
  plate: z.int(),
  payment: z.int(),
})
export const Week = z.object({
  /** Seven days; the first week begins today (days.ts). */
  from: Day,
  to: Day,
  total: z.int(),
  vehicles: z.int(),
  /** Sum of payment lines; null if none has an amount. */
  amount: z.nullable(z.number()),
  byKind: Counts,
})
export type Week = z.infer<typeof Week>

/** All rows of a group, including those on other pages. */
export const ObligationGroup = z.object({
  /** A kind, or the name of a holder; null: vehicles without a holder. */
  key: z.nullable(z.string()),
  total: z.int(),
  vehicles: z.int(),
  /** Sum of payment lines; null if none has an amount. */
  amount: z.nullable(z.number()),
})
export type ObligationGroup = z.infer<typeof ObligationGroup>

const Overdue = z.object({ total: z.int(), vehicles: z.int(), byKind: Counts })
/** How many vehicles with obligations have a known date of these kinds: the basis of the counts. */
const DatesBasis = z.object({ known: z.int(), total: z.int() })

/** @public */
export const RuleOccurrence = z.object({
  from: Day,
  /** The last day; if two sources differ, the earlier one, which is safe by both. */
  to: Day,
  /** The later last day by another source; null: no source gives one. */
  otherTo: z.nullable(Day),
  vehicles: z.int(),
})
export const CalendarRule = z.object({
  ruleKey: z.string(),
  /** Added by the company for its own vehicles: its key is that of `ownRuleKey`, and it has no source. */
  own: z.boolean(),
  kind: OwnKind,
  title: z.string(),
  /** `Ciudad de México, Estado de México`. */
  where: z.string(),
  /** Last digits of the plate; null: all plates. */
  digits: z.nullable(z.array(z.int())),
  /** The rule in words: months, weekdays. */
  says: z.string(),
  ...RuleValidity.shape,
  /** Its dates within the requested weeks, with the vehicles concerned. */
  occurrences: z.array(RuleOccurrence),
})
export type CalendarRule = z.infer<typeof CalendarRule>

const STALE = ['obligations.feed'] as const

export const OwnCalendar = z.object({ ownCalendarId: Id, ...OwnCalendarFields.shape, version: z.int() })
export type OwnCalendar = z.infer<typeof OwnCalendar>

const OWN_STALE = ['ownCalendars.list', 'obligations.rules', 'obligations.ruleVehicles', 'activity.list'] as const

export const ownCalendars = calls('ownCalendars', {
  list: get('/api/v2/obligations/own-calendars', {
    summary: 'Los calendarios y días inhábiles que la empresa agregó para sus vehículos, por título.',
    needs: 'vehicles_read',
    scope: 'own',
    reply: z.object({ calendars: z.array(OwnCalendar) }),
    fails: 'Error al obtener los calendarios propios',
  }),
  add: post('/api/v2/obligations/own-calendars', {
    summary: 'Agrega un calendario o un día inhábil propio, de todos los años o de uno.',
    needs: 'documents_admin',
    body: OwnCalendarFields,
    reply: z.object({ ownCalendarId: Id }),
    touches: OWN_STALE,
    done: 'Calendario guardado',
    fails: 'No se pudo guardar el calendario',
  }),
  change: put('/api/v2/obligations/own-calendars/:ownCalendarId', {
    summary: 'Cambia un calendario o un día inhábil propio.',
    needs: 'documents_admin',
    params: z.object({ ownCalendarId: IdText }),
    body: z.strictObject({ ...OwnCalendarFields.shape, version: Version }),
    reply: Done,
    touches: OWN_STALE,
    done: 'Calendario guardado',
    fails: 'No se pudo guardar el calendario',
  }),
  remove: del('/api/v2/obligations/own-calendars/:ownCalendarId', {
    summary: 'Elimina un calendario o un día inhábil propio.',
    needs: 'documents_admin',
    params: z.object({ ownCalendarId: IdText }),
    reply: Done,
    touches: OWN_STALE,
    done: 'Calendario eliminado',
    fails: 'No se pudo eliminar el calendario',
  }),
})

export const obligations = calls('obligations', {
  weeks: get('/api/v2/obligations/weeks', {
    summary:
      `Cuánto vence en cada una de las próximas ${OBLIGATION_WEEKS} semanas, ` +
      'cuánto ya venció y cuánto vence después.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.strictObject({ kinds: KindsText, search: SearchText }),
    reply: z.object({
      /** In the company's time zone. */
      today: Day,
      overdue: Overdue,
      weeks: z.array(Week),
      later: z.int(),
      basis: DatesBasis,
    }),
    fails: 'Error al obtener los datos',
  }),
  months: get('/api/v2/obligations/months', {
    summary:
      `Cuánto vence en cada uno de los próximos ${OBLIGATION_MONTHS} meses, el actual entero, cuánto ya venció y ` +
      'cuánto vence después.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.strictObject({ kinds: KindsText, search: SearchText }),
    reply: z.object({
      today: Day,
      /** Overdue dates of this month are also in this month. */
      overdue: Overdue,
      months: z.array(Week),
      later: z.int(),
      basis: DatesBasis,
    }),
    fails: 'Error al obtener los datos',
  }),
  list: get('/api/v2/obligations', {
    summary:
      'Lo que vence entre dos fechas, por fecha y placa, con total exacto; sin ellas, lo que vence desde hoy; con ' +
      'overdue, lo que ya venció; con month, todo lo de un mes.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.strictObject({
      ...WHICH,
      vehicleAssetId: z.optional(z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Identificador no válido'))),
      page: Page,
      pageSize: z.optional(z.enum(OBLIGATIONS_PAGES, 'Tamaño de página no válido')),
    }),
    reply: z.object({
      today: Day,
      obligations: z.array(Obligation),
      totalCount: z.int(),
      /** The groups of the page's rows, in order; empty without grouping. */
      groups: z.array(ObligationGroup),
    }),
    fails: 'Error al obtener los datos',
  }),
  workbook: post('/api/v2/obligations/workbook', {
    summary:
      'Un archivo de Excel con lo que la lista tiene en todas sus páginas: su dirección, por quince minutos, o hasta ' +
      'que lo termine un trabajo si son muchas filas.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    body: ObligationFilter,
    reply: z.object({
      totalCount: z.int(),
      /** Null: a job writes the file, and the queue panel shows it. */
      fileUrl: z.nullable(z.string()),
      queueItemId: z.nullable(z.string()),
    }),
    touches: ['queue.items'],
    fails: 'No se pudo generar el archivo',
  }),
  rules: get('/api/v2/obligations/rules', {
    summary:
      'Los calendarios oficiales que tocan a la flota, informativos, con su fuente, y a cuántos vehículos en las ' +
      'semanas que se piden; los valores oficiales y los días inhábiles.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.strictObject({ from: z.optional(DayText), to: z.optional(DayText) }),
    reply: z.object({
      rules: z.array(CalendarRule),
      /** By unit, the newest first. */
      units: z.array(UnitValue),
      /** Official holidays; those of the company are among the rules. */
      holidays: z.array(OfficialHoliday),
    }),
    fails: 'Error al obtener los datos',
  }),
  ruleVehicles: get('/api/v2/obligations/rules/:ruleKey/vehicles', {
    summary: 'Los vehículos a los que toca un calendario oficial, por placa.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    params: z.object({ ruleKey: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, 'Calendario no válido')) }),
    query: z.strictObject({ page: Page }),
    reply: z.object({
      vehicles: z.array(
        z.object({
          vehicleAssetId: Id,
          plate: z.string(),
          vin: z.string(),
          customId: z.nullable(z.string()),
          stateName: z.string(),
        }),
      ),
      totalCount: z.int(),
    }),
    fails: 'Error al obtener los datos',
  }),
  feed: get('/api/v2/obligations/feed', {
    summary: 'Si el usuario tiene una dirección de calendario (ICS), desde cuándo y cuándo se leyó por última vez.',
    needs: 'vehicles_read',
    scope: 'own',
    reply: z.object({ feed: z.nullable(z.object({ createdAt: Instant, lastReadAt: z.nullable(Instant) })) }),
    fails: 'Error al obtener los datos',
  }),
  /** The address is returned once, because only its hash is stored. */
  createFeed: post('/api/v2/obligations/feed', {
    summary: 'Hace una dirección secreta de calendario (ICS); la anterior deja de servir. Se muestra una sola vez.',
    needs: 'vehicles_read',
    scope: 'own',
    person: true,
    reply: z.object({ path: z.string() }),
    touches: STALE,
    done: 'Dirección de calendario creada',
    fails: 'No se pudo crear la dirección de calendario',
  }),
  revokeFeed: del('/api/v2/obligations/feed', {
    summary: 'Revoca la dirección de calendario del usuario.',
    needs: 'vehicles_read',
    scope: 'own',
    person: true,
    reply: Done,
    touches: STALE,
    done: 'Dirección de calendario revocada',
    fails: 'No se pudo revocar la dirección de calendario',
  }),
  reminders: get('/api/v2/obligations/reminders', {
    summary: 'Los recordatorios del usuario: si están activos, cuántos días antes, de qué y por dónde.',
    needs: 'vehicles_read',
    scope: 'own',
    reply: z.object({
      active: z.boolean(),
      days: z.array(z.int()),
      kinds: z.array(ReminderKind),
      /** The user's own address; null: the user has none, so none can be sent. */
      email: z.nullable(z.string()),
      byEmail: z.boolean(),
      /** Channels that receive the reminders too. */
      channels: NamedChannels,
      /** Whether this installation sends email. */
      mails: z.boolean(),
      /** The last round that was sent to this user. */
      lastSentAt: z.nullable(Instant),
    }),
    fails: 'Error al obtener los datos',
  }),
  setReminders: put('/api/v2/obligations/reminders', {
    summary: 'Guarda los recordatorios del usuario; a canales solo los envía quien puede consultar los reportes.',
    needs: 'vehicles_read',
    scope: 'own',
    person: true,
    body: z.strictObject({
      active: z.boolean(),
      days: z
        .array(
          z.int().check(
            z.gte(0, NO_SUCH_DAY),
            z.lte(60, NO_SUCH_DAY),
            z.refine((days) => (LADDER as readonly number[]).includes(days), NO_SUCH_DAY),
          ),
        )
        .check(z.maxLength(LADDER.length, 'Elija los días de la lista')),
      kinds: z.array(ReminderKind).check(z.maxLength(7)),
      /** Omitted: unchanged; default for a new setting: true. */
      byEmail: z.optional(z.boolean()),
      channels: ChannelIds,
    }),
    reply: Done,
    touches: ['obligations.reminders'],
    done: 'Cambios guardados correctamente',
    fails: 'No se pudieron guardar los recordatorios',
  }),
})
