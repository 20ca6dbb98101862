// The fields of a document's type, each with the control of its data type.
import { dataKind } from '@padron/contract/rules/document-rules'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { type Control, formFields } from '../../ui/form/fields.tsx'
import { hasPattern } from './document-texts.ts'
import { decimalHint, documentFieldName, type FieldDefinition, type FieldTexts, isDecimal } from './field-values.ts'

const { Field } = formFields<FieldTexts>()
const YES_NO = [
  { value: 'true', label: 'Sí' },
  { value: 'false', label: 'No' },
]

type InputProps = { type: number; control: Control; text: string; busy: boolean; onText: (text: string) => void }

const YesNo = ({ control, text, onText }: InputProps) => (
  <Select {...control} options={YES_NO} value={text} empty="Sin dato" onChange={(value) => onText(value ?? '')} />
)

const Day = ({ control, text, busy, onText }: InputProps) => (
  <DateInput {...control} readOnly={busy} min="1900-01-01" max="2199-12-31" value={text} onChange={onText} />
)

const Typed = ({ type, control, text, busy, onText }: InputProps) => (
  <input
    {...control}
    type="text"
    {...(dataKind(type) === 'number' && { inputMode: isDecimal({ documentDataTypeId: type }) ? 'decimal' : 'numeric' })}
    autoComplete="off"
    readOnly={busy}
    maxLength={1000}
    value={text}
    onChange={({ target }) => onText(target.value)}
  />
)

const INPUTS = { boolean: YesNo, date: Day, number: Typed, text: Typed } as const

const hintOf = ({ fieldExpiry, documentDataTypeId, fieldRegex }: FieldDefinition): string =>
  [
    fieldExpiry && 'Es la fecha de vencimiento.',
    isDecimal({ documentDataTypeId }) && decimalHint(),
    hasPattern(fieldRegex) && `Debe cumplir la expresión: ${fieldRegex}`,
  ]
    .filter(Boolean)
    .join(' ')

export const ValueFields = ({ fields }: { fields: readonly FieldDefinition[] }) =>
  fields.length > 0 && (
    <div className="form__columns">
      {fields.map((field) => {
        const { documentFieldId, fieldName, fieldRequiered, documentDataTypeId: type } = field
        const Input = INPUTS[dataKind(type)]
        return (
          <Field
            key={documentFieldId}
            name={documentFieldName(field)}
            label={fieldName}
            required={fieldRequiered}
            hint={hintOf(field)}
          >
            {(control, { value, put, busy }) => (
              <Input type={type} control={control} text={value ?? ''} busy={busy} onText={put} />
            )}
          </Field>
        )
      })}
    </div>
  )
