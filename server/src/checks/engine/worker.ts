// The worker: one lane per portal, each claiming what its portal can take, so that a slow portal holds up only
// itself. Any number of processes may run it against one database. Stopping finishes what can be finished and gives
// back the rest.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/client.ts'

import type { FileStore } from '../../files/contents/file-store.ts'
import { type Asked, spanned } from '../../tracing/spans.ts'
import type { Connector } from '../connectors/connector.ts'
import { makeTeller, type Sign } from '../portals/state.ts'
import { makeStorer } from '../store/batch-writer.ts'
import { keepGiven } from '../store/received-files.ts'
import { endExpired, park, waitsIn } from './callbacks.ts'
import { type Parked, runCheck } from './check.ts'
import type { Ended } from './check-result.ts'
import { isGood, isPortalFault } from './check-rules.ts'
import { refund, releaseAbandoned, releaseAsked, releaseClaims } from './claim-release.ts'
import { askablePortals, type Claim, type Claimed, claimDue, type PortalState } from './claims.ts'

export type WorkerOptions = {
  db: Db
  log: FastifyBaseLogger
  /** Those there are, or how to read them: read again now and then, so that a new one needs no restart. */
  connectors: readonly Connector[] | (() => Promise<readonly Connector[]>)
  /** Opens a credential as stored. @throws where it cannot be opened; its portal is then not asked */
  openCredential?: (owner: string, stored: string) => string
  /** Where files go that sources send. */
  evidence?: FileStore
  callbackBase?: string
  now?: () => Date
  dice?: () => number
  /** Checks under way in one lane of this process. */
  laneWidth?: number
  /** How long an idle lane waits before it looks again. */
  idleMs?: number
  onStored?: (ended: Pick<Ended, 'outcome' | 'connector' | 'startedAt' | 'endedAt' | 'vehicle' | 'tenantId'>) => void
}

export type Worker = { stop: (graceMs?: number) => Promise<void> }

const LEASE_MARGIN_SECONDS = 20
const LEAST_LEASE_MS = 10_000
const PORTALS_EVERY_MS = 5_000
const ABANDONED_EVERY_MS = 10_000
const CONNECTORS_EVERY_MS = 30_000

/** The connectors a process knows, by key, and what follows from them. */
const makeBook = (list: readonly Connector[]) => ({
  keys: list.map(({ key }) => key),
  byKey: new Map(list.map((connector) => [connector.key, connector])),
  parsers: new Map(list.map(({ key, parserVersion }) => [key, parserVersion])),
  byHolder: list.filter(({ criteria }) => criteria === 'taxIdentifier').map(({ key }) => key),
  /** As long as the slowest of the portal's connectors may take, and a margin. */
  leaseSeconds: (portal: string) =>
    Math.max(...list.filter((one) => one.portal === portal).map(({ deadlineMs }) => deadlineMs), LEAST_LEASE_MS) /
      1000 +
    LEASE_MARGIN_SECONDS,
})

/** Nothing went out: the vehicle lacked what the source asks by, or the installation an address to be answered at. */
const wasNotAsked = ({ outcome, answers, rawOf }: Ended): boolean =>
  outcome === 'needs-input' && answers.length === 0 && rawOf === null

/**
 * What may cost the portal or the connector its pace: no credit, or money spent on an answer that nobody understands.
 */
const pauses = ({ outcome }: Pick<Ended, 'outcome'>, { isPriced }: Pick<PortalState, 'isPriced'>): boolean =>
  outcome === 'no-credit' || (isPriced && outcome === 'shape-drift')

/** The end that speaks for a question: of a holder's vehicles one that was understood, where there is one. */
const toldOf = (ends: readonly Ended[], isPriced: boolean): Ended | undefined => {
  const answered = ends.filter(({ answers }) => answers.length > 0)
  return (
    answered.find((end) => !pauses(end, { isPriced })) ??
    answered[0] ??
    ends.find((end) => isPortalFault(end.outcome) || pauses(end, { isPriced }))
  )
}

/** The source is a stranger: it hears nothing of the trace. */
const spanOf = ({ key, portal }: Connector, { claimId, tenantId }: Claim): Asked => ({
  name: `check ${key}`,
  kind: 'client',
  attributes: {
    'padron.connector': key,
    'padron.portal': portal,
    'padron.claim_id': claimId,
    'padron.tenant_id': tenantId,
  },
})
const outcomeOf = (came: Ended[] | Parked) => ({
  'padron.outcome': Array.isArray(came) ? came[0]?.outcome : 'parked',
  'padron.run_id': Array.isArray(came) ? came[0]?.runId : came.waitId,
})

