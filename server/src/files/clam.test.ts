// The scanner over TCP: clean, infected, too large, unavailable, silent, or with an unknown answer.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EICAR, startClam, type TestClam } from '../testing/services/clam.ts'
import { clamScan, NOT_SCANNED } from './clam.ts'
import { spool } from './spool.ts'

const MOST = 3_000_000
const folder = mkdtempSync(join(tmpdir(), 'padron-clam-'))
let clam: TestClam
beforeAll(async () => {
  clam = await startClam(MOST)
})
beforeEach(() => clam.answer(undefined))
afterAll(async () => {
  await clam.stop()
  rmSync(folder, { recursive: true, force: true })
})

const scan = async (content: Buffer, { port = clam.port, idleMs = 60_000 } = {}) =>
  clamScan({ host: clam.host, port, idleMs })(
    await spool(Readable.from([content]), join(folder, randomUUID()), 'a.pdf'),
  )
const UNSCANNED = { status: 503, title: NOT_SCANNED, headers: { 'retry-after': '60' } }

describe('a file', () => {
  it('without a finding is clean, and every byte of it is scanned', async () => {
    const before = clam.seen()
    expect(await scan(randomBytes(2_000_000))).toBe('clean')
    expect(clam.seen() - before).toBe(2_000_000)
  })

  it('with a virus is rejected with the name of the virus, also across two chunks', async () => {
    const found = { status: 422, title: 'El antivirus encontró «Eicar-Test-Signature» en el archivo; no se guardó.' }
    await expect(scan(Buffer.from(EICAR))).rejects.toMatchObject(found)
    const behind = Buffer.concat([Buffer.alloc(65_500, 'a'), Buffer.from(EICAR)]) // across the boundary of a chunk
    await expect(scan(behind)).rejects.toMatchObject(found)
  })

  it('with a virus whose name contains HTML is rejected with an escaped name', async () => {
    clam.answer('stream: <b>x</b> FOUND')
    await expect(scan(Buffer.from('a'))).rejects.toMatchObject({ title: expect.stringContaining('«_b_x_/b_»') })
  })

  it('larger than the limit of the scanner is rejected with that reason', async () => {
    const title = 'El archivo es más grande de lo que el antivirus puede revisar y no se guardó.'
    await expect(scan(randomBytes(MOST + 1))).rejects.toMatchObject({ status: 422, title })
    await expect(scan(randomBytes(MOST * 4))).rejects.toMatchObject({ status: 422, title })
    clam.answer('stream: Heuristics.Limits.Exceeded.MaxScanSize FOUND')
    await expect(scan(randomBytes(10))).rejects.toMatchObject({
      status: 422,
      title: expect.stringContaining('(Heuristics.Limits.Exceeded.MaxScanSize)'),
    })
  })

  it.each([
    'stream: OKAY',
    'ok',
    '',
    'UNKNOWN COMMAND',
    'INSTREAM: Can’t write to temporary file. ERROR',
    'HTTP/1.1 200 OK',
    'x'.repeat(100_000),
  ])('is rejected if the scanner answers %j', async (text) => {
    clam.answer(text)
    await expect(scan(Buffer.from('a'))).rejects.toMatchObject(UNSCANNED)
  })

  it('is rejected if the scanner is unavailable or silent', async () => {
    await expect(scan(Buffer.from('a'), { port: 1 })).rejects.toMatchObject(UNSCANNED)
    clam.answer(null)
    await expect(scan(Buffer.from('a'), { idleMs: 50 })).rejects.toMatchObject(UNSCANNED)
  })
})
