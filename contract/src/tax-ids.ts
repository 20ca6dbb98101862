// RFC (Mexico) and NIT (Colombia): shape, date, check digit. Shape and impossible dates refuse; a wrong digit only warns,
// since about one real RFC in a hundred fails it. The two check digits are written here, ten lines each, because the one
// dependable library (stdnum) refuses the two generic RFCs, accepts a legacy alphabet and would be the contract's only
// dependency besides zod.
import type { Country } from './countries.ts'
import { normalize } from './normalize.ts'

export type TaxIdReading = {
  verdict: 'accept' | 'warn' | 'refuse'
  /** As it is stored: RFC without separators, NIT as number-digit. */
  value: string
  message: string | null
}

const accept = (value: string): TaxIdReading => ({ verdict: 'accept', value, message: null })
const warn = (value: string, message: string): TaxIdReading => ({ verdict: 'warn', value, message })
const refuse = (value: string, message: string): TaxIdReading => ({ verdict: 'refuse', value, message })

const RFC_ALPHABET = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
const GENERIC_RFCS = new Set(['XAXX010101000', 'XEXX010101000'])
// SAT's list of inconvenient words: it never issues an RFC that begins with one.
const FORBIDDEN_WORDS =
  'BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COJA COJE COJI COJO CULO FETO GUEY JOTO KACA KACO KAGA KAGO KAKA KOGE KOJO KULO LOCA LOCO MAME MAMO MEAR MEAS MEON MION MOCO MULA PEDA PEDO PENE PUTA PUTO QULO RATA RUIN'.split(
    ' ',
  )

/** @param head the RFC without its last character: 11 (company) or 12 (person) */
export const rfcCheckDigit = (head: string): string => {
  const sum = [...head.padStart(12, ' ')].reduce((total, char, i) => total + RFC_ALPHABET.indexOf(char) * (13 - i), 0)
  const rest = 11 - (sum % 11)
  return rest === 11 ? '0' : rest === 10 ? 'A' : `${rest}`
}

/** @param yymmdd six digits: a date of the 1900s or of the 2000s */
const dateExists = (yymmdd: string): boolean =>
  ['19', '20'].some((century) => {
    const [year, month, day] = [`${century}${yymmdd.slice(0, 2)}`, yymmdd.slice(2, 4), yymmdd.slice(4, 6)].map(Number)
    const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0))
    return date.getUTCMonth() + 1 === month && date.getUTCDate() === day
  })

export const readRfc = (text: string): TaxIdReading => {
  const rfc = normalize(text, 'NFC')
    .toUpperCase()
    .replace(/[\s\-.]/g, '')
  if (GENERIC_RFCS.has(rfc)) return accept(rfc)
  const [, letters, date] = /^([A-ZÑ&]{3,4})(\d{6})[A-Z0-9]{2}[0-9A]$/.exec(rfc) ?? []
  if (!letters || !date)
    return refuse(rfc, 'El RFC debe tener 12 caracteres (empresa) o 13 (persona), por ejemplo ABC010203XY9.')
  if (!dateExists(date)) return refuse(rfc, `La fecha del RFC (${date}) no existe.`)
  if (FORBIDDEN_WORDS.includes(letters)) return warn(rfc, `El SAT no asigna RFC que empiecen con ${letters}; revíselo.`)
  const digit = rfcCheckDigit(rfc.slice(0, -1))
  return digit === rfc.at(-1) ? accept(rfc) : warn(rfc, `El dígito verificador del RFC debería ser ${digit}; revíselo.`)
}

const NIT_WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]

/** @param number digits only, without the check digit, 15 at most */
export const nitCheckDigit = (number: string): string => {
  const sum = [...number].reverse().reduce((total, digit, i) => total + Number(digit) * (NIT_WEIGHTS[i] ?? 0), 0)
  return '01987654321'[sum % 11] ?? '0'
}

/**
 * With a hyphen the digit is the one after it. Without: ten digits that begin with 8 or 9 are a company's nine and its
 * digit; anything else is a number (a citizen's card too) whose digit is added.
 */
export const readNit = (text: string): TaxIdReading => {
  const bare = text.replace(/[\s.]/g, '')
  const [, head, typed] =
    /^(\d{8,15})-(\d)$/.exec(bare) ?? /^([89]\d{8})(\d)$/.exec(bare) ?? /^(\d{8,15})$/.exec(bare) ?? []
  if (!head)
    return refuse(bare, 'El NIT debe tener de 8 a 15 dígitos y su dígito de verificación, por ejemplo 900123456-8.')
  const digit = nitCheckDigit(head)
  if (typed === undefined) return accept(`${head}-${digit}`)
  return typed === digit
    ? accept(`${head}-${digit}`)
    : warn(`${head}-${typed}`, `El dígito de verificación del NIT debería ser ${digit}; revíselo.`)
}

export const readTaxId = (text: string, country: Country): TaxIdReading =>
  country === 'MX' ? readRfc(text) : readNit(text)
