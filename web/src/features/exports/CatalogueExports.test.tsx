// The catalogue's exports: the buttons by permission, the dialogs and their requests, and refusals.
import { catalogue } from '@padron/contract/catalogue'
import { exports as calls } from '@padron/contract/exports'
import { processing } from '@padron/contract/processing'
import { type QueueItem, queue } from '@padron/contract/queue'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import type { User } from '../../session/session.ts'
import { expectToStayOnceBusy } from '../../testing/busy-dialog.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { CatalogueExports } from './CatalogueExports.tsx'
import { DeleteAllButton } from './DeleteAllButton.tsx'

const PROPS = {
  query: { vehicleClass: { assetHistoric: { assetStatusId: 1 } } },
  sorting: { sortBy: 'plate', sortFilterOrder: 'desc' } as const,
  columns: [{ key: 'plate' }, { key: 'vin', width: 120 }],
  total: 1234,
}
const GROUPS = [
  {
    state: { stateId: 0, stateName: 'Todo el país' },
    resources: [{ resourceId: 5004, resourceName: 'Reporte de robo' }],
  },
  {
    state: { stateId: 19, stateName: 'Nuevo León' },
    resources: [
      { resourceId: 1900, resourceName: 'Tenencias · Nuevo León' },
      { resourceId: 1901, resourceName: 'Multas · Nuevo León' },
    ],
  },
]
const problem = (status: number, title: string) => ({ status, json: { type: 'about:blank', title, status } })

let fleet = 80
let jobs: Partial<QueueItem>[] = []
let answer: { status?: number; json: unknown }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [queue.items.path]: () => ({ json: { queueInformation: { pendingTemplateQueue: 0, queueList: jobs } } }),
    [catalogue.basicStats.path]: () => ({ json: { vehicles: { vehicles: fleet, clients: 1 } } }),
    [processing.resources.path]: () => ({ json: { data: GROUPS } }),
    [calls.vehiclesReport.path]: () => answer,
    [calls.pdfReport.path]: () => answer,
    [calls.download.path]: () => answer,
    [calls.deleteAll.path]: () => answer,
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  jobs = []
  fleet = 80
  answer = { json: { queueItemId: 'j1', message: 'El trabajo se añadió.' } }
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
  server.sent.length = 0
  localStorage.clear()
})

const show = (user: User = ADMIN, props: object = {}) =>
  showScreen(
    () => (
      <>
        <CatalogueExports {...PROPS} {...props} />
        <DeleteAllButton />
      </>
    ),
    '/',
    user,
  )
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const sentTo = (path: string) =>
  server.sent.filter((sent) => sent.path === path).map(({ body }) => JSON.parse(body || '{}'))
const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test('users see the buttons of their permissions', async () => {
  show()
  await screen.findByRole('button', { name: 'Borrar todo' })
  expect(names()).toEqual(['Generar Reporte', 'Descargar PDFs', 'Descargar vista', 'Borrar todo'])
  await waitFor(() => expect(server.sent.some(({ path }) => path === queue.items.path)).toBe(true))
  cleanup()
  show({ ...ADMIN, parentId: '1', role: ['vehicles_admin'] })
  await screen.findByRole('button', { name: 'Descargar PDFs' })
  expect(names()).toEqual(['Generar Reporte', 'Descargar PDFs', 'Descargar vista'])
  cleanup()
  show({ ...ADMIN, parentId: '1', role: ['vehicles_report'], vehicleScope: 'a' })
  await screen.findByRole('button', { name: 'Descargar PDFs' })
  expect(names()).toEqual(['Generar Reporte', 'Descargar PDFs', 'Descargar vista'])
  cleanup()
  show({ ...ADMIN, parentId: '1', role: ['vehicles_edit'] })
  await screen.findByRole('button', { name: 'Descargar PDFs' })
  expect(names()).toEqual(['Descargar PDFs', 'Descargar vista'])
  expect(server.sent.filter(({ path }) => path === queue.items.path)).toHaveLength(1)
})

