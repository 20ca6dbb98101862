// Documents: the documents of a vehicle, the company's document types with their fields, and which vehicles lack one
// (spec core §2–§5, §7; bulk §2–§5, §7).
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { Day, Done, Id, IdText, Instant, NOTICES, Page, text, Version } from './common.ts'
import {
  DataType,
  Document,
  DocumentFile,
  DocumentType,
  DocumentTypeState,
  FIELDS_AT_MOST,
  NAME_OF_DOCUMENT_AT_MOST,
  RESTORABLE_DAYS,
  RequiredFor,
  TypeFields,
  VALUE_AT_MOST,
  VehicleId,
} from './documents/shapes.ts'
import { DOCUMENT_BYTES } from './rules/document-rules.ts'

export const NewField = z.strictObject({
  /** An existing field of the type; absent: a new one. */
  DocumentFieldId: z.optional(Id),
  DocumentDataTypeId: DataType,
  FieldName: text(100),
  FieldRequiered: z._default(z.boolean(), false),
  FieldRegex: z._default(text(1_000), '-'),
  FieldSelectValues: z._default(
    z.array(text(100)).check(z.maxLength(0, 'Las opciones múltiples no están disponibles')),
    [],
  ),
  FieldExpiry: z._default(z.boolean(), false),
})
export type NewField = z.infer<typeof NewField>
const Fields = z
  .array(NewField)
  .check(z.maxLength(FIELDS_AT_MOST, `Un tipo de documento tiene ${FIELDS_AT_MOST} campos como máximo`))

const params = z.object({ documentTypeId: IdText })
const TYPES_STALE = [
  'documentTypes.list',
  'documentTypes.fields',
  'documentTypes.missing',
  'documentTypes.papers',
  'documents.list',
  'pending.list',
  'pending.summary',
] as const
const STALE = [
  'documents.list',
  'documents.files',
  'documents.removed',
  'documentTypes.list',
  'documentTypes.missing',
  'documentTypes.papers',
  'obligations.weeks',
  'obligations.months',
  'obligations.list',
  'pending.list',
  'pending.summary',
  'pending.mine',
] as const

