// What somebody else changed in a document type, in words. Pure.
import type { FieldValues, TypeValues } from './type-values.ts'

const byId = ({ fields }: TypeValues): ReadonlyMap<number, FieldValues> =>
  new Map(fields.flatMap((field) => (field.documentFieldId === undefined ? [] : [[field.documentFieldId, field]])))

const asText = ({ key: _, ...field }: FieldValues): string => JSON.stringify(field)

/** @param before as it was when the form began @param after as it is stored now */
export const typeChanges = (before: TypeValues, after: TypeValues): readonly string[] => {
  const had = byId(before)
  const has = byId(after)
  const kept = [...has].filter(([id]) => had.has(id))
  const changed = kept.filter(([id, field]) => asText(field) !== asText(had.get(id) ?? field))
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
    ...(kept.some(([id], at) => id !== order[at]) ? ['Cambió el orden de los campos.'] : []),
  ]
}
