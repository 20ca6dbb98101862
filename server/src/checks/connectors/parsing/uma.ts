// UMA: the unit in which Mexican fines are stated ("10 unidades de cuenta"). In force from 1 February to 31 January;
// a fine is worth the UMA of the infraction's day. Source: INEGI, published each January. Before 2016 and after the
// last published year there is no value: the amount is unknown, never guessed.

const DAILY: readonly (readonly [from: string, pesos: number])[] = [
  ['2016-01-28', 73.04],
  ['2017-02-01', 75.49],
  ['2018-02-01', 80.6],
  ['2019-02-01', 84.49],
  ['2020-02-01', 86.88],
  ['2021-02-01', 89.62],
  ['2022-02-01', 96.22],
  ['2023-02-01', 103.74],
  ['2024-02-01', 108.57],
  ['2025-02-01', 113.14],
  ['2026-02-01', 117.31],
]
const LAST_DAY = '2027-01-31'

/** @param day the infraction's day, yyyy-mm-dd @returns pesos a day, or null where no value was published */
export const umaOn = (day: string): number | null =>
  day > LAST_DAY ? null : (DAILY.findLast(([from]) => from <= day)?.[1] ?? null)

/** @returns pesos with two decimals */
export function fineInUma(units: number, day: string): number | null {
  const uma = umaOn(day.slice(0, 10))
  return uma === null ? null : Math.round(units * Math.round(uma * 100)) / 100
}

/** `10 UNIDADES DE CUENTA`, `10 UMA` → 10; null for anything else. */
export function unitsOf(text: string): number | null {
  const [, units] = /^(\d{1,5}(?:\.\d{1,2})?)\s+(?:UNIDAD(?:ES)? DE CUENTA|UMAS?)$/i.exec(text.trim()) ?? []
  return units === undefined ? null : Number(units)
}
