// An uploaded document: recognised, scanned, counted, stored with its rows; and what the sweep deletes afterwards,
// also when the same content is uploaded again at that moment.
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { NOT_A_DOCUMENT } from '@padron/contract/rules/document-rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, asSystem, asTenant, type Tx } from '../db/client.ts'
import { eraseDue } from '../db/company-data.ts'
import { ownConnection } from '../db/connect.ts'
import { refuse } from '../errors/http-problem.ts'
import { freshDatabase } from '../testing/database.ts'
import { isDrill } from '../testing/drill.ts'
import { PDF } from '../testing/files/file-kinds.ts'
import { hollowPng } from '../testing/files/proof-files.ts'
import { type Company, type TestServer, testServer } from '../testing/server.ts'
import { EICAR, startClam, type TestClam } from '../testing/services/clam.ts'
import { clamScan, NOT_SCANNED } from './clam.ts'
import { beginLeaving, markComing } from './contents/content-marks.ts'
import type { AcceptedFile } from './contents/content-rows.ts'
import { quotaCheck } from './contents/content-rows.ts'
import { type ContentStore, contentKey } from './contents/content-store.ts'
import { fileStore } from './contents/file-store.ts'
import { NOT_OURS } from './contents/store-owner.ts'
import { NO_SPACE, NOT_STORED } from './contents/store-trouble.ts'
import { sweepContents } from './contents/sweep-contents.ts'
import { type SpooledFile, spool } from './spool.ts'
import { type DocumentStorage, storeDocument } from './store-document.ts'

const DAY_MS = 86_400_000
const ACTOR: Actor = { origin: 'console', id: 1, name: 'ana' }
let server: TestServer
let norte: Company
let sur: Company
beforeAll(async () => {
  server = await testServer()
  ;[norte, sur] = [await server.company('norte'), await server.company('sur')]
})
afterAll(() => server.stop())

/** A unique PDF. */
const pdf = (bytes = 200) => Buffer.concat([PDF, randomBytes(bytes)])
const spooled = (content: Buffer, fileName = '../póliza.pdf'): Promise<SpooledFile> =>
  spool(Readable.from([content]), join(server.documents.folder, '..', randomUUID()), fileName)
const tools = (given: Partial<DocumentStorage> = {}): DocumentStorage => ({
  db: server.db,
  ...server.documents,
  ...given,
})
const nothing = async (_tx: Tx, accepted: AcceptedFile) => accepted
const take = (file: SpooledFile, { tenantId } = norte, given: Partial<DocumentStorage> = {}, write = nothing) =>
  storeDocument(tools(given), { tenantId, actor: ACTOR }, file, write)

const rowsOf = ({ tenantId }: Company, sha256?: string) =>
  asSystem(server.db, (tx) => {
    const rows = tx.selectFrom('stored_file').selectAll().where('tenant_id', '=', tenantId)
    return (sha256 ? rows.where('sha256', '=', sha256) : rows).execute()
  })
const storedContent = async ({ tenantId }: Company, { sha256 }: SpooledFile) => {
  const stream = await server.documents.contents.read(contentKey(tenantId, sha256))
  return stream && (await buffer(stream))
}
const pathOf = ({ tenantId }: Company, { sha256 }: SpooledFile) =>
  join(server.documents.folder, String(tenantId), sha256.slice(0, 2), sha256)
/** Makes the content look uploaded two days ago. */
const age = ({ tenantId }: Company, { sha256 }: SpooledFile) =>
  asSystem(server.db, (tx) =>
    sql`
      update content_upload
      set uploaded_at = now() - interval '2 days'
      where company_id = ${tenantId} and sha256 = ${sha256}`.execute(tx),
  )
const sweep = (contents: ContentStore = server.documents.contents) => sweepContents(server.db, contents, new Date())

let plates = 100
/** A document of a new vehicle with this file. @returns the id of the document */
const documentWith = async ({ tenantId, name }: Company, { sha256 }: SpooledFile): Promise<number> => {
  const [vehicle_id = 0] = await server.vehicles({ tenantId, name }, [{ plate: `DOC${++plates}A` }])
  return asSystem(server.db, async (tx) => {
    const type = { tenant_id: tenantId, type_name: `Póliza ${plates}` }
    const { document_type_id } = await tx
      .insertInto('document_type')
      .values(type)
      .returning('document_type_id')
      .executeTakeFirstOrThrow()
    const document = { tenant_id: tenantId, vehicle_id, document_type_id, document_name: 'Póliza' }
    const { document_id } = await tx
      .insertInto('document')
      .values(document)
      .returning('document_id')
      .executeTakeFirstOrThrow()
    const version = { tenant_id: tenantId, document_id, version: 1, sha256, file_name: 'a.pdf', user_id: 1, who: 'ana' }
    await tx.insertInto('document_version').values(version).execute()
    return document_id
  })
}

