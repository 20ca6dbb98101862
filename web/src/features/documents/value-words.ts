// What stands in a document's field, as it is read.
import { decimalText, moneyHere } from '@padron/contract/count-of'
import { dataKind, isAmount, isDecimal, type ReadField } from '@padron/contract/document-rules'
import { NOTHING } from '../../lib/money-text.ts'

const BOOLEANS: Readonly<Record<string, string>> = { true: 'Sí', false: 'No' }

/** @param value as it is stored; whole numbers name things, so that they stay as they are */
export const valueText = (field: ReadField, value: string | null): string => {
  if (value === null || value === '') return NOTHING
  if (dataKind(field.documentDataTypeId) === 'boolean') return BOOLEANS[value] ?? value
  // Somebody's text, where something else was being written meanwhile.
  if (!isDecimal(field) || !/^-?\d{1,15}(?:\.\d{1,6})?$/.test(value)) return value
  return isAmount(field) ? moneyHere(Number(value)) : decimalText(value)
}
