// The health of the sources (spec core §2–§4): by state and resource type, computed from the runs of the last seven
// days of the whole installation, because a source's health is the source's; and the incident of one resource with
// its month.
import { z } from 'zod/mini'
import { calls, get } from './call.ts'
import { IdText, Instant } from './common.ts'
import { Service } from './processing.ts'
import { PROVENANCE_KEYS } from './provenance.ts'

export const HEALTH_DAYS = 7
export const HISTORY_DAYS = 30
export const HEALTH_EVERY_SECONDS = 60

/** Thresholds of spec core §4, in percent: above 90 high, above 10 intermittent, else low. */
export const AVAILABILITY = { high: 'Alta', intermittent: 'Intermitente', low: 'Baja', none: 'Sin datos' } as const
export type Availability = keyof typeof AVAILABILITY
/** @param percentage of runs that answered; null: no runs, which is no data and neither good nor bad */
export const availability = (percentage: number | null): Availability => {
  if (percentage === null) return 'none'
  if (percentage > 90) return 'high'
  return percentage > 10 ? 'intermittent' : 'low'
}

const Percentage = z.nullable(z.number())

/** What is wrong with a source now; `text` says it in words. */
export const Incident = z.object({
  since: Instant,
  outcome: z.string(),
  text: z.string(),
})
export type Incident = z.infer<typeof Incident>

const Portal = z.object({ name: z.string(), owner: z.string(), url: z.nullable(z.string()) })

export const ResourceHealth = z.object({
  resource: z.object({ resourceId: z.int(), descriptionSpanish: z.string() }),
  portal: Portal,
  service: Service,
  /** It tells what was, not what is: nobody orders it. */
  past: z.boolean(),
  successPercentage: Percentage,
  /** The source's newest good answer to anybody. */
  dateTime: z.nullable(Instant),
  incident: z.nullable(Incident),
})
export type ResourceHealth = z.infer<typeof ResourceHealth>

export const TypeHealth = z.object({
  resourceType: z.object({ resourceTypeId: z.int(), descriptionSpanish: z.string() }),
  /** Mean duration of a run in milliseconds, weighted by runs. */
  avrgTimeSpan: z.nullable(z.number()),
  successPercentage: Percentage,
  dateTime: z.nullable(Instant),
  resourceInfo: z.array(ResourceHealth),
})
export type TypeHealth = z.infer<typeof TypeHealth>

export const StateHealth = z.object({
  /** `stateId` 0: the whole country. */
  state: z.object({ stateId: z.int(), stateName: z.string() }),
  /** The company has vehicles there. */
  fleet: z.boolean(),
  resourceTypeHealth: z.array(TypeHealth),
})
export type StateHealth = z.infer<typeof StateHealth>

export const HealthDay = z.object({
  /** yyyy-mm-dd, in the company's time zone. */
  day: z.string(),
  /** Null on a day without runs. */
  successPercentage: Percentage,
  medianMs: z.nullable(z.int()),
  p95Ms: z.nullable(z.int()),
})
export type HealthDay = z.infer<typeof HealthDay>

const params = z.object({ resourceId: IdText })

export const health = calls('health', {
  states: get('/api/v2/resources/health', {
    replica: true,
    summary: 'Salud de las fuentes por estado y tipo de recurso, de las consultas de los últimos siete días.',
    needs: 'resource_read',
    reply: z.object({ stateResourceTypeHealths: z.array(StateHealth) }),
    every: HEALTH_EVERY_SECONDS,
    fails: 'Error al cargar los datos de salud de los recursos',
  }),
  resource: get('/api/v2/resources/:resourceId/health', {
    replica: true,
    summary:
      'Una fuente en detalle: su incidente, el próximo intento, su última respuesta válida y sus últimos treinta días.',
    needs: 'resource_read',
    params,
    reply: z.object({
      ...ResourceHealth.shape,
      state: z.object({ stateId: z.int(), stateName: z.string() }),
      resourceType: z.object({ resourceTypeId: z.int(), descriptionSpanish: z.string() }),
      /** The account with a provider that its portal shares with others; null where it has a contract of its own. */
      account: z.nullable(z.string()),
      /** When the source is asked next, for anybody; null where nobody asks it by machine or nothing is due. */
      nextTry: z.nullable(Instant),
      /** The company's vehicles that it is asked about, and those whose last attempt gave no answer. */
      vehicles: z.int(),
      touched: z.int(),
      /** Of the company's vehicles, those that were never asked about; null where some are touched. */
      untried: z.nullable(z.int()),
      medianMs: z.nullable(z.int()),
      p95Ms: z.nullable(z.int()),
      days: z.array(HealthDay),
      /** Of the last thirty days, the newest first; the one under way has no end. */
      outages: z.array(z.object({ beganAt: Instant, endedAt: z.nullable(Instant), text: z.string() })),
      /** What the engine noticed about the source's answers, in words. */
      alarms: z.array(z.object({ since: Instant, text: z.string(), hard: z.boolean() })),
      /**
       * What the connector that asks it rests on, and its present version's trial with an account; null where none
       * asks.
       */
      provenance: z.nullable(
        z.object({
          kind: z.enum(PROVENANCE_KEYS),
          trial: z.nullable(z.object({ triedAt: Instant, triedBy: z.string() })),
        }),
      ),
    }),
    every: HEALTH_EVERY_SECONDS,
    fails: 'Error al cargar los datos de salud de los recursos',
  }),
  touched: get('/api/v2/resources/:resourceId/health/vehicles', {
    replica: true,
    summary: 'Los vehículos de la empresa cuyo último intento con la fuente no tuvo respuesta, por placa.',
    // Plates are the fleet's: who may not see vehicles sees how many, not which.
    needs: 'vehicles_read',
    params,
    query: z.strictObject({
      /** The plate after which the page begins. */
      after: z.optional(z.string().check(z.regex(/^[\p{L}\p{N}]{1,15}-\d{1,16}$/u, 'Página no válida'))),
    }),
    reply: z.object({
      vehicles: z.array(
        z.object({
          vehicleAssetId: z.int(),
          plate: z.string(),
          vin: z.string(),
          /** The newest good answer, kept; null: none ever. */
          lastGood: z.nullable(Instant),
          lastAttempt: z.nullable(Instant),
          text: z.string(),
        }),
      ),
      /** What the next page is asked with; null on the last. */
      next: z.nullable(z.string()),
      totalCount: z.int(),
    }),
    fails: 'Error al obtener los datos',
  }),
})
export const TOUCHED_PAGE = 25
