// What an image holds: a built console, sources that are newer by their dates, and nothing to build with.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildConsole } from './web-build.ts'

test('a built console is used as it is where nothing can build one; where there is none, that is said', async () => {
  const root = mkdtempSync(join(tmpdir(), 'padron-image-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'web/dist'), { recursive: true })
  writeFileSync(join(root, 'package-lock.json'), '{}')
  await expect(buildConsole(root)).rejects.toThrow('La consola no se pudo construir')
  const page = join(root, 'web/dist/index.html')
  writeFileSync(page, '<!doctype html>')
  utimesSync(page, 1, 1)
  expect(await buildConsole(root)).toBe(false)
})
