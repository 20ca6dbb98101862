// A new password being written: it can be shown.
import type { ReactNode } from 'react'
import { FormField } from './FormField.tsx'
import { Icon } from './icons.tsx'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  shown: boolean
  onShow: (shown: boolean) => void
  autoComplete: 'new-password' | 'current-password'
  fault?: string | undefined
  hint?: ReactNode
  onBlur?: () => void
}

export const PasswordInput = (props: Props): ReactNode => {
  const { label, value, onChange, shown, onShow, autoComplete, fault, hint, onBlur } = props
  return (
    <FormField label={label} required fault={fault} hint={hint}>
      {(field) => (
        <span className="affix">
          <input
            {...field}
            type={shown ? 'text' : 'password'}
            className="password"
            value={value}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
            onBlur={onBlur}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`${shown ? 'Ocultar' : 'Mostrar'} ${label.toLowerCase()}`}
            aria-pressed={shown}
            onClick={() => onShow(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </button>
        </span>
      )}
    </FormField>
  )
}
