// What somebody else made of a document where something else is being written, in words. Pure.
import type { DocumentInfo } from '@padron/contract/documents'
import type { Overruled } from './use-written.ts'
import { valueText } from './value-words.ts'

const TEXT = 0

/** @param now as it is stored @param documentDataTypeId of its data: a name is a text */
export const changeText = (
  fieldName: string,
  before: string,
  now: string | null,
  documentDataTypeId = TEXT,
): string => {
  const said = (value: string | null) => valueText({ fieldName, documentDataTypeId }, value)
  return `${fieldName}: decía «${said(before)}», ahora dice «${said(now)}».`
}

export const fieldChanges = (fields: readonly DocumentInfo[], overruled: Overruled): readonly string[] =>
  fields.flatMap(({ documentFieldId, documentDataTypeId, fieldName, value }) => {
    const before = overruled(documentFieldId)
    return before === undefined ? [] : [changeText(fieldName, before, value, documentDataTypeId)]
  })
