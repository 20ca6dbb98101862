// The search parameters of the obligations calendar: the view, the open period (a week by one of its days, a month, the
// overdue items, or those after the strip), the kinds, a search, the grouping and the page. Without them: the last view
// with its current period, or the overdue items if nothing is due this week; every kind. Part of the page's first load:
// of the contract's calls it may import only types.
import type { Grouping } from '@padron/contract/obligations'
import { z } from 'zod/mini'
import { searchNumber, searchText, searchWord } from '../../lib/search-params.ts'

const dropped = (form: RegExp) => z.catch(z.optional(z.string().check(z.regex(form))), undefined)

export const VIEWS = ['week', 'month'] as const
export type View = (typeof VIEWS)[number]

export const ObligationsSearch = z.object({
  view: searchWord(VIEWS),
  week: dropped(/^(?:\d{4}-\d\d-\d\d|later)$/),
  month: dropped(/^(?:(?:19|2[01])\d\d-(?:0[1-9]|1[0-2])|later)$/),
  overdue: searchWord(['si']),
  kinds: dropped(/^[a-z]+(?:,[a-z]+)*$/),
  search: searchText(100),
  groupBy: searchWord(['kind', 'holder'] as const satisfies readonly Grouping[]),
  page: searchNumber(1, 100_000),
})
export type ObligationsSearch = z.infer<typeof ObligationsSearch>
export type ChangeObligations = (patch: Partial<ObligationsSearch>, how?: { replace?: boolean }) => void

/** The search parameters of "Recordatorios": whether the dialog is open. */
export const RemindersSearch = z.object({ edit: searchWord(['si']) })
