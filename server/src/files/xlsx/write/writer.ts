// Writes workbooks as a stream: a row's memory is free once it is compressed, in other threads, and a slow reader slows
// the writer down. Rows beyond a sheet's last row continue in another sheet with the same columns.
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { sheetPath, smallParts, type WrittenSheet } from './parts.ts'
import { LAST_ROW, rowSource, type Sheet, sheetXml } from './sheet.ts'
import { type TextSheet, textSheetXml } from './text-sheet.ts'

export type { Cell, CellKind } from './cells.ts'
export type { Sheet, SheetColumn } from './sheet.ts'
export type { TextRow, TextSheet } from './text-sheet.ts'

/** A sheet's XML is repetitive: a higher level makes the file a tenth smaller and the job a third slower. */
const COMPRESSION = { compressionLevel: 3 }

type AddPart = (path: string, content: AsyncIterable<Buffer>) => Promise<void>

/** @returns the written sheets: more than one if the rows do not fit in a sheet */
const writeSheet = async (sheet: Sheet, before: number, add: AddPart, lastRow: number): Promise<WrittenSheet[]> => {
  const { name, columns, above = [], filter = true, hidden = false } = sheet
  const heads = above.length + 1
  const written: WrittenSheet[] = []
  const rows = rowSource(sheet.rows)
  try {
    do {
      const title = written.length === 0 ? name : `${name} (${written.length + 1})`
      const opened = sheet.opened === true && written.length === 0
      let count = 0
      const onRows = (all: number) => {
        count = all
      }
      await add(sheetPath(before + written.length), sheetXml({ ...sheet, opened }, rows, onRows, lastRow))
      const table = { columns, heads, rows: count, filtered: filter && count > heads }
      written.push({ name: title, opened, hidden, table })
    } while (await rows.more())
  } finally {
    await rows.close()
  }
  return written
}

type AnySheet = Sheet | TextSheet

const writeParts = async (zip: ZipFile, sheets: readonly AnySheet[], add: AddPart, lastRow: number): Promise<void> => {
  const written: WrittenSheet[] = []
  for (const sheet of sheets)
    if ('texts' in sheet) {
      zip.addBuffer(Buffer.from(textSheetXml(sheet)), sheetPath(written.length))
      written.push({ name: sheet.name })
    } else written.push(...(await writeSheet(sheet, written.length, add, lastRow)))
  for (const [path, text] of smallParts(written)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
}

/**
 * @param into is ended when the workbook is complete @param lastRow the last row of a sheet
 * @throws the error of a sheet's rows or of the stream; the caller must then destroy the stream
 */
export const writeWorkbook = async (into: Writable, sheets: readonly AnySheet[], lastRow = LAST_ROW): Promise<void> => {
  const zip = new ZipFile()
  zip.on('error', () => undefined) // the part that failed reports it
  let part: Readable | undefined
  const sent = pipeline(zip.outputStream, into)
  let lost: unknown
  sent.catch((error: unknown) => {
    lost = error
    part?.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  const add: AddPart = async (path, content) => {
    if (lost) throw lost
    part = Readable.from(content, { objectMode: false })
    zip.addReadStream(part, path, COMPRESSION)
    await finished(part)
  }
  try {
    await writeParts(zip, sheets, add, lastRow)
  } catch (error) {
    ;(zip.outputStream as Readable).destroy(error instanceof Error ? error : new Error(String(error)))
    await sent.catch(() => undefined)
    throw error
  }
  await sent
}