test('the report requires valid email addresses, and sends the current filter, order and columns', async () => {
  show()
  await press('Generar Reporte')
  const modal = await dialog('Generar Reporte')
  expect(modal.getByText(/1,234 vehículos/).textContent).toContain('entre 5 y 60 minutos')
  const field = modal.getByLabelText('Correos')
  const order = modal.getByRole<HTMLButtonElement>('button', { name: 'Generar Reporte' })
  expect(order.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(field, { target: { value: 'ana@norte.mx, luis' } })
  expect(modal.queryByText('Por favor ingrese correos válidos separados por comas')).toBeNull()
  fireEvent.blur(field)
  expect(modal.getByText('Por favor ingrese correos válidos separados por comas')).toBeTruthy()
  const many = Array.from({ length: 21 }, (_, n) => `ana${n}@norte.mx`)
  fireEvent.change(field, { target: { value: many.join(', ') } })
  expect(modal.getByText('20 correos como máximo; hay 21')).toBeTruthy()
  fireEvent.click(order)
  expect(document.activeElement).toBe(field)
  expect(sentTo(calls.vehiclesReport.path)).toEqual([])
  fireEvent.change(field, { target: { value: ' ana@norte.mx, luis@norte.mx ' } })
  fireEvent.click(order)
  expect(await screen.findByText('El trabajo se añadió.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentTo(calls.vehiclesReport.path)).toEqual([
    { ...PROPS.query, pagination: PROPS.sorting, columns: PROPS.columns, mails: ['ana@norte.mx', 'luis@norte.mx'] },
  ])
  await press('Generar Reporte')
  expect((await dialog('Generar Reporte')).getByLabelText<HTMLInputElement>('Correos').value).toBe(
    ' ana@norte.mx, luis@norte.mx ',
  )
})

test('a refusal is reported in the dialog, which keeps what was typed; other failures in a notice', async () => {
  show()
  await press('Generar Reporte')
  const modal = await dialog('Generar Reporte')
  fireEvent.change(modal.getByLabelText('Correos'), { target: { value: 'ana@norte.mx' } })
  answer = problem(422, 'El filtro no tiene vehículos.')
  fireEvent.click(modal.getByRole('button', { name: 'Generar Reporte' }))
  await waitFor(() => expect(modal.getByRole('alert').textContent).toBe('El filtro no tiene vehículos.'))
  answer = problem(500, 'x')
  fireEvent.click(modal.getByRole('button', { name: 'Generar Reporte' }))
  expect(await screen.findByText('Error al enviar generar reporte')).toBeTruthy()
  expect(modal.getByLabelText<HTMLInputElement>('Correos').value).toBe('ana@norte.mx')
})

test('the PDFs also require resources by state, and wait until both are valid', async () => {
  show()
  await press('Descargar PDFs')
  const modal = await dialog('Descargar PDFs')
  const order = modal.getByRole<HTMLButtonElement>('button', { name: 'Descargar PDFs' })
  fireEvent.change(modal.getByLabelText('Correos'), { target: { value: 'ana@norte.mx' } })
  fireEvent.click(order)
  expect(modal.getByRole('alert').textContent).toBe('Seleccione un recurso')
  fireEvent.click(await modal.findByLabelText('Reporte de robo'))
  expect(modal.getByRole('alert').textContent).toBe('')
  fireEvent.change(modal.getByLabelText('Buscar recurso o estado'), { target: { value: 'nuevo leon' } })
  fireEvent.click(modal.getByLabelText('Todos los de Nuevo León'))
  fireEvent.click(modal.getByLabelText('Tenencias · Nuevo León'))
  expect(modal.getByText('2 recursos seleccionados')).toBeTruthy()
  fireEvent.change(modal.getByLabelText('Buscar recurso o estado'), { target: { value: 'zzz' } })
  expect(modal.getByText('Sin coincidencias')).toBeTruthy()
  fireEvent.click(order)
  expect(await screen.findByText('El trabajo se añadió.')).toBeTruthy()
  expect(sentTo(calls.pdfReport.path)).toEqual([
    { ...PROPS.query, forced: true, mails: ['ana@norte.mx'], resources: [5004, 1901] },
  ])
})

test('the list is downloaded at once, or reported as too large', async () => {
  const downloads: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute('href') ?? '')
  })
  show()
  answer = { json: { fileUrl: '/files/vehicles/1/x?e=1&s=y', totalCount: 3 } }
  await press('Descargar vista')
  await waitFor(() => expect(downloads).toEqual(['/files/vehicles/1/x?e=1&s=y']))
  answer = problem(422, 'La descarga directa llega a 10,000 vehículos y el filtro tiene 10,001: use Generar Reporte.')
  await press('Descargar vista')
  expect(await screen.findByText(/use Generar Reporte/)).toBeTruthy()
  expect(downloads).toHaveLength(1)
  click.mockRestore()
})

