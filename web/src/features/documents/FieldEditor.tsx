// One field of a document type that is being made or changed: its name, what is written in it, and its place.
import { DATA_TYPES } from '@padron/contract/document-rules'
import { type ReactNode, useId } from 'react'
import type { Faults } from '../../api/form-refusal.ts'
import { FormField } from '../../ui/FormField.tsx'
import { Icon } from '../../ui/icons.tsx'
import { PatternField } from './PatternField.tsx'
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

const TypeSelect = ({
  field,
  fault,
  onChange,
}: Pick<Props, 'field' | 'onChange'> & { fault: string | undefined }): ReactNode => (
  <FormField label="Tipo de campo" required fault={fault}>
    {(control) => (
      <select
        {...control}
        value={field.documentDataTypeId ?? ''}
        onChange={({ target }) => onChange(ofType(field, target.value === '' ? null : Number(target.value)))}
      >
        <option value="">Elija uno</option>
        {DATA_TYPES.map(({ id, name, choosable }) => (
          <option key={id} value={id} disabled={!choosable}>
            {name}
          </option>
        ))}
      </select>
    )}
  </FormField>
)

export const FieldEditor = ({ field, at, last, faults, onChange, onMove, onRemove }: Props): ReactNode => {
  const legend = useId()
  const called = field.fieldName.trim() || `campo ${at + 1}`
  const fault = (name: string): string | undefined => faults[`fields.${at}.${name}`]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend does not lie in a row with buttons
    <div
      role="group"
      aria-labelledby={legend}
      className="field-editor stack gap-10 narrow bordered rounded-large"
      data-field={field.key}
    >
      <div className="field-editor__head row">
        <h3 className="muted" id={legend}>
          Campo {at + 1}
        </h3>
        <button
          type="button"
          className="icon-button"
          data-move="-1"
          aria-label={`Subir ${called}`}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        >
          <Icon name="up" size={16} />
        </button>
        <button
          type="button"
          className="icon-button"
          data-move="1"
          aria-label={`Bajar ${called}`}
          disabled={at === last}
          onClick={() => onMove(1)}
        >
          <Icon name="down" size={16} />
        </button>
        <button type="button" className="icon-button" aria-label={`Quitar ${called}`} onClick={onRemove}>
          <Icon name="trash" size={16} />
        </button>
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
        <TypeSelect field={field} fault={fault('DocumentDataTypeId')} onChange={onChange} />
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
      <PatternField
        value={field.fieldRegex}
        off={field.documentDataTypeId === TEXT_TYPE}
        fault={fault('FieldRegex')}
        onChange={(fieldRegex) => onChange({ ...field, fieldRegex })}
      />
    </div>
  )
}
