// The catalogue's address: its filters, sort and page. Whatever does not fit is dropped. Names are the wire's own.
import { SORT_FIELDS } from '@padron/contract/catalogue'
import { STATUS_COLUMNS, type StatusColumn } from '@padron/contract/resources'
import { z } from 'zod/mini'
import { searchNumber, searchNumbers, searchText, searchWord } from '../../lib/search-params.ts'

const checks = Object.fromEntries(STATUS_COLUMNS.map((column) => [column, searchNumbers(-1)])) as Record<
  StatusColumn,
  ReturnType<typeof searchNumbers>
>

/** Asset statuses: absent means the default (Activo), `todos` any. */
const status = z.catch(z.optional(z.union([z.literal('todos'), searchNumbers(0)])), undefined)

export const CatalogueSearch = z.object({
  plate: searchText(100),
  vin: searchText(100),
  customId: searchText(100),
  rfcName: searchText(100),
  taxIdentifier: searchText(100),
  lessorName: searchText(100),
  brandName: searchText(100),
  modelName: searchText(100),
  states: searchNumbers(1),
  tags: searchNumbers(1),
  status,
  ...checks,
  page: searchNumber(1, 100_000),
  sort: searchWord(SORT_FIELDS),
  order: searchWord(['asc', 'desc']),
})
export type CatalogueSearch = z.infer<typeof CatalogueSearch>
