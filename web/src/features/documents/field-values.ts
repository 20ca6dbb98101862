// The texts in the fields of a document's form, keyed by a name made from the field's id; their validation, and what
// another user changed in them. Pure.
import type { Document, DocumentField, DocumentInfo } from '@padron/contract/documents/shapes'
import { fitsPattern } from '@padron/contract/rules/document-patterns'
import { DECIMAL_NEEDED, type ReadField, valueFault } from '@padron/contract/rules/document-rules'
import { textCountry } from '@padron/contract/texts/text-country'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'
import { valueText } from './document-texts.ts'

/** The properties that the field of a type and the field of a document share. */
export type FieldDefinition = Omit<DocumentField, 'fieldSelectValues'>

export const documentFieldName = ({ documentFieldId }: FieldDefinition) => `field-${documentFieldId}` as const
export type FieldTexts = Record<ReturnType<typeof documentFieldName>, string>

/** The fields that the type still has. */
export const activeFields = ({ docFields }: Document): DocumentInfo[] => docFields.filter(({ retired }) => !retired)

const DECIMAL = 2
export const isDecimal = ({ documentDataTypeId }: Pick<ReadField, 'documentDataTypeId'>): boolean =>
  documentDataTypeId === DECIMAL

const POINT = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
const COMMA = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/
const PLAIN = /^-?\d+(?:[.,]\d+)?$/
const withoutThousands = (text: string, mark: ',' | '.'): string => text.replaceAll(mark, '').replace(',', '.')

/**
 * A decimal as stored, with a point. A single group of thousands is read as the country writes it: «850.000» is 850000
 * in Colombia only.
 * @returns the typed text if it is no number
 */
const storedDecimal = (typed: string): string => {
  const text = typed.replace(/[\s$]|MXN|COP/gi, '')
  const [own, other] = textCountry() === 'CO' ? [COMMA, POINT] : [POINT, COMMA]
  const pattern = [own, PLAIN, other].find((one) => one.test(text))
  if (!pattern) return typed
  if (pattern === PLAIN) return text.replace(',', '.')
  return withoutThousands(text, pattern === COMMA ? '.' : ',')
}

const fieldText = (field: FieldDefinition, value: string): string =>
  isDecimal(field) && textCountry() === 'CO' ? value.replace('.', ',') : value

export const toFieldTexts = (fields: readonly (FieldDefinition & { value?: string | null })[]): FieldTexts =>
  Object.fromEntries(fields.map((field) => [documentFieldName(field), fieldText(field, field.value ?? '')]))

/** The value of a field to store. */
export const typedValue = (field: FieldDefinition, texts: FieldTexts): string => {
  const text = texts[documentFieldName(field)] ?? ''
  return isDecimal(field) ? storedDecimal(text) : text
}

/** The texts as the multipart form of an upload. */
export const infoOf = (fields: readonly FieldDefinition[], texts: FieldTexts) =>
  fields.map((field) => ({ DocumentFieldId: `${field.documentFieldId}`, Value: typedValue(field, texts) }))

export const decimalHint = (): string =>
  textCountry() === 'CO' ? 'Con coma decimal: 850.000,50.' : 'Con punto decimal: 850,000.50.'

const faultOf = (field: FieldDefinition, texts: FieldTexts): string | undefined => {
  const fault = valueFault(field, typedValue(field, texts), fitsPattern)
  return fault === DECIMAL_NEEDED && textCountry() === 'CO' ? 'Escriba un número, con coma decimal' : fault
}

export const validateFields = (fields: readonly FieldDefinition[], texts: FieldTexts): Faults =>
  onlyFaults(Object.fromEntries(fields.map((field) => [documentFieldName(field), faultOf(field, texts)])))

/**
 * The form's field name for a path in the server's refusal: the server identifies a field by its index in the request.
 */
export const fieldAt = (path: string, list: string, sent: readonly FieldDefinition[]): string | undefined => {
  const [top, at] = path.split('.')
  const field = top === list ? sent[Number(at)] : undefined
  return field && documentFieldName(field)
}

/** Describes a text that both this user and another one changed: saving would overwrite the other's. */
export const changeText = (field: ReadField, before = '', mine = '', now = ''): readonly string[] =>
  before === now || mine.trim() === now
    ? []
    : [`${field.fieldName}: decía «${valueText(field, before)}», ahora dice «${valueText(field, now)}».`]

type Writing = { base: FieldTexts; values: FieldTexts }
export const fieldChanges = (fields: readonly DocumentInfo[], { base, values }: Writing): readonly string[] =>
  fields.flatMap((field) => changeText(field, typedValue(field, base), typedValue(field, values), field.value ?? ''))
