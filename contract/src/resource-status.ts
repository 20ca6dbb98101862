// The drawers' content: for each resource and resource type the newest good answer, its query and its result (spec core
// §3 "Scraped resource", §7). Every answer has its source and time; a failed one never hides a good one.
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { Debt, Freshness } from './catalogue/rows.ts'
import { Day, Done, Id, IdText, Instant, Status, text } from './common.ts'
import { Service } from './processing.ts'
import { AppealTerm, UNITS, type Unit, UnitValue } from './rules/official-rules.ts'
import { numberText } from './texts/count-of.ts'
import { numericDay } from './texts/day-texts.ts'
import { localText } from './texts/local-text.ts'

const Money = z.number()

/** One fine, tenencia or refrendo. A null amount was not given by the source: unknown, not zero. */
export const DebtRow = z.object({
  folio: z.nullable(z.string()),
  description: z.string(),
  dateTime: z.nullable(z.string()),
  subTotal: z.nullable(Money),
  discountsSum: z.nullable(Money),
  surchargesSum: z.nullable(Money),
  total: z.nullable(Money),
  /**
   * Units of account in which the source states it instead of an amount. Its amounts are computed with the value of the
   * unit on its day, and are null while that value is not published.
   */
  units: z.optional(z.number()),
  unit: z.optional(z.enum(UNITS)),
  /** Whether the source reports a camera; absent if it does not say. */
  electronic: z.optional(z.boolean()),
  /**
   * The day of its notification, `yyyy-MM-dd`, from which the discount of a camera fine counts; absent if the source
   * gives none.
   */
  notifiedOn: z.optional(Day),
  /** The last day on which it can be appealed, by a rule in force. */
  appeal: z.optional(AppealTerm),
  /** The source's discount for prompt payment, whether or not `discountsSum` includes it. */
  promptPaymentDiscount: z.optional(Money),
  /** Since when the source lists it; absent without a history. */
  firstSeen: z.optional(Instant),
  /**
   * A user marked it as paid; sources show payments up to 72 hours later, so the next answer confirms or refutes it.
   */
  markedPaid: z.optional(z.object({ dateTime: Instant, who: z.string() })),
  /** The key to mark it. */
  debtKey: z.optional(z.string()),
})
export type DebtRow = z.infer<typeof DebtRow>

/**
 * 'Fotodetección, notificada el 13/11/2026': the kind and notification day of a fine, from which its discount counts;
 * '' if the source gives neither.
 */
export const noticeText = ({ electronic, notifiedOn }: Pick<DebtRow, 'electronic' | 'notifiedOn'>): string => {
  if (electronic)
    return `Fotodetección, ${notifiedOn ? `notificada el ${numericDay(notifiedOn)}` : 'sin fecha de notificación'}`
  return notifiedOn ? `Notificada el ${numericDay(notifiedOn)}` : ''
}

const UMA_BEGINS = '2016-01-28'
/** The year of the value that is in force on a day: that of the UMA begins on 1 February. */
const valueYear = (unit: Unit, day: string): number =>
  Number(day.slice(0, 4)) - (unit === 'UMA' && day.slice(5, 7) === '01' ? 1 : 0)

/**
 * '10 UMA, valor de 2027 sin publicar': the text in place of the amount of a debt in units whose value is unknown; ''
 * for any other debt.
 */
export const unpricedText = ({
  units,
  unit,
  total,
  dateTime,
}: Pick<DebtRow, 'units' | 'unit' | 'total' | 'dateTime'>): string => {
  if (total !== null || units === undefined || unit === undefined) return ''
  const stated = `${numberText(units)} ${unit}`
  if (dateTime === null) return `${stated}, sin fecha`
  if (unit === 'UMA' && dateTime < UMA_BEGINS) return `${stated}, sin valor antes de 2016`
  return `${stated}, valor de ${valueYear(unit, dateTime)} sin publicar`
}

