// How many vehicles the whole account has, whatever the filter: what 'Borrar todo' deletes.
import { catalogue } from '@padron/contract/catalogue'
import { useQuietCall } from './use-call.ts'

/** @returns undefined while it is not known */
export const useFleetSize = (off = false): number | undefined =>
  useQuietCall(catalogue.basicStats, {}, { off }).data?.vehicles.vehicles
