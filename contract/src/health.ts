// The health of the sources (spec core §2–§4): by state and resource type, from the runs of the last seven days of the
// whole installation, because it does not depend on the company; and the incident of one resource with its last month.
import { z } from 'zod/mini'
import { calls, get } from './call.ts'
import { Day, IdText, Instant } from './common.ts'
import { Service } from './processing.ts'
import { PROVENANCE_KEYS } from './provenance.ts'

export const HEALTH_DAYS = 7
export const HISTORY_DAYS = 30
const HEALTH_EVERY_SECONDS = 60

/** Thresholds of spec core §4, in percent: above 90 high, above 10 intermittent, else low. */
export const AVAILABILITY = { high: 'Alta', intermittent: 'Intermitente', low: 'Baja', none: 'Sin datos' } as const
export type Availability = keyof typeof AVAILABILITY
/** @param percentage of answered runs; null: no runs, therefore no data */
export const availability = (percentage: number | null): Availability => {
  if (percentage === null) return 'none'
  if (percentage > 90) return 'high'
  return percentage > 10 ? 'intermittent' : 'low'
}

const Percentage = z.nullable(z.number())

/** The current problem of a source; `text` describes it. */
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
  /** A history source, which cannot be ordered. */
  past: z.boolean(),
  successPercentage: Percentage,
  /** The source's newest good answer to any company. */
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
  /** Whether the company has vehicles there. */
  fleet: z.boolean(),
  resourceTypeHealth: z.array(TypeHealth),
})
export type StateHealth = z.infer<typeof StateHealth>

export const HealthDay = z.object({
  /** yyyy-mm-dd, in the company's time zone. */
  day: Day,
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
      /** The provider account that its portal shares with others; null if it has its own contract. */
      account: z.nullable(z.string()),
      /** The next query of the source for any company; null without an automatic source or a due check. */
      nextTry: z.nullable(Instant),
      /** The company's vehicles queried at it, and those whose last attempt gave no answer. */
      vehicles: z.int(),
      touched: z.int(),
      /** The company's vehicles never queried; null if some attempts failed. */
      untried: z.nullable(z.int()),
      medianMs: z.nullable(z.int()),
      p95Ms: z.nullable(z.int()),
      days: z.array(HealthDay),
      /** Incidents of the last thirty days, newest first; a current one has no end. */
      outages: z.array(z.object({ beganAt: Instant, endedAt: z.nullable(Instant), text: z.string() })),
      /** The engine's observations about the source's answers, in words. */
      alarms: z.array(z.object({ since: Instant, text: z.string(), hard: z.boolean() })),
      /**
       * The provenance of its connector, and its current version's trial with an account; null without a connector.
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
    // Without the permission to read vehicles the user sees the number but not the plates.
    needs: 'vehicles_read',
    params,
    query: z.strictObject({
      /** The plate after which the page starts. */
      after: z.optional(z.string().check(z.regex(/^[\p{L}\p{N}]{1,15}-\d{1,16}$/u, 'Página no válida'))),
    }),
    reply: z.object({
      vehicles: z.array(
        z.object({
          vehicleAssetId: z.int(),
          plate: z.string(),
          vin: z.string(),
          /** The newest good answer; null: none ever. */
          lastGood: z.nullable(Instant),
          lastAttempt: z.nullable(Instant),
          text: z.string(),
        }),
      ),
      /** The cursor of the next page; null on the last. */
      next: z.nullable(z.string()),
      totalCount: z.int(),
    }),
    fails: 'Error al obtener los datos',
  }),
})
export const TOUCHED_PAGE = 25
