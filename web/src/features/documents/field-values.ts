// The texts in the fields of a document's form, keyed by a name made from the field's id; their validation, and what
// another user changed in them. Pure.
import type { Document, DocumentField, DocumentInfo } from '@padron/contract/documents/shapes'
import { fitsPattern } from '@padron/contract/rules/document-patterns'
import { type ReadField, valueFault } from '@padron/contract/rules/document-rules'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'
import { valueText } from './document-texts.ts'

/** The properties that the field of a type and the field of a document share. */
export type FieldDefinition = Omit<DocumentField, 'fieldSelectValues'>

export const documentFieldName = ({ documentFieldId }: FieldDefinition) => `field-${documentFieldId}` as const
export type FieldTexts = Record<ReturnType<typeof documentFieldName>, string>

/** The fields that the type still has. */
export const activeFields = ({ docFields }: Document): DocumentInfo[] => docFields.filter(({ retired }) => !retired)

export const toFieldTexts = (fields: readonly (FieldDefinition & { value?: string | null })[]): FieldTexts =>
  Object.fromEntries(fields.map((field) => [documentFieldName(field), field.value ?? '']))

/** The texts as the multipart form of an upload. */
export const infoOf = (fields: readonly FieldDefinition[], texts: FieldTexts) =>
  fields.map((field) => ({ DocumentFieldId: `${field.documentFieldId}`, Value: texts[documentFieldName(field)] ?? '' }))

export const validateFields = (fields: readonly FieldDefinition[], texts: FieldTexts): Faults =>
  onlyFaults(
    Object.fromEntries(
      fields.map((field) => [
        documentFieldName(field),
        valueFault(field, texts[documentFieldName(field)] ?? '', fitsPattern),
      ]),
    ),
  )

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
  fields.flatMap((field) =>
    changeText(field, base[documentFieldName(field)], values[documentFieldName(field)], field.value ?? ''),
  )
