// Money as portals write it → number with two decimals. Strict on purpose: any text that is not an amount is null, and
// a connector turns null into shape-drift, never into zero. Amounts are in currency units; sums are made in cents.
import type { Country } from '@padron/contract/places/countries'

// The highest amount of a row: a higher figure is an error of the source. A Colombian peso is worth some two hundred
// times less, and the columns hold less than a million million.
const MOST = { MX: 1_000_000_000, CO: 999_999_999_999 } as const
const MX = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$/
const CO = /^\$?\s*(\d{1,3}(?:\.\d{3})+|\d+)(,\d{1,2})?$/

export const cents = (amount: number): number => Math.round(amount * 100)

const sane = (amount: number, most: number): number | null =>
  Number.isFinite(amount) && amount >= 0 && amount <= most ? cents(amount) / 100 : null

const reader =
  (pattern: RegExp, most: number) =>
  (value: string | number): number | null => {
    if (typeof value === 'number') return sane(value, most)
    const [, whole, decimals] = pattern.exec(value.trim()) ?? []
    if (whole === undefined) return null
    return sane(Number(`${whole.replace(/[.,]/g, '')}${decimals?.replace(',', '.') ?? ''}`), most)
  }

/** `$3,960.40`, `3960.4`, 3960.4; null for anything else, for negatives and above a thousand million. */
export const mexicanMoney = reader(MX, MOST.MX)
/**
 * `$633.200`, `633.200`, 633200: the dot separates thousands; null for anything else, for negatives and from a million
 * million.
 */
export const colombianMoney = reader(CO, MOST.CO)

/**
 * `522900`, `121442.8150000001`: the point separates any number of decimals, thousands have no separator; rounded to
 * the cent. Colombian pesos.
 */
export const decimalMoney = (value: string | number): number | null =>
  typeof value === 'number' || /^\d+(\.\d+)?$/.test(value.trim()) ? sane(Number(value), MOST.CO) : null

const CELL_MOST = 999_999_999.99
/**
 * The amount in a cell of a workbook: in the country's notation, or as a workbook stores a number, with all its
 * decimals. Null above the limit of a captured amount.
 */
export const cellMoney = (text: string, country: Country): number | null => {
  const bare = text.replace(/[$\s]/g, '')
  const amount = (country === 'MX' ? mexicanMoney : colombianMoney)(bare)
  const value = amount ?? (/^\d{1,9}(\.\d{1,10})?$/.test(bare) ? Number(bare) : null)
  return value !== null && value <= CELL_MOST ? value : null
}

/** `10 UNIDADES DE CUENTA`, `10 UMA` → 10; null for anything else. The unit in which Mexican fines are stated. */
export function umaUnits(text: string): number | null {
  const [, units] = /^(\d{1,5}(?:\.\d{1,2})?)\s+(?:UNIDAD(?:ES)? DE CUENTA|UMAS?)$/i.exec(text.trim()) ?? []
  return units === undefined ? null : Number(units)
}
