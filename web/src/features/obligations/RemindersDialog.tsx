// "Recordatorios por correo": whether, how many days before and of what, and where they go. Where none can be sent it says so.
import { obligations as calls } from '@padron/contract/obligations'
import { type ReactNode, useState } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { ReminderFields } from './ReminderFields.tsx'
import { faultsOf, type ReminderChoice, type Reminders } from './reminder-words.ts'

const TITLE = 'Recordatorios por correo'
const UNSAVED_CHOICE = { ...UNSAVED_TEXT, text: 'Lo que eligió no se ha guardado.' }
const BONES = 4
const failed = (error: unknown): string => statusNotice(error) ?? `${calls.setReminders.fails}. Vuelva a intentarlo.`

const ReminderForm = ({ kept, onClose }: { kept: Reminders; onClose: () => void }): ReactNode => {
  // What was read when it opened: reading it anew meanwhile must not undo what is being chosen.
  const [stored] = useState<ReminderChoice>({ active: kept.active, days: kept.days, kinds: kept.kinds })
  const form = useForm({
    stored,
    validate: faultsOf,
    call: calls.setReminders,
    args: (choice) => ({ body: choice }),
    failure: failed,
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={TITLE}
      verb="Guardar"
      question={UNSAVED_CHOICE}
      className="form reminders"
      onClose={onClose}
    >
      <ReminderFields kept={kept} />
    </FormDialog>
  )
}

export const RemindersDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const { data, isError, isFetchedAfterMount, error, refetch } = useQuietCall(calls.reminders, {}, { fresh: true })
  if (data && isFetchedAfterMount) return <ReminderForm kept={data} onClose={onClose} />
  return (
    <Dialog title={TITLE} onClose={onClose}>
      {isError ? (
        <LoadFailure title={calls.reminders.fails} error={error} onRetry={() => void refetch()} />
      ) : (
        <TableSkeleton label="Cargando los recordatorios" rows={BONES} columns={1} />
      )}
    </Dialog>
  )
}
