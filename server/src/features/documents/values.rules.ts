// Validates the values of a document's fields by each field's rules; reports all faults at once.
import { normalize } from '@padron/contract/normalize'
import { fitsPattern } from '@padron/contract/rules/document-patterns'
import { FIELD_NEEDED, valueFault } from '@padron/contract/rules/document-rules'
import { HttpProblem } from '../../errors/http-problem.ts'
import type { StoredField } from './types/document-types.queries.ts'

export type FieldError = { path: string; message: string }
export type Sent = { fieldId: number; value: string }
/** The path of a sent value in the body, by its index. */
export type Paths = { id: (n: number) => string; value: (n: number) => string; all: string }

/** Control characters, and characters that change the direction of writing. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const hasUnseen = (text: string): boolean => UNSEEN.test(text) || !text.isWellFormed()
export const tidy = (text: string): string => normalize(text.trim(), 'NFC')

/** Faults of a document's name: one visible line. */
export const nameErrors = (given: string | undefined, path: string, needed: boolean): FieldError[] => {
  const name = tidy(given ?? '')
  if (name === '') return needed ? [{ path, message: 'Escriba el nombre del documento' }] : []
  return hasUnseen(name) ? [{ path, message: 'El nombre tiene caracteres que no se ven' }] : []
}

/** @throws HttpProblem with all refused fields, if there are any */
export const refuseFaults = (errors: readonly FieldError[]): void => {
  const [first] = errors
  if (!first) return
  throw new HttpProblem(422, errors.length === 1 ? first.message : 'Revise los campos señalados.', [...errors])
}

const faultOf = (field: StoredField, value: string): string | undefined =>
  hasUnseen(value) ? 'El texto contiene un carácter no permitido.' : valueFault(field, value, fitsPattern)

type ValidatedForm = { errors: FieldError[]; values: Sent[] }

/**
 * @param whole a new document: a required field that was not sent is a fault
 * @param written the current values: a retired field may be sent with its value, and is not written
 */
export const validateValues = (
  fields: readonly StoredField[],
  sent: readonly Sent[],
  { paths, whole, written = new Map() }: { paths: Paths; whole: boolean; written?: ReadonlyMap<number, string> },
): ValidatedForm => {
  const known = new Map(fields.map((field) => [field.documentFieldId, field]))
  const errors: FieldError[] = []
  const values: Sent[] = []
  const seen = new Set<number>()
  for (const [n, { fieldId, value: typed }] of sent.entries()) {
    const field = known.get(fieldId)
    const value = tidy(typed)
    const refuse = (path: string, message: string) => void errors.push({ path, message })
    if (!field) refuse(paths.id(n), 'El campo no es de este tipo de documento.')
    else if (seen.has(fieldId)) refuse(paths.id(n), 'El campo viene más de una vez.')
    else if (field.retired) {
      if (value !== (written.get(fieldId) ?? ''))
        refuse(paths.value(n), 'El campo ya no se pide; lo escrito en él se conserva.')
    } else {
      const fault = faultOf(field, value)
      if (fault) refuse(paths.value(n), fault)
      else values.push({ fieldId, value })
    }
    seen.add(fieldId)
  }
  if (whole)
    for (const { documentFieldId, fieldName, fieldRequiered, retired } of fields)
      if (fieldRequiered && !retired && !seen.has(documentFieldId))
        errors.push({ path: paths.all, message: `${FIELD_NEEDED}: ${fieldName}` })
  return { errors, values }
}
