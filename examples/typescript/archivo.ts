// Files as other systems write them: CSV with commas, semicolons or tabs, in UTF-8 or as old Windows programs do, and
// what their cells mean.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'

export type Table = { separator: string; header: string[]; rows: string[][] }

export const readText = (file: string): string => {
  const bytes = readFileSync(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Of the first line: the sign that it has most of. */
const separatorOf = (text: string): string => {
  const [first = ''] = text.split(/\r?\n|\r/, 1)
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).sign
}

const parseRows = (text: string, separator: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at++
      endRow()
    } else cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** Lines without anything written are left out. */
export const parseTable = (text: string): Table => {
  const separator = separatorOf(text)
  const rows = parseRows(text, separator).map((row) => row.map((cell) => cell.trim()))
  const [header = [], ...others] = rows.filter((row) => row.some((cell) => cell !== ''))
  return { separator, header, rows: others }
}

/** `No. Económico` → `noeconomico` */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Which of a program's columns a heading is: each has the names that other systems give it. */
export const columnOf = (heading: string, columns: Record<string, string>): string | undefined =>
  Object.keys(columns).find((column) => columns[column]?.split(' ').includes(plain(heading)))

/** A row by a program's columns; '' where there is no such column. */
export const byColumn = <Column extends string>(
  cells: readonly (readonly [heading: string, cell: string])[],
  columns: Record<Column, string>,
): Record<Column, string> => {
  const found = Object.fromEntries(Object.keys(columns).map((column) => [column, ''])) as Record<Column, string>
  for (const [heading, cell] of cells) {
    const column = columnOf(heading, columns) as Column | undefined
    if (column && found[column] === '') found[column] = cell
  }
  return found
}

const csvLine = (cells: readonly string[], separator: string): string =>
  cells
    .map((cell) => (/["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(separator)

/** Writes line by line, so that what was done is there if the program is stopped. */
export const openResult = (file: string, input: string) => {
  if (resolve(file) === resolve(input)) throw new Error('El resultado va en otro archivo')
  const opened = openSync(file, 'w')
  return {
    text: (line: string) => writeSync(opened, `${line}\n`),
    row: (cells: readonly string[], separator: string) => writeSync(opened, `${csvLine(cells, separator)}\r\n`),
    /** So that Excel reads the accents. */
    mark: () => writeSync(opened, '\u{feff}'),
    close: () => closeSync(opened),
  }
}

/** The row's cells, as many as the header has. */
export const cellsOf = ({ header }: Table, row: readonly string[]): string[] => header.map((_, i) => row[i] ?? '')

/** `2026-11-30` or `30/11/2026` → `2026-11-30`; undefined: it is no day. */
export const dayOf = (written: string): string | undefined => {
  const day = written.replace(/^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/, (_, d, m, y) =>
    [y, m.padStart(2, '0'), d.padStart(2, '0')].join('-'),
  )
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined
}
