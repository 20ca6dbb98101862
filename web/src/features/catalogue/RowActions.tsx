// What may be done with a vehicle, at the end of its row: icons while the pointer or the focus is in it, and the same as a
// menu, which is also what a touch and a card have.
import type { VehicleRow } from '@padron/contract/catalogue'
import type { ReactNode } from 'react'
import { notify } from '../../api/notify.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { CellContext } from './cell-context.ts'
import { actionsOf, nameOf } from './row-actions.ts'

type Props = { row: VehicleRow; context: CellContext; live?: boolean }

const Icons = ({ row, context }: Props): ReactNode => (
  <span className="row-tools">
    {actionsOf(row, context.act).map(({ key, label, icon, reason, run }) => (
      <button
        key={key}
        type="button"
        className="icon-button"
        aria-label={`${label} ${nameOf(row)}`}
        title={reason ? `${label}: ${reason}` : label}
        aria-disabled={reason !== undefined}
        onClick={({ currentTarget }) => {
          // By touch and by keyboard a title is not to be had.
          if (reason !== undefined) return notify('warning', reason)
          // The icon goes while a dialog is open; its row stays, and gets the focus back.
          currentTarget.closest('tr')?.focus()
          run()
        }}
      >
        <Icon name={icon} />
      </button>
    ))}
  </span>
)

export const RowActions = ({ row, context, live = false }: Props): ReactNode => (
  <>
    {live && <Icons row={row} context={context} />}
    <ActionMenu
      label={`Acciones de ${nameOf(row)}`}
      className="icon-button row-menu"
      actions={() => actionsOf(row, context.act)}
    />
  </>
)
