// What may be done with a vehicle of the list, ONE table: its words, its icon, and when it may not be done.
import { ACTIVE } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue'
import type { IconName } from '../../ui/icons.tsx'

/** The same words as the forms' own (contract/src/vehicle-rules.ts), whose rules the list has no use for. */
export const REPLACED = 'Este vehículo fue reemplazado por otro y ya no se cambia.'

export type RowAction = 'edit' | 'off' | 'on' | 'history' | 'reconcile'

type Rule = {
  action: RowAction
  label: string
  icon: IconName
  /** Changes the vehicle: not for one that another has replaced. */
  changes: boolean
  /** Whether it is offered for this vehicle at all. */
  offered: (row: VehicleRow) => boolean
}

const isActive = ({ assetHistoric }: VehicleRow): boolean => assetHistoric.assetStatusId === ACTIVE
const always = (): boolean => true

export const ROW_ACTIONS: readonly Rule[] = [
  { action: 'edit', label: 'Editar', icon: 'edit', changes: true, offered: always },
  { action: 'off', label: 'Dar de baja', icon: 'off', changes: true, offered: isActive },
  { action: 'on', label: 'Dar de alta', icon: 'on', changes: true, offered: (row) => !isActive(row) },
  { action: 'history', label: 'Historia', icon: 'history', changes: false, offered: always },
  { action: 'reconcile', label: 'Conciliar con el registro', icon: 'compare', changes: true, offered: always },
]

export const nameOf = ({ vehicleAsset }: VehicleRow): string => vehicleAsset.plate || vehicleAsset.vin

/** Why the action is not to be had for this vehicle. */
export const reasonOf = ({ changes }: Rule, { assetHistoric }: VehicleRow): string | undefined =>
  changes && assetHistoric.replacedBy !== null ? REPLACED : undefined

export const actionsOf = (row: VehicleRow, run: (action: RowAction, row: VehicleRow) => void) =>
  ROW_ACTIONS.filter(({ offered }) => offered(row)).map((rule) => ({
    key: rule.action,
    label: rule.label,
    icon: rule.icon,
    reason: reasonOf(rule, row),
    run: () => run(rule.action, row),
  }))
