// All data of one company, found from the schema, so that new tables are exported and erased without a change here.
import { createHash } from 'node:crypto'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import type { FileStore } from '../files/contents/file-store.ts'
import { asSystem, type Db, snapshotAsTenant, type Tx } from './client.ts'

/** Tables with a tenant, each after the tables that reference it: rows can be deleted in this order. */
export const tenantTables = async (tx: Tx): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string; points_at: string[] }>`
    select c.relname as name, array(
      -- A partition's foreign keys count as those of its table.
      select distinct t.relname::text
        from pg_constraint k
        join pg_class t on t.oid = coalesce(pg_partition_root(k.confrelid), k.confrelid)
      where coalesce(pg_partition_root(k.conrelid), k.conrelid) = c.oid and k.contype = 'f'
          and t.oid <> c.oid) as points_at
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    order by 1`.execute(tx)
  const ordered: string[] = []
  const left = new Map(tables.map(({ name, points_at }) => [name, points_at]))
  while (left.size > 0) {
    const pointedAt = new Set([...left.values()].flat())
    const free = [...left.keys()].filter((name) => !pointedAt.has(name))
    if (free.length === 0) throw new Error(`tables that reference each other: ${[...left.keys()].join(', ')}`)
    for (const name of free) {
      ordered.push(name)
      left.delete(name)
    }
  }
  return ordered
}

/** Secrets, which give access and are no information: sessions, hashes of passwords and of tokens. */
const LEFT_OUT = new Set(['access_token', 'known_device', 'provider_sign_in', 'recovery_code', 'sign_in_challenge'])
const COLUMNS_LEFT_OUT: Readonly<Record<string, string | readonly string[]>> = {
  account_link: 'code_hash',
  app_user: 'password_hash',
  sign_in: 'token_hash',
  calendar_feed: 'token_hash',
  personal_token: 'token_hash',
  service_account: ['secret_hash', 'former_hash'],
  webhook: 'secrets',
  channel: 'address',
  second_factor: 'secret',
  company_idp: 'client_secret',
  company_provisioning: 'token_hash',
}

const README = `Datos de la empresa exportados de Padrón.

Un archivo por tabla, con un objeto JSON por línea (NDJSON, UTF-8). manifest.json dice cuántas líneas tiene cada uno y
su SHA-256. Las fechas llevan zona horaria. Los campos binarios van en hexadecimal con \\x delante: en check_run, «raw»
es la respuesta de la fuente, un JSON comprimido con gzip. No se exportan sesiones ni contraseñas.
`

type Entry = { file: string; rows: number; sha256: string }

/** Counts the lines of a stream and hashes it. */
const watched = (entry: Entry): Transform => {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) if (byte === 10) entry.rows++
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      entry.sha256 = hash.digest('hex')
      done()
    },
  })
}

/** JSON text never contains the quote or the delimiter, so each row is one line, unchanged. */
const copyOf = (table: string, tenantId: number): string => {
  const columns = [COLUMNS_LEFT_OUT[table] ?? []].flat()
  const row = ['to_jsonb(t)', ...columns.map((column) => `'${column}'`)].join(' - ')
  return `copy (select ${row} from "${table}" t where tenant_id = ${tenantId})
    to stdout with (format csv, quote e'\\x01', delimiter e'\\x02')`
}

/** Ends a connection with an unfinished COPY: a rollback would wait for its end, and its output is no longer read. */
const hangUp = (client: pg.PoolClient): void => void (client as unknown as pg.Client).end().catch(() => undefined)

/**
 * Writes a ZIP with all the company's rows in one snapshot. It streams, so a large company needs time, not memory.
 * @param into ended when everything is written, destroyed on an error @returns what was written, per table
 */
export const exportCompany = (db: Db, tenantId: number, into: NodeJS.WritableStream): Promise<Entry[]> =>
  snapshotAsTenant(db, tenantId, async (tx, client) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows } = await sql<{ at: string }>`select now() as at`.execute(tx)
    const tables = (await tenantTables(tx)).filter((table) => !LEFT_OUT.has(table)).toSorted()
    return writeZip(client, { tenantId, tables, exportedAt: rows[0]?.at ?? '' }, into).catch((error: unknown) => {
      hangUp(client)
      throw error
    })
  })

type Contents = { tenantId: number; tables: readonly string[]; exportedAt: string }

