// The steps after validation and when each is allowed: apply, discard or cancel, undo.
import { IMPORT_RETENTION_DAYS, IMPORT_UNDO_DAYS, type ImportKind, type ImportState } from '@padron/contract/imports'
import { templateKind } from '@padron/contract/template/kinds'
import { numberText, vehiclesText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { ImportPayload } from './apply/context.ts'
import { LISTED_DAYS } from './delete-expired.ts'
import { guardOf, readImports, type StoredImport, stateOf, undoUntilOf, WAITING } from './imports.queries.ts'

/** Why an import cannot be applied, by state. */
const NOT_APPLIED: Readonly<Partial<Record<ImportState, string>>> = {
  refused: 'El archivo tiene errores: corríjalos antes de aplicarlo.',
  queued: 'Este archivo ya se está aplicando.',
  applied: 'Este archivo ya se aplicó.',
  failed: 'El archivo no se pudo aplicar como se revisó: revíselo de nuevo.',
  cancelled: 'La aplicación de este archivo se canceló: revíselo de nuevo.',
  discarded: 'Este archivo se descartó: revíselo de nuevo.',
  expired: `Este archivo se revisó hace más de ${IMPORT_RETENTION_DAYS} días y ya no se conserva: envíelo de nuevo.`,
  undoing: 'Este archivo se aplicó y se está deshaciendo.',
  undone: 'Este archivo se aplicó y se deshizo: envíelo de nuevo.',
}
const OTHER_CHECK =
  'Alguien revisó de nuevo este archivo después de que usted lo vio: mírelo otra vez antes de aplicarlo.'
const BUSY = 'Este archivo se está aplicando o revisando en este momento.'

/** Locks the import and reads it. @throws 409 if another request holds it */
const lockImport = async (tx: Tx, tenantId: number, importId: string): Promise<StoredImport> => {
  const { rows } = await sql<{ kind: string }>`
    select kind
    from vehicle_import
    where tenant_id = ${tenantId} and import_id = ${importId}
    for update skip locked`.execute(tx)
  const [found] = rows[0] ? await readImports(tx, tenantId, sql`i.import_id = ${importId}`) : []
  if (!found) throw refuse(409, BUSY)
  return found
}

const DAY = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const

/** @throws HttpProblem if the import cannot be applied */
const refuseInvalidState = (
  stored: StoredImport,
  { timeZone, roles }: Session,
  { confirmation = '', again, checkId, now }: ApplyRequest,
): void => {
  const { sameAs, validation } = stored
  const reason = NOT_APPLIED[stateOf(stored, now)]
  if (reason) throw refuse(409, reason)
  if (checkId !== undefined && checkId !== validation.checkId) throw refuse(409, OTHER_CHECK, 'checkId')
  if (validation.totals.tagged > 0 && !roles.has('tags_admin'))
    throw refuse(
      403,
      'El archivo asigna etiquetas y su perfil no puede: revíselo de nuevo con su usuario, sin esa columna.',
    )
  if (validation.totals.counts.new + validation.totals.counts.changed === 0)
    throw refuse(422, 'El archivo no cambia nada: todo está ya como dice.')
  if (sameAs && !again) {
    const when = new Date(sameAs.dateTime).toLocaleString('es-MX', { ...DAY, timeZone })
    throw refuse(409, `Este mismo archivo ya lo aplicó ${sameAs.who} el ${when}; no se aplicó otra vez.`, 'file')
  }
  const guard = guardOf(stored)
  if (guard && confirmation.trim().toUpperCase() !== guard.word)
    throw refuse(
      422,
      `El archivo saca de la flota ${numberText(guard.affected)} de sus ${vehiclesText(guard.active)} activos ` +
        `(${guard.percent} %). Para confirmar escriba ${guard.word}.`,
      'confirmation',
    )
}

type ApplyRequest = {
  notifyTo: string
  confirmation?: string | undefined
  checkId?: string | undefined
  /** Whether the same file may be applied a second time. */
  again: boolean
  now: Date
}

const VERBS: Readonly<Record<ImportKind, string>> = { add: 'Alta', edit: 'Edición', replace: 'Reemplazo' }

export const enqueueApply = async (
  tx: Tx,
  session: Session,
  { importId }: StoredImport,
  request: ApplyRequest,
): Promise<{ message: string; queueItemId: string }> => {
  const { tenantId } = session
  const stored = await lockImport(tx, tenantId, importId)
  refuseInvalidState(stored, session, request)
  const { notifyTo } = request
  const { kind, fileName, validation } = stored
  const { counts } = validation.totals
  const payload: ImportPayload = { importId }
  const description = `${VERBS[kind]} de ${vehiclesText(counts.new + counts.changed)} (${fileName})`
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
    message: 'Su archivo se está procesando.',
  }
}

