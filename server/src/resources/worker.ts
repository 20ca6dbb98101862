// The worker: one lane per portal, each claiming what its portal can take, so that a slow portal holds up only itself.
// Any number of processes may run it against one database. Stopping finishes what can be finished and gives back the rest.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { runCheck } from './check.ts'
import { isPortalFault } from './check-rules.ts'
import {
  askablePortals,
  type Claim,
  claimDue,
  closeBreaker,
  countFault,
  type PortalState,
  releaseAbandoned,
  releaseClaims,
} from './claims.ts'
import type { Connector } from './connector.ts'
import { storeCheck } from './store.ts'

export type WorkerOptions = {
  db: Db
  log: FastifyBaseLogger
  connectors: readonly Connector[]
  now?: () => Date
  dice?: () => number
  /** Checks under way in one lane of this process. */
  laneWidth?: number
  /** How long an idle lane waits before it looks again. */
  idleMs?: number
  onStored?: (outcome: string) => void
}

export type Worker = { stop: (graceMs?: number) => Promise<void> }

const LEASE_MARGIN_SECONDS = 20
const PORTALS_EVERY_MS = 5_000
const ABANDONED_EVERY_MS = 10_000

export const startWorker = (options: WorkerOptions): Worker => {
  const {
    db,
    log,
    connectors,
    now = () => new Date(),
    dice = Math.random,
    laneWidth = 16,
    idleMs = 500,
    onStored,
  } = options
  const keys = connectors.map(({ key }) => key)
  const byKey = new Map(connectors.map((connector) => [connector.key, connector]))
  const lease = Math.max(...connectors.map(({ deadlineMs }) => deadlineMs), 0) / 1000 + LEASE_MARGIN_SECONDS
  const stopping = new AbortController()
  const aborting = new AbortController()
  const lanes = new Map<string, Promise<void>>()
  const held = new Set<string>()

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

  const settle = async (portal: PortalState, claim: Claim): Promise<void> => {
    const connector = byKey.get(claim.connectorKey)
    if (!connector) return releaseClaims(db, [claim.claimId])
    const ended = await runCheck({ claim, connector, ...portal, now, dice, stopping: aborting.signal })
    if (ended.outcome === 'cancelled') return releaseClaims(db, [claim.claimId])
    const stored = await storeCheck(db, ended)
    if (!stored)
      return log.warn(
        { connector: connector.key },
        'a check ended after its lease, or its vehicle was edited meanwhile; its answer was dropped',
      )
    // A vehicle that has failed before says nothing new about its portal; any does while the breaker is half open.
    const news = claim.attempts === 0 || portal.halfOpen
    if (isPortalFault(ended.outcome)) await (news ? countFault(db, portal.portalKey) : undefined)
    // Only a portal that answered closes its breaker, not a check that ended before it asked.
    else if (ended.answers.length > 0) await closeBreaker(db, portal.portalKey)
    onStored?.(ended.outcome)
  }

  const lane = async (portalKey: string): Promise<void> => {
    const running = new Set<Promise<void>>()
    while (!stopping.signal.aborted) {
      const claimed = await claimDue(db, portalKey, laneWidth - running.size, lease, keys).catch((error) => {
        log.error({ err: error, portal: portalKey }, 'claiming failed')
        return undefined
      })
      for (const claim of claimed?.claims ?? []) {
        held.add(claim.claimId)
        const work: Promise<void> = settle((claimed as { portal: PortalState }).portal, claim)
          .catch((error) => log.error({ err: error, portal: portalKey }, 'a check could not be stored'))
          .finally(() => {
            held.delete(claim.claimId)
            running.delete(work)
          })
        running.add(work)
      }
      // Busy lanes look again as soon as a check ends; idle ones after a while.
      if (running.size === 0) await pause(idleMs)
      else if (running.size >= laneWidth / 2 || (claimed?.claims.length ?? 0) === 0)
        await Promise.race([...running, pause(idleMs)])
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
  every(ABANDONED_EVERY_MS, () => releaseAbandoned(db))
  const opened = releaseAbandoned(db)
    .then(openLanes)
    .catch((error) => log.error({ err: error }, 'the worker could not start its lanes'))

  const stop = async (graceMs = 3_000): Promise<void> => {
    stopping.abort()
    const impatient = setTimeout(() => aborting.abort('stop'), graceMs)
    await opened
    await Promise.all(lanes.values())
    clearTimeout(impatient)
    if (held.size > 0) await releaseClaims(db, [...held])
  }
  return { stop }
}
