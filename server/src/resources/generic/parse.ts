// Reads an answer as the settings say. In this order: a captcha; the table of errors; what HTTP says; the success test inside
// the body; whether it speaks of what was asked; only then what it says. Whatever does not fit is shape-drift.
import { type ResourceTypeId, statusTone } from '@padron/contract/resources'
import { readNit } from '@padron/contract/tax-ids'
import type { Finding, Parsed, RawAnswer, Subject } from '../connector.ts'
import { asksForHuman, drift, failed, readJson, refusalOf, trouble } from '../parsing/answers.ts'
import { unknownFields } from '../parsing/known-fields.ts'
import { everyType, remark } from '../parsing/payables.ts'
import { clip, sameIdentifier } from '../parsing/text.ts'
import { holds } from './conditions.ts'
import type { Case, Definition } from './definition.ts'
import { filesOf, historyOf, registrationOf, withEvidence } from './extras.ts'
import { isPending } from './fetch.ts'
import { readLists } from './lists.ts'
import { readStatuses } from './statuses.ts'
import { Changed, textAt } from './values.ts'

type Known = { known: ReadonlySet<string>; whole: ReadonlySet<string> } | undefined
type Read = (answers: readonly RawAnswer[], subject: Subject, today: string) => Parsed

const bodyOf = (answer: RawAnswer): unknown => {
  const json = readJson(answer)
  return json.trouble ? undefined : json.value
}

const caseOf = ({ errors = [] }: Definition, answer: RawAnswer, body: unknown): Case | undefined =>
  errors.find(
    ({ http, when }) => (http ?? [200]).includes(answer.status) && (when === undefined || holds(when, body) === true),
  )

const meant = ({ outcome, status, why, said }: Case, { types }: Definition, body: unknown): Parsed => {
  const words = said === undefined ? null : textAt(body, said)
  if (outcome !== 'ok' && outcome !== 'partial')
    return trouble(outcome, [why, words].filter(Boolean).join(': ') || 'La fuente no dio respuesta.')
  const notes = words ? [remark('Respuesta de la fuente', [{ label: 'Mensaje', value: clip(words) }])] : []
  const shown = (code: number) => (statusTone(code) === 'clear' ? [] : notes)
  if (typeof status === 'number')
    return { outcome, findings: everyType(types as ResourceTypeId[], status, shown(status)) }
  const each = Object.entries(status ?? {})
  return {
    outcome,
    findings: each.map(([type, code]) => ({
      type: Number(type) as ResourceTypeId,
      status: code,
      results: shown(code),
    })),
  }
}

/** What is not an answer to be read: undefined where it is one. */
export function refusalBy(
  definition: Definition,
  answer: RawAnswer,
  accepted: readonly number[] = [200],
): Parsed | undefined {
  if (/^\s*</.test(answer.body) && asksForHuman(answer.body))
    return trouble('captcha', 'La fuente pide resolver un captcha.')
  const body = bodyOf(answer)
  const found = caseOf(definition, answer, body)
  if (found) return meant(found, definition, body)
  return accepted.includes(answer.status) ? undefined : refusalOf(answer)
}

const digits = (text: string): string => readNit(text).value.split('-')[0] ?? text
/** A NIT is the same with and without its check digit. */
const sameHolder = (asked: string, answered: string): boolean =>
  sameIdentifier(asked, answered) || (/^[\d.-]+$/.test(asked) && sameIdentifier(digits(asked), answered))

const isSame = (as: 'plate' | 'vin' | 'taxIdentifier', subject: Subject, answered: string): boolean =>
  as === 'taxIdentifier' ? sameHolder(subject.taxIdentifier ?? '', answered) : sameIdentifier(subject[as], answered)

const stranger = ({ same = [] }: Definition, body: unknown, subject: Subject): boolean =>
  same.some(({ path, as }) => !isSame(as, subject, textAt(body, path) ?? ''))

function said(
  definition: Definition,
  answer: RawAnswer,
  body: unknown,
  subject: Subject,
  today: string,
  known: Known,
): Parsed {
  const { statuses = [], lists, unverified, purpose } = definition
  const read = lists ? readLists(definition, body, subject) : { findings: [], remarks: [], whole: true }
  const alone = readStatuses(statuses, body, subject, today)
  const found: Finding[] = [...read.findings, ...alone.findings]
  const findings = withEvidence(definition, body, found, answer.origin)
  const history = historyOf(definition, body, subject)
  if (findings.length === 0 && purpose !== 'history')
    return drift(read.remarks[0] ?? 'La respuesta no dice nada de lo que se preguntó.')
  const registration = registrationOf(definition, body)
  const files = filesOf(definition, body)
  const fresh = known ? unknownFields(body, known.known, known.whole) : []
  const unread = alone.whole ? [] : ['La fuente no pudo leer todas sus secciones.']
  const remarks = [...read.remarks, ...unread, ...(unverified ? [unverified] : [])]
  return {
    outcome: read.whole && alone.whole ? 'ok' : 'partial',
    findings,
    ...(remarks.length ? { remarks } : {}),
    ...(registration ? { registration } : {}),
    ...(history ? { history } : {}),
    ...(files.length ? { files } : {}),
    ...(fresh.length ? { unknownFields: fresh } : {}),
  }
}

/** @param known the fields the settings know; absent: new ones are not told */
export const parseBy = (definition: Definition, known: Known): Read => {
  const { delivery, success, inputs } = definition
  const read: Read = (answers, subject, today) => {
    const answer = answers.at(-1)
    if (!answer)
      return inputs.includes('taxIdentifier')
        ? trouble('needs-input', 'Falta la identificación fiscal del propietario.')
        : drift('No hubo respuesta que leer.')
    if (delivery.type === 'poll' && answers.length > 1 && isPending(delivery, answer))
      return trouble('timeout', 'La fuente no terminó la consulta a tiempo.')
    const refused = refusalBy(definition, answer)
    if (refused) return refused
    if (delivery.type === 'poll' && answers.length < 2)
      return drift('La fuente no dijo con qué clave se recoge la respuesta.')
    const json = readJson(answer)
    if (json.trouble) return json.trouble
    const succeeded = holds(success, json.value)
    if (succeeded === undefined) return drift('La respuesta no trae lo que dice si fue correcta.')
    if (!succeeded) return failed(definition.said === undefined ? '' : (textAt(json.value, definition.said) ?? ''))
    if (stranger(definition, json.value, subject)) return drift('La respuesta no es de lo que se preguntó.')
    return said(definition, answer, json.value, subject, today, known)
  }
  return (answers, subject, today) => {
    try {
      return read(answers, subject, today)
    } catch (error) {
      if (error instanceof Changed) return drift(error.message)
      throw error
    }
  }
}
