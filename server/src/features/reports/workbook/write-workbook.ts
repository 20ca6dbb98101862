// Writes the configuration workbook: a row per report with drop-downs, the instructions, and the hidden lists.
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Country } from '@padron/contract/places/countries'
import { statesOf } from '@padron/contract/places/states'
import { REPORTS_AT_MOST } from '@padron/contract/reports/rules'
import { writeFormWorkbook } from '../../../files/form-workbook/write.ts'
import type { StoredReport } from '../definitions/write.ts'
import {
  CONFIGURATION_SHEET,
  type ConfigurationField,
  type ConfigurationList,
  configurationColumns,
} from './columns.ts'
import { configurationGuide } from './guide.ts'
import type { KnownNames } from './known-names.ts'
import { ACTIVITY, DAYS, dayWord, HOURS, HOW_OFTEN, kindWords, POLICIES, type Worded, wordOf } from './value-labels.ts'

export type ConfigurationBook = { country: Country; names: KnownNames; reports: readonly StoredReport[] }

const wordsOf = (words: Worded<unknown>): string[] => words.map(([, word]) => word)

const LISTS: Readonly<Record<ConfigurationList, (book: ConfigurationBook) => readonly string[]>> = {
  kind: () => wordsOf(kindWords()),
  frequency: () => wordsOf(HOW_OFTEN),
  sendDay: () => DAYS,
  sendHour: () => HOURS,
  states: ({ country }) => statesOf(country).map(({ stateName }) => stateName),
  tags: ({ names }) => names.tags.words,
  view: ({ names }) => names.views.words,
  emptyPolicy: () => wordsOf(POLICIES),
  active: () => wordsOf(ACTIVITY),
}

const joinNames = (ids: readonly number[] = [], word: (id: number) => string): string => ids.map(word).join(', ')

const CELLS: Readonly<Record<ConfigurationField, (report: StoredReport, names: KnownNames) => string>> = {
  reportId: ({ reportId }) => `${reportId}`,
  name: ({ name }) => name,
  kind: ({ kind }) => wordOf(kindWords(), kind),
  mails: ({ mails }) => mails.join(', '),
  frequency: ({ frequency }) => wordOf(HOW_OFTEN, frequency),
  sendDay: ({ frequency, sendDay }) => dayWord(frequency, sendDay),
  sendHour: ({ sendHour }) => HOURS[sendHour] ?? '',
  taxName: ({ filter }) => filter.taxName ?? '',
  lessor: ({ filter }) => filter.lessor ?? '',
  states: ({ filter }, { states }) => joinNames(filter.states, states.word),
  tags: ({ filter }, { tags }) => joinNames(filter.tags, tags.word),
  view: ({ viewId }, { views }) => (viewId === null ? '' : views.word(viewId)),
  emptyPolicy: ({ emptyPolicy }) => wordOf(POLICIES, emptyPolicy),
  active: ({ active }) => wordOf<boolean>(ACTIVITY, active),
}

/** The columns up to the name stay in view. */
const FROZEN = 2

export const writeConfiguration = async ({ country, names, reports }: ConfigurationBook): Promise<Buffer> => {
  const columns = configurationColumns(country).map((column) => ({
    ...column,
    words: column.list ? LISTS[column.list]({ country, names, reports }) : [],
  }))
  const into = new PassThrough()
  const writing = writeFormWorkbook(into, {
    sheetName: CONFIGURATION_SHEET,
    columns,
    frozenColumns: FROZEN,
    rows: reports.map((report) => columns.map(({ field }) => CELLS[field](report, names))),
    dropDownRows: () => REPORTS_AT_MOST,
    guide: configurationGuide(country),
  })
  const [whole] = await Promise.all([buffer(into), writing])
  return whole
}
