// What stands in a document's field, as it is read.
import { documentValue, type ReadField } from '@padron/contract/document-rules'
import { NOTHING } from '../../lib/money-text.ts'

/** @param value as it is stored */
export const valueText = (field: ReadField, value: string | null): string =>
  value === null || value === '' ? NOTHING : documentValue(field, value)