describe('an uploaded document', () => {
  it('is stored whole, with a row of its type and a name that is safe to show', async () => {
    const content = pdf(50_000)
    const file = await spooled(content, '..\\..\\Póliza\u202E 2026.PDF')
    const accepted = await take(file)
    expect(accepted).toEqual({
      sha256: file.sha256,
      size: content.length,
      mediaType: 'application/pdf',
      fileName: 'Póliza 2026.PDF',
      scan: 'unchecked',
    })
    expect(await storedContent(norte, file)).toEqual(content)
    expect(await rowsOf(norte, file.sha256)).toMatchObject([
      { size: content.length, media_type: 'application/pdf', scan: 'unchecked' },
    ])
    expect(await storedContent(sur, file)).toBeUndefined()
  })

  it('is recorded in a transaction of its company, with its user', async () => {
    const who = await take(await spooled(pdf()), norte, {}, async (tx, accepted) => {
      const { rows } = await sql<{ tenant: string; actor: string }>`
        select current_setting('app.tenant') as tenant, current_setting('app.actor') as actor`.execute(tx)
      return { ...accepted, fileName: JSON.stringify(rows[0]) }
    })
    expect(who.fileName).toContain(`"tenant":"${norte.tenantId}"`)
    expect(who.fileName).toContain('ana')
  })

  it('has an upload mark of its own company, which others cannot see', async () => {
    const { sha256 } = await take(await spooled(pdf()))
    const marks = ({ tenantId }: Company) =>
      asTenant(server.db, tenantId, (tx) =>
        tx.selectFrom('content_upload').select('company_id').where('sha256', '=', sha256).execute(),
      )
    expect(await marks(norte)).toEqual([{ company_id: norte.tenantId }])
    expect(await marks(sur)).toEqual([])
    const foreign = asTenant(server.db, sur.tenantId, (tx) => markComing(tx, { tenantId: norte.tenantId, sha256 }))
    await expect(foreign).rejects.toThrow('row-level security')
  })

  it('that is sent twice is stored and counted once', async () => {
    const content = pdf()
    const [first, second] = [await spooled(content), await spooled(content)]
    await take(first)
    await take(second)
    expect(await rowsOf(norte, first.sha256)).toHaveLength(1)
    await Promise.all(Array.from({ length: 6 }, async () => take(await spooled(content))))
    expect(await rowsOf(norte, first.sha256)).toHaveLength(1)
  })

  it('of an unknown type is rejected before anything is stored', async () => {
    const file = await spooled(Buffer.from('<script>'))
    await expect(take(file)).rejects.toMatchObject({ status: 415, title: NOT_A_DOCUMENT })
    expect(await rowsOf(norte, file.sha256)).toEqual([])
    expect(await storedContent(norte, file)).toBeUndefined()
  })

  it('with too many pixels is rejected before anything is stored', async () => {
    const message =
      'La imagen mide 12,000 × 9,000 píxeles; se aceptan hasta 50,000,000 píxeles en total. Redúzcala y ' +
      'envíela de nuevo.'
    const file = await spooled(hollowPng(12_000, 9_000), 'foto.png')
    await expect(take(file)).rejects.toMatchObject({ status: 422, errors: [{ path: 'file', message }] })
    expect(await storedContent(norte, file)).toBeUndefined()
    const small = await spooled(hollowPng(8_000, 6_000), 'foto.png')
    await expect(take(small)).resolves.toMatchObject({ mediaType: 'image/png' })
  })

  it('whose row is rejected leaves no row, and its bytes are swept later', async () => {
    const file = await spooled(pdf())
    const refusing = () => Promise.reject(refuse(404, 'No existe ese vehículo.'))
    await expect(take(file, norte, {}, refusing)).rejects.toMatchObject({ status: 404 })
    expect(await rowsOf(norte, file.sha256)).toEqual([])
    await sweep()
    expect(existsSync(pathOf(norte, file))).toBe(true) // it may belong to an upload that has not finished
    await age(norte, file)
    await sweep()
    expect(existsSync(pathOf(norte, file))).toBe(false)
  })

  it('over the quota is rejected with the space in use', async () => {
    const este = await server.company('este')
    const quota = { quotaBytes: 300_000 }
    const [first, second] = [await spooled(pdf(200_000)), await spooled(pdf(200_000))]
    await take(first, este, quota)
    const title = expect.stringMatching(
      /^Su empresa usa 195\.4 KB de los 293 KB que tiene para documentos; este archivo pesa 195\.4 KB y no cabe\.$/,
    )
    await expect(take(second, este, quota)).rejects.toMatchObject({ status: 422, title })
    expect(await storedContent(este, second)).toBeUndefined()
    await take(await spooled(Buffer.from((await storedContent(este, first)) ?? '')), este, quota)
    await take(second, sur, quota) // another company's documents do not count
  })

  it('over the quota is rejected before its bytes arrive', async () => {
    const lleno = await server.company('lleno')
    await take(await spooled(pdf(200_000)), lleno)
    const room = quotaCheck(server.db, 300_000)
    await room(lleno.tenantId, 99_000)
    await expect(room(lleno.tenantId, 101_000)).rejects.toMatchObject({
      status: 422,
      title: expect.stringContaining('no cabe'),
    })
    await room(norte.tenantId, 101_000)
  })

  it('does not exceed the quota with concurrent uploads', async () => {
    const oeste = await server.company('oeste')
    const files = await Promise.all(Array.from({ length: 8 }, () => spooled(pdf(50_000))))
    const ends = await Promise.allSettled(files.map((file) => take(file, oeste, { quotaBytes: 160_000 })))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await rowsOf(oeste)).toHaveLength(3)
  })

  it('is rejected if the store fails, and nothing is written', async () => {
    const file = await spooled(pdf())
    const failing = (code: string): Partial<DocumentStorage> => ({
      contents: { ...server.documents.contents, put: () => Promise.reject(Object.assign(new Error('x'), { code })) },
    })
    await expect(take(file, norte, failing('ENOSPC'))).rejects.toMatchObject({ status: 507, title: NO_SPACE })
    await expect(take(file, norte, failing('ECONNREFUSED'))).rejects.toMatchObject({ status: 503, title: NOT_STORED })
    expect(await rowsOf(norte, file.sha256)).toEqual([])
  })
})

