// The three texts of a letter, each with how much of its room is used.
import { LETTER_TEXT_MAX } from '@padron/contract/email-settings'
import type { ReactNode } from 'react'
import { FormField } from '../../ui/FormField.tsx'
import { LETTER_TEXTS, limitText } from './letter-values.ts'
import type { LetterForm } from './use-letter-form.ts'

type Props = { form: LetterForm; mayChange: boolean }

export const LetterTextFields = ({ form: { values, faults, change }, mayChange }: Props): ReactNode =>
  LETTER_TEXTS.map(({ name, label, hint }) => (
    <FormField
      key={name}
      label={label}
      fault={faults[name] ?? limitText(values[name])}
      hint={
        <span className="flex gap-12 between">
          <span>{hint}</span>
          <span className="rigid figures-text">
            {values[name].length}/{LETTER_TEXT_MAX}
          </span>
        </span>
      }
    >
      {(field) => (
        <textarea
          {...field}
          rows={3}
          readOnly={!mayChange}
          value={values[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </FormField>
  ))
