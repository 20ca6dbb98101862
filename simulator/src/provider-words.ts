// Uses a provider file in a simulated portal: a documented answer as the pattern of an invented one, a documented
// error word for word, and the refusal of a request that the document would refuse.
import type { Answer } from './portal.ts'
import { type ProviderCall, type ProviderFile, readProviderFile } from './provider-file.ts'

/** An object whose fields are known to whoever names the example. */
type Fields = Record<string, unknown>

const findByName = <T extends { name: string }>(list: readonly T[], name: string): T => {
  const found = list.find((one) => one.name === name)
  if (!found) throw new Error(`no «${name}» in the provider file`)
  return found
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The object at `place` (`data.multas.0`) of a JSON value. @throws where there is none */
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

/** What is wrong with the fields of a request, in the provider's manner; undefined where nothing is. */
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
    /** An object of a documented answer: every one that is made from it has the same fields. */
    example: (call: string, answer: string, place: string): Fields =>
      objectAt(findByName(findByName(file.calls, call).answers, answer).body, place),
    /** What the document of a call would refuse, where how it refuses is not known. */
    fault:
      (call: string) =>
      (source: unknown): string | undefined =>
        faultOf(findByName(file.calls, call), isFields(source) ? source : {}),
    /** Refuses what the document of a call would refuse, in the words of the error `name`. */
    refuses:
      (call: string, name: string) =>
      (source: unknown): Answer | undefined => {
        const fault = faultOf(findByName(file.calls, call), isFields(source) ? source : {})
        const answer = refusal(file, name)
        return fault === undefined ? undefined : { ...answer, body: { ...Object(answer.body), message: fault } }
      },
  }
}
