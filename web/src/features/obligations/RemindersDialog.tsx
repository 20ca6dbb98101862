// "Recordatorios por correo": whether, how many days before and of what, and where they go. Where none can be sent it says so.
import { obligations as calls } from '@padron/contract/obligations'
import { type ReactNode, useState } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { ReminderFields } from './ReminderFields.tsx'
import { faultsOf, isSame, type ReminderChoice, type Reminders } from './reminder-words.ts'

const TITLE = 'Recordatorios por correo'
const FORM = 'reminders-form'
const BONES = 4
const failed = (error: unknown): string => statusNotice(error) ?? `${calls.setReminders.fails}. Vuelva a intentarlo.`

const Form = ({ kept, onClose }: { kept: Reminders; onClose: () => void }): ReactNode => {
  // What was read when it opened: reading it anew meanwhile must not undo what is being chosen.
  const [before] = useState<ReminderChoice>({ active: kept.active, days: kept.days, kinds: kept.kinds })
  const [choice, setChoice] = useState(before)
  const [tried, setTried] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const save = useAction(calls.setReminders, { told: failed })
  const faults = faultsOf(choice)
  const end = useIfMounted(onClose)
  const closeBlocked = useBlockClose(save.isPending)
  const close = (): void => {
    if (closeBlocked) return
    if (isSame(before, choice)) onClose()
    else setLeaving(true)
  }
  const submit = async (): Promise<void> => {
    setTried(true)
    if (save.isPending) return
    const [wrong] = Object.keys(faults)
    if (wrong) document.querySelector<HTMLElement>(`#${FORM} [data-field="${wrong}"] input`)?.focus()
    else await save.mutateAsync({ body: choice }).then(end, () => {})
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {save.error && failed(save.error)}
      </span>
      <button type="button" className="button" aria-disabled={closeBlocked} onClick={close}>
        Cancelar
      </button>
      <button type="submit" form={FORM} className="button button--primary" aria-disabled={save.isPending}>
        {save.isPending && <span className="spinner" aria-hidden="true" />}
        Guardar
      </button>
    </>
  )
  return (
    <Dialog title={TITLE} onClose={close} footer={footer}>
      <form
        id={FORM}
        className="form reminders"
        noValidate
        aria-busy={save.isPending}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <ReminderFields kept={kept} choice={choice} faults={tried ? faults : {}} onChange={setChoice} />
      </form>
      {leaving && (
        <ConfirmDialog
          title="¿Descartar los cambios?"
          yes="Descartar cambios"
          no="Seguir editando"
          onYes={onClose}
          onNo={() => setLeaving(false)}
        >
          Lo que eligió no se ha guardado.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

export const RemindersDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const { data, isError, isFetchedAfterMount, error, refetch } = useQuietCall(calls.reminders, {}, { fresh: true })
  if (data && isFetchedAfterMount) return <Form kept={data} onClose={onClose} />
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
