// What may be done with a vehicle: a menu at the end of its row, always in sight, and at the head of its card.
import type { VehicleRow } from '@padron/contract/catalogue'
import type { ReactNode } from 'react'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import type { CellContext } from './cell-context.ts'
import { actionsOf, nameOf } from './row-actions.ts'

type Props = { row: VehicleRow; context: CellContext }

export const RowActions = ({ row, context }: Props): ReactNode => (
  <ActionMenu
    label={`Acciones de ${nameOf(row)}`}
    className="icon-button row-menu"
    actions={() => actionsOf(row, context.act)}
  />
)
