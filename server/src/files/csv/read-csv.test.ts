// CSV files as programs write them, and invalid ones: read with the rows of a spreadsheet, or rejected in a sentence.
import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

const rowsOf = async (bytes: Buffer) => (await Array.fromAsync(readCsv(bytes))).map(({ row, cells }) => [row, ...cells])

test.each([
  ['UTF-8', Buffer.from('Año;Núm\n1;2')],
  ['UTF-8 with its mark', Buffer.from('\ufeffAño;Núm\n1;2')],
  ['Windows-1252', Buffer.from('Año;Núm\n1;2', 'latin1')],
  ['UTF-16', Buffer.from('\ufeffAño;Núm\n1;2', 'utf16le')],
  ['commas', Buffer.from('Año,Núm\n1,2')],
  ['tabs', Buffer.from('Año\tNúm\r\n1\t2\r\n')],
  ['old Macintosh lines', Buffer.from('Año;Núm\r1;2')],
])('reads %s', async (_, bytes) => {
  expect(await rowsOf(bytes)).toEqual([
    [1, 'Año', 'Núm'],
    [2, '1', '2'],
  ])
})

test('rows are numbered as in a spreadsheet: blank rows count, a cell with line breaks is one row', async () => {
  const bytes = Buffer.from('Flota, S.A.;;\n\nPlaca;Nota;Caja\nA;"una\ndos; ""tres""";53" seca\n;;\nB')
  expect(await rowsOf(bytes)).toEqual([
    [1, 'Flota, S.A.'],
    [3, 'Placa', 'Nota', 'Caja'],
    [4, 'A', 'una\ndos; "tres"', '53" seca'],
    [6, 'B'],
  ])
})

test.each([
  ['an unclosed quotation mark', 'a,b\nc,"d\ne,f', /^En la fila 2 .*comilla doble/],
  ['an unclosed quotation mark before megabytes', `a,b\nc,"${'x'.repeat(2_000_000)}`, /^La fila 2 .*demasiado larga/],
  ['a line of megabytes', `a,b\n${'x'.repeat(2_000_000)}`, /^La fila 2 .*demasiado larga/],
  ['300 columns', Array(300).fill('x').join(','), /más de 200 columnas/],
  ['100,001 rows', 'a,b\n'.repeat(100_001), /más de 100,000 filas/],
  ['millions of blank lines', '\n'.repeat(3_000_000), /más de 100,000 filas/],
  ['a NUL at its end', `a,b\n${'x,y\n'.repeat(2_000)}\0`, /no es de texto/],
  ['a workbook', 'PK\u0003\u0004', /no es de texto/],
  ['nothing', '', /vacío/],
])('%s is rejected', async (_, text, reason) => {
  await expect(rowsOf(Buffer.from(text, 'latin1'))).rejects.toThrow(reason)
})
