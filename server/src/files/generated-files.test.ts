// Files generated on demand: once for all who open them, stored for later, and in turns.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyLimiter } from '../limits/company-limiter.ts'
import { createFileLimiter, limitSending, MAKING, MAKING_MANY } from './file-limiter.ts'
import { createGeneratedFiles, type GeneratedFiles } from './generated-files.ts'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'padron-made-'))
  folder = join(parent, 'made')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const countCalls = (content: string) => {
  const calls = { made: 0 }
  const make = async () => {
    calls.made++
    await new Promise((next) => setImmediate(next))
    return Buffer.from(content)
  }
  return { calls, make }
}
const read = async (files: GeneratedFiles, key: string, make: () => Promise<Uint8Array>) => {
  const { stream, size } = await files.open(key, make)
  const content = await text(stream)
  expect(size).toBe(Buffer.byteLength(content))
  return content
}

describe('a file that is generated when it is opened', () => {
  it('is generated once for ten concurrent readers and for later ones', async () => {
    const files = createGeneratedFiles(folder)
    const { calls, make } = countCalls('archivo')
    const all = await Promise.all(Array.from({ length: 10 }, () => read(files, 'a', make)))
    expect(all).toEqual(Array(10).fill('archivo'))
    expect(await read(files, 'a', make)).toBe('archivo')
    expect(await read(createGeneratedFiles(folder), 'a', make)).toBe('archivo') // as another process would
    expect(calls.made).toBe(1)
    expect(await read(files, 'b', countCalls('otro').make)).toBe('otro')
  })
  it('that fails rejects all waiting readers, and is generated again for the next', async () => {
    const files = createGeneratedFiles(folder)
    const failing = () => Promise.reject(new Error('no se pudo'))
    const all = await Promise.allSettled([read(files, 'a', failing), read(files, 'a', failing)])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await read(files, 'a', countCalls('archivo').make)).toBe('archivo')
  })
  it('deletes the oldest files when the space is used up', async () => {
    const files = createGeneratedFiles(folder, 250)
    for (const key of ['a', 'b', 'c', 'd']) await read(files, key, countCalls(key.repeat(100)).make)
    expect(readdirSync(folder)).toHaveLength(2)
    const { calls, make } = countCalls('a')
    await read(files, 'a', make)
    expect(calls.made).toBe(1)
  })
  it('is rejected with 503 if it cannot be written', async () => {
    writeFileSync(folder, 'no es una carpeta')
    await expect(createGeneratedFiles(folder).open('a', countCalls('x').make)).rejects.toMatchObject({ status: 503 })
  })
})

describe('turns', () => {
  /** Work that lasts until the test ends it. */
  const hold = (turns: CompanyLimiter, company: number, name: string, started: string[]) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const work = turns(company, async () => {
      started.push(name)
      await ended
    })
    return { end, work }
  }
  const endAll = async (all: readonly ReturnType<typeof hold>[]) => {
    for (const { end } of all) end()
    await Promise.all(all.map(({ work }) => work))
  }
  it('alternate between companies, with a limit of concurrent work', async () => {
    const turns = createFileLimiter({ atOnce: 1, company: 5, process: 10 })
    const started: string[] = []
    const order = [
      [1, '1a'],
      [1, '1b'],
      [1, '1c'],
      [2, '2a'],
    ] as const
    const all = order.map(([company, name]) => hold(turns, company, name, started))
    await Promise.resolve()
    expect(started).toEqual(['1a'])
    await endAll(all)
    expect(started).toEqual(['1a', '1b', '2a', '1c'])
  })
  it('are rejected with Retry-After for a company, or a process, with too much work', async () => {
    const turns = createFileLimiter({ atOnce: 1, company: 2, process: 3 })
    const started: string[] = []
    const all = [hold(turns, 1, 'a', started), hold(turns, 1, 'b', started)]
    const nothing = async () => undefined
    const again = { headers: { 'retry-after': '5' } }
    await expect(turns(1, nothing)).rejects.toMatchObject({ status: 429, title: MAKING, ...again })
    all.push(hold(turns, 2, 'c', started))
    await expect(turns(3, nothing)).rejects.toMatchObject({ status: 503, title: MAKING_MANY, ...again })
    await endAll(all)
    expect(await turns(3, async () => 'hecho')).toBe('hecho')
  })
  it('of streamed files end with their stream', async () => {
    const company = 4711
    const streams = Array.from({ length: 6 }, () => limitSending(company, new PassThrough()))
    const more = new PassThrough()
    expect(() => limitSending(company, more)).toThrow(MAKING)
    expect(more.destroyed).toBe(true)
    const [first, ...others] = streams
    first?.destroy()
    await once(first as PassThrough, 'close')
    for (const stream of [limitSending(company, new PassThrough()), ...others]) stream.destroy()
  })
  it('end when their work fails', async () => {
    const turns = createFileLimiter({ atOnce: 1, company: 1, process: 1 })
    await expect(turns(1, () => Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(await turns(1, async () => 'hecho')).toBe('hecho')
  })
})
