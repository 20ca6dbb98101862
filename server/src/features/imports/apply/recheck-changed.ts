// Requests new checks for changed vehicles, grouped by which of the fields that sources query by have changed.
import type { Country } from '@padron/contract/places/countries'
import { type ChangedInput, recheckVehicles } from '../../../checks/services/recheck.ts'
import type { Tx } from '../../../db/client.ts'

/** A vehicle and the fields of it that changed. */
export type Changed = { vehicleId: number; fields: readonly string[] }

export const RECHECK_FIELDS = ['plate', 'vin', 'stateId', 'taxIdentifier'] as const satisfies readonly ChangedInput[]
/** Vehicles per statement; each has some twenty resources. */
const VEHICLES_AT_ONCE = 2_000

const recheckFields = ({ fields }: Changed): ChangedInput[] => RECHECK_FIELDS.filter((field) => fields.includes(field))

/** @param onProgress called before each part, with the number of vehicles done */
export const recheckChanged = async (
  tx: Tx,
  company: { tenantId: number; country: Country },
  changed: readonly Changed[],
  onProgress: (done: number) => Promise<void> = async () => undefined,
): Promise<void> => {
  const groups = Map.groupBy(changed, (each) => recheckFields(each).join())
  let done = 0
  for (const members of groups.values()) {
    const by = members[0] ? recheckFields(members[0]) : []
    for (let from = 0; by.length > 0 && from < members.length; from += VEHICLES_AT_ONCE) {
      const part = members.slice(from, from + VEHICLES_AT_ONCE).map(({ vehicleId }) => vehicleId)
      await onProgress(done)
      await recheckVehicles(tx, company, part, by)
      done += part.length
    }
  }
}
