// Results, emails and evidence: the stores behave the same, on a disk, in an S3 store, and while an installation moves
// from one to the other.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpProblem } from '../../errors/http-problem.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'
import { startS3, type TestS3 } from '../../testing/services/s3.ts'
import { type FileStore, fileStore } from './file-store.ts'
import { openFileStores } from './file-stores.ts'
import { movedFiles } from './moved-files.ts'
import { s3FileStore } from './s3-files.ts'
import { NOT_READ, NOT_STORED } from './store-trouble.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-files-'))
const spoolFolder = join(folder, 'incoming')
const access = { bucket: 'padron', region: 'us-east-1', accessKeyId: 'AKIAPRUEBA', secretAccessKey: 'clave/Secreta+1' }
let s3: TestS3

beforeAll(async () => {
  s3 = await startS3({ ...access, folder: join(folder, 's3'), page: 2 })
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

const place = (prefix = 'padron/results/') => ({ ...access, endpoint: s3.endpoint, prefix })
const inS3 = (prefix?: string, ours = true) =>
  s3FileStore({ place: place(prefix), room: { folder: spoolFolder }, isOurs: async () => ours })
const AT = new Date('2026-11-22T10:00:00Z')
const MINUTE_MS = 60_000
const inAMinute = () => new Date(Date.now() + MINUTE_MS)
const before = () => new Date(Date.now() - MINUTE_MS)
const put = (store: FileStore, content: Buffer, id: string = randomUUID()) =>
  store.write(id, AT, (into) => pipeline(Readable.from([content]), into))
const wholeOf = async (store: FileStore, path: string) => {
  const stream = await store.read(path)
  return stream && (await buffer(stream))
}
const spooled = () => (existsSync(spoolFolder) ? readdirSync(spoolFolder) : [])

const STORES: [string, (name: string) => FileStore][] = [
  ['a disk', (name) => fileStore(join(folder, name))],
  ['an S3 store', (name) => inS3(`padron/${name}/`)],
  ['an S3 store after a disk', (name) => movedFiles(inS3(`moved/${name}/`), fileStore(join(folder, `moved-${name}`)))],
]

describe.each(STORES)('%s', (_name, open) => {
  it('stores a file whole, reports its size and hash, and returns it', async () => {
    const store = open('results')
    const content = randomBytes(700_000)
    const written = await put(store, content)
    expect(written).toEqual({
      path: expect.stringMatching(/^2026\/11\/[\da-f-]{36}$/),
      size: 700_000,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    expect(await wholeOf(store, written.path)).toEqual(content)
    expect(spooled()).toEqual([])
  })

  it('replaces a file with the same id', async () => {
    const store = open('results')
    const id = randomUUID()
    await put(store, Buffer.from('uno'), id)
    const { path } = await put(store, Buffer.from('otro'), id)
    expect(await wholeOf(store, path)).toEqual(Buffer.from('otro'))
  })

  it('stores nothing of a file whose writing failed', async () => {
    const store = open('failed')
    const id = randomUUID()
    const fail = async (into: Writable) => {
      into.write(randomBytes(300_000))
      throw new Error('the question failed')
    }
    await expect(store.write(id, AT, fail)).rejects.toThrow('the question failed')
    expect(await store.read(`2026/11/${id}`)).toBeUndefined()
    expect(await store.olderThan(inAMinute())).toEqual([])
    expect(spooled()).toEqual([])
  })

  it('returns nothing for a removed file, and accepts a second removal', async () => {
    const store = open('results')
    const { path } = await put(store, randomBytes(10))
    await store.remove(path)
    await store.remove(path)
    expect(await store.read(path)).toBeUndefined()
  })

  it('lists files older than a moment, and removes them', async () => {
    const store = open('old')
    const paths: string[] = []
    for (let n = 0; n < 5; n++) paths.push((await put(store, randomBytes(20))).path)
    expect(await store.olderThan(before())).toEqual([])
    expect((await store.olderThan(inAMinute())).toSorted()).toEqual(paths.toSorted())
    await store.removeParts(inAMinute())
    await store.removeOlder(before())
    expect(await store.olderThan(inAMinute())).toHaveLength(5)
    await store.removeOlder(inAMinute())
    expect(await store.olderThan(inAMinute())).toEqual([])
  })

  it.each(['../../etc/passwd', '2026/11/../../x', `2026/11/${'A'.repeat(36)}`, `/2026/11/${randomUUID()}`, ''])(
    'rejects the path %j',
    async (path) => {
      const store = open('results')
      await expect((async () => store.read(path))()).rejects.toThrow('not a path')
      await expect((async () => store.remove(path))()).rejects.toThrow('not a path')
    },
  )
})

describe('an S3 store', () => {
  it('is readable by any process, whatever its disk', async () => {
    const { path } = await put(inS3(), Buffer.from('resultado'))
    const elsewhere = s3FileStore({ place: place(), room: { folder: join(folder, 'other') }, isOurs: async () => true })
    expect(await wholeOf(elsewhere, path)).toEqual(Buffer.from('resultado'))
  })

  it('that goes on failing returns 503, without its address', async () => {
    const store = inS3()
    const { path } = await put(store, Buffer.from('x'))
    s3.fail(3, 503)
    const failure = await put(store, Buffer.from('y')).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(HttpProblem)
    expect(failure).toMatchObject({ status: 503, title: NOT_STORED, headers: { 'retry-after': '60' } })
    s3.fail(3, 0)
    const read = await store.read(path).catch((error: unknown) => error)
    expect(read).toMatchObject({ status: 503, title: NOT_READ })
    expect(`${failure}${(failure as Error).cause}${read}${(read as Error).cause}`).not.toMatch(
      /127\.0\.0\.1|Secreta|AKIA/,
    )
    expect(spooled()).toEqual([])
  })

  it('of another installation is read and written, but its files are not listed by age', async () => {
    const theirs = inS3('theirs/')
    await put(theirs, Buffer.from('de otros'))
    const store = inS3('theirs/', false)
    await store.removeOlder(inAMinute())
    expect(await store.olderThan(inAMinute())).toEqual([])
    expect(await theirs.olderThan(inAMinute())).toHaveLength(1)
  })
})

describe('the files of an installation', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.drop())
  const settings = { clamav: undefined, largestBytes: 1_000_000, quotaBytes: 1_000_000 }

  it('are stored apart by kind, beside the documents', async () => {
    const dataDir = join(folder, 'installation')
    const kinds = openFileStores({ ...settings, s3: place('todo/') }, dataDir, database.db)
    const written = await Promise.all(Object.values(kinds).map((store) => put(store, randomBytes(8))))
    for (const [at, store] of Object.values(kinds).entries())
      expect(await store.olderThan(inAMinute())).toEqual([written[at]?.path])
    expect(s3.requests.filter((each) => each.startsWith('PUT /padron/todo/')).toSorted()).toEqual([
      'PUT /padron/todo/.padron',
      ...['evidence', 'letters', 'results'].map((name) => expect.stringContaining(`PUT /padron/todo/${name}/2026/11/`)),
    ])
  })

  it('are still found on the disk after a move to S3, and can be removed there', async () => {
    const dataDir = join(folder, 'moving')
    const { files: former } = openFileStores({ ...settings, s3: undefined }, dataDir, database.db)
    const old = await put(former, Buffer.from('de antes'))
    const { files } = openFileStores({ ...settings, s3: place('moving/') }, dataDir, database.db)
    const made = await put(files, Buffer.from('de ahora'))
    expect(await wholeOf(files, old.path)).toEqual(Buffer.from('de antes'))
    expect(await wholeOf(files, made.path)).toEqual(Buffer.from('de ahora'))
    expect(await former.read(made.path)).toBeUndefined()
    await files.remove(old.path)
    expect(await files.read(old.path)).toBeUndefined()
    expect(await files.olderThan(inAMinute())).toEqual([made.path])
  })
})
