// The queue panel: the company's jobs, their progress and results (spec core §2–§4, §7).
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { Done, Instant, orNone, Page, text } from './common.ts'

export const QUEUES = [
  { id: 1, key: 'orders', name: 'Procesamiento de recursos' },
  { id: 2, key: 'add', name: 'Alta masiva' },
  { id: 3, key: 'edit', name: 'Edición masiva' },
  { id: 4, key: 'replace', name: 'Reemplazo masivo' },
  { id: 5, key: 'fleetReport', name: 'Reporte de vehículos' },
  { id: 6, key: 'scheduledReports', name: 'Reportes programados' },
  { id: 7, key: 'vehiclePdfs', name: 'ZIP de PDFs' },
  { id: 8, key: 'deleteAll', name: 'Borrado total' },
  { id: 9, key: 'captures', name: 'Captura en bloque' },
  { id: 10, key: 'obligations', name: 'Vencimientos' },
] as const
type Queue = (typeof QUEUES)[number]
export type QueueId = Queue['id']
/** The id of each queue by its key. */
export const QUEUE_ID = Object.fromEntries(QUEUES.map(({ key, id }) => [key, id])) as {
  [Row in Queue as Row['key']]: Row['id']
}
/** Template jobs, counted by `pendingTemplateQueue`. */
export const TEMPLATE_QUEUES: readonly number[] = [QUEUE_ID.add, QUEUE_ID.edit, QUEUE_ID.replace]
const QUEUE_SECONDS = 120
/** Limit of waiting and running jobs of a company. */
export const JOBS_AT_MOST = 10
/** Limit of emails of a company within twenty-four hours. */
export const EMAILS_A_DAY = 500
export const DELIVERIES_PAGE = 10
/** Server-sent events that announce changes of the company's jobs. Opened with the session's token. */
export const QUEUE_EVENTS = '/api/v2/queueEvents'

export const DELIVERY_STATUSES = [
  { id: 1, name: 'Pendiente' },
  { id: 2, name: 'Enviado' },
  { id: 3, name: 'Con error' },
] as const

/** The remark of an email that will never be sent, because no mail server was configured. It counts as pending. */
export const NEVER_SENT = 'Guardado sin enviar: no había servidor de correo'

export const QueueItem = z.object({
  _id: z.string(),
  queueName: z.string(),
  queueId: z.int(),
  queueDescription: z.string(),
  creationDateTime: Instant,
  successDateTime: z.nullable(Instant),
  errorDateTime: z.nullable(Instant),
  successMessage: z.nullable(z.string()),
  errorMessage: z.nullable(z.string()),
  /** Null without an estimate. */
  estimatedFinishedDateTime: z.nullable(Instant),
  processing: z.boolean(),
  /** The current step and its progress; null before the start and if unknown. */
  progress: z.nullable(z.object({ done: z.int(), total: z.int(), what: z.string() })),
  /**
   * Signed address of its result, null if the session may not see all of it, and the end of its retention.
   */
  fileUrl: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  fileUntil: z.nullable(Instant),
  who: z.string(),
  /**
   * Whether the session may cancel it: its requester (a token, what it may order) and the main account may, while
   * cancelling leaves no partial result.
   */
  cancellable: z.boolean(),
  cancelled: z.boolean(),
  /** Its emails to the recipients. */
  deliveries: z.int(),
})
export type QueueItem = z.infer<typeof QueueItem>

/** One email to one recipient. */
export const Delivery = z.object({
  _id: z.string(),
  SendTo: z.string(),
  /** 1 pending, 2 sent, 3 error. */
  Status: z.int(),
  Success: z.boolean(),
  SuccessDateTime: z.nullable(Instant),
  Error: z.nullable(z.string()),
  ErrorDateTime: z.nullable(Instant),
  /** Why it is waiting, or a remark about a sent one. */
  Remark: z.nullable(z.string()),
  /** Its report, if the job has several. */
  Report: z.nullable(z.string()),
  /** Number of attempts. */
  Attempts: z.int(),
  /** Whether the session may resend it now: a failed one is retried, a sent one is sent again. */
  Resendable: z.boolean(),
})
export type Delivery = z.infer<typeof Delivery>

