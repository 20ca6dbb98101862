// The catalogue's address: its filters, sort, page and open view. Whatever does not fit is dropped. Names are the wire's
// own; a date is `2026-01-01..2026-02-01`, open at either end.

import { DATE_FIELDS, type DateField, INFO_TEXTS, SORT_FIELDS, STATUS_FIELDS } from '@padron/contract/field-names'
import type { StatusColumn } from '@padron/contract/resources'
import { z } from 'zod/mini'
import { searchNumber, searchNumbers, searchText, searchWord } from '../../lib/search-params.ts'
import { isDates } from './date-range.ts'

export const TEXT_KEYS = [
  'plate', 'vin', 'customId', 'rfcName', 'taxIdentifier', 'lessorName', 'brandName', 'modelName', ...INFO_TEXTS,
] as const // biome-ignore format: one list
export type TextKey = (typeof TEXT_KEYS)[number]
export const NUMBER_KEYS = ['year', 'doors'] as const
export type NumberKey = (typeof NUMBER_KEYS)[number]
/** What the wire takes as a number to filter by. */
export const NUMBER_MAX = 9999

const each = <K extends string, S>(keys: readonly K[], schema: S) =>
  Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>

/** Asset statuses: absent means the default (Activo), `todos` any. */
const status = z.catch(z.optional(z.union([z.literal('todos'), searchNumbers(0)])), undefined)
const dates = z.catch(z.optional(z.string().check(z.refine(isDates))), undefined)

export const CatalogueSearch = z.object({
  ...each<TextKey, ReturnType<typeof searchText>>(TEXT_KEYS, searchText(100)),
  ...each<NumberKey, ReturnType<typeof searchNumber>>(NUMBER_KEYS, searchNumber(0, NUMBER_MAX)),
  states: searchNumbers(1),
  status,
  reasons: searchNumbers(0),
  tags: searchNumbers(1),
  ...each<StatusColumn, ReturnType<typeof searchNumbers>>(STATUS_FIELDS, searchNumbers(-1)),
  ...each<DateField, typeof dates>(DATE_FIELDS, dates),
  /** The saved view it was opened from. */
  vista: searchNumber(1),
  page: searchNumber(1, 1_000_000),
  sort: searchWord(SORT_FIELDS),
  order: searchWord(['asc', 'desc']),
})
export type CatalogueSearch = z.infer<typeof CatalogueSearch>
