// A document locked by its writer: the vehicle first, then the type, then the document's row. Changes of a type and
// deletions of vehicles lock in the same order.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { findType, type StoredType } from './types/document-types.queries.ts'
import { findVehicle } from './vehicle.ts'

export type LockedDocument = {
  documentId: number
  vehicleId: number
  version: number
  fileVersion: number
  removedAt: string | null
  type: StoredType
  /** The values of its fields, by field id. */
  written: ReadonlyMap<number, { infoId: number; value: string }>
}
type Row = Omit<LockedDocument, 'type' | 'written'>

const LOCKS = { none: sql``, update: sql`for update` } as const

/** @throws HttpProblem 404 if it does not exist, or is removed and `removed` is not set */
export const lockDocument = async (
  tx: Tx,
  tenantId: number,
  documentId: number,
  { lock = 'update', removed = false }: { lock?: keyof typeof LOCKS; removed?: boolean } = {},
): Promise<LockedDocument> => {
  const own = sql`tenant_id = ${tenantId} and document_id = ${documentId}`
  const { rows: found } = await sql<{ typeId: number; vehicleId: number }>`
    select document_type_id as "typeId", vehicle_id as "vehicleId"
    from document
    where ${own}`.execute(tx)
  if (!found[0]) throw notFound()
  await findVehicle(tx, tenantId, found[0].vehicleId, lock !== 'none')
  const type = await findType(tx, tenantId, found[0].typeId, lock === 'none' ? 'none' : 'share')
  const { rows } = await sql<Row>`
    select document_id as "documentId", vehicle_id as "vehicleId", row_version as version,
      current_version as "fileVersion", removed_at as "removedAt"
    from document
    where ${own} ${LOCKS[lock]}`.execute(tx)
  const [document] = rows
  if (!type || !document || (document.removedAt !== null && !removed)) throw notFound()
  const { rows: values } = await sql<{ fieldId: number; infoId: number; value: string }>`
    select document_field_id as "fieldId", document_info_id as "infoId", value
    from document_value
    where ${own}`.execute(tx)
  return { ...document, type, written: new Map(values.map(({ fieldId, ...rest }) => [fieldId, rest])) }
}

/** @param version the one that the user edited @throws HttpProblem 409 */
export const refuseStale = (locked: LockedDocument, version: number | undefined, path: string): void => {
  if (version !== undefined && version !== locked.version)
    throw refuse(409, 'Otra persona cambió este documento mientras usted lo editaba.', path)
}

export const writtenValues = ({ written }: LockedDocument): ReadonlyMap<number, string> =>
  new Map([...written].map(([fieldId, { value }]) => [fieldId, value]))
