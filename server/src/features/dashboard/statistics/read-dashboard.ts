// Reads the dashboards and requests newer figures: reading the dashboard of a fleet that has changed requests its
// figures.
import { type dashboard as calls, DashboardFacts } from '@padron/contract/dashboard'
import { z } from 'zod/mini'
import { asTenant, type Db } from '../../../db/client.ts'
import { wholeFleet } from '../../../db/fleet-view.ts'
import { requestStatistics } from '../../../fleet/request-statistics.ts'
import type { Handlers } from '../../../http/serve.ts'
import { readPart, refreshPart } from './part-statistics.ts'
import { type Figures, follows, isSame, readFacts, readState } from './read-statistics.ts'
import { createTextCache } from './text-cache.ts'

type Serve = Handlers<typeof calls>

type Reader = Pick<Parameters<Serve['read']>[0], 'session' | 'tx' | 'now'> & {
  db: Db
  log: { error: (what: object, words: string) => void }
}

const readCompany = async ({ session: { tenantId }, tx, db, now, log }: Reader): Promise<Figures> => {
  const state = await readState(tx, tenantId)
  const wanting = !state.wanted && follows(state, now)
  // Not awaited: this transaction only reads, and another connection may take long.
  if (wanting)
    void asTenant(db, tenantId, (own) => requestStatistics(own, tenantId, now)).catch((error: unknown) =>
      log.error({ err: error }, 'statistics could not be requested'),
    )
  return {
    fleet: wholeFleet(tenantId),
    state: { ...state, refreshing: state.refreshing || wanting },
    facts: (withDocuments) => readFacts(tx, tenantId, withDocuments),
  }
}

/** The figures as JSON of the contract's shape, without the closing brace. */
const openText = async ({ facts }: Figures, withDocuments: boolean): Promise<string> =>
  JSON.stringify(z.encode(DashboardFacts, (await facts(withDocuments)) as DashboardFacts)).slice(0, -1)

export const readDashboard =
  (cachedText = createTextCache()): Serve['read'] =>
  async ({ session, tx, now, kit: { db }, request, reply }) => {
    const withDocuments = session.roles.has('documents_read')
    const reader = { session, tx, now, db, log: request.log }
    const figures = await (db.scope === undefined ? readCompany(reader) : readPart(reader))
    const { computedAt, version, changed, refreshing } = figures.state
    const progress = { changed, refreshing }
    if (computedAt !== null) {
      const of = `${computedAt} ${version}`
      const text = await cachedText(`${figures.fleet} ${withDocuments}`, of, () => openText(figures, withDocuments))
      reply.type('application/json; charset=utf-8')
      reply.serializer(() => `{"dashboard":${text},${JSON.stringify(progress).slice(1)}}`)
    }
    return { dashboard: { statistics: null, ...progress } }
  }

export const refresh: Serve['refresh'] = async ({ session, tx, now, kit: { db }, request }) => {
  const { tenantId } = session
  if (db.scope !== undefined) return { refreshing: await refreshPart({ session, tx, now, db, log: request.log }) }
  if (isSame(await readState(tx, tenantId), session, now)) return { refreshing: false }
  await requestStatistics(tx, tenantId, now)
  return { refreshing: true }
}
