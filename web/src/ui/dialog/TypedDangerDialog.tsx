// Confirms a large destructive action: the user must type a word, in any case.
import { type ReactNode, useState } from 'react'
import { FormField } from '../fields/FormField.tsx'
import { DangerDialog } from './DangerDialog.tsx'

type Props = {
  title: string
  children: ReactNode
  /** The word to type. */
  word: string
  yes: string
  busy: boolean
  error: string | undefined
  /** Receives the typed text. */
  onYes: (typed: string) => void
  onClose: () => void
  /** The class of the form. */
  className?: string
}

export const TypedDangerDialog = ({ children, word, busy, onYes, className = 'form', ...dialog }: Props) => {
  const [typed, setTyped] = useState('')
  const [pressed, setPressed] = useState(false)
  const isRight = typed.trim().toUpperCase() === word.toUpperCase()
  const confirm = (): void => {
    setPressed(true)
    if (isRight && !busy) onYes(typed.trim())
  }
  return (
    <DangerDialog {...dialog} busy={busy} onYes={confirm}>
      <form
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        {children}
        <FormField
          label={`Para confirmar escriba ${word}`}
          fault={pressed && !isRight ? `Escriba ${word} para continuar.` : undefined}
        >
          {(field) => (
            <input
              {...field}
              type="text"
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </FormField>
      </form>
    </DangerDialog>
  )
}
