// What stands in a document's field, as it is read.
import { dataKind } from '@padron/contract/document-rules'
import { NOTHING } from '../../lib/money-text.ts'

const BOOLEANS: Readonly<Record<string, string>> = { true: 'Sí', false: 'No' }

export const valueText = (documentDataTypeId: number, value: string | null): string => {
  if (value === null || value === '') return NOTHING
  return dataKind(documentDataTypeId) === 'boolean' ? (BOOLEANS[value] ?? value) : value
}
