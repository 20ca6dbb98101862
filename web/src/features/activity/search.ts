// The search parameters of the activity log: its filters. Days are in the company's time zone; names are those of the
// API.
import { ACTIONS, type ActivityAction, ORIGINS, SUBJECT_KINDS } from '@padron/contract/texts/activity-labels'
import { z } from 'zod/mini'
import { searchNumber, searchText, searchWord } from '../../lib/search-params.ts'

const day = z.catch(z.optional(z.iso.date()), undefined)

type Origin = keyof typeof ORIGINS

export const ActivitySearch = z.object({
  from: day,
  to: day,
  userId: searchNumber(1),
  subjectKind: searchWord(SUBJECT_KINDS),
  subjectId: searchNumber(1),
  action: searchWord(Object.keys(ACTIONS) as [ActivityAction, ...ActivityAction[]]),
  origin: searchWord(Object.keys(ORIGINS) as [Origin, ...Origin[]]),
  text: searchText(100),
})
export type ActivitySearch = z.infer<typeof ActivitySearch>
