// So much of the fleet would go that the word must be typed.
import type { Import } from '@padron/contract/imports'
import { type ReactNode, useState } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { vehiclesText } from '../../lib/vehicles-text.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { KIND_WORDS } from './kinds.ts'

type Props = {
  told: Import
  guard: NonNullable<Import['guard']>
  busy: boolean
  error: string | undefined
  onYes: (confirmation: string) => void
  onClose: () => void
}

export const GuardDialog = ({ told, guard, busy, error, onYes, onClose }: Props): ReactNode => {
  const { affected, active, percent, word } = guard
  const [typed, setTyped] = useState('')
  const [pressed, setPressed] = useState(false)
  const right = typed.trim().toUpperCase() === word.toUpperCase()
  const confirm = (): void => {
    setPressed(true)
    if (right) onYes(typed.trim())
  }
  const { verb, goes } = KIND_WORDS[told.kind].guarded
  return (
    <DangerDialog
      title="Es una parte grande de la flotilla"
      yes={`${verb} ${vehiclesText(affected)}`}
      busy={busy}
      error={error}
      onYes={confirm}
      onClose={onClose}
    >
      <form
        className="form dialog-text"
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <p>
          {goes[affected === 1 ? 0 : 1]}{' '}
          <strong>
            {numberText(affected)} de {vehiclesText(active)} {active === 1 ? 'activo' : 'activos'} ({percent} %)
          </strong>
          . Revise que el archivo sea el correcto.
        </p>
        <FormField
          label={`Para confirmar escriba ${word}`}
          fault={pressed && !right ? `Escriba ${word} para continuar.` : undefined}
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
