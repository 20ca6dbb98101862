// 'Dar de baja', with its reason, and 'Dar de alta' (spec bulk §4): sent at once, undone from the notice. A replaced
// vehicle cannot be changed.
import { ACTIVE, assetStatusText } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { DEACTIVATION_REASONS, FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { vehicles } from '@padron/contract/vehicles'
import { notify, withdraw } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Message } from '../../ui/Message.tsx'
import { readSaveRefusal, topicOf } from './save-failure-texts.ts'
import './vehicles.css'

const VERBS = { off: 'Dar de baja', on: 'Dar de alta' } as const

/** Statuses that a user can set; the server sets the others. */
const SETTABLE: readonly number[] = [ACTIVE, ...DEACTIVATION_REASONS]

const failureOf = (error: unknown, status: number): string => {
  const fails = status === ACTIVE ? FORM_TEXTS.activateFails : vehicles.setStatus.fails
  const { faults, text } = readSaveRefusal(error, { fails })
  return [text, ...Object.values(faults)].join('. ')
}

/** Returns a function that notifies of a new status and offers to undo it; the undo can itself be undone. */
const useStatusNotice = ({ vehicleAsset: { vehicleAssetId, plate } }: VehicleRow) => {
  const { mutateAsync } = useAction(vehicles.setStatus, {
    onFailure: (error, { body }) => failureOf(error, body.VehicleStatusId),
    about: plate,
    onSuccess: ({ message }, { body: { VehicleStatusId: now, FromStatusId: before = now } }) =>
      notifyStatus(message, now, before),
  })
  /** @param from the status set before: the server refuses if another user has changed it since */
  const undo = (to: number, from: number): void => {
    withdraw(topicOf(vehicleAssetId))
    const body = { VehicleAssetId: vehicleAssetId, VehicleStatusId: to, FromStatusId: from }
    void mutateAsync({ body }).catch(() => {})
  }
  const notifyStatus = (message: string, now: number, before: number): void =>
    notify('done', message, {
      about: `${plate}: ${assetStatusText(now)}`,
      topic: topicOf(vehicleAssetId),
      ...(SETTABLE.includes(before) && { action: { label: 'Deshacer', run: () => undo(before, now) } }),
    })
  return notifyStatus
}

const { SelectField } = formFields<{ reason: string }>()

type Props = { row: VehicleRow; to: 'off' | 'on'; onClose: () => void }

const StatusForm = ({ row, to, onClose }: Props) => {
  const { vehicleAsset, assetHistoric } = row
  const { vehicleAssetId, plate, vin } = vehicleAsset
  const before = assetHistoric.assetStatusId
  const statusOf = (reason: string): number => (to === 'off' ? Number(reason) : ACTIVE)
  const notifyStatus = useStatusNotice(row)
  const form = useForm({
    stored: { reason: '' },
    validate: ({ reason }) =>
      onlyFaults({ reason: to === 'off' && reason === '' && FORM_TEXTS.deactivationReasonRequired }),
    call: vehicles.setStatus,
    args: ({ reason }) => {
      withdraw(topicOf(vehicleAssetId))
      return { body: { VehicleAssetId: vehicleAssetId, VehicleStatusId: statusOf(reason) } }
    },
    failure: (error): string => failureOf(error, statusOf(form.values.reason)),
    about: () => plate,
    notice: ({ message }): void => notifyStatus(message, statusOf(form.values.reason), before),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={`${VERBS[to]} ${plate}`} verb={VERBS[to]} asks={false} onClose={onClose}>
      <p className="muted">
        VIN {vin} · ahora {assetStatusText(before)}
      </p>
      {to === 'off' ? (
        <SelectField
          name="reason"
          label="Motivo de baja"
          required
          empty="Seleccione…"
          emptyValue=""
          options={DEACTIVATION_REASONS.filter((id) => id !== before).map((id) => ({
            value: `${id}`,
            label: assetStatusText(id),
          }))}
        />
      ) : (
        <p>Vuelve a la flota activa y se consulta de nuevo ante los recursos públicos.</p>
      )}
    </FormDialog>
  )
}

export const StatusDialog = (props: Props) => {
  const { row, to, onClose } = props
  if (row.assetHistoric.replacedBy === null) return <StatusForm {...props} />
  return (
    <Dialog
      title={`${VERBS[to]} ${row.vehicleAsset.plate}`}
      onClose={onClose}
      footer={<Button label="Cerrar" onClick={onClose} />}
    >
      <Message title={FORM_TEXTS.replaced} />
    </Dialog>
  )
}
