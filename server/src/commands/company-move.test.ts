// `padron company move` as typed: to the installation whose settings are in a file, and its errors.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { isDrill } from '../testing/drill.ts'
import { runPadron } from '../testing/processes/padron-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-company-move-'))
const file = (name: string) => join(folder, `${name}.env`)

let databases: FreshDatabase[]
let places: Record<string, string>[]
beforeAll(async () => {
  databases = [await freshDatabase(), await freshDatabase()]
  places = databases.map(({ addressOf }, index) => ({
    DATABASE_URL: addressOf('padron_owner').connectionString,
    PADRON_DATA_DIR: join(folder, `place-${index}`),
    PADRON_SECRET: randomBytes(32).toString('base64'),
    PADRON_PLACE: `mx${index}`,
    PUBLIC_URL: `https://mx${index}.ejemplo.mx`,
  }))
  for (const [index, settings] of places.entries())
    writeFileSync(
      file(`mx${index}`),
      Object.entries(settings)
        .map(([name, value]) => `${name}="${value}"\n`)
        .join(''),
    )
  await on(0, 'company', 'create', '--name', 'acme', '--title', 'Acme', '--country', 'MX')
})
afterAll(async () => {
  for (const { drop } of databases) await drop()
  rmSync(folder, { recursive: true, force: true })
})

const on = (place: number, ...args: string[]) => runPadron(places[place] ?? {}, args)
const move = (place: number, to: string, ...more: string[]) =>
  on(place, 'company', 'move', '--name', 'acme', '--to', file(to), ...more)

test.runIf(isDrill)('a company moves, is listed in both places, and moves back', async () => {
  const moved = await move(0, 'mx1')
  expect(moved.out).toMatch(
    /^Empresa acme trasladada: \d+ filas y 0 archivos \(0 [^)]+\); \d+\.\d s de solo consulta\.\n$/,
  )
  expect(moved.err.split('\n').filter(Boolean)).toEqual([
    'Copia los archivos; la empresa trabaja.',
    'Copia la historia; la empresa trabaja.',
    'Espera a que terminen los trabajos y consultas de la empresa.',
    'Copia las filas; la empresa solo consulta.',
  ])
  expect((await on(0, 'company', 'list')).out).toMatch(/acme .* trasladada a https:\/\/mx1\.ejemplo\.mx$/m)
  expect((await on(1, 'company', 'list')).out).toMatch(/acme .* activa$/m)
  expect((await move(0, 'mx1')).err).toContain('ya se trasladó')
  expect((await move(1, 'mx0')).code).toBe(0)
  expect((await on(0, 'company', 'list')).out).toMatch(/acme .* activa$/m)
})

test('a move is rejected to the same installation, without settings, and if there is nothing to cancel', async () => {
  expect((await move(0, 'mx0')).err).toContain('son los de esta misma instalación')
  expect((await move(0, 'no')).err).toContain('No se puede leer el archivo')
  expect((await move(0, 'mx1', '--cancel')).err).toContain('no se está trasladando desde aquí')
})
