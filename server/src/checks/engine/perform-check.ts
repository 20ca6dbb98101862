// Performs a claimed check: queries the source, reports the outcome to its portal, stores the answer, ends the claim.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/client.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import { type SpanRequest, spanned } from '../../tracing/spans.ts'
import type { Connector } from '../connectors/connector.ts'
import type { PortalReporter } from '../portals/state.ts'
import type { BatchWriter } from '../store/batch-writer.ts'
import { storeReceivedFiles } from '../store/received-files.ts'
import { storePendingCallback } from './callbacks.ts'
import { type ParkedQuery, type PendingCallbacks, runCheck } from './check.ts'
import type { CheckResult } from './check-result.ts'
import { isGood, isPortalFault } from './check-rules.ts'
import type { Claim, PortalState } from './claim.ts'
import { refund, releaseClaims, releaseRequested } from './claim-release.ts'
import { pauses, reportOutcome, reportParked } from './portal-outcome.ts'

export type OnStored = (
  result: Pick<CheckResult, 'outcome' | 'connector' | 'startedAt' | 'endedAt' | 'vehicle' | 'tenantId'>,
) => void

export type CheckContext = {
  db: Db
  log: FastifyBaseLogger
  batchWriter: BatchWriter
  portalReporter: PortalReporter
  pendingCallbacks: PendingCallbacks
  connectorOf: (key: string) => Connector | undefined
  evidence: FileStore | undefined
  callbackBase: string
  now: () => Date
  random: () => number
  /** Aborts running checks. */
  stopping: AbortSignal
  onStored: OnStored | undefined
}

/** Nothing was sent: the vehicle lacked an input, or the installation has no callback address. */
const sentNoRequest = ({ outcome, answers, rawOf }: CheckResult): boolean =>
  outcome === 'needs-input' && answers.length === 0 && rawOf === null

/** The trace context is not sent to the source. */
const spanOf = ({ key, portal }: Connector, { claimId, tenantId }: Claim): SpanRequest => ({
  name: `check ${key}`,
  kind: 'client',
  attributes: {
    'padron.connector': key,
    'padron.portal': portal,
    'padron.claim_id': claimId,
    'padron.tenant_id': tenantId,
  },
})
const outcomeOf = (checked: CheckResult[] | ParkedQuery) => ({
  'padron.outcome': Array.isArray(checked) ? checked[0]?.outcome : 'parked',
  'padron.run_id': Array.isArray(checked) ? checked[0]?.runId : checked.waitId,
})

/** A good answer is logged at `debug`: there are as many as vehicles and sources. */
const logCheck = (log: FastifyBaseLogger, { connector, vehicle, ...result }: CheckResult): void => {
  const { outcome, origin, runId, tenantId, startedAt, endedAt } = result
  const { vehicleId, attempts: attempt, jobItemId } = vehicle
  const tookMs = endedAt.getTime() - startedAt.getTime()
  const line = {
    runId,
    connector: connector.key,
    portal: connector.portal,
    outcome,
    origin,
    attempt,
    tookMs,
    tenantId,
    vehicleId,
  }
  log[isGood(outcome) ? 'debug' : 'info']({ ...line, ...(jobItemId ? { itemId: jobItemId } : {}) }, 'check')
}

const store = async (context: CheckContext, result: CheckResult, onDeferred: () => void): Promise<boolean> => {
  const { log, evidence, batchWriter, onStored } = context
  const whole = evidence ? await storeReceivedFiles(evidence, result, log) : result
  const stored = await batchWriter.put(whole, onDeferred)
  if (stored) {
    onStored?.(result)
    logCheck(log, result)
  } else
    log.warn(
      { connector: result.connector.key },
      'a check ended after its lease, or its vehicle was edited meanwhile; its answer was dropped',
    )
  return stored
}

const handleParked = async (
  { db, log, portalReporter, now }: CheckContext,
  portal: PortalState,
  parked: ParkedQuery,
): Promise<void> => {
  if (!(await storePendingCallback(db, parked)))
    log.warn({ connector: parked.connector.key }, 'a query was accepted after its lease; its answer will be dropped')
  await reportParked(portalReporter, portal, parked, now())
}

/** @param onDeferred called where the database cannot store the answer now: it is stored later */
export const performCheck = async (
  context: CheckContext,
  portal: PortalState,
  claim: Claim,
  onDeferred: () => void,
): Promise<void> => {
  const { db, portalReporter, now, random, stopping, callbackBase, pendingCallbacks } = context
  const { baseUrl, credential, isProbe } = portal
  const connector = context.connectorOf(claim.connectorKey)
  if (!connector) return releaseClaims(db, portal, [claim.claimId])
  let requested = false
  const onRequest = () => {
    requested = true
  }
  const check = {
    claim,
    connector,
    baseUrl,
    credential,
    isProbe,
    now,
    random,
    stopping,
    callbackBase,
    pendingCallbacks,
    onRequest,
  }
  const checked = await spanned(spanOf(connector, claim), () => runCheck(check), outcomeOf)
  if (!Array.isArray(checked)) return handleParked(context, portal, checked)
  if (checked.some(({ outcome }) => outcome === 'cancelled'))
    return requested ? releaseRequested(db, claim.claimId) : releaseClaims(db, portal, [claim.claimId])
  if (!requested && checked.every(sentNoRequest)) await refund(db, portal, 1)
  // A failure, and whatever pauses the portal, is reported before the claim ends: no other check goes out meanwhile.
  const failed = checked.some((end) => isPortalFault(end.outcome) || pauses(end, portal))
  if (failed) await reportOutcome(portalReporter, portal, claim, checked)
  const stored = await Promise.all(checked.map((result) => store(context, result, onDeferred)))
  if (!failed && stored.includes(true)) await reportOutcome(portalReporter, portal, claim, checked)
}
