// The scheduled reports: listed, added, edited, previewed, tested, sent, paused and deleted; and the list of sends.
import { channels, NO_RECIPIENT } from '@padron/contract/channels'
import { emailSettings } from '@padron/contract/email-settings'
import { reports as calls } from '@padron/contract/reports'
import type { Report } from '@padron/contract/reports/definition'
import { tags } from '@padron/contract/tags'
import { views } from '@padron/contract/views'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { testChannel } from '../../testing/channels.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { TAG } from '../../testing/vehicle.ts'
import { ReportsScreen } from './ReportsScreen.tsx'
// Imports the lazy dialog in advance, so that no test waits for it.
import './PreviewDialog.tsx'
import './ReportDialog.tsx'
import './SendsTab.tsx'
import { preview, report, round, settings, ZONE } from '../../testing/reports.ts'

type Answer = { status?: number; json: unknown }
const problem = (status: number, title: string, path?: string): Answer => ({
  status,
  json: { type: 'about:blank', title, status, ...(path && { errors: [{ path, message: title }] }) },
})

let stored: Report[] = []
let previewReply = preview()
let refusal: Answer | undefined
let broken = false
let server: Awaited<ReturnType<typeof startSmallServer>>

const VIEW = {
  viewId: 4,
  name: 'Zona norte',
  shared: true,
  owner: { userId: 1, name: 'norte-admin' },
  mine: true,
  deletable: true,
  definition: { vehicleClass: {}, columns: null },
  updatedDate: '2026-01-01T00:00:00Z',
  version: 1,
}

const NO_EMAILS = { total: 0, sent: 0, pending: 0, kept: 0, failed: 0 }
const failed = {
  name: 'Fallido',
  outcome: 'failed',
  vehicles: null,
  why: 'Seleccione estados de su país',
  unsent: 2,
  notices: 0,
  fileUrl: null,
  letters: NO_EMAILS,
} as const
const ROUNDS = [
  round('q1'),
  round('q4', { origin: 'ordered', who: 'ana', reports: [failed], letters: NO_EMAILS }),
  round('q5', { origin: 'trial', who: 'luis', reports: [], letters: NO_EMAILS }),
]

