// Correcting a workbook in the browser: the wrong cells first, suggestions, the keyboard, what a reload restores, and
// sending only the corrections.
import { type Import, imports } from '@padron/contract/imports'
import type { AlikeCells, ImportRow } from '@padron/contract/imports/rows'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { checked, counts, ID, row } from '../../testing/imports.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { AddVehicles } from './ImportsScreen.tsx'

const AT = `/api/v2/vehicle/imports/${ID}`
const REFUSED = checked({ state: 'refused', counts: counts({ rows: 10, new: 8, refused: 2 }), errorCount: 3 })
const error = (field: string, column: string, message: string) => ({ field, column, message, level: 'error' }) as const
const ROWS: readonly ImportRow[] = [
  row({
    row: 4,
    action: 'refused',
    texts: { plate: 'RKA1', vin: '3N1CN8AE1RL000101', stateId: 'Nuevo Leno', year: '24' },
    notes: [
      error('stateId', 'Estado', 'Estado desconocido; ¿quiso escribir Nuevo León?'),
      error('year', 'Año', 'Año debe ser entre 1950 y 2027.'),
    ],
  }),
  row({
    row: 9,
    action: 'refused',
    plate: 'RKA2',
    texts: { plate: 'RKA2', vin: '' },
    notes: [
      error('vin', 'VIN', 'VIN es requerido!'),
      { ...error('', '', 'La placa RKA2 está también en la fila 8.'), field: null },
    ],
  }),
]

let file: Import
let rows: readonly ImportRow[]
let totalCount: number
let alike: readonly AlikeCells[]
/** Delays the response to the check, and changes its result where it is not a file without errors. */
let reached: Promise<void> | undefined
let found: (() => void) | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [imports.list.path]: () => ({ json: { imports: [] } }),
    [AT]: () => ({ json: { import: file } }),
    [`${AT}/rows`]: () => ({ json: { rows, totalCount, alike } }),
    [`${AT}/check`]: async () => {
      await reached
      file = checked({ counts: counts({ rows: 10, new: 10 }) })
      rows = [row()]
      found?.()
      return { json: { message: 'El archivo ya no tiene errores.', import: file } }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  file = REFUSED
  rows = ROWS
  totalCount = ROWS.length
  alike = []
  reached = undefined
  found = undefined
  server.sent.length = 0
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const open = async () => {
  const router = showScreen(AddVehicles, `/addVehicles?archivo=${ID}&ver=refused`)
  await screen.findByRole('list', { name: 'Filas por corregir' })
  return router
}
const line = (name: RegExp) => within(screen.getByRole('listitem', { name }))
const cell = (of: ReturnType<typeof line>, label: string) => of.getByLabelText<HTMLInputElement>(label)
const type = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } })
const checks = () => server.sent.filter(({ path }) => path === `${AT}/check`).map(({ body }) => JSON.parse(body))

test('the wrong cells come first, with their errors; all other cells on request', async () => {
  await open()
  const first = line(/^Fila 4/)
  const fields = screen.getByRole('listitem', { name: /^Fila 4/ }).querySelectorAll<HTMLInputElement>('[type="text"]')
  expect([...fields].map(({ labels }) => labels?.[0]?.textContent)).toEqual(['Estado', 'Año', 'Placa', 'VIN'])
  expect(cell(first, 'Año').getAttribute('aria-invalid')).toBe('true')
  expect(cell(first, 'Placa').getAttribute('aria-invalid')).toBeNull()
  expect(line(/^Fila 9/).getByText('La placa RKA2 está también en la fila 8.')).toBeTruthy()
  fireEvent.click(first.getByRole('button', { name: 'Ver todas las celdas' }))
  expect(cell(first, 'Marca').value).toBe('')
})

