// The periods of one of the company's own calendars: each from one day to another, of every year or of one.
import { OWN_WINDOWS_AT_MOST } from '@padron/contract/rules/own-calendar-rules'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/Button.tsx'
import { FormField } from '../../ui/fields/FormField.tsx'
import { useFormContext } from '../../ui/form/Form.tsx'
import { newWindow, type OwnCalendarValues, type TypedWindow } from './own-calendar-values.ts'

const DAY = { type: 'text', autoComplete: 'off', maxLength: 10, placeholder: 'dd/mm o dd/mm/aaaa' } as const

type WindowProps = {
  window: TypedWindow
  place: number
  fault: (end: 'from' | 'to') => string | undefined
  onChange: (window: TypedWindow) => void
  onLeave: () => void
  /** Undefined if it is the only period. */
  onRemove: (() => void) | undefined
}

const WindowRow = ({ window, place, fault, onChange, onLeave, onRemove }: WindowProps) => (
  <fieldset className="own-window" data-window={window.key}>
    <legend className="small muted">Periodo {place + 1}</legend>
    <div className="own-window__days">
      <FormField label="Desde" required fault={fault('from')}>
        {(control) => (
          <input
            {...DAY}
            {...control}
            value={window.from}
            onChange={({ target }) => onChange({ ...window, from: target.value })}
            onBlur={onLeave}
          />
        )}
      </FormField>
      <FormField label="Hasta" required fault={fault('to')}>
        {(control) => (
          <input
            {...DAY}
            {...control}
            value={window.to}
            onChange={({ target }) => onChange({ ...window, to: target.value })}
            onBlur={onLeave}
          />
        )}
      </FormField>
      {onRemove && <Button kind="icon" icon="trash" aria-label={`Quitar el periodo ${place + 1}`} onClick={onRemove} />}
    </div>
  </fieldset>
)

export const WindowsField = () => {
  const { values, faults, put, check } = useFormContext<OwnCalendarValues>()
  const { windows } = values
  const heading = useId()
  const box = useRef<HTMLElement>(null)
  const isFull = windows.length >= OWN_WINDOWS_AT_MOST
  /** @param selector the element that gets the focus after the render */
  const arrange = (next: TypedWindow[], selector: string): void => {
    flushSync(() => put({ windows: next }))
    box.current?.querySelector<HTMLElement>(selector)?.focus()
  }
  const add = (): void => {
    const window = newWindow(windows)
    arrange([...windows, window], `[data-window="${window.key}"] input`)
  }
  return (
    <section ref={box} className="own-windows stack gap-8 justify-start" aria-labelledby={heading}>
      <h3 id={heading}>Periodos</h3>
      <p className="field__hint muted small">
        Día y mes se repiten cada año; con el año, es solo de ese. Lo que pasa de un año a otro son dos periodos.
      </p>
      {windows.map((window, place) => (
        <WindowRow
          key={window.key}
          window={window}
          place={place}
          fault={(end) => faults[`windows.${place}.${end}`]}
          onChange={(next) => put({ windows: windows.with(place, next) }, [`windows.${place}`])}
          onLeave={() => check('windows')}
          onRemove={windows.length > 1 ? () => arrange(windows.toSpliced(place, 1), '[data-add]') : undefined}
        />
      ))}
      <Button label="Agregar periodo" icon="plus" small data-add="" disabled={isFull} onClick={add} />
      {isFull && <small className="field__hint muted">{OWN_WINDOWS_AT_MOST} periodos como máximo</small>}
      {faults.windows && (
        <small role="alert" className="field__fault">
          {faults.windows}
        </small>
      )}
    </section>
  )
}
