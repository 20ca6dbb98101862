// 'Agregar usuario' and 'Editar usuario' (spec bulk §2, §5).
import type { UserRow } from '@padron/contract/users'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useUser } from '../../session/user-context.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { ConflictBox } from './ConflictBox.tsx'
import type { Credentials } from './credentials-file.ts'
import { UserFields } from './UserFields.tsx'
import { useUserForm } from './use-user-form.ts'
import { companyOf } from './user-words.ts'

const FORM = 'user-form'

const BEING_MADE = {
  title: 'Se está creando el usuario',
  yes: 'Salir sin verla',
  no: 'Esperar aquí',
  text: 'Al terminar se muestra su contraseña, esta única vez. Si sale ahora no la verá.',
}
const leaves = (from: { pathname: string }, to: { pathname: string }): boolean => from.pathname !== to.pathname

type Props = {
  /** The user to edit; undefined for a new one. */
  row?: UserRow | undefined
  onCreated: (credentials: Credentials) => void
  onClose: () => void
}

export const UserDialog = ({ row, onCreated, onClose }: Props): ReactNode => {
  const { name } = useUser()
  const form = useUserForm(row, { onCreated, onClose })
  const { said, busy, refused, conflict, stored, changed } = form
  const element = useRef<HTMLFormElement>(null)
  const shut = useBlockClose(busy)
  const [leaving, setLeaving] = useState(false)
  const focusOn = (selector: string): void => element.current?.querySelector<HTMLElement>(selector)?.focus()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the dialog took the focus to its own first button
  useEffect(() => focusOn('input:not(:disabled)'), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each refusal
  useEffect(() => {
    if (refused) focusOn('[aria-invalid="true"]')
  }, [refused])

  const close = (): void => {
    if (shut) return
    if (changed.length) setLeaving(true)
    else onClose()
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {said?.kind === 'alert' && said.text}
      </span>
      <span role="status" className="dialog__said">
        {said?.kind === 'status' && said.text}
      </span>
      <button type="button" className="button" onClick={close}>
        Cancelar
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          form.clear()
          focusOn('input:not(:disabled)')
        }}
      >
        Limpiar campos
      </button>
      <button type="submit" form={FORM} className="button button--primary" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        Guardar
      </button>
    </>
  )
  return (
    <Dialog title={row ? 'Editar usuario' : 'Agregar usuario'} shape="wide" onClose={close} footer={footer}>
      <form
        ref={element}
        id={FORM}
        className="form"
        noValidate
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        {conflict && stored && (
          <ConflictBox
            read={stored}
            now={conflict}
            onTake={() => {
              form.takeNewest(conflict)
              focusOn('input:not(:disabled)')
            }}
          />
        )}
        <UserFields form={form} company={companyOf(row?.user.username ?? name)} />
      </form>
      {form.creating && <LeaveGuard when leaves={leaves} question={BEING_MADE} />}
      {leaving && (
        <ConfirmDialog
          title="¿Descartar los cambios?"
          yes="Descartar cambios"
          no="Seguir editando"
          onYes={() => {
            form.discard()
            onClose()
          }}
          onNo={() => setLeaving(false)}
        >
          Lo que escribió no se ha guardado.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
