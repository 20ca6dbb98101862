// Cells as a sheet's XML has them. Every text is a text to the spreadsheet, whatever it begins with: it is written as
// one, in a format of texts, so neither a formula nor a number is made of it, now or when a person edits it.
import { xmlText } from '../xml-text.ts'

/** `dayMonthYear`: a day as people of our countries type it. */
export type CellKind = 'text' | 'number' | 'money' | 'day' | 'dayMonthYear' | 'moment'
/** A day or a moment is the wall clock's, as a Date in UTC: a spreadsheet knows no zones. */
export type Cell = string | number | Date | null

const CELL_AT_MOST = 32_767
const DAY_MS = 86_400_000
const EPOCH = 25_569 // 1970-01-01 as spreadsheets count days
/** Of 1 March 1900: earlier days are counted differently by different programs, or not at all. */
const FIRST_DAY = 61

/** Almost every text needs no change, and one test finds out. */
const NEEDS_CARE = /[&<>_\p{Cc}\p{Cs}\ufffe\uffff]|^ | $| {2}/u

const textCell = (text: string): string => {
  if (text.length <= CELL_AT_MOST && !NEEDS_CARE.test(text)) return `t="inlineStr"><is><t>${text}</t></is></c>`
  const written = xmlText(text.slice(0, CELL_AT_MOST))
  return written === '' ? '/>' : `t="inlineStr"><is><t xml:space="preserve">${written}</t></is></c>`
}

const dateCell = (date: Date): string => {
  const serial = Math.round(date.getTime() / 1000) / (DAY_MS / 1000) + EPOCH
  if (Number.isNaN(serial)) return '/>'
  return serial < FIRST_DAY ? textCell(date.toISOString().slice(0, 10)) : `><v>${serial}</v></c>`
}

/** @param place its attributes `r` and `s` @returns nothing for an empty cell: its column has the format */
export const cellXml = (value: Cell | undefined, place: string): string => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'string') return `<c ${place} ${textCell(value)}`
  if (typeof value === 'number') return Number.isFinite(value) ? `<c ${place}><v>${value}</v></c>` : ''
  return `<c ${place} ${dateCell(value)}`
}
