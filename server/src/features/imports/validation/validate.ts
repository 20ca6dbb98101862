// Validates a workbook: reads it in a worker thread, stages the rows, validates them by set, and stores what applying
// it would do. It writes nothing of the fleet. New files and corrected ones take the same path.
import { randomUUID } from 'node:crypto'
import type { ImportKind, ImportState } from '@padron/contract/imports'
import type { ImportMapping } from '@padron/contract/imports/mapping'
import type { Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import type pg from 'pg'
import { asTenant, type Db, type Tx, validateAsTenant } from '../../../db/client.ts'
import { isAway } from '../../../db/is-away.ts'
import { asJsonb } from '../../../db/json.ts'
import { isLockTimeout } from '../../../db/lock-errors.ts'
import { uuidV7 } from '../../../db/uuid.ts'
import { notFound, refuse } from '../../../errors/http-problem.ts'
import type { FileStore } from '../../../files/contents/file-store.ts'
import { WorkbookError } from '../../../files/xlsx/read/workbook-error.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { unreadableFile } from '../../../http/uploads/check-workbook-upload.ts'
import { planForMany } from '../apply/context.ts'
import { deleteImport } from '../delete-expired.ts'
import { readImports, stateOf } from '../imports.queries.ts'
import { readSavedMappings } from '../mappings.queries.ts'
import { checkFile } from '../reading/open-file.ts'
import type { Corrections } from '../reading/pieces.ts'
import { sheetsOf, stage } from '../reading/staging.ts'
import { validateEdit } from './edit.ts'
import { noteDuplicates, noteInactive, noteInUse } from './identifiers.ts'
import { validateReplace } from './replace.ts'
import { storeRows } from './store-validation.ts'
import { newTagsFault, resolveBareTags, tagsToMake, validateTags } from './tags.ts'
import { totalsOf } from './totals.ts'
import type { Validation } from './validation.ts'

const CHECKABLE: ReadonlySet<ImportState> = new Set(['checked', 'refused', 'failed', 'cancelled', 'discarded'])
const NOT_AGAIN = 'Este archivo ya se está aplicando, ya se aplicó o ya no se conserva.'
const BUSY = 'Ya se está revisando otro archivo de su empresa; espere a que termine.'

type Validate = (tx: Tx, tenantId: number, sheets: readonly string[]) => Promise<void>
const VALIDATE: Readonly<Record<ImportKind, Validate>> = {
  add: async (tx, tenantId, sheets) => {
    await noteDuplicates(tx, sheets)
    await noteInUse(tx, tenantId)
    await noteInactive(tx, tenantId)
  },
  edit: validateEdit,
  replace: validateReplace,
}

export type ValidationRequest = {
  tenantId: number
  country: Country
  mayTag: boolean
  thisYear: number
  kind: ImportKind
  importId: string
  fileName: string
  bytes: Uint8Array<ArrayBuffer>
  /** Of a company's own sheet; null: the mapping saved for its headings, or the template's columns. */
  mapping: ImportMapping | null
  /** Only the saved mapping of this name is used. */
  mappingName?: string | undefined
  corrections: Corrections
  omitted: readonly number[]
  /** Aborts the reading. */
  signal?: AbortSignal | undefined
}

const requestOf = ({ tenantId, country, roles }: Session, now: Date) => ({
  tenantId,
  country,
  mayTag: roles.has('tags_admin'),
  thisYear: now.getUTCFullYear(),
})

const LARGE = 1_048_576
/** Memory that can be transferred to the reading thread. A small buffer may be part of a shared one and is copied. */
export const ownBytes = (buffer: Buffer): Uint8Array<ArrayBuffer> =>
  buffer.buffer instanceof ArrayBuffer && buffer.buffer.byteLength >= LARGE
    ? (buffer as Uint8Array<ArrayBuffer>)
    : new Uint8Array(buffer)

/** Maximum wait for a cancelled validation to release its lock. */
const TURN_MS = 3_000

/** One validation per company at a time: each has a thread and tens of thousands of rows. */
const lockCompanyCheck = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`set local lock_timeout = ${sql.lit(TURN_MS)}`.execute(tx)
  try {
    await sql`select pg_advisory_xact_lock(hashtextextended('import check', ${tenantId}))`.execute(tx)
  } catch (error) {
    throw isLockTimeout(error) ? refuse(429, BUSY) : error
  }
  await sql`set local lock_timeout to default`.execute(tx)
}

