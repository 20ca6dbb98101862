// A text filter whose address changes more slowly than the user types.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FilterText } from './FilterText.tsx'

/** The values that were requested of the address and are not rendered yet; and how one arrives. */
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

test('a character typed before the filter has arrived stays, and is applied in its turn', () => {
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

test('two of its own on their way: the first to arrive takes nothing back', () => {
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

test('what another hand changed is shown: a removed chip, and back to what was once applied here', () => {
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

test('taken back to what stands in the address before the filter arrived: it is applied again', () => {
  render(<Host />)
  type('ABC')
  vi.advanceTimersByTime(500)
  type('')
  vi.advanceTimersByTime(500)
  expect(requests).toEqual(['ABC', undefined])
  arrive('ABC')
  expect(field().value).toBe('')
})
