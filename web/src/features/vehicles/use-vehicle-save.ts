// Sending a vehicle: how it ended, in one of three ways. It never throws, and never loses what was typed.
import type { CallRow } from '@padron/contract/call'
import { catalogue, type VehicleRow } from '@padron/contract/catalogue'
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
  /** Somebody else saved first: this is what they left. */
  | { kind: 'newer'; now: VehicleRow }

/** The vehicle as it is now, whatever its status; undefined where it cannot be had. */
const newestOf = (vehicleAssetId: number): Promise<VehicleRow | undefined> =>
  ask(catalogue.list, { body: { vehicleClass: { vehicleAsset: { vehicleAssetId } } } }).then(
    ({ vehicles: [row] }) => row,
    () => undefined,
  )

/** @param plate the one it has now */
export const notifyEdited = ({ vehicleAsset }: VehicleRow, plate = vehicleAsset.plate): void =>
  notify('done', vehicles.edit.done, { about: plate, topic: topicOf(vehicleAsset.vehicleAssetId) })

/** In the dialog: behind it nobody would see a notice. */
const noticeFor = (row: Pick<CallRow, 'fails'>) => (error: Error) => noticeOf(error, row, LOST_OUTSIDE)

/** @param stored the vehicle being edited; undefined for a new one */
export const useVehicleSave = (stored: VehicleRow | undefined) => {
  const withTags = useCan('tags_admin')
  const [, setSearch] = useSearchState(DrawerSearch)
  /** Whether an earlier sending got no answer: it may have been saved. */
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
