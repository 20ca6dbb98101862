// The health of the sources: by state, one in detail, and the company's vehicles that a failing source affects.
import { type health as rows, TOUCHED_PAGE } from '@padron/contract/health'
import { outcomeText } from '@padron/contract/resource-status'
import { provenanceOf, trialsOf } from '../../checks/connectors/provenance.ts'
import { loadConnectors } from '../../checks/connectors/registry.ts'
import type { Db } from '../../db/client.ts'
import { notFound } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers, Kit } from '../../http/serve.ts'
import {
  byState,
  durationsOf,
  healthDays,
  incidentOf,
  lastDays,
  outagesOf,
  resourceHealth,
  typeOf,
} from './health.rules.ts'
import { dayRows, sourceDetail, sourceRows } from './sources.queries.ts'
import { affectedPage, countAffected, countUntried, fleetResources, vehicleCounter } from './touched.queries.ts'

type HandlerInput = { params: { resourceId: number }; session: Session; kit: Kit; now: Date }

const sourceOf = async ({ params: { resourceId }, session, kit, now }: HandlerInput) => {
  const [row] = await sourceRows(kit.db, session.country, now, resourceId)
  if (!row) throw notFound()
  return row
}

const readProvenance = async (db: Db, connectorKey: string | null) => {
  const connector = (await loadConnectors(db)).find(({ key }) => key === connectorKey)
  if (!connector) return null
  const trials = await trialsOf(db, [connector])
  return { kind: provenanceOf(connector), trial: trials.get(connector.key) ?? null }
}

const handlers = (countVehicles: ReturnType<typeof vehicleCounter>): Handlers<typeof rows> => ({
  states: async ({ session, kit, now, tx }) => {
    const rows = await sourceRows(kit.db, session.country, now)
    return { stateResourceTypeHealths: byState(rows, session.country, await fleetResources(tx, session)) }
  },

  resource: async (ask) => {
    const { session, kit, now, tx } = ask
    const row = await sourceOf(ask)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: session.timeZone }).format(now)
    const [first = today] = lastDays(today)
    const [days, detail, vehicles, touched, provenance] = await Promise.all([
      dayRows(kit.db, row, session.timeZone, first, now),
      sourceDetail(kit.db, row, now),
      countVehicles(tx, session.tenantId, row.resourceId, now),
      countAffected(tx, session.tenantId, row.resourceId),
      readProvenance(kit.db, row.connectorKey),
    ])
    return {
      ...resourceHealth(row),
      state: { stateId: row.stateId, stateName: row.stateName },
      resourceType: typeOf(row.typeId, session.country),
      account: detail.account,
      nextTry: detail.nextTry,
      vehicles,
      touched,
      untried: touched > 0 ? null : await countUntried(tx, session.tenantId, row.resourceId),
      ...durationsOf(days.filter(({ week }) => week)),
      days: healthDays(days, today),
      outages: outagesOf(incidentOf(row), detail.outages),
      alarms: detail.alarms,
      provenance,
    }
  },

  touched: async (ask) => {
    const { session, query, tx } = ask
    const { resourceId } = await sourceOf(ask)
    const { tenantId } = session
    const totalCount = await countAffected(tx, tenantId, resourceId)
    const found = await affectedPage(tx, {
      tenantId,
      resourceId,
      after: query.after,
      size: TOUCHED_PAGE,
      total: totalCount,
    })
    const page = found.slice(0, TOUCHED_PAGE)
    const last = page.at(-1)
    return {
      vehicles: page.map(({ lastOutcome, ...vehicle }) => ({ ...vehicle, text: outcomeText(lastOutcome) })),
      next: found.length > TOUCHED_PAGE && last ? `${last.plate}-${last.vehicleAssetId}` : null,
      totalCount,
    }
  },
})

export const health = (): Handlers<typeof rows> => handlers(vehicleCounter())