beforeAll(async () => {
  server = await startSmallServer({
    [calls.list.path]: (_body, method) => {
      if (method === 'POST') return refusal ?? { json: report(9, 'Nuevo') }
      return broken ? { status: 500, json: {} } : { json: { reports: stored, timeZone: ZONE } }
    },
    '/api/v2/reports/1': () => refusal ?? { json: report(1, 'Adeudos del norte') },
    '/api/v2/reports/1/send': () => refusal ?? { json: { queueItemId: 'q2', message: 'El reporte se está enviando' } },
    [calls.test.path]: () => refusal ?? { json: { queueItemId: 'q3', message: 'La prueba va a ana@norte.example' } },
    [calls.preview.path]: () => refusal ?? { json: previewReply },
    [calls.nextDates.path]: () => ({
      json: { dates: ['2026-11-23T13:00:00Z', '2026-11-30T13:00:00Z', '2026-12-07T13:00:00Z'] },
    }),
    [calls.rounds.path]: () => ({ json: { rounds: stored.length > 0 ? ROUNDS : [] } }),
    [channels.list.path]: () => ({ json: { channels: [testChannel()], timeZone: ZONE } }),
    [emailSettings.read.path]: () => ({ json: { emailSettings: settings() } }),
    [views.list.path]: () => ({ json: { views: [VIEW, { ...VIEW, viewId: 5, name: 'Mía', shared: false }] } }),
    [tags.list.path]: () => ({ json: { userTags: [TAG] } }),
    '/api/v2/scheduledReportQueueItems/q1': () => ({ json: { totalReports: 0, scheduledReportQueueItems: [] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = [
    report(1, 'Adeudos del norte', { troubled: ['eva@norte.example'] }),
    report(2, 'Vencimientos', { active: false, nextAt: null, last: null, frequency: 'monthly', sendDay: 31 }),
  ]
  previewReply = preview()
  refusal = undefined
  broken = false
  server.sent.length = 0
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const READER = { ...ADMIN, role: ['programReports_read'] }
const open = (address = '/reports', user = ADMIN) => showScreen(ReportsScreen, address, user)
const card = async (name: string) => within(await screen.findByRole('article', { name }))
const choose = async (action: string) => {
  fireEvent.click((await card('Adeudos del norte')).getByRole('button', { name: 'Acciones de Adeudos del norte' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const sent = (method: string, path: string) =>
  server.sent.filter((one) => one.method === method && one.path === path).map(({ body }) => JSON.parse(body || '{}'))

test('each report shows its recipients, its schedule and its last result', async () => {
  open()
  const one = await card('Adeudos del norte')
  for (const text of [
    'Adeudos',
    'Cada lunes a las 7:00',
    'ana@norte.example, luis@norte.example y 1 más',
    'Estado: Nuevo León',
    'en 5 semanas',
    'Enviado',
  ])
    expect(one.getByText(text)).toBeTruthy()
  expect(one.getByText('en 5 semanas').title).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  expect(one.getByText(/El último correo no llegó a eva@norte\.example/)).toBeTruthy()
  const other = await card('Vencimientos')
  expect(other.getByText('El día 31 de cada mes, o el último, a las 7:00')).toBeTruthy()
  expect(other.getByText('En pausa: no se envía')).toBeTruthy()
  expect(other.getByText('Ninguno todavía')).toBeTruthy()
})

test('a user with read permission only sees everything and cannot change it', async () => {
  open('/reports', READER)
  const one = await card('Adeudos del norte')
  expect(one.getByText('Activo')).toBeTruthy()
  expect(await screen.findByText('Envío programado de correos: activo')).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
  for (const name of ['Agregar reporte', 'Subir plantilla', 'Guardar', /^Acciones de/])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByRole('button', { name: 'Descargar Plantilla' })).toBeTruthy()
  expect((screen.getByLabelText('Cuerpo') as HTMLTextAreaElement).readOnly).toBe(true)
})

test('an empty list explains reports; a failure is reported and can be retried', async () => {
  stored = []
  open()
  expect(await screen.findByText('Todavía no hay reportes programados')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Agregar reporte' })).toHaveLength(1)
  cleanup()
  broken = true
  open()
  expect(await screen.findByText('Error obteniendo la configuración de los reportes programados.')).toBeTruthy()
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Todavía no hay reportes programados')).toBeTruthy()
})

test('a new report: missing values are reported, its next dates are shown', async () => {
  stored = []
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Agregar reporte' }))
  const form = await dialog('Agregar reporte')
  expect(await form.findByText('lunes 23 de noviembre de 2026, 07:00')).toBeTruthy()
  expect(form.getByText(/hora de Ciudad de México/)).toBeTruthy()
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  expect(await form.findByText('Escriba un nombre para el reporte')).toBeTruthy()
  expect(form.getByText(NO_RECIPIENT)).toBeTruthy()
  fireEvent.change(form.getByLabelText('Nombre del reporte'), { target: { value: 'Adeudos del sur' } })
  fireEvent.change(form.getByLabelText('Destinatarios'), { target: { value: 'ana@x.mx, luis@' } })
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  expect(await form.findByText('«luis@» no es un correo válido')).toBeTruthy()
})

test('a monthly report of a shared saved view is saved', async () => {
  stored = []
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Agregar reporte' }))
  const form = await dialog('Agregar reporte')
  fireEvent.change(form.getByLabelText('Nombre del reporte'), { target: { value: 'Adeudos del sur' } })
  fireEvent.change(form.getByLabelText('Destinatarios'), { target: { value: 'ana@x.mx' } })
  fireEvent.change(form.getByLabelText('Frecuencia'), { target: { value: 'monthly' } })
  fireEvent.change(form.getByLabelText('Día del mes'), { target: { value: '15' } })
  fireEvent.change(form.getByLabelText('Primer envío'), { target: { value: '1' } })
  fireEvent.click(form.getByLabelText('Los de una vista guardada'))
  expect(await form.findByRole('option', { name: 'Zona norte' })).toBeTruthy()
  expect(form.queryByRole('option', { name: 'Mía' })).toBeNull()
  fireEvent.change(form.getByLabelText('Vista guardada'), { target: { value: '4' } })
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Reporte guardado')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('POST', calls.list.path)).toEqual([
    {
      name: 'Adeudos del sur',
      kind: 'debts',
      mails: ['ana@x.mx'],
      channels: [],
      frequency: 'monthly',
      sendDay: 15,
      sendHour: 7,
      viewId: 4,
      filter: {},
      emptyPolicy: 'send',
      active: true,
      firstReportSendTime: 1,
    },
  ])
})

test('a channel instead of addresses is selected, shown, and stays when the report is paused', async () => {
  stored = [
    report(1, 'Adeudos del norte', { mails: [], channels: [{ channelId: 1, name: 'Despacho', active: false }] }),
  ]
  open()
  expect((await card('Adeudos del norte')).getByText('Despacho (en pausa)')).toBeTruthy()
  fireEvent.click((await card('Adeudos del norte')).getByRole('switch'))
  await waitFor(() => expect(sent('PUT', '/api/v2/reports/1')).toMatchObject([{ mails: [], channels: [1] }]))
  await choose('Editar')
  const form = await dialog(/^Editar/)
  const box = await form.findByLabelText(/^Despacho/)
  expect((box as HTMLInputElement).checked).toBe(true)
  fireEvent.click(box)
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  expect(await form.findByText(NO_RECIPIENT)).toBeTruthy()
  fireEvent.click(box)
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(sent('PUT', '/api/v2/reports/1')[1]).toMatchObject({ mails: [], channels: [1] }))
})

test('a user of a part of the fleet sends no channels, and needs no emails where the report has none', async () => {
  stored = [report(1, 'Adeudos del norte', { mails: [], seenBy: 'Ana Ruiz' })]
  open('/reports', { ...ADMIN, vehicleScope: 'a' })
  fireEvent.click((await card('Adeudos del norte')).getByRole('switch'))
  await waitFor(() => expect(sent('PUT', '/api/v2/reports/1')).toHaveLength(1))
  await choose('Editar')
  const form = await dialog(/^Editar/)
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(sent('PUT', '/api/v2/reports/1')).toHaveLength(2))
  for (const body of sent('PUT', '/api/v2/reports/1')) {
    expect(body).toMatchObject({ mails: [] })
    expect(body).not.toHaveProperty('channels')
  }
})

test('the address opens a new report of a saved view', async () => {
  const router = open('/reports?new=report&view=4')
  const form = await dialog('Agregar reporte')
  expect(((await form.findByLabelText('Vista guardada')) as HTMLSelectElement).value).toBe('4')
  fireEvent.click(form.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toEqual({})
})

test('an edit; a conflict with another user is reported, and nothing typed is lost', async () => {
  open()
  await choose('Editar')
  const form = await dialog('Editar «Adeudos del norte»')
  fireEvent.change(form.getByLabelText('Nombre del reporte'), { target: { value: 'Otro nombre' } })
  refusal = problem(409, 'Otra persona lo cambió', 'body.version')
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  expect(await form.findByText(/Otra persona cambió este reporte mientras usted lo editaba/)).toBeTruthy()
  refusal = problem(422, 'La vista ya no está compartida', 'body.viewId')
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  expect(await form.findByText('Revise los campos marcados.')).toBeTruthy()
  // Closing asks for confirmation; a closed tab would recover the draft.
  fireEvent.click(form.getByRole('button', { name: 'Cancelar' }))
  const modal = await dialog('Cambios sin guardar')
  fireEvent.click(modal.getByRole('button', { name: 'Seguir editando' }))
  refusal = undefined
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Reporte guardado')).toBeTruthy()
  expect(sent('PUT', '/api/v2/reports/1').at(-1)).toMatchObject({ name: 'Otro nombre', version: 3, viewId: null })
})

test('a report is paused at once, and a refusal is reported', async () => {
  open()
  const one = await card('Adeudos del norte')
  fireEvent.click(one.getByRole('switch', { name: 'Envío de Adeudos del norte' }))
  await waitFor(() => expect(sent('PUT', '/api/v2/reports/1')).toMatchObject([{ active: false, version: 3 }]))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  refusal = problem(409, 'Otra persona lo cambió', 'body.version')
  fireEvent.click(one.getByRole('switch', { name: 'Envío de Adeudos del norte' }))
  expect(await screen.findByText('Otra persona lo cambió')).toBeTruthy()
})

test('the preview has email, text and file, and says if it would not be sent', async () => {
  open()
  await choose('Vista previa')
  const seen = await dialog('Vista previa: Adeudos del norte')
  const frame = await seen.findByTitle('Correo: Adeudos del norte: 12 vehículos')
  expect(sent('POST', calls.preview.path)).toMatchObject([{ reportId: 1, name: 'Adeudos del norte' }])
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('width')).toBe('600')
  expect(seen.getByText('Adeudos.xlsx, adjunto')).toBeTruthy()
  fireEvent.click(seen.getByLabelText('Teléfono'))
  expect(seen.getByTitle(/^Correo:/).getAttribute('width')).toBe('390')
  fireEvent.click(seen.getByLabelText('Solo texto'))
  expect(seen.getByText('Hola en texto')).toBeTruthy()
  fireEvent.click(seen.getByRole('button', { name: 'Cerrar' }))
  previewReply = preview({ empty: true, sends: false, file: null })
  await choose('Vista previa')
  expect(await screen.findByText('Ahora no hay nada que informar: no se enviaría.')).toBeTruthy()
})

test('a test is sent to the user’s own address; the reason of a refusal is reported', async () => {
  open()
  await choose('Enviar prueba a mi correo')
  expect(await screen.findByText('La prueba va a ana@norte.example')).toBeTruthy()
  expect(sent('POST', calls.test.path)).toMatchObject([{ name: 'Adeudos del norte', filter: { states: [19] } }])
  refusal = problem(422, 'Usted no tiene un correo registrado')
  await choose('Enviar prueba a mi correo')
  expect(await screen.findByText('Usted no tiene un correo registrado')).toBeTruthy()
})

test('a report is sent at once after confirming its recipients', async () => {
  open()
  await choose('Enviar ahora')
  const modal = await dialog('¿Enviar «Adeudos del norte» ahora?')
  expect(modal.getAllByRole('listitem').map((one) => one.textContent)).toEqual(stored[0]?.mails)
  fireEvent.click(modal.getByRole('button', { name: 'Enviar ahora' }))
  expect(await screen.findByText('El reporte se está enviando')).toBeTruthy()
})

test('a report is deleted, and restored from its notice', async () => {
  open()
  await choose('Eliminar')
  const modal = await dialog('¿Eliminar «Adeudos del norte»?')
  expect(modal.getByText(/Deja de enviarse a 3 destinatarios/)).toBeTruthy()
  fireEvent.click(modal.getByRole('button', { name: 'Eliminar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Deshacer' }))
  await waitFor(() =>
    expect(sent('POST', calls.list.path)).toMatchObject([{ name: 'Adeudos del norte', active: true }]),
  )
})

test('a deleted report is not restored by one who would widen it, nor if its filter cannot be read', async () => {
  stored = [report(1, 'Adeudos del norte', { seenBy: 'Ana Ruiz' })]
  const remove = async () => {
    await choose('Eliminar')
    fireEvent.click((await dialog('¿Eliminar «Adeudos del norte»?')).getByRole('button', { name: 'Eliminar' }))
    expect(await screen.findByText(calls.remove.done)).toBeTruthy()
  }
  open()
  await remove()
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
  cleanup()
  notices.set([])
  open('/reports', { ...ADMIN, vehicleScope: 'a' })
  await remove()
  expect(screen.getByRole('button', { name: 'Deshacer' })).toBeTruthy()
  cleanup()
  notices.set([])
  stored = [report(1, 'Adeudos del norte', { unreadable: true })]
  open()
  await remove()
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
})

test('the arrow keys move between tabs; the sends list results and link to their deliveries', async () => {
  const router = open()
  const first = await screen.findByRole('tab', { name: 'Reportes' })
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  const list = within(await screen.findByRole('list', { name: 'Envíos' }))
  expect(router.state.location.search).toEqual({ tab: 'envios' })
  expect(list.getByText('Adeudos del norte')).toBeTruthy()
  expect(list.getByText('Correos: 3 enviados, 1 con error')).toBeTruthy()
  expect(list.getByText('Programado')).toBeTruthy()
  expect(list.getByText('Pedido por ana')).toBeTruthy()
  expect(list.getByText('Prueba de luis')).toBeTruthy()
  expect(list.getByText('Seleccione estados de su país')).toBeTruthy()
  expect(list.getByText('2 correos no se enviaron: se alcanzó el límite diario de la empresa.')).toBeTruthy()
  fireEvent.click(list.getByRole('button', { name: 'Ver entregas de Envío programado: Adeudos del norte' }))
  expect(await dialog('Entregas')).toBeTruthy()
  expect(router.state.location.search).toEqual({ tab: 'envios', item: 'q1' })
})

test('a user with part of the fleet sees only their reports, and no settings of the company', async () => {
  stored = [report(1, 'Adeudos del norte', { seenBy: 'Ana Ruiz', nextAt: null })]
  open('/reports', { ...ADMIN, vehicleScope: 'a' })
  const mine = await card('Adeudos del norte')
  expect(mine.getByText('No se envía: el envío está en pausa')).toBeTruthy()
  expect(mine.queryByText(/^Con lo que ve/)).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Correo' })).toBeNull()
  await choose('Editar')
  const form = await dialog('Editar «Adeudos del norte»')
  expect(form.queryByRole('group', { name: 'Canales' })).toBeNull()
  const paths = server.sent.map(({ path }) => path)
  for (const { path } of [emailSettings.read, channels.list]) expect(paths).not.toContain(path)
  cleanup()
  open()
  expect((await card('Adeudos del norte')).getByText('Con lo que ve Ana Ruiz')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Correo' })).toBeTruthy()
})
