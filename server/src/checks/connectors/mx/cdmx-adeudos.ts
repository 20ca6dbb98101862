// Debts in Mexico City through Apitude → types 0, 1, 3, 7 and 9. Asynchronous: POST returns an id, which GET polls with
// a growing interval until the check's deadline. HTTP 200 may contain a failure: result.status decides.
import { z } from 'zod/mini'
import { defineConnector, type Parsed, type PortalClient, type RawAnswer, type Subject } from '../connector.ts'
import { drift, failed, fits, noCredit, readAnswer, trouble } from '../parsing/answers.ts'
import { failureInside, joinTextValues } from '../parsing/failure-inside.ts'
import { maybe, text, whole } from '../parsing/fields.ts'
import { addUnknownFields } from '../parsing/known-shapes.ts'
import { everyType } from '../parsing/payables.ts'
import { unknownVehicle } from '../parsing/registration.ts'
import { sameIdentifier } from '../parsing/text.ts'
import { cardOf, findingsOf, Sections, summaryOf } from './cdmx-sections.ts'

const TYPES = [0, 1, 3, 7, 9] as const
const PATH = '/api/v1.0/requests/adeudos-mx/'
const FIRST_MS = 250
const GROWTH = 1.6
const LONGEST_MS = 3_000
const MOST_POLLS = 100

// The address to poll is built from the id; the one in the answer is not followed.
const Accepted = z.looseObject({ request_id: z.string().check(z.regex(/^[\w-]{1,64}$/)) })
const Envelope = z.looseObject({ message: maybe, result: z.optional(z.unknown()), data: z.optional(z.unknown()) })
const Result = z.looseObject({
  status: whole,
  error: z.optional(z.unknown()),
  message: maybe,
  queried_by: z.optional(z.unknown()),
  data: z.optional(z.unknown()),
})
const QueriedBy = z.looseObject({ license_plate: maybe })
/** A pending query has no result, or one without a status; its message is not used. */
const Unfinished = z.looseObject({ status: z.optional(z.null()) })
const Present = z.looseObject({ found: z.literal(true) })
const Absent = z.looseObject({ found: z.literal(false), license_plate: text })

const isPending = (answer: RawAnswer): boolean => {
  const { value } = readAnswer(answer, Envelope)
  // Data in another place are another form of answer, which is not pending.
  if (value === undefined || value.data !== undefined) return false
  return fits(Unfinished, value.result ?? {}).value !== undefined
}

async function fetch({ plate }: Subject, client: PortalClient): Promise<RawAnswer[]> {
  const headers = { 'x-api-key': client.credential }
  const accepted = await client.request({ method: 'POST', path: PATH, headers, json: { license_plate: plate } })
  const { value } = readAnswer(accepted, Accepted)
  if (!value) return [accepted]
  let answer = accepted
  for (let poll = 0; poll < MOST_POLLS; poll++) {
    await client.wait(Math.min(LONGEST_MS, FIRST_MS * GROWTH ** poll))
    answer = await client.request({ path: `${PATH}${value.request_id}/`, headers })
    if (!isPending(answer)) break
  }
  return [accepted, answer]
}

/** Interprets result.status like an HTTP status. */
function refused({ status, error, message, data }: z.infer<typeof Result>): Parsed {
  if (status === 404 && fits(Present, data).value)
    return drift('La fuente dice que no encontró la placa y que la encontró.')
  if (status === 404) return { outcome: 'ok', findings: everyType(TYPES, 10) }
  if (status === 401 || status === 403) return trouble('bad-credentials', 'La fuente rechazó las credenciales.')
  if (status === 402) return noCredit()
  if (status === 400) return trouble('needs-input', 'La fuente no acepta la placa.')
  if (status === 429) return trouble('rate-limited', 'La fuente pidió esperar antes de otra consulta.')
  return failed(joinTextValues([error, message, status]))
}

function read(sections: Sections, { plate }: Subject, today: string): Parsed {
  if (!sameIdentifier(plate, sections.license_plate)) return drift('La respuesta es de otra placa.')
  const summary = summaryOf(sections, today)
  if (summary === 'contradicts') return drift('El resumen «sin adeudos» de la fuente contradice los adeudos que lista.')
  const findings = summary === 'not-by-debts' ? cardOf(sections, today) : findingsOf(sections, today)
  if (!findings.length) return failed('no pudo leer ninguna de sus secciones')
  if (findings.length === TYPES.length) return { outcome: 'ok', findings }
  const remark =
    summary === 'not-by-debts'
      ? 'La fuente dice que la placa tiene algo pendiente y no lista adeudos.'
      : 'La fuente no pudo leer todas sus secciones.'
  return { outcome: 'partial', findings, remarks: [remark] }
}

function parse(answers: readonly RawAnswer[], subject: Subject, today: string): Parsed {
  const answer = answers.at(-1)
  if (answer && answers.length > 1 && isPending(answer))
    return trouble('timeout', 'La fuente no terminó la consulta a tiempo.')
  const envelope = readAnswer(answer, Envelope)
  if (envelope.trouble) return envelope.trouble
  const result = fits(Result, envelope.value.result)
  if (result.trouble) return result.trouble
  const queried = fits(QueriedBy, result.value.queried_by).value?.license_plate ?? null
  if (queried !== null && !sameIdentifier(subject.plate, queried)) return drift('La respuesta es de otra placa.')
  if (result.value.status !== 200) return refused(result.value)
  const inside = failureInside(envelope.value)
  if (inside) return inside
  const absent = fits(Absent, result.value.data)
  if (absent.value) {
    if (!sameIdentifier(subject.plate, absent.value.license_plate)) return drift('La respuesta es de otra placa.')
    return unknownVehicle(result.value.message ?? '', TYPES) ?? { outcome: 'ok', findings: everyType(TYPES, 11) }
  }
  const sections = fits(Sections, result.value.data)
  return sections.trouble ?? read(sections.value, subject, today)
}

export const cdmxAdeudos = defineConnector({
  key: 'mx-cdmx-adeudos',
  portal: 'apitude',
  country: 'MX',
  types: TYPES,
  mode: 'licensed',
  provenance: 'documented',
  inputs: ['plate'],
  deadlineMs: 90_000,
  parserVersion: 5,
  delivery: 'poll',
  fetch,
  parse: (answers, subject, today) =>
    addUnknownFields('mx-cdmx-adeudos', answers.at(-1), parse(answers, subject, today)),
})
