// On-demand processing: the resources that may be ordered, an order for the fleet, and a refresh of one vehicle.
import { stateName } from '@padron/contract/places/states'
import type { processing as rows } from '@padron/contract/processing'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { orderResource } from './order.ts'
import { resourceRows } from './processing.queries.ts'
import { type Refreshed, refreshVehicle } from './refresh.ts'
import { previewRefresh, refreshMany } from './refresh-many.ts'

const WHOLE_COUNTRY = 'Todo el país'

const refreshWords = ({ asked, manual }: Refreshed): string => {
  const parts = [
    asked.length > 0
      ? asked.length === 1
        ? 'Se está consultando 1 recurso'
        : `Se están consultando ${asked.length} recursos`
      : '',
    manual.length > 0
      ? `${manual.length} ${manual.length === 1 ? 'fuente pasó' : 'fuentes pasaron'} a la lista de captura manual`
      : '',
  ]
  return `${parts.filter(Boolean).join('; ')}.`
}

/** @param mails whether this installation sends emails */
export const processing = (mails: boolean): Handlers<typeof rows> => ({
  resources: async ({ session, tx, now }) => {
    const found = await resourceRows(tx, session.tenantId, session.country, now)
    const states = Map.groupBy(found, ({ stateId }) => stateId ?? 0)
    const data = [...states].map(([stateId, own]) => ({
      state: { stateId, stateName: stateId === 0 ? WHOLE_COUNTRY : stateName(stateId) },
      resources: own.map(({ stateId: _stateId, failsSince, nextTry, ...resource }) => ({
        ...resource,
        incident: failsSince === null ? null : { since: failsSince, nextTry },
        queued: resource.queueItemId !== null,
      })),
    }))
    return { data }
  },

  update: ({ body: { resourceId, emails }, session, kit, now, request }) =>
    orderResource(kit.db, { session, now, actor: actorOf(request, session), mails }, { resourceId, emails }),

  refresh: async ({ params: { vehicleId }, body: { resourceId }, session, tx, now }) => {
    const refreshed = await refreshVehicle(tx, session.tenantId, { vehicleId, resourceId }, now)
    return { ...refreshed, message: refreshWords(refreshed) }
  },

  refreshPreview: ({ body: { selection }, session, kit, now }) => previewRefresh(kit.db, { session, now }, selection),

  refreshMany: ({ body, session, kit, now, request }) =>
    refreshMany(kit.db, { session, now, actor: actorOf(request, session) }, body),
})
