// The dialogs over the list of reports, one at a time.
import { NOTICES } from '@padron/contract/common'
import { reports as calls } from '@padron/contract/reports'
import type { Report } from '@padron/contract/reports/definition'
import { countOf } from '@padron/contract/texts/count-of'
import { lazy, Suspense } from 'react'
import { formRefusalText, isGone } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useConfig } from '../../api/use-config.ts'
import { useNoticeAction } from '../../api/use-notice-action.ts'
import { useMailboxAction } from '../../session/use-mailbox.ts'
import { useSeesAll } from '../../session/user-context.ts'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { OrderDialog } from '../../ui/form/OrderDialog.tsx'
import { EMPTY_NOW, lowerFirst, recipientsOf, scheduleText } from './report-texts.ts'
import { definitionOf } from './report-values.ts'

const ReportDialog = lazy(() => import('./ReportDialog.tsx').then((m) => ({ default: m.ReportDialog })))
const PreviewDialog = lazy(() => import('./PreviewDialog.tsx').then((m) => ({ default: m.PreviewDialog })))

type OneProps = { report: Report; onClose: () => void }

/** 'Enviar ahora': confirms the recipients first. */
const SendDialog = ({ report, onClose }: OneProps) => {
  const action = useMailboxAction()
  const { mail } = useConfig() ?? {}
  const { mutate, isPending, error } = useAction(calls.send, {
    onFailure: () => true,
    onSuccess: ({ message }) => {
      notify('done', message, { about: report.name, action })
      onClose()
    },
  })
  return (
    <OrderDialog
      title={`¿Enviar «${report.name}» ahora?`}
      yes="Enviar ahora"
      ready
      busy={isPending}
      error={error ? formRefusalText(error, calls.send) : undefined}
      onYes={() => mutate({ params: { reportId: `${report.reportId}` } })}
      onClose={onClose}
    >
      <div className="stack gap-8">
        <p className="break">
          {mail === false && report.mails.length > 0
            ? 'Se prepara y se guarda sin enviar; sería para'
            : 'Sale en unos minutos a'}{' '}
          {countOf(recipientsOf(report).length, 'destinatario', 'destinatarios')}:
        </p>
        <ul className="report-text__mails break scroll bullets">
          {recipientsOf(report).map((recipient) => (
            <li key={recipient}>{recipient}</li>
          ))}
        </ul>
        <p className="break">Sus fechas no cambian. {EMPTY_NOW[report.emptyPolicy]}</p>
      </div>
    </OrderDialog>
  )
}

/**
 * Deletes a report: first names what ends with it; its notice restores it. Whoever sees all vehicles restores no report
 * of a part of the fleet, and nobody one whose filter cannot be read: the server would make it one of all vehicles. Nor
 * is one restored without recipients, as a user sees it who does not see its channels.
 */
const DeleteReport = ({ report, onClose }: OneProps) => {
  const { name, reportId } = report
  const recipients = recipientsOf(report)
  const back = useNoticeAction(calls.create, () => notify('done', 'Reporte restaurado', { about: name }))
  const seesAll = useSeesAll()
  const isRestorable = !report.unreadable && recipients.length > 0 && (report.seenBy === null || !seesAll)
  const restore = (): void => back.mutate({ body: definitionOf(report) })
  const { mutate, isPending, error } = useAction(calls.remove, {
    onFailure: () => true,
    onSuccess: () => {
      const action = isRestorable ? { label: 'Deshacer', run: restore } : undefined
      notify('done', calls.remove.done, { about: name, action })
      onClose()
    },
  })
  const refusal = (failure: Error): string =>
    isGone(failure) ? `${NOTICES[404]} Otra persona ya lo eliminó.` : formRefusalText(failure, calls.remove)
  return (
    <DangerDialog
      title={`¿Eliminar «${name}»?`}
      yes="Eliminar"
      busy={isPending}
      error={error ? refusal(error) : undefined}
      onYes={() => mutate({ params: { reportId: `${reportId}` } })}
      onClose={onClose}
    >
      <div className="stack gap-8">
        <p className="break">
          Deja de enviarse a {countOf(recipients.length, 'destinatario', 'destinatarios')} ({recipients.join(', ')}
          ), {lowerFirst(scheduleText(report))}.
        </p>
        <p className="break">
          Lo que ya se envió sigue en Envíos. Para dejar de enviarlo por un tiempo, póngalo en pausa.
        </p>
      </div>
    </DangerDialog>
  )
}

/** A form without a report creates a new one, with its saved view if known. */
export type OpenReport =
  | { what: 'form'; report: Report | undefined; viewId?: number | undefined }
  | { what: 'preview' | 'send' | 'delete'; report: Report }

type Props = {
  open: OpenReport | undefined
  all: readonly Report[]
  timeZone: string
  onOpen: (open: OpenReport) => void
  onClose: () => void
}

export const ReportDialogs = ({ open, all, timeZone, onOpen, onClose }: Props) => {
  if (!open) return null
  // The current version; after the report is deleted, the last known one, so that the form keeps what was typed.
  const report = all.find(({ reportId }) => reportId === open.report?.reportId) ?? open.report
  if (open.what === 'form')
    return (
      <Suspense>
        <ReportDialog report={report} viewId={open.viewId} timeZone={timeZone} onClose={onClose} />
      </Suspense>
    )
  if (!report) return null
  if (open.what === 'send') return <SendDialog report={report} onClose={onClose} />
  if (open.what === 'delete') return <DeleteReport report={report} onClose={onClose} />
  return (
    <Suspense>
      <PreviewDialog
        definition={definitionOf(report)}
        reportId={report.reportId}
        onEdit={() => onOpen({ what: 'form', report })}
        onClose={onClose}
      />
    </Suspense>
  )
}
