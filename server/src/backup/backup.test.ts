// An installation in use is saved to a file, and restored on an empty machine with other stores: every table row by
// row, every file byte by byte, and it continues from there.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Db } from '../db/client.ts'
import { type AddressOf, connect } from '../db/connect.ts'
import { diskContents } from '../files/contents/disk-contents.ts'
import { fileStore } from '../files/contents/file-store.ts'
import { s3Contents } from '../files/contents/s3-contents.ts'
import { spool } from '../files/spool.ts'
import { serverAddress } from '../installation/open.ts'
import { isDrill } from '../testing/drill.ts'
import { fillEmpty } from '../testing/every-table.ts'
import { createFixtures } from '../testing/fixtures.ts'
import { onServer, withDatabase } from '../testing/global-setup.ts'
import { testWorker } from '../testing/processes/worker.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { startS3, type TestS3 } from '../testing/services/s3.ts'
import { appBeside, tokenOf, visitor } from '../testing/sign-in/identity.ts'
import { STORE_FOLDERS } from './archive.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { type FileStores, splitLine } from './save-files.ts'
import { verifyArchive } from './verify.ts'

/** Milliseconds for whole restores on a busy machine. */
const SLOW = 120_000
const { url, embedded, template } = inject('postgres')
const folder = mkdtempSync(join(tmpdir(), 'padron-backup-'))
const made: string[] = []
const file = (name = 'todo') => join(folder, `${name}-${randomUUID()}.padron`)
const BUCKET = { bucket: 'padron', region: 'us-east-1', accessKeyId: 'AKIA', secretAccessKey: 'secreta' }

const storesAt = (name: string, documents = diskContents(join(folder, name, 'documents'))): FileStores => ({
  jobResults: fileStore(join(folder, name, 'results')),
  emailFiles: fileStore(join(folder, name, 'letters')),
  evidence: fileStore(join(folder, name, 'evidence')),
  documents,
})

let server: TestServer
let company: Company
let main: Somebody
let s3: TestS3
let stores: FileStores
const expected = new Map<string, Buffer>()

/** A database on the same server, completely empty or without a company. */
const emptyMachine = async (started = true): Promise<{ addressOf: AddressOf; name: string }> => {
  const name = `padron_restored_${randomBytes(6).toString('hex')}`
  made.push(name)
  const from = started ? ` template ${template} strategy file_copy` : ''
  await onServer(url, `create database ${name}${embedded ? ' owner padron_owner' : ''}${from}`)
  const addressOf: AddressOf = embedded
    ? (role) => ({ connectionString: withDatabase(url, name, role), role: null })
    : serverAddress(withDatabase(url, name))
  return { addressOf, name }
}
const restoreOptions = (addressOf: AddressOf, from: string, into: FileStores) => ({
  owner: addressOf('padron_owner'),
  stores: into,
  file: from,
  spool: join(folder, 'incoming'),
  send: false,
  now: new Date(),
})

