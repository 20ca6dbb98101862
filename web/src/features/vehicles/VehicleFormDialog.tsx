// The dialog of the form, new or edited: its buttons, and asking before what was typed is left behind.
import type { VehicleRow } from '@padron/contract/catalogue'
import type { ReactNode } from 'react'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { FIRST_FIELD } from '../../ui/Dialog.tsx'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { ConflictBox } from './ConflictBox.tsx'
import { useVehicleForm } from './use-vehicle-form.ts'
import { VehicleFields } from './VehicleFields.tsx'
import './vehicles.css'

const DRAWERS = ['asset', 'vehicle', 'info'] as const

type Place = { pathname: string; search: Record<string, unknown> }
/** Whether a way leads out of where the form is: another screen, or another drawer under it. */
const leaves = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || DRAWERS.some((name) => from.search[name] !== to.search[name])

type Props = { title: string; row?: VehicleRow; onClose: () => void }

export const VehicleFormDialog = ({ title, row, onClose }: Props): ReactNode => {
  const form = useVehicleForm(row, useIfMounted(onClose))
  const clear = (): void => {
    form.clear()
    form.element.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
  }
  return (
    <FormDialog
      form={form}
      title={title}
      verb="Guardar"
      question={UNSAVED_TEXT}
      shape="wide"
      tools={
        <button type="button" className="button" onClick={clear}>
          Limpiar campos
        </button>
      }
      onClose={onClose}
    >
      <ConflictBox form={form} />
      <VehicleFields form={form} />
      <LeaveGuard when={form.isChanged && !form.busy} leaves={leaves} onDiscard={form.discard} />
    </FormDialog>
  )
}