export const documentTypes = calls('documentTypes', {
  list: get('/api/v2/documentType', {
    summary: 'Los tipos de documento de la empresa, con sus campos y cuántos vehículos carecen de cada uno.',
    needs: 'documents_read',
    scope: 'vehicles',
    reply: z.object({ documentList: z.array(DocumentType) }),
    fails: 'Error al cargar los tipos de documentos',
  }),
  /** For a form: without counts. */
  fields: get('/api/v2/documentType/fields', {
    summary: 'Los tipos de documento de la empresa y los campos que pide cada uno, sin cuentas.',
    needs: 'documents_read',
    scope: 'vehicles',
    reply: z.object({ documentList: z.array(TypeFields) }),
    fails: 'Error al cargar los tipos de documentos',
  }),
  create: post('/api/v2/documentType', {
    summary: 'Agrega un tipo de documento con sus campos.',
    needs: 'documents_admin',
    body: z.strictObject({
      documentType: z.strictObject({ DocumentTypeName: text(200) }),
      fields: z._default(Fields, []),
    }),
    reply: z.object({ message: z.string(), documentTypeId: z.int() }),
    touches: TYPES_STALE,
    done: NOTICES.done,
    fails: 'No se pudo agregar el tipo de documento',
  }),
  update: put('/api/v2/documentType', {
    summary:
      'Cambia el nombre y los campos de un tipo; un campo que ya no viene se retira y lo escrito en él se conserva.',
    needs: 'documents_admin',
    body: z.strictObject({
      documentType: z.strictObject({ DocumentTypeId: Id, DocumentTypeName: text(200), version: Version }),
      fields: Fields,
    }),
    reply: Done,
    touches: TYPES_STALE,
    done: 'Tipo de documento guardado correctamente',
    fails: 'No se pudo guardar el tipo de documento',
  }),
  remove: del('/api/v2/documentType', {
    summary: 'Elimina un tipo del que no hay documentos.',
    needs: 'documents_admin',
    body: z.strictObject({ DocumentTypeId: Id }),
    byQuery: z.strictObject({ DocumentTypeId: IdText }),
    reply: Done,
    touches: TYPES_STALE,
    done: 'Tipo de documento eliminado correctamente',
    fails: 'No se pudo eliminar el tipo de documento',
  }),
  require: put('/api/v2/documentType/required', {
    summary: 'A qué vehículos se les pide un tipo de documento: a ninguno, a todos o a los de unas etiquetas.',
    needs: 'documents_admin',
    body: z.strictObject({
      documentTypeId: Id,
      version: Version,
      required: RequiredFor,
      tagIds: z._default(z.array(Id).check(z.maxLength(100, '100 etiquetas como máximo')), []),
    }),
    reply: Done,
    touches: TYPES_STALE,
    done: 'Cambios guardados correctamente',
    fails: 'No se pudo guardar a qué vehículos se les pide',
  }),
  except: put('/api/v2/documentType/exception', {
    summary:
      'Pide un tipo de documento a un vehículo, o deja de pedírselo, diga lo que diga el tipo; null quita ' +
      'la excepción.',
    needs: 'documents_admin',
    scope: 'vehicles',
    names: { vehicles: ['body.vehicleAssetId'] },
    body: z.strictObject({
      documentTypeId: Id,
      vehicleAssetId: Id,
      exception: z.nullable(z.enum(['required', 'exempt'], 'Elija si se le pide o no')),
    }),
    reply: Done,
    touches: TYPES_STALE,
    done: 'Cambios guardados correctamente',
    fails: 'No se pudo guardar la excepción',
  }),
  /** Vehicles that lack it or have only expired ones. */
  missing: get('/api/v2/documentType/:documentTypeId/missing', {
    summary: 'Los vehículos activos a los que se les pide un tipo y no lo tienen vigente, por placa; con total exacto.',
    needs: 'documents_read',
    scope: 'vehicles',
    params,
    query: z.strictObject({
      page: Page,
    }),
    reply: z.object({
      vehicles: z.array(
        z.object({
          vehicleAssetId: Id,
          plate: z.string(),
          vin: z.string(),
          customId: z.nullable(z.string()),
          stateName: z.string(),
          standing: z.enum(['missing', 'expired']),
          /** The expiry of the newest one. */
          expiredOn: z.nullable(Day),
        }),
      ),
      totalCount: z.int(),
    }),
    fails: 'Error al obtener los datos',
  }),
  papers: get('/api/v2/documentType/papers/:vehicleAssetId', {
    summary: 'Cómo está un vehículo con cada tipo de documento: vigente, vencido, falta, no se pide.',
    needs: 'documents_read',
    scope: 'vehicles',
    params: z.object({ vehicleAssetId: VehicleId }),
    reply: z.object({ papers: z.array(DocumentTypeState) }),
    fails: 'Error al cargar documentos',
  }),
})

const ofDocument = z.object({ documentId: IdText })
const InfoSent = z.array(z.strictObject({ DocumentFieldId: IdText, Value: text(VALUE_AT_MOST) }))

