// The configuration workbook: downloaded, sent to be looked at, applied; and one with errors.
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
// It opens lazily: a first load is no part of the story.
import './UploadDialog.tsx'
import { configured, settings, ZONE } from '../../testing/reports.ts'
import { UploadingLine } from '../../ui/fields/UploadingLine.tsx'

const EMAIL_ID = '22222222-2222-4222-8222-222222222222'
let configuration: Configured
/** What applying it answers, where it is not that it was. */
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

test('a file and an address are needed, and the right ones', async () => {
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

test('what it would do is shown first; applied, it says so', async () => {
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

test('once applied, what became of the email about it', async () => {
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

test('an applying that nobody answered for is not said to have written nothing; the list is asked again', async () => {
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

test('an applying that is called off is reported as what it is: nobody knows', async () => {
  ends = () => new Promise(() => {})
  const { dialog, before } = await apply()
  await waitFor(() => expect(sent()).toHaveLength(2))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar la subida' }))
  expect(await screen.findByText(UNKNOWN)).toBeTruthy()
  await waitFor(() => expect(lists()).toBe(before + 1))
})

test('once it is there its applying cannot be called off; a look at it can', () => {
  render(<UploadingLine progress={1} applying onCancel={() => {}} />)
  expect(screen.getByRole('status').textContent).toBe('Aplicando el archivo…')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  render(<UploadingLine progress={1} onCancel={() => {}} />)
  expect(screen.getByRole('button', { name: 'Cancelar la subida' })).toBeTruthy()
})

test('errors: which cell and why, and the way to mend them', async () => {
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
