// The question before a calendar of the company's own is deleted.
import { type CalendarRule, ownCalendars } from '@padron/contract/obligations'
import { ownCalendarIdOf } from '@padron/contract/own-calendar-rules'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { useDangerAction } from '../../ui/use-danger-action.ts'

type DeleteProps = { rule: CalendarRule; onDelete: () => void; onClose: () => void }

export const DeleteOwnCalendar = ({ rule: { ruleKey, title }, onDelete, onClose }: DeleteProps) => {
  const { mutate, dialog } = useDangerAction(ownCalendars.remove, title)
  const ownCalendarId = `${ownCalendarIdOf(ruleKey)}`
  return (
    <DangerDialog
      title="Eliminar calendario propio"
      yes="Eliminar calendario"
      {...dialog}
      onYes={() => mutate({ params: { ownCalendarId } }, { onSuccess: onDelete })}
      onClose={onClose}
    >
      <p>
        Se eliminará <strong>{title}</strong>: dejará de mostrarse y de recordarse. No se puede deshacer.
      </p>
    </DangerDialog>
  )
}
