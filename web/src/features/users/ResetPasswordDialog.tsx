// 'Restablecer contraseña' (spec bulk §5): typed twice, or generated; sealed before it leaves the page, and kept nowhere.
import { faultOf, PASSWORDS_DIFFER, Password } from '@padron/contract/user-rules'
import { type UserRow, users } from '@padron/contract/users'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { isPressing } from '../../lib/is-pressing.ts'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { prepareSeal, sealed } from '../../session/sealed.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import type { Credentials } from './credentials-file.ts'
import { strongPassword } from './strong-password.ts'
import { actionFailure } from './user-words.ts'

const FORM = 'reset-password'
const UNCOPIED = 'La contraseña generada no se copió: restablézcala de nuevo para tener otra.'
type Typed = { password: string; again: string }
type Faults = Partial<Record<keyof Typed, string | undefined>>

const faultsIn = ({ password, again }: Typed): Faults => ({
  password: faultOf(Password, password),
  again: again === password ? undefined : PASSWORDS_DIFFER,
})

type Props = {
  row: UserRow
  /** A generated password that nobody has copied yet is shown once more. */
  onGenerated: (credentials: Credentials) => void
  onClose: () => void
}

export const ResetPasswordDialog = ({ row, onGenerated, onClose }: Props): ReactNode => {
  const { userId, username } = row.user
  const element = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Typed>({ password: '', again: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [shown, show] = useState(false)
  const [made, setMade] = useState('')
  const [copied, setCopied] = useState('')
  const [error, setError] = useState('')
  const [leaving, setLeaving] = useState(false)
  const { busy, run } = useBusy()
  const shut = useBlockClose(busy)
  const isMounted = useIsMounted()
  const focus = (): void => {
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector)
    // Not the name, which only a password manager reads.
    const first = find('[aria-invalid="true"]') ?? find('input:not([readonly])')
    first?.focus()
  }
  const [refused, setRefused] = useState(0)

  useEffect(prepareSeal, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the start and at each refusal
  useEffect(focus, [refused])

  const { mutateAsync } = useAction(users.resetPassword, {
    told: (cause) => actionFailure(cause, users.resetPassword),
    about: username,
    worked: () => {
      notify('done', users.resetPassword.done)
      const unseen = made && made === typed.password && made !== copied
      if (!isMounted.current) return unseen ? notify('warning', UNCOPIED, { about: username }) : undefined
      if (unseen) onGenerated({ userName: username, password: made })
      else onClose()
    },
  })
  const refuse = (wrong: Faults, text: string): void => {
    setFaults(wrong)
    setError(text)
    setRefused((times) => times + 1)
  }
  const send = async (): Promise<void> => {
    try {
      const password = await sealed(typed.password, { username, use: 'new-password' })
      await mutateAsync({ params: { id: `${userId}` }, body: { password } })
    } catch (cause) {
      const said =
        cause instanceof ApiError ? cause.problem?.errors?.find(({ path }) => path === 'password') : undefined
      refuse({ password: said?.message }, actionFailure(cause, users.resetPassword))
    }
  }
  const put = (next: Typed): void => {
    setTyped(next)
    setError('')
    // Both are looked at again: one letter may mend either.
    const now = faultsIn(next)
    setFaults({ password: faults.password && now.password, again: faults.again && now.again })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = faultsIn(typed)
    if (wrong.password || wrong.again) refuse(wrong, '')
    else void run(send)
  }
  const generate = (): void => {
    const password = strongPassword()
    setMade(password)
    put({ password, again: password })
    setFaults({})
    show(true)
  }
  const close = (): void => {
    if (shut) return
    if (typed.password || typed.again) setLeaving(true)
    else onClose()
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {error}
      </span>
      <button type="button" className="button" onClick={close}>
        Cancelar
      </button>
      <button type="submit" form={FORM} className="button button--primary" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        Restablecer
      </button>
    </>
  )
  return (
    <Dialog title="Restablecer contraseña" onClose={close} footer={footer}>
      <form ref={element} id={FORM} className="form" noValidate aria-busy={busy} onSubmit={submit}>
        <p className="reset__who">
          Contraseña nueva de <strong>{username}</strong>. Al restablecerla terminan sus sesiones abiertas.
        </p>
        {/* So that a password manager keeps it under the right name. */}
        <input
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          autoComplete="username"
          value={username}
          readOnly
        />
        <PasswordInput
          label="Contraseña"
          value={typed.password}
          onChange={(password) => put({ ...typed, password })}
          shown={shown}
          onShow={show}
          autoComplete="new-password"
          fault={faults.password}
          warnsOfCommon
        />
        <PasswordInput
          label="Confirmar contraseña"
          value={typed.again}
          onChange={(again) => put({ ...typed, again })}
          shown={shown}
          onShow={show}
          autoComplete="new-password"
          fault={faults.again}
          onBlur={() => typed.again && !isPressing() && setFaults({ ...faults, again: faultsIn(typed).again })}
        />
        <div className="reset__tools">
          <button type="button" className="button" onClick={generate}>
            <Icon name="refresh" size={16} />
            Generar
          </button>
          {typed.password && (
            <CopyButton text={typed.password} label="Copiar contraseña" onCopied={() => setCopied(typed.password)} />
          )}
        </div>
      </form>
      {leaving && (
        <ConfirmDialog
          title="¿Cerrar sin restablecer?"
          yes="Cerrar sin restablecer"
          no="Volver"
          onYes={onClose}
          onNo={() => setLeaving(false)}
        >
          La contraseña escrita se pierde y la anterior sigue vigente.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
