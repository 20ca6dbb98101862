// Reads an amount of money as people type or paste it. Pure.

/** A single separator before one or two digits is the decimal one; every other separates thousands. */
const decimalAt = (figures: string): number => {
  const at = Math.max(figures.lastIndexOf(','), figures.lastIndexOf('.'))
  const both = figures.includes(',') && figures.includes('.')
  const after = figures.length - at - 1
  return at >= 0 && after <= 2 && (both || figures.indexOf(figures[at] ?? '') === at) ? at : -1
}

/** `$1,234.50`, `1.234,50 COP`, `1234.5` → 1234.5; empty → null, unknown; anything else → undefined. */
export const amountOf = (typed: string): number | null | undefined => {
  const figures = typed.replace(/[\s$]|MXN|COP/gi, '')
  if (figures === '') return null
  if (!/^\d[\d.,]*$/.test(figures)) return undefined
  const at = decimalAt(figures)
  const digits = (text: string): string => text.replace(/[.,]/g, '')
  const whole = at < 0 ? digits(figures) : digits(figures.slice(0, at))
  return Number(at < 0 ? whole : `${whole}.${figures.slice(at + 1) || '0'}`)
}
