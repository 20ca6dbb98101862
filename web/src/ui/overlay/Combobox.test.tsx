// Selecting options by typing, with the keyboard only.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Combobox } from './Combobox.tsx'

afterEach(cleanup)

const STATES = [
  { value: 5, label: 'Coahuila' },
  { value: 14, label: 'Jalisco' },
  { value: 19, label: 'Nuevo León' },
]
let chosen: readonly number[]
const Field = ({ single = false, from = [] }: { single?: boolean; from?: number[] }) => {
  const [value, setValue] = useState<number[]>(from)
  chosen = value
  return (
    <Combobox label="Estado" placeholder="Todos" options={STATES} value={value} onChange={setValue} single={single} />
  )
}
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Estado' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const press = (key: string) => fireEvent.keyDown(box(), { key })

test('several: typed without accents, selected by Enter, the list stays open for the next', () => {
  render(<Field />)
  type('nuevo leon')
  expect(options()).toEqual(['Nuevo León'])
  press('Enter')
  expect(chosen).toEqual([19])
  expect(options()).toEqual(['Coahuila', 'Jalisco', 'Nuevo León'])
  fireEvent.click(screen.getByRole('option', { name: 'Coahuila' }))
  expect(chosen).toEqual([19, 5])
  expect(screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)).toEqual([
    'Coahuila',
    'Nuevo León',
  ])
  fireEvent.click(screen.getByRole('option', { name: 'Nuevo León' }))
  expect(chosen).toEqual([5])
  press('Escape')
  expect(options()).toEqual([])
  fireEvent.blur(box())
  expect(box().value).toBe('Coahuila')
})

test('one: a new choice replaces the former one and closes the list', () => {
  render(<Field single from={[5]} />)
  fireEvent.click(box())
  press('ArrowDown')
  press('Enter')
  expect(chosen).toEqual([14])
  expect(options()).toEqual([])
  fireEvent.blur(box())
  expect(box().value).toBe('Jalisco')
})

test('leaving the field selects nothing and clears the typed text', () => {
  render(<Field from={[5]} />)
  type('jal')
  fireEvent.blur(box())
  expect(chosen).toEqual([5])
  expect(box().value).toBe('Coahuila')
})

test('text typed beside a selected option is searched on its own', () => {
  render(<Field from={[5]} />)
  fireEvent.focus(box())
  expect(box().value).toBe('')
  expect(box().placeholder).toBe('Coahuila')
  fireEvent.blur(box())
  expect(box().value).toBe('Coahuila')
})

test('an empty result says so; a selected option is removed at once, and the focus stays in the field', () => {
  render(<Field from={[5, 19]} />)
  type('zzz')
  expect(screen.getByText('Sin coincidencias')).toBeTruthy()
  const off = screen.getByRole('button', { name: 'Quitar Estado' })
  off.focus()
  fireEvent.click(off)
  expect(chosen).toEqual([])
  expect(document.activeElement).toBe(box())
})
