// What is written in the fields of a document: by the field's id, as texts. What is wrong with them. Pure.
import { fitsPattern } from '@padron/contract/document-patterns'
import { valueFault } from '@padron/contract/document-rules'
import type { DocumentField, DocumentInfo } from '@padron/contract/documents'
import type { Faults } from '../../api/form-refusal.ts'

export type FieldTexts = Readonly<Record<string, string>>
/** What both a type's and a document's field have. */
export type AskedField = Omit<DocumentField, 'fieldSelectValues'>

export const textsOf = (fields: readonly DocumentInfo[]): FieldTexts =>
  Object.fromEntries(fields.map(({ documentFieldId, value }) => [documentFieldId, value ?? '']))

/** Of the texts: no space around them. */
export const textOf = (texts: FieldTexts, { documentFieldId }: Pick<AskedField, 'documentFieldId'>): string =>
  (texts[documentFieldId] ?? '').trim()

export const placeOf = (documentFieldId: number): string => `field.${documentFieldId}`

/** By field. */
export const faultsOf = (fields: readonly AskedField[], texts: FieldTexts): Faults =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const fault = valueFault(field, textOf(texts, field), fitsPattern)
      return fault ? [[placeOf(field.documentFieldId), fault]] : []
    }),
  )

/** The fields whose text is another one than before. */
export const changedFields = <F extends AskedField>(fields: readonly F[], before: FieldTexts, texts: FieldTexts): F[] =>
  fields.filter((field) => textOf(before, field) !== textOf(texts, field))

/** The server's refusals of the fields in the order in which they were sent, by field. @param list its name in the body */
export const placed = (faults: Faults, list: string, sent: readonly AskedField[]): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => {
      const [top, at] = path.split('.')
      const field = top === list && at !== undefined ? sent[Number(at)] : undefined
      return [field ? placeOf(field.documentFieldId) : path, fault]
    }),
  )
