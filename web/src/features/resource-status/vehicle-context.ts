// The vehicle of the drawer, and the time and the country of every text in it.
import type { Country } from '@padron/contract/countries'
import { createContext, useContext } from 'react'
import type { Clock } from '../../lib/clock.ts'

type Vehicle = { vehicleAssetId: number; clock: Clock; country: Country }

const VehicleContext = createContext<Vehicle>({ vehicleAssetId: 0, clock: { now: 0, zone: 'UTC' }, country: 'MX' })
export const VehicleProvider = VehicleContext.Provider
export const useVehicle = (): Vehicle => useContext(VehicleContext)
