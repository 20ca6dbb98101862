// The queue panel: running jobs with their progress, results, files, and cancelling a job.
import { type QueueItem, queue } from '@padron/contract/queue'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { QueuePanel } from './QueuePanel.tsx'

const job = (_id: string, more: Partial<QueueItem>): QueueItem => ({
  _id,
  queueName: 'Reporte de vehículos',
  queueId: 5,
  queueDescription: `Trabajo ${_id}`,
  creationDateTime: new Date().toISOString(),
  successDateTime: null,
  errorDateTime: null,
  successMessage: null,
  errorMessage: null,
  estimatedFinishedDateTime: null,
  processing: false,
  progress: null,
  fileUrl: null,
  fileName: null,
  fileUntil: null,
  who: 'norte-ana',
  cancellable: false,
  cancelled: false,
  deliveries: 0,
  ...more,
})
const AT = new Date().toISOString()
const RUNNING = job('1', {
  processing: true,
  cancellable: true,
  progress: { done: 1200, total: 5000, what: 'Escribiendo vehículos' },
})
const DONE = job('2', {
  successDateTime: AT,
  successMessage: 'El reporte está listo: 3 vehículos.',
  fileUrl: '/files/results/1/2?e=1&s=x',
  fileName: 'Reporte.xlsx',
  fileUntil: '2026-12-01T12:00:00Z',
})
const FAILED = job('3', { errorDateTime: AT, errorMessage: 'Ocurrió un error inesperado.' })

let items: QueueItem[] = []
let status = 200
let cancelStatus = 200
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [queue.items.path]: () => ({ status, json: { queueInformation: { pendingTemplateQueue: 0, queueList: items } } }),
    [queue.deliveries.path.replace(':queueItemId', '1')]: () => ({
      json: { totalReports: 0, scheduledReportQueueItems: [] },
    }),
    '/api/v2/queueItems/1/cancel': () =>
      cancelStatus === 200
        ? { json: { message: 'Trabajo cancelado' } }
        : {
            status: cancelStatus,
            json: { type: 'about:blank', title: 'El trabajo ya terminó.', status: cancelStatus },
          },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  items = [RUNNING, DONE, FAILED]
  status = 200
  cancelStatus = 200
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
  server.sent.length = 0
})

const show = (onClose = () => undefined, user = ADMIN) =>
  showScreen(() => <QueuePanel onClose={onClose} fresh />, '/', user)
const entry = async (name: string) => screen.findByRole('listitem', { name })

test('each job shows its title, its progress and its result', async () => {
  show()
  const running = within(await entry('Trabajo 1'))
  expect(running.getByText('En curso')).toBeTruthy()
  const bar = running.getByRole('progressbar', { name: 'Avance de Trabajo 1' })
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['1200', '5000'])
  expect(running.getByText('1,200 de 5,000')).toBeTruthy()
  expect(running.getByText('Escribiendo vehículos')).toBeTruthy()
  const done = within(await entry('Trabajo 2'))
  expect(done.getByText('terminó justo ahora')).toBeTruthy()
  expect(done.getByText('El reporte está listo: 3 vehículos.')).toBeTruthy()
  expect(done.getByText('Disponible hasta el 01/12/2026 06:00')).toBeTruthy()
  expect(within(await entry('Trabajo 3')).getByText('Ocurrió un error inesperado.')).toBeTruthy()
})

test('shows the requester and the date; the kind only if the title does not contain it', async () => {
  items = [
    { ...DONE, queueDescription: 'Reporte de 3 vehículos' },
    job('4', { queueName: 'Edición masiva', queueDescription: 'Estatus: Activo' }),
  ]
  show()
  const about = async (name: string) => (await entry(name)).querySelector('.job__about')?.textContent
  expect(await about('Reporte de 3 vehículos')).toBe('Pedido por norte-ana justo ahora\u00a0· terminó justo ahora')
  expect(await about('Estatus: Activo')).toBe('Edición masiva\u00a0· Pedido por norte-ana justo ahora')
})

test('the file of a job is downloaded from its address', async () => {
  show()
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute('href') ?? '')
  })
  const downloads: string[] = []
  fireEvent.click(within(await entry('Trabajo 2')).getByRole('button', { name: 'Descargar Reporte.xlsx' }))
  expect(downloads).toEqual([DONE.fileUrl])
  click.mockRestore()
})

