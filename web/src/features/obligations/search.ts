// The obligations calendar's address: what is open (a week by one of its days, what is overdue, or what is due after
// the weeks shown), the kinds, and the page. Nothing: this week, or what is overdue where nothing is due in it; every
// kind.
import { z } from 'zod/mini'
import { searchNumber, searchWord } from '../../lib/search-params.ts'

const dropped = (form: RegExp) => z.catch(z.optional(z.string().check(z.regex(form))), undefined)

export const ObligationsSearch = z.object({
  week: dropped(/^(?:\d{4}-\d\d-\d\d|later)$/),
  overdue: searchWord(['si']),
  kinds: dropped(/^[a-z]+(?:,[a-z]+)*$/),
  page: searchNumber(1, 100_000),
})
export type ObligationsSearch = z.infer<typeof ObligationsSearch>
export type ChangeObligations = (patch: Partial<ObligationsSearch>, how?: { replace?: boolean }) => void

/** The address of "Recordatorios": whether they are being changed. */
export const RemindersSearch = z.object({ edit: searchWord(['si']) })
