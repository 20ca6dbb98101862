// The column mapping of a company's own sheet, and what the user still has to decide.
import type { FileColumn, FileSheet, ImportMapping } from '@padron/contract/imports/mapping'
import { expect, test } from 'vitest'
import {
  mappedColumns,
  missingStates,
  nameFrom,
  openFault,
  openValues,
  withHeadingRow,
  withSheets,
  withTarget,
  withValue,
} from './mapping-state.ts'

const column = (heading: string, field: string | null, values: Record<string, number> = {}): FileColumn => ({
  heading,
  filled: 1,
  samples: Object.keys(values).slice(0, 3),
  values: Object.entries(values).map(([text, count]) => ({ text, count })),
  field,
  category: null,
})
const sheet = (name: string, columns: FileColumn[], series = 0): FileSheet => ({
  name,
  headingRow: 1,
  firstRows: [{ row: 1, text: columns.map(({ heading }) => heading).join(' · ') }],
  rows: 3,
  columns,
  withoutState: { series: series > 0 ? [{ stateId: 19, rows: series }] : [], federal: 1, other: 0 },
})
const SHEETS = [
  sheet('Norte', [column('Placas', 'plate'), column('Edo.', 'stateId', { Mty: 2, 'N.L.': 1 })], 2),
  sheet(
    'Sur',
    [column('PLACAS', 'plate'), column('Edo', 'stateId', { mty: 3 }), column('Marca', 'brandName', { CHEV: 4 })],
    1,
  ),
]
const NORTH: ImportMapping = {
  sheets: [{ name: 'Norte', stateId: null }],
  sheetCategory: null,
  columns: [
    { heading: 'Placas', field: 'plate', category: null },
    { heading: 'Edo.', field: 'stateId', category: null },
  ],
  values: [],
  missingState: { bySeries: false, federal: null, other: null },
}
const BOTH = withSheets(NORTH, SHEETS, ['Sur', 'Norte'])

test('sheets have the workbook’s order, and columns with the same heading are merged', () => {
  expect(BOTH.sheets.map(({ name }) => name)).toEqual(['Norte', 'Sur'])
  expect(mappedColumns(SHEETS, BOTH).map(({ heading }) => heading)).toEqual(['Placas', 'Edo.', 'Marca'])
  expect(BOTH.columns.map(({ field }) => field)).toEqual(['plate', 'stateId', 'brandName'])
})

test('words are counted over all sheets without regard to case, until they have a meaning', () => {
  expect(openValues(SHEETS, BOTH, 'add', 'MX')).toMatchObject([
    { text: 'mty', count: 5, value: undefined, isOptional: false },
    { text: 'CHEV', suggestion: 'CHEVROLET', isOptional: true },
  ])
  const mapping = withValue(BOTH, { field: 'stateId', text: 'MTY' }, 'Nuevo León')
  expect(openValues(SHEETS, mapping, 'add', 'MX')[0]).toMatchObject({ value: 'Nuevo León' })
  expect(withValue(mapping, { field: 'stateId', text: 'mty' }, undefined).values).toEqual([])
})

test('a sheet with an assigned state has no rows without a state', () => {
  expect(missingStates(SHEETS, BOTH)).toEqual({ series: [{ stateId: 19, rows: 3 }], federal: 2, other: 0 })
  const placed = {
    ...BOTH,
    sheets: [
      { name: 'Norte', stateId: 19 },
      { name: 'Sur', stateId: null },
    ],
  }
  expect(missingStates(SHEETS, placed)).toMatchObject({ series: [{ rows: 1 }], federal: 1 })
})

test('a missing required column and a field mapped twice are reported', () => {
  expect(openFault(BOTH, SHEETS, 'add', 'MX')).toBe('Falta decir qué columna es «VIN».')
  const twice = withTarget(withTarget(BOTH, 'Marca', { field: 'vin', category: null }), 'Edo.', {
    field: 'vin',
    category: null,
  })
  expect(openFault(twice, SHEETS, 'add', 'MX')).toBe('Las columnas «Edo.» y «Marca» son las dos «VIN»; deje una sola.')
})

test('the mapping is named after the file', () => {
  expect(nameFrom('FLOTILLA 2026 FINAL (3).xlsx')).toBe('FLOTILLA 2026 FINAL (3)')
})

test('a column that the saved mapping does not contain can be mapped', () => {
  const next = withTarget(NORTH, 'Columna F', { field: 'vin', category: null })
  expect(next.columns.at(-1)).toEqual({ heading: 'Columna F', field: 'vin', category: null })
})

test('no row lacks a state when the column mapped to it has no blank cells', () => {
  const where = sheet('Norte', [{ ...column('Plaza', null), filled: 3 }], 2)
  const mapping = { ...NORTH, columns: [{ heading: 'Plaza', field: 'stateId', category: null }] }
  expect(missingStates([where], mapping)).toEqual({ series: [], federal: 0, other: 0 })
})

test('another row of headings brings its own columns; the mapping of the headings that it shares stays', () => {
  const title = sheet('Hoja1', [column('Placas y series', 'customId'), column('Color', null)])
  const wrong = withTarget(
    {
      ...NORTH,
      sheets: [{ name: 'Hoja1', stateId: 19 }],
      columns: [{ heading: 'Placas y series', field: 'customId', category: null }],
    },
    'Color',
    { field: null, category: 'Pintura' },
  )
  const read = [{ ...sheet('Hoja1', [column('Núm.', 'customId'), column('COLOR', 'color')]), headingRow: 4 }]
  expect(mappedColumns([title], wrong)).toHaveLength(2)
  const right = withHeadingRow(wrong, read, { name: 'Hoja1', headingRow: 4 })
  expect(right.sheets).toEqual([{ name: 'Hoja1', stateId: 19, headingRow: 4 }])
  expect(right.columns).toEqual([
    { heading: 'Núm.', field: 'customId', category: null },
    { heading: 'Color', field: null, category: 'Pintura' },
  ])
  // A sheet that was not included is added.
  const other = [...SHEETS, ...read]
  expect(withHeadingRow(BOTH, other, { name: 'Hoja1', headingRow: 4 }).sheets.map(({ name }) => name)).toEqual([
    'Norte',
    'Sur',
    'Hoja1',
  ])
})

test('a sheet without known headings requires the row of its headings', () => {
  const unheaded = [{ ...sheet('', []), headingRow: null, rows: 0 }]
  const mapping = { ...NORTH, sheets: [{ name: '', stateId: null }], columns: [] }
  expect(openFault(mapping, unheaded, 'add', 'MX')).toBe('Falta decir en qué fila están los encabezados.')
  const named = { ...mapping, sheets: [{ name: 'Uno', stateId: null }] }
  const fault = 'Falta decir en qué fila de la hoja «Uno» están los encabezados.'
  expect(openFault(named, [{ ...sheet('Uno', []), headingRow: null }], 'add', 'MX')).toBe(fault)
})
