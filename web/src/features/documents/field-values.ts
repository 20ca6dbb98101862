// The texts in the fields of a document's form, each by a name made of its field's id; what is wrong with them, and
// what somebody else made of them meanwhile. Pure.
import type { Document, DocumentField, DocumentInfo } from '@padron/contract/documents'
import { fitsPattern } from '@padron/contract/rules/document-patterns'
import { type ReadField, valueFault } from '@padron/contract/rules/document-rules'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'
import { valueText } from './document-texts.ts'

/** What both a type's and a document's field have. */
export type FieldDefinition = Omit<DocumentField, 'fieldSelectValues'>

export const documentFieldName = ({ documentFieldId }: FieldDefinition) => `field-${documentFieldId}` as const
export type FieldTexts = Record<ReturnType<typeof documentFieldName>, string>

/** The fields that are still in use. */
export const activeFields = ({ docFields }: Document): DocumentInfo[] => docFields.filter(({ retired }) => !retired)

export const toFieldTexts = (fields: readonly (FieldDefinition & { value?: string | null })[]): FieldTexts =>
  Object.fromEntries(fields.map((field) => [documentFieldName(field), field.value ?? '']))

/** The texts as a file's form sends them. */
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

/** The form's name for a place in the body: the server names a field by where it stands among those that were sent. */
export const fieldAt = (path: string, list: string, sent: readonly FieldDefinition[]): string | undefined => {
  const [top, at] = path.split('.')
  const field = top === list ? sent[Number(at)] : undefined
  return field && documentFieldName(field)
}

/** That somebody else changed a text that is being changed here, too: saving would undo it. */
export const changeText = (field: ReadField, before = '', mine = '', now = ''): readonly string[] =>
  before === now || mine.trim() === now
    ? []
    : [`${field.fieldName}: decía «${valueText(field, before)}», ahora dice «${valueText(field, now)}».`]

type Writing = { base: FieldTexts; values: FieldTexts }
export const fieldChanges = (fields: readonly DocumentInfo[], { base, values }: Writing): readonly string[] =>
  fields.flatMap((field) =>
    changeText(field, base[documentFieldName(field)], values[documentFieldName(field)], field.value ?? ''),
  )
