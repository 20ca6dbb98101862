// The loop of one portal: claims as many checks as may run at once, and waits until there may be more to claim.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/client.ts'
import { sleep } from '../../limits/pause.ts'
import type { Claim, ClaimedBatch, PortalState } from './claim.ts'
import { extendAnsweredLeases } from './claim-release.ts'

export const DEFERRED_LEASE_SECONDS = 60
/** The longest pause of a portal whose claims find nothing, in idle intervals. */
const FRUITLESS_PAUSES = 8

export type LoopContext = {
  db: Db
  log: FastifyBaseLogger
  stopping: AbortSignal
  checksPerPortal: number
  idleMs: number
  /** Running claims by id, with their portal. */
  openClaims: Map<string, PortalState>
  /** Checks by claim whose answers wait to be stored. */
  deferredClaims: Map<string, Promise<void>>
  /** @returns undefined: nothing can be claimed now */
  claim: (portalKey: string, most: number) => Promise<ClaimedBatch | undefined>
  /** @param onDeferred called where the database cannot store the answer now: it is stored later */
  perform: (portal: PortalState, claim: Claim, onDeferred: () => void) => Promise<void>
  untilDue: (portalKey: string) => Promise<void>
}

const startCheck = (context: LoopContext, portal: PortalState, claim: Claim) => {
  const { claimId, tenantId } = claim
  const { db, log, openClaims, deferredClaims } = context
  const { portalKey } = portal
  openClaims.set(claimId, portal)
  const { promise: wasDeferred, resolve: setDeferred } = Promise.withResolvers<void>()
  const work = context
    .perform(portal, claim, () => {
      log.warn({ portal: portalKey, tenantId }, 'an answer cannot be stored now and is stored later')
      deferredClaims.set(claimId, work)
      setDeferred()
      extendAnsweredLeases(db, [claimId], DEFERRED_LEASE_SECONDS).catch(() => undefined) // its upkeep tries again
    })
    .catch((error) => log.error({ err: error, portal: portalKey }, 'a check could not be stored'))
    .finally(() => {
      openClaims.delete(claimId)
      deferredClaims.delete(claimId)
    })
  return { work, wasDeferred }
}

/** Idle portal loops, each until there may be something to claim of its portal. */
export const createIdlePortals = (stopping: AbortSignal) => {
  const idle = new Map<string, () => void>()
  const wake = (portalKeys: readonly string[]): void => {
    for (const key of portalKeys) {
      idle.get(key)?.()
      idle.delete(key)
    }
  }
  stopping.addEventListener('abort', () => wake([...idle.keys()]))
  return {
    keys: () => [...idle.keys()],
    wake,
    untilDue: (portalKey: string): Promise<void> =>
      new Promise((done) => {
        if (stopping.aborted) done()
        else idle.set(portalKey, done)
      }),
  }
}

export const workPortal = async (context: LoopContext, portalKey: string): Promise<void> => {
  const { stopping, checksPerPortal, idleMs } = context
  const pause = (ms: number) => sleep(ms, stopping)
  const running = new Set<Promise<void>>()
  /** Consecutive claims without a result: paused connectors, a spent budget, or other processes use the concurrency. */
  let fruitless = 0
  while (!stopping.aborted) {
    const claimed = await context.claim(portalKey, checksPerPortal - running.size)
    fruitless = claimed ? 0 : fruitless + 1
    for (const claim of claimed?.claims ?? []) {
      const { work, wasDeferred } = startCheck(context, (claimed as ClaimedBatch).portal, claim)
      // An answer that is stored later does not keep its portal from further checks.
      const slot: Promise<void> = Promise.race([work, wasDeferred]).finally(() => running.delete(slot))
      running.add(slot)
    }
    // Nothing can be claimed before; an idle loop would continue much later than a fast pace allows.
    if (claimed && claimed.portal.paceMs > 0) await pause(Math.min(claimed.portal.paceMs, idleMs * FRUITLESS_PAUSES))
    // A busy loop claims again when half of its checks have ended, an idle one when there may be something to claim.
    if (running.size === 0) {
      if (fruitless > 1) await pause(idleMs * Math.min(fruitless, FRUITLESS_PAUSES))
      await context.untilDue(portalKey)
    } else if (!claimed) await Promise.race([...running, pause(idleMs)])
    else while (running.size > checksPerPortal / 2 && !stopping.aborted) await Promise.race([...running, pause(idleMs)])
  }
  await Promise.all(running)
}
