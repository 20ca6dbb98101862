// Bulk workbooks: registering, editing and replacing thousands of vehicles from an .xlsx (spec bulk §2–§5, §7). The
// whole file is validated before anything is written; the result is stored as an import that can be reviewed,
// corrected, applied and undone.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { FleetQuery } from './catalogue/filter.ts'
import { Instant, isEmailFormat, Page, text, XLSX } from './common.ts'
import { isMail, MAIL_AT_MOST } from './exports.ts'
import { FileSheet, ImportMapping, MAPPING_LIMITS } from './imports/mapping.ts'
import {
  AlikeCells,
  CORRECTIONS_AT_MOST,
  Correction,
  ImportNote,
  ImportRow,
  NoteLevel,
  RowFilter,
  RowNumber,
} from './imports/rows.ts'
import { FLEET } from './vehicles.ts'

export const UPLOAD_BYTES = 25 * 1_048_576
/** Length of the list of latest imports. */
export const IMPORTS_LISTED = 50
/** Days in which an import can be applied. */
export const IMPORT_RETENTION_DAYS = 7
/** Days in which an applied import can be undone. */
export const IMPORT_UNDO_DAYS = 7
/** Above this share of the active fleet, removing or replacing vehicles needs a typed confirmation. */
export const GUARD_SHARE = 0.3

export const UPLOAD_TEXTS = {
  onlyXlsx: 'Solo se aceptan archivos de tipo .xlsx o .csv',
  mail: 'Escriba un correo de electrónico válido',
  file: 'Seleccione un archivo .xlsx válido',
  errors: '¡Su plantilla contiene errores!',
} as const

export const ImportKind = z.enum(['add', 'edit', 'replace'])
export type ImportKind = z.infer<typeof ImportKind>

/** The permissions of each kind of import. */
export const IMPORT_NEEDS = { add: 'masive_upload', edit: 'masive_edit', replace: 'masive_replace' } as const
const ANY_KIND = ['masive_upload', 'masive_edit', 'masive_replace'] as const

/**
 * checked: valid, can be applied. refused: has errors, cannot be applied. queued: being applied. failed: applying was
 * refused because the fleet changed; it can be checked again. expired: not applied in time. undoing: its undo is
 * queued.
 */
export const ImportState = z.enum([
  'checked',
  'refused',
  'queued',
  'applied',
  'failed',
  'cancelled',
  'discarded',
  'expired',
  'undoing',
  'undone',
])
export type ImportState = z.infer<typeof ImportState>

