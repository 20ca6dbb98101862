// What was typed and not saved, kept in this browser: it survives a closed tab and an ended session. Only the fields that
// differ from the stored ones are kept, so that a draft found again does not undo what others changed meanwhile.
import { useCallback, useState } from 'react'
import { forget, recall, remember } from '../../lib/memory.ts'
import { useUser } from '../../session/user-context.ts'
import { EMPTY, FIELDS, type UserField, type UserValues } from './user-values.ts'

const fits = (field: UserField, value: unknown): boolean =>
  field === 'tags'
    ? Array.isArray(value) && value.every((one) => typeof one === 'number')
    : typeof value === typeof EMPTY[field]

const read = (userId: string, name: string): Partial<UserValues> => {
  const kept = recall(userId, name)
  if (!kept || typeof kept !== 'object') return {}
  const known = Object.entries(kept).filter(([key, value]) =>
    FIELDS.some((field) => field === key && fits(field, value)),
  )
  return Object.fromEntries(known)
}

/** @param edited the id of the user being edited; undefined for a new one */
export const useUserDraft = (edited: number | undefined) => {
  const { userId } = useUser()
  const name = `user-draft-${edited ?? 'new'}`
  const [found] = useState(() => read(userId, name))
  const keep = useCallback(
    (changes: Partial<UserValues>): void =>
      Object.keys(changes).length ? remember(userId, name, changes) : forget(userId, name),
    [userId, name],
  )
  return { found, keep }
}
