// Many vehicles that changed in different ways: those that changed in the same of what sources are asked by are asked
// anew together.
import type { Country } from '@padron/contract/countries'
import { type ChangedInput, recheckVehicles } from '../../../checks/services/recheck.ts'
import type { Tx } from '../../../db/client.ts'

/** A vehicle and the fields of it that changed. */
export type Changed = { vehicleId: number; fields: readonly string[] }

export const ASKED_BY = ['plate', 'vin', 'stateId', 'taxIdentifier'] as const satisfies readonly ChangedInput[]
/** Each has some twenty resources, which are looked at here. */
const VEHICLES_AT_ONCE = 2_000

const asked = ({ fields }: Changed): ChangedInput[] => ASKED_BY.filter((field) => fields.includes(field))

/** @param told before each part, how many have been so far */
export const askChanged = async (
  tx: Tx,
  company: { tenantId: number; country: Country },
  changed: readonly Changed[],
  told: (done: number) => Promise<void> = async () => undefined,
): Promise<void> => {
  const groups = Map.groupBy(changed, (each) => asked(each).join())
  let done = 0
  for (const members of groups.values()) {
    const by = members[0] ? asked(members[0]) : []
    for (let from = 0; by.length > 0 && from < members.length; from += VEHICLES_AT_ONCE) {
      const part = members.slice(from, from + VEHICLES_AT_ONCE).map(({ vehicleId }) => vehicleId)
      await told(done)
      await recheckVehicles(tx, company, part, by)
      done += part.length
    }
  }
}
