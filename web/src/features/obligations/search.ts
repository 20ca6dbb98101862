// The obligations calendar's address: by week or by month, what is open (a week by one of its days, a month, what is
// overdue, or what is due after the periods shown), the kinds, a search, the grouping, and the page. Nothing: as it was
// left, this period, or what is overdue where nothing is due in this week; every kind. In the page's first load: of the
// contract's calls only types may be.
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

/** The address of "Recordatorios": whether they are being changed. */
export const RemindersSearch = z.object({ edit: searchWord(['si']) })
