// Every field that the server's code logs by name is an allowed one; otherwise the line says only that something was
// omitted.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allowed } from './fields.ts'

const SOURCES = join(import.meta.dirname, '..')
const LINES = /\blog\??\.(?:debug|info|warn|error|fatal)\(\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}\s*[,)]/g
/** The outermost names; text within brackets is a value. */
const namesOf = (fields: string): string[] => {
  let flat = fields
  for (let before = ''; before !== flat; ) {
    before = flat
    flat = flat.replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, '')
  }
  return flat
    .split(',')
    .map((field) => field.split(':')[0]?.trim() ?? '')
    .filter((name) => /^\w+$/.test(name))
}
const VALUES = [1, true, 'x', ['x'], new Error('x'), [{ path: 'x', message: 'x' }]]
const isKnown = (name: string) => VALUES.some((value) => allowed({ [name]: value }).omitted === undefined)

test('every field that is logged by name is allowed', () => {
  const written = globSync('**/*.ts', { cwd: SOURCES })
    .filter((file) => !/\.test\.ts$|^testing\//.test(file))
    .flatMap((file) =>
      [...readFileSync(join(SOURCES, file), 'utf8').matchAll(LINES)].flatMap(([, fields = '']) =>
        namesOf(fields).map((name) => ({ file, name })),
      ),
    )
  expect(written.map(({ name }) => name)).toEqual(expect.arrayContaining(['err', 'tenantId', 'table', 'deleted']))
  expect(written.filter(({ name }) => !isKnown(name))).toEqual([])
})
