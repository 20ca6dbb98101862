// Runs one check: fetches the portal's answer, parses it and returns a result. Nothing that a portal does makes it
// throw: an unexpected answer becomes an outcome that leaves the last good answer unchanged.
import { randomBytes } from 'node:crypto'
import type { Outcome } from '@padron/contract/resource-status'
import { isStatusId, resourceType } from '@padron/contract/resources'
import { uuidV7 } from '../../db/uuid.ts'
import { sha256 } from '../../secrets/tokens.ts'
import {
  type Connector,
  type Finding,
  type Parsed,
  PortalTrouble,
  type RawAnswer,
  type Subject,
} from '../connectors/connector.ts'
import { type CheckResult, EMPTY_RESULT } from './check-result.ts'
import type { Claim, ClaimedVehicle } from './claim.ts'
import { openClient } from './http-client.ts'

export type CheckOptions = {
  claim: Claim
  connector: Connector
  baseUrl: string
  /** The decrypted credential. */
  credential: string
  /** The query is the hourly probe of a pause. */
  isProbe?: boolean
  now: () => Date
  random: () => number
  /** Aborts with the reason 'stop' when the worker stops. */
  stopping: AbortSignal
  /** This installation's address for callbacks, `https://host`; '' where it has none. */
  callbackBase?: string
  /** Where pending callbacks are stored; without it no webhook source is queried. */
  pendingCallbacks?: PendingCallbacks
  /** Called for each request that is sent: from then on the query counts as made, whatever follows. */
  onRequest?: () => void
}

type Reading = Pick<
  CheckResult,
  | 'outcome'
  | 'remark'
  | 'findings'
  | 'registration'
  | 'history'
  | 'receivedFiles'
  | 'unknownFields'
  | 'retryAfterSeconds'
  | 'asOf'
>

/** A query whose answer comes to the callback address with this token hash. */
export type AwaitedQuery = {
  claim: Claim
  connector: Connector
  waitId: string
  tokenHash: Buffer
  isProbe: boolean
  startedAt: Date
  expiresAt: Date
}
/** The source accepted it. */
export type ParkedQuery = AwaitedQuery & { answers: readonly RawAnswer[] }
/** Opened before the query, because the answer may come before the acceptance; dropped where the source refuses. */
export type PendingCallbacks = {
  open: (awaited: AwaitedQuery) => Promise<void>
  drop: (awaited: AwaitedQuery) => Promise<void>
}

const failedReading = (outcome: Outcome, remark: string, retryAfterSeconds = 0): Reading => ({
  findings: [],
  registration: null,
  history: [],
  receivedFiles: [],
  unknownFields: [],
  outcome,
  remark,
  retryAfterSeconds,
})

export const subjectOf = (vehicle: ClaimedVehicle): Subject => {
  const { plate, vin, stateId, taxIdentifier, holderDocumentType = null } = vehicle
  return { plate, vin, stateId, taxIdentifier, holderDocumentType }
}

const calendar = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone })
/** The calendar day in the country's main zone, yyyy-mm-dd: validity dates and "this year" are the portal's. */
const CALENDARS = { MX: calendar('America/Mexico_City'), CO: calendar('America/Bogota') } as const

/** A status that its type cannot have is a bug of the connector and must not reach a screen. */
const plausible = ({ type, status, results }: Finding): boolean => {
  const declared = resourceType(type)
  const allowed = [...(declared?.clear ?? []), ...(declared?.debt ?? []), 10, 11, 12, 21, 29]
  const sane = results.every(({ total }) => total === null || (Number.isFinite(total) && Math.abs(total) < 1e12))
  return isStatusId(status) && allowed.includes(status) && sane
}

const readParsed = (parsed: Parsed, connector: Connector): Reading => {
  if ('why' in parsed) return failedReading(parsed.outcome, parsed.why, parsed.retryAfterSeconds)
  const {
    outcome,
    findings,
    remarks = [],
    registration = null,
    history = [],
    files: receivedFiles = [],
    unknownFields = [],
    asOf,
  } = parsed
  const empty = connector.purpose !== 'history' && findings.length === 0
  const strange = findings.some((finding) => !plausible(finding) || !connector.types.includes(finding.type))
  if (empty || strange) return failedReading('shape-drift', 'La respuesta no se pudo entender.')
  const remark = remarks.join(' ') || null
  const reading = {
    outcome,
    remark,
    findings,
    registration,
    history,
    receivedFiles,
    unknownFields,
    retryAfterSeconds: 0,
  }
  return asOf === undefined ? reading : { ...reading, asOf: new Date(asOf) }
}

/** Interprets the answers for one vehicle on the day they were given. Pure. */
export const readAnswers = (
  connector: Connector,
  answers: readonly RawAnswer[],
  subject: Subject,
  at: Date,
): Reading => {
  try {
    return readParsed(connector.parse(answers, subject, CALENDARS[connector.country].format(at)), connector)
  } catch (error) {
    // A parser that throws has met an unknown form of the answer.
    return failedReading('shape-drift', `La respuesta no se pudo leer: ${error instanceof Error ? error.message : ''}`)
  }
}

const troubleOf = (error: unknown): Reading =>
  error instanceof PortalTrouble
    ? failedReading(error.outcome, error.message)
    : failedReading('shape-drift', `El conector falló: ${error instanceof Error ? error.message : ''}`)

