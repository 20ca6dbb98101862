// The catalogue's search parameters: filters, order, page and open view. Invalid ones are dropped. Names are those of
// the API; a date is `2026-01-01..2026-02-01`, open at either end. `rfcNameIs`: the field equals this text; `~`: it is
// empty, and a value that begins with `~` gets one more. Part of the first load of the page: it must import nothing
// else.
import type { StatusColumn } from '@padron/contract/resources'
import {
  DATE_FIELDS,
  type DateField,
  EXACT_FIELDS,
  EXPIRY_KINDS,
  type ExactField,
  INFO_TEXTS,
  SORT_FIELDS,
  STATUS_FIELDS,
} from '@padron/contract/vehicles/fields'
import { z } from 'zod/mini'
import { searchNumber, searchNumbers, searchText, searchWord, searchWords } from '../../lib/search-params.ts'

export const TEXT_KEYS = [
  'plate',
  'vin',
  'customId',
  'rfcName',
  'taxIdentifier',
  'lessorName',
  'brandName',
  'modelName',
  ...INFO_TEXTS,
] as const
export type TextKey = (typeof TEXT_KEYS)[number]
export const NUMBER_KEYS = ['year', 'doors'] as const
export type NumberKey = (typeof NUMBER_KEYS)[number]
/** The largest number that the contract accepts in a filter. */
export const NUMBER_MAX = 9999
/** How many tags the contract accepts in a filter. */
export const TAGS_MAX = 50

export type Mode = 'after' | 'before' | 'between'
export type Dates = { mode: Mode; from: string; to: string }

export const DAY_MIN = '1900-01-01'
export const DAY_MAX = '2200-12-31'

/** Whether the text is a calendar day within the contract's limits. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < DAY_MIN || text > DAY_MAX) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** @returns undefined if it is not a filter by date */
export const readDates = (text: string | undefined): Dates | undefined => {
  const [from, to, ...rest] = (text ?? '').split('..')
  if (from === undefined || to === undefined || rest.length || (from === '' && to === '')) return undefined
  if ((from && !isDay(from)) || (to && !isDay(to)) || (from && to && from > to)) return undefined
  return { mode: from ? (to ? 'between' : 'after') : 'before', from, to }
}
const isDates = (text: string): boolean => readDates(text) !== undefined

/** The amounts that the wire takes, with cents. */
export const AMOUNT_MAX = 999_999_999_999
const AMOUNT = /^\d{1,12}(?:\.\d{1,2})?$/
/** @returns undefined if it is not a filter by amount */
export const readTotal = (text: string | undefined): { totalFrom?: number; totalTo?: number } | undefined => {
  const [from, to, ...rest] = (text ?? '').split('..')
  if (from === undefined || to === undefined || rest.length || (from === '' && to === '')) return undefined
  if ((from && !AMOUNT.test(from)) || (to && !AMOUNT.test(to)) || (from && to && Number(from) > Number(to)))
    return undefined
  return { ...(from && { totalFrom: Number(from) }), ...(to && { totalTo: Number(to) }) }
}

const each = <K extends string, S>(keys: readonly K[], schema: S) =>
  Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>

/** Asset statuses: absent means the default (Activo), `todos` any. */
const status = z.catch(z.optional(z.union([z.literal('todos'), searchNumbers(0)])), undefined)
const dates = z.catch(z.optional(z.string().check(z.refine(isDates))), undefined)
const yes = searchWord(['1'])
export type ExactKey = `${ExactField}Is`
export const exactKey = (field: ExactField): ExactKey => `${field}Is`
// Not trimmed: spaces may be part of the value.
const exact = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(301))), undefined)

export const CatalogueSearch = z.object({
  ...each<TextKey, ReturnType<typeof searchText>>(TEXT_KEYS, searchText(100)),
  ...each<NumberKey, ReturnType<typeof searchNumber>>(NUMBER_KEYS, searchNumber(0, NUMBER_MAX)),
  states: searchNumbers(1),
  status,
  reasons: searchNumbers(0),
  tags: searchNumbers(1, TAGS_MAX),
  ...each<StatusColumn, ReturnType<typeof searchNumbers>>(STATUS_FIELDS, searchNumbers(-1)),
  ...each<DateField, typeof dates>(DATE_FIELDS, dates),
  ...each<ExactKey, typeof exact>(EXACT_FIELDS.map(exactKey), exact),
  withoutYear: yes,
  /** The status of any of the vehicle's checks. */
  anyStatus: searchNumbers(-1),
  /** Debts of any kind, or of these kinds. The next four narrow them, and apply to any kind if this is absent. */
  debts: z.catch(z.optional(z.union([z.literal('any'), searchNumbers(0)])), undefined),
  debtDays: dates,
  /** Without a date; ignored with `debtDays`. */
  debtUndated: yes,
  debtMarked: yes,
  debtAfterStatus: yes,
  /** The total: `5000..10000`, open at either end. */
  debtTotal: z.catch(z.optional(z.string().check(z.refine((text) => readTotal(text) !== undefined))), undefined),
  /** Without debts, by a valid answer of each kind. */
  withoutDebts: yes,
  /** Kinds of due dates, ignored without `dueDays`; `dueTypes`: the kinds of debt that payment lines pay. */
  due: searchWords(EXPIRY_KINDS),
  dueDays: z.catch(z.optional(z.string().check(z.refine((text) => readDates(text)?.mode === 'between'))), undefined),
  dueTypes: searchNumbers(0),
  /** When a theft report that is still valid was first seen; `..`: at any time. */
  stolenDays: z.catch(z.optional(z.string().check(z.refine((text) => text === '..' || isDates(text)))), undefined),
  /** Only vehicles with current answers, as in the contract's filter. */
  freshness: searchWord(['current']),
  /** The saved view that the list was opened from. */
  vista: searchNumber(1),
  page: searchNumber(1, 1_000_000),
  sort: searchWord(SORT_FIELDS),
  order: searchWord(['asc', 'desc']),
})
export type CatalogueSearch = z.infer<typeof CatalogueSearch>
