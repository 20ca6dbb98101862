// What strangers' workbooks cost: the time and memory of refusing each wrong or hostile file, and the speed of
// reading an honest one of 50,000 rows. Each is read in a fresh process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOSTILE, ODD } from '@padron/server/files/xlsx/read/hostile-for-tests'
import { WRONG_FILES } from '@padron/server/files/xlsx/read/wrong-for-tests'
import { bookParts, zip } from '@padron/server/files/xlsx/read/zip-for-tests'
import type { Row } from './catalogue.ts'
import { median } from './load.ts'
import type { Read } from './read-workbook.ts'

const ROWS = Number(process.env.BENCH_WORKBOOK_ROWS ?? 50_000)
const ROUNDS = 3
const LIMIT = { ms: 2_000, shownMs: 200, mb: 50, rowsPerSecond: 15_000 }

const readAnew = async (path: string): Promise<Read> => {
  // A server's young generation grew long ago; a fresh process's would be counted as the file's doing.
  const child = fork(new URL('./read-workbook.ts', import.meta.url), [path], { execArgv: ['--max-semi-space-size=4'] })
  const [read] = await once(child, 'message')
  return read as Read
}

const COLUMNS = Array.from({ length: 30 }, (_, i) => `${i > 25 ? 'A' : ''}${String.fromCharCode(65 + (i % 26))}`)
const NUMBER_AT = 9
const DATE_AT = 16
const DIFFERENT = 5 // columns whose texts are all different, as plates and VINs are

/** As Excel writes them: spans, styles, a reference to each cell. */
const fleet = (kind: 'shared' | 'inline'): Buffer => {
  const indexes = new Map<string, number>()
  const indexOf = (text: string): number => {
    const index = indexes.get(text) ?? indexes.size
    indexes.set(text, index)
    return index
  }
  const cell = (column: string, i: number, row: number): string => {
    if (i === NUMBER_AT) return `<c r="${column}${row}"><v>${1990 + (row % 35)}</v></c>`
    if (i === DATE_AT) return `<c r="${column}${row}" s="1"><v>${40_000 + (row % 5_000)}</v></c>`
    const text = i < DIFFERENT ? `${column}${String(row).padStart(9, '0')}` : `VALOR ÑANDÚ ${i} ${row % 500}`
    return kind === 'inline'
      ? `<c r="${column}${row}" s="0" t="inlineStr"><is><t>${text}</t></is></c>`
      : `<c r="${column}${row}" s="0" t="s"><v>${indexOf(text)}</v></c>`
  }
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const cells = COLUMNS.map((column, at) => cell(column, at, i + 1)).join('')
    return `<row r="${i + 1}" spans="1:30" x14ac:dyDescent="0.25">${cells}</row>`
  }).join('')
  const strings = `<sst>${[...indexes.keys()].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`
  return zip(
    bookParts({
      sheet: `<worksheet xmlns:x14ac="a"><sheetData>${rows}</sheetData></worksheet>`,
      styles: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      ...(kind === 'shared' ? { strings } : {}),
    }),
  )
}

const answerRow = async (file: string, bytes: Uint8Array, path: string, limitMs: number): Promise<Row> => {
  writeFileSync(path, bytes)
  const { ms, growth, rows, refused } = await readAnew(path)
  return {
    file,
    ms: Math.round(ms),
    'limit ms': limitMs,
    'growth MB': Math.round(growth),
    'limit MB': LIMIT.mb,
    kept: ms <= limitMs && growth <= LIMIT.mb ? 'yes' : 'NO',
    answer: (refused || `${rows} rows`).slice(0, 60),
  }
}

const speedRow = async (kind: 'shared' | 'inline', path: string): Promise<Row> => {
  writeFileSync(path, fleet(kind))
  const reads: Read[] = []
  for (let i = 0; i < ROUNDS; i++) reads.push(await readAnew(path))
  const ms = median(reads.map((read) => read.ms))
  const perSecond = (ROWS / ms) * 1000
  return {
    file: `${ROWS} rows × 30 columns, ${kind} strings`,
    ms: Math.round(ms),
    'growth MB': Math.round(median(reads.map(({ growth }) => growth))),
    'rows/s': Math.round(perSecond),
    'limit rows/s': LIMIT.rowsPerSecond,
    kept: perSecond >= LIMIT.rowsPerSecond ? 'yes' : 'NO',
  }
}

export const benchHostile = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const path = join(folder, 'book.xlsx')
  const table: Row[] = []
  for (const [file, { make, shown }] of Object.entries({ ...WRONG_FILES, ...HOSTILE }))
    table.push(await answerRow(file, await make(), path, shown ? LIMIT.shownMs : LIMIT.ms))
  for (const [file, { make }] of Object.entries(ODD)) table.push(await answerRow(file, make(), path, LIMIT.ms))
  for (const kind of ['inline', 'shared'] as const) table.push(await speedRow(kind, path))
  rmSync(folder, { recursive: true, force: true })
  return table
}
