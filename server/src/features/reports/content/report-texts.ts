// Texts and blocks that report emails share. Pure.
import { localTime } from '@padron/contract/days'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { countOf, numberText } from '@padron/contract/texts/count-of'
import { numericDay } from '@padron/contract/texts/day-texts'
import { zoneName } from '@padron/contract/texts/zone-name'
import type { MailBlock } from '../../../mail/email-content.ts'

/** 'lunes 23 de noviembre de 2026, 07:00', in the zone. */
export const momentIn = (at: Date | string, timeZone: string): string => {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
  const when = new Date(at)
  return `${when.toLocaleDateString('es-MX', day).replace(',', '')}, ${when.toLocaleTimeString('es-MX', time)}`
}
/** The same with the zone's name. */
export const momentAndZone = (at: Date | string, timeZone: string): string =>
  `${momentIn(at, timeZone)} (${zoneName(timeZone)})`

/** '23/11/2026', for tables. */
export const shortDay = (at: Date | string, timeZone: string): string =>
  numericDay(localTime(new Date(at), timeZone).day)

export const number = (count: number): string => numberText(count)

const withoutWords = (count: number): string => countOf(count, 'adeudo sin importe', 'adeudos sin importe')

/** Adds how many debts have no amount: they are not zero. */
export const amountWords = (total: number | null, withoutAmount: number, country: Country): string => {
  const more = withoutAmount > 0 ? withoutWords(withoutAmount) : ''
  if (!total && more) return more
  return [money(total ?? 0, country), more].filter(Boolean).join(' y ')
}

/** The same for tables, on a line of its own. */
export const amountLines = (total: number | null, withoutAmount: number, country: Country): string =>
  withoutAmount > 0 && total
    ? `${money(total, country)}\ny ${withoutWords(withoutAmount)}`
    : amountWords(total, withoutAmount, country)

export const generatedAt = (at: Date, timeZone: string): string => `Generado el ${momentAndZone(at, timeZone)}.`

type Table = Extract<MailBlock, { is: 'table' }>
/** @param total of all rows; a line counts those beyond the table's @returns nothing if there is no row */
export const tableOf = (table: Omit<Table, 'is'>, total = table.rows.length, where = 'en el archivo'): MailBlock[] => {
  if (table.rows.length === 0) return []
  const more = total - table.rows.length
  const rest: MailBlock[] = more > 0 ? [{ is: 'text', text: `y ${number(more)} más ${where}.`, muted: true }] : []
  return [{ is: 'table', ...table }, ...rest]
}
