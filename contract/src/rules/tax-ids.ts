// RFC (Mexico), NIT and personal documents (Colombia): shape, date, check digit. A wrong shape or impossible date is
// refused; a wrong digit only warns, because about one real RFC in a hundred fails it. Both check digits are
// implemented here, ten lines each: the one dependable library (stdnum) refuses the two generic RFCs, accepts a legacy
// alphabet and would be the contract's only dependency besides zod.
import { normalize } from '../normalize.ts'
import type { Country } from '../places/countries.ts'

export type TaxIdReading = {
  verdict: 'accept' | 'warn' | 'refuse'
  /** As stored: RFC without separators, NIT as number-digit, other documents after their type («CE 123456»). */
  value: string
  message: string | null
}

const accept = (value: string): TaxIdReading => ({ verdict: 'accept', value, message: null })
const warn = (value: string, message: string): TaxIdReading => ({ verdict: 'warn', value, message })
const refuse = (value: string, message: string): TaxIdReading => ({ verdict: 'refuse', value, message })

const RFC_ALPHABET = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
const GENERIC_RFCS = new Set(['XAXX010101000', 'XEXX010101000'])
// SAT's list of inconvenient words: it never issues an RFC that starts with one.
const FORBIDDEN_WORDS = `
  BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COJA COJE COJI COJO CULO FETO GUEY JOTO KACA KACO KAGA KAGO
  KAKA KOGE KOJO KULO LOCA LOCO MAME MAMO MEAR MEAS MEON MION MOCO MULA PEDA PEDO PENE PUTA PUTO QULO RATA
  RUIN`
  .trim()
  .split(/\s+/)

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
 * The check digit follows a hyphen. Without a hyphen, ten digits that start with 8 or 9 are a company's nine and its
 * check digit; any other number (also a citizen's card) gets its check digit added.
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

/** The documents that identify a holder in Colombia, as the registries abbreviate them. */
export const DOCUMENT_TYPES = ['NIT', 'CC', 'CE', 'PA', 'PPT'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]
export const isDocumentType = (text: string): text is DocumentType => DOCUMENT_TYPES.some((type) => type === text)

type PersonalDocument = Exclude<DocumentType, 'NIT'>
const PERSONAL: Readonly<Record<PersonalDocument, { shape: RegExp; fault: string }>> = {
  CC: {
    shape: /^\d{5,10}$/,
    fault: 'La cédula de ciudadanía (CC) debe tener de 5 a 10 dígitos, por ejemplo CC 51234567.',
  },
  CE: {
    shape: /^\d{5,10}$/,
    fault: 'La cédula de extranjería (CE) debe tener de 5 a 10 dígitos, por ejemplo CE 123456.',
  },
  PA: {
    shape: /^[A-Z0-9]{5,15}$/,
    fault: 'El pasaporte (PA) debe tener de 5 a 15 letras y dígitos, por ejemplo PA AB12345.',
  },
  PPT: {
    shape: /^\d{5,10}$/,
    fault: 'El permiso por protección temporal (PPT) debe tener de 5 a 10 dígitos, por ejemplo PPT 1234567.',
  },
}

const DOCUMENT_MAX = 40
const TOO_LONG = `El documento del titular tiene más de ${DOCUMENT_MAX} caracteres.`
const UNKNOWN_DOCUMENT =
  'El NIT debe tener de 8 a 15 dígitos y su dígito de verificación, por ejemplo 900123456-8; una cédula, de 5 a ' +
  '10 dígitos. Otro documento lleva su tipo delante: CE 123456, PA AB12345 o PPT 1234567.'
/** A passport can start with any letter, so its type needs a separator before the number. */
const TYPED = /^(NIT|CC|CE|PPT)[ :-]*(\d.*)$|^(PA)[ :-]+([A-Z0-9].*)$/
/** Shorter than any NIT: a personal card of any kind. */
const SHORT_NUMBER = /^\d{5,7}$/
/** Nine digits that start with 8 or 9 are a company's NIT, never a personal card. */
const COMPANY_NUMBER = /^[89]\d{8}$/

const upperCase = (text: string): string =>
  normalize(text, 'NFC').toUpperCase().replaceAll('.', '').replace(/\s+/g, ' ').trim()

/** A personal card formerly stored as a NIT is followed by its check digit. */
const withoutCheckDigit = (number: string): string => {
  const [, head, digit] = /^(\d{8,10})-(\d)$/.exec(number) ?? []
  return head && nitCheckDigit(head) === digit ? head : number
}

const readPersonal = (type: PersonalDocument, text: string): TaxIdReading => {
  const number = withoutCheckDigit(text).replace(/[ -]/g, '')
  const { shape, fault } = PERSONAL[type]
  return shape.test(number) ? accept(`${type} ${number}`) : refuse(`${type} ${number}`, fault)
}

/** A company's number is a NIT by itself, so it is always stored without its type. */
const readTypedNit = (text: string): TaxIdReading => {
  const reading = readNit(text)
  const [number = ''] = reading.value.split('-')
  return COMPANY_NUMBER.test(number) ? reading : { ...reading, value: `NIT ${reading.value}` }
}

/** A Colombian document after its type («CE 123456», «C.C. 51.234.567», «PA AB12345»), or a bare number. */
const readDocument = (text: string): TaxIdReading => {
  if (text.length > DOCUMENT_MAX) return refuse(text.slice(0, DOCUMENT_MAX), TOO_LONG)
  const bare = upperCase(text)
  const found = TYPED.exec(bare)
  const type = found?.[1] ?? found?.[3]
  const rest = found?.[2] ?? found?.[4] ?? ''
  if (type === 'NIT') return readTypedNit(rest)
  if (type !== undefined) return readPersonal(type as PersonalDocument, rest)
  const number = bare.replaceAll(' ', '')
  if (SHORT_NUMBER.test(number)) return accept(number)
  const nit = readNit(number)
  return nit.verdict === 'refuse' ? refuse(nit.value, UNKNOWN_DOCUMENT) : nit
}

export const readTaxId = (text: string, country: Country): TaxIdReading =>
  country === 'MX' ? readRfc(text) : readDocument(text)

/** Splits the stored text. The type is null for a bare number. */
export const splitDocument = (stored: string): { type: DocumentType | null; number: string } => {
  const [type = '', number = ''] = stored.split(' ')
  return isDocumentType(type) && number ? { type, number } : { type: null, number: stored }
}

/** Joins a form's two fields to one text for `readTaxId`. */
export const joinDocument = (type: string, number: string): string => {
  const bare = number.trim()
  return type && bare && !upperCase(bare).startsWith(`${type} `) ? `${type} ${bare}` : bare
}

/**
 * The document to query a source with: the type before the number, otherwise NIT for a company's number, otherwise the
 * company's default, otherwise the citizen's card. A NIT has no check digit here.
 * @param usual the default type of the company's holders, for ambiguous numbers
 * @returns undefined if it is no Colombian document
 */
export const holderDocument = (
  text: string,
  usual: DocumentType | null = null,
): { type: DocumentType; number: string } | undefined => {
  const { verdict, value } = readDocument(text)
  if (verdict === 'refuse') return undefined
  const { type, number } = splitDocument(value)
  const [bare = ''] = number.split('-')
  return { type: type ?? (COMPANY_NUMBER.test(bare) ? 'NIT' : (usual ?? 'CC')), number: bare }
}
