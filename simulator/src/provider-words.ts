// Uses a provider file in a simulated portal: a documented answer as the template of an invented one, a documented
// error word for word, and the refusal of requests that the document would refuse.
import type { Answer } from './portal.ts'
import { type ProviderCall, type ProviderFile, readProviderFile } from './provider-file.ts'

/** An object whose fields are known to the caller. */
type Fields = Record<string, unknown>

const findByName = <T extends { name: string }>(list: readonly T[], name: string): T => {
  const found = list.find((one) => one.name === name)
  if (!found) throw new Error(`no «${name}» in the provider file`)
  return found
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The object at `place` (`data.multas.0`) of a JSON value. @throws if there is none */
const objectAt = (value: unknown, place: string): Fields => {
  const found = place
    .split('.')
    .filter(Boolean)
    .reduce((part: unknown, key) => (isFields(part) ? part[key] : undefined), value)
  if (!isFields(found)) throw new Error(`no object at «${place}»`)
  return found
}

const refusal = ({ errors }: ProviderFile, name: string): Answer => {
  const { status, body, headers } = findByName(errors, name)
  return { status, body, ...(headers ? { headers } : {}) }
}

/** The fault in the fields of a request, in the provider's words; undefined if there is none. */
function faultOf({ query, json }: ProviderCall, source: Fields): string | undefined {
  const expected = { ...query, ...json }
  const missing = Object.keys(expected).find((name) => !expected[name]?.optional && !source[name])
  if (missing) return `missing ${missing}`
  const malformed = Object.keys(expected).find(
    (name) => source[name] !== undefined && !new RegExp(`^(?:${expected[name]?.pattern})$`).test(String(source[name])),
  )
  if (malformed) return `${malformed} format invalid.`
  const unknown = Object.keys(source).find((name) => !Object.hasOwn(expected, name))
  return unknown && `"${unknown}" is not allowed`
}

export function readProviderWords(provider: string) {
  const file = readProviderFile(provider)
  return {
    /** A documented error. */
    error: (name: string) => (): Answer => refusal(file, name),
    /** An object of a documented answer: objects created from it have the same fields. */
    example: (call: string, answer: string, place: string): Fields =>
      objectAt(findByName(findByName(file.calls, call).answers, answer).body, place),
    /** The fault for which the document of a call would refuse it, if the form of the refusal is unknown. */
    fault:
      (call: string) =>
      (source: unknown): string | undefined =>
        faultOf(findByName(file.calls, call), isFields(source) ? source : {}),
    /** Refuses requests that the document of a call would refuse, with the body of the error `name`. */
    refuses:
      (call: string, name: string) =>
      (source: unknown): Answer | undefined => {
        const fault = faultOf(findByName(file.calls, call), isFields(source) ? source : {})
        const answer = refusal(file, name)
        return fault === undefined ? undefined : { ...answer, body: { ...Object(answer.body), message: fault } }
      },
  }
}
