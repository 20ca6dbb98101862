// The bar of a file without errors: how many vehicles it would write, where the end is announced, and the button that
// applies it. A file that affects a large part of the fleet requires typing a word first.
import { type Import, imports } from '@padron/contract/imports'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { type FormEvent, useRef, useState } from 'react'
import { numberText, rowsText } from '../../lib/number-text.ts'
import { useRememberedMail } from '../../session/remembered-mails.ts'
import { Button } from '../../ui/Button.tsx'
import { TypedDangerDialog } from '../../ui/dialog/TypedDangerDialog.tsx'
import { applyText, KIND_WORDS } from './kinds.ts'
import { NotifyToField } from './NotifyToField.tsx'
import { useImportAction } from './use-import.ts'

type GuardProps = {
  kind: Import['kind']
  guard: NonNullable<Import['guard']>
  busy: boolean
  error: string | undefined
  onYes: (confirmation: string) => void
  onClose: () => void
}

export const GuardDialog = ({ kind, guard, busy, error, onYes, onClose }: GuardProps) => {
  const { affected, active, percent, word } = guard
  const { verb, goes } = KIND_WORDS[kind].guarded
  return (
    <TypedDangerDialog
      title="Es una parte grande de la flota"
      yes={`${verb} ${vehiclesText(affected)}`}
      word={word}
      busy={busy}
      error={error}
      onYes={onYes}
      onClose={onClose}
    >
      <p>
        {goes[affected === 1 ? 0 : 1]}{' '}
        <strong>
          {numberText(affected)} de {vehiclesText(active)} {active === 1 ? 'activo' : 'activos'} ({percent} %)
        </strong>
        . Revise que el archivo sea el correcto.
      </p>
    </TypedDangerDialog>
  )
}

type Props = {
  file: Import
  /** Corrections not yet checked again. */
  pending: number
  onQueued: () => void
}

export const ApplyBar = ({ file, pending, onQueued }: Props) => {
  const { importId, checkId, kind, guard, counts } = file
  const { mail, setMail, address, rememberMail } = useRememberedMail(file.notifyTo)
  const [submitted, setSubmitted] = useState(false)
  const [guarding, setGuarding] = useState(false)
  const mailInput = useRef<HTMLInputElement>(null)
  const { mutate, busy, error } = useImportAction(imports.apply, () => {
    rememberMail()
    setGuarding(false)
    onQueued()
  })
  if (KIND_WORDS[kind].size(file) === 0)
    return <p className="state-line tinted flex-wrap align-top">No hay nada que aplicar: ninguna fila cambia algo.</p>
  const apply = (confirmation?: string): void => {
    if (!address || busy) return
    const body = { notifyTo: address, checkId, ...(confirmation !== undefined && { confirmation }) }
    mutate({ params: { importId }, body })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (pending > 0) return
    if (!address) mailInput.current?.focus()
    else if (guard) setGuarding(true)
    else apply()
  }
  const refusal = submitted && pending > 0 ? 'Hay cambios sin revisar: revise de nuevo antes de aplicar.' : error
  return (
    <>
      <form className="apply tinted stack gap-10" noValidate onSubmit={submit}>
        <p className="state-line flex-wrap align-top">
          <strong>Sin errores.</strong> Nada se ha escrito todavía: {rowsText(counts.rows)} en el archivo.
        </p>
        <div className="send-line flex-wrap gap-12 align-start">
          <NotifyToField ref={mailInput} value={mail} isWrong={submitted && !address} onChange={setMail} />
          <Button label={applyText(file)} type="submit" kind="primary" busy={busy} />
        </div>
        <p role="alert" className="field__fault apply__message hide-empty">
          {!guarding && refusal}
        </p>
      </form>
      {guarding && guard && (
        <GuardDialog
          kind={kind}
          guard={guard}
          busy={busy}
          error={error}
          onYes={apply}
          onClose={() => setGuarding(false)}
        />
      )}
    </>
  )
}
