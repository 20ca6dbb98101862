// Documents, document types and their fields, in the shape of the calls.
import { z } from 'zod/mini'
import { Day, IdText, Instant } from '../common.ts'

export const TYPES_AT_MOST = 200
export const FIELDS_AT_MOST = 50
export const VALUE_AT_MOST = 1_000
export const NAME_OF_DOCUMENT_AT_MOST = 200
export const DOCUMENTS_OF_A_VEHICLE = 500
export const MISSING_PAGE = 25
/** Days in which a deleted document can be restored. */
export const RESTORABLE_DAYS = 30

export const DataType = z.int().check(z.gte(0, 'Seleccione un tipo de campo'), z.lte(5, 'Seleccione un tipo de campo'))
export const VehicleId = IdText

/** `fieldRequiered`, as the specification spells it. */
const FieldShape = {
  documentFieldId: z.int(),
  fieldName: z.string(),
  documentDataTypeId: z.int(),
  dataTypeName: z.string(),
  fieldRegex: z.string(),
  fieldRequiered: z.boolean(),
  /** Its date is the document's expiry and appears among the obligations. */
  fieldExpiry: z.boolean(),
}
export const DocumentField = z.object({ ...FieldShape, fieldSelectValues: z.array(z.string()) })
export type DocumentField = z.infer<typeof DocumentField>

/** The vehicles that need a document of the type. */
export const RequiredFor = z.enum(['none', 'all', 'tags'], 'Elija a qué vehículos se les pide')
export type RequiredFor = z.infer<typeof RequiredFor>

export const DocumentType = z.object({
  documentTypeId: z.int(),
  documentTypeName: z.string(),
  version: z.int(),
  docFields: z.array(DocumentField),
  /** Number of documents of the type. */
  documents: z.int(),
  required: RequiredFor,
  requiredTags: z.array(z.int()),
  /** Vehicles that need one and have no valid one; null if none needs it. */
  missing: z.nullable(z.int()),
  /** Vehicles that need one, if any. */
  asked: z.nullable(z.int()),
})
export type DocumentType = z.infer<typeof DocumentType>
/** The data for the form of a document of the type. */
export const TypeFields = z.object({
  documentTypeId: z.int(),
  documentTypeName: z.string(),
  docFields: z.array(DocumentField),
})
export type TypeFields = z.infer<typeof TypeFields>

/** A field of one document with its value. */
export const DocumentInfo = z.object({
  ...FieldShape,
  /** Null if the field never had a value. */
  documentInfoId: z.nullable(z.int()),
  value: z.nullable(z.string()),
  /** Removed from the type since: readable, not writable. */
  retired: z.boolean(),
})
export type DocumentInfo = z.infer<typeof DocumentInfo>

/** The console's viewer of the file; null: download only. */
const Preview = z.nullable(z.enum(['pdf', 'image']))
const FileShape = {
  fileName: z.string(),
  mediaType: z.string(),
  size: z.int(),
  preview: Preview,
  /** Valid for fifteen minutes: to display and to save. */
  documentUrl: z.string(),
  downloadUrl: z.string(),
  /** The virus scanner's result; `unchecked` if the installation has none. */
  scan: z.enum(['clean', 'unchecked']),
}

export const Document = z.object({
  documentId: z.int(),
  documentName: z.string(),
  documentTypeId: z.int(),
  documentTypeName: z.string(),
  creationDate: Instant,
  vehicleAssetId: z.int(),
  docFields: z.array(DocumentInfo),
  version: z.int(),
  ...FileShape,
  /** Number of its file versions, including this one. */
  files: z.int(),
  uploadedAt: Instant,
  who: z.string(),
  /** The earliest of its expiry dates. */
  expiresOn: z.nullable(Day),
})
export type Document = z.infer<typeof Document>

export const DocumentFile = z.object({
  fileVersion: z.int(),
  ...FileShape,
  uploadedAt: Instant,
  who: z.string(),
  current: z.boolean(),
})
export type DocumentFile = z.infer<typeof DocumentFile>

/** The state of a vehicle's document of one type. */
export const DocumentState = z.enum(['present', 'expired', 'missing', 'exempt', 'optional'])
export type DocumentState = z.infer<typeof DocumentState>
export const DOCUMENT_STATES = {
  present: 'Vigente',
  expired: 'Vencido',
  missing: 'Falta',
  exempt: 'No se pide a este vehículo',
  optional: 'No se pide',
} as const satisfies Record<DocumentState, string>

export const DocumentTypeState = z.object({
  documentTypeId: z.int(),
  documentTypeName: z.string(),
  standing: DocumentState,
  /** Whether this vehicle needs one, by the type or by an exception. */
  asked: z.boolean(),
  /** The vehicle's exception: required or exempt regardless of the type; null: none. */
  exception: z.nullable(z.enum(['required', 'exempt'])),
  expiresOn: z.nullable(Day),
})
export type DocumentTypeState = z.infer<typeof DocumentTypeState>
