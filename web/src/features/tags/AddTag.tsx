// Adding a tag to its category: a name and Enter. It is stored in lower case, and that is said before.
import { tags as calls, storedTag, TAG_NEEDED, type TagCategory, tagFault } from '@padron/contract/tags'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { isFound } from './shown.ts'

/** What is wrong with a name to be; undefined where nothing is. */
export const nameFault = (typed: string, others: readonly string[]): string | undefined =>
  tagFault(typed) ??
  (others.includes(storedTag(typed)) ? `La categoría ya tiene la etiqueta «${storedTag(typed)}»` : undefined)

/** Where the search hides what was added; undefined where it is in sight. */
const hiddenText = (typed: string, looked: string): string | undefined =>
  isFound(storedTag(typed), looked) ? undefined : `«${storedTag(typed)}» no se ve aquí: se busca «${looked.trim()}»`

type Props = {
  category: TagCategory
  others: readonly string[]
  /** What is looked for by name: it may hide what is added. */
  looked: string
}

export const AddTag = ({ category: { tagCategoryId, tagCategoryName }, others, looked }: Props): ReactNode => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [sent, setSent] = useState(false)
  const { mutate, isPending, error, reset } = useAction(calls.create, {
    told: isRefusal,
    worked: (_, { body }) => {
      notify('done', calls.create.done, { about: hiddenText(body.tags[0]?.tagName ?? '', looked) })
      setTyped('')
      setSent(false)
    },
  })
  const fault = (sent && nameFault(typed, others)) || refusalText(error)
  const name = storedTag(typed)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    setSent(true)
    input.current?.focus()
    if (!isPending && !nameFault(typed, others)) mutate({ body: { tags: [{ tagCategoryId, tagName: typed.trim() }] } })
  }
  const label = `Agregar etiqueta a ${tagCategoryName}`
  return (
    <form className="add-tag no-print" noValidate onSubmit={send}>
      <span className="add-tag__line flex gap-8">
        <input
          ref={input}
          type="text"
          aria-label={label}
          placeholder="Agregar etiqueta"
          title={TAG_NEEDED}
          autoComplete="off"
          readOnly={isPending}
          value={typed}
          aria-describedby={`${id}-said`}
          {...(fault && { 'aria-invalid': true })}
          onChange={({ target }) => {
            setTyped(target.value)
            setSent(false)
            reset()
          }}
        />
        <Button label="Agregar" type="submit" busy={isPending} aria-label={label} />
      </span>
      <span id={`${id}-said`} className="add-tag__said" role="status">
        {fault ? (
          <small className="field__fault break block">{fault}</small>
        ) : (
          name !== typed && name && <small className="field__hint muted break block">Se guardará como «{name}»</small>
        )}
      </span>
    </form>
  )
}