/** A hash of every table's rows in order, without the queue's daily counts, which its library owns. */
const tablesOf = async ({ system }: Db): Promise<Record<string, string>> => {
  const { rows } = await system.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('queue_stats', 'queue', 'bam') and c.relname not like 'kysely%' order by 1`)
  const held: Record<string, string> = {}
  for (const { name } of rows) {
    const {
      rows: [row],
    } = await system.query<{ held: string }>(
      `
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as held
        from ${name} t`,
    )
    held[name] = row?.held ?? ''
  }
  return held
}

/** Everything that a restore removes for a while. */
const guardsOf = async ({ system }: Db): Promise<string[]> => {
  const { rows } = await system.query<{ text: string }>(`
    select indexdef as text from pg_indexes where schemaname in ('public', 'pgboss')
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where contype = 'f'
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all
    select oid::regclass || ' ' || relrowsecurity || ' ' || relforcerowsecurity
    from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    order by 1`)
  return rows.map(({ text }) => text).filter((text) => !text.includes('queue_stats_'))
}

const keepFile = async (store: 'jobResults' | 'emailFiles' | 'evidence', content: Buffer): Promise<string> => {
  const { path } = await stores[store].write(randomUUID(), new Date(), async (into) => void into.end(content))
  expected.set(`${STORE_FOLDERS[store]}/${path}`, content)
  return path
}
const keepDocument = async (tenantId: number, content: Buffer): Promise<string> => {
  const spooled = await spool(Readable.from([content]), join(folder, randomUUID()), 'poliza.pdf')
  await stores.documents.put(`${tenantId}/${spooled.sha256}`, spooled)
  expected.set(`documents/${tenantId}/${spooled.sha256}`, content)
  return spooled.sha256
}

/** Rows that refer to existing files, and texts that COPY must escape. */
const fillFiles = async (tenantId: number): Promise<void> => {
  const { system } = server.db
  const sha256 = await keepDocument(tenantId, randomBytes(2_500_000))
  await system.query(
    `
      insert into stored_file (tenant_id, sha256, size, media_type, scan)
      values ($1, $2, 2500000, 'application/pdf', 'clean')`,
    [tenantId, sha256],
  )
  await system.query(`update evidence_file set path = $2 where tenant_id = $1`, [
    tenantId,
    await keepFile('evidence', randomBytes(10_000)),
  ])
  for (const table of ['capture_reading', 'capture_batch_file'])
    await system.query(`update ${table} set path = $2 where tenant_id = $1`, [
      tenantId,
      await keepFile('evidence', randomBytes(3_000)),
    ])
  await system.query(
    `
      update queue_item
      set file_path = $2, file_until = now() + interval '7 days', finished_at = now()
      where tenant_id = $1 and finished_at is null`,
    [tenantId, await keepFile('jobResults', Buffer.alloc(0))],
  )
  await system.query(`update vehicle_import set file_path = $2 where tenant_id = $1`, [
    tenantId,
    await keepFile('jobResults', randomBytes(100_000)),
  ])
  await system.query(
    `insert into report_file (tenant_id, file_id, path, file_name, media_type, size, until)
    values ($1, gen_random_uuid(), $2, 'reporte.pdf', 'application/pdf', 50000, now() + interval '30 days')`,
    [tenantId, await keepFile('emailFiles', randomBytes(50_000))],
  )
  await system.query(`update vehicle set observations = $2 where tenant_id = $1`, [tenantId, 'a\tb\\N \\. "ñ"\r\n😀'])
}

let small: ReturnType<typeof backup> | undefined
const smallFile = file()
/** One for all tests that only read it. */
const smallBackup = () => {
  small ??= backup({ owner: server.addressOf('padron_owner'), stores, file: smallFile, documents: false })
  return small
}

beforeAll(async () => {
  server = await testServer()
  s3 = await startS3({ ...BUCKET, folder: join(folder, 's3') })
  stores = {
    ...storesAt('first'),
    documents: server.documents.contents,
    emailFiles: server.emailFiles,
    evidence: server.evidence,
  }
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  await createFixtures(server, company, 'UNO')
  await createFixtures(server, await server.company('sureste'), 'DOS')
  const system = await server.db.system.connect()
  expect(await fillEmpty(system)).toEqual([])
  system.release()
  for (const { id } of (await server.db.system.query<{ id: number }>('select tenant_id as id from company')).rows)
    await fillFiles(id)
  await server.db.system.query(`insert into content_upload (company_id, sha256) values ($1, repeat('b', 64))`, [
    company.tenantId,
  ])
})
afterAll(async () => {
  await s3.stop()
  for (const name of made) await onServer(url, `drop database ${name} with (force)`)
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  it.runIf(isDrill)(
    'contains every row of every table and every file, which a restore writes to other stores',
    async () => {
      const empty = Object.entries(await tablesOf(server.db))
        .filter(([, held]) => held === '0 ')
        .map(([name]) => name)
      expect(empty).toEqual(['pgboss.job_dependency', 'pgboss.schedule', 'pgboss.subscription', 'pgboss.warning'])
      const path = file()
      const manifest = await backup({ owner: server.addressOf('padron_owner'), stores, file: path, documents: true })
      expect((await stat(path)).mode & 0o777).toBe(0o600)
      expect(manifest.files.count).toBe(expected.size)
      // The documents of the fixtures of both companies have rows and no bytes.
      expect(manifest.missing.count).toBe(2)

      const { addressOf } = await emptyMachine(false)
      const other = storesAt('other', s3Contents({ ...BUCKET, endpoint: s3.endpoint, prefix: 'copia/' }))
      await restore(restoreOptions(addressOf, path, other))
      const db = connect(addressOf)
      // Pending enrolments were done at the start, as at every start.
      expect(await tablesOf(db)).toEqual({ ...(await tablesOf(server.db)), 'public.pending_enrolment': '0 ' })
      expect(await guardsOf(db)).toEqual(await guardsOf(server.db))
      for (const [name, content] of expected) {
        const { store, path: stored } = splitLine(name)
        const read = await other[store].read(stored)
        expect([
          name,
          read &&
            createHash('sha256')
              .update(await buffer(read))
              .digest('hex'),
        ]).toEqual([name, createHash('sha256').update(content).digest('hex')])
      }
      // New rows do not reuse ids.
      const { rows } = await db.system.query<{ fresh: boolean }>(
        `insert into tag_category (tenant_id, category_name, color) values ($1, 'Nueva', 'red')
      returning tag_category_id > (select max(tag_category_id) from tag_category) as fresh`,
        [company.tenantId],
      )
      expect(rows).toEqual([{ fresh: true }])
      await db.close()
    },
    SLOW,
  )

  it.runIf(isDrill)(
    'continues after its restore: people sign in, and a waiting job runs once',
    async () => {
      const report = { method: 'POST', url: '/api/v2/vehiclesReport', payload: { mails: ['ana@norte.mx'] } } as const
      expect((await server.ask(main, report)).status).toBeLessThan(300)
      const {
        rows: [item],
      } = await server.db.system.query<{ id: string }>(
        'select queue_item_id as id from queue_item where finished_at is null',
      )
      const path = file()
      await backup({ owner: server.addressOf('padron_owner'), stores, file: path, documents: true })
      const { addressOf } = await emptyMachine()
      const other = storesAt('again')
      await restore(restoreOptions(addressOf, path, other))

      const db = connect(addressOf)
      const app = await appBeside(db)
      const answer = await (await visitor(app)).signIn(main.username, PASSWORD)
      expect(answer.status).toBe(200)
      expect(tokenOf(answer)).toEqual(expect.any(String))
      await app.close()
      const worker = await testWorker({ ...server, db, addressOf }, other.jobResults)
      await worker.ended(item?.id ?? '')
      await worker.stop()
      const { rows } = await db.system.query(
        'select runs, error_message, file_path is not null as made from queue_item where queue_item_id = $1',
        [item?.id],
      )
      expect(rows).toEqual([{ runs: 1, error_message: null, made: true }])
      expect((await db.system.query(`select from pgboss.job where id = $1`, [item?.id])).rowCount).toBe(1)
      await db.close()
      await server.db.system.query('update queue_item set finished_at = now()')
    },
    SLOW,
  )

  it.runIf(isDrill)(
    'has the state of one moment while others write',
    async () => {
      const path = file()
      let writing = true
      let pairs = 0
      const write = async () => {
        for (; writing; pairs++)
          await server.db.system.query(
            `
              with c as (insert into tag_category (tenant_id, category_name, color)
              values ($1, $2, 'red')
              returning tag_category_id)
          insert into tag (tenant_id, tag_category_id, tag_name) select $1, tag_category_id, $2 from c`,
            [company.tenantId, `par ${pairs}`],
          )
      }
      const writer = write()
      await expect.poll(() => pairs, { timeout: 10_000 }).toBeGreaterThan(5)
      await backup({ owner: server.addressOf('padron_owner'), stores, file: path, documents: true }).finally(() => {
        writing = false
      })
      await writer
      const { addressOf } = await emptyMachine()
      await restore(restoreOptions(addressOf, path, storesAt('moment')))
      const db = connect(addressOf)
      const { rows } = await db.system.query<{ tags: number; categories: number }>(`
      select (select count(*)::int from tag where tag_name like 'par %') as tags,
        (select count(*)::int from tag_category where category_name like 'par %') as categories`)
      expect(rows[0]?.tags).toBe(rows[0]?.categories)
      expect(rows[0]?.tags).toBeGreaterThan(5)
      expect(rows[0]?.tags).toBeLessThanOrEqual(pairs)
      await db.close()
    },
    SLOW,
  )

  it.runIf(isDrill)(
    'reports files that rows refer to and are missing, but none that was deleted with its row meanwhile',
    async () => {
      const loose = await stores.emailFiles.write(randomUUID(), new Date(), async (into) => void into.end('x'))
      await server.db.system.query(
        `insert into report_file (tenant_id, file_id, path, file_name, media_type, size, until)
      values ($1, gen_random_uuid(), $2, 'reporte.pdf', 'application/pdf', 1, now() + interval '30 days')`,
        [company.tenantId, loose.path],
      )
      const save = (emailFiles: FileStores['emailFiles']) =>
        backup({
          owner: server.addressOf('padron_owner'),
          stores: { ...stores, emailFiles },
          file: file(),
          documents: true,
        })
      await stores.emailFiles.remove(loose.path)
      const lost = await save(stores.emailFiles)
      expect([lost.missing.count, lost.missing.first]).toEqual([3, expect.arrayContaining([`letters/${loose.path}`])])
      // It expires while files are copied: the retention deletes the row and the file.
      const swept = await save({
        ...stores.emailFiles,
        read: async (path) => {
          if (path === loose.path) await server.db.system.query('delete from report_file where path = $1', [path])
          return stores.emailFiles.read(path)
        },
      })
      expect(swept.missing.count).toBe(2)
    },
  )

  it('without documents leaves them to their store', async () => {
    const manifest = await smallBackup()
    expect(manifest.files.count).toBe([...expected.keys()].filter((name) => !name.startsWith('documents/')).length)
    expect(manifest.missing).toEqual({ count: 0, first: [] })
    expect((await verifyArchive(smallFile)).manifest.withDocuments).toBe(false)
  })
})

describe('an archive', () => {
  it('that is incomplete, altered or something else is rejected, and nothing is changed', async () => {
    const path = file()
    if (isDrill) await backup({ owner: server.addressOf('padron_owner'), stores, file: path, documents: true })
    else await smallBackup().then(() => copyFileSync(smallFile, path))
    const whole = readFileSync(path)
    const { addressOf, name } = await emptyMachine(false)
    const db = connect(addressOf)
    for (const [what, words] of [
      [() => truncateSync(path, whole.length - 40), 'está dañado o incompleto'],
      [() => truncateSync(path, Math.floor(whole.length / 2)), 'está dañado o incompleto'],
      [
        () =>
          writeFileSync(
            path,
            whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte)),
          ),
        'está dañado o incompleto',
      ],
      [() => writeFileSync(path, 'hola'), 'está dañado o incompleto'],
      [() => rmSync(path), 'No se puede leer el archivo'],
    ] as const) {
      what()
      await expect(verifyArchive(path)).rejects.toThrow(words)
      await expect(restore(restoreOptions(addressOf, path, storesAt(name)))).rejects.toThrow(words)
    }
    expect(
      (await db.system.query(`select from pg_class where relname = 'company'`).catch(() => ({ rowCount: 0 }))).rowCount,
    ).toBe(0)
    expect(() => readdirSync(join(folder, name))).toThrow()
    await db.close()
  })

  it('is not restored over companies; the error names them', async () => {
    await smallBackup()
    const before = await tablesOf(server.db)
    await expect(restore(restoreOptions(server.addressOf, smallFile, stores))).rejects.toThrow(
      'La instalación ya tiene 2 empresas (norte, sureste)',
    )
    expect(await tablesOf(server.db)).toEqual(before)
  })
})
