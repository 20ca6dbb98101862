// The database's log: it outlives the process that started the database, and stays within its size.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { followLog, LOG_MOST_BYTES } from './log.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const follow = (name: string) => {
  const file = join(folder, name)
  const lines: string[] = []
  const stop = followLog(file, (line) => lines.push(line))
  onTestFinished(stop)
  return { file, lines, stop }
}

test('new lines are reported one by one, even if a character arrives in two pieces', async () => {
  appendFileSync(join(folder, 'old.log'), 'before\n')
  const { file, lines, stop } = follow('old.log')
  const bytes = Buffer.from('first\nmemoria ñ\n')
  const cut = bytes.indexOf('ñ') + 1
  appendFileSync(file, bytes.subarray(0, cut))
  await expect.poll(() => lines).toEqual(['first']) // half of the ñ was read with it
  appendFileSync(file, Buffer.concat([bytes.subarray(cut), Buffer.from('second\nits en')]))
  await expect.poll(() => lines).toEqual(['first', 'memoria ñ', 'second'])
  appendFileSync(file, 'd')
  stop()
  expect(lines).toEqual(['first', 'memoria ñ', 'second', 'its end'])
})

test('a log that is too large becomes the one older file beside it', async () => {
  const { file, lines } = follow('large.log')
  appendFileSync(file, `${'x'.repeat(LOG_MOST_BYTES)}\n`)
  await expect.poll(() => statSync(file).size).toBe(0)
  expect(statSync(`${file}.1`).size).toBe(LOG_MOST_BYTES + 1)
  appendFileSync(file, 'after\n')
  await expect.poll(() => lines.at(-1)).toBe('after')
  expect(readFileSync(file, 'utf8')).toBe('after\n')
})

test('a listener that throws affects neither the next lines nor the end', async () => {
  const file = join(folder, 'failing.log')
  const lines: string[] = []
  let fails = true
  const stop = followLog(file, (line) => {
    if (fails) throw new Error('no space left on device')
    lines.push(line)
  })
  appendFileSync(file, 'first\n')
  await new Promise((resolve) => setTimeout(resolve, 250)) // an error thrown in a timer would end the process
  fails = false
  appendFileSync(file, 'second\n')
  await expect.poll(() => lines).toEqual(['second'])
  fails = true
  appendFileSync(file, 'third\n')
  expect(stop).not.toThrow()
})