/** A good answer is told at `debug`: there are as many as vehicles and sources. */
const tellCheck = (log: FastifyBaseLogger, { connector, vehicle, ...ended }: Ended): void => {
  const { outcome, origin, runId, tenantId, startedAt, endedAt } = ended
  const { vehicleId, attempts: attempt, askedBy } = vehicle
  const ms = endedAt.getTime() - startedAt.getTime()
  const line = {
    runId,
    connector: connector.key,
    portal: connector.portal,
    outcome,
    origin,
    attempt,
    ms,
    tenantId,
    vehicleId,
  }
  log[isGood(outcome) ? 'debug' : 'info']({ ...line, ...(askedBy ? { itemId: askedBy } : {}) }, 'check')
}

export const startWorker = (options: WorkerOptions): Worker => {
  const { db, log, now = () => new Date(), dice = Math.random, laneWidth = 16, idleMs = 500, onStored } = options
  const { openCredential = (_owner, stored) => stored, evidence, callbackBase = '' } = options
  const { connectors } = options
  let book = makeBook(typeof connectors === 'function' ? [] : connectors)
  const stopping = new AbortController()
  const aborting = new AbortController()
  const lanes = new Map<string, Promise<void>>()
  /** Claims under way, by id, with their portal. */
  const held = new Map<string, PortalState>()
  /** Portals whose credential cannot be opened: told once. */
  const shut = new Set<string>()
  const storer = makeStorer(db)
  const teller = makeTeller(db)
  const waits = waitsIn(db)

  const readConnectors = async () => {
    if (typeof connectors === 'function') book = makeBook(await connectors())
  }

  const pause = (milliseconds: number) =>
    new Promise<void>((done) => {
      const end = () => {
        clearTimeout(timer)
        stopping.signal.removeEventListener('abort', end)
        done()
      }
      const timer = setTimeout(end, milliseconds)
      stopping.signal.addEventListener('abort', end)
    })

  const store = async (ended: Ended): Promise<boolean> => {
    const whole = evidence ? await keepGiven(evidence, ended, log) : ended
    const stored = await storer.put(whole)
    if (stored) {
      onStored?.(ended)
      tellCheck(log, ended)
    } else
      log.warn(
        { connector: ended.connector.key },
        'a check ended after its lease, or its vehicle was edited meanwhile; its answer was dropped',
      )
    return stored
  }

  /** What a question told of its source: once, however many vehicles it was about. */
  const tell = async (portal: PortalState, claim: Claim, ends: readonly Ended[]): Promise<void> => {
    const told = toldOf(ends, portal.isPriced)
    if (!told) return
    const fault = isPortalFault(told.outcome)
    const { outcome, remark, endedAt: at, retryAfterSeconds } = told
    // A vehicle that has failed before says nothing new about its portal, but any does while the breaker is half open.
    const news = claim.vehicles.some(({ attempts }) => attempts === 0) || portal.halfOpen
    if (fault ? !news && retryAfterSeconds === 0 : portal.quiet && !pauses(told, portal)) return
    const { key: connectorKey, parserVersion } = told.connector
    const { askedAt, isProbe } = portal
    const question = { connectorKey, parserVersion, askedAt, isProbe }
    const counts = fault ? news : told.answers.length > 0 || outcome === 'no-credit'
    const sign: Sign = { answered: !fault, outcome, remark, at, retryAfterSeconds, counts, question }
    await teller.tell(portal.portalKey, sign)
  }

  const settle = async (portal: PortalState, claim: Claim): Promise<void> => {
    const { baseUrl, credential, isProbe } = portal
    const connector = book.byKey.get(claim.connectorKey)
    if (!connector) return releaseClaims(db, portal, [claim.claimId])
    let asked = false
    const onAsked = () => {
      asked = true
    }
    const check = {
      claim,
      connector,
      baseUrl,
      credential,
      isProbe,
      now,
      dice,
      stopping: aborting.signal,
      callbackBase,
      waits,
      onAsked,
    }
    const came = await spanned(spanOf(connector, claim), () => runCheck(check), outcomeOf)
    if (!Array.isArray(came)) return settleParked(portal, came)
    if (came.some(({ outcome }) => outcome === 'cancelled'))
      return asked ? releaseAsked(db, claim.claimId) : releaseClaims(db, portal, [claim.claimId])
    if (!asked && came.every(wasNotAsked)) await refund(db, portal, 1)
    // A failure is told while the claim is still held, and so is what pauses the portal: no other check goes out
    // meanwhile.
    const failed = came.some((end) => isPortalFault(end.outcome) || pauses(end, portal))
    if (failed) await tell(portal, claim, came)
    const stored = await Promise.all(came.map(store))
    if (!failed && stored.includes(true)) await tell(portal, claim, came)
  }

  /** A source that took the question answered, as far as its health goes. */
  const settleParked = async (portal: PortalState, parked: Parked): Promise<void> => {
    if (!(await park(db, parked)))
      log.warn(
        { connector: parked.connector.key },
        'a question was accepted after its lease; its answer will be dropped',
      )
    const { key: connectorKey, parserVersion } = parked.connector
    const { askedAt, isProbe } = portal
    const question = { connectorKey, parserVersion, askedAt, isProbe, tellsOf: 'credit' as const }
    const sign: Sign = {
      answered: true,
      outcome: 'ok',
      remark: null,
      at: now(),
      retryAfterSeconds: 0,
      counts: true,
      question,
    }
    if (!portal.quiet) await teller.tell(portal.portalKey, sign)
  }

  const claimFor = async (portalKey: string, most: number): Promise<Claimed | undefined> => {
    const { leaseSeconds, keys, parsers, byHolder } = book
    const wanted = {
      portalKey,
      most,
      leaseSeconds: leaseSeconds(portalKey),
      connectors: keys,
      parsers,
      byHolder,
      open: openCredential,
    }
    const claimed = await claimDue(db, wanted).catch((error) => {
      log.error({ err: error, portal: portalKey }, 'claiming failed')
      return undefined
    })
    if (claimed?.shut === undefined) shut.delete(portalKey)
    else if (!shut.has(portalKey)) {
      shut.add(portalKey)
      log.error({ err: claimed.shut, portal: portalKey }, 'the credential cannot be opened; the portal is not asked')
    }
    return claimed && claimed.claims.length > 0 ? claimed : undefined
  }

  const lane = async (portalKey: string): Promise<void> => {
    const running = new Set<Promise<void>>()
    while (!stopping.signal.aborted) {
      const claimed = await claimFor(portalKey, laneWidth - running.size)
      for (const claim of claimed?.claims ?? []) {
        const { portal } = claimed as Claimed
        held.set(claim.claimId, portal)
        const work: Promise<void> = settle(portal, claim)
          .catch((error) => log.error({ err: error, portal: portalKey }, 'a check could not be stored'))
          .finally(() => {
            held.delete(claim.claimId)
            running.delete(work)
          })
        running.add(work)
      }
      // Busy lanes look again as soon as half of what they hold has ended; idle ones after a while.
      if (running.size === 0) await pause(idleMs)
      else if (!claimed) await Promise.race([...running, pause(idleMs)])
      else
        while (running.size > laneWidth / 2 && !stopping.signal.aborted) await Promise.race([...running, pause(idleMs)])
    }
    await Promise.all(running)
  }

  const every = (milliseconds: number, work: () => Promise<unknown>) => {
    const timer = setInterval(
      () => void work().catch((error) => log.error({ err: error }, 'worker upkeep failed')),
      milliseconds,
    )
    stopping.signal.addEventListener('abort', () => clearInterval(timer))
  }
  const openLanes = async () => {
    for (const portal of await askablePortals(db))
      if (!lanes.has(portal) && !stopping.signal.aborted) lanes.set(portal, lane(portal))
  }
  every(PORTALS_EVERY_MS, openLanes)
  every(CONNECTORS_EVERY_MS, readConnectors)
  every(ABANDONED_EVERY_MS, () => releaseAbandoned(db))
  every(ABANDONED_EVERY_MS, () => endExpired(db, (key) => book.byKey.get(key), { now, dice }))
  const opened = readConnectors()
    .then(() => releaseAbandoned(db))
    .then(openLanes)
    .catch((error) => log.error({ err: error }, 'the worker could not start its lanes'))

  const stop = async (graceMs = 3_000): Promise<void> => {
    stopping.abort()
    const impatient = setTimeout(() => aborting.abort('stop'), graceMs)
    await opened
    await Promise.all(lanes.values())
    clearTimeout(impatient)
    for (const [claimId, portal] of held) await releaseClaims(db, portal, [claimId])
  }
  return { stop }
}
