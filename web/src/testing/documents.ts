// Types and documents for the tests of screens.
import type {
  Document,
  DocumentField,
  DocumentInfo,
  DocumentType,
  DocumentTypeState,
} from '@padron/contract/documents/shapes'

export const field = (
  documentFieldId: number,
  fieldName: string,
  changes: Partial<DocumentField> = {},
): DocumentField => ({
  documentFieldId,
  fieldName,
  documentDataTypeId: 0,
  dataTypeName: 'Alfanumérico',
  fieldRegex: '-',
  fieldRequiered: false,
  fieldExpiry: false,
  fieldSelectValues: [],
  ...changes,
})
export const FOLIO = field(1, 'Folio', {
  fieldRequiered: true,
  documentDataTypeId: 1,
  dataTypeName: 'Numérico',
  fieldRegex: '[0-9]{4}',
})
export const EXPIRES = field(2, 'Vence', { documentDataTypeId: 3, dataTypeName: 'Fecha', fieldExpiry: true })
export const ORIGINAL = field(3, 'Original', { documentDataTypeId: 4, dataTypeName: 'Binario (Sí o no)' })

export const documentType = (
  documentTypeId: number,
  documentTypeName: string,
  changes: Partial<DocumentType> = {},
): DocumentType => ({
  documentTypeId,
  documentTypeName,
  version: 1,
  docFields: [],
  documents: 0,
  required: 'none',
  requiredTags: [],
  missing: null,
  asked: null,
  ...changes,
})

export const info = (of: DocumentField, value: string | null, changes: Partial<DocumentInfo> = {}): DocumentInfo => {
  const { fieldSelectValues: _, ...rest } = of
  return { ...rest, documentInfoId: value === null ? null : of.documentFieldId * 10, value, retired: false, ...changes }
}

export const document = (documentId: number, documentName: string, changes: Partial<Document> = {}): Document => ({
  documentId,
  documentName,
  documentTypeId: 1,
  documentTypeName: 'Póliza',
  creationDate: '2026-02-01T18:30:00Z',
  vehicleAssetId: 7,
  docFields: [],
  version: 1,
  fileName: `${documentName}.pdf`,
  mediaType: 'application/pdf',
  size: 2_621_440,
  preview: 'pdf',
  documentUrl: `/files/documents/1/${documentId}/1?s=a`,
  downloadUrl: `/files/documents/1/${documentId}/1/save?s=b`,
  scan: 'clean',
  files: 1,
  uploadedAt: '2026-02-01T18:30:00Z',
  who: 'norte-ana',
  expiresOn: null,
  ...changes,
})

export const documentTypeState = (
  documentTypeId: number,
  documentTypeName: string,
  changes: Partial<DocumentTypeState> = {},
): DocumentTypeState => ({
  documentTypeId,
  documentTypeName,
  standing: 'missing',
  asked: true,
  exception: null,
  expiresOn: null,
  ...changes,
})
