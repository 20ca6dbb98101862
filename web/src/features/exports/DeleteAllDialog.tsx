// 'Borrar todo': says what is deleted and until when it can be restored; the user must type the words.
import { exports as calls, DELETE_ALL_WORDS, DELETED_RETENTION_DAYS } from '@padron/contract/exports'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { TypedDangerDialog } from '../../ui/dialog/TypedDangerDialog.tsx'
import '../../ui/form/order-dialog.css'

type Props = {
  /** Number of vehicles of the company; undefined while unknown. */
  fleet: number | undefined
  /** Receives the job's id. */
  onOrdered: (id: string) => void
  onClose: () => void
}

export const DeleteAllDialog = ({ fleet, onOrdered, onClose }: Props) => {
  const end = useIfMounted(onClose)
  const { mutate, isPending, error } = useAction(calls.deleteAll, {
    onFailure: refusalText,
    onSuccess: ({ queueItemId, message }) => {
      notify('done', message)
      end()
      onOrdered(queueItemId)
    },
  })
  return (
    <TypedDangerDialog
      title="Borrar todo"
      className="form order"
      word={DELETE_ALL_WORDS}
      yes="Borrar todo"
      busy={isPending}
      error={refusalText(error)}
      onYes={(confirmation) => mutate({ body: { confirmation } })}
      onClose={onClose}
    >
      <p>
        Se borran <strong>todos los vehículos de la empresa{fleet !== undefined && ` (${vehiclesText(fleet)})`}</strong>
        , también los que no están en el filtro, con sus consultas, su historial y sus etiquetas. El avance se ve en el
        panel de trabajos y no se puede detener a la mitad.
      </p>
      <p>Durante {DELETED_RETENTION_DAYS} días soporte puede recuperarlos; después se pierden para siempre.</p>
    </TypedDangerDialog>
  )
}
