// The facts of the resource's form; those without which the answer says nothing are marked.
import { type CaptureForm, neededFacts } from '@padron/contract/capture-forms'
import type { ReactNode } from 'react'
import { DateInput } from '../../ui/DateInput.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { factsFor } from './capture-values.ts'
import type { Capture } from './use-capture-form.ts'

type Props = { capture: Capture; form: CaptureForm }

export const FactsFields = ({ capture: { values, faults, change }, form }: Props): ReactNode => {
  const { statusId } = values
  const facts = statusId === null ? [] : factsFor(form, statusId)
  if (statusId === null || facts.length === 0) return null
  const needed = neededFacts(form, statusId)
  return (
    <fieldset>
      <legend>Datos de la respuesta</legend>
      <div className="form__columns">
        {facts.map(({ label, kind }) => (
          <FormField key={label} label={label} required={needed.includes(label)} fault={faults[`facts.${label}`]}>
            {(field) => {
              const value = values.facts[label] ?? ''
              const put = (text: string): void =>
                change((now) => ({ facts: { ...now.facts, [label]: text } }), `facts.${label}`)
              return kind === 'date' ? (
                <DateInput {...field} value={value} onChange={put} />
              ) : (
                <input
                  {...field}
                  type="text"
                  autoComplete="off"
                  value={value}
                  onChange={({ target }) => put(target.value)}
                />
              )
            }}
          </FormField>
        ))}
      </div>
    </fieldset>
  )
}
