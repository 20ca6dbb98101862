// Whether a sum of debts is known: zero means zero only if every kind of debt with an automatic source has a valid
// answer. Kinds that need manual capture never make a sum unknown; they are listed beside it.
import type { Freshness } from '../catalogue/rows.ts'
import type { Country } from '../places/countries.ts'
import { existsIn, MAY_OWE, MONEY_TYPES, resourceTypesOf, STATUSES, statusTone, UNPROCESSED } from '../resources.ts'

/** The answer for a kind of debt: `freshness` is absent if never queried; `byHand`: no automatic source exists. */
export type DebtAnswer = {
  typeId: number
  statusId: number
  freshness: Freshness | null | undefined
  byHand?: boolean | undefined
}

const isWithoutAnswer = (statusId: number): boolean =>
  statusId === UNPROCESSED || (statusTone(statusId) === 'warning' && statusId !== MAY_OWE)
/** Statuses without a valid answer. */
export const WITHOUT_ANSWER: readonly number[] = Object.keys(STATUSES).map(Number).filter(isWithoutAnswer)

/** Whether only a person can look it up, and none has. */
export const isByHand = ({ statusId, freshness, byHand }: DebtAnswer): boolean =>
  byHand === true && !freshness && statusId === UNPROCESSED
const idsOf = (types: readonly DebtAnswer[], which: (type: DebtAnswer) => boolean): readonly number[] =>
  types.filter((type) => MONEY_TYPES.has(type.typeId) && which(type)).map(({ typeId }) => typeId)

/** Ids of the kinds of debt with an automatic source and without a valid answer. */
export const missingOf = (types: readonly DebtAnswer[]): readonly number[] =>
  idsOf(types, (type) => !isByHand(type) && (type.freshness?.state === 'unknown' || isWithoutAnswer(type.statusId)))

/** Ids of the kinds of debt that need manual capture; a sum does not count them. */
export const byHandOf = (types: readonly DebtAnswer[]): readonly number[] => idsOf(types, isByHand)

type Asset = { stateId: number; freshness: readonly Freshness[] } & Record<string, unknown>

/**
 * The answers for a list row's kinds of debt: those of the vehicle's state, and others that were queried.
 * @param sources the types with an automatic source in its state; absent: no type counts as manual
 */
export const debtAnswersOfRow = (asset: Asset, country: Country, sources?: readonly number[]): readonly DebtAnswer[] =>
  resourceTypesOf(country).flatMap(({ id, column }) => {
    const freshness = asset.freshness.find(({ resourceTypeId }) => resourceTypeId === id)
    if (!column || !(freshness || existsIn(id, asset.stateId))) return []
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
