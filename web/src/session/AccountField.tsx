// The field of the user name or email of a sign-in.
import type { Ref } from 'react'
import { FormField } from '../ui/fields/FormField.tsx'

export const ACCOUNT_MISSING = 'Escriba su usuario o su correo.'

type Props = {
  ref: Ref<HTMLInputElement>
  value: string
  fault: string | undefined
  busy: boolean
  onChange: (value: string) => void
}

export const AccountField = ({ ref, value, fault, busy, onChange }: Props) => (
  <FormField label="Usuario o correo" fault={fault}>
    {(field) => (
      <input
        {...field}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        readOnly={busy}
        ref={ref}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </FormField>
)
