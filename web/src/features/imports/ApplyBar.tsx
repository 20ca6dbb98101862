// Nothing is wrong: how much would be written, to whom its end is told, and the button that does it.
import { type Import, imports, UPLOAD_TEXTS } from '@padron/contract/imports'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useRememberedMail } from '../../session/remembered-mails.ts'
import { FormField } from '../../ui/FormField.tsx'
import { GuardDialog } from './GuardDialog.tsx'
import { applyText, KIND_WORDS } from './kinds.ts'
import { useKeepImport } from './use-import.ts'
import { useMailWords } from './use-mail-words.ts'
import { rowsText } from './words.ts'

const NOTHING = 'No hay nada que aplicar: ninguna fila cambia algo.'

type Props = {
  told: Import
  /** Corrections not yet checked again. */
  pending: number
  onQueued: (notifyTo: string) => void
}

export const ApplyBar = ({ told, pending, onQueued }: Props): ReactNode => {
  const keep = useKeepImport()
  const { mail, setMail, address, rememberMail } = useRememberedMail(told.notifyTo)
  const { hint, example } = useMailWords()
  const [asked, setAsked] = useState(false)
  const [guarding, setGuarding] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useAction(imports.apply, {
    told: isRefusal,
    worked: ({ import: now }, { body: { notifyTo } }) => {
      rememberMail()
      setGuarding(false)
      keep(now)
      onQueued(notifyTo)
    },
  })
  const { importId, guard } = told
  if (KIND_WORDS[told.kind].size(told) === 0) return <p className="state-line flex-wrap align-top">{NOTHING}</p>
  const apply = (confirmation?: string): void => {
    if (address && !isPending)
      mutate({
        params: { importId },
        body: { notifyTo: address, checkId: told.checkId, ...(confirmation !== undefined && { confirmation }) },
      })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (pending > 0) return
    if (!address) field.current?.focus()
    else if (guard) setGuarding(true)
    else apply()
  }
  const said = asked && pending > 0 ? 'Hay cambios sin revisar: revise de nuevo antes de aplicar.' : refusalText(error)
  return (
    <>
      <form className="apply tinted stack gap-10" noValidate onSubmit={submit}>
        <p className="state-line flex-wrap align-top">
          <strong>Sin errores.</strong> Nada se ha escrito todavía: {rowsText(told.counts.rows)} en el archivo.
        </p>
        <div className="send-line flex-wrap gap-12 align-start">
          <FormField
            label="Correo para el aviso"
            required
            fault={asked && !address ? UPLOAD_TEXTS.mail : undefined}
            hint={hint}
          >
            {(props) => (
              <input
                {...props}
                ref={field}
                type="email"
                autoComplete="email"
                maxLength={254}
                placeholder={example}
                value={mail}
                onChange={({ target }) => setMail(target.value)}
              />
            )}
          </FormField>
          <button type="submit" className="button button--primary" aria-disabled={isPending}>
            {isPending && <span className="spinner" aria-hidden="true" />}
            {applyText(told)}
          </button>
        </div>
        <p role="alert" className="field__fault apply__said hide-empty">
          {!guarding && said}
        </p>
      </form>
      {guarding && guard && (
        <GuardDialog
          told={told}
          guard={guard}
          busy={isPending}
          error={refusalText(error)}
          onYes={apply}
          onClose={() => setGuarding(false)}
        />
      )}
    </>
  )
}
