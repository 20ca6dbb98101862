// Bulk captures: the work list as a workbook, uploaded with a ZIP of evidence, reviewed, corrected, applied as one job,
// and undone.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from '../call.ts'
import { CAPTURE_FILTERS, WorkList } from '../captures.ts'
import { Done, Instant, Page, text, XLSX } from '../common.ts'
import { BOOK_BYTES, PROOFS_ZIP_BYTES } from './book.ts'

export const BATCH_PAGE = 25
export const BATCH_CORRECTIONS_AT_MOST = 500
export const BATCH_PROOF_ERRORS = 100

export const CaptureBatch = z.object({
  batchId: z.string(),
  fileName: z.string(),
  state: z.enum(['open', 'queued', 'applied', 'undoing', 'undone']),
  who: z.string(),
  createdAt: Instant,
  appliedAt: z.nullable(Instant),
  undoUntil: z.nullable(Instant),
  rows: z.int(),
  /** Number of statements (a vehicle and a portal) with some entry. */
  statements: z.int(),
  refusedRows: z.int(),
  proofs: z.int(),
  /** The first of the files that are not accepted. */
  proofErrors: z.array(z.object({ name: z.string(), message: z.string() })),
  refusedProofs: z.int(),
  /** The message of the last job. */
  message: z.nullable(z.string()),
})
export type CaptureBatch = z.infer<typeof CaptureBatch>

export const CaptureBatchRow = z.object({
  row: z.int(),
  cells: z.record(z.string(), z.string()),
  errors: z.array(z.object({ field: z.nullable(z.string()), message: z.string() })),
  /** What was left out when it was applied or undone, and why. */
  outcome: z.nullable(z.string()),
})
export type CaptureBatchRow = z.infer<typeof CaptureBatchRow>

const params = z.object({ batchId: z.uuid('Identificador no válido') })
const reply = z.object({ message: z.string(), batch: CaptureBatch })
const STALE = ['captureBatches.list', 'captureBatches.read', 'captureBatches.rows'] as const

export const captureBatches = calls('captureBatches', {
  workbook: get('/api/v2/captures/workbook', {
    summary: 'La lista de capturas como archivo para llenar: una fila por vehículo y portal.',
    needs: 'processing_admin',
    query: z.strictObject({ list: z._default(WorkList, 'asked'), ...CAPTURE_FILTERS }),
    sends: XLSX,
    reply: z.unknown(),
    fails: 'El archivo no pudo ser generado',
  }),
  list: get('/api/v2/captures/batch', {
    summary: 'Los archivos de capturas de quien pregunta, de los últimos días; el más reciente primero.',
    needs: 'processing_admin',
    reply: z.object({ batches: z.array(CaptureBatch) }),
    every: 5,
    fails: 'Error al obtener los datos',
  }),
  send: post('/api/v2/captures/batch', {
    summary: 'Revisa un archivo de capturas; no guarda ninguna. Cada persona tiene un archivo abierto a la vez.',
    needs: 'processing_admin',
    multipart: { file: 'file', bytes: BOOK_BYTES },
    body: z.strictObject({ fileName: z.optional(text(200)) }),
    opens: true,
    reply,
    touches: STALE,
    fails: 'No se pudo revisar el archivo',
  }),
  proofs: post('/api/v2/captures/batch/:batchId/proofs', {
    summary: 'Recibe el ZIP con las pruebas del archivo, cada una con la placa por nombre; reemplaza las anteriores.',
    needs: 'processing_admin',
    params,
    file: { types: ['application/zip'], bytes: PROOFS_ZIP_BYTES },
    opens: true,
    reply,
    touches: STALE,
    fails: 'No se pudieron recibir las pruebas',
  }),
  read: get('/api/v2/captures/batch/:batchId', {
    summary: 'Cómo va un archivo de capturas.',
    needs: 'processing_admin',
    params,
    reply: z.object({ batch: CaptureBatch }),
    fails: 'Error al obtener los datos',
  }),
  rows: get('/api/v2/captures/batch/:batchId/rows', {
    summary: 'Las filas de un archivo de capturas, con sus errores por celda.',
    needs: 'processing_admin',
    params,
    query: z.strictObject({
      show: z._default(z.enum(['all', 'refused', 'left']), 'all'),
      page: Page,
    }),
    reply: z.object({ rows: z.array(CaptureBatchRow), totalCount: z.int() }),
    fails: 'Error al obtener los datos',
  }),
  correct: put('/api/v2/captures/batch/:batchId/rows', {
    summary: 'Corrige celdas del archivo, o deja filas fuera, y lo revisa de nuevo.',
    needs: 'processing_admin',
    params,
    body: z.strictObject({
      corrections: z
        .array(
          z.strictObject({
            row: z.int().check(z.gte(2), z.lte(1_048_576)),
            cells: z._default(z.record(text(40), text(500)), {}),
            omit: z._default(z.boolean(), false),
          }),
        )
        .check(
          z.minLength(1, 'Falta qué corregir'),
          z.maxLength(BATCH_CORRECTIONS_AT_MOST, `${BATCH_CORRECTIONS_AT_MOST} filas como máximo a la vez`),
        ),
    }),
    opens: true,
    reply,
    touches: STALE,
    fails: 'No se pudo corregir el archivo',
  }),
  apply: post('/api/v2/captures/batch/:batchId/apply', {
    summary: 'Encola guardar todas las capturas del archivo, en un solo trabajo.',
    needs: 'processing_admin',
    params,
    reply,
    touches: [...STALE, 'queue.items'],
    fails: 'No se pudo aplicar el archivo',
  }),
  undo: post('/api/v2/captures/batch/:batchId/undo', {
    summary: 'Encola deshacer un archivo aplicado: cada captura vuelve a lo que había, salvo donde hay otra más nueva.',
    needs: 'processing_admin',
    params,
    reply,
    touches: [...STALE, 'queue.items'],
    fails: 'No se pudo deshacer el archivo',
  }),
  discard: del('/api/v2/captures/batch/:batchId', {
    summary: 'Descarta un archivo que no se aplicó, con sus pruebas.',
    needs: 'processing_admin',
    params,
    reply: Done,
    touches: STALE,
    done: 'Archivo descartado; no se guardó nada.',
    fails: 'No se pudo descartar el archivo',
  }),
})
