// The vehicle of the drawer, the time and the country of every text in it, and the values of the units in which its
// debts are stated.
import type { Country } from '@padron/contract/places/countries'
import type { UnitValue } from '@padron/contract/rules/official-rules'
import { createContext, useContext } from 'react'
import type { Clock } from '../../lib/clock.ts'

type Vehicle = {
  vehicleAssetId: number
  clock: Clock
  country: Country
  /** The company's day. */
  today: string
  units: readonly UnitValue[]
}

const VehicleContext = createContext<Vehicle>({
  vehicleAssetId: 0,
  clock: { now: 0, zone: 'UTC' },
  country: 'MX',
  today: '',
  units: [],
})
export const VehicleProvider = VehicleContext.Provider
export const useVehicle = (): Vehicle => useContext(VehicleContext)
