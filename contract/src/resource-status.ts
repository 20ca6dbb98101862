// What the drawers show: per resource and per resource type, the newest good answer, how it was asked and what it said
// (spec core §3 "Scraped resource", §7). Every answer carries its source and its time; a failed one never hides a good one.
import { z } from 'zod/mini'
import { calls, get } from './call.ts'
import { Debt, Freshness } from './catalogue.ts'
import { IdText, Instant, Status } from './common.ts'

const Money = z.number()

/** One fine, tenencia or refrendo. A null amount is one the source did not give: unknown, not zero. */
export const DebtRow = z.object({
  folio: z.nullable(z.string()),
  description: z.string(),
  dateTime: z.nullable(z.string()),
  subTotal: z.nullable(Money),
  discountsSum: z.nullable(Money),
  surchargesSum: z.nullable(Money),
  total: z.nullable(Money),
})
export type DebtRow = z.infer<typeof DebtRow>

export const ResourceResult = z.object({
  name: z.string(),
  subTotal: z.nullable(Money),
  discount: z.nullable(Money),
  surcharge: z.nullable(Money),
  total: z.nullable(Money),
  paymentLine: z.nullable(z.string()),
  paymentLineDueDate: z.nullable(z.string()),
  pdfUrl: z.nullable(z.string()),
  /** The source's own total is not the sum of its rows: kept as it said, and told. */
  sumMismatch: z.optional(z.boolean()),
  /** A remark of the source worth reading: the new plate, the registered brand, the policy's end. */
  notes: z.optional(z.array(z.object({ label: z.string(), value: z.string() }))),
  scrapedTickets: z.array(DebtRow),
  scrapedTenencias: z.array(DebtRow),
  scrapedRefrendo: z.array(DebtRow),
})
export type ResourceResult = z.infer<typeof ResourceResult>

/** How the newest attempt ended. Only `ok` and `partial` write a status. */
export const OUTCOMES = {
  ok: 'Consultado',
  partial: 'Consulta parcial',
  'not-applicable': 'No aplica a este vehículo',
  'needs-input': 'La fuente pide más datos',
  captcha: 'La fuente pide una verificación humana',
  blocked: 'La fuente rechazó la consulta',
  'bad-credentials': 'La fuente rechazó las credenciales',
  'rate-limited': 'La fuente pidió esperar',
  timeout: 'La fuente no respondió a tiempo',
  'http-error': 'La fuente falló',
  'shape-drift': 'La fuente cambió su respuesta',
  'circuit-open': 'Fuente en pausa por fallas repetidas',
  cancelled: 'Consulta cancelada',
} as const
export type Outcome = keyof typeof OUTCOMES

const Attempt = z.object({ outcome: z.string(), text: z.string(), dateTime: Instant, durationMs: z.int() })

const Resource = z.object({
  resourceId: z.int(),
  descriptionSpanish: z.string(),
  portal: z.string(),
  portalUrl: z.nullable(z.string()),
  /** False where nobody may ask by machine (a captcha, no contract): a person must capture the answer. */
  automatic: z.boolean(),
  resourceType: z.object({ resourceTypeId: z.int(), descriptionSpanish: z.string() }),
})

const Scraped = z.object({
  status: z.object({ statusId: Status, descriptionSpanish: z.string() }),
  freshness: z.nullable(Freshness),
  /** The newest attempt, good or not; null where the resource was never asked. */
  lastAttempt: z.nullable(Attempt),
  result: z.array(ResourceResult),
  evidenceURL: z.array(z.object({ name: z.string(), url: z.string() })),
})

export const ScrapedResource = z.object({ resource: Resource, scraped: Scraped })
export type ScrapedResource = z.infer<typeof ScrapedResource>

export const ScrapedResourceType = z.object({
  resourceType: z.object({ resourceTypeId: z.int(), descriptionSpanish: z.string() }),
  status: z.object({ statusId: Status, descriptionSpanish: z.string() }),
  freshness: z.nullable(Freshness),
  /** Sum of what the sources said is owed; null while no source gave an amount. */
  total: z.nullable(Money),
  /** Debts whose amount no source gave. */
  withoutAmount: z.int(),
  resources: z.array(ScrapedResource),
})
export type ScrapedResourceType = z.infer<typeof ScrapedResourceType>

const params = z.object({ vehicleId: IdText })

export const resourceStatus = calls('resourceStatus', {
  byResource: get('/sapy/v2/:vehicleId', {
    summary: 'Estado del vehículo ante cada recurso público.',
    needs: 'vehicles_read',
    params,
    reply: z.object({ scrapedResources: z.array(ScrapedResource) }),
    fails: 'Error al cargar Sapy, intente más tarde.',
  }),
  byType: get('/sapy/v2/:vehicleId/byType', {
    summary: 'Estado del vehículo por tipo de recurso, con el total adeudado.',
    needs: 'vehicles_read',
    params,
    reply: z.object({
      scrapedResourceTypes: z.array(ScrapedResourceType),
      /** What the vehicle owes in all; possible tenencia debts (type 10) are not added, they are in type 0 once confirmed. */
      debt: Debt,
    }),
    fails: 'Error al cargar Sapy, intente más tarde.',
  }),
})
