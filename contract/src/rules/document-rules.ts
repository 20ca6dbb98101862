// The file types of documents and the rules of types and fields, with their texts (spec bulk §5, core §3 and §5), for
// both sides. Patterns are validated by document-patterns.ts, which includes an engine.
import { hasPlausibleYear, isCalendarDay } from '../days.ts'
import { normalize } from '../normalize.ts'
import { decimalText, moneyHere } from '../texts/count-of.ts'

export const DATA_TYPES = [
  { id: 0, name: 'Alfanumérico', kind: 'text', choosable: true },
  { id: 1, name: 'Numérico', kind: 'number', choosable: true },
  { id: 2, name: 'Decimal', kind: 'number', choosable: true },
  { id: 3, name: 'Fecha', kind: 'date', choosable: true },
  { id: 4, name: 'Binario (Sí o no)', kind: 'boolean', choosable: true },
  // disabled in the form (bulk §3); a number in a document (core §3)
  { id: 5, name: 'Opción múltiple', kind: 'number', choosable: false },
] as const
export type DataKind = (typeof DATA_TYPES)[number]['kind']
export const dataTypeName = (id: number): string => DATA_TYPES.find((type) => type.id === id)?.name ?? `${id}`
export const dataKind = (id: number): DataKind => DATA_TYPES.find((type) => type.id === id)?.kind ?? 'text'

const DECIMAL = 2
const MONEY_WORDS = /^(?:importe|monto|precio|costo|prima|saldo|adeudo|renta)(?![\p{L}\p{N}])/iu
const CURRENCY_CODE = /(?:^|[^\p{L}])[A-Z]{3}(?![\p{L}])/u
const DECIMAL_TEXT = /^-?\d{1,15}(?:\.\d{1,6})?$/
const BOOLEANS: Readonly<Record<string, string>> = { true: 'Sí', false: 'No' }
export type ReadField = { fieldName: string; documentDataTypeId: number }

/** Whether a decimal is an amount of the company's currency: its name is that of an amount, without a currency code. */
const isAmount = ({ fieldName }: ReadField): boolean => MONEY_WORDS.test(fieldName) && !CURRENCY_CODE.test(fieldName)

/** Formats a value for display. Whole numbers are identifiers and stay unformatted. @param value as stored */
export const documentValue = (field: ReadField, value: string): string => {
  const { documentDataTypeId: type } = field
  if (dataKind(type) === 'boolean') return BOOLEANS[value] ?? value
  if (type !== DECIMAL || !DECIMAL_TEXT.test(value)) return value
  return isAmount(field) ? moneyHere(Number(value)) : decimalText(value)
}

export const DOCUMENT_BYTES = 250 * 1_048_576
/** Accepted file types by content, with the extension to save them with and their preview. */
export const DOCUMENT_FILES = [
  { type: 'application/pdf', endings: ['pdf'], preview: 'pdf' },
  { type: 'image/png', endings: ['png'], preview: 'image' },
  { type: 'image/jpeg', endings: ['jpg', 'jpeg'], preview: 'image' },
  { type: 'image/webp', endings: ['webp'], preview: 'image' },
  { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', endings: ['docx'], preview: null },
  { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'], preview: null },
] as const
export const DOCUMENT_KINDS_TEXT = 'PDF, PNG, JPEG, WebP, Word (.docx) o Excel (.xlsx)'
export const NOT_A_DOCUMENT = `El contenido del archivo no es ${DOCUMENT_KINDS_TEXT}.`
export const FILE_NEEDED = 'Seleccione el archivo que desea agregar'
export const TYPE_NEEDED = 'Seleccione el tipo de documento'
/** The fault of a required empty field, or of a value that does not match its pattern (spec core §5). */
export const FIELD_NEEDED = 'Campo obligatorio'

const NAME_AT_MOST = 30
/**
 * Letters, digits, ñ, dot, underscore, hyphen; one space between words (spec bulk §5). Accented letters are letters.
 */
const WORDS = /^[\p{L}\p{N}._-]+(?: [\p{L}\p{N}._-]+)*$/u

const nameFault = (name: string, needed: string): string | undefined => {
  if (name.trim() === '') return needed
  if ([...name].length > NAME_AT_MOST) return 'Tamaño máximo 30'
  return WORDS.test(normalize(name, 'NFC')) ? undefined : 'No se permiten carácteres especiales'
}
export const typeNameFault = (name: string): string | undefined =>
  nameFault(name, 'Ingrese un nombre para el tipo de documento')
export const fieldNameFault = (name: string): string | undefined => nameFault(name, 'Ingrese el nombre del campo')
export const FIELD_TYPE_NEEDED = 'Seleccione un tipo de campo'

type Field = { documentDataTypeId: number; fieldRequiered: boolean; fieldRegex: string }

export const DECIMAL_NEEDED = 'Escriba un número, con punto decimal'

const isDay = (value: string): boolean => hasPlausibleYear(value) && isCalendarDay(value)

const WRITTEN: Readonly<Record<DataKind, (value: string, type: number) => string | undefined>> = {
  text: () => undefined,
  number: (value, type) =>
    (type === 2 ? DECIMAL_TEXT : /^-?\d{1,15}$/).test(value)
      ? undefined
      : type === 2
        ? DECIMAL_NEEDED
        : 'Escriba un número entero',
  date: (value) => (isDay(value) ? undefined : 'Escriba una fecha válida'),
  boolean: (value) => (value === 'true' || value === 'false' ? undefined : 'Elija sí o no'),
}

/**
 * Validates a value as stored: a date `yyyy-MM-dd`, a number with a point, `true` or `false`, or empty.
 * @param fits whether a text matches a pattern (document-patterns.ts)
 */
export const valueFault = (
  { documentDataTypeId: type, fieldRequiered, fieldRegex }: Field,
  value: string,
  fits: (pattern: string, value: string) => boolean,
): string | undefined => {
  if (value === '') return fieldRequiered ? FIELD_NEEDED : undefined
  return WRITTEN[dataKind(type)](value, type) ?? (fits(fieldRegex, value) ? undefined : FIELD_NEEDED)
}
