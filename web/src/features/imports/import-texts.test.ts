// The texts about a file: its effects, its email, its counts, the result of undoing it, the fixed lists of its cells,
// and the rows shown first.
import { expect, test } from 'vitest'
import { checked, counts, row } from '../../testing/imports.ts'
import { effectsOf } from './Findings.tsx'
import { importCells } from './grid-fields.ts'
import { countsText, firstRows, hasRows, isWrongAsWhole, tilesOf } from './import-texts.ts'
import { undidText } from './kinds.ts'
import { mailWords } from './NotifyToField.tsx'

const EFFECTS = { deactivated: 2, reactivated: 1, replaced: 0, newTagCount: 0, newTags: [] }
const effectTexts = (...args: Parameters<typeof effectsOf>) =>
  effectsOf(...args).map(({ text, names }) => `${text}${names ?? ''}`)

test('effects are in the present tense before the application, in the past after it, and absent otherwise', () => {
  expect(effectTexts({ state: 'checked', effects: EFFECTS })).toEqual([
    '2 vehículos se dan de baja',
    '1 vehículo se reactiva',
  ])
  expect(effectTexts({ state: 'applied', effects: EFFECTS })).toEqual([
    '2 vehículos se dieron de baja',
    '1 vehículo se reactivó',
  ])
  for (const state of ['undone', 'discarded', 'cancelled', 'failed', 'expired'] as const)
    expect(effectTexts({ state, effects: { ...EFFECTS, newTagCount: 1, newTags: ['norte'] } })).toEqual([])
})

test('ten new tags are named and the others counted', () => {
  const newTags = Array.from({ length: 20 }, (_, place) => `t${place + 1}`)
  const effects = { deactivated: 0, reactivated: 0, replaced: 0, newTagCount: 300, newTags }
  expect(effectTexts({ state: 'checked', effects })).toEqual([
    'Se crean 300 etiquetas: t1, t2, t3, t4, t5, t6, t7, t8, t9, t10 y 290 más',
  ])
  const one = { ...effects, newTagCount: 1, newTags: ['reparto'] }
  expect(effectTexts({ state: 'applied', effects: one })).toEqual(['Se creó la etiqueta: reparto'])
})

test('a server without email announces none', () => {
  const none = 'Este servidor no envía correos; el resultado queda aquí y en el panel de trabajos.'
  expect([mailWords(false, 'MX').hint, mailWords(false, 'MX').atEnd('ana@norte.mx')]).toEqual([none, none])
  expect([mailWords(true, 'MX').hint, mailWords(true, 'MX').atEnd(null)]).toEqual([undefined, undefined])
  expect(mailWords(true, 'MX').atEnd('ana@norte.mx')).toBe('Al terminar se avisa a ana@norte.mx.')
  expect(mailWords(undefined, 'MX').atEnd('ana@norte.mx')).toBeUndefined()
  expect(mailWords(true, 'CO').example).toBe('ana@empresa.com.co')
})

test('the result of undoing uses the words of the kind', () => {
  const undone = { dateTime: '2026-11-21T12:00:00Z', who: 'norte-ana', restored: 4999, kept: 1, reportUrl: null }
  expect(undidText('add', undone)).toBe(
    '4,999 vehículos se quitaron de la flota. 1 vehículo se quedó como está porque alguien lo cambió después.',
  )
  expect(undidText('edit', { ...undone, restored: 1, kept: 0 })).toBe('1 vehículo volvió a como estaba.')
  expect(undidText('replace', { ...undone, kept: 0 })).toBe('4,999 reemplazos se deshicieron.')
  expect(undidText('edit', { ...undone, restored: 0, kept: 2 })).toBe(
    '2 vehículos se quedaron como están porque alguien los cambió después.',
  )
})

test('the counts of a replacement say «reemplazos»', () => {
  const some = counts({ rows: 41, changed: 40, unchanged: 1 })
  expect(countsText(some, 'replace')).toBe('40 reemplazos, 1 sin reemplazo')
  expect(countsText(some, 'edit')).toBe('40 con cambios, 1 sin cambios')
  expect(tilesOf(counts({ rows: 1, changed: 1 }), 'replace').map(({ text }) => text)).toContain('Reemplazo')
})

test('a cell with a fixed list offers its values', () => {
  const words = (kind: 'add' | 'edit' | 'replace', country: 'MX' | 'CO', field: string) =>
    importCells(kind, country, row(), true).find((cell) => cell.field === field)?.words
  expect(words('add', 'MX', 'stateId')).toHaveLength(32)
  expect(words('add', 'CO', 'stateId')).toContain('Antioquia')
  expect(words('edit', 'MX', 'assetStatusId')).toContain('Reactivar')
  expect(words('replace', 'MX', 'replacementReasonId')).toEqual(['Robado', 'Vendido', 'Pérdida total'])
  expect(words('add', 'MX', 'acquisitionReasonId')).toEqual(['Expansión'])
  expect(words('add', 'MX', 'brandName')).toEqual([])
})

test.each([
  ['add', 'checked', 'all'],
  ['edit', 'checked', 'changed'],
  ['replace', 'applied', 'changed'],
  ['add', 'refused', 'refused'],
  ['edit', 'refused', 'refused'],
] as const)('of a file of kind %s that is %s: %s', (kind, state, rows) => {
  expect(firstRows({ kind, state })).toBe(rows)
})

test('an edit file without changes shows no rows until a count is pressed', () => {
  const file = checked({ kind: 'edit', counts: counts({ rows: 400, unchanged: 400 }) })
  expect([hasRows(file, undefined), hasRows(file, 'unchanged')]).toEqual([false, true])
})

test('a file that is wrong as a whole shows no rows', () => {
  const file = checked({ state: 'refused', errorCount: 1, counts: counts({ rows: 0 }) })
  expect([isWrongAsWhole(file), hasRows(file, 'all')]).toEqual([true, false])
  const wrongRows = checked({ state: 'refused', errorCount: 1, counts: counts({ rows: 3, refused: 1 }) })
  expect([isWrongAsWhole(wrongRows), hasRows(wrongRows, undefined)]).toEqual([false, true])
})
