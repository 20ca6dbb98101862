// A report is deleted: what stops with it is said first, and its notice brings it back.
import { NOTICES } from '@padron/contract/common'
import type { Report } from '@padron/contract/report-definition'
import { reports as calls } from '@padron/contract/reports'
import type { ReactNode } from 'react'
import { formRefusalText, isGone } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { definitionOf } from './definition.ts'
import { counted, scheduleText } from './report-words.ts'
import { useTold } from './use-told.ts'

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

export const DeleteReport = ({ report, onClose }: { report: Report; onClose: () => void }): ReactNode => {
  const { name, mails, reportId } = report
  const back = useTold(calls.create, () => notify('done', 'Reporte agregado otra vez', { about: name }))
  const restore = (): void => back.mutate({ body: definitionOf(report) })
  const { mutate, isPending, error } = useAction(calls.remove, {
    told: () => true,
    worked: () => {
      notify('done', calls.remove.done, { about: name, action: { label: 'Deshacer', run: restore } })
      onClose()
    },
  })
  return (
    <DangerDialog
      title={`¿Eliminar «${name}»?`}
      yes="Eliminar"
      busy={isPending}
      error={
        error
          ? isGone(error)
            ? `${NOTICES[404]} Otra persona ya lo eliminó.`
            : formRefusalText(error, calls.remove)
          : undefined
      }
      onYes={() => mutate({ params: { reportId: `${reportId}` } })}
      onClose={onClose}
    >
      <div className="report-text">
        <p className="break">
          Deja de enviarse a {counted(mails.length, 'destinatario', 'destinatarios')} ({mails.join(', ')}),{' '}
          {lowered(scheduleText(report))}.
        </p>
        <p className="break">Lo que ya se envió sigue en Envíos. Para dejar de enviarlo por un tiempo, apáguelo.</p>
      </div>
    </DangerDialog>
  )
}