test('one press applies a suggestion; Enter goes to the next wrong cell, from the last one to the button', async () => {
  await open()
  const [first, second] = [line(/^Fila 4/), line(/^Fila 9/)]
  fireEvent.click(first.getByRole('button', { name: 'Usar «Nuevo León»' }))
  expect(cell(first, 'Estado').value).toBe('Nuevo León')
  expect(first.getByText('Corregida; decía «Nuevo Leno».')).toBeTruthy()
  expect(document.activeElement).toBe(cell(first, 'Año'))
  type(cell(first, 'Año'), '2024')
  fireEvent.keyDown(cell(first, 'Año'), { key: 'Enter' })
  expect(document.activeElement).toBe(cell(second, 'VIN'))
  fireEvent.keyDown(cell(second, 'VIN'), { key: 'Enter' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Revisar de nuevo (2 cambios)' }))
})

test('a suggestion is applied to all rows with the same wrong text by one press, and to no other text', async () => {
  const message = 'Estado desconocido; ¿quiso escribir Nuevo León?'
  const wrong = (n: number, stateId: string) =>
    row({
      row: n,
      action: 'refused',
      texts: { plate: `RKA${n}`, vin: `3N1CN8AE1RL00010${n}`, stateId },
      notes: [error('stateId', 'Estado', message)],
    })
  rows = [wrong(4, 'Nuevo Leno'), wrong(5, 'Nuevo Leno'), wrong(6, 'Nvo León'), wrong(7, 'Nuevo Leno')]
  file = checked({ state: 'refused', counts: counts({ rows: 10, new: 6, refused: 4 }), errorCount: 4 })
  await open()
  const state = (n: number) => cell(line(new RegExp(`^Fila ${n}`)), 'Estado')
  expect(line(/^Fila 6/).queryByRole('button', { name: /^Aplicar a/ })).toBeNull()
  fireEvent.click(line(/^Fila 7/).getByLabelText('Omitir esta fila'))
  fireEvent.click(line(/^Fila 4/).getByRole('button', { name: 'Aplicar a las 2 filas «Nuevo León»' }))
  expect([4, 5, 6, 7].map((n) => state(n).value)).toEqual(['Nuevo León', 'Nuevo León', 'Nvo León', 'Nuevo Leno'])
  expect(screen.getByRole('button', { name: 'Revisar de nuevo (3 cambios)' })).toBeTruthy()
})

test('a suggestion is applied to the rows of all pages; above the limit a message says so', async () => {
  const message = 'Estado desconocido; ¿quiso escribir Nuevo León?'
  rows = [
    row({ row: 4, action: 'refused', texts: { stateId: 'Nuevo Leno' }, notes: [error('stateId', 'Estado', message)] }),
    row({ row: 5, action: 'refused', texts: { stateId: 'Nvo León' }, notes: [error('stateId', 'Estado', message)] }),
  ]
  totalCount = 5_000
  const inFile = Array.from({ length: 40 }, (_, i) => i + 4).filter((n) => n !== 5)
  alike = [
    { field: 'stateId', message, text: 'Nuevo Leno', count: inFile.length, rows: inFile },
    { field: 'stateId', message, text: 'Nvo León', count: 4_000, rows: [5, 99] },
  ]
  file = checked({ state: 'refused', counts: counts({ rows: 9_000, new: 4_000, refused: 5_000 }), errorCount: 5_000 })
  await open()
  expect(line(/^Fila 5/).getByText(/4,000 filas dicen lo mismo: corrija el archivo/)).toBeTruthy()
  expect(line(/^Fila 5/).queryByRole('button', { name: /^Aplicar a/ })).toBeNull()
  fireEvent.click(line(/^Fila 4/).getByRole('button', { name: 'Aplicar a las 39 filas «Nuevo León»' }))
  fireEvent.click(screen.getByRole('button', { name: 'Revisar de nuevo (39 cambios)' }))
  await waitFor(() =>
    expect(checks()).toEqual([
      {
        corrections: inFile.map((n) => ({ row: n, field: 'stateId', text: 'Nuevo León' })),
        omit: [],
        include: [],
        omitRefused: false,
      },
    ]),
  )
})

test('a reload restores the corrections; only those are sent, and afterwards none are left', async () => {
  await open()
  type(cell(line(/^Fila 4/), 'Estado'), 'Nuevo León')
  fireEvent.click(line(/^Fila 9/).getByLabelText('Omitir esta fila'))
  type(cell(line(/^Fila 4/), 'Placa'), 'otra')
  type(cell(line(/^Fila 4/), 'Placa'), 'RKA1')
  cleanup()
  const router = await open()
  expect(cell(line(/^Fila 4/), 'Estado').value).toBe('Nuevo León')
  expect(cell(line(/^Fila 9/), 'VIN').disabled).toBe(true)
  expect(cell(line(/^Fila 9/), 'VIN').getAttribute('aria-invalid')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Revisar de nuevo (2 cambios)' }))
  expect(await screen.findByText('El archivo ya no tiene errores.')).toBeTruthy()
  expect(checks()).toEqual([
    { corrections: [{ row: 4, field: 'stateId', text: 'Nuevo León' }], omit: [9], include: [], omitRefused: false },
  ])
  expect(await screen.findByRole('button', { name: 'Dar de alta 10 vehículos' })).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({ archivo: ID }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'flota.xlsx' }))
  expect(sessionStorage.length).toBe(0)
})

test('what is typed during the check stays, and so does the focus', async () => {
  await open()
  let go = (): void => {}
  reached = new Promise((resolve) => {
    go = resolve
  })
  const texts = { ...ROWS[0]?.texts, stateId: 'Nuevo León', year: '2024', plate: 'RKA9' }
  found = () => {
    file = { ...REFUSED, counts: counts({ rows: 10, new: 7, refused: 2, omitted: 1 }) }
    rows = [row({ ...ROWS[0], texts }), ...ROWS.slice(1)]
  }
  const [first, second] = [line(/^Fila 4/), line(/^Fila 9/)]
  type(cell(first, 'Estado'), 'Nuevo León')
  type(cell(first, 'Año'), '2024')
  type(cell(first, 'Placa'), 'RKA9')
  fireEvent.click(second.getByLabelText('Omitir esta fila'))
  fireEvent.click(screen.getByRole('button', { name: 'Revisar de nuevo (4 cambios)' }))
  await waitFor(() => expect(checks()).toHaveLength(1))
  type(cell(first, 'Año'), '2025')
  type(cell(first, 'Placa'), 'RKA1')
  fireEvent.click(second.getByLabelText('Omitir esta fila'))
  cell(second, 'VIN').focus()
  type(cell(second, 'VIN'), '3N1CN8AE1RL000101')
  go()
  await screen.findByText('El archivo ya no tiene errores.')
  await screen.findByText('Corregida; decía «RKA9».')
  expect(cell(line(/^Fila 9/), 'VIN').value).toBe('3N1CN8AE1RL000101')
  expect(document.activeElement).toBe(cell(line(/^Fila 9/), 'VIN'))
  fireEvent.click(screen.getByRole('button', { name: 'Revisar de nuevo (4 cambios)' }))
  await waitFor(() => expect(checks()).toHaveLength(2))
  expect(checks()[1]).toEqual({
    corrections: [
      { row: 4, field: 'year', text: '2025' },
      { row: 4, field: 'plate', text: 'RKA1' },
      { row: 9, field: 'vin', text: '3N1CN8AE1RL000101' },
    ],
    omit: [],
    include: [9],
    omitRefused: false,
  })
  await waitFor(() => expect(sessionStorage.length).toBe(0))
})

test('all rows with an error are omitted after a confirmation', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Omitir todas las filas con error' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Omitir las filas con error' }))
  fireEvent.click(modal.getByRole('button', { name: 'Omitir 2 filas' }))
  await waitFor(() => expect(checks()).toEqual([{ corrections: [], omit: [], include: [], omitRefused: true }]))
  await screen.findByRole('button', { name: 'Dar de alta 10 vehículos' })
})

