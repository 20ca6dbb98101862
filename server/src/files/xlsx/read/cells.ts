// The value of a cell as text, close to Excel's display and readable by rules: dates as yyyy-mm-dd, times as HH:mm:ss,
// booleans as Excel's Spanish words, errors unchanged, formulas as their last value, and numbers with all digits that
// Excel stores (15), never as 1.2E+16.
import { DAY_MS } from '@padron/contract/days'
import type { Format } from './styles.ts'
import { DAMAGED, WorkbookError } from './workbook-error.ts'
import { withoutEscapes } from './xml.ts'

export type SheetContext = { strings: readonly string[]; formats: readonly Format[]; date1904: boolean }

const LAST_SERIAL = 2_958_466 // the day after 31 December 9999
const PLAIN_DECIMALS = 20 // like Excel's formula bar, which shows smaller numbers as 1E-21

/** 'AB12' → 27. */
export const cellColumn = (reference: string): number => {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const digit = reference.charCodeAt(at) - 64
    if (digit < 1 || digit > 26) break
    column = column * 26 + digit
  }
  return column - 1
}

const NO_LEAP_DAY = 60
/** Excel's 1900 calendar has a 29 February that did not exist: it is kept, and days before it are shifted by one. */
const asDate = (serial: number, date1904: boolean): string => {
  const days = Math.floor(serial) + (date1904 ? 1462 : 0)
  if (days === NO_LEAP_DAY) return '1900-02-29'
  return new Date(Date.UTC(1899, 11, 30) + (days < 60 ? days + 1 : days) * DAY_MS).toISOString().slice(0, 10)
}

const asPlain = (value: number): string => {
  const text = String(Number(value.toPrecision(15)))
  if (!text.includes('e')) return text
  const [digits = '', exponent = '0'] = text.split('e')
  const decimals = digits.replace(/^-?\d\.?/, '').length - Number(exponent)
  return decimals > 0 && decimals <= PLAIN_DECIMALS ? value.toFixed(decimals) : text.replace('e', 'E')
}

export const isDate = (format: Format): boolean => format === 'date' || format === 'time'

/** @param format a number is the count of zeros in a format such as 00000 */
const numberText = (raw: string, format: Format, date1904: boolean): string => {
  if (format === 'number' && /^-?\d{1,15}$/.test(raw)) return raw
  const value = Number(raw)
  if (!Number.isFinite(value)) return raw
  if (isDate(format) && value >= 0 && value < LAST_SERIAL) {
    return format === 'date' && value >= 1
      ? asDate(value, date1904)
      : new Date(Math.round((value % 1) * DAY_MS)).toISOString().slice(11, 19)
  }
  const plain = asPlain(value)
  return typeof format === 'number' && /^\d+$/.test(plain) ? plain.padStart(format, '0') : plain
}

/** The text of a cell of any type except `inlineStr`, whose text is not in its value. */
export const cellText = (type: string, value: string, format: Format, context: SheetContext): string => {
  switch (type) {
    case 's': {
      const shared = value === '' ? '' : context.strings[Number(value)]
      if (shared === undefined) throw new WorkbookError(DAMAGED)
      return shared
    }
    case 'n':
      return value === '' ? '' : numberText(value, format, context.date1904)
    case 'b':
      return value === '1' || value === 'true' ? 'VERDADERO' : value === '' ? '' : 'FALSO'
    case 'd':
      return value.slice(0, 10)
    default:
      return withoutEscapes(value)
  }
}
