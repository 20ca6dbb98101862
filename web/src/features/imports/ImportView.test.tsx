// The screen of one file: the rows shown first, where the focus moves, and how it follows changes of other users.
import { type Import, imports } from '@padron/contract/imports'
import type { ImportRow } from '@padron/contract/imports/rows'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { checked, counts, ID, job, OTHER_ID, row } from '../../testing/imports.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { AddVehicles, EditVehicles } from './ImportsScreen.tsx'

const AT = `/api/v2/vehicle/imports/${ID}`
const REFUSED = checked({ state: 'refused', counts: counts({ rows: 10, new: 8, refused: 2 }), errorCount: 3 })
const conflict = (title: string) => ({ status: 409, json: { type: 'about:blank', title, status: 409 } })
const applied = {
  state: 'applied',
  appliedDateTime: '2026-11-20T12:00:00Z',
  undoUntil: '2026-11-27T12:00:00Z',
} as const

let file: Import
let rows: readonly ImportRow[]
/** A change by another user just before the server handles the call. */
let before: (() => void) | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
const step = (next: () => Import) => () => {
  if (before) {
    before()
    return conflict('Ya no es así.')
  }
  file = next()
  return { json: { queueItemId: 'j1', message: 'Hecho', import: file } }
}
beforeAll(async () => {
  server = await startSmallServer({
    [imports.list.path]: () => ({ json: { imports: [] } }),
    [imports.uploadTemplate.path]: () => ({ json: { fileUrl: null, message: 'Revisado', import: file } }),
    [AT]: () => ({ json: { import: file } }),
    [`${AT}/rows`]: () => ({ json: { rows, totalCount: rows.length, alike: [] } }),
    [`${AT}/apply`]: step(() => ({ ...file, state: 'queued', job: job() })),
    [`${AT}/discard`]: step(() => ({ ...file, state: 'discarded' })),
    [`${AT}/undo`]: step(() => ({ ...file, state: 'undoing', job: job() })),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  file = checked()
  rows = [row()]
  before = undefined
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const heading = () => screen.getByRole('heading', { name: 'flota.xlsx' })
const isThere = () => screen.findByRole('heading', { name: 'flota.xlsx' })
const focusIsOn = (element: () => HTMLElement | null) => waitFor(() => expect(document.activeElement).toBe(element()))
const region = (name: string) => screen.findByRole('region', { name })

test('the rows with errors are shown first; all rows on request', async () => {
  file = { ...REFUSED, commonNotes: [{ level: 'error', column: 'VIN', message: 'VIN es requerido!', count: 2 }] }
  const router = showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  await screen.findByRole('list', { name: 'Filas por corregir' })
  expect(screen.getByText('VIN es requerido!', { exact: false }).closest('details')?.open).toBe(true)
  await press('10 Filas')
  await waitFor(() => expect(router.state.location.search).toEqual({ archivo: ID, ver: 'all' }))
  await region('Filas: Filas')
  expect(screen.queryByRole('list', { name: 'Filas por corregir' })).toBeNull()
  await press('Corregir aquí')
  await waitFor(() => expect(router.state.location.search).toEqual({ archivo: ID }))
  await focusIsOn(() => screen.queryByRole('list', { name: 'Filas por corregir' }))
})

test('an edit file shows the changed rows; one without changes shows no rows until a count is pressed', async () => {
  file = checked({ kind: 'edit', counts: counts({ rows: 400, changed: 3, unchanged: 397 }) })
  showScreen(EditVehicles, `/editVehicles?archivo=${ID}`)
  await region('Filas: Con cambios')
  cleanup()
  file = checked({ kind: 'edit', counts: counts({ rows: 400, unchanged: 400 }) })
  showScreen(EditVehicles, `/editVehicles?archivo=${ID}`)
  expect(await screen.findByText(/No hay nada que aplicar/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: /^Filas: / })).toBeNull()
  await press('400 Sin cambios')
  await region('Filas: Sin cambios')
})

test('a file without usable rows is to be corrected in the workbook: neither counts nor rows are shown', async () => {
  const missing = { field: null, column: 'VIN', message: 'Falta la columna.', level: 'error' } as const
  file = checked({ state: 'refused', counts: counts(), errorCount: 1, fileNotes: [missing] })
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  expect(
    await screen.findByText('Hay 1 error. No se escribió nada: corríjalo en su archivo y envíelo de nuevo.', {
      exact: false,
    }),
  ).toBeTruthy()
  expect(screen.getByText(/Falta la columna/)).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Filas por resultado' })).toBeNull()
  expect(screen.queryByText('Sin filas')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Corregir aquí' })).toBeNull()
})

test('the focus moves to the heading after a dialog, and to the file input after «Enviar otro archivo»', async () => {
  file = REFUSED
  showScreen(AddVehicles, '/addVehicles')
  await screen.findByRole('heading', { name: 'Plantilla' })
  const input = () => document.querySelector<HTMLInputElement>('input[type="file"]')
  fireEvent.change(input() as HTMLInputElement, { target: { files: [new File(['PK'], 'flota.xlsx')] } })
  fireEvent.change(screen.getByLabelText('Correo para el aviso'), { target: { value: 'ana@norte.mx' } })
  await press('Revisar archivo')
  fireEvent.click((await dialog('¡Su plantilla contiene errores!')).getByRole('button', { name: 'Cerrar ventana' }))
  await focusIsOn(heading)
  await press('Enviar otro archivo')
  await waitFor(() => expect(input()).toBeTruthy())
  await focusIsOn(input)
})

test('the focus moves to the heading when the application starts and when the undoing starts', async () => {
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  await press('Dar de alta 1,204 vehículos')
  const modal = await dialog('Su plantilla se está procesando')
  fireEvent.click(modal.getByRole('button', { name: 'Cerrar' }))
  await focusIsOn(heading)
  cleanup()
  file = checked(applied)
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  await press(/^Deshacer hasta/)
  fireEvent.click((await dialog('Deshacer flota.xlsx')).getByRole('button', { name: 'Deshacer' }))
  await screen.findByRole('progressbar', { name: 'Avance de deshacer' })
  await focusIsOn(heading)
})

test('the address of the marked file is requested again when it has expired', async () => {
  const marked = (fileUrl: string) => ({ ...REFUSED, fileUrl })
  file = marked('/files/primera')
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  const button = await screen.findByRole('button', { name: 'Descargar archivo marcado' })
  const opened: (string | null)[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.getAttribute('href'))
  })
  file = marked('/files/segunda')
  fireEvent.click(button)
  await waitFor(() => expect(opened).toEqual(['/files/primera']))
  const then = Date.now() + 13 * 60_000
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => then)
  fireEvent.click(button)
  await waitFor(() => expect(opened).toEqual(['/files/primera', '/files/segunda']))
  clock.mockRestore()
  click.mockRestore()
})

test('only the state is a live region, not the form', async () => {
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  const live = await screen.findByText('Estado del archivo: por aplicar')
  expect(live.getAttribute('aria-live')).toBe('polite')
  expect(screen.getByLabelText('Correo para el aviso').closest('[aria-live]')).toBeNull()
})

test('a change made in another tab is shown as soon as the server reports the conflict', async () => {
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  before = () => {
    file = checked({ ...applied })
  }
  await press('Dar de alta 1,204 vehículos')
  expect(await screen.findByText(/Se dieron de alta 1,204 vehículos el 20\/11\/2026/)).toBeTruthy()
})

test('a change made in another tab is shown when the window gets the focus again', async () => {
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  await isThere()
  file = checked({ checkId: OTHER_ID.replace('2', '3'), counts: counts({ rows: 1204, new: 1203, omitted: 1 }) })
  act(() => void dispatchEvent(new Event('focus')))
  expect(await screen.findByRole('button', { name: 'Dar de alta 1,203 vehículos' })).toBeTruthy()
})

test('cancelling an application that has already ended says so, and offers to undo it', async () => {
  file = checked({ state: 'queued', job: job() })
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  await press('Cancelar la aplicación')
  const modal = await dialog('Cancelar la aplicación')
  expect(modal.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '',
    'Seguir aplicando',
    'Cancelar la aplicación',
  ])
  before = () => {
    file = checked(applied)
  }
  fireEvent.click(modal.getByRole('button', { name: 'Cancelar la aplicación' }))
  expect(await screen.findByText('Ya había terminado; puede deshacerlo.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: /^Deshacer hasta/ })).toBeTruthy()
  await focusIsOn(heading)
})
