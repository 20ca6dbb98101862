// Caches coverage, which needs a pass over the filter's checks. Small fleets are computed at once. Large ones are
// computed in the background, one at a time with a pause after each, and stay valid the longer the longer they took;
// until the first result the answer is null and the client asks again.
import type { Coverage } from '@padron/contract/catalogue/rows'
import { LRUCache } from 'lru-cache'
import { createCompanyLimiter } from '../../limits/company-limiter.ts'
import { pause } from '../../limits/pause.ts'

/** Computes the coverage. @throws a cancelled statement (57014) if it takes longer than `limitMs` */
export type WorkOut = (limitMs: number) => Promise<Coverage>
export type CoverageCache = (
  tenantId: number,
  versionNow: () => Promise<number>,
  key: string,
  work: WorkOut,
) => Promise<Coverage | null>
type Known = { version: number; at: number; ms: number } & ({ coverage: Coverage } | { error: unknown })
type Options = { quickMs?: number; clock?: () => number; rest?: (ms: number) => Promise<void> }

/** Queries up to this cost are computed while the request waits. */
const QUICK_MS = 300
/** Cheap or small results are computed again at every change. */
const CHEAP_MS = 50
const FEW_VEHICLES = 2_000
const LONG_MS = 60_000
const MINUTE_MS = 60_000
/** A result is valid for this many times its cost: one that took five seconds for five minutes. */
const VALID_TIMES = 60
const VALID_AT_MOST_MS = 15 * MINUTE_MS
/** The pause after a computation leaves the lists three quarters of the core. */
const REST_TIMES = 3
const REST_AT_MOST_MS = 30_000
const AT_ONCE = 2
/** With more than this many waiting, quick queries are slow too. */
const QUICK_WAITING_AT_MOST = 6
const WAITING_AT_MOST = 100
const KEYS_AT_MOST = 5_000
const TOOK_TOO_LONG = '57014'

export const createCoverageCache = ({
  quickMs = QUICK_MS,
  clock = () => performance.now(),
  rest = pause,
}: Options = {}): CoverageCache => {
  const long = new Set<string>()
  const known = new LRUCache<string, Known>({
    max: KEYS_AT_MOST,
    dispose: (_, name, why) => why === 'evict' && long.delete(name),
  })
  const underWay = new Map<string, Promise<Coverage>>()
  const limitQuick = createCompanyLimiter({ atOnce: AT_ONCE, perCompany: 1 })
  const limitLong = createCompanyLimiter({ atOnce: 1, perCompany: 1 })

  const isValid = (last: Known, now: number): boolean => {
    const age = clock() - last.at
    const isExpensive = last.ms > CHEAP_MS && 'coverage' in last && last.coverage.vehicles > FEW_VEHICLES
    return (
      (last.version === now && age < MINUTE_MS) ||
      (isExpensive && age < Math.min(last.ms * VALID_TIMES, VALID_AT_MOST_MS))
    )
  }
  const workOut = async (name: string, version: number, work: () => Promise<Coverage>): Promise<Coverage> => {
    const at = clock()
    const coverage = await work()
    known.set(name, { version, at, ms: clock() - at, coverage })
    return coverage
  }
  /** Concurrent requests for the same coverage wait for one computation. */
  const computeNow = (tenantId: number, version: number, name: string, work: WorkOut): Promise<Coverage> => {
    const label = `${name} ${version}`
    const joined = underWay.get(label)
    if (joined) return joined
    const computation = limitQuick(tenantId, () => workOut(name, version, () => work(quickMs)))
    underWay.set(label, computation)
    const done = () => void (underWay.get(label) === computation && underWay.delete(label))
    computation.then(done, done)
    return computation
  }
  const queued = new Set<string>()
  const inBackground = (tenantId: number, version: number, name: string, work: WorkOut): void => {
    if (queued.has(name) || queued.size >= WAITING_AT_MOST) return
    queued.add(name)
    const compute = async () => {
      const at = clock()
      await workOut(name, version, () => work(LONG_MS)).catch((error: unknown) =>
        known.set(name, { version, at: clock(), ms: 0, error }),
      )
      queued.delete(name)
      await rest(Math.min((clock() - at) * REST_TIMES, REST_AT_MOST_MS))
    }
    void limitLong(tenantId, compute)
  }

  return async (tenantId, versionNow, key, work) => {
    const name = `${tenantId} ${key}`
    const last = known.get(name)
    const current = last && 'coverage' in last ? last.coverage : null
    if (queued.has(name)) return current // repeated requests cost the database nothing
    const version = await versionNow()
    if (last && isValid(last, version)) {
      if ('error' in last) throw last.error
      return last.coverage
    }
    if (!long.has(name)) {
      if (underWay.size >= QUICK_WAITING_AT_MOST) return current // the next request is quick
      try {
        return await computeNow(tenantId, version, name, work)
      } catch (error) {
        if ((error as { code?: string }).code !== TOOK_TOO_LONG) throw error
        long.add(name)
      }
    }
    inBackground(tenantId, version, name, work)
    return current
  }
}
