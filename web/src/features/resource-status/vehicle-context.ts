// The context of the drawer's texts: the vehicle, the clock, the country, and the values of the units of its debts.
import type { Country } from '@padron/contract/places/countries'
import type { UnitValue } from '@padron/contract/rules/official-rules'
import { createContext, useContext } from 'react'
import type { Clock } from '../../lib/clock.ts'

type Vehicle = {
  vehicleAssetId: number
  clock: Clock
  country: Country
  /** The company's current day. */
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
