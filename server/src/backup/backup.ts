// `padron backup`: the whole installation in one file, without stopping it. One snapshot of the database is written
// first and the files after it, so that every row has its file; it streams, and blocks no user.
import { createWriteStream, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { type Address, applicationName } from '../db/connect.ts'
import { lockTablesForCopy, unlockTables } from '../db/copy/table-locks.ts'
import {
  asReader,
  fullName,
  listSequences,
  listTables,
  PLAIN_TEXT,
  rowsOut,
  sumOf,
  type Table,
} from '../db/copy/table-rows.ts'
import { JOB_SCHEMA } from '../db/job-schema.ts'
import { executedMigrations } from '../db/migrate/run-migrations.ts'
import {
  type ArchivedTable,
  ArchiveError,
  FORMAT,
  HEADER,
  type Header,
  KEYS,
  MANIFEST,
  type Manifest,
  partOf,
  STORES,
} from './archive.ts'
import { fileLines, namedLines } from './file-rows.ts'
import { type FileStores, saveFiles } from './save-files.ts'
import { type ArchiveWriter, writeArchive } from './write-archive.ts'

/** Receives the current step, and the number of bytes since the last call. */
export type Progress = (step: string, bytes: number) => void
export type BackupOptions = {
  owner: Address
  stores: FileStores
  file: string
  /** false: documents are left out, because the operator's own store keeps them. */
  documents: boolean
  /** The file of the keys that seal credentials; undefined: the keys are left out. */
  keys?: string | undefined
  progress?: Progress
}

const RELEASE: string = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version

const textOf = (text: string): Readable => Readable.from([Buffer.from(text)])

const headerOf = async (client: pg.Client): Promise<Header> => {
  const migrations = await executedMigrations(client)
  if (migrations.length === 0) throw new ArchiveError('La base de datos está vacía: no hay nada que respaldar.')
  const { rows } = await client.query<{ at: string; installation: string; jobs: number }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      (select max(version) from ${JOB_SCHEMA}.version) as jobs,
      (select installation_id::text from installation) as installation`,
  )
  const { at = '', installation = '', jobs = 0 } = rows[0] ?? {}
  return { format: FORMAT, release: RELEASE, at, migrations, jobs, installation }
}

const saveTable = async (client: pg.Client, archive: ArchiveWriter, table: Table): Promise<ArchivedTable> =>
  asReader(client, table, async () => {
    const written = await archive.put(partOf(table), rowsOut(client, table))
    return { ...table, ...(await sumOf(client, table)), ...written }
  })

type Rows = Pick<Manifest, 'tables' | 'sequences'>

/** @param list receives a line for each file that a row refers to */
const saveRows = async (
  client: pg.Client,
  archive: ArchiveWriter,
  { documents, progress, list }: Pick<BackupOptions, 'documents' | 'progress'> & { list: string },
): Promise<Rows> => {
  await lockTablesForCopy(client, () => progress?.('espera a que terminen otros trabajos de la base de datos', 0))
  await client.query('begin isolation level repeatable read read only')
  await client.query(PLAIN_TEXT)
  const header = await headerOf(client)
  await archive.put(HEADER, textOf(JSON.stringify(header)))
  const tables: ArchivedTable[] = []
  for (const table of await listTables(client)) {
    const archived = await saveTable(client, archive, table)
    tables.push(archived)
    progress?.(fullName(table), archived.bytes)
  }
  const stores = STORES.filter((store) => documents || store !== 'documents')
  await asReader(client, { guarded: true }, async () =>
    pipeline(await fileLines(client, stores), createWriteStream(list, { mode: 0o600 })),
  )
  const sequences = await listSequences(client)
  await client.query('commit')
  await unlockTables(client)
  return { tables, sequences }
}

/** Uses a separate connection: the first may have been closed while files were copied for hours. */
const stillNamed = async (owner: Address, lines: readonly string[]): Promise<string[]> => {
  const client = await connected(owner)
  try {
    await client.query('begin read only; set local statement_timeout = 0')
    return await asReader(client, { guarded: true }, () => namedLines(client, STORES, lines))
  } finally {
    await client.end().catch(() => undefined)
  }
}

const connected = async (owner: Address): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: owner.connectionString, application_name: applicationName(owner) })
  client.on('error', () => undefined) // a lost connection: its query fails
  await client.connect()
  return client
}

/** @returns the manifest @throws ArchiveError, or an error of the disk or the database; then no file is left */
export const backup = async (options: BackupOptions): Promise<Manifest> => {
  const list = `${options.file}.part-files`
  const client = await connected(options.owner)
  try {
    return await writeArchive(options.file, async (archive) => {
      const rows = await saveRows(client, archive, { ...options, list })
      const files = await saveFiles(archive, {
        stores: options.stores,
        list,
        stillNamed: (lines) => stillNamed(options.owner, lines).catch(() => [...lines]),
        onProgress: (bytes) => options.progress?.('archivos', bytes),
      })
      if (options.keys !== undefined) await archive.put(KEYS, Readable.from([await readFile(options.keys)]))
      const manifest: Manifest = { ...rows, ...files, withDocuments: options.documents }
      await archive.put(MANIFEST, textOf(JSON.stringify(manifest)))
      return manifest
    })
  } finally {
    await client.end().catch(() => undefined)
    await rm(list, { force: true })
  }
}
