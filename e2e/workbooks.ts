// Workbooks in tests: written to be sent, read from a download, and some cells changed.
import { readFile } from 'node:fs/promises'
import { XLSX } from '@padron/contract/common'
import { vinCheckDigitIsOk } from '@padron/contract/vehicles/vin'
import { bookOf, type CellValue } from '@padron/server/testing/files/workbooks'
import { openXlsx, saveXlsx } from 'hucre'
import { newIdentity } from './company.ts'
import type { Page } from './fixtures.ts'

export type Book = { name: string; mimeType: string; buffer: Buffer }
const toBook = (name: string, bytes: Uint8Array): Book => ({ name, mimeType: XLSX, buffer: Buffer.from(bytes) })

/** @param rows headings first */
export const newBook = async (name: string, rows: readonly (readonly CellValue[])[]): Promise<Book> =>
  toBook(name, await bookOf(rows))

/** The file that the browser downloads after `press`. */
export const downloadBook = async (page: Page, press: () => Promise<void>): Promise<Book> => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return toBook(file.suggestedFilename(), await readFile(await file.path()))
}

const sheetOf = async ({ buffer }: Book, name: string) => {
  const book = await openXlsx(buffer)
  const sheet = book.sheets.find((one) => one.name === name)
  if (!sheet) throw new Error(`no sheet ${name}`)
  return { book, sheet }
}

/** The rows of a sheet as texts. */
export const readSheetTexts = async (file: Book, sheet = 'Vehículos'): Promise<string[][]> =>
  (await sheetOf(file, sheet)).sheet.rows.map((row) => row.map((value) => `${value ?? ''}`))

/** Sets one cell, by the heading of its column and the plate of its row. */
export type Change = readonly [plate: string, heading: string, value: string]

export const changed = async (file: Book, changes: readonly Change[]): Promise<Book> => {
  const { book, sheet } = await sheetOf(file, 'Vehículos')
  const headings = (sheet.rows[0] ?? []).map((heading) => `${heading ?? ''}`.replace(/ \*$/, ''))
  for (const [plate, heading, value] of changes) {
    const row = sheet.rows.find((cells) => cells.includes(plate))
    const column = headings.indexOf(heading)
    if (!row || column < 0) throw new Error(`no cell for ${plate}, ${heading}`)
    row[column] = value
  }
  return toBook(file.name, await saveXlsx(book))
}

/** A plate and a VIN without any warning. */
export const plainIdentity = (): { plate: string; vin: string } => {
  const { plate, vin } = newIdentity()
  const whole = [...'0123456789X'].map((digit) => vin.slice(0, 8) + digit + vin.slice(9))
  return { plate, vin: whole.find(vinCheckDigitIsOk) ?? vin }
}
