// A view's name and who sees it: of a new one, which keeps what is on screen, or of one there is.
import type { Reply } from '@padron/contract/call'
import { type SavedView, VIEW_NAME_MAX, views } from '@padron/contract/views'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { saidOf } from '../../api/refusal.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { Shown } from './view-state.ts'

type Values = { name: string; shared: boolean }
const { RadioField, TextField } = formFields<Values>()
const NAME_MISSING = 'Escriba un nombre para la vista'
const WHO = [
  { value: false, label: 'Solo yo' },
  { value: true, label: 'Toda la empresa' },
]

type Props = {
  /** Undefined: a new one. */
  view: SavedView | undefined
  shown: Shown
  onSaved: (view: SavedView) => void
  onClose: () => void
}

export const ViewDialog = ({ view, shown, onSaved, onClose }: Props): ReactNode => {
  const queries = useQueryClient()
  const form = useForm({
    stored: { name: view?.name ?? '', shared: view?.shared ?? false },
    validate: ({ name }) => onlyFaults({ name: !name && NAME_MISSING }),
    call: view ? views.edit : views.create,
    args: (values) =>
      view
        ? {
            params: { viewId: `${view.viewId}` },
            body: { ...values, definition: view.definition, version: view.version },
          }
        : { body: { ...values, definition: shown } },
    failure: (error) => saidOf(error, views.create),
    onSaved: (saved) => {
      // It is opened next: the list must have it, though nobody asks for it while no view is open.
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
