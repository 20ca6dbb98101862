// One check: ask the portal, read the answer, and say how it ended. It never throws for what a portal does, and never
// calls anything clear that parse did not: every surprise becomes an outcome that leaves the last good answer alone.
import { createHash, randomBytes } from 'node:crypto'
import type { Outcome } from '@padron/contract/resource-status'
import { isStatusId, resourceType } from '@padron/contract/resources'
import {
  type Connector,
  type Finding,
  type Parsed,
  PortalTrouble,
  type RawAnswer,
  type Subject,
} from '../connectors/connector.ts'
import type { Ended } from './check-result.ts'
import { type Claim, type ClaimedVehicle, uuidV7 } from './claims.ts'
import { openDoor } from './http-client.ts'

export type CheckOptions = {
  claim: Claim
  connector: Connector
  baseUrl: string
  /** Open, not as stored. */
  credential: string
  /** The question is the one of its hour. */
  isProbe?: boolean
  now: () => Date
  dice: () => number
  /** Aborts with the reason 'stop' when the worker stops. */
  stopping: AbortSignal
  /** Where sources that answer later reach this installation: `https://host`; '' where it has no address. */
  callbackBase?: string
  /** Where it is written down that somebody waits for what such a source will send; without it none is asked. */
  waits?: Waits
  /** Each time a request leaves: from then on the question counts as asked, whatever becomes of it. */
  onAsked?: () => void
}

type Reading = Pick<
  Ended,
  | 'outcome'
  | 'remark'
  | 'findings'
  | 'registration'
  | 'history'
  | 'given'
  | 'unknownFields'
  | 'retryAfterSeconds'
  | 'asOf'
>

/** A question whose answer is to be sent to the address whose token has this hash. */
export type Awaited = {
  claim: Claim
  connector: Connector
  waitId: string
  tokenHash: Buffer
  isProbe: boolean
  startedAt: Date
  expiresAt: Date
}
/** The source took it. */
export type Parked = Awaited & { answers: readonly RawAnswer[] }
/**
 * Opened before the source is asked, which may answer sooner than it says that it will; dropped where it does not
 * take the question.
 */
export type Waits = { open: (awaited: Awaited) => Promise<void>; drop: (awaited: Awaited) => Promise<void> }

const NOTHING = { findings: [], registration: null, history: [], given: [], unknownFields: [], retryAfterSeconds: 0 }

const failed = (outcome: Outcome, remark: string, retryAfterSeconds = 0): Reading => ({
  ...NOTHING,
  outcome,
  remark,
  retryAfterSeconds,
})

export const subjectOf = (vehicle: ClaimedVehicle): Subject => {
  const { plate, vin, stateId, taxIdentifier, holderDocumentType = null } = vehicle
  return { plate, vin, stateId, taxIdentifier, holderDocumentType }
}

const calendar = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone })
/** The calendar day in the country's main zone, yyyy-mm-dd: vigencias and "this year" are the portal's. */
const CALENDARS = { MX: calendar('America/Mexico_City'), CO: calendar('America/Bogota') } as const

/** A status that its type cannot have is a fault of the connector, and must not reach a screen. */
export const plausible = ({ type, status, results }: Finding): boolean => {
  const declared = resourceType(type)
  const allowed = [...(declared?.clear ?? []), ...(declared?.debt ?? []), 10, 11, 12, 21, 29]
  const sane = results.every(({ total }) => total === null || (Number.isFinite(total) && Math.abs(total) < 1e12))
  return isStatusId(status) && allowed.includes(status) && sane
}

const readParsed = (parsed: Parsed, connector: Connector): Reading => {
  if ('why' in parsed) return failed(parsed.outcome, parsed.why, parsed.retryAfterSeconds)
  const {
    outcome,
    findings,
    remarks = [],
    registration = null,
    history = [],
    files: given = [],
    unknownFields = [],
    asOf,
  } = parsed
  const empty = connector.purpose !== 'history' && findings.length === 0
  const strange = findings.some((finding) => !plausible(finding) || !connector.types.includes(finding.type))
  if (empty || strange) return failed('shape-drift', 'La respuesta no se pudo entender.')
  const remark = remarks.join(' ') || null
  const reading = { outcome, remark, findings, registration, history, given, unknownFields, retryAfterSeconds: 0 }
  return asOf === undefined ? reading : { ...reading, asOf: new Date(asOf) }
}

/** Pure: what the answers mean for one vehicle on the day they were given. */
export const readAnswers = (
  connector: Connector,
  answers: readonly RawAnswer[],
  subject: Subject,
  at: Date,
): Reading => {
  try {
    return readParsed(connector.parse(answers, subject, CALENDARS[connector.country].format(at)), connector)
  } catch (error) {
    // A parser that breaks has met a page it does not know.
    return failed('shape-drift', `La respuesta no se pudo leer: ${error instanceof Error ? error.message : ''}`)
  }
}

const troubleOf = (error: unknown): Reading =>
  error instanceof PortalTrouble
    ? failed(error.outcome, error.message)
    : failed('shape-drift', `El conector falló: ${error instanceof Error ? error.message : ''}`)

