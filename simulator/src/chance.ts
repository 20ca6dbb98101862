// Deterministic randomness: every value is a hash of words, so a plate gets the same answer in every process. Cycles
// make debts appear and disappear as the clock moves: values are constant within a cycle and differ in the next one.

type Word = string | number

/** 32-bit FNV-1a with a final mix; good enough to distribute plates, unsuitable for secrets. */
export function hash(...words: Word[]): number {
  let h = 0x811c9dc5
  for (const char of words.join('|')) h = Math.imul(h ^ char.charCodeAt(0), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A number in [0, 1). */
export const chance = (...words: Word[]): number => hash(...words) / 0x1_0000_0000

/** A whole number from `from` to `to`, both included. */
export const between = (from: number, to: number, ...words: Word[]): number =>
  from + Math.floor(chance(...words) * (to - from + 1))

export function pick<List extends readonly [unknown, ...unknown[]]>(list: List, ...words: Word[]): List[number] {
  return list[hash(...words) % list.length] ?? list[0]
}

/** A text of decimal digits. */
export const digits = (length: number, ...words: Word[]): string =>
  String(hash(...words) % 10 ** Math.min(length, 9)).padStart(length, '0')

/** The key whose share of [0, 1) contains `draw`, or `rest` beyond the last. */
export function share<K extends string, R>(shares: Partial<Record<K, number>>, rest: R, draw: number): K | R {
  let from = 0
  for (const key in shares) {
    from += shares[key] ?? 0
    if (draw < from) return key
  }
  return rest
}

export type Cycle = { index: number; day: number; age: number }

/** The current cycle of `period` days: its number, the day it started (days since 1970) and its age in days. */
export function cycle(day: number, period: number, ...words: Word[]): Cycle {
  const shifted = day - (hash('cycle', ...words) % period)
  const age = ((shifted % period) + period) % period
  return { index: Math.floor(shifted / period), day: day - age, age }
}