describe('a scanner', () => {
  let clam: TestClam
  beforeAll(async () => {
    clam = await startClam()
  })
  afterAll(() => clam.stop())
  const scan = () => clamScan({ host: clam.host, port: clam.port })

  it('without a finding is recorded, also for content stored before there was a scanner', async () => {
    const content = pdf()
    await take(await spooled(content))
    const file = await spooled(content)
    expect(await take(file, norte, { scan: scan() })).toMatchObject({ scan: 'clean' })
    expect(await rowsOf(norte, file.sha256)).toMatchObject([{ scan: 'clean' }])
    await take(await spooled(content))
    expect(await rowsOf(norte, file.sha256)).toMatchObject([{ scan: 'clean' }])
  })

  it('with a finding, or without an answer, rejects the document', async () => {
    const file = await spooled(Buffer.concat([PDF, Buffer.from(EICAR)]))
    await expect(take(file, norte, { scan: scan() })).rejects.toMatchObject({
      status: 422,
      title: expect.stringContaining('Eicar'),
    })
    clam.answer('')
    await expect(take(file, norte, { scan: scan() })).rejects.toMatchObject({ status: 503, title: NOT_SCANNED })
    expect(await rowsOf(norte, file.sha256)).toEqual([])
    expect(await storedContent(norte, file)).toBeUndefined()
  })
})

