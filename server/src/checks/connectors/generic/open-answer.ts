// Decides whether an answer can be read, and returns its body. In this order: a captcha, the table of errors, the HTTP
// status, the success condition in the body, a failure next to good data. Independent of the vehicle.
import { type ResourceTypeId, statusTone } from '@padron/contract/resources'
import type { Parsed, RawAnswer } from '../connector.ts'
import {
  asksForHuman,
  drift,
  failed,
  findTrouble,
  noCredit,
  readJson,
  trouble,
  withRetryAfter,
} from '../parsing/answers.ts'
import { failureInside } from '../parsing/failure-inside.ts'
import { everyType, remark } from '../parsing/payables.ts'
import { clip } from '../parsing/text.ts'
import { holds } from './conditions.ts'
import type { Case, Definition } from './definition.ts'
import { at, textAt } from './values.ts'

const bodyOf = (answer: RawAnswer): unknown => {
  const json = readJson(answer)
  return json.trouble ? undefined : json.value
}

const caseOf = ({ errors = [] }: Definition, answer: RawAnswer, body: unknown): Case | undefined =>
  errors.find(
    ({ http = [200], when }) =>
      (http === 'any' || http.includes(answer.status)) && (when === undefined || holds(when, body) === true),
  )

/** Whether the text of a refusal has another meaning than a refused credential. */
export const refusesOtherwise = (definition: Definition, answer: RawAnswer): boolean => {
  const found = caseOf(definition, answer, bodyOf(answer))
  return found?.when !== undefined && found.outcome !== 'bad-credentials'
}

type Poll = Extract<Definition['delivery'], { type: 'poll' }>
/** An error of the table ends the poll, even if the answer lacks other values. */
export const isPending = (definition: Definition, { pending, finished }: Poll, answer: RawAnswer): boolean => {
  if (answer.status === 202) return true
  const json = answer.status === 200 ? readJson(answer) : undefined
  if (json === undefined || json.trouble || caseOf(definition, answer, json.value)) return false
  return finished ? holds(finished, json.value) !== true : holds(pending ?? [], json.value) === true
}

const parsedCase = ({ outcome, status, why, said }: Case, { types }: Definition, body: unknown): Parsed => {
  const words = said === undefined ? null : textAt(body, said)
  if (outcome !== 'ok' && outcome !== 'partial') {
    const unsaid = outcome === 'no-credit' ? noCredit().why : 'La fuente no dio respuesta.'
    return trouble(outcome, [why, words].filter(Boolean).join(': ') || unsaid)
  }
  const notes = words ? [remark('Respuesta de la fuente', [{ label: 'Mensaje', value: clip(words) }])] : []
  const resultsFor = (code: number) => (statusTone(code) === 'clear' ? [] : notes)
  if (typeof status === 'number')
    return { outcome, findings: everyType(types as ResourceTypeId[], status, resultsFor(status)) }
  const each = Object.entries(status ?? {})
  return {
    outcome,
    findings: each.map(([type, code]) => ({
      type: Number(type) as ResourceTypeId,
      status: code,
      results: resultsFor(code),
    })),
  }
}

/** Why an answer cannot be read; undefined if it can. */
export function refusalBy(
  definition: Definition,
  answer: RawAnswer,
  accepted: readonly number[] = [200],
): Parsed | undefined {
  if (/^\s*</.test(answer.body) && asksForHuman(answer.body))
    return trouble('captcha', 'La fuente pide resolver un captcha.')
  const body = bodyOf(answer)
  const found = caseOf(definition, answer, body)
  if (found) return withRetryAfter(parsedCase(found, definition, body), answer)
  return accepted.includes(answer.status) ? undefined : findTrouble(answer)
}

/** The object that wraps the answer; undefined if there is none. */
const unwrapped = ({ wrappers = ['$'] }: Definition, body: unknown): unknown =>
  wrappers.map((path) => at(body, path)).find((value) => typeof value === 'object' && value !== null)

/** The body of a good answer, or a failure. `body` next to `trouble`: of a refusal, which may name a vehicle. */
export type OpenedAnswer = { answer: RawAnswer; body: unknown } | { trouble: Parsed; body?: unknown }

export const openAnswer = (definition: Definition, answers: readonly RawAnswer[]): OpenedAnswer => {
  const { delivery, success, inputs } = definition
  const answer = answers.at(-1)
  if (!answer) {
    const asksHolder = inputs.includes('taxIdentifier')
    return {
      trouble: asksHolder
        ? trouble('needs-input', 'Falta la identificación fiscal del propietario.')
        : drift('No hubo respuesta que leer.'),
    }
  }
  if (delivery.type === 'poll' && answers.length > 1 && isPending(definition, delivery, answer))
    return { trouble: trouble('timeout', 'La fuente no terminó la consulta a tiempo.') }
  const refused = refusalBy(definition, answer)
  if (refused) return { trouble: refused, body: unwrapped(definition, bodyOf(answer)) }
  if (delivery.type === 'poll' && answers.length < 2)
    return { trouble: drift('La fuente no dijo con qué clave se recoge la respuesta.') }
  const json = readJson(answer)
  if (json.trouble) return json
  const body = unwrapped(definition, json.value)
  if (body === undefined) return { trouble: drift('La respuesta no viene en ninguna de sus envolturas conocidas.') }
  const succeeded = holds(success, body)
  if (succeeded === undefined) return { trouble: drift('La respuesta no trae lo que dice si fue correcta.') }
  const inside = succeeded && (failureInside(json.value) ?? failureInside(body))
  if (inside) return { trouble: inside }
  if (succeeded) return { answer, body }
  const words = definition.said === undefined ? '' : (textAt(body, definition.said) ?? '')
  if (definition.otherwise === 'shape-drift')
    return { trouble: drift(`La fuente respondió algo que no se reconoce. ${words}`) }
  return { trouble: failed(words) }
}
