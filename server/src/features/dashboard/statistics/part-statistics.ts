// The figures of users who see a part of a fleet. They are computed on request, under the user's own policies, and
// cached in this process only. They are shown while the fleet's fields are unchanged, because the part then has the
// same vehicles.
import { localTime } from '@padron/contract/days'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { canRetry, type Db, type Tx } from '../../../db/client.ts'
import { fleetVersion } from '../../../db/fleet-version.ts'
import { type FleetView, fleetViewOf } from '../../../db/fleet-view.ts'
import { RetryWhenReady } from '../../../db/retry.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { createCompanyLimiter } from '../../../limits/company-limiter.ts'
import { pause } from '../../../limits/pause.ts'
import { type Figures, factsFor, follows, isSame, type StatisticsState } from './read-statistics.ts'
import { documentsVersion, type FleetSnapshot, readFleetSnapshot } from './write-statistics.ts'

type Log = { error: (what: object, words: string) => void }
type PartRequest = { session: Pick<Session, 'tenantId' | 'timeZone'>; tx: Tx; db: Db; now: Date; log: Log }

type CachedFigures = FleetSnapshot & { computedAt: string; tookMs: number; endedAt: number }

/** Concurrent computations in this process; one per company. */
const AT_ONCE = 2
const PARTS_AT_MOST = 50
/**
 * Pause after a calculation, as a multiple of its duration: a fleet that always changes costs a quarter of the time.
 */
const PAUSE_TIMES = 3
const PAUSE_AT_MOST_MS = 30_000
/** Pause after a failure. */
const FAILED_MS = 60_000

const createMemory = () => ({
  cached: new LRUCache<FleetView, CachedFigures>({ max: PARTS_AT_MOST }),
  working: new Map<FleetView, Promise<void>>(),
  failedAt: new LRUCache<FleetView, number>({ max: PARTS_AT_MOST }),
  limit: createCompanyLimiter({ atOnce: AT_ONCE, perCompany: 1 }),
})
const memories = new WeakMap<pg.Pool, ReturnType<typeof createMemory>>()
const memoryOf = ({ app }: Db) => {
  const memory = memories.get(app) ?? createMemory()
  memories.set(app, memory)
  return memory
}

const pauseAfter = async (last: CachedFigures | undefined): Promise<void> => {
  if (!last) return
  const ms = last.endedAt + Math.min(last.tookMs * PAUSE_TIMES, PAUSE_AT_MOST_MS) - performance.now()
  if (ms > 0) await pause(ms)
}

/** @returns a promise that ends when the figures are cached or failed; concurrent callers share it */
const compute = ({ session: { tenantId }, db, now, log }: PartRequest, view: FleetView): Promise<void> => {
  const { cached, working, failedAt, limit } = memoryOf(db)
  const underWay = working.get(view)
  if (underWay) return underWay
  const work = async () => {
    const began = performance.now()
    const snapshot = await readFleetSnapshot(db, tenantId, now)
    const endedAt = performance.now()
    cached.set(snapshot.view, {
      ...snapshot,
      computedAt: now.toISOString(),
      tookMs: Math.round(endedAt - began),
      endedAt,
    })
    failedAt.delete(view)
  }
  const done = pauseAfter(cached.get(view))
    .then(() => limit(tenantId, work))
    .catch((error: unknown) => {
      failedAt.set(view, now.getTime())
      log.error({ err: error, tenantId }, 'statistics of a part could not be computed')
    })
    .finally(() => working.delete(view))
  working.set(view, done)
  return done
}

type Found = { view: FleetView; cached: CachedFigures | undefined; state: StatisticsState }

const find = async ({ session: { tenantId, timeZone }, tx, db, now }: PartRequest): Promise<Found> => {
  const { version, fieldsVersion } = await fleetVersion(tx, tenantId)
  const documents = await documentsVersion(tx, tenantId)
  const view = await fleetViewOf(tx, tenantId)
  const { cached: all, working, failedAt } = memoryOf(db)
  const known = all.get(view)
  const cached = known?.fieldsVersion === fieldsVersion ? known : undefined
  const isOfToday = cached?.facts.today === localTime(now, timeZone).day
  const isKnown = cached?.version === version && cached.documentsVersion === documents && isOfToday
  const failedAgo = now.getTime() - (failedAt.get(view) ?? Number.NEGATIVE_INFINITY)
  const refreshing = working.has(view)
  const wanted = refreshing || (failedAgo >= 0 && failedAgo < FAILED_MS)
  const { computedAt = null, tookMs = 0 } = cached ?? {}
  const changed = cached !== undefined && !isKnown
  return { view, cached, state: { computedAt, version: cached?.version ?? null, tookMs, changed, wanted, refreshing } }
}

/** Starts a computation if one is due. @throws RetryWhenReady until there are figures */
export const readPart = async (request: PartRequest): Promise<Figures> => {
  const { tx, now } = request
  const { view, cached, state } = await find(request)
  const isDue = !state.wanted && follows(state, now)
  const underWay = isDue || state.refreshing ? compute(request, view) : undefined
  if (!cached && underWay && canRetry(tx)) throw new RetryWhenReady(underWay)
  return {
    fleet: view,
    state: { ...state, refreshing: underWay !== undefined },
    facts: async (withDocuments) => (cached ? factsFor(cached.facts, withDocuments, cached.computedAt) : null),
  }
}

/** @returns whether a computation started */
export const refreshPart = async (request: PartRequest): Promise<boolean> => {
  const { view, state } = await find(request)
  if (isSame(state, request.session, request.now)) return false
  void compute(request, view)
  return true
}