describe('the sweep', () => {
  it('deletes rows that no document has, with their files, after a day', async () => {
    const [loose, young, used] = [await spooled(pdf()), await spooled(pdf()), await spooled(pdf())]
    for (const file of [loose, young, used]) await take(file)
    await documentWith(norte, used)
    await age(norte, loose)
    await age(norte, used)
    await sweep()
    expect(await storedContent(norte, loose)).toBeUndefined()
    expect(await rowsOf(norte, loose.sha256)).toEqual([])
    for (const file of [young, used]) {
      expect(await storedContent(norte, file)).toBeDefined()
      expect(await rowsOf(norte, file.sha256)).toHaveLength(1)
    }
  })

  it('leaves the files of a deleted fleet while it can be restored', async () => {
    const file = await spooled(pdf())
    await take(file)
    const documentId = await documentWith(norte, file)
    const deletion_id = randomUUID()
    await asSystem(server.db, async (tx) => {
      await sql`
        insert into deletion (tenant_id, deletion_id, who) values (${norte.tenantId}, ${deletion_id}, 'ana')`.execute(
        tx,
      )
      await sql`insert into deleted_row (tenant_id, deletion_id, table_name, row)
        select tenant_id, ${deletion_id}, 'document_version', to_jsonb(v)
        from document_version v
        where document_id = ${documentId}`.execute(tx)
      await sql`delete from document where document_id = ${documentId}`.execute(tx)
    })
    await age(norte, file)
    await sweep()
    expect(await storedContent(norte, file)).toBeDefined()
    await asSystem(server.db, (tx) => sql`delete from deleted_row where deletion_id = ${deletion_id}`.execute(tx))
    await sweep()
    expect(await storedContent(norte, file)).toBeUndefined()
  })

  it('deletes the files of an erased company', async () => {
    const gone = await server.company('fugaz')
    const file = await spooled(pdf())
    await take(file, gone)
    await asSystem(server.db, (tx) =>
      sql`
        update company
        set erase_at = now() - interval '1 hour', suspended_at = now()
        where tenant_id = ${gone.tenantId}`.execute(tx),
    )
    await eraseDue(
      server.db,
      fileStore(join(server.documents.folder, '..', 'results')),
      () => undefined,
      (error) => {
        throw error
      },
    )
    expect(await rowsOf(gone)).toEqual([])
    await age(gone, file)
    await sweep()
    expect(existsSync(pathOf(gone, file))).toBe(false)
  })

  it('deletes rows whose file is lost', async () => {
    const lost = await spooled(pdf())
    await take(lost)
    await age(norte, lost)
    rmSync(pathOf(norte, lost))
    await sweep()
    expect(await rowsOf(norte, lost.sha256)).toEqual([])
  })

  it.runIf(isDrill)(
    'deletes thousands of unknown files after thirty days: they may be newer than a restored backup',
    async () => {
      const { contents } = server.documents
      const file = await spooled(pdf())
      const keys = Array.from({ length: 1_203 }, (_, n) => contentKey(sur.tenantId, n.toString(16).padStart(64, '0')))
      await Promise.all(keys.map((key) => contents.put(key, file)))
      const after = (days: number) => sweepContents(server.db, contents, new Date(Date.now() + days * DAY_MS))
      await after(29)
      expect(await Promise.all(keys.map((key) => contents.look(key)))).not.toContain(undefined)
      expect(await after(31)).toBe(1_203)
      expect(await contents.look(keys[0] ?? '')).toBeUndefined()
    },
  )

  it('retries what the store did not remove', async () => {
    const file = await spooled(pdf())
    await take(file)
    await age(norte, file)
    const failing = { ...server.documents.contents, remove: () => Promise.reject(new Error('x')) }
    await expect(sweep(failing)).rejects.toThrow('x')
    await asSystem(server.db, (tx) =>
      sql`
        update content_upload
        set removal_started_at = removal_started_at - interval '11 minutes'
        where sha256 = ${file.sha256}`.execute(tx),
    )
    await sweep()
    expect(await storedContent(norte, file)).toBeUndefined()
  })

  it("deletes nothing from another installation's store, nor for an empty database on a full store", async () => {
    const other = await freshDatabase()
    try {
      const owner = await ownConnection(() => other.addressOf('padron_owner'))
      // test databases are copies of one
      await owner.query('update installation set installation_id = gen_random_uuid()')
      await owner.end()
      const { contents } = server.documents
      const key = contentKey(sur.tenantId, 'a'.repeat(64))
      await contents.put(key, await spooled(pdf()))
      await sweep()
      const much = new Date(Date.now() + 400 * DAY_MS)
      await expect(sweepContents(other.db, contents, much)).rejects.toThrow(NOT_OURS)
      expect(await contents.look(key)).toBeDefined()
    } finally {
      await other.drop()
    }
  })
})

/** A store whose remove or put waits until the test continues. */
const slow = (what: 'remove' | 'put') => {
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { contents } = server.documents
  const wait = async () => {
    begun.resolve()
    await go.promise
  }
  const remove = (key: string) => wait().then(() => contents.remove(key))
  const put = (key: string, file: SpooledFile) => contents.put(key, file).then(wait)
  const slowed: ContentStore = { ...contents, ...(what === 'remove' ? { remove } : { put }) }
  return { contents: slowed, begun: begun.promise, go: go.resolve }
}

