// The configuration workbook: downloaded, checked, applied, and one with errors.
import { emailSettings } from '@padron/contract/email-settings'
import { queue } from '@padron/contract/queue'
import { reports as calls } from '@padron/contract/reports'
import type { Configured } from '@padron/contract/reports/outcomes'
import { FIRST_SENDS } from '@padron/contract/reports/rules'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { ReportsScreen } from './ReportsScreen.tsx'
// Imports the lazy dialog in advance, so that no test waits for it.
import './UploadDialog.tsx'
import { configured, settings, ZONE } from '../../testing/reports.ts'
import { UploadingLine } from '../../ui/fields/UploadingLine.tsx'

const EMAIL_ID = '22222222-2222-4222-8222-222222222222'
let configuration: Configured
/** The response to applying it, if it is not a success. */
let ends: (() => Promise<{ status?: number; json: unknown; text?: string }>) | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
const sent = () => server.sent.filter(({ path }) => path === calls.configure.path).map(({ body }) => body)

beforeAll(async () => {
  server = await startSmallServer({
    [calls.list.path]: () => ({ json: { reports: [], timeZone: ZONE } }),
    [emailSettings.read.path]: () => ({ json: { emailSettings: settings() } }),
    [calls.configuration.path]: () => ({ status: 500, json: {} }),
    [queue.deliveries.path.replace(':queueItemId', EMAIL_ID)]: () => ({
      json: {
        totalReports: 1,
        scheduledReportQueueItems: [
          {
            _id: '1',
            SendTo: 'eva@norte.example',
            Status: 1,
            Success: false,
            SuccessDateTime: null,
            Error: null,
            ErrorDateTime: null,
            Remark: null,
            Report: null,
            Attempts: 0,
            Resendable: false,
          },
        ],
      },
    }),
    [calls.configure.path]: (body) =>
      /name="preview"\s+true/.test(body)
        ? { json: configuration }
        : (ends?.() ?? { json: { ...configuration, applied: true } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  configuration = configured()
  ends = undefined
  server.sent.length = 0
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const open = async () => {
  showScreen(ReportsScreen, '/reports')
  fireEvent.click(await screen.findByRole('button', { name: 'Subir plantilla' }))
  return within(await screen.findByRole('dialog'))
}
type Within = Awaited<ReturnType<typeof open>>
const give = (dialog: Within, name: string) =>
  fireEvent.change(dialog.getByLabelText(/^Elegir (?:otro )?archivo/), { target: { files: [new File(['PK'], name)] } })
const look = (dialog: Within) => {
  give(dialog, 'Sync Plantilla Correos.xlsx')
  fireEvent.change(dialog.getByLabelText('Correo para la notificación'), { target: { value: 'ana@norte.example' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
}

test('a valid file and a valid address are required', async () => {
  const dialog = await open()
  expect(dialog.getByLabelText('Según la configuración del reporte')).toHaveProperty('checked', true)
  for (const { help } of FIRST_SENDS) expect(dialog.getByText(help)).toBeTruthy()
  give(dialog, 'reportes.csv')
  expect(dialog.getByText('Solo se permiten archivos de tipo .XLSX')).toBeTruthy()
  give(dialog, 'reportes.xlsx')
  fireEvent.change(dialog.getByLabelText('Correo para la notificación'), { target: { value: 'ana' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(dialog.getByText('Correo electrónico inválido')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('the check says which reports send nothing', async () => {
  configuration = configured({ firstSends: [{ name: 'Parado', at: null }] })
  const dialog = await open()
  look(dialog)
  expect(await dialog.findByText('no se envía: está en pausa')).toBeTruthy()
})

test('the check shows the changes first; after the application a message says so', async () => {
  const dialog = await open()
  fireEvent.click(dialog.getByLabelText('Esta semana'))
  look(dialog)
  expect(await dialog.findByText(/está bien: tiene 3 reportes/)).toBeTruthy()
  const counts = dialog.getAllByRole('listitem').map((one) => one.textContent)
  expect(counts).toEqual([
    'Viejo a@norte.example, b@norte.example, c@norte.example y 4 más',
    'Otro viejo ana@norte.example',
    'Nuevo ana@norte.example',
    'Cambiado ana@norte.example',
    'Adeudos del norte lunes 23 de noviembre de 2026, 07:00',
  ])
  const gone = dialog.getByRole('region', { name: '2 se eliminan: no están en el archivo' })
  expect(gone.querySelector('[data-sign="debt"]')).toBeTruthy()
  expect(dialog.getByText('1 reporte queda sin cambios.')).toBeTruthy()
  expect(sent()[0]).toMatch(/name="firstReportSendTime"\s+0\s/)
  expect(dialog.queryByRole('button', { name: 'Aplicar' })).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Aplicar y eliminar 2 reportes' }))
  expect(await screen.findByText('Archivo subido correctamente')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()[1]).toMatch(/name="preview"\s+false/)
})

test('after the application the state of its email is shown', async () => {
  configuration = configured({ letterId: EMAIL_ID })
  const dialog = await open()
  look(dialog)
  fireEvent.click(await dialog.findByRole('button', { name: /^Aplicar/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Ver la entrega del aviso' }))
  expect(await screen.findByText('eva@norte.example', undefined, { timeout: 10_000 })).toBeTruthy()
})

const UNKNOWN = 'No se sabe si se aplicó: revise la lista.'
const lists = () => server.sent.filter(({ path }) => path === calls.list.path).length
const apply = async () => {
  const dialog = await open()
  look(dialog)
  const button = await dialog.findByRole('button', { name: /^Aplicar/ })
  const before = lists()
  fireEvent.click(button)
  return { dialog, before }
}

test('an application without an answer is not reported as failed; the list is reloaded', async () => {
  for (const reply of [
    { status: 502, json: {} },
    { json: undefined, text: '' },
  ]) {
    ends = async () => reply
    const { dialog, before } = await apply()
    expect(await dialog.findByText(UNKNOWN)).toBeTruthy()
    expect(dialog.queryByText(/No se escribió nada/)).toBeNull()
    await waitFor(() => expect(lists()).toBe(before + 1))
    cleanup()
  }
  ends = async () => ({
    status: 409,
    json: { type: 'about:blank', title: 'Otro archivo se está aplicando.', status: 409 },
  })
  const { dialog } = await apply()
  expect(await dialog.findByText('Otro archivo se está aplicando.')).toBeTruthy()
})

test('a cancelled application is reported as unknown', async () => {
  ends = () => new Promise(() => {})
  const { dialog, before } = await apply()
  await waitFor(() => expect(sent()).toHaveLength(2))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar la subida' }))
  expect(await screen.findByText(UNKNOWN)).toBeTruthy()
  await waitFor(() => expect(lists()).toBe(before + 1))
})

test('an uploaded workbook cannot be cancelled while it is applied, but while it is checked', () => {
  render(<UploadingLine progress={1} applying onCancel={() => {}} />)
  expect(screen.getByRole('status').textContent).toBe('Aplicando el archivo…')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  render(<UploadingLine progress={1} onCancel={() => {}} />)
  expect(screen.getByRole('button', { name: 'Cancelar la subida' })).toBeTruthy()
})

test('errors: each cell with its message, and the marked workbook', async () => {
  configuration = configured({
    errors: [
      { row: null, column: '', message: 'Falta la columna «Nombre»' },
      { row: 4, column: 'Día de envío', message: 'El día 9 no existe' },
    ],
    errorCount: 30,
    fileUrl: 'https://padron.example/marcado.xlsx',
  })
  const dialog = await open()
  look(dialog)
  expect(await screen.findByRole('dialog', { name: '¡Su plantilla contiene errores!' })).toBeTruthy()
  const [, whole, row = document.body] = dialog.getAllByRole('row')
  expect(whole?.textContent).toBe('Falta la columna «Nombre»')
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['4', 'Día de envío', 'El día 9 no existe'])
  expect(dialog.getByText(/30 errores\. No se cambió nada/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Descargar archivo marcado' })).toBeTruthy()
  const then = Date.now() + 13 * 60_000
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => then)
  fireEvent.click(dialog.getByRole('button', { name: 'Descargar archivo marcado' }))
  expect(await screen.findByText(/suba otra vez el archivo/)).toBeTruthy()
  clock.mockRestore()
  fireEvent.click(dialog.getByRole('button', { name: 'Elegir otro archivo' }))
  expect(dialog.getByLabelText('Correo para la notificación')).toHaveProperty('value', 'ana@norte.example')
})

test('a template that cannot be downloaded is reported', async () => {
  showScreen(ReportsScreen, '/reports')
  fireEvent.click(await screen.findByRole('button', { name: 'Descargar Plantilla' }))
  expect(await screen.findByText('Error al descargar plantilla')).toBeTruthy()
})
