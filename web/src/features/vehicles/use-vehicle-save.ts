// Sends a vehicle and returns one of three results. It never throws, so that the form keeps what was typed.
import type { CallRow } from '@padron/contract/call'
import { catalogue } from '@padron/contract/catalogue'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { vehicles } from '@padron/contract/vehicles'
import type { RuleOptions } from '@padron/contract/vehicles/rules'
import { useRef } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { ask } from '../../api/client.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useCan } from '../../session/user-context.ts'
import { LOST_OUTSIDE, MAYBE_SAVED, noticeOf, readSaveRefusal, topicOf } from './save-failure-texts.ts'
import { type Faults, newVehicle, type ValueField, type VehicleValues, vehicleChange } from './vehicle-values.ts'

export type SaveEnd =
  | { kind: 'saved' }
  | { kind: 'refused'; faults: Faults; text: string }
  /** Another user saved first; `now` is the newest version. */
  | { kind: 'newer'; now: VehicleRow }

/** The newest version of the vehicle, whatever its status; undefined if it cannot be loaded. */
const newestOf = (vehicleAssetId: number): Promise<VehicleRow | undefined> =>
  ask(catalogue.list, { body: { vehicleClass: { vehicleAsset: { vehicleAssetId } } } }).then(
    ({ vehicles: [row] }) => row,
    () => undefined,
  )

/** @param plate its current plate */
export const notifyEdited = ({ vehicleAsset }: VehicleRow, plate = vehicleAsset.plate): void =>
  notify('done', vehicles.edit.done, { about: plate, topic: topicOf(vehicleAsset.vehicleAssetId) })

/** Shown in the dialog; a notice would be hidden behind it. */
const noticeFor = (row: Pick<CallRow, 'fails'>) => (error: Error) => noticeOf(error, row, LOST_OUTSIDE)

/** @param stored the vehicle being edited; undefined for a new one */
export const useVehicleSave = (stored: VehicleRow | undefined) => {
  const withTags = useCan('tags_admin')
  const [, setSearch] = useSearchState(DrawerSearch)
  /** Whether an earlier attempt got no answer: it may have been saved. */
  const lost = useRef(false)
  const { mutateAsync: create } = useAction(vehicles.create, {
    onFailure: noticeFor(vehicles.create),
    onSuccess: ({ vehicleAssetId: asset }, { body }) =>
      notify('done', vehicles.create.done, {
        about: body.vehicleClass.vehicleAsset.plate,
        topic: topicOf(asset),
        action: {
          label: 'Ver vehículo',
          run: () => setSearch({ asset, vehicle: undefined, tipo: undefined, seccion: undefined, info: undefined }),
        },
      }),
  })
  const { mutateAsync: edit } = useAction(vehicles.edit, {
    onFailure: noticeFor(vehicles.edit),
    about: stored?.vehicleAsset.plate,
    onSuccess: () => {},
  })
  return async (values: VehicleValues, changed: readonly ValueField[], options: RuleOptions): Promise<SaveEnd> => {
    try {
      if (stored) {
        const vehicleClass = vehicleChange(stored.vehicleAsset, values, changed, options)
        await edit({ body: { vehicleClass } })
        notifyEdited(stored, vehicleClass.vehicleAsset.plate)
      } else await create({ body: { vehicleClass: newVehicle(values, options, withTags) } })
      return { kind: 'saved' }
    } catch (error) {
      const { faults, text } = readSaveRefusal(error, stored ? vehicles.edit : vehicles.create)
      const isConflict = statusOf(error) === 409
      if (stored && isConflict && !Object.keys(faults).length) {
        const now = await newestOf(stored.vehicleAsset.vehicleAssetId)
        if (now && now.vehicleAsset.version !== stored.vehicleAsset.version) return { kind: 'newer', now }
      }
      const maybe = !stored && lost.current && isConflict ? ` ${MAYBE_SAVED}` : ''
      lost.current ||= statusOf(error) === 0
      return { kind: 'refused', faults, text: text + maybe }
    }
  }
}
