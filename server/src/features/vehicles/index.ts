// Vehicles one by one, and bulk changes with their undoing.
import { vehicles as rows } from '@padron/contract/vehicles'
import { answers, type Feature } from '../../feature.ts'
import { deleteExpiredBulk } from './bulk.ts'
import { acceptListedVehicle } from './listed-vehicle.ts'
import { vehicles } from './vehicles.routes.ts'

export const vehiclesFeature: Feature = {
  calls: () => [answers(rows, vehicles)],
  routes: (app) => void app.addHook('preValidation', acceptListedVehicle),
  retention: ({ db }) => [() => deleteExpiredBulk(db)],
}
