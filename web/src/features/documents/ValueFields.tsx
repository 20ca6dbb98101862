// The fields that a document's type asks for, each by the kind of its data.
import { dataKind } from '@padron/contract/document-rules'
import type { ReactNode } from 'react'
import type { Faults } from '../../api/form-refusal.ts'
import { DateInput } from '../../ui/DateInput.tsx'
import { type FieldProps, FormField } from '../../ui/FormField.tsx'
import { type AskedField, type FieldTexts, placeOf } from './field-values.ts'
import { hasPattern } from './no-pattern.ts'

type ControlProps = { field: AskedField; control: FieldProps; text: string; onText: (text: string) => void }

const YesNo = ({ control, text, onText }: ControlProps): ReactNode => (
  <select {...control} value={text} onChange={({ target }) => onText(target.value)}>
    <option value="">Sin dato</option>
    <option value="true">Sí</option>
    <option value="false">No</option>
  </select>
)

const Day = ({ control, text, onText }: ControlProps): ReactNode => (
  <DateInput {...control} min="1900-01-01" max="2199-12-31" value={text} onChange={onText} />
)

const Typed = ({ field: { documentDataTypeId }, control, text, onText }: ControlProps): ReactNode => (
  <input
    {...control}
    type="text"
    {...(dataKind(documentDataTypeId) === 'number' && { inputMode: documentDataTypeId === 2 ? 'decimal' : 'numeric' })}
    autoComplete="off"
    maxLength={1000}
    value={text}
    onChange={({ target }) => onText(target.value)}
  />
)
const CONTROLS = { boolean: YesNo, date: Day, number: Typed, text: Typed } as const

const hintOf = ({ fieldExpiry, documentDataTypeId, fieldRegex }: AskedField): string | undefined =>
  [
    ...(fieldExpiry ? ['Es la fecha de vencimiento.'] : []),
    ...(documentDataTypeId === 2 ? ['Con punto decimal, sin comas.'] : []),
    ...(hasPattern(fieldRegex) ? [`Debe cumplir la expresión: ${fieldRegex}`] : []),
  ].join(' ') || undefined

type Props = {
  fields: readonly AskedField[]
  texts: FieldTexts
  faults: Faults
  onText: (documentFieldId: number, text: string) => void
}

export const ValueFields = ({ fields, texts, faults, onText }: Props): ReactNode =>
  fields.length > 0 && (
    <div className="form__columns">
      {fields.map((field) => {
        const { documentFieldId, fieldName, fieldRequiered, documentDataTypeId } = field
        const Control = CONTROLS[dataKind(documentDataTypeId)]
        return (
          <FormField
            key={documentFieldId}
            label={fieldName}
            required={fieldRequiered}
            fault={faults[placeOf(documentFieldId)]}
            hint={hintOf(field)}
          >
            {(control) => (
              <Control
                field={field}
                control={control}
                text={texts[documentFieldId] ?? ''}
                onText={(text) => onText(documentFieldId, text)}
              />
            )}
          </FormField>
        )
      })}
    </div>
  )
