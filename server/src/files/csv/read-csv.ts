// An untrusted CSV file as rows of texts, with the limits of a workbook. The character set and the separator are
// detected: UTF-8 with or without a byte order mark, UTF-16 with one, else Windows-1252; semicolon, comma or tab. For
// worker threads only.
import { pipeline, Readable } from 'node:stream'
import { SHEET_ROWS } from '@padron/contract/imports/mapping'
import { numberText } from '@padron/contract/texts/count-of'
import { type CsvError, parse } from 'csv-parse'
import { LIMITS } from '../xlsx/read/limits.ts'
import type { SheetRow } from '../xlsx/read/sheet.ts'
import { TOO_BIG, WorkbookError } from '../xlsx/read/workbook-error.ts'

const NOT_TEXT = 'El archivo se llama .csv y no es de texto; si es un archivo de Excel, cámbiele el nombre a .xlsx.'
const SEPARATORS = [';', ',', '\t'] as const
const LOOKED_AT = 64_000
const PIECE = 65_536

const decode = (bytes: Buffer): string => {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that most of the first lines have equally often outside quotation marks; the first of equals. */
const separatorOf = (text: string): string => {
  const unquoted = text.slice(0, LOOKED_AT).replace(/"[^"]*"/g, '')
  const lines = unquoted.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const score = (sign: string): number => {
    const counts = new Map<number, number>()
    for (const line of lines.slice(0, 50)) {
      const count = line.split(sign).length - 1
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1)
    }
    return Math.max(0, ...[...counts].map(([count, times]) => times * 1_000 + count))
  }
  return SEPARATORS.toSorted((a, b) => score(b) - score(a))[0] ?? ','
}

const tooLong = () => new WorkbookError(`El archivo tiene más de ${numberText(LIMITS.rows)} filas; divídalo.`)
const tooWide = new WorkbookError(
  `El archivo tiene más de ${LIMITS.columns} columnas, que son las que se leen; borre las que sobran.`,
)

/** The refusal for an error of the parser. */
const parseFault = ({ code, records }: CsvError & { records?: number }): WorkbookError => {
  const where = `fila ${numberText((records ?? 0) + 1)} del archivo`
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new WorkbookError(`En la ${where} hay una comilla doble (") que no se cierra; corríjala y envíelo de nuevo.`)
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new WorkbookError(`La ${where} es demasiado larga; revise si ahí quedó una comilla doble (") sin cerrar.`)
  return new WorkbookError(`La ${where} no se pudo leer; revise sus comillas dobles (").`)
}

const RECORD_AT_MOST = 1_000_000

/** Checks the size and the first bytes. @throws WorkbookError */
export const checkCsv = (bytes: Uint8Array): void => {
  if (bytes.length === 0) throw new WorkbookError('El archivo está vacío.')
  if (bytes.length > LIMITS.bytes)
    throw new WorkbookError(`El archivo pesa más de ${LIMITS.bytes / 1_048_576} MB; divídalo.`)
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096))
  const isUtf16 = /^(fffe|feff)/.test(start.toString('hex', 0, 2))
  const isBinary = /^(504b0304|d0cf11e0|25504446)/.test(start.toString('hex', 0, 4))
  if (isBinary || (start.includes(0) && !isUtf16)) throw new WorkbookError(NOT_TEXT)
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE)
}

/**
 * Yields the rows that are not empty; `row` is the row's number in a spreadsheet, which counts empty rows too.
 * @throws WorkbookError past the limits, or if the file is no CSV
 */
export async function* readCsv(bytes: Buffer): AsyncGenerator<SheetRow> {
  checkCsv(bytes)
  const text = decode(bytes)
  if (text.includes('\0')) throw new WorkbookError(NOT_TEXT)
  const parser = parse({
    delimiter: separatorOf(text),
    bom: true,
    relax_column_count: true,
    relax_quotes: true, // CAJA 53"
    max_record_size: RECORD_AT_MOST,
    record_delimiter: ['\r\n', '\n', '\r'],
  })
  let row = 0
  let count = 0
  let read = 0
  // Its errors are those of the parser, which the loop throws.
  pipeline(Readable.from(piecesOf(text)), parser, () => undefined)
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (++row > SHEET_ROWS) throw tooLong()
      if (record.every((cell) => cell.trim() === '')) continue
      while (record.at(-1) === '') record.pop()
      if (record.length > LIMITS.columns) throw tooWide
      read += record.reduce((sum, cell) => sum + cell.length, 0)
      if (read > LIMITS.texts) throw new WorkbookError(TOO_BIG)
      if (++count > LIMITS.rows) throw tooLong()
      yield { row, cells: record }
    }
  } catch (error) {
    throw error instanceof WorkbookError ? error : parseFault(error as CsvError)
  } finally {
    parser.destroy()
  }
}
