// Whose drawer it is, for what may be ordered or marked deep inside it.
import { createContext, useContext } from 'react'

const VehicleId = createContext(0)
export const VehicleIdProvider = VehicleId.Provider
export const useVehicleId = (): number => useContext(VehicleId)
