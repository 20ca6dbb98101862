// The worker: one loop per portal, so that a slow portal holds up only itself. Any number of processes may run it
// against one database. Stopping finishes what can be finished and releases the rest.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/client.ts'
import { within } from '../../db/retry.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import { startSchedule } from '../../jobs/schedule.ts'
import { type SpanRequest, spanned } from '../../tracing/spans.ts'
import type { Connector } from '../connectors/connector.ts'
import { createPortalReporter, type PortalReport } from '../portals/state.ts'
import { createBatchWriter } from '../store/batch-writer.ts'
import { storeReceivedFiles } from '../store/received-files.ts'
import { expireCallbacks, pendingCallbacksIn, storePendingCallback } from './callbacks.ts'
import { type ParkedQuery, runCheck } from './check.ts'
import type { CheckResult } from './check-result.ts'
import { isGood, isPortalFault } from './check-rules.ts'
import { keepAnswered, refund, releaseAbandoned, releaseClaims, releaseRequested } from './claim-release.ts'
import {
  askablePortals,
  type Claim,
  type ClaimedBatch,
  claimablePortals,
  claimDue,
  type PortalState,
} from './claims.ts'

export type WorkerOptions = {
  db: Db
  log: FastifyBaseLogger
  /**
   * The connectors, or how to load them: they are loaded again from time to time, so that a new one needs no restart.
   */
  connectors: readonly Connector[] | (() => Promise<readonly Connector[]>)
  /**
   * Opens a stored credential.
   * @throws where it cannot be opened; its portal is then not queried
   */
  openCredential?: (owner: string, stored: string) => string
  /** Where files are stored that sources send. */
  evidence?: FileStore
  callbackBase?: string
  /** Installations that share the sources. */
  places?: number
  now?: () => Date
  random?: () => number
  /** Checks that run at once per portal in this process. */
  checksPerPortal?: number
  /** How often it looks whether an idle portal has a check to claim. */
  idleMs?: number
  onStored?: (
    result: Pick<CheckResult, 'outcome' | 'connector' | 'startedAt' | 'endedAt' | 'vehicle' | 'tenantId'>,
  ) => void
}

export type Worker = { stop: (graceMs?: number) => Promise<void> }

const LEASE_MARGIN_SECONDS = 20
const LEAST_LEASE_MS = 10_000
const PORTALS_EVERY_MS = 5_000
const ABANDONED_EVERY_MS = 10_000
const CONNECTORS_EVERY_MS = 30_000
const KEEP_EVERY_MS = 1_000
const DEFERRED_LEASE_SECONDS = 60
/** The longest pause of a portal whose claims find nothing, in idle intervals. */
const FRUITLESS_PAUSES = 8

/** The connectors of this process, indexed by key, with derived values. */
const indexConnectors = (list: readonly Connector[]) => ({
  keys: list.map(({ key }) => key),
  byKey: new Map(list.map((connector) => [connector.key, connector])),
  parsers: new Map(list.map(({ key, parserVersion }) => [key, parserVersion])),
  byHolder: list.filter(({ criteria }) => criteria === 'taxIdentifier').map(({ key }) => key),
  /** The longest deadline of the portal's connectors, plus a margin. */
  leaseSeconds: (portal: string) =>
    Math.max(...list.filter((one) => one.portal === portal).map(({ deadlineMs }) => deadlineMs), LEAST_LEASE_MS) /
      1000 +
    LEASE_MARGIN_SECONDS,
})

/** Nothing was sent: the vehicle lacked an input, or the installation has no callback address. */
const sentNoRequest = ({ outcome, answers, rawOf }: CheckResult): boolean =>
  outcome === 'needs-input' && answers.length === 0 && rawOf === null

/** What may pause the portal or the connector: no credit, or a priced answer that is not understood. */
const pauses = ({ outcome }: Pick<CheckResult, 'outcome'>, { isPriced }: Pick<PortalState, 'isPriced'>): boolean =>
  outcome === 'no-credit' || (isPriced && outcome === 'shape-drift')

/** The result that decides for a query; of a holder's vehicles one that was understood, where there is one. */
const decisiveResult = (results: readonly CheckResult[], isPriced: boolean): CheckResult | undefined => {
  const answered = results.filter(({ answers }) => answers.length > 0)
  return (
    answered.find((end) => !pauses(end, { isPriced })) ??
    answered[0] ??
    results.find((end) => isPortalFault(end.outcome) || pauses(end, { isPriced }))
  )
}

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

