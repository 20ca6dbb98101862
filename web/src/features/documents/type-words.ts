// What is said of a document type.
import type { DocumentType } from '@padron/contract/documents'
import { numberText } from '../../lib/number-text.ts'
import { plainText } from '../../lib/plain-text.ts'

/** Whether a field asks for a pattern. Not from the contract's file that says it: that one brings the engine. */
export const hasPattern = (pattern: string): boolean => pattern !== '' && pattern !== '-'

export const documentsText = (amount: number): string => {
  if (amount === 0) return 'Sin documentos'
  return amount === 1 ? '1 documento' : `${numberText(amount)} documentos`
}

/** Undefined where nobody must have one, and so nobody lacks it. */
export const missingText = ({ missing, asked }: Pick<DocumentType, 'missing' | 'asked'>): string | undefined => {
  if (missing === null) return undefined
  if (!asked) return 'Ningún vehículo al que se le pida'
  if (missing === 0) return 'Todos lo tienen vigente'
  return missing === 1 ? 'Falta en 1 vehículo' : `Faltan en ${numberText(missing)} vehículos`
}

/** @param nameOf the names of tags that may be known */
export const requiredText = (
  { required, requiredTags }: Pick<DocumentType, 'required' | 'requiredTags'>,
  nameOf: (tagId: number) => string | undefined,
): string => {
  if (required === 'none') return 'nadie'
  if (required === 'all') return 'todos los vehículos'
  const names = requiredTags.flatMap((id) => nameOf(id) ?? [])
  const all = requiredTags.length
  if (all === 0) return 'nadie: sus etiquetas ya no existen'
  if (names.length === 0) return all === 1 ? 'vehículos con una etiqueta' : `vehículos con alguna de ${all} etiquetas`
  if (all === 1) return `vehículos con la etiqueta ${names[0]}`
  if (all > names.length) names.push(`${all - names.length} más`)
  return `vehículos con alguna de las etiquetas ${names.join(', ')}`
}

/** Those whose name, or the name of one of their fields, has what is typed. */
export const found = (types: readonly DocumentType[], typed: string): readonly DocumentType[] => {
  const wanted = plainText(typed.trim())
  return types.filter(({ documentTypeName, docFields }) =>
    [documentTypeName, ...docFields.map(({ fieldName }) => fieldName)].some((name) => plainText(name).includes(wanted)),
  )
}
