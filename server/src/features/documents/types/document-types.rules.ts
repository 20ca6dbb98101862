// Validates a type's name and fields; reports all faults at once, each with its path.
import type { NewField } from '@padron/contract/documents'
import { foldName } from '@padron/contract/normalize'
import { patternFault } from '@padron/contract/rules/document-patterns'
import { dataKind, fieldNameFault, typeNameFault } from '@padron/contract/rules/document-rules'
import type { FieldError } from '../values.rules.ts'
import type { StoredField } from './document-types.queries.ts'

export const NAME_PATH = 'documentType.DocumentTypeName'

type Fault = { path: string; message: string | undefined | false }

const faultsOf = (field: NewField, n: number, twice: boolean, foreign: boolean): Fault[] => [
  { path: `fields.${n}.DocumentFieldId`, message: foreign && 'El campo no es de este tipo de documento.' },
  {
    path: `fields.${n}.FieldName`,
    message: fieldNameFault(field.FieldName) ?? (twice && 'Ya hay un campo con ese nombre'),
  },
  { path: `fields.${n}.FieldRegex`, message: patternFault(field.FieldRegex) },
  {
    path: `fields.${n}.FieldExpiry`,
    message:
      field.FieldExpiry && dataKind(field.DocumentDataTypeId) !== 'date' && 'Solo una fecha puede ser el vencimiento',
  },
]

/** @param stored the type's fields, including retired ones; empty for a new type */
export const typeFaults = (name: string, fields: readonly NewField[], stored: readonly StoredField[]): FieldError[] => {
  const left = new Set(stored.map(({ documentFieldId }) => documentFieldId))
  const names = new Set<string>()
  const faults: Fault[] = [{ path: NAME_PATH, message: typeNameFault(name) }]
  for (const [n, field] of fields.entries()) {
    const id = field.DocumentFieldId
    faults.push(...faultsOf(field, n, names.has(foldName(field.FieldName)), id !== undefined && !left.delete(id)))
    names.add(foldName(field.FieldName))
  }
  return faults.flatMap(({ path, message }) => (message ? [{ path, message }] : []))
}
