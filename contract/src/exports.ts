// File exports of the catalogue: the report of all filtered vehicles by email and in the queue panel, the ZIP of PDFs,
// the direct download of the current view; and the deletion of the whole fleet, which is a job too (spec bulk §2, §5,
// §7).
import { z } from 'zod/mini'
import { calls, del, get, post } from './call.ts'
import { chosen, FleetQuery } from './catalogue/filter.ts'
import { Pagination } from './catalogue.ts'
import { IdText, Instant, isEmailFormat, text, XLSX } from './common.ts'
import { Columns } from './views.ts'

export const DOWNLOAD_AT_MOST = 10_000
/** Vehicles of one ZIP of PDFs. */
export const PDFS_AT_MOST = 20_000
export const DELETED_RETENTION_DAYS = 30
/** How long a job's result can be downloaded. */
export const RESULT_RETENTION_DAYS = 7
const MAILS_AT_MOST = 20

/** The confirmation text to delete the whole fleet. */
export const DELETE_ALL_WORDS = 'BORRAR TODO'
export const CONFIRM_DELETING = `Para confirmar escriba ${DELETE_ALL_WORDS}.`

// A plain address: no spaces, quotes or brackets, a dot in the domain.
const MAIL = /^[^\s@,;:<>()[\]\\"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}]{2,63}$/u
export const MAIL_AT_MOST = 254
export const isMail = (address: string): boolean => address.length <= MAIL_AT_MOST && MAIL.test(address)
const mailsOf = (typed: string): string[] => [...new Set(typed.replace(/\s/g, '').split(','))]
const tooMany = (atMost: number, count: number): string => `${atMost} correos como máximo; hay ${count}`
/** Parses a comma-separated list as typed. @returns undefined if `mailsFault` finds a fault */
export const readMails = (typed: string): string[] | undefined =>
  mailsFault(typed) === undefined ? mailsOf(typed) : undefined
/** @returns the fault of such a list: empty, an invalid address, too many */
export const mailsFault = (typed: string): string | undefined => {
  const mails = mailsOf(typed)
  if (!mails.every(isMail)) return MAILS_REFUSED
  return mails.length > MAILS_AT_MOST ? tooMany(MAILS_AT_MOST, mails.length) : undefined
}
const MAILS_REFUSED = 'Por favor ingrese correos válidos separados por comas'
export const MAILS_HELP = 'Debe de ser una lista de correos separados por comas'

const Mail = text(254).check(z.refine(isMail, MAILS_REFUSED), isEmailFormat)
/** Distinct addresses. @param atLeast 0 if recipients can also be reached in another way */
export const mailList = (atMost: number, atLeast = 1) =>
  z.pipe(
    z
      .array(Mail)
      .check(
        z.minLength(atLeast, MAILS_REFUSED),
        z.maxLength(atMost, { error: ({ input }) => tooMany(atMost, input?.length ?? 0) }),
      ),
    z.transform((mails) => [...new Map(mails.map((mail) => [mail.toLowerCase(), mail])).values()]),
  )
export const Mails = mailList(MAILS_AT_MOST)

const what = {
  ...FleetQuery.shape,
  /** The list's own query: its order and dates apply, its page does not. */
  pagination: z.optional(Pagination),
  /** The columns of the file; absent: the default ones. */
  columns: z.optional(Columns),
}
const Queued = z.object({ queueItemId: z.string(), message: z.string() })

export const exports = calls('exports', {
  vehiclesReport: post('/api/v2/vehiclesReport', {
    summary: 'Encola un archivo de Excel con todos los vehículos del filtro; llega por correo y al panel de trabajos.',
    needs: ['vehicles_report', 'vehicles_admin'],
    scope: 'vehicles',
    body: z.strictObject({ ...what, ...chosen, mails: Mails }),
    reply: Queued,
    touches: ['queue.items'],
    fails: 'Error al enviar generar reporte',
  }),
  pdfReport: post('/api/v2/PDFReport', {
    summary: 'Encola un ZIP con un PDF por vehículo del filtro sobre los recursos elegidos.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    body: z.strictObject({
      ...FleetQuery.shape,
      ...chosen,
      forced: z._default(z.boolean(), true),
      mails: Mails,
      resources: z.array(z.int()).check(z.minLength(1, 'Seleccione un recurso'), z.maxLength(200)),
    }),
    reply: Queued,
    touches: ['queue.items'],
    fails: 'Error enviando ZIP con PDFs.',
  }),
  download: post('/api/v2/vehiclesDownload', {
    summary: 'Dirección, por quince minutos, de un archivo de Excel con la vista actual, hasta diez mil vehículos.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    body: z.strictObject(what),
    reply: z.object({ fileUrl: z.string(), totalCount: z.int() }),
    fails: 'La plantilla no pudo ser generada',
  }),
  selection: post('/api/v2/vehiclesDownload/selection', {
    summary: 'Archivo de Excel con los vehículos elegidos, hasta diez mil.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    body: z.strictObject({ ...what, ...chosen }),
    sends: XLSX,
    reply: z.unknown(),
    fails: 'El archivo no pudo ser generado',
  }),
  vehiclePdf: post('/api/v2/vehicle/:vehicleAssetId/pdf', {
    summary: 'Dirección, por quince minutos, de la ficha en PDF de un vehículo.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    params: z.object({ vehicleAssetId: IdText }),
    reply: z.object({ fileUrl: z.string() }),
    fails: 'No se pudo generar la ficha',
  }),
  deleteAll: del('/api/v2/vehicleAsset', {
    summary: 'Encola el borrado de todos los vehículos; solo la cuenta principal, y recuperable durante treinta días.',
    needs: 'vehicles_admin',
    person: true,
    byQuery: z.strictObject({ confirmation: text(100) }),
    body: z.strictObject(
      { confirmation: text(100, CONFIRM_DELETING) },
      { error: ({ code }) => (code === 'invalid_type' ? CONFIRM_DELETING : undefined) },
    ),
    reply: Queued,
    touches: ['queue.items'],
    fails: 'Error al eliminar vehículos',
  }),
  deletions: get('/api/v2/vehicleAsset/deletions', {
    summary: 'Borrados totales que todavía se pueden recuperar.',
    needs: 'vehicles_admin',
    reply: z.object({
      deletions: z.array(
        z.object({
          deletionId: z.string(),
          dateTime: Instant,
          who: z.string(),
          vehicles: z.int(),
          /** Those that were not restored. */
          left: z.int(),
          until: Instant,
        }),
      ),
    }),
    fails: 'Error al obtener los datos',
  }),
})
