// The figures of who sees a part of a fleet, which are stored nowhere: worked out once they are asked for, under the
// user's own policies, and kept in this process. They are shown while the fleet's fields are the same, for then the
// part has the same vehicles.
import type pg from 'pg'
import { canRetry, type Db, type Tx } from '../../../db/client.ts'
import { fleetVersion } from '../../../db/fleet-version.ts'
import { RetryWhenReady } from '../../../db/retry.ts'
import { type FleetView, fleetViewOf } from '../../../db/scope.ts'
import { createTurns } from '../../../fleet/tenant-turns.ts'
import type { Session } from '../../../http/sessions.ts'
import { todayIn } from './periods.ts'
import { type Figures, factsFor, follows, isSame, type StatisticsState } from './read-statistics.ts'
import { documentsVersion, type Seen, seeFleet } from './write-statistics.ts'

type Log = { error: (what: object, words: string) => void }
type Asked = { session: Pick<Session, 'tenantId' | 'timeZone'>; tx: Tx; db: Db; now: Date; log: Log }

type Kept = Seen & { computedAt: string; tookMs: number; endedAt: number }

/** In this process; of a company one. */
const AT_ONCE = 2
const PARTS_AT_MOST = 50
/** Of a fleet that changes all the time they take a quarter of it. */
const REST_TIMES = 3
const REST_AT_MOST_MS = 30_000
/** What failed is not begun again by itself for so long. */
const FAILED_MS = 60_000

const createMemory = () => ({
  kept: new Map<FleetView, Kept>(),
  working: new Map<FleetView, Promise<void>>(),
  failedAt: new Map<FleetView, number>(),
  turns: createTurns(AT_ONCE),
})
const memories = new WeakMap<pg.Pool, ReturnType<typeof createMemory>>()
const memoryOf = ({ app }: Db) => {
  const memory = memories.get(app) ?? createMemory()
  memories.set(app, memory)
  return memory
}

const rest = async (last: Kept | undefined): Promise<void> => {
  if (!last) return
  const ms = last.endedAt + Math.min(last.tookMs * REST_TIMES, REST_AT_MOST_MS) - performance.now()
  if (ms > 0) await new Promise<void>((go) => setTimeout(go, ms).unref())
}

const keep = <T>(into: Map<FleetView, T>, view: FleetView, what: T): void => {
  into.delete(view) // set anew, it is the newest and forgotten last
  into.set(view, what)
  if (into.size > PARTS_AT_MOST) into.delete(into.keys().next().value ?? '')
}

/** @returns what ends once they are there, or have failed; whoever asks meanwhile waits for the same */
const workOut = ({ session: { tenantId }, db, now, log }: Asked, view: FleetView): Promise<void> => {
  const { kept, working, failedAt, turns } = memoryOf(db)
  const underWay = working.get(view)
  if (underWay) return underWay
  const work = async () => {
    const began = performance.now()
    const seen = await seeFleet(db, tenantId, now)
    const endedAt = performance.now()
    keep(kept, seen.view, { ...seen, computedAt: now.toISOString(), tookMs: Math.round(endedAt - began), endedAt })
    failedAt.delete(view)
  }
  const done = rest(kept.get(view))
    .then(() => turns(tenantId, work))
    .catch((error: unknown) => {
      keep(failedAt, view, now.getTime())
      log.error({ err: error, tenantId }, 'statistics of a part could not be computed')
    })
    .finally(() => working.delete(view))
  working.set(view, done)
  return done
}

type Found = { view: FleetView; kept: Kept | undefined; state: StatisticsState }

const find = async ({ session: { tenantId, timeZone }, tx, db, now }: Asked): Promise<Found> => {
  const { version, fieldsVersion } = await fleetVersion(tx, tenantId)
  const documents = await documentsVersion(tx, tenantId)
  const view = await fleetViewOf(tx, tenantId)
  const { kept: all, working, failedAt } = memoryOf(db)
  const known = all.get(view)
  const kept = known?.fieldsVersion === fieldsVersion ? known : undefined
  const isOfToday = kept?.facts.today === todayIn(now, timeZone)
  const isKnown = kept?.version === version && kept.documentsVersion === documents && isOfToday
  const failedAgo = now.getTime() - (failedAt.get(view) ?? Number.NEGATIVE_INFINITY)
  const refreshing = working.has(view)
  const wanted = refreshing || (failedAgo >= 0 && failedAgo < FAILED_MS)
  const { computedAt = null, tookMs = 0 } = kept ?? {}
  const changed = kept !== undefined && !isKnown
  return { view, kept, state: { computedAt, version: kept?.version ?? null, tookMs, changed, wanted, refreshing } }
}

/**
 * Begins to work them out where they are due.
 * @throws RetryWhenReady while there are none
 */
export const readPart = async (asked: Asked): Promise<Figures> => {
  const { tx, now } = asked
  const { view, kept, state } = await find(asked)
  const isDue = !state.wanted && follows(state, now)
  const underWay = isDue || state.refreshing ? workOut(asked, view) : undefined
  if (!kept && underWay && canRetry(tx)) throw new RetryWhenReady(underWay)
  return {
    fleet: view,
    state: { ...state, refreshing: underWay !== undefined },
    facts: async (withDocuments) => (kept ? factsFor(kept.facts, withDocuments, kept.computedAt) : null),
  }
}

/** @returns whether they are worked out again */
export const refreshPart = async (asked: Asked): Promise<boolean> => {
  const { view, state } = await find(asked)
  if (isSame(state, asked.session, asked.now)) return false
  void workOut(asked, view)
  return true
}
