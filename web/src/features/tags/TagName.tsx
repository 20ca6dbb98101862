// The name of a tag, new or renamed. It is stored in lower case, and the form says so beforehand.
import { tags as calls, storedTag, TAG_NEEDED, type TagCategory, tagFault } from '@padron/contract/tags'
import { type FormEvent, useId, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useReload } from './Category.tsx'
import { isFound } from './category-filter.ts'

type Tag = TagCategory['tags'][number]

/** The fault of a name. @param others the category's other tags */
const nameFault = (typed: string, others: readonly Tag[]): string | undefined => {
  const isDuplicate = others.some(({ tagName }) => tagName === storedTag(typed))
  return tagFault(typed) ?? (isDuplicate ? `La categoría ya tiene la etiqueta «${storedTag(typed)}»` : undefined)
}

/** The name as it will be stored, if it differs from the typed one. */
const storedText = (typed: string): string | undefined => {
  const name = storedTag(typed)
  return name && name !== typed ? `Se guardará como «${name}»` : undefined
}

/** The note that the search hides the new tag. */
const hiddenText = (typed: string, searchText: string): string | undefined =>
  isFound(storedTag(typed), searchText)
    ? undefined
    : `«${storedTag(typed)}» no se ve aquí: se busca «${searchText.trim()}»`

type AddTagProps = {
  category: TagCategory
  /** The search by name, which may hide the new tag. */
  searchText: string
}

export const AddTag = ({ category, searchText }: AddTagProps) => {
  const { tagCategoryId, tagCategoryName, tags } = category
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [sent, setSent] = useState(false)
  const { mutate, isPending, error, reset } = useAction(calls.create, {
    onFailure: isRefusal,
    onSuccess: (_, { body }) => {
      notify('done', calls.create.done, { about: hiddenText(body.tags[0]?.tagName ?? '', searchText) })
      setTyped('')
      setSent(false)
    },
  })
  const wrong = nameFault(typed, tags)
  const fault = (sent && wrong) || refusalText(error)
  const stored = storedText(typed)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    setSent(true)
    input.current?.focus()
    if (!isPending && !wrong) mutate({ body: { tags: [{ tagCategoryId, tagName: typed.trim() }] } })
  }
  const label = `Agregar etiqueta a ${tagCategoryName}`
  return (
    <form className="no-print" noValidate onSubmit={send}>
      <span className="flex gap-8">
        <input
          ref={input}
          type="text"
          className="grow"
          aria-label={label}
          placeholder="Agregar etiqueta"
          title={TAG_NEEDED}
          autoComplete="off"
          readOnly={isPending}
          value={typed}
          aria-describedby={`${id}-message`}
          {...(fault && { 'aria-invalid': true })}
          onChange={({ target }) => {
            setTyped(target.value)
            setSent(false)
            reset()
          }}
        />
        <Button label="Agregar" type="submit" busy={isPending} aria-label={label} />
      </span>
      <span id={`${id}-message`} className="add-tag__message" role="status">
        {fault ? (
          <small className="field__fault break block">{fault}</small>
        ) : (
          stored && <small className="field__hint muted break block">{stored}</small>
        )}
      </span>
    </form>
  )
}

const { TextField } = formFields<{ name: string }>()

type RenameTagProps = { tag: Tag; category: TagCategory; onClose: () => void }

export const RenameTag = ({ tag: { tagId, tagName }, category, onClose }: RenameTagProps) => {
  const others = category.tags.filter((one) => one.tagId !== tagId)
  const reload = useReload()
  const form = useForm({
    stored: { name: tagName },
    validate: ({ name }) => onlyFaults({ name: nameFault(name, others) }),
    call: calls.rename,
    args: ({ name }, { base, overwrites }) => ({
      body: { tagId, tagName: name, expected: overwrites ? tagName : base.name },
    }),
    onFailure: () => void reload(),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title="Cambiar el nombre de la etiqueta" verb="Guardar cambios" onClose={onClose}>
      <TextField name="name" label="Nombre" required hint={storedText(form.values.name)} />
      {form.newer && form.message && (
        <p>
          Guarde otra vez para poner el nombre que usted escribió en lugar de <strong>{tagName}</strong>.
        </p>
      )}
    </FormDialog>
  )
}
