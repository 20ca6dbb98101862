// The number of vehicles in the whole account, without filters: 'Borrar todo' deletes them.
import { catalogue } from '@padron/contract/catalogue'
import { useQuietCall } from './use-call.ts'

/** @returns undefined while it is not known */
export const useFleetSize = (off = false): number | undefined =>
  useQuietCall(catalogue.basicStats, {}, { off }).data?.vehicles.vehicles
