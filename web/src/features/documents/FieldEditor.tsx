// One field in the form of a document type: name, data type, pattern and position.
import type { NewField } from '@padron/contract/documents'
import { fitsPattern, NO_PATTERN, PATTERN_AT_MOST, patternFault } from '@padron/contract/rules/document-patterns'
import { DATA_TYPES } from '@padron/contract/rules/document-rules'
import { useId, useState } from 'react'
import type { Faults } from '../../api/form-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { FormField } from '../../ui/fields/FormField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { type FieldValues, isDateType, ofType, TEXT_TYPE } from './type-values.ts'

type Props = {
  field: FieldValues
  at: number
  last: number
  faults: Faults
  onChange: (field: FieldValues) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const TYPES = DATA_TYPES.map(({ id, name, choosable }) => ({ value: id, label: name, disabled: !choosable }))
const MOVES = [
  { by: -1, verb: 'Subir', icon: 'up' },
  { by: 1, verb: 'Bajar', icon: 'down' },
] as const

const OFF = 'No se usa con el tipo Alfanumérico.'
const HINT =
  `Un guion (${NO_PATTERN}) significa sin expresión. Debe describir el valor completo; ${PATTERN_AT_MOST} ` +
  'caracteres como máximo.'

const Trial = ({ pattern }: { pattern: string }) => {
  const id = useId()
  const [value, setValue] = useState('')
  const fits = fitsPattern(pattern, value)
  return (
    <div className="pattern-trial row-wrap gap-4-12 small">
      <label htmlFor={id}>Pruebe un valor</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-message`}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        // Enter does not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <span id={`${id}-message`} role="status" className="pattern-trial__message row-inline gap-6">
        {value !== '' && (
          <>
            <StatusSign sign={fits ? 'clear' : 'debt'} size={16} />
            {fits ? 'Cumple la expresión' : 'No cumple la expresión'}
          </>
        )}
      </span>
    </div>
  )
}

type PatternProps = Pick<Props, 'field' | 'onChange'> & { fault: string | undefined }

/** The pattern that a value must match: validated while it is typed, and a value can be tried on it. */
const PatternField = ({ field, fault, onChange }: PatternProps) => {
  const off = field.documentDataTypeId === TEXT_TYPE
  const pattern = field.fieldRegex.trim()
  const wrong = fault ?? patternFault(pattern)
  return (
    <div className="pattern stack gap-8">
      <FormField label="Expresión regular" fault={off ? undefined : wrong} hint={off ? OFF : HINT}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            disabled={off}
            value={off ? NO_PATTERN : field.fieldRegex}
            onChange={({ target }) => onChange({ ...field, fieldRegex: target.value })}
          />
        )}
      </FormField>
      {!off && pattern !== '' && pattern !== NO_PATTERN && !wrong && <Trial pattern={pattern} />}
    </div>
  )
}

export const FieldEditor = ({ field, at, last, faults, onChange, onMove, onRemove }: Props) => {
  const legend = useId()
  const name = field.fieldName.trim() || `campo ${at + 1}`
  const fault = (place: keyof NewField): string | undefined => faults[`fields.${at}.${place}`]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a row with buttons
    <div
      role="group"
      aria-labelledby={legend}
      className="field-editor stack gap-10 narrow bordered rounded-large"
      data-field={field.key}
    >
      <div className="field-editor__head row">
        <h3 className="grow small muted" id={legend}>
          Campo {at + 1}
        </h3>
        {MOVES.map(({ by, verb, icon }) => (
          <Button
            kind="icon"
            icon={icon}
            key={verb}
            data-move={by}
            aria-label={`${verb} ${name}`}
            disabled={at + by < 0 || at + by > last}
            onClick={() => onMove(by)}
          />
        ))}
        <Button kind="icon" icon="trash" aria-label={`Quitar ${name}`} onClick={onRemove} />
      </div>
      <div className="form__columns">
        <FormField label="Nombre del campo" required fault={fault('FieldName')}>
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="off"
              data-name=""
              value={field.fieldName}
              onChange={({ target }) => onChange({ ...field, fieldName: target.value })}
            />
          )}
        </FormField>
        <FormField label="Tipo de campo" required fault={fault('DocumentDataTypeId')}>
          {(control) => (
            <Select
              {...control}
              options={TYPES}
              value={field.documentDataTypeId}
              empty="Elija uno"
              onChange={(type) => onChange(ofType(field, type ?? null))}
            />
          )}
        </FormField>
      </div>
      <div className="field-editor__marks flex-wrap">
        <label className="check">
          <input
            type="checkbox"
            checked={field.fieldRequiered}
            onChange={({ target }) => onChange({ ...field, fieldRequiered: target.checked })}
          />
          Obligatorio
        </label>
        {isDateType(field.documentDataTypeId) && (
          <label className="check">
            <input
              type="checkbox"
              checked={field.fieldExpiry}
              onChange={({ target }) => onChange({ ...field, fieldExpiry: target.checked })}
            />
            Es fecha de vencimiento
          </label>
        )}
      </div>
      <PatternField field={field} fault={fault('FieldRegex')} onChange={onChange} />
    </div>
  )
}