const writeZip = async (
  client: pg.PoolClient,
  { tenantId, tables, exportedAt }: Contents,
  into: NodeJS.WritableStream,
): Promise<Entry[]> => {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const entries: Entry[] = []
  // Any error destroys the output, and with it the pipeline that the caller awaits.
  const fail = (error: Error) => void output.destroy(error)
  zip.on('error', fail)
  for (const table of tables) {
    // Lazily: each table is read after the previous one was written.
    zip.addReadStreamLazy(`${table}.ndjson`, {}, (give) => {
      const entry = { file: `${table}.ndjson`, rows: 0, sha256: '' }
      entries.push(entry)
      const through = watched(entry).on('error', fail)
      client
        .query(copyTo(copyOf(table, tenantId)))
        .on('error', fail)
        .pipe(through)
      give(null, through)
    })
  }
  zip.addBuffer(Buffer.from(README), 'LEAME.txt')
  zip.addReadStreamLazy('manifest.json', {}, (give) => {
    const manifest = new PassThrough()
    manifest.end(JSON.stringify({ exportedAt, tenantId, entries }, null, 2))
    give(null, manifest)
  })
  const done = pipeline(output, into)
  zip.end()
  await done
  return entries
}

/** Files of its jobs and uploads. Evidence files are deleted by the retention of unreferenced files. */
const filesOf = async (tx: Tx, tenantId: number): Promise<string[]> => {
  const { rows } = await sql<{ path: string }>`
    select file_path as path
    from queue_item
    where tenant_id = ${tenantId} and file_path is not null
    union select file_path from vehicle_import where tenant_id = ${tenantId} and file_path <> ''`.execute(tx)
  return rows.map(({ path }) => path)
}

const emailFilesOf = async (tx: Tx, tenantId: number): Promise<string[]> => {
  const { rows } = await sql<{ path: string }>`select path from report_file where tenant_id = ${tenantId}`.execute(tx)
  return rows.map(({ path }) => path)
}

type Erased = { erased: number; files: string[]; emailFiles: string[] }

const eraseRows = (db: Db, tenantId: number): Promise<Erased | undefined> =>
  asSystem(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows: due } = await sql`
      select from company
      where tenant_id = ${tenantId} and erase_at <= now()
      for update skip locked`.execute(tx)
    if (due.length === 0) return undefined
    // The vehicles are locked first, in the same order as a check locks its vehicle when it is stored, so that the two
    // cannot deadlock.
    await sql`select from vehicle where tenant_id = ${tenantId} order by vehicle_id for update`.execute(tx)
    const files = await filesOf(tx, tenantId)
    const emailFiles = await emailFilesOf(tx, tenantId)
    let erased = 0
    for (const table of await tenantTables(tx)) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(
        tx,
      )
      erased += Number(numAffectedRows)
    }
    return { erased, files, emailFiles }
  })

/**
 * Erases a company whose waiting period is over; before that the database refuses. Its files are deleted after its
 * rows: a file that is left is unreferenced, and retention deletes it.
 * @param store of results and workbooks
 * @param emailFiles of attachments
 * @returns number of erased rows, or undefined if the company may not be erased
 */
export const eraseCompany = async (
  db: Db,
  store: FileStore,
  tenantId: number,
  emailFiles?: FileStore,
): Promise<number | undefined> => {
  const done = await eraseRows(db, tenantId)
  for (const path of done?.files ?? []) await store.remove(path).catch(() => undefined)
  for (const path of done?.emailFiles ?? []) await emailFiles?.remove(path).catch(() => undefined)
  return done?.erased
}

/** Erases every company whose waiting period is over; a failure is reported and retried in the next round. */
export const eraseDue = async (
  db: Db,
  store: FileStore,
  onErased: (tenantId: number, rows: number) => void,
  failed: (error: unknown, tenantId: number) => void,
  emailFiles?: FileStore,
  stopping?: AbortSignal,
): Promise<void> => {
  const due = await asSystem(db, (tx) =>
    tx.selectFrom('company').select('tenant_id').where('erase_at', '<=', sql<string>`now()`).execute(),
  )
  for (const { tenant_id } of due) {
    if (stopping?.aborted) return
    try {
      const rows = await eraseCompany(db, store, tenant_id, emailFiles)
      if (rows !== undefined) onErased(tenant_id, rows)
    } catch (error) {
      failed(error, tenant_id)
    }
  }
}
