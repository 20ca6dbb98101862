// Without a network, searches the stored lists: the vehicles whose plate, VIN or identifier contains the text, and one
// by its id.
import { bareIdentifier } from '@padron/contract/assets'
import type { Reply } from '@padron/contract/call'
import { catalogue } from '@padron/contract/catalogue'
import type { StoredAnswer } from '../../api/offline.ts'

const AT_MOST = 10

type Stored = ReadonlyMap<string, StoredAnswer>
const storedRows = (stored: Stored) =>
  [...stored]
    .filter(([key]) => key.startsWith(`${catalogue.list.name} `))
    .flatMap(([, { data }]) => (data as Reply<typeof catalogue.list>).vehicles)

export const storedVehicle = (stored: Stored, wanted: number) =>
  storedRows(stored).find(({ vehicleAsset }) => vehicleAsset.vehicleAssetId === wanted)?.vehicleAsset

export const storedMatches = (stored: Stored, typed: string): Reply<typeof catalogue.bestMatch> => {
  const wanted = bareIdentifier(typed)
  const found = new Map<number, Reply<typeof catalogue.bestMatch>[number]>()
  for (const { vehicleAsset, assetHistoric } of storedRows(stored)) {
    const { vehicleAssetId, plate, vin, customId } = vehicleAsset
    const matchedBy = (
      [
        ['plate', plate],
        ['vin', vin],
        ['customId', customId],
      ] as const
    ).find(([, text]) => bareIdentifier(text ?? '').includes(wanted))?.[0]
    if (matchedBy && found.size < AT_MOST)
      found.set(vehicleAssetId, {
        ...{ vehicleAssetId, plate, vin, customId, matchedBy },
        ...{ former: null, holder: null, assetStatusId: assetHistoric.assetStatusId, replacedBy: null },
      })
  }
  return [...found.values()]
}
