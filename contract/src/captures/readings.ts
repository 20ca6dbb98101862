// PDFs of portals that wait for a review: the values found in their text are proposed beside the page, and count as an
// answer only after a person stores them.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from '../call.ts'
import { CAPTURE_CHANGES, CAPTURE_FILE_BYTES, CapturedDebt, STATEMENT_FIELDS } from '../captures.ts'
import { Done, Id, Instant, text } from '../common.ts'

/** Maximum of a company's files that wait for a review. */
export const READINGS_AT_MOST = 200
/** Days after which a file without a review is deleted. */
export const READING_DAYS = 7

/**
 * `ready`: the text names one vehicle of the company. `ambiguous`: several. `unknown`: none. `unreadable`: there is no
 * text, so a person chooses the vehicle.
 */
const ReadingState = z.enum(['ready', 'ambiguous', 'unknown', 'unreadable'])

/** The values by the labels of a portal's PDF, as printed; empty: not found. */
export const PdfFields = z.object({
  debts: z.array(CapturedDebt),
  paymentLine: z.string(),
  paymentLineDueDate: z.nullable(z.string()),
  portalTotal: z.nullable(z.number()),
  /** Expected values that were not found, in words. */
  missing: z.array(z.string()),
  /** Contradictions, in words. */
  remarks: z.array(z.string()),
  /** Values found by labels that were never confirmed with a document of this portal, in words. */
  unconfirmed: z.array(z.string()),
})
export type PdfFields = z.infer<typeof PdfFields>

const Reading = z.object({
  readingId: z.string(),
  fileName: z.string(),
  size: z.int(),
  uploadedAt: Instant,
  uploadedBy: z.string(),
  state: ReadingState,
  /** The vehicle's plate; null: the vehicle is not known. */
  plate: z.nullable(z.string()),
  vehicleAssetId: z.nullable(Id),
  /** The portal of the document; null: its text does not name one. */
  portal: z.nullable(z.string()),
  /** Why the vehicle is not known, or why there is no text. */
  note: z.nullable(z.string()),
})
export type Reading = z.infer<typeof Reading>

const ReadingParams = z.object({ readingId: z.uuid('Identificador no válido') })
const LIST = 'captureReadings.list'

export const captureReadings = calls('captureReadings', {
  list: get('/api/v2/captures/readings', {
    summary: 'Los PDF por revisar de la empresa, en el orden en que se subieron.',
    needs: 'processing_admin',
    reply: z.object({ readings: z.array(Reading) }),
    fails: 'Error al obtener los datos',
  }),
  one: get('/api/v2/captures/readings/:readingId', {
    summary: 'Un PDF por revisar, con lo que se leyó de él y los portales de su vehículo.',
    needs: 'processing_admin',
    params: ReadingParams,
    reply: z.object({
      ...Reading.shape,
      url: z.string(),
      fields: z.nullable(PdfFields),
      /** Portals that answer about the vehicle, each with one of its resources; the portal of the document first. */
      portals: z.array(z.object({ resourceId: Id, portal: z.string() })),
    }),
    fails: 'Error al obtener los datos',
  }),
  upload: post('/api/v2/captures/readings', {
    summary:
      'Sube un PDF de un portal para revisarlo: de hasta 10 MB; el cuerpo es el archivo. No guarda ninguna respuesta.',
    needs: 'processing_admin',
    query: z.strictObject({ fileName: text(200) }),
    file: { types: ['application/pdf'], bytes: CAPTURE_FILE_BYTES },
    opens: true,
    reply: Reading,
    touches: [LIST],
    fails: 'Error al subir el archivo',
  }),
  setVehicle: put('/api/v2/captures/readings/:readingId/vehicle', {
    summary: 'Dice de qué placa es un PDF cuyo texto no se pudo leer o nombra varias.',
    needs: 'processing_admin',
    params: ReadingParams,
    body: z.strictObject({ plate: text(20) }),
    reply: Done,
    touches: [LIST, 'captureReadings.one'],
    done: 'Vehículo del PDF guardado',
    fails: 'No se pudo guardar el vehículo del PDF',
  }),
  accept: post('/api/v2/captures/readings/:readingId/accept', {
    summary: 'Guarda como estado de cuenta lo que una persona revisó de un PDF, que queda como su prueba.',
    needs: 'processing_admin',
    params: ReadingParams,
    body: z.strictObject(STATEMENT_FIELDS),
    reply: Done,
    touches: [LIST, ...CAPTURE_CHANGES],
    done: 'Estado de cuenta guardado correctamente',
    fails: 'Error al guardar el estado de cuenta',
  }),
  refuse: del('/api/v2/captures/readings/:readingId', {
    summary: 'Descarta un PDF por revisar: se borra y no se guarda nada de él.',
    needs: 'processing_admin',
    params: ReadingParams,
    reply: Done,
    touches: [LIST],
    done: 'PDF descartado',
    fails: 'No se pudo descartar el PDF',
  }),
})
