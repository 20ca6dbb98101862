// A date is typed, pasted or picked as dd/mm/aaaa, in whatever language the browser is, and stored as yyyy-MM-dd.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { readDay, readMoment } from '../../lib/typed-day.ts'
import { DateInput } from './DateInput.tsx'

afterEach(cleanup)

type FormProps = {
  first?: string
  withTime?: boolean
  min?: string
  max?: string
  onBlur?: () => void
  onChange: (value: string) => void
}

const Form = ({ first = '', withTime = false, onChange, ...more }: FormProps) => {
  const [value, setValue] = useState(first)
  const put = (next: string) => {
    setValue(next)
    onChange(next)
  }
  return (
    <>
      <label htmlFor="vence">Vence</label>
      <DateInput id="vence" value={value} withTime={withTime} onChange={put} {...more} />
      <button type="button" onClick={() => put('')}>
        Limpiar
      </button>
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Vence')
const type = (value: string) => fireEvent.change(field(), { target: { value } })

test('shows the day as people write it, with a hint of the format', () => {
  render(<Form first="2026-11-05" onChange={() => {}} />)
  expect([field().type, field().value, field().placeholder]).toEqual(['text', '05/11/2026', 'dd/mm/aaaa'])
})

test('typed text stays unchanged until the field is left', () => {
  const onChange = vi.fn()
  render(<Form onChange={onChange} />)
  type('5/1')
  expect([field().value, onChange.mock.lastCall?.[0]]).toEqual(['5/1', '5/1'])
  type('5/11/2026')
  expect([field().value, onChange.mock.lastCall?.[0]]).toEqual(['5/11/2026', '2026-11-05'])
  fireEvent.blur(field())
  expect(field().value).toBe('05/11/2026')
})

test('a day pasted in another format is accepted', () => {
  const onChange = vi.fn()
  render(<Form onChange={onChange} />)
  type('2026-11-05')
  expect([field().value, onChange.mock.lastCall?.[0]]).toEqual(['05/11/2026', '2026-11-05'])
  type('31122026')
  expect(onChange.mock.lastCall?.[0]).toBe('2026-12-31')
})

test('a two-digit year is of this century, once no more is typed', () => {
  const onChange = vi.fn()
  render(<Form onChange={onChange} />)
  for (const text of ['1', '1/12', '1/12/2', '1/12/20', '1/12/202']) {
    type(text)
    expect(onChange.mock.lastCall?.[0]).toBe(text)
  }
  type('1/12/26')
  fireEvent.blur(field())
  expect([field().value, onChange.mock.lastCall?.[0]]).toEqual(['01/12/2026', '2026-12-01'])
  type('011227')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(onChange.mock.lastCall?.[0]).toBe('2027-12-01')
  type('31/2/26')
  fireEvent.blur(field())
  expect([field().value, screen.queryByText('Esa fecha no existe')]).toEqual(['31/2/26', expect.anything()])
})

test('an invalid date is reported when the field is left, and cleared with the value', () => {
  render(<Form onChange={() => {}} />)
  type('31/02/2026')
  expect(screen.queryByText(/Escriba la fecha/)).toBeNull()
  fireEvent.blur(field())
  expect(screen.getByText('Esa fecha no existe')).toBeTruthy()
  type('mañana')
  fireEvent.blur(field())
  expect(screen.getByText('Escriba la fecha como dd/mm/aaaa')).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(field().getAttribute('aria-describedby')).toBe(screen.getByText(/Escriba la fecha/).id)
  fireEvent.click(screen.getByText('Limpiar'))
  expect([field().value, screen.queryByText(/Escriba la fecha/)]).toEqual(['', null])
})

test('its button, or Alt with the down arrow, opens the browser’s calendar', () => {
  const onChange = vi.fn()
  const { container } = render(<Form first="2026-11-05" onChange={onChange} />)
  const native = container.querySelector<HTMLInputElement>('input[type="date"]')
  const showPicker = vi.fn()
  if (native) native.showPicker = showPicker
  fireEvent.click(screen.getByRole('button', { name: 'Abrir el calendario' }))
  fireEvent.keyDown(field(), { key: 'ArrowDown', altKey: true })
  expect([native?.value, showPicker.mock.calls.length]).toEqual(['2026-11-05', 2])
  if (native) fireEvent.change(native, { target: { value: '2026-12-24' } })
  expect([field().value, onChange.mock.lastCall?.[0]]).toEqual(['24/12/2026', '2026-12-24'])
})

test('a moment has its time, in 24 hours', () => {
  const onChange = vi.fn()
  render(<Form first="2026-11-05T09:30" withTime onChange={onChange} />)
  expect([field().value, field().placeholder]).toEqual(['05/11/2026 09:30', 'dd/mm/aaaa hh:mm'])
  type('6/11/2026 21:05')
  expect(onChange.mock.lastCall?.[0]).toBe('2026-11-06T21:05')
  type('7/11/26 8:15')
  fireEvent.blur(field())
  expect(onChange.mock.lastCall?.[0]).toBe('2026-11-07T08:15')
  type('6/11/2026')
  fireEvent.blur(field())
  expect(screen.getByText('Escriba la fecha y la hora como dd/mm/aaaa hh:mm')).toBeTruthy()
})

test('no screen uses a native date input, whose format depends on the browser’s language', () => {
  const screens = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const native = Object.keys(screens).filter((file) =>
    /type=["'{](?:date|datetime|month|week)\b/.test(screens[file] ?? ''),
  )
  expect(native.filter((file) => !file.includes('.test.'))).toEqual([])
})

test('days and moments that do not exist are invalid', () => {
  expect(['', '5/11', '31/04/2026', '2026-13-01', '00/01/2026', 'ayer'].map(readDay)).toEqual(Array(6).fill(undefined))
  expect(['5/11/2026', '5/11/2026 24:00', '5/11/2026 9:60'].map(readMoment)).toEqual(Array(3).fill(undefined))
})

test('a day outside of the limits is reported once the field is left, in the typed format', () => {
  const onBlur = vi.fn()
  render(<Form min="2026-01-01" max="2026-12-31" onBlur={onBlur} onChange={() => {}} />)
  type('31/12/2025')
  expect(screen.queryByText(/^Debe estar/)).toBeNull()
  fireEvent.blur(field())
  expect(onBlur).toHaveBeenCalledOnce()
  const fault = screen.getByText('Debe estar entre 01/01/2026 y 31/12/2026')
  expect([field().getAttribute('aria-invalid'), field().getAttribute('aria-describedby')]).toEqual(['true', fault.id])
  type('01/01/2026')
  fireEvent.blur(field())
  expect(field().getAttribute('aria-invalid')).toBeNull()
  cleanup()
  render(<Form first="2027-01-01" max="2026-12-31" onChange={() => {}} />)
  expect(screen.getByText('No puede ser posterior a 31/12/2026')).toBeTruthy()
})
