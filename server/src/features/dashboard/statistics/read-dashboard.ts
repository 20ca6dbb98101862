// Reading the dashboards, and asking for newer figures: whoever looks at a fleet that has changed makes its figures
// follow.
import { type dashboard as calls, DashboardFacts } from '@padron/contract/dashboard'
import { z } from 'zod/mini'
import { asTenant, type Tx } from '../../../db/client.ts'
import { requestStatistics } from '../../../fleet/request-statistics.ts'
import type { Handlers } from '../../../http/serve.ts'
import type { Session } from '../../../http/sessions.ts'
import { todayIn } from './periods.ts'
import { readFacts, readStanding, type Standing } from './read-statistics.ts'
import { keepTexts } from './text-cache.ts'

type Serve = Handlers<typeof calls>

/**
 * While somebody looks, figures are no older than this, and no more than one part in so many of the time goes into
 * them.
 */
const FOLLOW_MS = 15_000
const ONE_PART_IN = 100

/** Asked for again within this time, figures of a fleet that has not changed would be the same. */
const SAME_MS = 600_000

/** How long ago; of figures of a later clock than there is, ever so long ago. */
const ageOf = (computedAt: string, now: Date): number => {
  const age = now.getTime() - Date.parse(computedAt)
  return age < -FOLLOW_MS ? Number.POSITIVE_INFINITY : age
}

const follows = ({ computedAt, tookMs, changed }: Standing, now: Date): boolean => {
  if (computedAt === null) return true
  const age = ageOf(computedAt, now)
  return age === Number.POSITIVE_INFINITY || (changed && age > Math.max(FOLLOW_MS, tookMs * ONE_PART_IN))
}

const isSame = ({ computedAt, changed, wanted }: Standing, { timeZone }: Session, now: Date): boolean =>
  computedAt !== null &&
  !changed &&
  !wanted &&
  ageOf(computedAt, now) < SAME_MS &&
  todayIn(new Date(computedAt), timeZone) === todayIn(now, timeZone)

/** As the contract has them, without the brace that ends them. */
const openText = async (tx: Tx, tenantId: number, papers: boolean): Promise<string> =>
  JSON.stringify(z.encode(DashboardFacts, (await readFacts(tx, tenantId, papers)) as DashboardFacts)).slice(0, -1)

export const readDashboard =
  (kept = keepTexts()): Serve['read'] =>
  async ({ session: { tenantId, roles }, tx, now, kit: { db }, request, reply }) => {
    const papers = roles.has('documents_read')
    const stands = await readStanding(tx, tenantId)
    const { computedAt, version, changed, wanted, refreshing } = stands
    const wanting = !wanted && follows(stands, now)
    // Not waited for: this transaction only reads, and another connection may be long in coming.
    if (wanting)
      void asTenant(db, tenantId, (own) => requestStatistics(own, tenantId, now)).catch((error: unknown) =>
        request.log.error({ err: error }, 'statistics could not be asked for'),
      )
    const standing = { changed, refreshing: refreshing || wanting }
    if (computedAt !== null) {
      const of = `${computedAt} ${version}`
      const text = await kept(`${tenantId} ${papers}`, of, () => openText(tx, tenantId, papers))
      reply.type('application/json; charset=utf-8')
      reply.serializer(() => `{"dashboard":${text},${JSON.stringify(standing).slice(1)}}`)
    }
    return { dashboard: { statistics: null, ...standing } }
  }

export const refresh: Serve['refresh'] = async ({ session, tx, now }) => {
  const { tenantId } = session
  if (isSame(await readStanding(tx, tenantId), session, now)) return { refreshing: false }
  await requestStatistics(tx, tenantId, now)
  return { refreshing: true }
}