/** Stores the validated rows; changes nothing of the fleet. @param client of the transaction, not pipelined */
export const validateWorkbook = async (
  tx: Tx,
  client: pg.PoolClient,
  { tenantId, kind, importId, bytes, signal, ...rest }: ValidationRequest,
): Promise<{ validation: Validation; mapping: ImportMapping | null }> => {
  const { mappingName, ...options } = rest
  const saved = options.mapping ? [] : await readSavedMappings(tx, tenantId, kind, mappingName)
  if (mappingName !== undefined && saved.length === 0)
    throw new WorkbookError(`La empresa no conserva una asignación de columnas con el nombre «${mappingName}».`)
  const { mapping = null, ...summary } = await stage(client, bytes, { kind, saved, ...options }, signal)
  if (mappingName !== undefined && !summary.mapped)
    throw new WorkbookError(`Los encabezados del archivo no son los de la asignación de columnas «${mappingName}».`)
  await planForMany(tx, summary.rows)
  await VALIDATE[kind](tx, tenantId, sheetsOf(summary))
  await resolveBareTags(tx, tenantId, options.mayTag)
  if (options.mayTag) await validateTags(tx, tenantId)
  await storeRows(tx, { tenantId, importId, kind, mayTag: options.mayTag })
  const toMake = await tagsToMake(tx, tenantId, importId)
  const fault = await newTagsFault(tx, tenantId, toMake)
  if (fault) {
    const column = summary.headings[summary.fields.indexOf('tags')] ?? ''
    summary.fileNotes.push({ field: 'tags', column, level: 'error', message: fault })
  }
  const totals = await totalsOf(tx, tenantId, importId, kind)
  const newTags = { newTags: toMake.names, newTagCount: toMake.count }
  return { validation: { checkId: randomUUID(), summary, totals, ...newTags }, mapping }
}

export const validationState = ({ summary, totals }: Validation): 'checked' | 'refused' =>
  totals.counts.refused > 0 || summary.fileNotes.some(({ level }) => level === 'error') ? 'refused' : 'checked'

type NewFile = {
  session: Session
  now: Date
  kind: ImportKind
  fileName: string
  bytes: Buffer
  /** Aborted when the sender no longer waits. */
  gone: AbortSignal
}

const CANCELLED = 'La revisión del archivo se canceló.'

/** Deletes the import of a sender who cancelled and never sees it. */
const discard = (db: Db, tenantId: number, importId: string): Promise<unknown> =>
  asTenant(db, tenantId, (tx) => deleteImport(tx, tenantId, importId))

/**
 * @returns the import's id
 * @throws HttpProblem if it cannot be read at all, or its sender cancelled; nothing is stored then
 */
