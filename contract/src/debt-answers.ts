// What may be said of a sum of debts: zero is zero only where every kind of debt that a machine asks has a valid
// answer. Where one was not asked yet, or could not be answered, "nothing owed" would be a pretence. What only a
// person can look up never makes a sum unknown, since nobody waits for it: it is told beside the sum.
import type { Freshness } from './catalogue.ts'
import type { Country } from './countries.ts'
import { MONEY_TYPES, resourceTypesOf, STATUSES, statusTone, UNPROCESSED } from './resources.ts'

/** A kind of debt as it stands: `freshness` is absent while it was never asked; `byHand`, no machine can ask it. */
export type DebtAnswer = {
  typeId: number
  statusId: number
  freshness: Freshness | null | undefined
  byHand?: boolean | undefined
}

/** A possible tenencia debt: the tenencia itself has answered clear. */
const POSSIBLE = 21

const isWithoutAnswer = (statusId: number): boolean =>
  statusId === UNPROCESSED || (statusTone(statusId) === 'warning' && statusId !== POSSIBLE)
/** Statuses that no valid answer stands behind. */
export const WITHOUT_ANSWER: readonly number[] = Object.keys(STATUSES).map(Number).filter(isWithoutAnswer)

const isByHand = ({ statusId, freshness, byHand }: DebtAnswer): boolean =>
  byHand === true && !freshness && statusId === UNPROCESSED
const idsOf = (types: readonly DebtAnswer[], which: (type: DebtAnswer) => boolean): readonly number[] =>
  types.filter((type) => MONEY_TYPES.has(type.typeId) && which(type)).map(({ typeId }) => typeId)

/** Ids of the kinds of debt that a machine asks and nobody has a valid answer for. */
export const missingOf = (types: readonly DebtAnswer[]): readonly number[] =>
  idsOf(types, (type) => !isByHand(type) && (type.freshness?.state === 'unknown' || isWithoutAnswer(type.statusId)))

/** Ids of the kinds of debt that wait for a person, and that a sum does not count. */
export const byHandOf = (types: readonly DebtAnswer[]): readonly number[] => idsOf(types, isByHand)

/** Kinds of debt that only some states have: in a list row, never asked means that the vehicle has none of it. */
const LOCAL: ReadonlySet<number> = new Set([7])

type Asset = { freshness: readonly Freshness[] } & Record<string, unknown>

/**
 * How a list row's kinds of debt stand; the row tells every type's status but not which types the vehicle has.
 * @param sources the types that some source answers by machine in its state; without, none is taken for one by hand
 */
export const debtAnswersOfRow = (asset: Asset, country: Country, sources?: readonly number[]): readonly DebtAnswer[] =>
  resourceTypesOf(country).flatMap(({ id, column }) => {
    const freshness = asset.freshness.find(({ resourceTypeId }) => resourceTypeId === id)
    if (!column || (LOCAL.has(id) && !freshness)) return []
    return [
      {
        typeId: id,
        statusId: Number(asset[column]),
        freshness,
        byHand: sources !== undefined && !sources.includes(id),
      },
    ]
  })

/** `missingOf` a list row. */
export const missingOfRow = (asset: Asset, country: Country, sources?: readonly number[]): readonly number[] =>
  missingOf(debtAnswersOfRow(asset, country, sources))