export const ResourceResult = z.object({
  name: z.string(),
  subTotal: z.nullable(Money),
  discount: z.nullable(Money),
  surcharge: z.nullable(Money),
  total: z.nullable(Money),
  paymentLine: z.nullable(z.string()),
  paymentLineDueDate: z.nullable(z.string()),
  pdfUrl: z.nullable(z.string()),
  /** The source's total differs from the sum of its rows; it is stored as given. */
  sumMismatch: z.optional(z.boolean()),
  /**
   * Another resource lists these debts with their amounts; here they are only mentioned and not added to any sum.
   */
  elsewhere: z.optional(z.boolean()),
  /** A relevant fact of the source: the new plate, the registered brand, the policy's end. */
  notes: z.optional(z.array(z.object({ label: z.string(), value: z.string() }))),
  scrapedTickets: z.array(DebtRow),
  scrapedTenencias: z.array(DebtRow),
  scrapedRefrendo: z.array(DebtRow),
})
export type ResourceResult = z.infer<typeof ResourceResult>

/** The outcome of the newest attempt. Only `ok` and `partial` write a status. */
export const OUTCOMES = {
  ok: 'Consultado',
  partial: 'Consulta parcial',
  'not-applicable': 'No aplica a este vehículo',
  'needs-input': 'La fuente pide más datos',
  captcha: 'La fuente pide una verificación humana',
  blocked: 'La fuente rechazó la consulta',
  'bad-credentials': 'La fuente rechazó las credenciales',
  /** The contract's credit is used up: HTTP 402, or the provider's own code. */
  'no-credit': 'Sin saldo',
  'rate-limited': 'La fuente pidió esperar',
  timeout: 'La fuente no respondió a tiempo',
  'http-error': 'La fuente falló',
  'shape-drift': 'La fuente cambió su respuesta',
  'circuit-open': 'Fuente en pausa por fallas repetidas',
  cancelled: 'Consulta cancelada',
} as const
export type Outcome = keyof typeof OUTCOMES
/** Outcomes that a person can resolve and a machine cannot: the check passes to manual capture. */
export const MANUAL_OUTCOMES: readonly Outcome[] = ['captcha', 'needs-input']
export const outcomeText = (outcome: string): string => OUTCOMES[outcome as Outcome] ?? outcome

const Attempt = z.object({
  outcome: z.string(),
  text: z.string(),
  /** An optional detail from the source or the parser, about this company's own vehicle. */
  remark: z.nullable(z.string()),
  dateTime: Instant,
  durationMs: z.int(),
})

const Resource = z.object({
  resourceId: z.int(),
  descriptionSpanish: z.string(),
  /** The current source; the displayed answer may be from another one: see `answer`. */
  portal: z.string(),
  portalUrl: z.nullable(z.string()),
  /** False without an automatic source (a captcha, no contract): a person must capture the answer. */
  automatic: z.boolean(),
  /** How it is answered in this installation. */
  service: Service,
  resourceType: z.object({ resourceTypeId: z.int(), descriptionSpanish: z.string() }),
})

/** Always accompanied by its freshness. */
const LastStatus = z.object({
  statusId: Status.check(
    z.describe('Último estatus, vigente o no: lo dice freshness; con null nunca se ha consultado.'),
  ),
  descriptionSpanish: z.string(),
})

const Scraped = z.object({
  status: LastStatus,
  freshness: z.nullable(Freshness),
  /**
   * The run of the status and the result, with its source and time; null without a valid answer.
   */
  answer: z.nullable(
    z.object({ runId: z.string(), portal: z.string(), portalUrl: z.nullable(z.string()), dateTime: Instant }),
  ),
  /** The newest attempt, successful or not; null if the resource was never queried. */
  lastAttempt: z.nullable(Attempt),
  result: z.array(ResourceResult),
  evidenceURL: z.array(z.object({ name: z.string(), url: z.string() })),
  /** A person captured this answer. */
  capture: z.nullable(z.object({ who: z.string(), dateTime: Instant })),
  /** When it can be queried again; null: now. `queued`: it is about to be queried. */
  availableAt: z.nullable(Instant),
  queued: z.boolean(),
  /** Hints if the source does not know the vehicle with these data: the plate's series, another plate. */
  hint: z.nullable(z.string()),
  /** Since when the source fails for all companies. */
  outageSince: z.nullable(Instant),
  /** The source is queried only once an hour: its contract has no credit, or its answers cannot be parsed. */
  pause: z.nullable(z.object({ reason: z.enum(['no-credit', 'shape-drift']), since: Instant })),
  /** The answer of a history source; it determines no status. */
  history: z.array(
    z.object({
      description: z.string(),
      dateTime: z.nullable(z.string()),
      amount: z.nullable(Money),
      paid: z.nullable(z.boolean()),
    }),
  ),
})