export const ImportCounts = z.object({
  rows: z.int(),
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Rows with a warning; also counted among the others. */
  warned: z.int(),
  /** Rows omitted by the user. */
  omitted: z.int(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** Its job, current or ended. */
const ImportJob = z.object({
  queueItemId: z.string(),
  progress: z.nullable(z.object({ done: z.int(), total: z.int(), what: z.string() })),
  estimatedFinishedDateTime: z.nullable(Instant),
  message: z.nullable(z.string()),
  error: z.nullable(z.string()),
})

export const Import = z.object({
  importId: z.string(),
  /** Id of this check; every new check has another. */
  checkId: z.string(),
  kind: ImportKind,
  fileName: z.string(),
  size: z.int(),
  state: ImportState,
  who: z.string(),
  dateTime: Instant,
  /** Recipient of the summary. */
  notifyTo: z.nullable(z.string()),
  counts: ImportCounts,
  errorCount: z.int(),
  warningCount: z.int(),
  /** Messages about the whole file: its headings, its size. */
  fileNotes: z.array(ImportNote),
  /**
   * The kinds of messages, errors first, then by frequency; differing values are «…»; at most twenty.
   */
  commonNotes: z.array(z.object({ level: NoteLevel, column: z.string(), message: z.string(), count: z.int() })),
  /** The number of further kinds of messages. */
  otherNotes: z.int(),
  /** Its additional effects. */
  effects: z.object({
    deactivated: z.int(),
    reactivated: z.int(),
    replaced: z.int(),
    /** Tags that would be created: their number, and the first twenty. */
    newTagCount: z.int(),
    newTags: z.array(z.string()),
  }),
  /** A large share of the fleet would be removed, so the user must type `word`. */
  guard: z.nullable(z.object({ affected: z.int(), active: z.int(), percent: z.int(), word: z.string() })),
  /** An earlier import of the same file. */
  sameAs: z.nullable(z.object({ importId: z.string(), dateTime: Instant, who: z.string(), state: ImportState })),
  /**
   * How its columns were read: null: as in the template; otherwise by a mapping, with its name if the company has saved
   * it.
   */
  mapping: z.nullable(z.object({ name: z.nullable(z.string()) })),
  /** Its headings are not those of the template: nothing is read until a person maps them. */
  isUnmapped: z.boolean(),
  /** Cells corrected in the grid since the upload. */
  corrections: z.int(),
  /** Signed address of the workbook with its cells marked, if any are. */
  fileUrl: z.nullable(z.string()),
  job: z.nullable(ImportJob),
  appliedDateTime: z.nullable(Instant),
  /** End of the time to undo it; null: it cannot be undone. */
  undoUntil: z.nullable(Instant),
  /** An undo that stopped half way, in rows of the sheet; null: none. */
  partlyUndone: z.nullable(z.object({ total: z.int(), left: z.int() })),
  undone: z.nullable(
    z.object({
      dateTime: Instant,
      who: z.string(),
      restored: z.int(),
      /** Vehicles that were changed since and stayed unchanged by the undo. */
      kept: z.int(),
      /** Signed address of a workbook that lists them with the reason. */
      reportUrl: z.nullable(z.string()),
    }),
  ),
})
export type Import = z.infer<typeof Import>

const Mail = z
  .string(UPLOAD_TEXTS.mail)
  .check(
    z.maxLength(MAIL_AT_MOST, { error: UPLOAD_TEXTS.mail, abort: true }),
    z.refine(isMail, UPLOAD_TEXTS.mail),
    isEmailFormat,
  )
/** The text fields beside the file; `preview` only validates. */
const UploadFields = z.strictObject({
  fileName: z.optional(text(300)),
  notifyTo: Mail,
  preview: z.optional(z.enum(['true', 'false'])),
  confirmation: z.optional(text(100)),
})
const Uploaded = z.object({
  /** The workbook with its errors marked; null: it is valid, and is being applied or can be. */
  fileUrl: z.nullable(z.string()),
  message: z.string(),
  import: Import,
})
export type Uploaded = z.infer<typeof Uploaded>

const STALE = ['imports.list', 'imports.read', 'imports.rows', 'queue.items', ...FLEET] as const

const upload = (needs: (typeof ANY_KIND)[number], path: `/${string}`, summary: string) =>
  post(path, {
    summary,
    needs,
    multipart: { file: 'file', bytes: UPLOAD_BYTES },
    body: UploadFields,
    opens: true,
    reply: Uploaded,
    touches: STALE,
    fails: 'No se pudo revisar el archivo',
  })

const filled = (needs: (typeof ANY_KIND)[number], path: `/${string}`, summary: string) =>
  post(path, {
    summary,
    needs,
    /** Empty: no filter. */
    body: z._default(FleetQuery, { vehicleClass: {} }),
    reply: z.object({ fileUrl: z.string(), totalCount: z.int() }),
    fails: 'La plantilla no pudo ser generada',
  })

const params = z.object({ importId: z.uuid('Identificador no válido') })
/** A sheet and the row of its headings: both or none; a CSV file has no sheet name. */
const HeadingRowChoice = z
  .strictObject({
    sheet: z.optional(text(MAPPING_LIMITS.sheetName)),
    headingRow: z.optional(
      z.pipe(
        z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'La fila es un número de 1 en adelante')),
        z.transform((typed: string) => Number(typed)),
      ),
    ),
  })
  .check(z.refine(({ sheet, headingRow }) => (sheet === undefined) === (headingRow === undefined), 'Falta un dato'))
const MappingName = text(MAPPING_LIMITS.name).check(z.refine((name) => name.trim() !== '', 'Escriba un nombre'))
/** The mapping of the columns of a company's own sheet, saved for the next file with the same headings. */
export const SavedMapping = z.object({
  importMappingId: z.string(),
  kind: ImportKind,
  name: z.string(),
  /** Number of mapped headings. */
  columns: z.int(),
  who: z.string(),
  dateTime: Instant,
})
export type SavedMapping = z.infer<typeof SavedMapping>
const mappingParams = z.object({ importMappingId: z.uuid('Identificador no válido') })

const ImportReply = z.object({ message: z.string(), import: Import })

export const imports = calls('imports', {
  uploadTemplate: upload(
    'masive_upload',
    '/api/v2/vehicle/uploadTemplate/',
    'Revisa un archivo de alta entero; sin errores encola el alta, con ellos devuelve el archivo marcado en ' +
      'fileUrl y no escribe nada.',
  ),
  editTemplate: upload(
    'masive_edit',
    '/api/v2/vehicle/editTemplate/',
    'Revisa un archivo de edición entero; sin errores encola los cambios, con ellos devuelve el archivo marcado y no ' +
      'escribe nada.',
  ),
  replaceTemplate: upload(
    'masive_replace',
    '/api/v2/vehicle/replaceTemplate/',
    'Revisa un archivo de reemplazo entero; sin errores encola los reemplazos, con ellos devuelve el archivo marcado ' +
      'y no escribe nada.',
  ),
  generateUploadTemplate: get('/api/v2/vehicle/generateUploadTemplate', {
    summary: 'La plantilla de alta, versión 5.2, como archivo .xlsx.',
    needs: 'masive_upload',
    sends: XLSX,
    reply: z.unknown(),
    fails: 'La plantilla no pudo ser generada',
  }),
  generateEditionTemplate: filled(
    'masive_edit',
    '/api/v2/vehicle/generateEditionTemplate',
    'Dirección, por quince minutos, de la plantilla de edición con los vehículos del filtro.',
  ),
  generateReplacementTemplate: filled(
    'masive_replace',
    '/api/v2/vehicle/generateReplacementTemplate',
    'Dirección, por quince minutos, de la plantilla de reemplazo con los vehículos del filtro.',
  ),
  list: get('/api/v2/vehicle/imports', {
    summary:
      'Los archivos revisados y aplicados de los últimos treinta días, los más recientes primero: los ' +
      `${IMPORTS_LISTED} más recientes.`,
    needs: ANY_KIND,
    query: z.strictObject({ kind: ImportKind }),
    reply: z.object({ imports: z.array(Import) }),
    fails: 'Error al obtener los datos',
  }),
  read: get('/api/v2/vehicle/imports/:importId', {
    summary: 'Lo que resultó de revisar un archivo, y cómo va lo que se hace con él.',
    needs: ANY_KIND,
    params,
    reply: z.object({ import: Import }),
    fails: 'Error al obtener los datos',
  }),
  rows: get('/api/v2/vehicle/imports/:importId/rows', {
    summary: 'Las filas de un archivo revisado, con lo que cambian y lo que se dice de ellas.',
    needs: ANY_KIND,
    params,
    query: z.strictObject({ show: z._default(RowFilter, 'all'), page: Page }),
    reply: z.object({
      rows: z.array(ImportRow),
      totalCount: z.int(),
      /** For suggestions of this page that apply to several rows of the file. */
      alike: z.array(AlikeCells),
    }),
    fails: 'Error al obtener los datos',
  }),
  recheck: post('/api/v2/vehicle/imports/:importId/check', {
    summary: 'Revisa el archivo de nuevo, con celdas corregidas o filas omitidas, sin volver a enviarlo.',
    needs: ANY_KIND,
    params,
    body: z.strictObject({
      corrections: z._default(z.array(Correction).check(z.maxLength(CORRECTIONS_AT_MOST)), []),
      /** Rows to omit, and to include again. */
      omit: z._default(z.array(RowNumber).check(z.maxLength(CORRECTIONS_AT_MOST)), []),
      include: z._default(z.array(RowNumber).check(z.maxLength(CORRECTIONS_AT_MOST)), []),
      /** Omits every row with an error. */
      omitRefused: z._default(z.boolean(), false),
    }),
    opens: true,
    reply: ImportReply,
    touches: STALE,
    fails: 'No se pudo revisar el archivo',
  }),
  apply: post('/api/v2/vehicle/imports/:importId/apply', {
    summary: 'Encola lo revisado, para aplicarse entero o nada; avisa por correo al terminar.',
    needs: ANY_KIND,
    params,
    body: z.strictObject({
      notifyTo: Mail,
      confirmation: z.optional(text(100)),
      /** The check that the user reviewed; if there is a newer one, nothing is applied (409). */
      checkId: z.optional(z.uuid('Identificador no válido')),
    }),
    reply: z.object({ ...ImportReply.shape, queueItemId: z.string() }),
    touches: STALE,
    fails: 'No se pudo aplicar el archivo',
  }),
  discard: post('/api/v2/vehicle/imports/:importId/discard', {
    summary: 'Descarta un archivo revisado, o cancela su aplicación mientras no haya terminado.',
    needs: ANY_KIND,
    params,
    reply: ImportReply,
    touches: STALE,
    fails: 'No se pudo descartar el archivo',
  }),
  undo: post('/api/v2/vehicle/imports/:importId/undo', {
    summary: 'Encola deshacer un archivo aplicado en los últimos siete días, menos en los vehículos cambiados después.',
    needs: ANY_KIND,
    params,
    body: z.strictObject({ notifyTo: z.optional(Mail) }),
    reply: z.object({ ...ImportReply.shape, queueItemId: z.string() }),
    touches: STALE,
    fails: 'No se pudo deshacer el archivo',
  }),
  columns: get('/api/v2/vehicle/imports/:importId/columns', {
    summary:
      'Las hojas y columnas de un archivo revisado, con ejemplos y con lo que probablemente es cada una; y la ' +
      'asignación con que se leyó, o la que se propone. Con `sheet` y `headingRow`, solo esa hoja, con los ' +
      'encabezados en esa fila.',
    needs: ANY_KIND,
    params,
    query: HeadingRowChoice,
    opens: true,
    reply: z.object({ sheets: z.array(FileSheet), mapping: ImportMapping, name: z.nullable(z.string()) }),
    within: 60,
    fails: 'No se pudieron leer las columnas del archivo',
  }),
  map: post('/api/v2/vehicle/imports/:importId/map', {
    summary:
      'Revisa el archivo de nuevo con sus columnas asignadas a datos y etiquetas; con un nombre, la asignación se ' +
      'conserva para los archivos con los mismos encabezados.',
    needs: ANY_KIND,
    params,
    body: z.strictObject({ mapping: ImportMapping, keepAs: z.optional(z.nullable(MappingName)) }),
    opens: true,
    reply: ImportReply,
    touches: [...STALE, 'imports.columns', 'imports.mappings'],
    within: 60,
    fails: 'No se pudo revisar el archivo',
  }),
  mappings: get('/api/v2/import-mappings', {
    summary: 'Las asignaciones de columnas que la empresa conserva para un tipo de archivo, por nombre.',
    needs: ANY_KIND,
    query: z.strictObject({ kind: ImportKind }),
    reply: z.object({ mappings: z.array(SavedMapping) }),
    fails: 'Error al obtener los datos',
  }),
  renameMapping: put('/api/v2/import-mappings/:importMappingId', {
    summary: 'Cambia el nombre de una asignación de columnas.',
    needs: ANY_KIND,
    params: mappingParams,
    body: z.strictObject({ name: MappingName }),
    reply: z.object({ mapping: SavedMapping }),
    touches: ['imports.mappings'],
    done: 'Asignación de columnas guardada',
    fails: 'No se pudo guardar la asignación de columnas',
  }),
  deleteMapping: del('/api/v2/import-mappings/:importMappingId', {
    summary: 'Borra una asignación de columnas; los archivos ya leídos con ella no cambian.',
    needs: ANY_KIND,
    params: mappingParams,
    reply: z.object({ message: z.string() }),
    touches: ['imports.mappings'],
    fails: 'No se pudo borrar la asignación de columnas',
  }),
})
