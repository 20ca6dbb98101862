// The filters of the activity log: from the address to the call's filter, and to the chips of the active ones. Pure.
import type { ActivityFilter } from '@padron/contract/activity'
import { addDays } from '@padron/contract/days'
import { ACTIONS, ORIGINS, SUBJECTS } from '@padron/contract/texts/activity-labels'
import { displayText } from '../../lib/typed-day.ts'
import { startOfDay } from '../../lib/zoned-day.ts'
import type { ActivitySearch } from './search.ts'

/** Includes both days, in the company's time zone. */
export const filterOf = ({ from, to, ...rest }: ActivitySearch, zone: string): ActivityFilter => {
  const period = { from: from && startOfDay(from, zone), to: to && startOfDay(addDays(to, 1), zone) }
  return Object.fromEntries(Object.entries({ ...period, ...rest }).filter(([, value]) => value !== undefined))
}

export const kindName = (kind: string): string => SUBJECTS.find((subject) => subject.kind === kind)?.name ?? kind

export const isFiltered = (search: ActivitySearch): boolean =>
  Object.values(search).some((value) => value !== undefined)

export const CLEARED = {
  from: undefined,
  to: undefined,
  userId: undefined,
  subjectKind: undefined,
  subjectId: undefined,
  action: undefined,
  origin: undefined,
  text: undefined,
} satisfies ActivitySearch

type Names = { user: string | undefined; subject: string | undefined }

/** One chip for each active filter. */
export const chipsOf = (search: ActivitySearch, names: Names) => {
  const { from, to, userId, subjectKind, subjectId, action, origin, text } = search
  const nameOrId = (id: number | undefined, name: string | undefined) => id && (name ?? `${id}`)
  const all = [
    { key: 'from', label: 'Desde', value: from && displayText(from) },
    { key: 'to', label: 'Hasta', value: to && displayText(to) },
    { key: 'userId', label: 'Usuario', value: nameOrId(userId, names.user) },
    { key: 'subjectKind', label: 'Tipo', value: subjectKind && kindName(subjectKind) },
    { key: 'subjectId', label: 'Solo', value: nameOrId(subjectId, names.subject) },
    { key: 'action', label: 'Acción', value: action && ACTIONS[action] },
    { key: 'origin', label: 'Origen', value: origin && ORIGINS[origin] },
    { key: 'text', label: 'Empieza con', value: text },
  ]
  return all.flatMap(({ key, label, value }) => (value ? [{ key, label, value: `${value}` }] : []))
}
