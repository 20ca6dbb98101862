// The fields in the form of a document type: added, removed and reordered, also by keyboard.
import { FIELDS_AT_MOST } from '@padron/contract/documents/shapes'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/Button.tsx'
import { useFormContext } from '../../ui/form/Form.tsx'
import { FieldEditor } from './FieldEditor.tsx'
import { type FieldValues, moveField, newField, type TypeValues } from './type-values.ts'

export const FieldsEditor = () => {
  const { values, faults, put } = useFormContext<TypeValues>()
  const { fields } = values
  const full = fields.length >= FIELDS_AT_MOST
  const box = useRef<HTMLDivElement>(null)
  const [announcement, announce] = useState('')
  /** @param selector the element that gets the focus after the new order is rendered */
  const arrange = (next: FieldValues[], selector: string): void => {
    flushSync(() => put({ fields: next }))
    box.current?.querySelector<HTMLElement>(selector)?.focus()
  }
  return (
    <div ref={box} className="stack gap-12 justify-start">
      <h3 className="fields-editor__title">
        Campos <span className="muted">({fields.length})</span>
      </h3>
      {fields.length === 0 && (
        <p className="muted">
          Sin campos se pide solo el archivo. Agregue los datos que quiera leer de él, como una fecha de vencimiento.
        </p>
      )}
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
      {fields.map((field, at) => (
        <FieldEditor
          key={field.key}
          field={field}
          at={at}
          last={fields.length - 1}
          faults={faults}
          onChange={(next) => put({ fields: fields.with(at, next) }, [`fields.${at}`])}
          onMove={(by) => {
            announce(`Ahora en el lugar ${at + by + 1} de ${fields.length}`)
            // In the first or last position this button is disabled: the focus moves to the opposite one.
            const next = fields[at + 2 * by] ? by : -by
            arrange(moveField(fields, at, by), `[data-field="${field.key}"] [data-move="${next}"]`)
          }}
          onRemove={() => arrange(fields.toSpliced(at, 1), '[data-add]')}
        />
      ))}
      <Button
        label="Agregar campo"
        icon="plus"
        data-add=""
        disabled={full}
        onClick={() => {
          const field = newField(values)
          arrange([...fields, field], `[data-field="${field.key}"] [data-name]`)
        }}
      />
      {full && <small className="field__hint muted">{FIELDS_AT_MOST} campos como máximo</small>}
      {faults.fields && (
        <small role="alert" className="field__fault">
          {faults.fields}
        </small>
      )}
    </div>
  )
}