/** The requester and the main account may cancel. A committed job is not stopped. */
const cancelJob = async (tx: Tx, { tenantId, userId, isMain }: Session, itemId: string): Promise<string> => {
  const { rows } = await sql<{ mine: boolean; ended: boolean }>`
    with found as (
      select ${isMain} or (actor->>'id')::bigint = ${userId} as mine, finished_at is not null as ended from queue_item
      where tenant_id = ${tenantId} and queue_item_id = ${itemId} for update),
    request as (
      update queue_item q set cancel_asked_at = coalesce(q.cancel_asked_at, now()),
        finished_at = case when q.started_at is null then now() end, cancelled = q.started_at is null
      from found f where q.tenant_id = ${tenantId} and q.queue_item_id = ${itemId} and f.mine and not f.ended
      returning q.finished_at is not null as stopped)
    select f.mine, f.ended or coalesce(a.stopped, false) as ended from found f left join request a on true`.execute(tx)
  const [found] = rows
  if (found && !found.mine) throw refuse(403, 'Solo quien pidió aplicarlo o la cuenta principal puede cancelarlo.')
  return found?.ended ? 'El archivo no se aplicó.' : 'Se pidió cancelar: si aún no se guarda, no se escribirá nada.'
}

/** A queued or running import is not locked: its job holds it to the end and checks for cancellation at each step. */
export const discardImport = async (tx: Tx, session: Session, current: StoredImport, now: Date): Promise<string> => {
  const { tenantId } = session
  if (stateOf(current, now) === 'queued' && current.job) return cancelJob(tx, session, current.job.id)
  const stored = await lockImport(tx, tenantId, current.importId)
  if (!WAITING.has(stateOf(stored, now))) throw refuse(409, 'Este archivo ya no se puede descartar.')
  await sql`
    update vehicle_import
    set state = 'discarded'
    where tenant_id = ${tenantId} and import_id = ${stored.importId}`.execute(tx)
  return 'Archivo descartado; no se escribió nada.'
}

export const enqueueUndo = async (
  tx: Tx,
  session: Session,
  { importId }: StoredImport,
  notifyTo: string | undefined,
  now: Date,
): Promise<{ message: string; queueItemId: string }> => {
  const { tenantId } = session
  const stored = await lockImport(tx, tenantId, importId)
  const { kind, fileName } = stored
  if (stateOf(stored, now) !== 'applied') throw refuse(409, 'Solo se deshace un archivo que está aplicado.')
  if (undoUntilOf(stored, now) === null)
    throw refuse(
      409,
      stored.undoProgress
        ? `Un archivo deshecho en parte se puede terminar de deshacer durante ${LISTED_DAYS} días.`
        : `Un archivo aplicado se puede deshacer durante ${IMPORT_UNDO_DAYS} días.`,
    )
  const payload: ImportPayload = { importId, undo: true }
  const mail = notifyTo ?? stored.notifyTo
  const queueItemId = await enqueue(tx, {
    queueId: templateKind(kind).queueId,
    description: `Deshacer: ${VERBS[kind].toLowerCase()} de ${fileName}`,
    payload,
    recipients: mail ? [mail] : [],
  })
  await sql`
    update vehicle_import
    set state = 'undoing', undo_item_id = ${queueItemId}
    where tenant_id = ${tenantId} and import_id = ${importId}`.execute(tx)
  return { queueItemId, message: 'Se está deshaciendo; los vehículos que alguien cambió después se quedan como están.' }
}
