// A view's name and who sees it: of a new one, which keeps what is on screen, or of one there is.
import { type SavedView, VIEW_NAME_MAX, views } from '@padron/contract/views'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { failureText } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormField } from '../../ui/FormField.tsx'
import type { Shown } from './view-state.ts'

const NAME_MISSING = 'Escriba un nombre para la vista'

/** A refusal in the product's own words; anything else in the call's. */
const said = (error: unknown): string =>
  [400, 409, 422].includes(statusOf(error)) && error instanceof Error ? error.message : failureText(error, views.create)

type Props = {
  /** Undefined: a new one. */
  view: SavedView | undefined
  shown: Shown
  onSaved: (view: SavedView) => void
  onClose: () => void
}

export const ViewDialog = ({ view, shown, onSaved, onClose }: Props): ReactNode => {
  const form = useId()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState<string>()
  const { mutateAsync: create } = useAction(views.create, { told: said })
  const { mutateAsync: edit } = useAction(views.edit, { told: said })
  const { busy, run } = useBusy()
  const closeBlocked = useBlockClose(busy)
  const close = (): void => {
    if (!closeBlocked) onClose()
  }
  const end = useIfMounted((saved: SavedView): void => {
    onSaved(saved)
    onClose()
  })
  // After the dialog took the focus to its own first button.
  useEffect(() => input.current?.focus(), [])

  const save = (event: FormEvent): void => {
    event.preventDefault()
    setError(undefined)
    if (!name.trim()) {
      setFault(NAME_MISSING)
      input.current?.focus()
      return
    }
    const named = { name: name.trim(), shared }
    void run(async () => {
      try {
        const saved = view
          ? await edit({
              params: { viewId: `${view.viewId}` },
              body: { ...named, definition: view.definition, version: view.version },
            })
          : await create({ body: { ...named, definition: shown } })
        end(saved)
      } catch (failure) {
        setError(said(failure))
      }
    })
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {error}
      </span>
      <button type="button" className="button" aria-disabled={closeBlocked} onClick={close}>
        Cancelar
      </button>
      <button type="submit" form={form} className="button button--primary" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        Guardar vista
      </button>
    </>
  )
  return (
    <Dialog title={view ? 'Editar vista' : 'Guardar vista'} onClose={close} footer={footer}>
      <form id={form} className="form" onSubmit={save} noValidate>
        <FormField
          label="Nombre"
          required
          fault={fault}
          hint={view ? undefined : 'Guarda los filtros, el orden y las columnas que se ven ahora.'}
        >
          {(props) => (
            <input
              {...props}
              ref={input}
              type="text"
              maxLength={VIEW_NAME_MAX}
              autoComplete="off"
              value={name}
              onChange={({ target }) => {
                setName(target.value)
                setFault(undefined)
              }}
            />
          )}
        </FormField>
        <fieldset>
          <legend>Quién la ve</legend>
          {[
            { value: false, label: 'Solo yo' },
            { value: true, label: 'Toda la empresa' },
          ].map(({ value, label }) => (
            <label key={label} className="check">
              <input type="radio" name="shared" checked={shared === value} onChange={() => setShared(value)} />
              {label}
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  )
}