test('a row that was just corrected is not omitted with the others', async () => {
  await open()
  type(cell(line(/^Fila 9/), 'VIN'), '3N1CN8AE1RL000101')
  fireEvent.click(screen.getByRole('button', { name: 'Omitir todas las filas con error' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Omitir las filas con error' }))
  expect(modal.getByText(/las que corrigió se revisan de nuevo/)).toBeTruthy()
  fireEvent.click(modal.getByRole('button', { name: 'Omitir las que no corregí' }))
  const corrections = [{ row: 9, field: 'vin', text: '3N1CN8AE1RL000101' }]
  await waitFor(() => expect(checks()).toEqual([{ corrections, omit: [], include: [], omitRefused: true }]))
  await screen.findByRole('button', { name: 'Dar de alta 10 vehículos' })
})

test('leaving with unchecked corrections asks for confirmation', async () => {
  const router = await open()
  type(cell(line(/^Fila 9/), 'VIN'), '3N1CN8AE1RL000101')
  fireEvent.click(screen.getByRole('button', { name: 'Enviar otro archivo' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Cambios sin guardar' }))
  fireEvent.click(modal.getByRole('button', { name: 'Seguir editando' }))
  expect(router.state.location.search).toMatchObject({ archivo: ID })
  expect(cell(line(/^Fila 9/), 'VIN').value).toBe('3N1CN8AE1RL000101')
})

test('an omitted row can be included again with the next check', async () => {
  file = checked({ counts: counts({ rows: 10, new: 9, omitted: 1 }) })
  rows = [row({ row: 9, action: 'omitted' })]
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}&ver=omitted`)
  fireEvent.click(await screen.findByLabelText('Incluir de nuevo'))
  fireEvent.click(screen.getByRole('button', { name: 'Dar de alta 9 vehículos' }))
  expect(await screen.findByText(/Hay cambios sin revisar/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Revisar de nuevo (1 cambio)' }))
  await waitFor(() => expect(checks()).toEqual([{ corrections: [], omit: [], include: [9], omitRefused: false }]))
  await screen.findByRole('button', { name: 'Dar de alta 10 vehículos' })
})
