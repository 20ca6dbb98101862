// What was owed week by week for a year; the last point is today. Stored days are used as they are. Before the first
// stored day a point is reconstructed backwards from today by the recorded changes, for the kinds of debt whose changes
// are complete. Pure.
import type { TrendPoint } from '@padron/contract/dashboard'
import { addDays } from '@padron/contract/days'
import { roundToCents } from '@padron/contract/money'
import type { z } from 'zod/mini'
import type { Change, KnownFrom, OwedOfType, StoredDay } from './trend.queries.ts'

type Point = z.infer<typeof TrendPoint>

const WEEK = 7
const WEEKS = 52

/** The first day that a point can cover. */
export const trendFrom = (today: string): string => addDays(today, -WEEK * (WEEKS + 1) + 1)

const byType = (a: OwedOfType, b: OwedOfType): number => a.typeId - b.typeId
const isPossible = ({ amount, count, withoutAmount }: OwedOfType): boolean =>
  amount >= 0 && count >= 0 && withoutAmount >= 0

const without = (owed: OwedOfType, undone: readonly Change[]): OwedOfType =>
  undone.reduce(
    ({ typeId, ...sum }, { amount, count, withoutAmount }) => ({
      typeId,
      amount: roundToCents(sum.amount - amount),
      count: sum.count - count,
      withoutAmount: sum.withoutAmount - withoutAmount,
    }),
    owed,
  )

export type Known = {
  today: string
  /** What is owed today, including the kinds of which nothing is known to be owed. */
  now: readonly OwedOfType[]
  /** Oldest first, without today. */
  storedDays: readonly StoredDay[]
  /** The first day ever stored; null: none. */
  firstStored: string | null
  changes: readonly Change[]
  known: readonly KnownFrom[]
}

/** A debt that no change recorded would make the amount negative; the point is then unknown. */
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

/** The point so many weeks ago: its stored day, or the latest of the six before. */
const pointOf = (all: Known, weeks: number): Point => {
  const { today, now, storedDays, firstStored } = all
  const day = addDays(today, -WEEK * weeks)
  const weekFrom = addDays(day, 1 - WEEK)
  const found = weeks === 0 ? { types: now } : storedDays.findLast((each) => each.day <= day && each.day >= weekFrom)
  if (found) return { day, seen: true, types: found.types.toSorted(byType) }
  const before = firstStored === null || day < firstStored
  return { day, seen: false, types: before ? workedOut(all, day, weeks).toSorted(byType) : [] }
}

/** Oldest first; begins where something is known. */
export const trendOf = (all: Known): Point[] => {
  const points = Array.from({ length: WEEKS + 1 }, (_, nth) => pointOf(all, WEEKS - nth))
  const first = points.findIndex(({ types }, nth) => types.length > 0 || nth === WEEKS)
  return points.slice(first)
}
