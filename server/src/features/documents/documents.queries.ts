// Reads the documents of a vehicle with their values, its removed documents, and the file versions of a document.
import type { Document, DocumentFile, DocumentInfo } from '@padron/contract/documents/shapes'
import { RESTORABLE_DAYS } from '@padron/contract/documents/shapes'
import { DOCUMENT_FILES, dataTypeName } from '@padron/contract/rules/document-rules'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors/http-problem.ts'
import type { StoredField } from './types/document-types.queries.ts'
import { findVehicle } from './vehicle.ts'

type Sign = (path: string) => string
type StoredFile = Pick<Document, 'fileName' | 'mediaType' | 'size' | 'scan'>

export const previewOf = (mediaType: string): Document['preview'] =>
  DOCUMENT_FILES.find(({ type }) => type === mediaType)?.preview ?? null

/** The address without signature. */
export const filePath = (tenantId: number, documentId: number, version: number): string =>
  `/files/documents/${tenantId}/${documentId}/${version}`

const asFile = ({ fileName, mediaType, size, scan }: StoredFile, path: string, sign: Sign) => ({
  fileName,
  mediaType,
  size,
  scan,
  preview: previewOf(mediaType),
  documentUrl: sign(path),
  downloadUrl: sign(`${path}/save`),
})

/** Columns of the version `x` and its stored file `s`. */
const FILE = sql`
  x.file_name as "fileName", x.uploaded_at as "uploadedAt", x.who, s.media_type as "mediaType", s.size, s.scan`
const STORED = sql`join stored_file s on s.tenant_id = x.tenant_id and s.sha256 = x.sha256`

type DocumentRow = Omit<Document, 'docFields' | 'preview' | 'documentUrl' | 'downloadUrl'> & { fileVersion: number }
type InfoRow = StoredField & { documentId: number; documentInfoId: number | null; value: string | null }

const refuseForeignType = async (tx: Tx, tenantId: number, typeId: number): Promise<void> => {
  const { rows } =
    await sql`select from document_type where tenant_id = ${tenantId} and document_type_id = ${typeId}`.execute(tx)
  if (rows.length === 0) throw notFound()
}

type Which = { vehicleId: number; typeId?: number | undefined }

/** Cost: two ranges of document_vehicle. */
const readDocuments = async (tx: Tx, tenantId: number, { vehicleId, typeId }: Which) => {
  const which = sql`d.tenant_id = ${tenantId} and d.vehicle_id = ${vehicleId} and d.removed_at is null
    ${typeId === undefined ? sql`` : sql`and d.document_type_id = ${typeId}`}`
  const [documents, infos] = await Promise.all([
    sql<DocumentRow>`
      select d.document_id as "documentId", d.document_name as "documentName", t.document_type_id as "documentTypeId",
        t.type_name as "documentTypeName", d.created_at as "creationDate", d.vehicle_id as "vehicleAssetId",
        d.row_version as version, d.current_version as "fileVersion", d.expires_on as "expiresOn", ${FILE},
        (select count(*)::int
        from document_version n
        where n.tenant_id = d.tenant_id and n.document_id = d.document_id) as files
      from document d
      join document_type t on t.tenant_id = d.tenant_id and t.document_type_id = d.document_type_id
      join document_version x on x.tenant_id = d.tenant_id
        and x.document_id = d.document_id
        and x.version = d.current_version ${STORED}
      where ${which}
      order by d.created_at desc, d.document_id desc`.execute(tx),
    // Retired fields are listed only where they have a value.
    sql<InfoRow>`
      select d.document_id as "documentId", f.document_field_id as "documentFieldId", f.field_name as "fieldName",
        f.data_type as "documentDataTypeId", f.pattern as "fieldRegex", f.required as "fieldRequiered",
        f.is_expiry as "fieldExpiry", f.retired_at is not null as retired, v.document_info_id as "documentInfoId",
        nullif(v.value, '') as value
      from document d
      join document_field f on f.tenant_id = d.tenant_id and f.document_type_id = d.document_type_id
      left join document_value v on v.tenant_id = d.tenant_id
        and v.document_id = d.document_id
        and v.document_field_id = f.document_field_id
      where ${which} and (f.retired_at is null or v.value <> '')
      order by d.document_id, f.retired_at is not null, f.place, f.document_field_id`.execute(tx),
  ])
  return { documents: documents.rows, infos: infos.rows }
}

const asInfo = ({ documentId: _documentId, ...info }: InfoRow): DocumentInfo => ({
  ...info,
  dataTypeName: dataTypeName(info.documentDataTypeId),
})

/** @throws HttpProblem 404 if the company has no such vehicle or type */
export const listVehicleDocuments = async (tx: Tx, tenantId: number, which: Which, sign: Sign): Promise<Document[]> => {
  await findVehicle(tx, tenantId, which.vehicleId, false)
  if (which.typeId !== undefined) await refuseForeignType(tx, tenantId, which.typeId)
  const { documents, infos } = await readDocuments(tx, tenantId, which)
  const fieldsOf = Map.groupBy(infos, ({ documentId }) => documentId)
  return documents.map(({ fileVersion, ...document }) => ({
    ...document,
    docFields: (fieldsOf.get(document.documentId) ?? []).map(asInfo),
    ...asFile(document, filePath(tenantId, document.documentId, fileVersion), sign),
  }))
}

type RemovedRow = {
  documentId: number
  documentName: string
  documentTypeName: string
  removedAt: string
  who: string
  until: string
}

/** Documents that can still be restored, the last removed first. */
export const removedOf = async (tx: Tx, tenantId: number, vehicleId: number, now: Date): Promise<RemovedRow[]> => {
  await findVehicle(tx, tenantId, vehicleId, false)
  const { rows } = await sql<RemovedRow>`
    select d.document_id as "documentId", d.document_name as "documentName", t.type_name as "documentTypeName",
      d.removed_at as "removedAt", coalesce(d.removed_by, '') as who,
      d.removed_at + make_interval(days => ${RESTORABLE_DAYS}) as until
    from document d
    join document_type t on t.tenant_id = d.tenant_id and t.document_type_id = d.document_type_id
    where d.tenant_id = ${tenantId}
      and d.vehicle_id = ${vehicleId}
      and d.removed_at > ${now.toISOString()}::timestamptz - make_interval(days => ${RESTORABLE_DAYS})
    order by d.removed_at desc, d.document_id desc`.execute(tx)
  return rows
}

type VersionRow = Omit<DocumentFile, 'preview' | 'documentUrl' | 'downloadUrl'>

/** The current version first. @throws HttpProblem 404 if the document does not exist or was removed */
export const filesOf = async (tx: Tx, tenantId: number, documentId: number, sign: Sign): Promise<DocumentFile[]> => {
  const { rows } = await sql<VersionRow>`
    select x.version as "fileVersion", x.version = d.current_version as current, ${FILE}
    from document d
    join document_version x on x.tenant_id = d.tenant_id and x.document_id = d.document_id ${STORED}
    where d.tenant_id = ${tenantId} and d.document_id = ${documentId} and d.removed_at is null
    order by x.version desc`.execute(tx)
  if (rows.length === 0) throw notFound()
  return rows.map((row) => ({ ...row, ...asFile(row, filePath(tenantId, documentId, row.fileVersion), sign) }))
}
