// What may be said of a sum of debts: zero is zero only where EVERY kind of debt has a valid answer. Where one was never
// asked (a state without an automatic source) or could not be answered, "nothing owed" would be a pretence.
import type { Freshness } from './catalogue.ts'
import type { Country } from './countries.ts'
import { MONEY_TYPES, resourceTypesOf, statusTone, UNPROCESSED } from './resources.ts'

/** A kind of debt as it stands: `freshness` is absent while it was never asked. */
export type Standing = { typeId: number; statusId: number; freshness: Freshness | null | undefined }

/** A possible tenencia debt: the tenencia itself has answered clear. */
const POSSIBLE = 21

/** Ids of the kinds of debt that nobody has a valid answer for. */
export const missingOf = (types: readonly Standing[]): readonly number[] =>
  types
    .filter(({ typeId }) => MONEY_TYPES.has(typeId))
    .filter(
      ({ statusId, freshness }) =>
        freshness?.state === 'unknown' ||
        statusId === UNPROCESSED ||
        (statusTone(statusId) === 'warning' && statusId !== POSSIBLE),
    )
    .map(({ typeId }) => typeId)

/** Kinds of debt that only some states have: in a list row, never asked means that the vehicle has none of it. */
const LOCAL: ReadonlySet<number> = new Set([7])

/** The same of a list row, which tells every type's status but not which types the vehicle has. */
export const missingOfRow = (
  asset: { freshness: readonly Freshness[] } & Record<string, unknown>,
  country: Country,
): readonly number[] =>
  missingOf(
    resourceTypesOf(country).flatMap(({ id, column }) => {
      const freshness = asset.freshness.find(({ resourceTypeId }) => resourceTypeId === id)
      if (!column || (LOCAL.has(id) && !freshness)) return []
      return [{ typeId: id, statusId: Number(asset[column]), freshness }]
    }),
  )
