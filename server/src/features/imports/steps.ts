// What may be done with a judged import, and when: apply, discard or cancel, undo.
import { IMPORT_UNDO_DAYS, type ImportKind } from '@padron/contract/imports'
import { templateKind } from '@padron/contract/template-kinds'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../http/problem.ts'
import type { Session } from '../../http/sessions.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { ImportPayload } from './apply.job.ts'
import { guardOf, readImports, type StoredImport, stateOf } from './imports.queries.ts'

const vehicles = (count: number): string => `${count.toLocaleString('es-MX')} ${count === 1 ? 'vehículo' : 'vehículos'}`
const NOT_NOW = 'Alguien ya hizo algo con este archivo; actualice la pantalla.'

/** As it is now, with its row held: of two people only one does something with it. */
const held = async (tx: Tx, tenantId: number, importId: string): Promise<StoredImport> => {
  await sql`select from vehicle_import where tenant_id = ${tenantId} and import_id = ${importId} for update`.execute(tx)
  const [found] = await readImports(tx, tenantId, sql`i.import_id = ${importId}`)
  if (!found) throw refuse(409, NOT_NOW)
  return found
}

const DAY = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const

/** What stands in the way of applying it. */
const refuseUnfit = (stored: StoredImport, { timeZone }: Session, confirmation: string, again: boolean): void => {
  const { sameAs, judged } = stored
  const state = stateOf(stored)
  if (state === 'refused') throw refuse(409, 'El archivo tiene errores: corríjalos antes de aplicarlo.')
  if (state !== 'checked') throw refuse(409, NOT_NOW)
  if (judged.totals.counts.new + judged.totals.counts.changed === 0)
    throw refuse(422, 'El archivo no cambia nada: todo está ya como dice.')
  if (sameAs && !again) {
    const when = new Date(sameAs.dateTime).toLocaleString('es-MX', { ...DAY, timeZone })
    throw refuse(409, `Este mismo archivo ya lo aplicó ${sameAs.who} el ${when}; no se aplicó otra vez.`, 'file')
  }
  const guard = guardOf(stored)
  if (guard && confirmation.trim().toUpperCase() !== guard.word)
    throw refuse(
      422,
      `El archivo saca de la flotilla ${guard.affected.toLocaleString('es-MX')} de sus ${vehicles(guard.active)} activos (${guard.percent} %). Para confirmar escriba ${guard.word}.`,
      'confirmation',
    )
}

type Wish = {
  notifyTo: string
  confirmation?: string | undefined /** Whether the same file may be applied a second time. */
  again: boolean
}

const VERBS: Readonly<Record<ImportKind, string>> = { add: 'Alta', edit: 'Edición', replace: 'Reemplazo' }

export const applyIt = async (
  tx: Tx,
  session: Session,
  { importId }: StoredImport,
  { notifyTo, confirmation = '', again }: Wish,
): Promise<{ message: string; queueItemId: string }> => {
  const { tenantId } = session
  const stored = await held(tx, tenantId, importId)
  refuseUnfit(stored, session, confirmation, again)
  const { kind, fileName, judged } = stored
  const { counts } = judged.totals
  const payload: ImportPayload = { importId }
  const description = `${VERBS[kind]} de ${vehicles(counts.new + counts.changed)} (${fileName})`
  const queueItemId = await enqueue(tx, {
    queueId: templateKind(kind).queueId,
    description,
    payload,
    recipients: [notifyTo],
  })
  await sql`
    update vehicle_import set state = 'queued', queue_item_id = ${queueItemId}, notify_to = ${notifyTo}
    where tenant_id = ${tenantId} and import_id = ${importId}`.execute(tx)
  return {
    queueItemId,
    message: `Su archivo se está procesando. Al terminar se avisará a ${notifyTo}.`,
  }
}

/** A job that has not ended hears of it at its next step; one that has committed is not stopped any more. */
export const discardIt = async (tx: Tx, session: Session, { importId }: StoredImport): Promise<string> => {
  const { tenantId, userId, isMain } = session
  const stored = await held(tx, tenantId, importId)
  const state = stateOf(stored)
  if (state === 'queued' && stored.job) {
    const { rows } = await sql<{ ended: boolean }>`
      update queue_item set cancel_asked_at = coalesce(cancel_asked_at, now()),
        finished_at = case when started_at is null then now() end, cancelled = started_at is null
      where tenant_id = ${tenantId} and queue_item_id = ${stored.job.id} and finished_at is null
        and (${isMain} or (actor->>'id')::bigint = ${userId}) returning finished_at is not null as ended`.execute(tx)
    if (!rows[0]) throw refuse(409, 'El trabajo ya terminó, o lo pidió otra persona: sólo ella o la cuenta principal puede cancelarlo.')
    return rows[0].ended ? 'El archivo no se aplicó.' : 'Se pidió cancelar; si aún no se guarda, no se escribirá nada.'
  }
  if (!['checked', 'refused', 'failed', 'cancelled'].includes(state)) throw refuse(409, NOT_NOW)
  await sql`update vehicle_import set state = 'discarded' where tenant_id = ${tenantId} and import_id = ${importId}`.execute(tx)
  return 'Archivo descartado; no se escribió nada.'
} // biome-ignore format: long refusals

export const undoIt = async (
  tx: Tx,
  session: Session,
  { importId }: StoredImport,
  notifyTo: string | undefined,
  now: Date,
): Promise<{ message: string; queueItemId: string }> => {
  const { tenantId } = session
  const stored = await held(tx, tenantId, importId)
  const { kind, fileName, appliedAt } = stored
  if (stateOf(stored) !== 'applied' || appliedAt === null) throw refuse(409, NOT_NOW)
  if (Date.parse(appliedAt) < now.getTime() - IMPORT_UNDO_DAYS * 86_400_000)
    throw refuse(409, `Un archivo aplicado se puede deshacer durante ${IMPORT_UNDO_DAYS} días.`)
  const payload: ImportPayload = { importId, undo: true }
  const mail = notifyTo ?? stored.notifyTo
  const queueItemId = await enqueue(tx, {
    queueId: templateKind(kind).queueId,
    description: `Deshacer: ${VERBS[kind].toLowerCase()} de ${fileName}`,
    payload,
    recipients: mail ? [mail] : [],
  })
  await sql`
    update vehicle_import set state = 'undoing', undo_item_id = ${queueItemId} where tenant_id = ${tenantId} and import_id = ${importId}`.execute(
    tx,
  )
  return { queueItemId, message: 'Se está deshaciendo; los vehículos que alguien cambió después se quedan como están.' }
}