export const documents = calls('documents', {
  list: get('/api/v2/document', {
    summary: 'Los documentos de un vehículo, los más recientes primero; de un tipo, donde se dice cuál.',
    needs: 'documents_read',
    scope: 'vehicles',
    query: z.strictObject({ vehicleAssetId: VehicleId, idDocType: z.optional(IdText) }),
    reply: z.object({ documentList: z.array(Document) }),
    fails: 'Error al cargar documentos',
  }),
  create: post('/api/v2/document', {
    summary: 'Agrega un documento a un vehículo: su tipo, sus campos y un archivo PDF, PNG, JPEG, WebP, Word o Excel.',
    needs: 'documents_admin',
    scope: 'vehicles',
    names: { vehicles: ['body.document.VehicleAssetId'] },
    multipart: { file: 'file', bytes: DOCUMENT_BYTES, spooled: true, fields: 2 * FIELDS_AT_MOST + 10 },
    opens: true,
    body: z.strictObject({
      document: z.strictObject({
        DocumentTypeId: IdText,
        VehicleAssetId: IdText,
        DocumentName: z.optional(text(NAME_OF_DOCUMENT_AT_MOST)),
        /** Ignored: the server decides where a file is stored. */
        DocumentUrl: z.optional(text(2_000)),
      }),
      documentInfo: z._default(InfoSent.check(z.maxLength(FIELDS_AT_MOST, `${FIELDS_AT_MOST} campos como máximo`)), []),
    }),
    reply: z.object({ message: z.string(), documentId: z.int() }),
    touches: STALE,
    done: 'Archivo agregado con éxito',
    fails: 'Error al subir documento',
  }),
  /** The earlier file stays as a version. */
  replaceFile: post('/api/v2/document/:documentId/file', {
    summary: 'Pone otro archivo en un documento; el anterior se conserva como versión.',
    needs: 'documents_admin',
    scope: 'vehicles',
    names: { documents: ['params.documentId'] },
    params: ofDocument,
    multipart: { file: 'file', bytes: DOCUMENT_BYTES, spooled: true, fields: 2 * FIELDS_AT_MOST + 10 },
    opens: true,
    body: z.strictObject({
      /** The version that the user edited. */
      version: IdText,
      /** New values of its fields, if they change with the file. */
      documentInfo: z._default(InfoSent.check(z.maxLength(FIELDS_AT_MOST, `${FIELDS_AT_MOST} campos como máximo`)), []),
    }),
    reply: z.object({ message: z.string(), documentId: z.int() }),
    touches: STALE,
    done: 'Archivo agregado con éxito',
    fails: 'Error al subir documento',
  }),
  update: put('/api/v2/document', {
    summary: 'Cambia el nombre y los campos de un documento.',
    needs: 'documents_admin',
    scope: 'vehicles',
    names: { documents: ['body.document.documentId'] },
    body: z.strictObject({
      document: z.strictObject({
        documentId: Id,
        documentName: z.optional(text(NAME_OF_DOCUMENT_AT_MOST)),
        /** The version that the user edited; without it the change is made unconditionally. */
        version: z.optional(Version),
      }),
      fields: z._default(
        z
          .array(
            z.strictObject({
              documentInfoId: z.optional(z.nullable(Id)),
              documentId: z.optional(Id),
              documentFieldId: Id,
              value: z.nullable(text(VALUE_AT_MOST)),
            }),
          )
          .check(z.maxLength(FIELDS_AT_MOST, `${FIELDS_AT_MOST} campos como máximo`)),
        [],
      ),
    }),
    reply: Done,
    touches: STALE,
    done: 'Documento editado correctamente',
    fails: 'Error al editar el documento',
  }),
  /** The id alone is the body (spec core §7). */
  remove: del('/api/v2/document', {
    summary: `Elimina un documento; se puede recuperar por ${RESTORABLE_DAYS} días.`,
    needs: 'documents_admin',
    scope: 'vehicles',
    names: { documents: ['body'] },
    body: Id,
    byQuery: z.pipe(
      z.strictObject({ documentId: IdText }),
      z.transform(({ documentId }) => documentId),
    ),
    reply: Done,
    touches: STALE,
    done: 'Archivo eliminado correctamente',
    fails: 'Error al eliminar el documento',
  }),
  restore: post('/api/v2/document/restore', {
    summary: 'Recupera un documento eliminado.',
    needs: 'documents_admin',
    scope: 'vehicles',
    names: { documents: ['body.documentId'] },
    body: z.strictObject({ documentId: Id }),
    reply: Done,
    touches: STALE,
    done: 'Documento recuperado correctamente',
    fails: 'No se pudo recuperar el documento',
  }),
  removed: get('/api/v2/document/removed', {
    summary: 'Los documentos eliminados de un vehículo que aún se pueden recuperar.',
    needs: 'documents_admin',
    scope: 'vehicles',
    query: z.strictObject({ vehicleAssetId: VehicleId }),
    reply: z.object({
      documentList: z.array(
        z.object({
          documentId: z.int(),
          documentName: z.string(),
          documentTypeName: z.string(),
          removedAt: Instant,
          who: z.string(),
          until: Instant,
        }),
      ),
    }),
    fails: 'Error al cargar documentos',
  }),
  files: get('/api/v2/document/:documentId/files', {
    summary: 'Los archivos que ha tenido un documento, el actual primero.',
    needs: 'documents_read',
    scope: 'vehicles',
    params: ofDocument,
    reply: z.object({ files: z.array(DocumentFile) }),
    fails: 'Error al cargar documentos',
  }),
})
