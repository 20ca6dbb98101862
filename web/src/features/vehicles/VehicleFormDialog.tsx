// The dialog of the form, new or edited: what is said, the buttons, and asking before what was typed is left behind.
import type { VehicleRow } from '@padron/contract/catalogue'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { ConflictBox } from './ConflictBox.tsx'
import { useVehicleForm, type VehicleForm } from './use-vehicle-form.ts'
import { VehicleFields } from './VehicleFields.tsx'
import './vehicles.css'

const FORM = 'vehicle-form'
const FIRST = 'input:not(:disabled)'
const DRAWERS = ['asset', 'vehicle', 'info'] as const

type FootProps = { form: VehicleForm; onCancel: () => void; onClear: () => void }

const Foot = ({ form: { said, busy }, onCancel, onClear }: FootProps): ReactNode => (
  <>
    <span role="alert" className="dialog__error">
      {said?.kind === 'alert' && said.text}
    </span>
    <span role="status" className="dialog__said">
      {said?.kind === 'status' && said.text}
    </span>
    <button type="button" className="button" onClick={onCancel}>
      Cancelar
    </button>
    <button type="button" className="button" onClick={onClear}>
      Limpiar campos
    </button>
    <button type="submit" form={FORM} className="button button--primary" aria-disabled={busy}>
      {busy && <span className="spinner" aria-hidden="true" />}
      Guardar
    </button>
  </>
)

type Place = { pathname: string; search: Record<string, unknown> }
/** Whether a way leads out of where the form is: another screen, or another drawer under it. */
const leaves = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || DRAWERS.some((name) => from.search[name] !== to.search[name])

type Props = { title: string; row?: VehicleRow; onClose: () => void }

export const VehicleFormDialog = ({ title, row, onClose }: Props): ReactNode => {
  const form = useVehicleForm(row, useIfMounted(onClose))
  const { busy, refused, changed } = form
  const closeBlocked = useBlockClose(busy)
  const element = useRef<HTMLFormElement>(null)
  const [leaving, setLeaving] = useState(false)
  const focusOn = useCallback(
    (selector: string): void => element.current?.querySelector<HTMLElement>(selector)?.focus(),
    [],
  )
  // Once, after the dialog took the focus to its own first button; a conflict found at the start has it already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!form.clash) focusOn(FIRST)
  }, [])
  useEffect(() => {
    if (refused) focusOn('[aria-invalid="true"]')
  }, [refused, focusOn])

  const close = (): void => {
    if (closeBlocked) return
    if (changed.length) setLeaving(true)
    else onClose()
  }
  const clear = (): void => {
    form.clear()
    focusOn(FIRST)
  }
  return (
    <Dialog title={title} shape="wide" onClose={close} footer={<Foot form={form} onCancel={close} onClear={clear} />}>
      <form
        ref={element}
        id={FORM}
        className="form"
        noValidate
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <ConflictBox form={form} />
        <VehicleFields form={form} />
      </form>
      <LeaveGuard when={changed.length > 0 && !busy} leaves={leaves} onDiscard={form.discard} />
      {leaving && (
        <ConfirmDialog
          title="¿Descartar los cambios?"
          yes="Descartar cambios"
          no="Seguir editando"
          onYes={() => {
            form.discard()
            onClose()
          }}
          onNo={() => setLeaving(false)}
        >
          Lo que escribió no se ha guardado.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
