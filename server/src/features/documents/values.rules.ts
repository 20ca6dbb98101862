// What may be written in the fields of a document: each by its field's rules, all that is wrong told at once.

import { fitsPattern } from '@padron/contract/document-patterns'
import { FIELD_NEEDED, valueFault } from '@padron/contract/document-rules'
import { normalize } from '@padron/contract/normalize'
import { HttpProblem } from '../../http/problem.ts'
import type { StoredField } from './types/document-types.queries.ts'

export type FieldError = { path: string; message: string }
export type Sent = { fieldId: number; value: string }
/** Where a sent one stands in the body, by its number. */
export type Paths = { id: (n: number) => string; value: (n: number) => string; all: string }

/** Control characters, and those that change the direction of writing. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
export const hasUnseen = (text: string): boolean => UNSEEN.test(text) || !text.isWellFormed()
export const tidy = (text: string): string => normalize(text.trim(), 'NFC')

/** @throws HttpProblem with every field that is refused; nothing where there is none */
export const refuseFaults = (errors: readonly FieldError[]): void => {
  const [first] = errors
  if (!first) return
  throw new HttpProblem(422, errors.length === 1 ? first.message : 'Revise los campos señalados.', [...errors])
}

const faultOf = (field: StoredField, value: string): string | undefined =>
  hasUnseen(value) ? 'El texto contiene un carácter no permitido.' : valueFault(field, value, fitsPattern)

type Judged = { errors: FieldError[]; values: Sent[] }

/**
 * @param whole a document that begins: a required field that was not sent is told too
 * @param stands what is written in its fields already: a retired one may be sent as it is, and is not written
 */
export const judgeValues = (
  fields: readonly StoredField[],
  sent: readonly Sent[],
  { paths, whole, stands = new Map() }: { paths: Paths; whole: boolean; stands?: ReadonlyMap<number, string> },
): Judged => {
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
      if (value !== (stands.get(fieldId) ?? ''))
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
