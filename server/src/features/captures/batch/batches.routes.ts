// The calls of captures in bulk: the workbook, its proofs, corrections, apply, undo, discard. Only the person who sent
// a batch sees it.
import { rm } from 'node:fs/promises'
import { captureBatches as rows } from '@padron/contract/captures/batches'
import { BATCH_UNDO_DAYS, BOOK_NAME, BOOK_STATEMENTS_AT_MOST, correctableColumns } from '@padron/contract/captures/book'
import { DAY_MS } from '@padron/contract/days'
import { QUEUE_ID } from '@padron/contract/queue'
import { countOf, numberText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import { asTenant, bulkAsTenant, readAsTenant, type Tx } from '../../../db/client.ts'
import { isAway } from '../../../db/is-away.ts'
import { asJsonb } from '../../../db/json.ts'
import { uuidV7 } from '../../../db/uuid.ts'
import { refuse } from '../../../errors/http-problem.ts'
import type { FileStore } from '../../../files/contents/file-store.ts'
import { keepTouched, spool, spoolPath } from '../../../files/spool.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { extendTimeout } from '../../../http/overload/body-timeouts.ts'
import { streamWorkbook } from '../../../http/replies/stream-workbook.ts'
import { actorOf, type Handlers, type Kit } from '../../../http/serve.ts'
import { checkWorkbookUpload, unreadableFile } from '../../../http/uploads/check-workbook-upload.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { companyCounts } from '../../../limits/company-counts.ts'
import { narrow } from '../captures.routes.ts'
import { findByIdentifiers } from '../named-vehicles.ts'
import type { BatchPayload } from './apply.job.ts'
import {
  correctRows,
  findBatch,
  insertRows,
  lockOpenBatch,
  readBatches,
  readBatchRows,
  readRowsPage,
  validateStored,
} from './batches.queries.ts'
import { bookRows, writeBook } from './book.ts'
import { readBook } from './read-book.ts'
import { type ReadProof, readProofs } from './read-proofs.ts'

const TEXTS = { file: 'Elija el archivo de capturas.', onlyXlsx: 'El archivo debe ser .xlsx.' }
const LOOKED = 'El archivo se revisó; todavía no se ha guardado nada.'
const ONE_OPEN = 'Usted tiene otro archivo sin aplicar: aplíquelo o descártelo antes de enviar otro.'

const refuseSecond = async (tx: Tx, { tenantId, userId }: Session): Promise<void> => {
  const own = await readBatches(tx, tenantId, sql`b.user_id = ${userId} and b.state in ('open', 'queued')`)
  if (own.length > 0) throw refuse(409, ONE_OPEN)
}

type FleetProof = Omit<ReadProof, 'words'> & { plates: string[] }

/** The plates of the company's vehicles that the words name, by plate or VIN. */
const resolvePlates = async (kit: Kit, tenantId: number, proofs: readonly ReadProof[]): Promise<FleetProof[]> => {
  const words = [...new Set(proofs.flatMap((proof) => proof.words))]
  const found = await readAsTenant(kit.db, tenantId, (tx) => findByIdentifiers(tx, tenantId, words))
  const vehicles = Map.groupBy(found, ({ identifier }) => identifier)
  return proofs.map(({ words: own, ...proof }) => ({
    ...proof,
    plates: [...new Set(own.flatMap((word) => (vehicles.get(word) ?? []).map(({ plate }) => plate)))],
  }))
}

/** A ZIP of a company is read at a time by this process. */
const reading = companyCounts()
const PLATES_AT_ONCE = 60

/** @throws the refusal of the ZIP; its files are removed then */
const readZip = async (kit: Kit, tenantId: number, path: string, store: FileStore, now: Date) => {
  const proofs: FleetProof[] = []
  let waiting: ReadProof[] = []
  const resolve = async () => {
    proofs.push(...(await resolvePlates(kit, tenantId, waiting)))
    waiting = []
  }
  try {
    for await (const some of readProofs(path, store, now)) {
      waiting.push(...some)
      if (waiting.length >= PLATES_AT_ONCE) await resolve()
    }
    await resolve()
    return proofs
  } catch (error) {
    await removeFiles(store, [...proofs, ...waiting])
    throw error
  }
}

const removeFiles = async (store: FileStore, files: readonly { path: string }[]): Promise<void> => {
  for (const { path } of files) if (path) await store.remove(path).catch(() => undefined)
}

/** @returns the files that were there before */
const replaceFiles = async (tx: Tx, tenantId: number, batchId: string, proofs: readonly FleetProof[]) => {
  const { rows: before } = await sql<{ path: string }>`
    delete from capture_batch_file where tenant_id = ${tenantId} and batch_id = ${batchId} returning path`.execute(tx)
  await sql`
    insert into capture_batch_file (batch_id, file_id, file_name, media_type, size, sha256, path, plates, error)
    select ${batchId}, x."fileId", x.name, x."mediaType", x.size, x.sha256, x.path, x.plates, x.error
    from jsonb_to_recordset(${asJsonb(proofs)}::jsonb) as x("fileId" uuid, name text, "mediaType" text, size bigint,
      sha256 text, path text, plates text[], error text)`.execute(tx)
  return before
}

/** @param evidence where proofs are stored */
export const batches = (evidence: FileStore): Handlers<typeof rows> => ({
  workbook: async ({ query, session, kit, now, reply }) => {
    const { tenantId, country } = session
    const read = (tx: Tx) => bookRows(tx, tenantId, country, narrow(query, session), now)
    const found = await readAsTenant(kit.db, tenantId, read)
    if (found.length > BOOK_STATEMENTS_AT_MOST)
      throw refuse(422, `Un archivo lleva hasta ${numberText(BOOK_STATEMENTS_AT_MOST)} filas: use los filtros.`)
    return streamWorkbook(reply, { tenantId, name: BOOK_NAME, write: (into) => writeBook(into, country, found) })
  },
  list: async ({ session: { tenantId, userId }, tx }) => ({
    batches: await readBatches(tx, tenantId, sql`b.user_id = ${userId}`),
  }),
  send: async ({ file, body, session, kit, now, request }) => {
    const { fileName, bytes } = checkWorkbookUpload(file, body.fileName, TEXTS)
    await readAsTenant(kit.db, session.tenantId, (tx) => refuseSecond(tx, session))
    const read = await readBook(bytes, session.country).catch((error: unknown) => {
      throw unreadableFile(error)
    })
    const batchId = uuidV7(now)
    const work = async (tx: Tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('capture batch', ${session.userId}))`.execute(tx)
      await refuseSecond(tx, session)
      await sql`
        insert into capture_batch (batch_id, user_id, who, file_name)
        values (${batchId}, ${session.userId}, ${session.username}, ${fileName})`.execute(tx)
      await insertRows(tx, batchId, read)
      await validateStored(tx, session, batchId, now)
      return findBatch(tx, session, batchId)
    }
    return { message: LOOKED, batch: await bulkAsTenant(kit.db, session.tenantId, work, actorOf(request, session)) }
  },
  proofs: async ({ params: { batchId }, file, session, kit, now, request }) => {
    const { tenantId } = session
    if (reading.of(tenantId) > 0) throw refuse(429, 'Su empresa ya está enviando otro ZIP: espere a que termine.')
    const leave = reading.enter(tenantId)
    const path = await spoolPath(kit.spool)
    const untouched = keepTouched(path)
    try {
      await asTenant(kit.db, tenantId, (tx) => lockOpenBatch(tx, session, batchId))
      extendTimeout(request, kit.spool.fileTimeoutMs)
      await spool(file, path, 'pruebas.zip')
      const proofs = await readZip(kit, tenantId, path, evidence, now)
      const work = async (tx: Tx) => {
        await lockOpenBatch(tx, session, batchId)
        const before = await replaceFiles(tx, tenantId, batchId, proofs)
        await validateStored(tx, session, batchId, now)
        return { before, batch: await findBatch(tx, session, batchId) }
      }
      const { before, batch } = await bulkAsTenant(kit.db, tenantId, work, actorOf(request, session)).catch(
        async (error: unknown) => {
          // After a lost connection the rows may have been written: the sweep deletes the files if they have no row.
          if (!isAway(error)) await removeFiles(evidence, proofs)
          throw error
        },
      )
      await removeFiles(evidence, before)
      return { message: `${countOf(batch.proofs, 'prueba recibida', 'pruebas recibidas')}.`, batch }
    } finally {
      untouched()
      await rm(path, { force: true }).catch(() => undefined)
      leave()
    }
  },
  read: async ({ params: { batchId }, session, tx }) => ({ batch: await findBatch(tx, session, batchId) }),
  rows: async ({ params: { batchId }, query, session, tx }) => {
    await findBatch(tx, session, batchId)
    return readRowsPage(tx, session.tenantId, batchId, query)
  },
  correct: ({ params: { batchId }, body: { corrections }, session, kit, now, request }) => {
    const allowed = new Set(correctableColumns(session.country).map(({ field }) => field))
    const wrong = corrections.flatMap(({ cells }) => Object.keys(cells)).find((field) => !allowed.has(field))
    if (wrong !== undefined) throw refuse(422, 'Esa columna no se corrige.', 'corrections')
    const work = async (tx: Tx) => {
      await lockOpenBatch(tx, session, batchId)
      await correctRows(tx, session.tenantId, batchId, corrections)
      if ((await readBatchRows(tx, session.tenantId, batchId)).length === 0)
        throw refuse(422, 'No queda ninguna fila: descarte el archivo.')
      await validateStored(tx, session, batchId, now)
      return { message: LOOKED, batch: await findBatch(tx, session, batchId) }
    }
    return bulkAsTenant(kit.db, session.tenantId, work, actorOf(request, session))
  },
  apply: async ({ params: { batchId }, session, tx }) => {
    const batch = await lockOpenBatch(tx, session, batchId)
    if (batch.refusedRows + batch.refusedProofs > 0)
      throw refuse(422, 'El archivo tiene errores: corríjalos, o deje fuera sus filas, antes de aplicarlo.')
    const payload: BatchPayload = { batchId }
    const count = countOf(batch.statements, 'estado de cuenta', 'estados de cuenta')
    const queueItemId = await enqueue(tx, {
      queueId: QUEUE_ID.captures,
      description: `Captura de ${count} (${batch.fileName})`,
      payload,
    })
    await sql`
      update capture_batch
      set state = 'queued', queue_item_id = ${queueItemId}, message = null
      where tenant_id = ${session.tenantId} and batch_id = ${batchId}`.execute(tx)
    return { message: 'Sus capturas se están guardando.', batch: await findBatch(tx, session, batchId) }
  },
  undo: async ({ params: { batchId }, session, tx, now }) => {
    const { tenantId } = session
    await sql`
      select from capture_batch where tenant_id = ${tenantId} and batch_id = ${batchId} for update`.execute(tx)
    const { state, appliedAt, fileName } = await findBatch(tx, session, batchId)
    if (state !== 'applied' || appliedAt === null) throw refuse(409, 'Solo se deshace un archivo que está aplicado.')
    if (Date.parse(appliedAt) < now.getTime() - BATCH_UNDO_DAYS * DAY_MS)
      throw refuse(409, `Un archivo se puede deshacer durante ${BATCH_UNDO_DAYS} días.`)
    const payload: BatchPayload = { batchId, undo: true }
    const queueItemId = await enqueue(tx, {
      queueId: QUEUE_ID.captures,
      description: `Deshacer: captura de ${fileName}`,
      payload,
    })
    await sql`
      update capture_batch
      set state = 'undoing', queue_item_id = ${queueItemId}
      where tenant_id = ${tenantId} and batch_id = ${batchId}`.execute(tx)
    return {
      message: 'Se está deshaciendo; lo que ya tiene otra respuesta se queda.',
      batch: await findBatch(tx, session, batchId),
    }
  },
  discard: async ({ params: { batchId }, session, tx }) => {
    await lockOpenBatch(tx, session, batchId)
    // The sweep of files without a row removes its proofs.
    await sql`
      delete from capture_batch where tenant_id = ${session.tenantId} and batch_id = ${batchId}`.execute(tx)
    return { message: rows.discard.done }
  },
})
