// 'Borrar todo': says what goes and until when it can come back, and asks for the words to be typed.
import { exports as calls, DELETE_ALL_WORDS, DELETED_RETENTION_DAYS } from '@padron/contract/exports'
import { useState } from 'react'
import { notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { vehiclesText } from '../../lib/vehicles-text.ts'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { FormField } from '../../ui/fields/FormField.tsx'
import '../../ui/form/order-dialog.css'

type Props = {
  /** How many vehicles the account has; undefined while that is not known. */
  fleet: number | undefined
  /** Receives the job's id. */
  onOrdered: (id: string) => void
  onClose: () => void
}

export const DeleteAllDialog = ({ fleet, onOrdered, onClose }: Props) => {
  const [typed, setTyped] = useState('')
  const [pressed, setPressed] = useState(false)
  const right = typed.trim().toUpperCase() === DELETE_ALL_WORDS
  const end = useIfMounted(onClose)
  const { mutate, isPending, error } = useAction(calls.deleteAll, {
    onFailure: refusalText,
    onSuccess: ({ queueItemId, message }) => {
      notify('done', message)
      end()
      onOrdered(queueItemId)
    },
  })
  const confirm = (): void => {
    setPressed(true)
    if (right && !isPending) mutate({ body: { confirmation: typed } })
  }
  return (
    <DangerDialog
      title="Borrar todo"
      yes="Borrar todo"
      busy={isPending}
      error={refusalText(error)}
      onYes={confirm}
      onClose={onClose}
    >
      <form
        className="form order"
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <p>
          Se borran{' '}
          <strong>todos los vehículos de la empresa{fleet !== undefined && ` (${vehiclesText(fleet)})`}</strong>,
          también los que no están en el filtro, con sus consultas, su historial y sus etiquetas. El avance se ve en el
          panel de trabajos y no se puede detener a la mitad.
        </p>
        <p>Durante {DELETED_RETENTION_DAYS} días soporte puede recuperarlos; después se pierden para siempre.</p>
        <FormField
          label={`Para confirmar escriba ${DELETE_ALL_WORDS}`}
          fault={pressed && !right ? `Escriba ${DELETE_ALL_WORDS} para continuar.` : undefined}
        >
          {(field) => (
            <input
              {...field}
              type="text"
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </FormField>
      </form>
    </DangerDialog>
  )
}
