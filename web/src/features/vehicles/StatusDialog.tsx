// 'Dar de baja', with its reason, and 'Dar de alta' (spec bulk §4). One that was replaced stays as it is.
import { ACTIVE, assetStatusText } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue'
import { DEACTIVATION_REASONS, FORM_TEXTS } from '@padron/contract/form-texts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { useFocusOnWrong } from '../../ui/form/Form.tsx'
import { Message } from '../../ui/Message.tsx'
import { useSetStatus } from './use-set-status.ts'
import './vehicles.css'

const FORM = 'status-form'
const VERBS = { off: 'Dar de baja', on: 'Dar de alta' } as const

type ReasonProps = { value: string; fault: string | undefined; now: number; onChange: (value: string) => void }

const Reason = ({ value, fault, now, onChange }: ReasonProps): ReactNode => (
  <FormField label="Motivo de baja" required fault={fault}>
    {(field) => (
      <select {...field} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">Seleccione…</option>
        {DEACTIVATION_REASONS.filter((id) => id !== now).map((id) => (
          <option key={id} value={id}>
            {assetStatusText(id)}
          </option>
        ))}
      </select>
    )}
  </FormField>
)

type Props = { row: VehicleRow; to: 'off' | 'on'; onClose: () => void }

export const StatusDialog = ({ row, to, onClose }: Props): ReactNode => {
  const { busy, run, send } = useSetStatus(row)
  const closeBlocked = useBlockClose(busy)
  const close = (): void => {
    if (!closeBlocked) onClose()
  }
  const end = useIfMounted(onClose)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const { vehicleAsset, assetHistoric } = row
  const verb = VERBS[to]
  const replaced = assetHistoric.replacedBy !== null

  // After the dialog took the focus to its own first button.
  useEffect(() => form.current?.querySelector('select')?.focus(), [])
  useFocusOnWrong({ element: form, refusals: fault ? 1 : 0, busy })

  const save = () => {
    if (to === 'off' && reason === '') return setFault(FORM_TEXTS.deactivationReasonRequired)
    setFailed(undefined)
    return run(async () => {
      const said = await send(to === 'off' ? Number(reason) : ACTIVE)
      if (said) setFailed(said)
      else end()
    })
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {failed}
      </span>
      <button type="button" className="button" aria-disabled={closeBlocked} onClick={close}>
        {replaced ? 'Cerrar' : 'Cancelar'}
      </button>
      {!replaced && (
        <button type="submit" form={FORM} className="button button--primary" aria-disabled={busy}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {verb}
        </button>
      )}
    </>
  )
  return (
    <Dialog title={`${verb} ${vehicleAsset.plate}`} onClose={close} footer={footer}>
      {replaced ? (
        <Message title={FORM_TEXTS.replaced} />
      ) : (
        <form
          ref={form}
          id={FORM}
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <p className="muted">
            VIN {vehicleAsset.vin} · ahora {assetStatusText(assetHistoric.assetStatusId)}
          </p>
          {to === 'off' ? (
            <Reason
              value={reason}
              fault={fault}
              now={assetHistoric.assetStatusId}
              onChange={(value) => {
                setReason(value)
                setFault(undefined)
              }}
            />
          ) : (
            <p>Vuelve a la flotilla activa y se consulta de nuevo ante los recursos públicos.</p>
          )}
        </form>
      )}
    </Dialog>
  )
}
