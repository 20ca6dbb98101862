// The worker: one loop per portal, so that a slow portal holds up only itself. Any number of processes may run it
// against one database. Stopping finishes what can be finished and releases the rest.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/client.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import { startSchedule } from '../../jobs/schedule.ts'
import { resolvesWithin } from '../../limits/resolves-within.ts'
import type { Connector } from '../connectors/connector.ts'
import { createPortalReporter } from '../portals/state.ts'
import { type BatchWriter, createBatchWriter } from '../store/batch-writer.ts'
import { expireCallbacks, pendingCallbacksIn } from './callbacks.ts'
import type { PortalState } from './claim.ts'
import { extendAnsweredLeases, releaseAbandoned, releaseClaims } from './claim-release.ts'
import { askablePortals, claimablePortals, claimDue } from './claims.ts'
import { type CheckContext, type OnStored, performCheck } from './perform-check.ts'
import { createIdlePortals, DEFERRED_LEASE_SECONDS, type LoopContext, workPortal } from './portal-loop.ts'

export type WorkerOptions = {
  db: Db
  log: FastifyBaseLogger
  /**
   * The connectors, or how to load them: they are loaded again from time to time, so that a new one needs no restart.
   */
  connectors: readonly Connector[] | (() => Promise<readonly Connector[]>)
  /**
   * Decrypts a stored credential.
   * @throws where it cannot be decrypted; its portal is then not queried
   */
  openCredential?: (owner: string, stored: string) => string
  /** Store of the files that sources send. */
  evidence?: FileStore
  callbackBase?: string
  /** Installations that share the sources. */
  places?: number
  now?: () => Date
  random?: () => number
  /** Checks that run at once per portal in this process. */
  checksPerPortal?: number
  /** Interval at which idle portals are searched for checks to claim. */
  idleMs?: number
  onStored?: OnStored
}

export type Worker = { stop: (graceMs?: number) => Promise<void> }

const LEASE_MARGIN_SECONDS = 20
const LEAST_LEASE_MS = 10_000
const PORTALS_EVERY_MS = 5_000
const ABANDONED_EVERY_MS = 10_000
const CONNECTORS_EVERY_MS = 30_000
const KEEP_EVERY_MS = 1_000

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

/** Returns what claims due checks of a portal; why a claim failed is logged, a closed credential once. */
const createClaimer = (
  { db, log, places = 1, openCredential = (_owner, stored) => stored }: WorkerOptions,
  batchWriter: BatchWriter,
  connectorIndex: () => ReturnType<typeof indexConnectors>,
): LoopContext['claim'] => {
  /** Portals whose credential cannot be decrypted. */
  const unopened = new Set<string>()
  return async (portalKey, most) => {
    const { leaseSeconds, keys, parsers, byHolder } = connectorIndex()
    const request = {
      portalKey,
      most,
      leaseSeconds: leaseSeconds(portalKey),
      connectors: keys,
      parsers,
      byHolder,
      without: batchWriter.deferredCompanies(),
      places,
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
  const { connectors, evidence, callbackBase = '' } = options
  let connectorIndex = indexConnectors(typeof connectors === 'function' ? [] : connectors)
  const stopping = new AbortController()
  const aborting = new AbortController()
  const portalLoops = new Map<string, Promise<void>>()
  /** Running claims by id, with their portal. */
  const openClaims = new Map<string, PortalState>()
  /** Checks by claim whose answers wait to be stored. */
  const deferredClaims = new Map<string, Promise<void>>()
  const batchWriter = createBatchWriter(db)

  const readConnectors = async () => {
    if (typeof connectors === 'function') connectorIndex = indexConnectors(await connectors())
  }

  const idle = createIdlePortals(stopping.signal)
  const lookForDue = async () => {
    const keys = idle.keys()
    if (keys.length > 0) idle.wake(await claimablePortals(db, keys))
  }
  const context: CheckContext = {
    db,
    log,
    batchWriter,
    portalReporter: createPortalReporter(db),
    pendingCallbacks: pendingCallbacksIn(db),
    connectorOf: (key) => connectorIndex.byKey.get(key),
    evidence,
    callbackBase,
    now,
    random,
    stopping: aborting.signal,
    onStored,
  }
  const loop: LoopContext = {
    db,
    log,
    stopping: stopping.signal,
    checksPerPortal,
    idleMs,
    openClaims,
    deferredClaims,
    claim: createClaimer(options, batchWriter, () => connectorIndex),
    perform: (portal, claim, onDeferred) => performCheck(context, portal, claim, onDeferred),
    untilDue: idle.untilDue,
  }

  const startPortalLoops = async () => {
    for (const portal of await askablePortals(db))
      if (!portalLoops.has(portal) && !stopping.signal.aborted) portalLoops.set(portal, workPortal(loop, portal))
  }
  const keepDeferred = async () => {
    if (deferredClaims.size > 0) await extendAnsweredLeases(db, [...deferredClaims.keys()], DEFERRED_LEASE_SECONDS)
  }
  const upkeep: readonly [everyMs: number, run: () => Promise<unknown>][] = [
    [PORTALS_EVERY_MS, startPortalLoops],
    [CONNECTORS_EVERY_MS, readConnectors],
    [ABANDONED_EVERY_MS, () => releaseAbandoned(db)],
    [KEEP_EVERY_MS, keepDeferred],
    [idleMs, lookForDue],
    [ABANDONED_EVERY_MS, () => expireCallbacks(db, context.connectorOf, { now, random })],
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
    await resolvesWithin(graceMs, upkeepEnded)
  }
  return { stop }
}
