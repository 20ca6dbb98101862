// The types of a company with their fields, which vehicles need them and how many lack them; and one type, for writers.
import type { DocumentField, DocumentType, RequiredFor, TypeFields } from '@padron/contract/documents/shapes'
import { dataTypeName } from '@padron/contract/rules/document-rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { missingOfTypes } from './missing.queries.ts'

export type StoredField = {
  documentFieldId: number
  fieldName: string
  documentDataTypeId: number
  fieldRegex: string
  fieldRequiered: boolean
  fieldExpiry: boolean
  retired: boolean
}

/** The field `f` as JSON with the wire's names. */
const FIELD = sql`
  json_build_object('documentFieldId', f.document_field_id, 'fieldName', f.field_name,
    'documentDataTypeId', f.data_type, 'fieldRegex', f.pattern, 'fieldRequiered', f.required,
    'fieldExpiry', f.is_expiry, 'retired', f.retired_at is not null)`

const asField = ({ retired: _retired, ...field }: StoredField): DocumentField => ({
  ...field,
  dataTypeName: dataTypeName(field.documentDataTypeId),
  fieldSelectValues: [],
})

type Row = Omit<DocumentType, 'docFields' | 'missing' | 'asked'> & { fields: StoredField[]; excepts: boolean }

/**
 * Cost: by key per type, plus the counts of missing.queries.ts.
 * @param today in the company's time zone
 */
export const typesOf = async (tx: Tx, tenantId: number, today: string): Promise<DocumentType[]> => {
  const { rows } = await sql<Row>`
    select t.document_type_id as "documentTypeId", t.type_name as "documentTypeName", t.row_version as version,
      t.required, coalesce((select json_agg(${FIELD} order by f.place, f.document_field_id) from document_field f
        where f.tenant_id = t.tenant_id and f.document_type_id = t.document_type_id and f.retired_at is null),
          '[]') as fields,
      (select count(*)::int from document d
        where d.tenant_id = t.tenant_id
          and d.document_type_id = t.document_type_id
          and d.removed_at is null) as documents,
      coalesce((select json_agg(x.tag_id order by x.tag_id) from document_type_tag x
        where x.tenant_id = t.tenant_id and x.document_type_id = t.document_type_id), '[]') as "requiredTags",
      exists (
        select from document_exception e
        where e.tenant_id = t.tenant_id and e.document_type_id = t.document_type_id and e.required) as excepts
    from document_type t
    where t.tenant_id = ${tenantId}
    order by fold(t.type_name), t.document_type_id`.execute(tx)
  const missing = await missingOfTypes(tx, tenantId, rows, today)
  return rows.map(({ fields, excepts: _excepts, ...type }) => ({
    ...type,
    docFields: fields.map(asField),
    ...(missing.get(type.documentTypeId) ?? { missing: null, asked: null }),
  }))
}

/** The types with their fields, without counts. */
export const typeFieldsOf = async (tx: Tx, tenantId: number): Promise<TypeFields[]> => {
  const { rows } = await sql<Pick<Row, 'documentTypeId' | 'documentTypeName' | 'fields'>>`
    select t.document_type_id as "documentTypeId", t.type_name as "documentTypeName",
      coalesce(json_agg(${FIELD}
      order by f.place, f.document_field_id) filter (where f.document_field_id is not null),
      '[]') as fields
    from document_type t
    left join document_field f on f.tenant_id = t.tenant_id
      and f.document_type_id = t.document_type_id
      and f.retired_at is null
    where t.tenant_id = ${tenantId}
    group by t.tenant_id, t.document_type_id
    order by fold(t.type_name), t.document_type_id`.execute(tx)
  return rows.map(({ fields, ...type }) => ({ ...type, docFields: fields.map(asField) }))
}

export type StoredType = {
  documentTypeId: number
  typeName: string
  version: number
  required: RequiredFor
  /** Includes retired ones, in order. */
  fields: StoredField[]
}

/**
 * Locks of a type: no one changes it while a document of it is written, and no document is written while it changes.
 */
const LOCKS = { none: sql``, share: sql`for share`, update: sql`for update` } as const

/** @returns undefined if the company has none */
export const findType = async (
  tx: Tx,
  tenantId: number,
  documentTypeId: number,
  lock: keyof typeof LOCKS = 'none',
): Promise<StoredType | undefined> => {
  const { rows } = await sql<Omit<StoredType, 'fields'>>`
    select document_type_id as "documentTypeId", type_name as "typeName", row_version as version, required
    from document_type
    where tenant_id = ${tenantId} and document_type_id = ${documentTypeId} ${LOCKS[lock]}`.execute(tx)
  if (!rows[0]) return undefined
  const { rows: fields } = await sql<{ field: StoredField }>`
    select ${FIELD} as field
    from document_field f
    where f.tenant_id = ${tenantId} and f.document_type_id = ${documentTypeId}
    order by f.place, f.document_field_id`.execute(tx)
  return { ...rows[0], fields: fields.map(({ field }) => field) }
}
