// The dialogs of saved views: name and visibility of a new view with the current filters, or of an existing one; and
// deletion.
import type { Reply } from '@padron/contract/call'
import { type SavedView, VIEW_NAME_MAX, type ViewDefinition, views } from '@padron/contract/views'
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '../../api/notify.ts'
import { refusalMessage } from '../../api/refusal.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { useDangerAction } from '../../ui/dialog/use-danger-action.ts'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'

const { RadioField, TextField } = formFields<{ name: string; shared: boolean }>()
const WHO = [
  { value: false, label: 'Solo yo' },
  { value: true, label: 'Toda la empresa' },
]

const CONFLICT = {
  gone: 'La vista ya no existe. Lo que escribió sigue aquí.',
  outdated:
    'La vista cambió en otra ventana. Lo que escribió sigue aquí; si guarda de nuevo, reemplaza allá solo lo que ' +
    'cambió aquí.',
}

type Props = {
  /** Undefined: a new view. */
  view: SavedView | undefined
  current: ViewDefinition
  onSaved: (view: SavedView) => void
  onClose: () => void
}

export const ViewDialog = ({ view: initialView, current, onSaved, onClose }: Props) => {
  const queries = useQueryClient()
  const list = useQuietCall(views.list, {}, { off: !initialView })
  const view = list.data?.views.find(({ viewId }) => viewId === initialView?.viewId) ?? initialView
  const conflict = conflictOptions(
    CONFLICT,
    (error) => refusalMessage(error, views.create),
    () => void list.refetch(),
  )
  const form = useForm({
    stored: { name: view?.name ?? '', shared: view?.shared ?? false },
    validate: ({ name }) => onlyFaults({ name: !name && 'Escriba un nombre para la vista' }),
    call: view ? views.edit : views.create,
    args: (values, { version }) => {
      if (!view) return { body: { ...values, definition: current } }
      const { viewId, definition } = view
      return { params: { viewId: `${viewId}` }, body: { ...values, definition, version } }
    },
    version: view?.version,
    ...conflict,
    failure: (error) => conflict.failure(error, false),
    onSaved: (saved) => {
      // The new view is opened next, so it must be in the cached list, which is not loaded while no view is open.
      queries.setQueriesData<Reply<typeof views.list>>(
        { predicate: ({ queryKey }) => queryKey[1] === views.list.name },
        (list) => list && { ...list, views: [...list.views.filter(({ viewId }) => viewId !== saved.viewId), saved] },
      )
      onSaved(saved)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={view ? 'Editar vista' : 'Guardar vista'}
      verb="Guardar vista"
      asks={false}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Nombre"
        required
        hint={view ? undefined : 'Guarda los filtros, el orden y las columnas que se ven ahora.'}
        maxLength={VIEW_NAME_MAX}
      />
      <RadioField name="shared" label="Quién la ve" options={WHO} />
    </FormDialog>
  )
}

type DeleteProps = { view: SavedView; onDeleted: () => void; onClose: () => void }

/** Confirms the deletion: other users of the view lose it too. */
export const DeleteView = ({ view, onDeleted, onClose }: DeleteProps) => {
  const leave = useIfMounted(onDeleted)
  // Removed from the address before the views are reloaded, so that no notice reports it as missing.
  const { mutate, dialog } = useDangerAction(views.remove, view.name, () => {
    notify('done', views.remove.done)
    leave()
  })
  return (
    <DangerDialog
      title="Eliminar vista"
      yes="Eliminar vista"
      {...dialog}
      onYes={() => mutate({ params: { viewId: `${view.viewId}` } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Se eliminará la vista <strong>{view.name}</strong>
        {view.shared && ', que comparte toda la empresa'}. Los vehículos no cambian.
      </p>
    </DangerDialog>
  )
}
