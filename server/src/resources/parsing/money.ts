// Money as portals write it → number with two decimals. Strict on purpose: what is not plainly an amount is null, and
// a connector turns null into shape-drift, never into zero. Amounts are in currency units; sums are made in cents.

const MOST = 1_000_000_000
const MX = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$/
const CO = /^\$?\s*(\d{1,3}(?:\.\d{3})+|\d+)(,\d{1,2})?$/

export const cents = (amount: number): number => Math.round(amount * 100)

const sane = (amount: number): number | null =>
  Number.isFinite(amount) && amount >= 0 && amount <= MOST ? cents(amount) / 100 : null

const reader =
  (pattern: RegExp) =>
  (value: string | number): number | null => {
    if (typeof value === 'number') return sane(value)
    const [, whole, decimals] = pattern.exec(value.trim()) ?? []
    if (whole === undefined) return null
    return sane(Number(`${whole.replace(/[.,]/g, '')}${decimals?.replace(',', '.') ?? ''}`))
  }

/** `$3,960.40`, `3960.4`, 3960.4; null for anything else, for negatives and above a thousand million. */
export const mexicanMoney = reader(MX)
/** `$633.200`, `633.200`, 633200: the dot parts thousands; null as above. */
export const colombianMoney = reader(CO)
