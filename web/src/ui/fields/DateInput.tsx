// A date in a form, as dd/mm/aaaa in any browser language: typed, pasted, or picked in the browser's calendar.
import { type InputHTMLAttributes, type KeyboardEvent, useId, useRef, useState } from 'react'
import { displayText, isWritten, readDay, readMoment, withCentury } from '../../lib/typed-day.ts'
import { Button } from '../Button.tsx'
import '../form.css'

const DAY = { native: 'date', read: readDay, format: 'dd/mm/aaaa', what: 'la fecha' } as const
const MOMENT = {
  native: 'datetime-local',
  read: readMoment,
  format: 'dd/mm/aaaa hh:mm',
  what: 'la fecha y la hora',
} as const

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'onChange' | 'min' | 'max'> & {
  /** `yyyy-MM-dd`, with a time `yyyy-MM-ddTHH:mm`; empty: none; any other text is displayed unchanged */
  value: string
  withTime?: boolean
  /** Limits in the stored form. The browser's calendar offers only dates within; the field refuses others. */
  min?: string | undefined
  max?: string | undefined
  /** Called on every change with a date in the stored form, or with the typed text if it is not a date. */
  onChange: (value: string) => void
}

/** @returns the fault of a date outside the limits; undefined if it is within */
export const outsideText = (value: string, min: string | undefined, max: string | undefined): string | undefined => {
  if (min && max && (value < min || value > max)) return `Debe estar entre ${displayText(min)} y ${displayText(max)}`
  if (min && value < min) return `No puede ser anterior a ${displayText(min)}`
  return max && value > max ? `No puede ser posterior a ${displayText(max)}` : undefined
}

export const DateInput = ({ value, withTime = false, min, max, onChange, className, ...input }: Props) => {
  const { native, read, format, what } = withTime ? MOMENT : DAY
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  /** The text being typed; ignored if the value changed meanwhile. */
  const [typing, setTyping] = useState<{ text: string; stored: string }>()
  const [left, setLeft] = useState(true)
  const isDate = read(value) === value
  const noDate = !withTime && isWritten(value) ? 'Esa fecha no existe' : `Escriba ${what} como ${format}`
  const fault = isDate ? outsideText(value, min, max) : noDate
  const wrong = left && value !== '' && fault !== undefined && !input['aria-invalid']
  const type = (text: string): void => {
    const stored = read(text) ?? text
    // A pasted date in the stored form is displayed as people write it.
    setTyping(stored === text && stored !== '' && read(text) ? undefined : { text, stored })
    setLeft(false)
    onChange(stored)
  }
  /** Completes a two-digit year once the field is left. */
  const complete = (): void => {
    const whole = isDate ? undefined : read(withCentury(value))
    if (whole) onChange(whole)
  }
  const pick = (): void => picker.current?.showPicker?.()
  const keys = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault()
      pick()
    } else {
      if (event.key === 'Enter') complete()
      input.onKeyDown?.(event)
    }
  }
  const described = [input['aria-describedby'], wrong && `${id}-wrong`].filter(Boolean).join(' ')
  return (
    <>
      <span
        className={
          className
            ? `affix flex narrow surface rounded date-input relative ${className}`
            : 'affix flex narrow surface rounded date-input relative'
        }
      >
        <input
          inputMode="numeric"
          placeholder={format}
          autoComplete="off"
          {...input}
          type="text"
          maxLength={30}
          {...(wrong && { 'aria-invalid': true })}
          {...(described && { 'aria-describedby': described })}
          value={typing?.stored === value ? typing.text : displayText(value)}
          onChange={({ target }) => type(target.value)}
          onKeyDown={keys}
          onBlur={(event) => {
            setTyping(undefined)
            setLeft(true)
            complete()
            input.onBlur?.(event)
          }}
        />
        <input
          ref={picker}
          type={native}
          className="date-input__picker absolute"
          tabIndex={-1}
          aria-hidden="true"
          min={min}
          max={max}
          value={isDate ? value : ''}
          onChange={({ target }) => {
            setTyping(undefined)
            onChange(target.value.slice(0, withTime ? 16 : 10))
          }}
        />
        <Button
          kind="icon"
          icon="calendar"
          tabIndex={-1}
          aria-label="Abrir el calendario"
          title="Abrir el calendario"
          disabled={input.disabled}
          onClick={pick}
        />
      </span>
      {wrong && (
        <small id={`${id}-wrong`} className="field__fault">
          {fault}
        </small>
      )}
    </>
  )
}
