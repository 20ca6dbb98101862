// Writes the configuration workbook: a row per report with drop-downs, the instructions, and the hidden lists.
import { PassThrough, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { WorkbookWriter } from '@cj-tech-master/excelts'
import type { Country } from '@padron/contract/countries'
import { REPORTS_AT_MOST } from '@padron/contract/report-rules'
import { statesOf } from '@padron/contract/states'
import { columnName, type Offered, offerRange } from '../../../files/form-workbook/lists.ts'
import { PAGE } from '../../../files/form-workbook/looks.ts'
import { writeOwnNotes } from '../../../files/form-workbook/notes.ts'
import { clean, headTexts, newBook, writeGuide, writeHead, writeLists } from '../../../files/form-workbook/parts.ts'
import type { StoredReport } from '../definitions/write.ts'
import {
  CONFIGURATION_SHEET,
  type ConfigurationColumn,
  type ConfigurationKey,
  type ConfigurationList,
  configurationColumns,
} from './columns.ts'
import { configurationGuide } from './guide.ts'
import type { KnownNames } from './known-names.ts'
import { ACTIVITY, DAYS, dayWord, HOURS, HOW_OFTEN, KINDS, POLICIES, type Worded, wordOf } from './words.ts'

export type ConfigurationBook = { country: Country; names: KnownNames; reports: readonly StoredReport[] }

const wordsOf = (words: Worded<unknown>): string[] => words.map(([, word]) => word)

const LISTS: Readonly<Record<ConfigurationList, (book: ConfigurationBook) => readonly string[]>> = {
  kind: () => wordsOf(KINDS),
  frequency: () => wordsOf(HOW_OFTEN),
  sendDay: () => DAYS,
  sendHour: () => HOURS,
  states: ({ country }) => statesOf(country).map(({ stateName }) => stateName),
  tags: ({ names }) => names.tags.words,
  view: ({ names }) => names.views.words,
  emptyPolicy: () => wordsOf(POLICIES),
  active: () => wordsOf(ACTIVITY),
}

const listed = (ids: readonly number[] = [], word: (id: number) => string): string => ids.map(word).join(', ')

const CELLS: Readonly<Record<ConfigurationKey, (report: StoredReport, names: KnownNames) => string>> = {
  reportId: ({ reportId }) => `${reportId}`,
  name: ({ name }) => name,
  kind: ({ kind }) => wordOf(KINDS, kind),
  mails: ({ mails }) => mails.join(', '),
  frequency: ({ frequency }) => wordOf(HOW_OFTEN, frequency),
  sendDay: ({ frequency, sendDay }) => dayWord(frequency, sendDay),
  sendHour: ({ sendHour }) => HOURS[sendHour] ?? '',
  taxName: ({ filter }) => filter.taxName ?? '',
  lessor: ({ filter }) => filter.lessor ?? '',
  states: ({ filter }, { states }) => listed(filter.states, states.word),
  tags: ({ filter }, { tags }) => listed(filter.tags, tags.word),
  view: ({ viewId }, { views }) => (viewId === null ? '' : views.word(viewId)),
  emptyPolicy: ({ emptyPolicy }) => wordOf(POLICIES, emptyPolicy),
  active: ({ active }) => wordOf<boolean>(ACTIVITY, active),
}

/** The columns up to the name stay in view. */
const FROZEN = 2

type Offer = Offered & { place: number }
const offersOf = (book: ConfigurationBook, columns: readonly ConfigurationColumn[]): Offer[] =>
  columns.flatMap(({ list, heading }, place) => {
    const words = list ? LISTS[list](book) : []
    return words.length > 0 ? [{ title: heading, words, place }] : []
  })

const writeReports = (
  book: WorkbookWriter,
  of: ConfigurationBook,
  columns: readonly ConfigurationColumn[],
  offers: readonly Offer[],
): void => {
  const sheet = book.addWorksheet(CONFIGURATION_SHEET, {
    views: [{ state: 'frozen', xSplit: FROZEN, ySplit: 1 }],
    pageSetup: { ...PAGE, printTitlesRow: '1:1' },
  })
  sheet.columns = columns.map(({ width }) => ({ width, style: { numFmt: '@', alignment: { vertical: 'top' } } }))
  writeHead(sheet.addRow(headTexts(columns)), columns)
  for (const report of of.reports)
    sheet.addRow(columns.map(({ key }) => clean(CELLS[key](report, of.names)) || null)).commit()
  for (const [at, { place }] of offers.entries()) {
    const letters = columnName(place + 1)
    sheet.dataValidations.add(`range:${letters}2:${letters}${REPORTS_AT_MOST + 1}`, {
      type: 'list',
      allowBlank: true,
      formulae: [offerRange(offers, at)],
    })
  }
  if (of.reports.length > 0) sheet.autoFilter = `A1:${columnName(columns.length)}${of.reports.length + 1}`
  sheet.commit()
}

const write = async (into: Writable, of: ConfigurationBook): Promise<void> => {
  const columns = configurationColumns(of.country)
  const offers = offersOf(of, columns)
  const book = newBook(into)
  writeOwnNotes(book, columns)
  writeReports(book, of, columns, offers)
  writeGuide(book, configurationGuide(of.country))
  writeLists(book, offers)
  await book.commit()
}

export const writeConfiguration = async (of: ConfigurationBook): Promise<Buffer> => {
  const into = new PassThrough()
  const [whole] = await Promise.all([buffer(into), write(into, of)])
  return whole
}
