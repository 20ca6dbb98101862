// Creates, changes and removes types. A field that is no longer sent is retired if it has values, and deleted if it has
// none.
import type { NewField } from '@padron/contract/documents'
import { TYPES_AT_MOST } from '@padron/contract/documents/shapes'
import { normalize } from '@padron/contract/normalize'
import { NO_PATTERN } from '@padron/contract/rules/document-patterns'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { asJsonb } from '../../../db/json.ts'
import { notFound, refuse } from '../../../errors/http-problem.ts'
import { saveExpiry } from '../../../fleet/document-expiry.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { refuseFaults } from '../values.rules.ts'
import { holdVehiclesOfType } from '../vehicle.ts'
import { findType, type StoredField } from './document-types.queries.ts'
import { NAME_PATH, typeFaults } from './document-types.rules.ts'

const NAME_IN_USE = 'Ya existe un tipo de documento con ese nombre'

/** Serializes changes of the company's types, so that checks of names and their number hold. */
const lockTypes = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('document_type ' || current_tenant(), 0))`.execute(tx)

const refuseNameInUse = async (tx: Tx, tenantId: number, name: string, own = 0): Promise<void> => {
  const { rows } = await sql`select from document_type where tenant_id = ${tenantId} and fold(type_name) = fold(${name})
    and document_type_id <> ${own}`.execute(tx)
  if (rows.length > 0) throw refuse(409, NAME_IN_USE, NAME_PATH)
}

const asRow = (field: NewField, place: number) => ({
  id: field.DocumentFieldId ?? null,
  place,
  name: normalize(field.FieldName, 'NFC'),
  type: field.DocumentDataTypeId,
  required: field.FieldRequiered,
  pattern: field.FieldRegex.trim() === '' ? NO_PATTERN : field.FieldRegex,
  expiry: field.FieldExpiry,
})
const fieldRecords = (fields: readonly NewField[]) =>
  sql`jsonb_to_recordset(${asJsonb(fields.map(asRow))}::jsonb)
    as g(id bigint, place smallint, name text, type smallint, required boolean, pattern text, expiry boolean)`

const addFields = async (tx: Tx, tenantId: number, typeId: number, fields: readonly NewField[]): Promise<void> => {
  await sql`
    insert into document_field (tenant_id, document_type_id, place, field_name, data_type, required, pattern,
      is_expiry)
    select ${tenantId}, ${typeId}, place, name, type, required, pattern, expiry
    from ${fieldRecords(fields)}
    where id is null
    order by place`.execute(tx)
}

/** @returns its id @throws HttpProblem with all faults */
export const createType = async (
  tx: Tx,
  { tenantId }: Session,
  name: string,
  fields: readonly NewField[],
): Promise<number> => {
  refuseFaults(typeFaults(name, fields, []))
  await lockTypes(tx)
  const { rows: had } = await sql<{
    n: number
  }>`select count(*)::int as n from document_type where tenant_id = ${tenantId}`.execute(tx)
  if ((had[0]?.n ?? 0) >= TYPES_AT_MOST)
    throw refuse(409, `Su empresa ya tiene ${TYPES_AT_MOST} tipos de documento, que es el máximo.`)
  await refuseNameInUse(tx, tenantId, name)
  const { document_type_id } = await tx
    .insertInto('document_type')
    .values({ tenant_id: tenantId, type_name: normalize(name, 'NFC') })
    .returning('document_type_id')
    .executeTakeFirstOrThrow()
  await addFields(tx, tenantId, document_type_id, fields)
  return document_type_id
}

/** The values of a deleted fleet that can still be restored. */
const ARCHIVED = sql`
  select r.tenant_id, (r.row->>'document_field_id')::bigint as document_field_id,
    (r.row->>'document_info_id')::bigint as document_info_id, r.row->>'value' as value
  from deletion d
  join deleted_row r on r.tenant_id = d.tenant_id
    and r.deletion_id = d.deletion_id
    and r.table_name = 'document_value'
  where d.restored_at is null`

type Written = { id: number; live: number; archived: number }
/**
 * Which of these fields have values, and in how many documents. Removed documents and deleted fleets count, because
 * they can be restored.
 */
const writtenIn = async (tx: Tx, tenantId: number, ids: readonly number[]): Promise<Map<number, Written>> => {
  const { rows } = await sql<Written>`
    with live as (select document_field_id as id, document_info_id as info from document_value
      where tenant_id = ${tenantId} and document_field_id = any(${ids}::bigint[]) and value <> ''),
    archived as (select distinct document_field_id as id, document_info_id as info from (${ARCHIVED}) a
      where tenant_id = ${tenantId}
        and document_field_id = any(${ids}::bigint[])
        and value <> ''
        and document_info_id not in (select info from live))
    select id, (count(*) filter (where not gone))::int as live, (count(*) filter (where gone))::int as archived
    from (select id, false as gone from live union all select id, true from archived) w
    group by 1`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

type DocumentCounts = { live: number; removed: number; archived: number }
const count = (n: number, one: string, more: string) =>
  n === 0 ? [] : [n === 1 ? `un documento ${one}` : `${n} documentos ${more}`]
const RESTORABLE = 'de vehículos borrados que aún se pueden recuperar'
const WRITTEN = 'con algo escrito en él'

const refuseOtherTypes = async (
  tx: Tx,
  tenantId: number,
  fields: readonly NewField[],
  stored: readonly StoredField[],
) => {
  const kinds = new Map(stored.map((field) => [field.documentFieldId, field.documentDataTypeId]))
  const changed = fields.flatMap((field, n) => {
    const id = field.DocumentFieldId
    return id !== undefined && kinds.get(id) !== field.DocumentDataTypeId ? [{ id, n, name: field.FieldName }] : []
  })
  const written = await writtenIn(
    tx,
    tenantId,
    changed.map(({ id }) => id),
  )
  for (const { id, n, name } of changed) {
    const { live, archived } = written.get(id) ?? { live: 0, archived: 0 }
    const has = [
      ...count(live, WRITTEN, WRITTEN),
      ...count(archived, `${RESTORABLE}, ${WRITTEN}`, `${RESTORABLE}, ${WRITTEN}`),
    ]
    if (has.length > 0)
      throw refuse(
        409,
        `El tipo de «${name}» ya no puede cambiar: hay ${has.join(' y ')}.`,
        `fields.${n}.DocumentDataTypeId`,
      )
  }
}

/**
 * Retires fields that were not sent, and deletes those without any value, also in deleted fleets that can be restored.
 */
const takeOut = async (tx: Tx, tenantId: number, ids: readonly number[], now: Date): Promise<void> => {
  if (ids.length === 0) return
  await sql`update document_field set retired_at = ${now.toISOString()}
    where tenant_id = ${tenantId} and document_field_id = any(${ids}::bigint[]) and retired_at is null`.execute(tx)
  await sql`delete from document_field f where f.tenant_id = ${tenantId} and f.document_field_id = any(${ids}::bigint[])
    and not exists (
      select from document_value x
      where x.tenant_id = f.tenant_id and x.document_field_id = f.document_field_id)
    and not exists (
      select from (${ARCHIVED}) a
      where a.tenant_id = f.tenant_id and a.document_field_id = f.document_field_id)`.execute(tx)
}

const changeFields = async (tx: Tx, tenantId: number, fields: readonly NewField[]): Promise<void> => {
  await sql`
    update document_field f
      set place = g.place, field_name = g.name, data_type = g.type, required = g.required, pattern = g.pattern,
        is_expiry = g.expiry, retired_at = null
    from ${fieldRecords(fields)}
    where f.tenant_id = ${tenantId} and f.document_field_id = g.id`.execute(tx)
}

type Changed = { DocumentTypeId: number; DocumentTypeName: string; version: number }

/** @throws HttpProblem with all faults */
export const updateType = async (
  tx: Tx,
  { tenantId, username }: Session,
  { DocumentTypeId: typeId, DocumentTypeName: name, version }: Changed,
  fields: readonly NewField[],
  now: Date,
): Promise<void> => {
  await sql`set local statement_timeout = '60s'`.execute(tx) // the dates of every document of the type may follow
  await lockTypes(tx)
  await holdVehiclesOfType(tx, tenantId, typeId)
  const stored = await findType(tx, tenantId, typeId, 'update')
  if (!stored) throw notFound()
  if (stored.version !== version)
    throw refuse(409, 'Otra persona cambió este tipo de documento mientras usted lo editaba.', 'documentType.version')
  refuseFaults(typeFaults(name, fields, stored.fields))
  await refuseNameInUse(tx, tenantId, name, typeId)
  await refuseOtherTypes(tx, tenantId, fields, stored.fields)
  const sent = new Set(fields.map(({ DocumentFieldId }) => DocumentFieldId))
  const left = stored.fields.filter(({ documentFieldId }) => !sent.has(documentFieldId))
  await takeOut(
    tx,
    tenantId,
    left.map(({ documentFieldId }) => documentFieldId),
    now,
  )
  await changeFields(tx, tenantId, fields)
  await addFields(tx, tenantId, typeId, fields)
  await sql`update document_type set type_name = ${normalize(name, 'NFC')}, row_version = row_version + 1
    where tenant_id = ${tenantId} and document_type_id = ${typeId}`.execute(tx)
  await saveExpiry(tx, tenantId, sql`d.document_type_id = ${typeId}`, { username, now })
}

/** Only a type without documents, including those that can be restored. @throws HttpProblem */
export const removeType = async (tx: Tx, { tenantId }: Session, typeId: number): Promise<void> => {
  if (!(await findType(tx, tenantId, typeId, 'update'))) throw notFound()
  const { rows } = await sql<DocumentCounts>`
    select (count(*) filter (where removed_at is null))::int as live,
      (count(*) filter (where removed_at is not null))::int as removed,
      (select count(*)::int
      from deletion d
      join deleted_row r on r.tenant_id = d.tenant_id and r.deletion_id = d.deletion_id and r.table_name = 'document'
        where d.tenant_id = ${tenantId}
          and d.restored_at is null
          and (r.row->>'document_type_id')::bigint = ${typeId}) as archived
    from document
    where tenant_id = ${tenantId} and document_type_id = ${typeId}`.execute(tx)
  const { live, removed, archived } = rows[0] ?? { live: 0, removed: 0, archived: 0 }
  const has = [
    ...count(live, 'en uso', 'en uso'),
    ...count(removed, 'eliminado que aún se puede recuperar', 'eliminados que aún se pueden recuperar'),
    ...count(archived, RESTORABLE, RESTORABLE),
  ]
  if (has.length > 0) throw refuse(409, `No se puede eliminar: de este tipo hay ${has.join(' y ')}.`, 'DocumentTypeId')
  await tx
    .deleteFrom('document_type')
    .where('tenant_id', '=', tenantId)
    .where('document_type_id', '=', typeId)
    .execute()
}
