// Ends of an import job that its run does not report: the email about a failure, and when it is too late to cancel.
import type { ImportKind } from '@padron/contract/imports'
import { numberText as n } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import type { FailureEmail, JobItem } from '../../../jobs/job.ts'
import { UNDO_PROGRESS } from '../imports.queries.ts'
import type { ImportPayload } from './context.ts'
import { importLink } from './email.ts'

/** Rows of the sheet: in total, and not undone yet. */
type UndoProgress = { total: number; left: number }

const AGAIN = 'Puede volver a pedirlo desde la misma pantalla: sigue con lo que falta.'

const undoProgress = async (tx: Tx, { tenantId }: JobItem, importId: string): Promise<UndoProgress | undefined> => {
  const { rows } = await sql<{ progress: UndoProgress }>`
    select ${UNDO_PROGRESS} as progress
    from vehicle_import i
    where i.tenant_id = ${tenantId}
      and i.import_id = ${importId}
      and i.state = 'undoing'
      and i.undone is not null`.execute(tx)
  return rows[0]?.progress
}

/** An applied import stays applied: its job only enrols vehicles with their sources. */
export const pastCancelling = async (tx: Tx, itemIds: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select queue_item_id as id from vehicle_import
    where tenant_id = current_tenant()
      and queue_item_id = any(${[...itemIds]}::uuid[])
      and state in ('applied', 'undoing', 'undone')`.execute(tx)
  return rows.map(({ id }) => id)
}

const nameOf = async (tx: Tx, { tenantId }: JobItem, importId: string) => {
  const found = await tx
    .selectFrom('vehicle_import')
    .select(['file_name as fileName', 'kind'])
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', importId)
    .executeTakeFirst()
  return {
    name: found ? `«${found.fileName}»` : 'un archivo',
    link: found && importLink(found.kind as ImportKind, importId),
  }
}

/** Subject and lines. Applying is all or nothing; a failed undo leaves what it has done. */
const failureWords = async (tx: Tx, item: JobItem, name: string, error: string): Promise<[string, ...string[]]> => {
  const { importId, undo = false } = item.payload as ImportPayload
  if (!undo && (await pastCancelling(tx, [item.itemId])).length > 0)
    return [
      `Padrón aplicó ${name}, con una falla al final`,
      `Se aplicó todo el archivo; falta preparar la consulta a las fuentes, que sigue después. ${error}`,
    ]
  if (!undo) return [`Padrón no aplicó ${name}`, `No se aplicó nada del archivo. ${error}`]
  const undoing = await undoProgress(tx, item, importId)
  if (!undoing || undoing.left === undoing.total)
    return [`Padrón no deshizo ${name}`, `No se deshizo nada del archivo. ${error}`]
  const { total, left } = undoing
  return [
    `Padrón no terminó de deshacer ${name}`,
    error,
    `De ${n(total)} filas ya se atendieron ${n(total - left)}; faltan ${n(left)}. ${AGAIN}`,
  ]
}

/** @param error the reason, one or more sentences */
export const failureEmail = async (tx: Tx, item: JobItem, error: string): Promise<FailureEmail> => {
  const { importId } = item.payload as ImportPayload
  const { name, link } = await nameOf(tx, item, importId)
  const [subject, ...lines] = await failureWords(tx, item, name, error)
  return { subject, lines, ...(link ? { link } : {}) }
}
