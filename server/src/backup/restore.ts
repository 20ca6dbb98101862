// `padron restore`: restores an archive into an installation without companies. First the whole archive is read and
// verified; then its files are stored, where nothing refers to them yet, and its keys added; then all rows are written
// in one transaction. If anything fails before its commit, the installation still has no companies and can be restored
// again.
import { Readable } from 'node:stream'
import type pg from 'pg'
import { differingTables, emptyTables, rowsIn, setSequences } from '../db/copy/table-load.ts'
import { asReader, fullName, listTables, PLAIN_TEXT, quoted, sumOf, type Table } from '../db/copy/table-rows.ts'
import { JOB_SCHEMA, jobsVersion, orderWaitingJobs, prepareJobs } from '../db/job-schema.ts'
import { migrateAlone, withMigrationLock } from '../db/migrate/migrate.ts'
import { executedMigrations, migrationNames } from '../db/migrate/run-migrations.ts'
import { writeReference } from '../installation/reference.ts'
import { type ArchivedTable, ArchiveError, partOf } from './archive.ts'
import { emptySchema, refuseInhabited } from './empty-installation.ts'
import { readArchive } from './read-archive.ts'
import { type RestoreOptions, restoreFiles } from './restore-files.ts'
import { NONE_SUSPENDED, type SuspendedCounts, suspendOutgoing } from './suspend-outgoing.ts'
import { type Verified, verifyArchive } from './verify.ts'

/** `storeWasDropped`: the archive had its own store setting, which was not restored. */
type Loaded = { suspended: SuspendedCounts; storeWasDropped: boolean }
export type Restored = Verified & Loaded

/** Migrates the empty database to the archive's schema. @throws ArchiveError if this release does not know it */
const prepareSchema = async (client: pg.Client, { header }: Verified): Promise<void> => {
  const known = migrationNames()
  const unknown = header.migrations.find((name) => !known.includes(name))
  if (unknown)
    throw new ArchiveError(
      `El respaldo es de una versión más nueva de Padrón (${header.release}, migración ${unknown}): use esa versión.`,
    )
  const seen = await executedMigrations(client)
  if (seen.join() === header.migrations.join()) return
  if (seen.length > 0) await emptySchema(client)
  await migrateAlone(client, { upTo: header.migrations.at(-1), writeReference })
  await prepareJobs(client)
}

/** Jobs of another version of the queue's library are enqueued again from the product's own rows. */
const isOfJobs = ({ schema }: Pick<Table, 'schema'>): boolean => schema === JOB_SCHEMA

/**
 * @returns the archive's tables that are restored, by the names of their parts
 * @throws ArchiveError if the tables differ from the archive's
 */
const tablesToFill = async (client: pg.Client, { header, manifest }: Verified): Promise<Map<string, ArchivedTable>> => {
  const sameJobs = (await jobsVersion(client)) === header.jobs
  const tablesToLoad = manifest.tables.filter((table) => sameJobs || !isOfJobs(table))
  const wrong = await differingTables(client, tablesToLoad)
  if (wrong.length > 0)
    throw new ArchiveError(
      `Estas tablas del respaldo no son como las de esta versión: ${wrong.map(fullName).join(', ')}.`,
    )
  return new Map(tablesToLoad.map((table) => [partOf(table), table]))
}

const fill = async (
  client: pg.Client,
  { file, progress }: RestoreOptions,
  tables: ReadonlyMap<string, ArchivedTable>,
): Promise<void> => {
  for await (const { name, content } of readArchive(file)) {
    const table = tables.get(name)
    if (!table) {
      for await (const _ of content); // skips a part that is not a table
      continue
    }
    const rows = await rowsIn(client, table, Readable.from(content))
    if (rows !== table.rows)
      throw new ArchiveError(`La tabla ${fullName(table)} recibió ${rows} de ${table.rows} filas.`)
    progress?.(fullName(table), table.bytes)
  }
}

/** Verifies that the row counts and checksums of the new database equal those of the archive. */
const verifyTable = async (client: pg.Client, tables: Iterable<ArchivedTable>): Promise<void> => {
  for (const table of tables) {
    const { rows, sum } = await asReader(client, table, () => sumOf(client, table))
    if (rows !== table.rows || sum !== table.sum)
      throw new ArchiveError(`La tabla ${fullName(table)} no quedó como estaba: no se restauró nada.`)
  }
}

/** A store that the empty installation has claimed remains its own: the restored rows get its id. */
const adoptStoreName = async (client: pg.Client, claimed: string): Promise<void> => {
  await client.query('update installation set installation_id = $1 where installation_id <> $1', [claimed])
}

const inTransaction = async <T>(client: pg.Client, work: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    await client.query(PLAIN_TEXT)
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Deletes the archive's store settings: the files were restored to the store of this process's settings.
 * @returns whether the archive had one
 */
const deleteStoreSettings = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('public.installation_setting') is not null as known`, // older archives have none
  )
  if (!rows[0]?.known) return false
  const { rowCount } = await client.query(`delete from installation_setting where name like 'PADRON\\_S3\\_%'`)
  return rowCount !== 0
}

const loadRows = async (
  client: pg.Client,
  options: RestoreOptions,
  verified: Verified,
  claimed: string,
): Promise<Loaded> => {
  const tables = await tablesToFill(client, verified)
  const loaded = await inTransaction(client, async () => {
    const everything = await listTables(client)
    const putBack = await emptyTables(client, everything)
    await fill(client, options, tables)
    await putBack()
    await verifyTable(client, tables.values())
    await setSequences(client, verified.manifest.sequences)
    await adoptStoreName(client, claimed)
    if (![...tables.values()].some(isOfJobs)) await orderWaitingJobs(client)
    const storeWasDropped = await deleteStoreSettings(client)
    return { suspended: options.send ? NONE_SUSPENDED : await suspendOutgoing(client, options.now), storeWasDropped }
  })
  for (const table of await listTables(client)) await client.query(`analyze ${quoted(table)}`)
  return loaded
}

/**
 * Two installations with one store would delete each other's files. @returns the id that owns the store of documents
 * from now on
 */
const claimStore = async (client: pg.Client, { stores }: RestoreOptions, { header }: Verified): Promise<string> => {
  const { rows } = await client.query<{ id: string }>('select installation_id::text as id from installation')
  const claimed = await stores.documents.owner(header.installation)
  if (claimed === header.installation || claimed === rows[0]?.id) return claimed
  throw new ArchiveError(
    'El almacén de documentos es de otra instalación (lo dice su archivo .padron). Use otra carpeta, otro bucket ' +
      'u otro PADRON_S3_PREFIX.',
  )
}

/**
 * @throws ArchiveError, or an error of the database or a store. Until the commit there is no company, and the restore
 * can be repeated (restored files and keys stay). After it only newer migrations are missing, which the next start
 * runs.
 */
export const restore = async (options: RestoreOptions): Promise<Restored> => {
  const verified = await verifyArchive(options.file)
  return withMigrationLock(options.owner, async (client) => {
    await client.query(`set application_name = 'padron-restore'`)
    await refuseInhabited(client)
    await prepareSchema(client, verified)
    const claimed = await claimStore(client, options, verified)
    await restoreFiles(options)
    if (verified.keys !== undefined) await options.keepKeys?.(verified.keys)
    const loaded = await loadRows(client, options, verified, claimed)
    await migrateAlone(client, { writeReference })
    return { ...verified, ...loaded }
  })
}
