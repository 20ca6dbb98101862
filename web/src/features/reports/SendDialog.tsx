// 'Enviar ahora': asks first, and says to whom.
import type { Report } from '@padron/contract/report-definition'
import { reports as calls } from '@padron/contract/reports'
import type { ReactNode } from 'react'
import { formRefusalText } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useConfig } from '../../api/use-config.ts'
import { useMailboxAction } from '../../session/use-mailbox.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { counted, EMPTY_NOW } from './report-words.ts'

export const SendDialog = ({ report, onClose }: { report: Report; onClose: () => void }): ReactNode => {
  const action = useMailboxAction()
  const { mail } = useConfig() ?? {}
  const { mutate, isPending, error } = useAction(calls.send, {
    told: () => true,
    worked: ({ message }) => {
      notify('done', message, { about: report.name, action })
      onClose()
    },
  })
  const send = (): void => mutate({ params: { reportId: `${report.reportId}` } })
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {error && formRefusalText(error, calls.send)}
      </span>
      <button type="button" className="button" onClick={onClose}>
        Cancelar
      </button>
      <button
        type="button"
        className="button button--primary"
        aria-disabled={isPending}
        onClick={() => isPending || send()}
      >
        {isPending && <span className="spinner" aria-hidden="true" />}
        Enviar ahora
      </button>
    </>
  )
  return (
    <Dialog title={`¿Enviar «${report.name}» ahora?`} onClose={onClose} footer={footer}>
      <div className="report-text">
        <p className="break">
          {mail === false ? 'Se prepara y se guarda sin enviar; sería para' : 'Sale en unos minutos a'}{' '}
          {counted(report.mails.length, 'destinatario', 'destinatarios')}:
        </p>
        <ul className="report-text__mails break scroll bullets">
          {report.mails.map((address) => (
            <li key={address}>{address}</li>
          ))}
        </ul>
        <p className="break">Sus fechas no cambian. {EMPTY_NOW[report.emptyPolicy]}</p>
      </div>
    </Dialog>
  )
}
