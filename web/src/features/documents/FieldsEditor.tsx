// The fields of a document type that is being made or changed: added, taken out, and put in order, also by keyboard.
import { FIELDS_AT_MOST } from '@padron/contract/documents'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormContext } from '../../ui/form/Form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { FieldEditor } from './FieldEditor.tsx'
import { moved, newField, type TypeValues } from './type-values.ts'

/** Where the focus goes once the fields stand where they should. */
type Wanted = { key: number | undefined; part: string }

const useFocusAfter = () => {
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef<Wanted>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    const { key, part } = wanted.current
    wanted.current = undefined
    const inside = key === undefined ? box.current : box.current?.querySelector(`[data-field="${key}"]`)
    const control = inside?.querySelector<HTMLButtonElement>(part)
    // At an end that button can go no farther: the focus goes to the other one.
    ;(control?.disabled ? inside?.querySelector<HTMLElement>('[data-move]:not(:disabled)') : control)?.focus()
  })
  const focus = (key: number | undefined, part: string): void => {
    wanted.current = { key, part }
  }
  return { box, focus }
}

export const FieldsEditor = (): ReactNode => {
  const { values, faults, put } = useFormContext<TypeValues>()
  const { fields } = values
  const full = fields.length >= FIELDS_AT_MOST
  const { box, focus } = useFocusAfter()
  const [said, say] = useState('')
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
        {said}
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
            put({ fields: moved(fields, at, by) })
            say(`Ahora en el lugar ${at + by + 1} de ${fields.length}`)
            focus(field.key, `[data-move="${by}"]`)
          }}
          onRemove={() => {
            put({ fields: fields.filter((one) => one !== field) })
            focus(undefined, '[data-add]')
          }}
        />
      ))}
      <button
        type="button"
        className="button"
        data-add=""
        disabled={full}
        onClick={() => {
          const field = newField(values)
          put({ fields: [...fields, field] })
          focus(field.key, '[data-name]')
        }}
      >
        <Icon name="plus" size={16} />
        Agregar campo
      </button>
      {full && <small className="field__hint muted">{FIELDS_AT_MOST} campos como máximo</small>}
      {faults.fields && (
        <small role="alert" className="field__fault">
          {faults.fields}
        </small>
      )}
    </div>
  )
}
