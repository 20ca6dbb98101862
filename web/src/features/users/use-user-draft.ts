// What was typed of a user and not saved. Only the fields that differ from the stored ones are kept, so that a draft found
// again does not undo what others changed meanwhile.
import { useCallback } from 'react'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { EMPTY, FIELDS, type UserField, type UserValues } from './user-values.ts'

const fits = (field: UserField, value: unknown): boolean =>
  field === 'tags'
    ? Array.isArray(value) && value.every((one) => typeof one === 'number')
    : typeof value === typeof EMPTY[field]

const read = (kept: unknown): Partial<UserValues> => {
  if (!kept || typeof kept !== 'object') return {}
  const known = Object.entries(kept).filter(([key, value]) =>
    FIELDS.some((field) => field === key && fits(field, value)),
  )
  return Object.fromEntries(known)
}

/** @param edited the id of the user being edited; undefined for a new one */
export const useUserDraft = (edited: number | undefined) => {
  const { userId } = useUser()
  const { found, keep } = useDraft(userId, `user-draft-${edited ?? 'new'}`, read)
  return {
    found,
    keep: useCallback(
      (changes: Partial<UserValues>): void => keep(Object.keys(changes).length ? changes : undefined),
      [keep],
    ),
  }
}
