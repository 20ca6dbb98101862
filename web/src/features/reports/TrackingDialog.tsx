// 'Destinatarios del Reporte de Seguimiento' (spec bulk §2, §5).
import { emailSettings as calls, readTrackingMails, TRACKING_HELP } from '@padron/contract/email-settings'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { formRefusalText, isFormRefusal } from '../../api/form-refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { mailsFault } from './report-values.ts'
import { useKeepSettings } from './use-keep-settings.ts'

const HELP = TRACKING_HELP.replace('{email}', 'ana@empresa.mx')

export const TrackingDialog = ({ emails, onClose }: { emails: readonly string[]; onClose: () => void }): ReactNode => {
  const form = useId()
  const [typed, setTyped] = useState(emails.join(', '))
  const [left, setLeft] = useState(false)
  const [asking, ask] = useState(false)
  const { mutateAsync, isPending, error } = useAction(calls.tracking, {
    told: isFormRefusal,
    worked: useKeepSettings(),
  })
  const mails = readTrackingMails(typed)
  const close = (): void => (typed.trim() === emails.join(', ') ? onClose() : ask(true))
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (mails && !isPending) void mutateAsync({ body: { active: true, emails: mails } }).then(onClose, () => {})
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {error && formRefusalText(error, calls.tracking)}
      </span>
      <button type="button" className="button" onClick={close}>
        Cancelar
      </button>
      <button type="submit" form={form} className="button button--primary" disabled={!mails} aria-disabled={isPending}>
        {isPending && <span className="spinner" aria-hidden="true" />}
        Guardar
      </button>
    </>
  )
  return (
    <Dialog title="Destinatarios del Reporte de Seguimiento" onClose={close} footer={footer}>
      <form id={form} className="form" noValidate onSubmit={save}>
        <FormField label="Correos" required fault={left && !mails ? mailsFault(typed) : undefined} hint={HELP}>
          {(field) => (
            <textarea
              {...field}
              rows={3}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onBlur={() => setLeft(typed.trim() !== '')}
            />
          )}
        </FormField>
      </form>
      {asking && (
        <ConfirmDialog
          title="Cambios sin guardar"
          yes="Descartar cambios"
          no="Seguir editando"
          onYes={onClose}
          onNo={() => ask(false)}
        >
          Hay cambios que no ha guardado. Si continúa se perderán.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