const missingInputs = ({ inputs }: Connector, subject: Subject): string[] =>
  inputs.filter((input) => subject[input] === null || subject[input] === '')

type VehicleReading = { vehicle: ClaimedVehicle; reading: Reading; answers?: readonly RawAnswer[] }
type Frame = CheckOptions & { startedAt: Date }

const resultOf = (
  { claim, connector, startedAt, now, random }: Frame,
  { vehicle, reading, answers = [] }: VehicleReading,
): CheckResult => ({
  ...EMPTY_RESULT,
  origin: 'check',
  fence: { claimId: claim.claimId },
  tenantId: claim.tenantId,
  vehicle,
  connector,
  runId: uuidV7(startedAt),
  answers,
  startedAt,
  endedAt: now(),
  random: random(),
  ...reading,
})

/** All results share the holder's answer; between two of them the process handles other events. */
const readEach = async (
  frame: Frame,
  vehicles: readonly ClaimedVehicle[],
  answers: readonly RawAnswer[],
): Promise<CheckResult[]> => {
  const results: CheckResult[] = []
  for (const vehicle of vehicles) {
    if (results.length > 0) await new Promise((turn) => setImmediate(turn))
    const reading = readAnswers(frame.connector, answers, subjectOf(vehicle), frame.now())
    results.push(resultOf(frame, { vehicle, reading, answers }))
  }
  return results
}

export const runCheck = async (options: CheckOptions): Promise<CheckResult[] | ParkedQuery> => {
  const {
    claim,
    connector,
    baseUrl,
    credential,
    stopping,
    callbackBase = '',
    pendingCallbacks,
    now,
    onRequest = () => undefined,
  } = options
  const frame = { ...options, startedAt: now() }
  const lacking = (vehicle: ClaimedVehicle) => missingInputs(connector, subjectOf(vehicle))
  const without = claim.vehicles.filter((vehicle) => lacking(vehicle).length > 0)
  const results = without.map((vehicle) =>
    resultOf(frame, {
      vehicle,
      reading: failedReading('needs-input', `Falta un dato del vehículo: ${lacking(vehicle).join(', ')}.`),
    }),
  )
  const askable = claim.vehicles.filter((vehicle) => !without.includes(vehicle))
  const [first] = askable
  if (!first) return results
  const deadline = () => AbortSignal.any([AbortSignal.timeout(connector.deadlineMs), stopping])
  const failedFor = (reading: Reading) => [
    ...results,
    ...askable.map((vehicle) => resultOf(frame, { vehicle, reading })),
  ]
  if (connector.delivery === 'webhook') {
    if (callbackBase && pendingCallbacks) return askForCallback(frame, callbackBase, pendingCallbacks, deadline)
    return failedFor(
      failedReading('needs-input', 'Esta fuente responde después y la instalación no tiene dirección pública.'),
    )
  }
  try {
    const answers = await connector.fetch(subjectOf(first), openClient(baseUrl, credential, deadline(), { onRequest }))
    return [...results, ...(await readEach(frame, askable, answers))]
  } catch (error) {
    return failedFor(troubleOf(error))
  }
}

export const CALLBACK_PATH = '/hooks/sources/'

/** Queries one vehicle. The token is only in the address that the source gets; it is removed from stored answers. */
const askForCallback = async (
  frame: Frame,
  callbackBase: string,
  pendingCallbacks: PendingCallbacks,
  deadline: () => AbortSignal,
): Promise<CheckResult[] | ParkedQuery> => {
  const { claim, connector, baseUrl, credential, isProbe = false, startedAt, now } = frame
  const [vehicle] = claim.vehicles
  const token = randomBytes(32).toString('base64url')
  const until = (ms: number) => new Date(now().getTime() + ms + (connector.webhook?.giveUpSeconds ?? 900) * 1000)
  const awaited: AwaitedQuery = {
    claim,
    connector,
    waitId: uuidV7(startedAt),
    tokenHash: sha256(token),
    isProbe,
    startedAt,
    expiresAt: until(connector.deadlineMs),
  }
  const notAccepted = async (reading: Reading, answers: readonly RawAnswer[] = []) => {
    await pendingCallbacks.drop(awaited)
    return [resultOf(frame, { vehicle, reading, answers })]
  }
  await pendingCallbacks.open(awaited)
  let requested = false
  const onRequest = () => {
    requested = true
    frame.onRequest?.()
  }
  try {
    const client = openClient(baseUrl, credential, deadline(), {
      callback: `${callbackBase}${CALLBACK_PATH}${token}`,
      onRequest,
    })
    const received = await connector.fetch(subjectOf(vehicle), client)
    const answers = received.map((answer) => ({ ...answer, body: answer.body.replaceAll(token, '…') }))
    const refused = connector.webhook?.refused(answers)
    if (refused) return notAccepted(failedReading(refused.outcome, refused.why, refused.retryAfterSeconds), answers)
    return { ...awaited, answers, expiresAt: until(0) }
  } catch (error) {
    const reading = troubleOf(error)
    // The worker stops after the request was sent: the answer may still come, so the callback stays open.
    if (requested && reading.outcome === 'cancelled') return [resultOf(frame, { vehicle, reading })]
    return notAccepted(reading)
  }
}