export const startWorker = (options: WorkerOptions): Worker => {
  const {
    db,
    log,
    now = () => new Date(),
    random = Math.random,
    checksPerPortal = 16,
    idleMs = 500,
    onStored,
  } = options
  const { openCredential = (_owner, stored) => stored, evidence, callbackBase = '' } = options
  const { connectors } = options
  let connectorIndex = indexConnectors(typeof connectors === 'function' ? [] : connectors)
  const stopping = new AbortController()
  const aborting = new AbortController()
  const portalLoops = new Map<string, Promise<void>>()
  /** Running claims by id, with their portal. */
  const openClaims = new Map<string, PortalState>()
  /** Checks by claim whose answers wait to be stored. */
  const deferredClaims = new Map<string, Promise<void>>()
  /** Portals whose credential cannot be opened; logged once. */
  const unopened = new Set<string>()
  const batchWriter = createBatchWriter(db)
  const portalReporter = createPortalReporter(db)
  const pendingCallbacks = pendingCallbacksIn(db)

  const readConnectors = async () => {
    if (typeof connectors === 'function') connectorIndex = indexConnectors(await connectors())
  }

  const pause = (milliseconds: number) =>
    new Promise<void>((done) => {
      const wake = () => {
        clearTimeout(timer)
        stopping.signal.removeEventListener('abort', wake)
        done()
      }
      const timer = setTimeout(wake, milliseconds)
      stopping.signal.addEventListener('abort', wake)
    })

  const store = async (result: CheckResult, onDeferred: () => void): Promise<boolean> => {
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

  /** Reports a query's outcome to its portal, once for all its vehicles. */
  const reportOutcome = async (portal: PortalState, claim: Claim, results: readonly CheckResult[]): Promise<void> => {
    const decisive = decisiveResult(results, portal.isPriced)
    if (!decisive) return
    const fault = isPortalFault(decisive.outcome)
    const { outcome, remark, endedAt: at, retryAfterSeconds } = decisive
    // A vehicle that failed before is no new evidence about its portal, except while the breaker is half open.
    const news = claim.vehicles.some(({ attempts }) => attempts === 0) || portal.halfOpen
    if (fault ? !news && retryAfterSeconds === 0 : portal.quiet && !pauses(decisive, portal)) return
    const { key: connectorKey, parserVersion } = decisive.connector
    const { claimedAt, isProbe } = portal
    const question = { connectorKey, parserVersion, claimedAt, isProbe }
    const counts = fault ? news : decisive.answers.length > 0 || outcome === 'no-credit'
    const report: PortalReport = { answered: !fault, outcome, remark, at, retryAfterSeconds, counts, question }
    await portalReporter.report(portal.portalKey, report)
  }

  /** @param onDeferred called where the database cannot store the answer now: it is stored later */
  const performCheck = async (portal: PortalState, claim: Claim, onDeferred: () => void): Promise<void> => {
    const { baseUrl, credential, isProbe } = portal
    const connector = connectorIndex.byKey.get(claim.connectorKey)
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
      stopping: aborting.signal,
      callbackBase,
      pendingCallbacks,
      onRequest,
    }
    const checked = await spanned(spanOf(connector, claim), () => runCheck(check), outcomeOf)
    if (!Array.isArray(checked)) return handleParked(portal, checked)
    if (checked.some(({ outcome }) => outcome === 'cancelled'))
      return requested ? releaseRequested(db, claim.claimId) : releaseClaims(db, portal, [claim.claimId])
    if (!requested && checked.every(sentNoRequest)) await refund(db, portal, 1)
    // A failure, and whatever pauses the portal, is reported before the claim ends: no other check goes out meanwhile.
    const failed = checked.some((end) => isPortalFault(end.outcome) || pauses(end, portal))
    if (failed) await reportOutcome(portal, claim, checked)
    const stored = await Promise.all(checked.map((result) => store(result, onDeferred)))
    if (!failed && stored.includes(true)) await reportOutcome(portal, claim, checked)
  }

  /** A source that accepted the query counts as healthy. */
  const handleParked = async (portal: PortalState, parked: ParkedQuery): Promise<void> => {
    if (!(await storePendingCallback(db, parked)))
      log.warn({ connector: parked.connector.key }, 'a query was accepted after its lease; its answer will be dropped')
    const { key: connectorKey, parserVersion } = parked.connector
    const { claimedAt, isProbe } = portal
    const question = { connectorKey, parserVersion, claimedAt, isProbe, evidenceOf: 'credit' as const }
    const report: PortalReport = {
      answered: true,
      outcome: 'ok',
      remark: null,
      at: now(),
      retryAfterSeconds: 0,
      counts: true,
      question,
    }
    if (!portal.quiet) await portalReporter.report(portal.portalKey, report)
  }

  const claimFor = async (portalKey: string, most: number): Promise<ClaimedBatch | undefined> => {
    const { leaseSeconds, keys, parsers, byHolder } = connectorIndex
    const request = {
      portalKey,
      most,
      leaseSeconds: leaseSeconds(portalKey),
      connectors: keys,
      parsers,
      byHolder,
      without: batchWriter.deferredCompanies(),
      places: options.places ?? 1,
      open: openCredential,
    }
    const claimed = await claimDue(db, request).catch((error) => {
      log.error({ err: error, portal: portalKey }, 'claiming checks failed')
      return undefined
    })
    if (claimed?.credentialError === undefined) unopened.delete(portalKey)
    else if (!unopened.has(portalKey)) {
      unopened.add(portalKey)
      log.error(
        { err: claimed.credentialError, portal: portalKey },
        'the credential cannot be opened; the portal is not queried',
      )
    }
    return claimed && claimed.claims.length > 0 ? claimed : undefined
  }

  /** Idle portal loops by portal: what wakes each. */
  const idle = new Map<string, () => void>()
  const wakeIdle = (portalKeys: readonly string[]): void => {
    for (const key of portalKeys) {
      idle.get(key)?.()
      idle.delete(key)
    }
  }
  const lookForDue = async () => {
    if (idle.size > 0) wakeIdle(await claimablePortals(db, [...idle.keys()]))
  }
  const untilDue = (portalKey: string): Promise<void> =>
    new Promise((wake) => {
      if (stopping.signal.aborted) wake()
      else idle.set(portalKey, wake)
    })
  stopping.signal.addEventListener('abort', () => wakeIdle([...idle.keys()]))

  const workPortal = async (portalKey: string): Promise<void> => {
    const running = new Set<Promise<void>>()
    /** Claims in a row that found nothing: paused connectors, no budget, or others hold what the portal may have. */
    let fruitless = 0
    while (!stopping.signal.aborted) {
      const claimed = await claimFor(portalKey, checksPerPortal - running.size)
      fruitless = claimed ? 0 : fruitless + 1
      for (const claim of claimed?.claims ?? []) {
        const { portal } = claimed as ClaimedBatch
        openClaims.set(claim.claimId, portal)
        const { promise: wasDeferred, resolve: setDeferred } = Promise.withResolvers<void>()
        const work = performCheck(portal, claim, () => {
          log.warn(
            { portal: portalKey, tenantId: claim.tenantId },
            'an answer cannot be stored now and is stored later',
          )
          deferredClaims.set(claim.claimId, work)
          setDeferred()
          keepAnswered(db, [claim.claimId], DEFERRED_LEASE_SECONDS).catch(() => undefined) // its upkeep tries again
        })
          .catch((error) => log.error({ err: error, portal: portalKey }, 'a check could not be stored'))
          .finally(() => {
            openClaims.delete(claim.claimId)
            deferredClaims.delete(claim.claimId)
          })
        // An answer that is stored later does not keep its portal from further checks.
        const slot: Promise<void> = Promise.race([work, wasDeferred]).finally(() => running.delete(slot))
        running.add(slot)
      }
      // Nothing can be claimed before; an idle loop would look again much later than a fast pace allows.
      if (claimed && claimed.portal.paceMs > 0) await pause(Math.min(claimed.portal.paceMs, idleMs * FRUITLESS_PAUSES))
      // A busy loop claims again when half of its checks have ended, an idle one when there may be something to claim.
      if (running.size === 0) {
        if (fruitless > 1) await pause(idleMs * Math.min(fruitless, FRUITLESS_PAUSES))
        await untilDue(portalKey)
      } else if (!claimed) await Promise.race([...running, pause(idleMs)])
      else
        while (running.size > checksPerPortal / 2 && !stopping.signal.aborted)
          await Promise.race([...running, pause(idleMs)])
    }
    await Promise.all(running)
  }

  const startPortalLoops = async () => {
    for (const portal of await askablePortals(db))
      if (!portalLoops.has(portal) && !stopping.signal.aborted) portalLoops.set(portal, workPortal(portal))
  }
  const keepDeferred = async () => {
    if (deferredClaims.size > 0) await keepAnswered(db, [...deferredClaims.keys()], DEFERRED_LEASE_SECONDS)
  }
  const upkeep: readonly [everyMs: number, run: () => Promise<unknown>][] = [
    [PORTALS_EVERY_MS, startPortalLoops],
    [CONNECTORS_EVERY_MS, readConnectors],
    [ABANDONED_EVERY_MS, () => releaseAbandoned(db)],
    [KEEP_EVERY_MS, keepDeferred],
    [idleMs, lookForDue],
    [ABANDONED_EVERY_MS, () => expireCallbacks(db, (key) => connectorIndex.byKey.get(key), { now, random })],
  ]
  const schedules = upkeep.map(([everyMs, run]) =>
    startSchedule({ everyMs, run, failure: 'worker upkeep failed', isDelayed: true }, log),
  )
  const opened = readConnectors()
    .then(() => releaseAbandoned(db))
    .then(startPortalLoops)
    .catch((error) => log.error({ err: error }, 'the worker could not start its loops'))

  const stop = async (graceMs = 3_000): Promise<void> => {
    stopping.abort()
    const impatient = setTimeout(() => aborting.abort('stop'), graceMs)
    const upkeepEnded = Promise.all(schedules.map((stopSchedule) => stopSchedule())).then(() => undefined)
    await opened
    await Promise.all(portalLoops.values())
    await batchWriter.close()
    await Promise.all(deferredClaims.values())
    clearTimeout(impatient)
    for (const [claimId, portal] of openClaims) await releaseClaims(db, portal, [claimId])
    await within(graceMs, upkeepEnded)
  }
  return { stop }
}
