// Paths to a value inside an answer: `data.multas[0].valor`, `data.multas[].codigo`, `$` for the whole. A small
// language on purpose: settings come from outside, so a path can only walk own properties, and nothing is evaluated.

const EACH = Symbol('each')
type Step = string | number | typeof EACH
export type Path = readonly Step[]

const FORM =
  /^(?:\$|[\p{L}\p{N}_@#-][\p{L}\p{N}_@# -]{0,79})(?:\.[\p{L}\p{N}_@#-][\p{L}\p{N}_@# -]{0,79}|\[\d{0,4}\])*$/u
const FORBIDDEN = new Set(['__proto__', 'prototype', 'constructor'])

/** Why a path cannot be used, in Spanish; undefined if it can. */
export const pathFault = (text: string): string | undefined => {
  if (text.length > 300 || !FORM.test(text)) return `«${text}» no es una ruta: se escribe como data.filas[0].valor`
  const forbidden = text.split(/[.[\]]/).find((name) => FORBIDDEN.has(name))
  return forbidden ? `«${forbidden}» no puede ser parte de una ruta` : undefined
}

/** @param text without a fault */
export const pathOf = (text: string): Path =>
  (text.match(/\[\d*\]|[^.[\]]+/g) ?? []).flatMap((part, at): Step[] => {
    if (at === 0 && part === '$') return []
    if (part === '[]') return [EACH]
    return [part.startsWith('[') ? Number(part.slice(1, -1)) : part]
  })

const stepInto = (value: unknown, step: string | number): unknown => {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) !== (typeof step === 'number')) return undefined
  return Object.hasOwn(value, step) ? (value as Record<string | number, unknown>)[step] : undefined
}

/** @returns undefined if the answer lacks the path; `a[].b` gives the list of all, undefined if one item lacks it */
export const valueAt = (value: unknown, [step, ...rest]: Path): unknown => {
  if (step === undefined) return value
  if (step !== EACH) return valueAt(stepInto(value, step), rest)
  if (!Array.isArray(value)) return undefined
  const each = value.map((one) => valueAt(one, rest))
  return each.includes(undefined) ? undefined : each
}

/** The names of a path without array indexes: `data.multas.valor`. */
export const namesOf = (path: Path): string => path.filter((step) => typeof step === 'string').join('.')
