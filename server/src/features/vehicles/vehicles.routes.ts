// The calls of one vehicle and of many at once.
import { ACTIVE } from '@padron/contract/assets'
import { vehicles as calls } from '@padron/contract/vehicles'
import { notFound } from '../../errors/http-problem.ts'
import { createVehicle, editVehicle, setVehicleStatus } from '../../fleet/write-vehicle.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { applyBulk, previewBulk, recentBulk, undoBulk } from './bulk.ts'
import { historyOf } from './history.queries.ts'
import { differingVehicles, registryMatch } from './registry.queries.ts'

export const vehicles: Handlers<typeof calls> = {
  create: async ({ body, ...context }) => ({
    vehicleAssetId: await createVehicle(context, body.vehicleClass),
    message: calls.create.done,
  }),
  edit: async ({ body, ...context }) => ({
    vehicleAssetId: body.vehicleClass.vehicleAsset.vehicleAssetId,
    version: await editVehicle(context, body.vehicleClass),
    message: calls.edit.done,
  }),
  setStatus: async ({ body: { VehicleAssetId, VehicleStatusId, FromStatusId }, ...context }) => ({
    vehicleAssetId: VehicleAssetId,
    version: await setVehicleStatus(context, VehicleAssetId, { to: VehicleStatusId, from: FromStatusId }),
    message: VehicleStatusId === ACTIVE ? 'Vehículo dado de alta correctamente' : 'Vehículo dado de baja correctamente',
  }),
  history: async ({ params: { id }, session, tx }) => {
    const vehicleAssetList = await historyOf(tx, session.tenantId, id)
    if (!vehicleAssetList) throw notFound()
    return { vehicleAssetList }
  },
  registryMatch: async ({ params: { vehicleAssetId }, session, tx }) => {
    const match = await registryMatch(tx, session.tenantId, vehicleAssetId)
    if (!match) throw notFound()
    return match
  },
  differing: ({ query: { page }, session, tx }) => differingVehicles(tx, session.tenantId, Number(page ?? 1)),
  bulkPreview: ({ body: { selection, change }, session, tx, now }) =>
    previewBulk({ tx, session, now }, selection, change),
  bulk: ({ body, session, kit, now, request }) =>
    applyBulk(kit.db, { session, now, actor: actorOf(request, session) }, body),
  undoBulk: ({ params: { bulkId }, session, kit, now, request }) =>
    undoBulk(kit.db, { session, now, actor: actorOf(request, session) }, bulkId),
  bulkChanges: async ({ session, tx, now }) => ({ changes: await recentBulk(tx, session.tenantId, now) }),
}