/**
 * Emails by state. `kept`: the pending ones that will never be sent, because the installation had no mail server.
 */
export const EmailCounts = z.object({
  total: z.int(),
  sent: z.int(),
  pending: z.int(),
  kept: z.int(),
  failed: z.int(),
})
export type EmailCounts = z.infer<typeof EmailCounts>

const DELIVERY_SORTS = ['SendTo', 'Status', 'SuccessDateTime', 'ErrorDateTime'] as const
const Whole = (typed: string) => Number(typed)

export const queue = calls('queue', {
  items: get('/api/v2/getQueueItems', {
    summary:
      'Los trabajos de la empresa de los últimos treinta días, los más recientes primero; quien ve una parte de los ' +
      'vehículos, los suyos.',
    needs: 'queue_read',
    scope: 'vehicles',
    reply: z.object({
      queueInformation: z.object({ pendingTemplateQueue: z.int(), queueList: z.array(QueueItem) }),
    }),
    every: QUEUE_SECONDS,
    fails: 'Error al obtener los datos',
  }),
  item: get('/api/v2/queueItems/:queueItemId', {
    summary: 'Un trabajo de la empresa de los últimos treinta días; quien ve una parte de los vehículos, uno suyo.',
    needs: 'queue_read',
    scope: 'vehicles',
    params: z.object({ queueItemId: z.uuid('Identificador no válido') }),
    reply: QueueItem,
    fails: 'Error al obtener los datos',
  }),
  /** By the job of a scheduled report or any other job with emails, or by an alert's last crossing. */
  deliveries: get('/api/v2/scheduledReportQueueItems/:queueItemId', {
    summary: 'A quién se envió lo que resultó de un trabajo y cómo le fue a cada envío.',
    needs: 'queue_read',
    scope: 'vehicles',
    params: z.object({ queueItemId: z.uuid('Identificador no válido') }),
    query: z.strictObject({
      page: Page,
      pageSize: z._default(
        z.pipe(z.string().check(z.regex(/^(?:[1-9]|[1-9]\d|100)$/, 'De 1 a 100 por página')), z.transform(Whole)),
        DELIVERIES_PAGE,
      ),
      status: z.optional(z.pipe(z.string().check(z.regex(/^[123]$/, 'Estado no válido')), z.transform(Whole))),
      /** Part of the address. */
      sendTo: z.optional(text(100)),
      sortBy: z.optional(orNone(DELIVERY_SORTS, 'Orden no válido')),
      sortOrder: z._default(z.enum(['1', '-1'], 'Orden no válido'), '1'),
    }),
    reply: z.object({ totalReports: z.int(), scheduledReportQueueItems: z.array(Delivery) }),
    fails: 'Error al obtener status de los reportes programados',
  }),
  resend: post('/api/v2/scheduledReportQueueItems/:queueItemId/deliveries/:deliveryId/resend', {
    summary: 'Vuelve a enviar un correo de un trabajo: el que falló se reintenta, el que salió se envía otra vez.',
    needs: 'queue_read',
    scope: 'vehicles',
    params: z.object({ queueItemId: z.uuid('Identificador no válido'), deliveryId: z.uuid('Identificador no válido') }),
    reply: Delivery,
    touches: ['queue.deliveries', 'reports.rounds', 'reports.list', 'alerts.list'],
    done: 'El correo se envía de nuevo',
    fails: 'No se pudo reenviar el correo',
  }),
  cancel: post('/api/v2/queueItems/:queueItemId/cancel', {
    summary:
      'Cancela un trabajo que aún no termina, donde es seguro; solo quien lo pidió (un token, si puede pedirlo) y ' +
      'la cuenta principal.',
    needs: 'queue_read',
    scope: 'vehicles',
    params: z.object({ queueItemId: z.uuid('Identificador no válido') }),
    reply: Done,
    touches: ['queue.items', 'processing.resources'],
    done: 'Trabajo cancelado',
    fails: 'No se pudo cancelar el trabajo',
  }),
})
