// Changes the shape of a JSON answer: an additional field or a missing field.
import type { Answer } from './portal.ts'

const holder = (body: unknown, path: string): object | undefined => {
  const found = path
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((part, key) => (Object(part) === part ? Reflect.get(Object(part), key) : undefined), body)
  return typeof found === 'object' && found !== null ? found : undefined
}

/** The answer with an unknown field in the object at `path`: `value.data.multas.0`. */
export function withUnknownField(answer: Answer, path: string): Answer {
  const body = structuredClone(answer.body)
  const target = holder(body, path)
  if (target) Reflect.set(target, 'indicadorNuevo', 'S')
  return { ...answer, body }
}

/** The answer without the field at `path`. */
export function without(answer: Answer, path: string): Answer {
  const body = structuredClone(answer.body)
  const cut = path.lastIndexOf('.')
  const target = holder(body, path.slice(0, Math.max(0, cut)))
  if (target) Reflect.deleteProperty(target, path.slice(cut + 1))
  return { ...answer, body }
}