export const ScrapedResource = z.object({ resource: Resource, scraped: Scraped })
export type ScrapedResource = z.infer<typeof ScrapedResource>

export const ScrapedResourceType = z.object({
  resourceType: z.object({ resourceTypeId: z.int(), descriptionSpanish: z.string() }),
  status: LastStatus,
  freshness: z.nullable(Freshness),
  /** Sum of the debts reported by the sources; null while none gave an amount. */
  total: z.nullable(Money),
  /** Debts without an amount. */
  withoutAmount: z.int(),
  resources: z.array(ScrapedResource),
})
export type ScrapedResourceType = z.infer<typeof ScrapedResourceType>

/** The changes between two good answers of one source about one vehicle. */
export const CHANGE_KINDS = {
  new: 'Adeudo nuevo',
  grew: 'Adeudo que creció',
  fell: 'Adeudo que bajó',
  paid: 'Adeudo pagado',
  vanished: 'Adeudo que ya no aparece',
  returned: 'Adeudo que volvió a aparecer',
  status: 'Cambio de estado',
} as const
export type ChangeKind = keyof typeof CHANGE_KINDS
export const changeName = (kind: ChangeKind): string => localText(CHANGE_KINDS[kind])

export const Change = z.object({
  eventId: z.string(),
  dateTime: Instant,
  kind: z.enum(['new', 'grew', 'fell', 'paid', 'vanished', 'returned', 'status']),
  resourceId: z.int(),
  resourceName: z.string(),
  resourceTypeId: z.int(),
  /** The first answer ever: the initial state, not a change. */
  first: z.boolean(),
  folio: z.nullable(z.string()),
  description: z.nullable(z.string()),
  before: z.nullable(Money),
  after: z.nullable(Money),
  statusBefore: z.nullable(Status),
  statusAfter: z.nullable(Status),
})
export type Change = z.infer<typeof Change>
export const CHANGES_PAGE = 50

/** The evidence links of an answer are signed for a quarter of an hour. */
const EVIDENCE_RENEWED_SECONDS = 600
const params = z.object({ vehicleId: IdText })

export const resourceStatus = calls('resourceStatus', {
  byResource: get('/sapy/v2/:vehicleId', {
    summary: 'Estado del vehículo ante cada recurso público.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    params,
    reply: z.object({ scrapedResources: z.array(ScrapedResource) }),
    fails: 'Error al cargar Sapy, intente más tarde.',
  }),
  byType: get('/sapy/v2/:vehicleId/byType', {
    summary: 'Estado del vehículo por tipo de recurso, con el total adeudado.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    params,
    every: EVIDENCE_RENEWED_SECONDS,
    reply: z.object({
      scrapedResourceTypes: z.array(ScrapedResourceType),
      /**
       * The vehicle's total debt; possible tenencia debts (type 10) are excluded, because they belong to type 0 once
       * confirmed.
       */
      debt: Debt,
      /** The values of the units in which its debts are stated, the newest first. */
      units: z.array(UnitValue),
      /** The company's day. */
      today: Day,
    }),
    fails: 'Error al cargar Sapy, intente más tarde.',
  }),
  changes: get('/sapy/v2/:vehicleId/changes', {
    summary: 'Qué cambió en las fuentes sobre un vehículo, lo más reciente primero.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    params,
    query: z.strictObject({ before: z.optional(z.uuid('Página no válida')) }),
    reply: z.object({ changes: z.array(Change), more: z.boolean() }),
    fails: 'Error al cargar Sapy, intente más tarde.',
  }),
  markPaid: post('/sapy/v2/:vehicleId/paid', {
    summary: 'Marca un adeudo como pagado, en espera de que la fuente lo confirme; o quita la marca.',
    needs: 'vehicles_edit',
    scope: 'vehicles',
    names: { vehicles: ['params.vehicleId'] },
    params,
    body: z.strictObject({ resourceId: Id, debtKey: text(100), paid: z.boolean() }),
    reply: Done,
    touches: ['resourceStatus.byResource', 'resourceStatus.byType', 'pending.list', 'pending.summary', 'pending.mine'],
    fails: 'No se pudo guardar la marca de pago',
  }),
})
