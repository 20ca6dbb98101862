// Both stores behave the same: one set of cases, on a disk and on an S3 store that checks every signature.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3, type TestS3 } from '../../testing/services/s3.ts'
import { type SpooledFile, spool } from '../spool.ts'
import { type ContentStore, contentKey } from './content-store.ts'
import { diskContents } from './disk-contents.ts'
import { s3Contents } from './s3-contents.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-contents-'))
const disk = join(folder, 'disk')
const access = {
  bucket: 'padron',
  region: 'mx-central-1',
  accessKeyId: 'AKIAPRUEBA',
  secretAccessKey: 'clave/Secreta+1',
}
let s3: TestS3
const place = () => ({ ...access, endpoint: s3.endpoint, prefix: 'flotas/documentos/' })

beforeAll(async () => {
  s3 = await startS3({ ...access, folder: join(folder, 's3'), page: 2 })
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

const spooled = (content: Buffer): Promise<SpooledFile> =>
  spool(Readable.from([content]), join(folder, randomUUID()), 'poliza.pdf')
const keyOf = (file: SpooledFile, tenantId = 7) => contentKey(tenantId, file.sha256)
const wholeOf = async (store: ContentStore, key: string, range?: { start: number; end: number }) => {
  const stream = await store.read(key, range)
  return stream && (await buffer(stream))
}
const allOf = async (keys: AsyncIterable<string>) => (await Array.fromAsync(keys)).toSorted()
const MINUTE_MS = 60_000
const inAMinute = () => new Date(Date.now() + MINUTE_MS)

describe.each([
  ['a disk', () => diskContents(disk)],
  ['an S3 store', () => s3Contents(place())],
])('%s', (_name, open) => {
  it('stores a content whole, and returns any part of it', async () => {
    const store = open()
    const content = randomBytes(700_000)
    const file = await spooled(content)
    await store.put(keyOf(file), file)
    expect(await wholeOf(store, keyOf(file))).toEqual(content)
    expect(await wholeOf(store, keyOf(file), { start: 1_000, end: 200_999 })).toEqual(content.subarray(1_000, 201_000))
    expect(await wholeOf(store, keyOf(file), { start: 0, end: 0 })).toEqual(content.subarray(0, 1))
    expect(await store.look(keyOf(file))).toMatchObject({ size: 700_000 })
    expect(statSync(file.path).size).toBe(700_000)
  })

  it('returns nothing for missing content, or for content of another company', async () => {
    const store = open()
    const file = await spooled(randomBytes(10))
    await store.put(keyOf(file, 7), file)
    expect(await store.read(keyOf(file, 8))).toBeUndefined()
    expect(await store.look(keyOf(file, 8))).toBeUndefined()
    await store.remove(keyOf(file, 8))
    expect(await wholeOf(store, keyOf(file, 7))).toHaveLength(10)
    await store.remove(keyOf(file, 7))
    await store.remove(keyOf(file, 7))
    expect(await store.read(keyOf(file, 7))).toBeUndefined()
  })

  it('replaces existing content with a new date, and accepts the same file twice', async () => {
    const store = open()
    const content = randomBytes(5_000)
    const [file, again] = [await spooled(content), await spooled(content)]
    await store.put(keyOf(file), file)
    const first = await store.look(keyOf(file))
    await store.put(keyOf(file), file)
    await store.put(keyOf(file), again)
    const second = await store.look(keyOf(file))
    expect(second?.size).toBe(5_000)
    expect(second?.at.getTime()).toBeGreaterThanOrEqual(first?.at.getTime() ?? 0)
    expect(await wholeOf(store, keyOf(file))).toEqual(content)
  })

  it('lists content older than a moment, over all companies and pages', async () => {
    const store = open()
    for await (const key of store.olderThan(inAMinute())) await store.remove(key)
    const keys: string[] = []
    for (const tenantId of [3, 12, 12, 12, 900]) {
      const file = await spooled(randomBytes(20))
      await store.put(keyOf(file, tenantId), file)
      keys.push(keyOf(file, tenantId))
    }
    expect(await allOf(store.olderThan(inAMinute()))).toEqual(keys.toSorted())
    expect(await allOf(store.olderThan(new Date(Date.now() - MINUTE_MS)))).toEqual([])
  })

  it.each([
    '7/../../etc/passwd',
    `0/${'a'.repeat(64)}`,
    `7/${'A'.repeat(64)}`,
    `7/${'a'.repeat(63)}`,
    `/${'a'.repeat(64)}`,
    '',
  ])('rejects the key %j', async (key) => {
    const store = open()
    const file = await spooled(Buffer.from('x'))
    await expect(store.put(key, file)).rejects.toThrow('not a key')
    await expect(store.read(key)).rejects.toThrow('not a key')
    await expect((async () => store.remove(key))()).rejects.toThrow('not a key')
  })

  it('belongs to the installation that claims it first', async () => {
    const mine = _name === 'a disk' ? diskContents(join(folder, 'mine')) : s3Contents({ ...place(), prefix: 'mine/' })
    const [first, second] = [randomUUID(), randomUUID()]
    expect(await mine.owner(first)).toBe(first)
    expect(await mine.owner(second)).toBe(first)
    expect(await allOf(mine.olderThan(inAMinute()))).toEqual([])
    const file = await spooled(randomBytes(10))
    await mine.put(keyOf(file), file)
    expect(await mine.owner(second)).toBe(first)
    expect(await allOf(mine.olderThan(inAMinute()))).toEqual([keyOf(file)])
  })

  it('is empty before anything is stored', async () => {
    const empty = _name === 'a disk' ? diskContents(join(folder, 'no')) : s3Contents({ ...place(), prefix: 'no/' })
    expect(await allOf(empty.olderThan(inAMinute()))).toEqual([])
  })
})

describe('a disk', () => {
  it('stores content readable by its own user only, and leaves no partial file', async () => {
    const store = diskContents(disk)
    const file = await spooled(randomBytes(100))
    await store.put(keyOf(file), file)
    const path = join(disk, '7', file.sha256.slice(0, 2), file.sha256)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(disk, '7')).mode & 0o777).toBe(0o700)
    await expect(store.put(contentKey(7, 'b'.repeat(64)), { ...file, path: join(folder, 'gone') })).rejects.toThrow(
      'ENOENT',
    )
    expect(readdirSync(disk, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([])
  })

  it('removes the partial files of a killed process, and leaves other files', async () => {
    const root = join(folder, 'odd')
    const home = join(root, '7', 'ab')
    mkdirSync(home, { recursive: true })
    const half = join(home, `${'ab'.repeat(32)}.${randomUUID()}.part`)
    for (const path of [half, join(home, 'README'), join(root, 'notes.txt')]) writeFileSync(path, 'x')
    utimesSync(half, new Date(0), new Date(0))
    expect(await allOf(diskContents(root).olderThan(new Date(MINUTE_MS)))).toEqual([])
    expect(readdirSync(home)).toEqual(['README'])
    expect(readdirSync(root).toSorted()).toEqual(['7', 'notes.txt'])
  })
})

describe('an S3 store', () => {
  const small = () => spooled(randomBytes(64))

  it('with a wrong secret, account, region or bucket stores nothing, and its error has no address', async () => {
    const file = await small()
    for (const [wrong, code] of [
      [{ secretAccessKey: 'otra' }, 'SignatureDoesNotMatch'],
      [{ accessKeyId: 'AKIAOTRA' }, 'InvalidAccessKeyId'],
      [{ region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
      [{ bucket: 'ajeno' }, 'NoSuchBucket'],
    ] as const) {
      const fault = await s3Contents({ ...place(), ...wrong })
        .put(keyOf(file), file)
        .catch((error: Error) => error)
      expect(fault).toMatchObject({ message: expect.stringContaining(code) })
      expect(String(fault)).not.toMatch(/127\.0\.0\.1|Secreta|AKIA|otra/)
    }
    expect(await s3Contents(place()).look(keyOf(file))).toBeUndefined()
  })

  it('rejects a body that differs from the signed one', async () => {
    const file = await small()
    const other = createHash('sha256').update('otra cosa').digest('hex')
    const store = s3Contents(place())
    await expect(store.put(contentKey(7, other), { ...file, sha256: other })).rejects.toThrow(
      'XAmzContentSHA256Mismatch',
    )
    expect(await store.look(contentKey(7, other))).toBeUndefined()
  })

  it.each([503, 500, 429, 0])('that fails twice with %i is retried', async (status) => {
    const file = await small()
    const store = s3Contents(place())
    s3.fail(2, status)
    await store.put(keyOf(file), file)
    s3.fail(2, status)
    expect(await wholeOf(store, keyOf(file))).toHaveLength(64)
    s3.fail(2, status)
    await store.remove(keyOf(file))
    expect(await store.look(keyOf(file))).toBeUndefined()
  })

  it('that goes on failing ends with an error', async () => {
    const file = await small()
    s3.fail(3, 503)
    await expect(s3Contents(place()).put(keyOf(file), file)).rejects.toThrow('failed a PUT: 503 SlowDown')
    s3.fail(3, 0)
    await expect(s3Contents(place()).read(keyOf(file))).rejects.toThrow('failed a GET')
    const nobody = s3Contents({ ...place(), endpoint: 'http://127.0.0.1:1' })
    await expect(nobody.look(keyOf(file))).rejects.toThrow('failed a HEAD: ECONNREFUSED')
  })

  it('without ranges, or with an endless error, transfers little more than what is requested', async () => {
    const whole = randomBytes(3_000_000)
    let sent = 0
    const odd = createServer((request, response) => {
      if (!request.url?.includes('/padron/8/')) return void response.writeHead(200).end(whole)
      response.writeHead(403)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
      }
      response.on('drain', more)
      more()
    })
    await new Promise<void>((ready) => odd.listen(0, '127.0.0.1', ready))
    try {
      const endpoint = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`
      const store = s3Contents({ ...place(), endpoint, prefix: '' })
      const range = { start: 70_000, end: 2_000_000 }
      expect(await wholeOf(store, contentKey(7, 'a'.repeat(64)), range)).toEqual(whole.subarray(70_000, 2_000_001))
      await expect(store.read(contentKey(8, 'a'.repeat(64)))).rejects.toThrow('failed a GET: 403 no code')
      expect(sent).toBeLessThan(20_000_000) // the buffers of two sockets
    } finally {
      odd.closeAllConnections()
      odd.close()
    }
  })

  it('lists only content under its own prefix', async () => {
    const root = s3Contents({ ...place(), prefix: '' })
    const file = await small()
    await root.put(keyOf(file), file)
    expect(await allOf(s3Contents(place()).olderThan(inAMinute()))).not.toContain(keyOf(file))
    expect(await allOf(root.olderThan(inAMinute()))).toEqual([keyOf(file)])
  })
})
