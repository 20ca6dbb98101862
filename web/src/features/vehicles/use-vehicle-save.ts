// Sending a vehicle: how it ended, in one of three ways. It never throws, and never loses what was typed.
import type { CallRow } from '@padron/contract/call'
import { catalogue, type VehicleRow } from '@padron/contract/catalogue'
import type { RuleOptions } from '@padron/contract/vehicle-rules'
import { vehicles } from '@padron/contract/vehicles'
import { useRef } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { ask } from '../../api/client.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useCan } from '../../session/user-context.ts'
import { LOST_OUTSIDE, MAYBE_SAVED, noticeOf, refusalOf, topicOf } from './save-words.ts'
import { newVehicle, vehicleChange } from './vehicle-bodies.ts'
import type { Faults, ValueField, VehicleValues } from './vehicle-values.ts'

export type SaveEnd =
  | { kind: 'saved' }
  | { kind: 'refused'; faults: Faults; text: string }
  /** Somebody else saved first: this is what they left. */
  | { kind: 'newer'; now: VehicleRow }

/** The vehicle as it is now, whatever its status; undefined where it cannot be had. */
export const newestOf = (vehicleAssetId: number): Promise<VehicleRow | undefined> =>
  ask(catalogue.list, { body: { vehicleClass: { vehicleAsset: { vehicleAssetId } } } }).then(
    ({ vehicles: [row] }) => row,
    () => undefined,
  )

/** @param plate the one it has now */
export const notifyEdited = ({ vehicleAsset }: VehicleRow, plate = vehicleAsset.plate): void =>
  notify('done', vehicles.edit.done, { about: plate, topic: topicOf(vehicleAsset.vehicleAssetId) })

/** In the dialog: behind it nobody would see a notice. */
const told = (row: Pick<CallRow, 'fails'>) => (error: Error) => noticeOf(error, row, LOST_OUTSIDE)

const useCreate = () => {
  const [, setSearch] = useSearchState(DrawerSearch)
  const plate = useRef('')
  /** Whether an earlier sending got no answer: it may have been saved. */
  const lost = useRef(false)
  const { mutateAsync } = useAction(vehicles.create, {
    told: told(vehicles.create),
    worked: ({ vehicleAssetId }) =>
      notify('done', vehicles.create.done, {
        about: plate.current,
        topic: topicOf(vehicleAssetId),
        action: {
          label: 'Ver vehículo',
          run: () =>
            setSearch({
              asset: vehicleAssetId,
              vehicle: undefined,
              tipo: undefined,
              seccion: undefined,
              info: undefined,
            }),
        },
      }),
  })
  return async (values: VehicleValues, options: RuleOptions, withTags: boolean): Promise<SaveEnd> => {
    const vehicleClass = newVehicle(values, options, withTags)
    plate.current = vehicleClass.vehicleAsset.plate ?? ''
    try {
      await mutateAsync({ body: { vehicleClass } })
      return { kind: 'saved' }
    } catch (error) {
      const { faults, text } = refusalOf(error, vehicles.create)
      const maybe = lost.current && statusOf(error) === 409 ? ` ${MAYBE_SAVED}` : ''
      lost.current ||= statusOf(error) === 0
      return { kind: 'refused', faults, text: text + maybe }
    }
  }
}

const useEdit = (plate: string | undefined) => {
  const { mutateAsync } = useAction(vehicles.edit, { told: told(vehicles.edit), about: plate, worked: () => {} })
  return async (
    row: VehicleRow,
    values: VehicleValues,
    changed: readonly ValueField[],
    options: RuleOptions,
  ): Promise<SaveEnd> => {
    const vehicleClass = vehicleChange(row.vehicleAsset, values, changed, options)
    try {
      await mutateAsync({ body: { vehicleClass } })
      notifyEdited(row, vehicleClass.vehicleAsset.plate)
      return { kind: 'saved' }
    } catch (error) {
      const { faults, text } = refusalOf(error, vehicles.edit)
      if (statusOf(error) === 409 && !Object.keys(faults).length) {
        const now = await newestOf(row.vehicleAsset.vehicleAssetId)
        if (now && now.vehicleAsset.version !== row.vehicleAsset.version) return { kind: 'newer', now }
      }
      return { kind: 'refused', faults, text }
    }
  }
}

/** @param stored the vehicle being edited; undefined for a new one */
export const useVehicleSave = (stored: VehicleRow | undefined) => {
  const withTags = useCan('tags_admin')
  const create = useCreate()
  const edit = useEdit(stored?.vehicleAsset.plate ?? undefined)
  return (values: VehicleValues, changed: readonly ValueField[], options: RuleOptions): Promise<SaveEnd> =>
    stored ? edit(stored, values, changed, options) : create(values, options, withTags)
}
