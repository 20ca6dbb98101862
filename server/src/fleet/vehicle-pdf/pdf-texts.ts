// Words that several parts of the vehicle PDF share.
import { money } from '@padron/contract/money'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { wallClock } from '../../files/wall-clock.ts'
import { UNKNOWN } from '../workbook/cells.ts'

export const NOTHING = '—'

/** The label of the notes that name a payment line. */
export const COVERS = 'Línea de captura'

/** Limits a text of a heading or a narrow column. */
export const short = (text: string, most: number): string => {
  const signs = Array.from(text.slice(0, 2 * most + 2))
  return signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : text
}

export const amount = (value: number | null, country: Country): string =>
  value === null ? UNKNOWN.toLowerCase() : money(value, country)
/** For columns whose heading names the currency. */
export const bareAmount = (value: number | null, country: Country): string =>
  amount(value, country).replace(` ${COUNTRIES[country].currency}`, '')

export const moment = (instant: string, timeZone: string): string =>
  wallClock(instant, timeZone).toISOString().slice(0, 16).replace('T', ' ')
/** A day stays as the source wrote it; an instant is converted to the company's time zone. */
export const when = (text: string | null, timeZone: string): string =>
  text === null ? NOTHING : isInstant(text) ? moment(text, timeZone) : text
const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))
