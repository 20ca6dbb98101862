// The height of rows with wrapped texts, in the sheets that are written: no text covers another row.
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { unzip } from '../../../testing/files/unzip.ts'
import { rowHeight } from './row-height.ts'
import { writeWorkbook } from './writer.ts'

test.each([
  ['una línea', 20, undefined],
  ['', 20, undefined],
  ['dos palabras que no caben juntas', 20, 30],
  ['uno\ndos\ntres', 20, 45],
  ['x'.repeat(50), 20, 45],
  [`y ${'x'.repeat(50)}`, 20, 60],
  ['a '.repeat(20_000), 10, 409],
])('%j in a column of %i digits', (text, width, height) => {
  expect(
    rowHeight([
      { text: 'corto', width: 40 },
      { text, width },
    ]),
  ).toBe(height)
})

test('headings, and the rows of a sheet that is a page, have a height; the rows of a table are one line', async () => {
  const columns = [
    { title: 'Vehículos con información incompleta', kind: 'text' as const, width: 16 },
    { title: 'Valor', kind: 'text' as const, width: 20 },
  ]
  const rows = [
    ['a', 'corto'],
    ['b', 'un texto que no cabe en una línea de la hoja'],
  ]
  const into = new PassThrough()
  const [bytes] = await Promise.all([
    buffer(into),
    writeWorkbook(into, [
      { name: 'Tabla', columns, rows },
      { name: 'Página', columns, rows, filter: false },
    ]),
  ])
  const parts = await unzip(bytes)
  const heights = (sheet: number) =>
    [
      ...`${parts.get(`xl/worksheets/sheet${sheet}.xml`)}`.matchAll(
        /<row r="(\d+)"(?: ht="(\d+)" customHeight="1")?>/g,
      ),
    ].map(([, row, height]) => [row, height])
  expect(heights(1)).toEqual([
    ['1', '45'],
    ['2', undefined],
    ['3', undefined],
  ])
  expect(heights(2)).toEqual([
    ['1', '45'],
    ['2', undefined],
    ['3', '45'],
  ])
})
