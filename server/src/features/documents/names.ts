// What a document is called: one visible line.
import type { FieldError } from './values.rules.ts'
import { hasUnseen, tidy } from './values.rules.ts'

/** @returns what is wrong with a name that was given, if anything */
export const nameErrors = (given: string | undefined, path: string, needed: boolean): FieldError[] => {
  const name = tidy(given ?? '')
  if (name === '') return needed ? [{ path, message: 'Escriba el nombre del documento' }] : []
  return hasUnseen(name) ? [{ path, message: 'El nombre tiene caracteres que no se ven' }] : []
}