export const checkNew = async (
  db: Db,
  files: FileStore,
  { session, now, kind, fileName, bytes, gone }: NewFile,
): Promise<string> => {
  const importId = uuidV7(now)
  const { tenantId, userId, username } = session
  await checkFile(bytes, fileName).catch((error: unknown) => {
    throw unreadableFile(error)
  })
  const storedFile = await files.write(randomUUID(), now, async (into) => void into.end(bytes))
  const work = async (tx: Tx, client: pg.PoolClient): Promise<void> => {
    await lockCompanyCheck(tx, tenantId)
    const { validation, mapping } = await validateWorkbook(tx, client, {
      ...requestOf(session, now),
      kind,
      importId,
      fileName,
      mapping: null,
      bytes: ownBytes(bytes),
      corrections: {},
      omitted: [],
      signal: gone,
    })
    await sql`
      insert into vehicle_import (import_id, kind, file_name, file_path, file_size, content_hash, user_id, who, state,
      judged, mapping)
      values (${importId}, ${kind}, ${fileName}, ${storedFile.path}, ${storedFile.size},
        ${validation.summary.contentHash}, ${userId}, ${username}, ${validationState(validation)},
        ${asJsonb(validation)}::jsonb, ${mapping && asJsonb(mapping)}::jsonb)`.execute(tx)
  }
  try {
    await validateAsTenant(db, tenantId, work, undefined, gone)
  } catch (error) {
    // If the database went away, the insert may have been committed: the file stays and expires with the import.
    if (!isAway(error)) await files.remove(storedFile.path).catch(() => undefined)
    throw gone.aborted ? refuse(409, CANCELLED) : unreadableFile(error)
  }
  if (gone.aborted) {
    await discard(db, tenantId, importId)
    await files.remove(storedFile.path).catch(() => undefined)
    throw refuse(409, CANCELLED)
  }
  return importId
}

export const readFile = async (files: FileStore, path: string): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = path && (await files.read(path))
  if (!stream) throw refuse(410, 'El archivo ya no se conserva; envíelo de nuevo.')
  return ownBytes(Buffer.concat(await stream.toArray()))
}

export type Adjustments = { corrections: Corrections; omitted: readonly number[]; mapping: ImportMapping | null }

/**
 * Validates a file again against the current fleet.
 * @param change computes the new corrections and omitted rows from the stored ones
 * @throws HttpProblem if the import can no longer be validated
 */
export const checkAgain = async (
  db: Db,
  files: FileStore,
  { session, now, importId }: { session: Session; now: Date; importId: string },
  change: (tx: Tx, before: Adjustments) => Promise<Adjustments>,
  /** Saves its new mapping, in the same transaction; returns the mapping's name. */
  keep?: (tx: Tx, validation: Validation) => Promise<string | null>,
): Promise<void> => {
  const { tenantId } = session
  await validateAsTenant(db, tenantId, async (tx, client) => {
    await lockCompanyCheck(tx, tenantId)
    const { rows } = await sql<Adjustments & { kind: ImportKind; path: string; fileName: string }>`
      select kind, file_path as path, file_name as "fileName", corrections, omitted, mapping
      from vehicle_import
      where tenant_id = ${tenantId} and import_id = ${importId}
      for update`.execute(tx)
    const [found] = rows
    if (!found) throw notFound()
    // Read under the lock, because it may have been applied meanwhile.
    const [stored] = await readImports(tx, tenantId, sql`i.import_id = ${importId}`)
    if (!stored || !CHECKABLE.has(stateOf(stored, now))) throw refuse(409, NOT_AGAIN)
    const { corrections, omitted, mapping } = await change(tx, found)
    await sql`delete from vehicle_import_row where tenant_id = ${tenantId} and import_id = ${importId}`.execute(tx)
    const bytes = await readFile(files, found.path)
    const { validation, mapping: readBy } = await validateWorkbook(tx, client, {
      ...requestOf(session, now),
      kind: found.kind,
      importId,
      fileName: found.fileName,
      mapping,
      bytes,
      corrections,
      omitted,
    })
    const { mapped } = validation.summary
    if (mapped) mapped.name = keep ? await keep(tx, validation) : (stored.validation.summary.mapped?.name ?? null)
    await sql`
      update vehicle_import
      set state = ${validationState(validation)}, judged = ${asJsonb(validation)}::jsonb,
        mapping = ${readBy && asJsonb(readBy)}::jsonb,
        content_hash = ${validation.summary.contentHash},
        corrections = ${asJsonb(corrections)}::jsonb, omitted = ${[...omitted]}::int[], queue_item_id = null
      where tenant_id = ${tenantId} and import_id = ${importId}`.execute(tx)
  }).catch((error: unknown) => {
    throw unreadableFile(error)
  })
}