test('deleting the fleet requires the words; the button is disabled until the job has ended', async () => {
  show()
  await press('Borrar todo')
  const modal = await dialog('Borrar todo')
  expect(await modal.findByText('todos los vehículos de la empresa (80 vehículos)')).toBeTruthy()
  expect(modal.getByText(/soporte puede recuperarlos/).textContent).toContain('30 días')
  fireEvent.change(modal.getByLabelText('Para confirmar escriba BORRAR TODO'), { target: { value: 'borrar' } })
  fireEvent.click(modal.getByRole('button', { name: 'Borrar todo' }))
  expect(modal.getByText('Escriba BORRAR TODO para continuar.')).toBeTruthy()
  expect(sentTo(calls.deleteAll.path)).toEqual([])
  fireEvent.change(modal.getByLabelText('Para confirmar escriba BORRAR TODO'), { target: { value: 'BORRAR TODO' } })
  jobs = [
    {
      _id: 'j1',
      queueId: 8,
      processing: true,
      cancelled: false,
      successDateTime: null,
      errorDateTime: null,
      progress: { done: 1000, total: 1234, what: '' },
    },
  ]
  fireEvent.click(modal.getByRole('button', { name: 'Borrar todo' }))
  const busy = await screen.findByRole('button', { name: /Borrando…\s*1,000 de 1,234/ })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  expect(sentTo(calls.deleteAll.path)).toEqual([{ confirmation: 'BORRAR TODO' }])
  jobs = [
    {
      _id: 'j1',
      queueId: 8,
      processing: false,
      cancelled: false,
      successDateTime: null,
      errorDateTime: '2026-01-01T00:00:00Z',
      errorMessage: 'No se pudo borrar',
    },
  ]
  await queryClient.invalidateQueries()
  const again = await screen.findByRole('button', { name: 'Borrar todo' })
  expect(again.getAttribute('aria-disabled')).toBe('false')
  expect(await screen.findByText('No se pudo borrar')).toBeTruthy()
})

test('the user who ordered the deletion is notified of its end', async () => {
  // A wide window, because the panel does not stay open in a narrow one.
  const { happyDOM } = globalThis as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  happyDOM.setViewport({ width: 1440 })
  onTestFinished(() => happyDOM.setViewport({ width: 1024 }))
  show()
  await press('Borrar todo')
  const modal = await dialog('Borrar todo')
  fireEvent.change(modal.getByLabelText('Para confirmar escriba BORRAR TODO'), { target: { value: 'BORRAR TODO' } })
  jobs = [
    {
      _id: 'j1',
      queueId: 8,
      processing: false,
      cancelled: false,
      successDateTime: '2026-01-01T00:00:00Z',
      errorDateTime: null,
      successMessage: '80 vehículos borrados. Soporte puede recuperarlos durante 30 días.',
    },
  ]
  fireEvent.click(modal.getByRole('button', { name: 'Borrar todo' }))
  expect(await screen.findByText(/^80 vehículos borrados/)).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('padron.1.queue-open') ?? '')).toBe(true)
})

test('without vehicles there is nothing to delete, and the button says so', async () => {
  fleet = 0
  show()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Borrar todo' }).getAttribute('aria-disabled')).toBe('true'),
  )
  await press('Borrar todo')
  expect(await screen.findByText('No hay vehículos que borrar.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('pressing Enter during the request orders the deletion once', async () => {
  show()
  await press('Borrar todo')
  const form = await dialog('Borrar todo')
  const words = form.getByLabelText('Para confirmar escriba BORRAR TODO')
  fireEvent.change(words, { target: { value: 'BORRAR TODO' } })
  const yes = form.getByRole('button', { name: 'Borrar todo' })
  const release = server.hold()
  fireEvent.click(yes)
  await expectToStayOnceBusy()
  fireEvent.submit(words.closest('form') as HTMLFormElement)
  release()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(calls.deleteAll.path)).toHaveLength(1)
})

test('a refused deletion shows the reason and enables the button again', async () => {
  show()
  answer = problem(409, 'Ya hay un borrado total en curso.')
  await press('Borrar todo')
  const modal = await dialog('Borrar todo')
  fireEvent.change(modal.getByLabelText('Para confirmar escriba BORRAR TODO'), { target: { value: 'borrar todo' } })
  fireEvent.click(modal.getByRole('button', { name: 'Borrar todo' }))
  await waitFor(() => expect(modal.getByText('Ya hay un borrado total en curso.')).toBeTruthy())
})

test('without vehicles in the filter there is nothing to export', async () => {
  show(ADMIN, { total: 0 })
  await screen.findByRole('button', { name: 'Borrar todo' })
  const disabled = screen.getAllByRole<HTMLButtonElement>('button').map((button) => button.disabled)
  expect(disabled).toEqual([true, true, true, false])
})
