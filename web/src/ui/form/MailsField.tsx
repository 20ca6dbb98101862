// The email addresses that receive a result: a list with commas, as people type it.
import { MAILS_HELP, mailsFault } from '@padron/contract/exports'
import { useState } from 'react'
import { FormField } from '../fields/FormField.tsx'

type Props = {
  value: string
  onChange: (value: string) => void
  /** Whether the user tried to submit: an empty field is then invalid, too. */
  isSubmitted: boolean
}

/** The fault appears once the field has been left, not at the first keystroke. */
export const MailsField = ({ value, onChange, isSubmitted }: Props) => {
  const [left, setLeft] = useState(false)
  const fault = isSubmitted || (left && value.trim() !== '') ? mailsFault(value) : undefined
  return (
    <FormField label="Correos" required fault={fault} hint={MAILS_HELP}>
      {(field) => (
        <input
          {...field}
          type="text"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={5_200}
          placeholder="ana@empresa.mx, luis@empresa.mx"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => setLeft(true)}
        />
      )}
    </FormField>
  )
}
