// A tag's name, changed. Where somebody changed it meanwhile nothing is overwritten unseen: it is told, and saved again if wanted.
import { tags as calls, storedTag, type TagCategory } from '@padron/contract/tags'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { FormField } from '../../ui/FormField.tsx'
import { nameFault } from './AddTag.tsx'
import { FormDialog } from './FormDialog.tsx'
import { useReload } from './use-reload.ts'

type Props = {
  tag: TagCategory['tags'][number]
  /** The names of its category's other tags. */
  others: readonly string[]
  onClose: () => void
}

export const RenameTag = ({ tag, others, onClose }: Props): ReactNode => {
  const form = useId()
  const reload = useReload()
  const [seen, setSeen] = useState(tag.tagName)
  const [first] = useState(tag.tagName)
  const [typed, setTyped] = useState(first)
  const [sent, setSent] = useState(false)
  const end = useIfMounted(onClose)
  const { mutate, isPending, error } = useAction(calls.rename, {
    told: refusalText,
    worked: () => {
      notify('done', calls.rename.done)
      end()
    },
  })
  const name = storedTag(typed)
  const fault = sent ? nameFault(typed, others) : undefined
  const changed = error && tag.tagName !== seen
  const send = (event: FormEvent): void => {
    event.preventDefault()
    setSent(true)
    if (isPending || nameFault(typed, others)) return
    // Told, below, that it is another by now: saving goes over that one.
    const expected = changed ? tag.tagName : seen
    setSeen(expected)
    mutate({ body: { tagId: tag.tagId, tagName: typed.trim(), expected } }, { onError: () => void reload() })
  }
  return (
    <FormDialog
      title="Cambiar el nombre de la etiqueta"
      form={form}
      busy={isPending}
      error={refusalText(error)}
      changed={typed !== first}
      onClose={onClose}
    >
      <form id={form} className="form" noValidate onSubmit={send}>
        <FormField
          label="Nombre"
          required
          fault={fault}
          hint={name !== typed && name ? `Se guardará como «${name}»` : undefined}
        >
          {(props) => (
            <input
              {...props}
              type="text"
              autoComplete="off"
              readOnly={isPending}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </FormField>
        {changed && (
          <p>
            Guarde otra vez para poner el nombre que usted escribió en lugar de <strong>{tag.tagName}</strong>.
          </p>
        )}
      </form>
    </FormDialog>
  )
}
