// One field of a document type that is being made or changed: its name, what is written in it, and its place.
import { DATA_TYPES } from '@padron/contract/document-rules'
import type { NewField } from '@padron/contract/documents'
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

const MOVES = [
  { by: -1, verb: 'Subir', icon: 'up' },
  { by: 1, verb: 'Bajar', icon: 'down' },
] as const

export const FieldEditor = ({ field, at, last, faults, onChange, onMove, onRemove }: Props): ReactNode => {
  const legend = useId()
  const name = field.fieldName.trim() || `campo ${at + 1}`
  const fault = (place: keyof NewField): string | undefined => faults[`fields.${at}.${place}`]
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
        {MOVES.map(({ by, verb, icon }) => (
          <button
            key={verb}
            type="button"
            className="icon-button"
            data-move={by}
            aria-label={`${verb} ${name}`}
            disabled={at + by < 0 || at + by > last}
            onClick={() => onMove(by)}
          >
            <Icon name={icon} size={16} />
          </button>
        ))}
        <button type="button" className="icon-button" aria-label={`Quitar ${name}`} onClick={onRemove}>
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
        <FormField label="Tipo de campo" required fault={fault('DocumentDataTypeId')}>
          {(control) => (
            <select
              {...control}
              value={field.documentDataTypeId ?? ''}
              onChange={({ target }) => onChange(ofType(field, target.value === '' ? null : Number(target.value)))}
            >
              <option value="">Elija uno</option>
              {DATA_TYPES.map(({ id, name: typeName, choosable }) => (
                <option key={id} value={id} disabled={!choosable}>
                  {typeName}
                </option>
              ))}
            </select>
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
      <PatternField
        value={field.fieldRegex}
        off={field.documentDataTypeId === TEXT_TYPE}
        fault={fault('FieldRegex')}
        onChange={(fieldRegex) => onChange({ ...field, fieldRegex })}
      />
    </div>
  )
}
