// What was typed of a vehicle and not saved: each changed field, with what it was changed from, so that a draft found again
// can still be laid over what others changed meanwhile.
import { useCallback } from 'react'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { DRAFTS } from './unsaved-drafts.ts'
import { EMPTY, FIELDS, pick, type ValueField, type VehicleValues } from './vehicle-values.ts'

type Part = Partial<VehicleValues>
export type VehicleDraft = { read: Part; mine: Part }

const fits = (field: ValueField, value: unknown): boolean =>
  field === 'tags'
    ? Array.isArray(value) && value.every((one) => Number.isSafeInteger(one))
    : typeof value === typeof EMPTY[field]

const known = (kept: unknown): Part =>
  Object.fromEntries(
    Object.entries(kept && typeof kept === 'object' ? kept : {}).filter(([key, value]) =>
      FIELDS.some((field) => field === key && fits(field, value)),
    ),
  )

const read = (kept: unknown): VehicleDraft | undefined => {
  const draft = (kept ?? {}) as Record<string, unknown>
  const mine = known(draft.mine)
  return Object.keys(mine).length ? { mine, read: known(draft.read) } : undefined
}

/** @param edited the id of the vehicle being edited; undefined for a new one */
export const useVehicleDraft = (edited: number | undefined) => {
  const { userId } = useUser()
  const { found, keep } = useDraft(userId, `${DRAFTS}${edited ?? 'new'}`, read)
  return {
    found,
    keep: useCallback(
      (before: VehicleValues, after: VehicleValues, changed: readonly ValueField[]): void =>
        keep(changed.length ? { read: pick(before, changed), mine: pick(after, changed) } : undefined),
      [keep],
    ),
    forget: useCallback((): void => keep(undefined), [keep]),
  }
}