const missingInputs = ({ inputs }: Connector, subject: Subject): string[] =>
  inputs.filter((input) => subject[input] === null || subject[input] === '')

type End = { vehicle: ClaimedVehicle; reading: Reading; answers?: readonly RawAnswer[] }
type Frame = CheckOptions & { startedAt: Date }

const endedOf = (
  { claim, connector, startedAt, now, dice }: Frame,
  { vehicle, reading, answers = [] }: End,
): Ended => ({
  origin: 'check',
  fence: { claimId: claim.claimId },
  tenantId: claim.tenantId,
  vehicle,
  connector,
  resourceId: null,
  runId: uuidV7(startedAt),
  files: [],
  answers,
  rawOf: null,
  startedAt,
  endedAt: now(),
  dice: dice(),
  by: null,
  ...reading,
})

/** All the ends share the holder's answer; between two of them the process does whatever else waits. */
const readEach = async (
  frame: Frame,
  vehicles: readonly ClaimedVehicle[],
  answers: readonly RawAnswer[],
): Promise<Ended[]> => {
  const ends: Ended[] = []
  for (const vehicle of vehicles) {
    if (ends.length > 0) await new Promise((turn) => setImmediate(turn))
    const reading = readAnswers(frame.connector, answers, subjectOf(vehicle), frame.now())
    ends.push(endedOf(frame, { vehicle, reading, answers }))
  }
  return ends
}

export const runCheck = async (options: CheckOptions): Promise<Ended[] | Parked> => {
  const {
    claim,
    connector,
    baseUrl,
    credential,
    stopping,
    callbackBase = '',
    waits,
    now,
    onAsked = () => undefined,
  } = options
  const frame = { ...options, startedAt: now() }
  const lacking = (vehicle: ClaimedVehicle) => missingInputs(connector, subjectOf(vehicle))
  const without = claim.vehicles.filter((vehicle) => lacking(vehicle).length > 0)
  const ends = without.map((vehicle) =>
    endedOf(frame, {
      vehicle,
      reading: failed('needs-input', `Falta un dato del vehículo: ${lacking(vehicle).join(', ')}.`),
    }),
  )
  const askable = claim.vehicles.filter((vehicle) => !without.includes(vehicle))
  const [first] = askable
  if (!first) return ends
  const deadline = () => AbortSignal.any([AbortSignal.timeout(connector.deadlineMs), stopping])
  const failedFor = (reading: Reading) => [...ends, ...askable.map((vehicle) => endedOf(frame, { vehicle, reading }))]
  if (connector.delivery === 'webhook') {
    if (callbackBase && waits) return askForLater(frame, callbackBase, waits, deadline)
    return failedFor(failed('needs-input', 'Esta fuente responde después y la instalación no tiene dirección pública.'))
  }
  try {
    const answers = await connector.fetch(subjectOf(first), openDoor(baseUrl, credential, deadline(), { onAsked }))
    return [...ends, ...(await readEach(frame, askable, answers))]
  } catch (error) {
    return failedFor(troubleOf(error))
  }
}

export const CALLBACK_PATH = '/hooks/sources/'
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * About one vehicle. The token is nowhere but in the address the source is given: of a stored answer it is cut out
 * too.
 */
const askForLater = async (
  frame: Frame,
  callbackBase: string,
  waits: Waits,
  deadline: () => AbortSignal,
): Promise<Ended[] | Parked> => {
  const { claim, connector, baseUrl, credential, isProbe = false, startedAt, now } = frame
  const [vehicle] = claim.vehicles
  const token = randomBytes(32).toString('base64url')
  const until = (ms: number) => new Date(now().getTime() + ms + (connector.webhook?.giveUpSeconds ?? 900) * 1000)
  const awaited: Awaited = {
    claim,
    connector,
    waitId: uuidV7(startedAt),
    tokenHash: hashOf(token),
    isProbe,
    startedAt,
    expiresAt: until(connector.deadlineMs),
  }
  const notTaken = async (reading: Reading, answers: readonly RawAnswer[] = []) => {
    await waits.drop(awaited)
    return [endedOf(frame, { vehicle, reading, answers })]
  }
  await waits.open(awaited)
  let asked = false
  const onAsked = () => {
    asked = true
    frame.onAsked?.()
  }
  try {
    const door = openDoor(baseUrl, credential, deadline(), {
      callback: `${callbackBase}${CALLBACK_PATH}${token}`,
      onAsked,
    })
    const heard = await connector.fetch(subjectOf(vehicle), door)
    const answers = heard.map((answer) => ({ ...answer, body: answer.body.replaceAll(token, '…') }))
    const refused = connector.webhook?.refused(answers)
    if (refused) return notTaken(failed(refused.outcome, refused.why, refused.retryAfterSeconds), answers)
    return { ...awaited, answers, expiresAt: until(0) }
  } catch (error) {
    const reading = troubleOf(error)
    // The worker stops and the question had left: the answer may still come, and is waited for.
    if (asked && reading.outcome === 'cancelled') return [endedOf(frame, { vehicle, reading })]
    return notTaken(reading)
  }
}
