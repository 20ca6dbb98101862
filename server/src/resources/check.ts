// One check: ask the portal, read the answer, and say how it ended. It never throws for what a portal does, and never
// calls anything clear that parse did not: every surprise becomes an outcome that leaves the last good answer alone.
import type { Outcome } from '@padron/contract/resource-status'
import { isStatusId, resourceType } from '@padron/contract/resources'
import { type Claim, uuidV7 } from './claims.ts'
import {
  type Connector,
  type Finding,
  type Parsed,
  PortalTrouble,
  type RawAnswer,
  type Registration,
  type Subject,
} from './connector.ts'
import { openDoor } from './door.ts'
import type { Ended } from './store.ts'

export type CheckOptions = {
  claim: Claim
  connector: Connector
  baseUrl: string
  credential: string
  now: () => Date
  dice: () => number
  /** Aborts with the reason 'stop' when the worker stops. */
  stopping: AbortSignal
}

type Reading = {
  outcome: Outcome
  remark: string | null
  findings: readonly Finding[]
  registration: Registration | null
  answers: readonly RawAnswer[]
  retryAfterSeconds: number
}

const failed = (
  outcome: Outcome,
  remark: string,
  answers: readonly RawAnswer[] = [],
  retryAfterSeconds = 0,
): Reading => ({
  outcome,
  remark,
  findings: [],
  registration: null,
  answers,
  retryAfterSeconds,
})

const subjectOf = ({ plate, vin, stateId, taxIdentifier }: Claim): Subject => ({ plate, vin, stateId, taxIdentifier })

const calendar = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone })
/** The calendar day in the country's main zone, yyyy-mm-dd: vigencias and "this year" are the portal's. */
const CALENDARS = { MX: calendar('America/Mexico_City'), CO: calendar('America/Bogota') } as const

/** A status that its type cannot have is a fault of the connector, and must not reach a screen. */
const plausible = ({ type, status, results }: Finding): boolean => {
  const declared = resourceType(type)
  const allowed = [...(declared?.clear ?? []), ...(declared?.debt ?? []), 10, 11, 12, 21, 29]
  const sane = results.every(({ total }) => total === null || (Number.isFinite(total) && Math.abs(total) < 1e10))
  return isStatusId(status) && allowed.includes(status) && sane
}

const readParsed = (parsed: Parsed, answers: readonly RawAnswer[]): Reading => {
  if ('why' in parsed) {
    return failed(parsed.outcome, parsed.why, answers, parsed.retryAfterSeconds)
  }
  const { outcome, findings, remarks = [], registration = null } = parsed
  if (findings.length === 0 || !findings.every(plausible))
    return failed('shape-drift', 'La respuesta no se pudo entender.', answers)
  return { outcome, remark: remarks.join(' ') || null, findings, registration, answers, retryAfterSeconds: 0 }
}

const read = (connector: Connector, answers: readonly RawAnswer[], subject: Subject, now: Date): Reading => {
  try {
    return readParsed(connector.parse(answers, subject, CALENDARS[connector.country].format(now)), answers)
  } catch (error) {
    // A parser that breaks has met a page it does not know.
    return failed(
      'shape-drift',
      `La respuesta no se pudo leer: ${error instanceof Error ? error.message : ''}`,
      answers,
    )
  }
}

const ask = async (options: CheckOptions, subject: Subject): Promise<Reading> => {
  const { connector, baseUrl, credential, stopping, now } = options
  const missing = connector.inputs.filter((input) => subject[input] === null || subject[input] === '')
  if (missing.length > 0) return failed('needs-input', `Falta un dato del vehículo: ${missing.join(', ')}.`)
  const deadline = AbortSignal.timeout(connector.deadlineMs)
  try {
    const answers = await connector.fetch(subject, openDoor(baseUrl, credential, AbortSignal.any([deadline, stopping])))
    return read(connector, answers, subject, now())
  } catch (error) {
    if (error instanceof PortalTrouble) return failed(error.outcome, error.message)
    return failed('shape-drift', `El conector falló: ${error instanceof Error ? error.message : ''}`)
  }
}

export const runCheck = async (options: CheckOptions): Promise<Ended> => {
  const { claim, connector, now, dice } = options
  const startedAt = now()
  const reading = await ask(options, subjectOf(claim))
  return { claim, connector, runId: uuidV7(startedAt), ...reading, startedAt, endedAt: now(), dice: dice() }
}
