// Reads the dashboards and requests newer figures: reading the dashboard of a fleet that has changed requests its
// figures.
import { type dashboard as calls, DashboardFacts } from '@padron/contract/dashboard'
import { z } from 'zod/mini'
import { asTenant, type Tx } from '../../../db/client.ts'
import { requestStatistics } from '../../../fleet/request-statistics.ts'
import type { Handlers } from '../../../http/serve.ts'
import type { Session } from '../../../http/sessions.ts'
import { todayIn } from './periods.ts'
import { readFacts, readState, type StatisticsState } from './read-statistics.ts'
import { createTextCache } from './text-cache.ts'

type Serve = Handlers<typeof calls>

/**
 * While somebody reads, figures are at most this old, and computing them takes at most one part in so many of the
 * time.
 */
const FOLLOW_MS = 15_000
const ONE_PART_IN = 100

/** A request within this time for a fleet that has not changed would compute the same figures. */
const SAME_MS = 600_000

/** Age of the figures; infinite for figures dated in the future by a clock that ran ahead. */
const ageOf = (computedAt: string, now: Date): number => {
  const age = now.getTime() - Date.parse(computedAt)
  return age < -FOLLOW_MS ? Number.POSITIVE_INFINITY : age
}

const follows = ({ computedAt, tookMs, changed }: StatisticsState, now: Date): boolean => {
  if (computedAt === null) return true
  const age = ageOf(computedAt, now)
  return age === Number.POSITIVE_INFINITY || (changed && age > Math.max(FOLLOW_MS, tookMs * ONE_PART_IN))
}

const isSame = ({ computedAt, changed, wanted }: StatisticsState, { timeZone }: Session, now: Date): boolean =>
  computedAt !== null &&
  !changed &&
  !wanted &&
  ageOf(computedAt, now) < SAME_MS &&
  todayIn(new Date(computedAt), timeZone) === todayIn(now, timeZone)

/** The figures as JSON of the contract's shape, without the closing brace. */
const openText = async (tx: Tx, tenantId: number, withDocuments: boolean): Promise<string> =>
  JSON.stringify(z.encode(DashboardFacts, (await readFacts(tx, tenantId, withDocuments)) as DashboardFacts)).slice(
    0,
    -1,
  )

export const readDashboard =
  (cachedText = createTextCache()): Serve['read'] =>
  async ({ session: { tenantId, roles }, tx, now, kit: { db }, request, reply }) => {
    const withDocuments = roles.has('documents_read')
    const state = await readState(tx, tenantId)
    const { computedAt, version, changed, wanted, refreshing } = state
    const wanting = !wanted && follows(state, now)
    // Not awaited: this transaction only reads, and another connection may take long.
    if (wanting)
      void asTenant(db, tenantId, (own) => requestStatistics(own, tenantId, now)).catch((error: unknown) =>
        request.log.error({ err: error }, 'statistics could not be requested'),
      )
    const progress = { changed, refreshing: refreshing || wanting }
    if (computedAt !== null) {
      const of = `${computedAt} ${version}`
      const text = await cachedText(`${tenantId} ${withDocuments}`, of, () => openText(tx, tenantId, withDocuments))
      reply.type('application/json; charset=utf-8')
      reply.serializer(() => `{"dashboard":${text},${JSON.stringify(progress).slice(1)}}`)
    }
    return { dashboard: { statistics: null, ...progress } }
  }

export const refresh: Serve['refresh'] = async ({ session, tx, now }) => {
  const { tenantId } = session
  if (isSame(await readState(tx, tenantId), session, now)) return { refreshing: false }
  await requestStatistics(tx, tenantId, now)
  return { refreshing: true }
}
