// A page of what is due, one group a day, in the order it came. Pure.
import type { Obligation } from '@padron/contract/obligations'

export type DayGroup = { day: string; due: readonly Obligation[] }

export const byDay = (due: readonly Obligation[]): readonly DayGroup[] =>
  [...Map.groupBy(due, ({ dueOn }) => dueOn)].map(([day, group]) => ({ day, due: group }))
