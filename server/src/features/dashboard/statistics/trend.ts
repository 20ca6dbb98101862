// What was owed week by week, for a year, the last point being today. What was kept is told as it was kept. Before
// the first day that was, a point is worked out backwards from today, by the changes recorded since, for the kinds of
// debt whose changes are known. Pure.
import type { TrendPoint } from '@padron/contract/dashboard'
import { addDays } from '@padron/contract/days'
import type { z } from 'zod/mini'
import type { Change, KeptDay, KnownFrom, OwedOfType } from './trend.queries.ts'

type Point = z.infer<typeof TrendPoint>

const WEEK = 7
const WEEKS = 52

/** The first day of which a point may tell. */
export const trendFrom = (today: string): string => addDays(today, -WEEK * (WEEKS + 1) + 1)

const cents = (amount: number): number => Math.round(amount * 100) / 100
const byType = (a: OwedOfType, b: OwedOfType): number => a.typeId - b.typeId
const isPossible = ({ amount, count, withoutAmount }: OwedOfType): boolean =>
  amount >= 0 && count >= 0 && withoutAmount >= 0

const without = (owed: OwedOfType, undone: readonly Change[]): OwedOfType =>
  undone.reduce(
    ({ typeId, ...sum }, { amount, count, withoutAmount }) => ({
      typeId,
      amount: cents(sum.amount - amount),
      count: sum.count - count,
      withoutAmount: sum.withoutAmount - withoutAmount,
    }),
    owed,
  )

export type Known = {
  today: string
  /** What is owed today, with the kinds of which it is known that nothing is. */
  now: readonly OwedOfType[]
  /** Oldest first, without today. */
  kept: readonly KeptDay[]
  /** The first day that was ever kept; null: none. */
  firstKept: string | null
  changes: readonly Change[]
  known: readonly KnownFrom[]
}

/** A debt that came otherwise than by a change would leave less than nothing: then it is not known either. */
const workedOut = ({ now, changes, known }: Known, day: string, weeks: number): OwedOfType[] =>
  now
    .filter(({ typeId }) => known.some((each) => each.typeId === typeId && each.day <= day))
    .map((owed) =>
      without(
        owed,
        changes.filter((change) => change.typeId === owed.typeId && change.weeks < weeks),
      ),
    )
    .filter(isPossible)

/** The point so many weeks ago: as its day was kept, or the latest of the six before. */
const pointOf = (all: Known, weeks: number): Point => {
  const { today, now, kept, firstKept } = all
  const day = addDays(today, -WEEK * weeks)
  const weekFrom = addDays(day, 1 - WEEK)
  const found = weeks === 0 ? { types: now } : kept.findLast((each) => each.day <= day && each.day >= weekFrom)
  if (found) return { day, seen: true, types: found.types.toSorted(byType) }
  const before = firstKept === null || day < firstKept
  return { day, seen: false, types: before ? workedOut(all, day, weeks).toSorted(byType) : [] }
}

/** Oldest first; it begins where something is known. */
export const trendOf = (all: Known): Point[] => {
  const points = Array.from({ length: WEEKS + 1 }, (_, nth) => pointOf(all, WEEKS - nth))
  const first = points.findIndex(({ types }, nth) => types.length > 0 || nth === WEEKS)
  return points.slice(first)
}
