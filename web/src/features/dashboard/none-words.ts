// That there is none, with the article that agrees: `Ninguna multa`, `Ningún adeudo`; and of which period it is said. Pure.
import { isAhead, UNDATED } from '@padron/contract/dashboard-rules'

export const noneOf = (one: string): string => `${/^\S*a\b/.test(one) ? 'Ninguna' : 'Ningún'} ${one}`

/** What looks ahead is of payment lines, whatever else is counted. @param months of the period: 0 is of any date */
export const noneOwed = (one: string, months: number): string => {
  if (months === UNDATED) return `${noneOf(one)} sin fecha`
  if (isAhead(months)) return 'Ninguna línea de pago vence en este periodo'
  return months > 0 ? `${noneOf(one)} con fecha en este periodo` : noneOf(one)
}
