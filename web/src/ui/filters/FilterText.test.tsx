// A text filter whose address changes more slowly than the user types.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FilterText } from './FilterText.tsx'

/** The values set in the address but not rendered yet, and a function that renders one. */
let requests: (string | undefined)[] = []
let arrive = (_value: string): void => {}
const Host = () => {
  const [value, setValue] = useState('')
  arrive = (next) => act(() => setValue(next))
  return <FilterText label="Placa" value={value} onChange={(next) => requests.push(next)} />
}

beforeEach(() => {
  requests = []
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const field = () => screen.getByLabelText<HTMLInputElement>('Placa')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

test('a character typed before the filter is in the address stays, and is applied afterwards', () => {
  render(<Host />)
  type('ABC')
  vi.advanceTimersByTime(500)
  expect(requests).toEqual(['ABC'])
  type('ABCD')
  arrive('ABC')
  expect(field().value).toBe('ABCD')
  vi.advanceTimersByTime(500)
  expect(requests).toEqual(['ABC', 'ABCD'])
  type('ABCDE')
  arrive('ABCD')
  expect(field().value).toBe('ABCDE')
})

test('with two changes pending, the first one to arrive does not undo the second', () => {
  render(<Host />)
  type('AB')
  vi.advanceTimersByTime(500)
  type('ABC')
  vi.advanceTimersByTime(500)
  arrive('AB')
  expect(field().value).toBe('ABC')
  arrive('ABC')
  expect(field().value).toBe('ABC')
})

test('a change from elsewhere is displayed: a removed chip, or Back to a former filter', () => {
  render(<Host />)
  type('ABC ')
  vi.advanceTimersByTime(500)
  arrive('ABC')
  expect(field().value).toBe('ABC ')
  arrive('')
  expect(field().value).toBe('')
  arrive('ABC')
  expect(field().value).toBe('ABC')
  arrive('XYZ')
  expect(field().value).toBe('XYZ')
})

test('a text changed back to the address’s before the filter arrived is applied again', () => {
  render(<Host />)
  type('ABC')
  vi.advanceTimersByTime(500)
  type('')
  vi.advanceTimersByTime(500)
  expect(requests).toEqual(['ABC', undefined])
  arrive('ABC')
  expect(field().value).toBe('')
})
