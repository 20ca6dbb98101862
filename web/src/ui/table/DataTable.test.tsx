import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DataTable } from './DataTable.tsx'
import type { Column } from './table-column.ts'

type Fine = { id: string; folio: string; day: string; amount: number }

const FINES: readonly Fine[] = [
  { id: 'a', folio: 'F-1', day: 'lunes', amount: 100 },
  { id: 'b', folio: 'F-2', day: 'lunes', amount: 50 },
  { id: 'c', folio: 'F-3', day: 'martes', amount: 7 },
]
const COLUMNS: readonly Column<Fine>[] = [
  { key: 'folio', title: 'Folio', head: true, cell: ({ folio }) => folio },
  { key: 'day', title: 'Día', card: 'line', cell: ({ day }) => day },
  { key: 'amount', title: 'Importe', kind: 'money', cell: ({ amount }) => amount },
  { key: 'pay', title: 'Acciones', kind: 'menu', cell: () => <button type="button">Pagar</button> },
]
const TABLE = { caption: 'Multas', columns: COLUMNS, keyOf: ({ id }: Fine) => id }

const rowTexts = (): readonly (string | null)[] => screen.getAllByRole('row').map(({ textContent }) => textContent)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('column headings, a heading for each row, a caption, and a visually hidden title', () => {
  render(<DataTable {...TABLE} rows={FINES} />)
  expect(screen.getByRole('table', { name: 'Multas' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Folio',
    'Día',
    'Importe',
    'Acciones',
  ])
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['F-1', 'F-2', 'F-3'])
})

test('groups of rows, each under its heading; a detail below the open row', () => {
  const groups = Object.entries(Object.groupBy(FINES, ({ day }) => day)).map(([day, rows = []]) => ({
    key: day,
    heading: `El ${day}`,
    rows,
  }))
  render(<DataTable {...TABLE} groups={groups} detailOf={({ id }) => id === 'b' && 'Se paga antes del viernes'} />)
  expect(rowTexts().slice(1)).toEqual([
    'El lunes',
    'F-1lunes100Pagar',
    'F-2lunes50Pagar',
    'Se paga antes del viernes',
    'El martes',
    'F-3martes7Pagar',
  ])
  expect(screen.getByText('Se paga antes del viernes').getAttribute('colspan')).toBe('4')
})

test('a footer whose title spans up to the first number; cells with their column’s title; a scrolling box', () => {
  const footer = { title: 'Suma', cells: { amount: 157, pay: '' } }
  render(<DataTable {...TABLE} rows={FINES} footer={footer} labels box="fines" />)
  const sum = screen.getByRole('rowheader', { name: 'Suma' })
  expect(sum.getAttribute('colspan')).toBe('2')
  expect(sum.closest('tr')?.textContent).toBe('Suma157')
  expect(screen.getByText('100').dataset.label).toBe('Importe')
  expect(screen.getByRole('region', { name: 'Multas' }).tabIndex).toBe(0)
})

test('on a phone a card for each row: name and buttons at the top, each value with its title', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  render(<DataTable {...TABLE} rows={FINES} cards="fine" />)
  const cards = within(screen.getByRole('list', { name: 'Multas' })).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    'F-1PagarlunesImporte100',
    'F-2PagarlunesImporte50',
    'F-3PagarmartesImporte7',
  ])
  expect(screen.queryByRole('table')).toBeNull()
})
