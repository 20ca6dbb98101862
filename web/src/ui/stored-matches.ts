// Without a network: the vehicles of what was seen whose plate, VIN or identifier contains what is typed.
import { bareIdentifier } from '@padron/contract/assets'
import type { Reply } from '@padron/contract/call'
import { catalogue } from '@padron/contract/catalogue'
import type { StoredAnswer } from '../api/offline.ts'

const AT_MOST = 10

export const storedMatches = (
  stored: ReadonlyMap<string, StoredAnswer>,
  typed: string,
): Reply<typeof catalogue.bestMatch> => {
  const wanted = bareIdentifier(typed)
  const found = new Map<number, Reply<typeof catalogue.bestMatch>[number]>()
  for (const [key, { data }] of stored) {
    if (!key.startsWith(`${catalogue.list.name} `)) continue
    for (const { vehicleAsset, assetHistoric } of (data as Reply<typeof catalogue.list>).vehicles) {
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
  }
  return [...found.values()]
}
