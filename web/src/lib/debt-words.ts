// What a vehicle owes, in words: one rule for the list and the drawer. The server adds; here it is only decided what may
// be said of the sum. Zero is a quiet dash only where EVERY kind of debt has a valid answer. Where one was never asked
// (a state without an automatic source) or could not be answered, "nothing owed" would be a pretence: it is not known.
import type { Debt, Freshness } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import { MONEY_TYPES, resourceTypesOf, statusTone, UNPROCESSED } from '@padron/contract/resources'
import { moneyText, UNKNOWN } from './money-text.ts'

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

/** `amount` in money or words, `more`: the debts whose amount no source gave. */
export const debtWords = ({ total, withoutAmount }: Debt, missing: readonly number[], country: Country) => ({
  amount: total || !(withoutAmount || missing.length) ? moneyText(total, country) : UNKNOWN,
  more: withoutAmount > 0 ? `${withoutAmount} ${withoutAmount === 1 ? 'adeudo' : 'adeudos'} sin importe` : '',
})
