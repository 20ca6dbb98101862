// The queue panel: long work of the company, how far it is, what came of it (spec core §2–§4, §7).
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { Done, Instant } from './common.ts'

// biome-ignore format: a table to be read by columns
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
export const LETTERS_A_DAY = 500

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
  /** Its result, to download: a signed address, and until when the file is kept. */
  fileUrl: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  fileUntil: z.nullable(Instant),
  who: z.string(),
  /** By this session: who ordered it and the main account may, where it leaves nothing half done. */
  cancellable: z.boolean(),
  cancelled: z.boolean(),
})
export type QueueItem = z.infer<typeof QueueItem>

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
  cancel: post('/api/v2/queueItems/:queueItemId/cancel', {
    summary: 'Cancela un trabajo que aún no termina, donde es seguro; solo quien lo pidió y la cuenta principal.',
    needs: 'queue_read',
    params: z.object({ queueItemId: z.uuid('Identificador no válido') }),
    reply: Done,
    touches: ['queue.items', 'processing.resources'],
    done: 'Trabajo cancelado',
    fails: 'No se pudo cancelar el trabajo',
  }),
})
