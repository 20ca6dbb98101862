// One field of many vehicles: its new value, checked by the forms' own rules, or nothing.
import { fieldTitle, VEHICLE_FIELDS } from '@padron/contract/vehicle-fields'
import { fieldFault } from '@padron/contract/vehicle-rules'
import { BULK_FIELDS, type BulkChange, type BulkField } from '@padron/contract/vehicles'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useUser } from '../../session/user-context.ts'
import { DateInput } from '../../ui/DateInput.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { type BulkDraft, NO_CHANGE } from './bulk-kinds.ts'

const kindOf = (field: BulkField) => VEHICLE_FIELDS.find((row) => row.field === field)?.kind

const changeOf = (field: BulkField, text: string, empty: boolean): BulkChange => {
  const value = kindOf(field) === 'number' ? Number(text) : text
  return { field, value: empty ? null : value }
}

export const BulkValueFields = ({ onDraft }: { onDraft: (draft: BulkDraft) => void }): ReactNode => {
  const { country } = useUser()
  const [field, setField] = useState<BulkField | ''>('')
  const [text, setText] = useState('')
  const [clear, setClear] = useState(false)
  const [fault, setFault] = useState<string>()
  const put = (next: BulkField | '', typed: string, empty: boolean): void => {
    setField(next)
    setText(typed)
    setClear(empty)
    const rules = { country, thisYear: new Date(serverNow()).getFullYear(), mode: 'edit' } as const
    const wrong = next && !empty && typed.trim() ? fieldFault(next, typed, rules) : undefined
    setFault(wrong)
    onDraft(next && !wrong && (empty || typed.trim()) ? { change: changeOf(next, typed.trim(), empty) } : NO_CHANGE)
  }
  const kind = field && kindOf(field)
  return (
    <div className="form__columns">
      <FormField label="Campo" required>
        {(props) => (
          <select {...props} value={field} onChange={({ target }) => put(target.value as BulkField | '', '', false)}>
            <option value="">Elija un campo</option>
            {BULK_FIELDS.map((one) => (
              <option key={one} value={one}>
                {fieldTitle(one, country)}
              </option>
            ))}
          </select>
        )}
      </FormField>
      {field && (
        <div className="stack gap-8">
          <FormField label="Nuevo valor" required={!clear} fault={fault}>
            {(props) =>
              kind === 'day' ? (
                <DateInput {...props} disabled={clear} value={text} onChange={(day) => put(field, day, false)} />
              ) : (
                <input
                  {...props}
                  type="text"
                  {...(kind === 'number' && { inputMode: 'numeric' as const })}
                  maxLength={1000}
                  autoComplete="off"
                  disabled={clear}
                  value={text}
                  onChange={({ target }) => put(field, target.value, false)}
                />
              )
            }
          </FormField>
          <label className="check">
            <input type="checkbox" checked={clear} onChange={({ target }) => put(field, '', target.checked)} />
            Dejar vacío
          </label>
        </div>
      )}
    </div>
  )
}
