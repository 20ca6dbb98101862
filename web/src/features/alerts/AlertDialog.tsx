// An alert, new or as it is, in a dialog. What was changed is not lost without a question; a new one stays in this browser until it is
// saved or given up.
import { type Alert, alerts as calls } from '@padron/contract/alerts'
import type { ReactNode } from 'react'
import { useUser } from '../../session/user-context.ts'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AlertFields } from './AlertFields.tsx'
import { AlertDraft, bodyOf, faultsOf, NEW, valuesOf } from './alert-values.ts'

type Props = {
  /** Undefined: a new one. */
  alert: Alert | undefined
  /** The view a new one is of. */
  viewId: number | undefined
  onClose: () => void
}

export const AlertDialog = ({ alert, viewId, onClose }: Props): ReactNode => {
  const { country } = useUser()
  const form = useForm({
    stored: alert ? valuesOf(alert, country) : NEW,
    preset: viewId === undefined ? undefined : { viewId },
    validate: faultsOf,
    draft: { name: alert ? undefined : 'new-alert', shape: AlertDraft },
    call: alert ? calls.edit : calls.create,
    args: (values) => {
      const body = bodyOf(values, alert?.active ?? true)
      return alert ? { params: { alertId: `${alert.alertId}` }, body: { ...body, version: alert.version } } : { body }
    },
    about: () => alert?.name,
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={alert ? 'Editar alerta' : 'Agregar alerta'}
      verb="Guardar alerta"
      question={UNSAVED_TEXT}
      onClose={onClose}
    >
      <AlertFields alert={alert} />
    </FormDialog>
  )
}
