// The XML of cells. Every text is written as a text in a text format, so that a spreadsheet never reads a formula or a
// number from it, neither now nor after an edit.
import { DAY_MS } from '@padron/contract/days'
import { xmlText } from '../xml-text.ts'

/** `dayMonthYear`: a day in the order that is usual in our countries. */
export type CellKind = 'text' | 'number' | 'money' | 'day' | 'dayMonthYear' | 'moment'
/** A day or a moment is local time, as a Date in UTC, because spreadsheets have no time zones. */
export type Cell = string | number | Date | null

const CELL_AT_MOST = 32_767
const EPOCH = 25_569 // the serial number of 1970-01-01
/** The serial number of 1 March 1900: programs count earlier days differently, or not at all. */
const FIRST_DAY = 61

/** Finds texts that need escaping; almost no text does, so one test saves time. */
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

/** @param place its attributes `r` and `s` @returns '' for an empty cell, whose format comes from its column */
export const cellXml = (value: Cell | undefined, place: string): string => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'string') return `<c ${place} ${textCell(value)}`
  if (typeof value === 'number') return Number.isFinite(value) ? `<c ${place}><v>${value}</v></c>` : ''
  return `<c ${place} ${dateCell(value)}`
}
