// The user's own workbook back with its errors: what it takes, and the most memory this process had meanwhile, over
// idle.
import { type FileNote, markedCopy } from '@padron/server/files/xlsx/mark/marked-copy'
import { writeXlsx } from 'hucre'
import type { Row } from './catalogue.ts'

const COLUMNS = 30
const ROUNDS = 5
const MB = 1_048_576
const SIZES = [
  { rows: 2_000, notes: 200, limit: 1_500 },
  { rows: 10_000, notes: 500, limit: 3_000 },
  { rows: 20_000, notes: 20_000, limit: undefined },
] as const

const workbook = (rows: number): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      {
        name: 'Vehiculos',
        rows: [
          Array.from({ length: COLUMNS }, (_, column) => `Columna ${column}`),
          ...Array.from({ length: rows }, (_, row) =>
            Array.from({ length: COLUMNS }, (_, column) =>
              column % 5 === 4 ? row * column : `Dato ${row} de ${column}`,
            ),
          ),
        ],
      },
    ],
  })

const notesOf = (rows: number, count: number): FileNote[] =>
  Array.from({ length: count }, (_, i) => ({
    row: 2 + Math.floor((i * rows) / count),
    column: i % COLUMNS,
    heading: `Columna ${i % COLUMNS}`,
    value: `Dato ${i}`,
    message: 'El valor no es válido; escriba uno de la lista.',
    level: i % 4 ? 'error' : 'warning',
  }))

/** @returns the most bytes resident while it ran */
const watched = async (work: () => Promise<unknown>): Promise<number> => {
  let most = process.memoryUsage.rss()
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 10)
  await work().finally(() => clearInterval(timer))
  return most
}

export const benchMarked = async (): Promise<Row[]> => {
  const table: Row[] = []
  for (const { rows, notes: count, limit } of SIZES) {
    const bytes = await workbook(rows)
    const notes = notesOf(rows, count)
    const idle = process.memoryUsage.rss()
    const times: number[] = []
    let most = 0
    for (let round = 0; round < ROUNDS; round++) {
      const begin = performance.now()
      const used = await watched(() => markedCopy({ bytes, sheetName: 'Vehiculos', rows, notes }))
      times.push(performance.now() - begin)
      most = Math.max(most, used)
    }
    const worst = Math.max(...times)
    table.push({
      rows,
      notes: count,
      'file KB': Math.round(bytes.length / 1000),
      'median ms': Math.round(times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0),
      'worst ms': Math.round(worst),
      'limit ms': limit ?? '',
      kept: limit === undefined ? '' : worst <= limit ? 'yes' : 'NO',
      'MB over idle': Math.round((most - idle) / MB),
    })
  }
  return table
}
