// The queue panel: long work of the company, how far it is, what came of it (spec core §2–§4, §7).
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { Done, Instant, orNone, text } from './common.ts'

export const QUEUES = [
  { id: 1, name: 'Procesamiento de recursos' },
  { id: 2, name: 'Alta masiva' },
  { id: 3, name: 'Edición masiva' },
  { id: 4, name: 'Reemplazo masivo' },
  { id: 5, name: 'Reporte de vehículos' },
  { id: 6, name: 'Reportes programados' },
  { id: 7, name: 'ZIP de PDFs' },
  { id: 8, name: 'Borrado total' },
] as const
export type QueueId = (typeof QUEUES)[number]['id']
/** Template jobs: those that `pendingTemplateQueue` counts. */
export const TEMPLATE_QUEUES: readonly number[] = [2, 3, 4]
export const QUEUE_SECONDS = 120
/** Jobs of a company that wait or run at once. */
export const JOBS_AT_MOST = 10
/** Letters of a company within twenty-four hours. */
export const EMAILS_A_DAY = 500
export const DELIVERIES_PAGE = 10
/** Server-sent events: says that the company's jobs are not as they were. Asked with the session's token. */
export const QUEUE_EVENTS = '/api/v2/queueEvents'

export const DELIVERY_STATUSES = [
  { id: 1, name: 'Pendiente' },
  { id: 2, name: 'Enviado' },
  { id: 3, name: 'Con error' },
] as const

/** The remark of a letter that will never go: no mail was configured. It counts as pending. */
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
  /** Null where no estimate can be made. */
  estimatedFinishedDateTime: z.nullable(Instant),
  processing: z.boolean(),
  /** What is being done and how far it is; null before it starts and where it cannot be said. */
  progress: z.nullable(z.object({ done: z.int(), total: z.int(), what: z.string() })),
  /**
   * Its result, to download: a signed address, null where this session may not see all that is in it, and until when
   * it is kept.
   */
  fileUrl: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  fileUntil: z.nullable(Instant),
  who: z.string(),
  /**
   * By this session: who ordered it (a program: what it could order) and the main account may, where it leaves
   * nothing half done.
   */
  cancellable: z.boolean(),
  cancelled: z.boolean(),
  /** Letters that tell of it, to the people it was ordered for. */
  deliveries: z.int(),
})
export type QueueItem = z.infer<typeof QueueItem>

/** One letter to one recipient. */
export const Delivery = z.object({
  _id: z.string(),
  SendTo: z.string(),
  /** 1 pending, 2 sent, 3 error. */
  Status: z.int(),
  Success: z.boolean(),
  SuccessDateTime: z.nullable(Instant),
  Error: z.nullable(z.string()),
  ErrorDateTime: z.nullable(Instant),
  /** Why it waits, where it does; and what else is to be known of one that went. */
  Remark: z.nullable(z.string()),
  /** Which report it carries, where the job has several. */
  Report: z.nullable(z.string()),
  /** How often it was tried to be sent. */
  Attempts: z.int(),
  /** By this session, now: one that failed is tried again, one that went is sent once more. */
  Resendable: z.boolean(),
})
export type Delivery = z.infer<typeof Delivery>

/**
 * Letters by how they fared. `kept`: those of the pending that never go, because the installation had no mail server.
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
    summary: 'Los trabajos de la empresa de los últimos treinta días, los más recientes primero.',
    needs: 'queue_read',
    reply: z.object({
      queueInformation: z.object({ pendingTemplateQueue: z.int(), queueList: z.array(QueueItem) }),
    }),
    every: QUEUE_SECONDS,
    fails: 'Error al obtener los datos',
  }),
  /** Of a scheduled report, and of any other job that writes letters; of an alert by its last crossing. */
  deliveries: get('/api/v2/scheduledReportQueueItems/:queueItemId', {
    summary: 'A quién se envió lo que resultó de un trabajo y cómo le fue a cada envío.',
    needs: 'queue_read',
    params: z.object({ queueItemId: z.uuid('Identificador no válido') }),
    query: z.strictObject({
      page: z._default(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'Página no válida')), z.transform(Whole)), 1),
      pageSize: z._default(
        z.pipe(z.string().check(z.regex(/^(?:[1-9]|[1-9]\d|100)$/, 'De 1 a 100 por página')), z.transform(Whole)),
        DELIVERIES_PAGE,
      ),
      status: z.optional(z.pipe(z.string().check(z.regex(/^[123]$/, 'Estado no válido')), z.transform(Whole))),
      /** A piece of the address. */
      sendTo: z.optional(text(100)),
      sortBy: z.optional(orNone(DELIVERY_SORTS, 'Orden no válido')),
      sortOrder: z._default(z.enum(['1', '-1'], 'Orden no válido'), '1'),
    }),
    reply: z.object({ totalReports: z.int(), scheduledReportQueueItems: z.array(Delivery) }),
    fails: 'Error al obtener status de los reportes programados',
  }),
  resend: post('/api/v2/scheduledReportQueueItems/:queueItemId/deliveries/:deliveryId/resend', {
    summary: 'Vuelve a enviar un correo de un trabajo: el que falló se reintenta, el que salió se manda otra vez.',
    needs: 'queue_read',
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
    params: z.object({ queueItemId: z.uuid('Identificador no válido') }),
    reply: Done,
    touches: ['queue.items', 'processing.resources'],
    done: 'Trabajo cancelado',
    fails: 'No se pudo cancelar el trabajo',
  }),
})
