// The form of a document type: its values as draft and as request body, their validation, and what another user
// changed. Faults are keyed as the server names its fields (`fields.0.FieldName`). Pure.
import type { NewField } from '@padron/contract/documents'
import { type DocumentType, FIELDS_AT_MOST } from '@padron/contract/documents/shapes'
import { NO_PATTERN, patternFault } from '@padron/contract/rules/document-patterns'
import { dataKind, FIELD_TYPE_NEEDED, fieldNameFault, typeNameFault } from '@padron/contract/rules/document-rules'
import { z } from 'zod/mini'
import { plainText } from '../../lib/plain-text.ts'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'

const Field = z.object({
  /** Only within this form. */
  key: z.int(),
  documentFieldId: z.optional(z.int()),
  fieldName: z.string(),
  documentDataTypeId: z.nullable(z.int()),
  fieldRequiered: z.boolean(),
  fieldExpiry: z.boolean(),
  fieldRegex: z.string(),
})
export type FieldValues = z.infer<typeof Field>
/** Field values before they are valid, stored as a draft. */
export const TypeDraft = z.object({ documentTypeName: z.string(), fields: z.array(Field) })
export type TypeValues = z.infer<typeof TypeDraft>

export const EMPTY: TypeValues = { documentTypeName: '', fields: [] }
export const TEXT_TYPE = 0
export const isDateType = (type: number | null): boolean => type !== null && dataKind(type) === 'date'

export const toTypeValues = ({ documentTypeName, docFields }: DocumentType): TypeValues => ({
  documentTypeName,
  fields: docFields.map((field, key) => z.parse(Field, { ...field, key })),
})

export const newField = ({ fields }: TypeValues): FieldValues => ({
  key: Math.max(-1, ...fields.map(({ key }) => key)) + 1,
  fieldName: '',
  documentDataTypeId: null,
  fieldRequiered: false,
  fieldExpiry: false,
  fieldRegex: NO_PATTERN,
})

/**
 * Changes the data type of a field and clears what the new type does not support (spec bulk §5: an alphanumeric field
 * has no pattern).
 */
export const ofType = (field: FieldValues, documentDataTypeId: number | null): FieldValues => ({
  ...field,
  documentDataTypeId,
  fieldRegex: documentDataTypeId === TEXT_TYPE ? NO_PATTERN : field.fieldRegex,
  fieldExpiry: field.fieldExpiry && isDateType(documentDataTypeId),
})

/** @param by one position up or down */
export const moveField = (fields: readonly FieldValues[], at: number, by: -1 | 1): FieldValues[] => {
  const field = fields[at]
  return field ? fields.toSpliced(at, 1).toSpliced(at + by, 0, field) : [...fields]
}

/** The fields of the request. A field that another user removed meanwhile is restored by its id, with its values. */
export const fieldsOf = ({ fields }: TypeValues): NewField[] =>
  fields.map(({ documentFieldId, documentDataTypeId, fieldName, fieldRequiered, fieldExpiry, fieldRegex }) => ({
    ...(documentFieldId !== undefined && { DocumentFieldId: documentFieldId }),
    DocumentDataTypeId: documentDataTypeId ?? TEXT_TYPE,
    FieldName: fieldName.trim(),
    FieldRequiered: fieldRequiered,
    FieldRegex: fieldRegex.trim() || NO_PATTERN,
    FieldSelectValues: [],
    FieldExpiry: fieldExpiry,
  }))

const UNKNOWN = /^fields\.(\d+)\.DocumentFieldId$/
/**
 * Sends the fields that the server no longer knows (they never had a value) as new ones; undefined: it knows them all.
 */
export const withoutUnknown = <F extends { DocumentFieldId?: number | undefined }>(
  fields: readonly F[],
  refused: Faults,
): F[] | undefined => {
  const unknown = Object.keys(refused).flatMap((path) => UNKNOWN.exec(path)?.[1] ?? [])
  if (unknown.length === 0) return undefined
  return fields.map((field, at) => (unknown.includes(`${at}`) ? { ...field, DocumentFieldId: undefined } : field))
}

const plain = (name: string): string => plainText(name.trim())

const faultsOfField = (field: FieldValues, at: number, all: readonly FieldValues[]) => {
  const isDuplicate = all.slice(0, at).some(({ fieldName }) => plain(fieldName) === plain(field.fieldName))
  return {
    [`fields.${at}.FieldName`]:
      fieldNameFault(field.fieldName.trim()) ?? (isDuplicate && 'Ya hay un campo con ese nombre'),
    [`fields.${at}.DocumentDataTypeId`]: field.documentDataTypeId === null && FIELD_TYPE_NEEDED,
    [`fields.${at}.FieldRegex`]: patternFault(field.fieldRegex.trim()),
  }
}

/** All faults at once. */
export const validateType = ({ documentTypeName, fields }: TypeValues): Faults =>
  onlyFaults({
    documentTypeName: typeNameFault(documentTypeName.trim()),
    ...Object.assign({}, ...fields.map(faultsOfField)),
    fields: fields.length > FIELDS_AT_MOST && `${FIELDS_AT_MOST} campos como máximo`,
  })

/** The form's field for a path of the server. */
export const fieldAt = (path: string): string | undefined => {
  if (path === 'documentType.DocumentTypeName') return 'documentTypeName'
  return path.startsWith('fields') ? path : undefined
}

const byId = ({ fields }: TypeValues): ReadonlyMap<number, FieldValues> =>
  new Map(fields.flatMap((field) => (field.documentFieldId === undefined ? [] : [[field.documentFieldId, field]])))

const asText = ({ key: _, ...field }: FieldValues): string => JSON.stringify(field)

/**
 * What another user changed, in sentences.
 * @param before as it was when the form opened
 * @param after as it is stored now
 */
export const typeChanges = (before: TypeValues, after: TypeValues): readonly string[] => {
  const had = byId(before)
  const has = byId(after)
  const common = [...has].filter(([id]) => had.has(id))
  const changed = common.filter(([id, field]) => asText(field) !== asText(had.get(id) ?? field))
  const order = [...had.keys()].filter((id) => has.has(id))
  return [
    ...(before.documentTypeName === after.documentTypeName ? [] : [`Le puso el nombre «${after.documentTypeName}».`]),
    ...[...has].flatMap(([id, { fieldName }]) => (had.has(id) ? [] : [`Agregó el campo «${fieldName}».`])),
    ...[...had].flatMap(([id, { fieldName }]) => (has.has(id) ? [] : [`Quitó el campo «${fieldName}».`])),
    ...changed.map(([id, { fieldName }]) => {
      const was = had.get(id)?.fieldName
      return was === fieldName
        ? `Cambió el campo «${fieldName}».`
        : `Cambió el campo «${was}», que ahora es «${fieldName}».`
    }),
    ...(common.some(([id], at) => id !== order[at]) ? ['Cambió el orden de los campos.'] : []),
  ]
}