describe('content that is uploaded again while it is swept', () => {
  const loose = async () => {
    const content = pdf()
    const file = await spooled(content)
    await take(file)
    await age(norte, file)
    return { content, again: await spooled(content) }
  }

  it('is not lost if the sweep starts first: the upload waits for the removal, without a connection', async () => {
    const { content, again } = await loose()
    const { contents, begun, go } = slow('remove')
    const swept = sweep(contents)
    await begun // the removal is about to start
    let puts = 0
    let attempts = 0
    const { app } = server.db
    const watched = {
      ...server.db,
      app: new Proxy(app, {
        get: (pool, name) => {
          if (name === 'connect') attempts++
          const value = Reflect.get(pool, name)
          return typeof value === 'function' ? value.bind(pool) : value
        },
      }),
    }
    const counting = {
      ...server.documents.contents,
      put: (key: string, file: SpooledFile) => {
        puts++
        return server.documents.contents.put(key, file)
      },
    }
    const storing = take(again, norte, { contents: counting, db: watched })
    await expect.poll(() => attempts).toBeGreaterThan(1)
    expect(puts).toBe(0)
    go()
    await Promise.all([swept, storing])
    expect(puts).toBe(1)
    expect(await storedContent(norte, again)).toEqual(content)
    expect(await rowsOf(norte, again.sha256)).toHaveLength(1)
  })

  it('is rejected and not lost if it is swept during its upload', async () => {
    const again = await spooled(pdf())
    const { contents, begun, go } = slow('put')
    const storing = take(again, norte, { contents })
    await begun
    await age(norte, again)
    await sweep()
    go()
    await expect(storing).rejects.toMatchObject({ status: 503, title: NOT_STORED })
    expect(await rowsOf(norte, again.sha256)).toEqual([])
  })

  it('is swept if its company is erased during its upload', async () => {
    const gone = await server.company('breve')
    const file = await spooled(pdf())
    const { contents, begun, go } = slow('put')
    const storing = take(file, gone, { contents })
    await begun
    await asSystem(server.db, (tx) =>
      sql`
        update company
        set erase_at = now() - interval '1 hour', suspended_at = now()
        where tenant_id = ${gone.tenantId}`.execute(tx),
    )
    await eraseDue(
      server.db,
      fileStore(join(server.documents.folder, '..', 'results')),
      () => undefined,
      (error) => {
        throw error
      },
    )
    go()
    await expect(storing).rejects.toThrow()
    await age(gone, file)
    await sweep()
    expect(existsSync(pathOf(gone, file))).toBe(false)
  })

  it('is not lost if the upload starts first', async () => {
    const { content, again } = await loose()
    const { contents, begun, go } = slow('put')
    const storing = take(again, norte, { contents })
    await begun // the bytes are fresh, the row is still the old one
    await sweep()
    go()
    await storing
    expect(await storedContent(norte, again)).toEqual(content)
    expect(await rowsOf(norte, again.sha256)).toHaveLength(1)
  })

  it('is not lost while its transaction is open', async () => {
    const { content, again } = await loose()
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const storing = take(again, norte, {}, async (_tx, file) => {
      begun.resolve()
      await go.promise
      return file
    })
    await begun.promise
    const swept = asSystem(server.db, (tx) =>
      beginLeaving(tx, { tenantId: norte.tenantId, sha256: again.sha256 }, new Date(Date.now() - DAY_MS)),
    ) // as if it had been listed before
    await expect.poll(waiting).toBe(1)
    go.resolve()
    expect(await Promise.all([swept, storing])).toMatchObject([false, { sha256: again.sha256 }])
    expect(await storedContent(norte, again)).toEqual(content)
    expect(await rowsOf(norte, again.sha256)).toHaveLength(1)
  })
})

describe('a slow store', () => {
  it('holds no database connection during uploads, even with more uploads than connections', async () => {
    const [began, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const files = await Promise.all(Array.from({ length: 12 }, () => spooled(pdf())))
    let putting = 0
    const wait = async (key: string, file: SpooledFile) => {
      if (++putting === files.length) began.resolve()
      await go.promise
      await server.documents.contents.put(key, file)
    }
    const look = () => go.promise.then(() => undefined)
    const contents = { ...server.documents.contents, put: wait, look, read: look }
    const storing = files.map((file) => take(file, norte, { contents }))
    await began.promise
    expect(server.db.app.totalCount - server.db.app.idleCount).toBe(0)
    expect(
      await asTenant(server.db, norte.tenantId, (tx) => tx.selectFrom('company').select('tenant_id').execute()),
    ).toHaveLength(1)
    go.resolve()
    expect(await Promise.all(storing)).toHaveLength(12)
  })
})

/** Transactions of this database that wait for a lock. */
const waiting = () =>
  asSystem(server.db, async (tx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_locks where not granted and locktype in ('transactionid', 'tuple')
        and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(tx)
    return rows[0]?.n ?? 0
  })
