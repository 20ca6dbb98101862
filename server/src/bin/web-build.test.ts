// Which builds of the console are used as they are and which are built again, with a builder that only records its
// environment.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildConsole } from './web-build.ts'

const BUILDER = `
const { mkdirSync, writeFileSync } = require('node:fs')
const folder = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(folder + '/.vite', { recursive: true })
writeFileSync(folder + '/index.html', '<!doctype html>')
const info = { mode: process.env.NODE_ENV, sources: process.env.PADRON_WEB_SOURCES }
writeFileSync(folder + '/.vite/build.json', JSON.stringify(info))
`
let root: string

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const built = (): { mode: string; sources: string } =>
  JSON.parse(readFileSync(join(root, 'web/dist/.vite/build.json'), 'utf8'))

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-web-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  root = folder
  write('package-lock.json', '{}')
  write('web/src/main.tsx', 'one')
})

test('a build is used as it is if nothing can build the console; without a build there is an error', async () => {
  await expect(buildConsole(root)).rejects.toThrow('La consola no se pudo construir')
  write('web/dist/index.html', '<!doctype html>')
  expect(await buildConsole(root)).toBe(false)
})

test('in a test runner the build is for production, and is not repeated', async () => {
  write('node_modules/vite/bin/vite.js', BUILDER)
  expect(process.env.NODE_ENV).toBe('test')
  expect(await buildConsole(root)).toBe(true)
  expect(built().mode).toBe('production')
  expect(await buildConsole(root)).toBe(false)
})

test('a development build, one without its inputs, and one of other sources are built again', async () => {
  write('node_modules/vite/bin/vite.js', BUILDER)
  await buildConsole(root)
  const { sources } = built()

  write('web/dist/.vite/build.json', JSON.stringify({ mode: 'development', sources }))
  expect(await buildConsole(root)).toBe(true)

  rmSync(join(root, 'web/dist/.vite'), { recursive: true })
  expect(await buildConsole(root)).toBe(true)

  write('web/src/main.tsx', 'two')
  utimesSync(join(root, 'web/src/main.tsx'), 1, 1) // copied with its date: no newer than the build
  expect(await buildConsole(root)).toBe(true)
  expect(built()).toEqual({ mode: 'production', sources: expect.not.stringContaining(sources) })

  write('web/src/main.test.tsx', 'a test is in no build')
  expect(await buildConsole(root)).toBe(false)
})

test('a build that fails keeps the former one', async () => {
  write('node_modules/vite/bin/vite.js', BUILDER)
  await buildConsole(root)
  const before = built()
  write('web/src/main.tsx', 'broken')
  write('node_modules/vite/bin/vite.js', 'process.exit(1)')
  await expect(buildConsole(root)).rejects.toThrow('La consola no se pudo construir')
  expect(built()).toEqual(before)
})