test('a file with more than the user may see is not offered, and the row says why', async () => {
  items = [{ ...DONE, fileUrl: null }, job('4', { successDateTime: AT })]
  show()
  const closed = within(await entry('Trabajo 2'))
  expect(closed.getByText('El archivo tiene datos que sus permisos no incluyen.')).toBeTruthy()
  expect(closed.queryByRole('button', { name: /^Descargar/ })).toBeNull()
  expect(within(await entry('Trabajo 4')).queryByText(/^El archivo/)).toBeNull()
  cleanup()
  show(undefined, { ...ADMIN, vehicleScope: 'a' })
  expect(within(await entry('Trabajo 2')).getByText(/^Lo que usted ve ya no es lo mismo/)).toBeTruthy()
})

test('a job is cancelled, and the list is reloaded at once', async () => {
  show()
  const cancel = within(await entry('Trabajo 1')).getByRole('button', { name: 'Cancelar Trabajo 1' })
  items = [job('1', { cancelled: true, errorDateTime: AT, errorMessage: 'Cancelado: 1 de 3 consultados' })]
  fireEvent.click(cancel)
  expect(await screen.findByText('Trabajo cancelado')).toBeTruthy()
  expect(await within(await entry('Trabajo 1')).findByText('Cancelado')).toBeTruthy()
  const entry1 = await entry('Trabajo 1')
  expect(within(entry1).getByText('Cancelado: 1 de 3 consultados')).toBeTruthy()
  expect(within(entry1).getByText('se canceló justo ahora')).toBeTruthy()
  expect(document.activeElement).toBe(entry1)
  expect(screen.queryByRole('button', { name: 'Cancelar Trabajo 1' })).toBeNull()
})

test('cancelling a job that has already ended shows the reason', async () => {
  cancelStatus = 409
  show()
  fireEvent.click(within(await entry('Trabajo 1')).getByRole('button', { name: 'Cancelar Trabajo 1' }))
  expect((await screen.findByRole('alert')).textContent).toBe('El trabajo ya terminó.')
})

test('the empty panel, a failure that can be retried, and the button that closes it', async () => {
  items = []
  const close = vi.fn()
  show(close)
  expect(await screen.findByText('Sin trabajos')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Trabajos')
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar panel de trabajos' }))
  fireEvent.keyDown(screen.getByRole('complementary', { name: 'Trabajos' }), { key: 'Escape' })
  expect(close).toHaveBeenCalledTimes(2)
  cleanup()
  status = 500
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Reintentar' }, { timeout: 10_000 }))
  status = 200
  items = [DONE]
  expect(await screen.findByText('Trabajo 2', {}, { timeout: 10_000 })).toBeTruthy()
})

test('a job that ends while the panel is open is announced with its result', async () => {
  show()
  await entry('Trabajo 1')
  items = [{ ...RUNNING, processing: false, successDateTime: AT, successMessage: 'Listo: 3 vehículos.' }, DONE, FAILED]
  await queryClient.invalidateQueries()
  await waitFor(() =>
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(
      'Trabajo 1: terminado. Listo: 3 vehículos.',
    ),
  )
})

test('Esc in a dialog of a job does not close the panel', async () => {
  items = [job('1', { successDateTime: AT, deliveries: 2 })]
  const close = vi.fn()
  show(close)
  fireEvent.click(within(await entry('Trabajo 1')).getByRole('button', { name: /^Entregas/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Entregas' }, { timeout: 10_000 })
  fireEvent.keyDown(within(dialog).getByRole('textbox', { name: 'Destinatario' }), { key: 'Escape' })
  expect(close).not.toHaveBeenCalled()
})

test('a job with recipients links to its deliveries; a scheduled report always does', async () => {
  items = [job('1', { successDateTime: AT, deliveries: 12 }), job('2', { queueId: 6 }), job('3', {})]
  show()
  expect(within(await entry('Trabajo 1')).getByRole('button', { name: 'Entregas (12) de Trabajo 1' })).toBeTruthy()
  expect(within(await entry('Trabajo 2')).getByRole('button', { name: 'Entregas (0) de Trabajo 2' })).toBeTruthy()
  expect(within(await entry('Trabajo 3')).queryByRole('button')).toBeNull()
})
