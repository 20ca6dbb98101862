// PDFs are dropped and reviewed: the data read from them appear beside the page, are corrected and sent.
import { captureReadings } from '@padron/contract/captures/readings'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../../api/notify.ts'
import { queryClient } from '../../../api/query-client.ts'
import { task } from '../../../testing/capture-task.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { startSmallServer } from '../../../testing/small-server.ts'
import { ReadingsDialog } from './ReadingsDialog.tsx'

const [OWN, SCANNED] = ['0197f5f0-0000-4000-8000-000000000001', '0197f5f0-0000-4000-8000-000000000002']
const BASE = '/api/v2/captures/readings'
const UPLOADED_AT = `${new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 16)}:00.000Z`
const PORTAL = 'Portal vehicular de Nuevo León'
const own = {
  readingId: OWN,
  fileName: 'propio.pdf',
  size: 900,
  uploadedAt: UPLOADED_AT,
  uploadedBy: 'ana',
  state: 'ready',
  plate: 'CAP1234',
  vehicleAssetId: 7,
  portal: PORTAL,
  note: null,
}
const scanned = {
  ...own,
  readingId: SCANNED,
  fileName: 'escaneado.pdf',
  state: 'unreadable',
  plate: null,
  vehicleAssetId: null,
  portal: null,
  note: 'No se pudo leer el texto: el PDF es una imagen.',
}
const debt = { folio: '', description: 'Tenencia 2026', dateTime: null, subTotal: 1000, discount: null, surcharge: 200 }
const fields = {
  debts: [{ ...debt, total: 1200 }],
  paymentLine: '',
  paymentLineDueDate: null,
  portalTotal: 1300,
  missing: ['línea de captura', 'vigencia'],
  remarks: [],
  unconfirmed: ['adeudos'],
}

let readings: object[]
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [BASE]: (_, method) => ({ json: method === 'GET' ? { readings } : own }),
    [`${BASE}/${OWN}`]: () => ({
      json: { ...own, url: '', fields, portals: [{ resourceId: 1900, portal: PORTAL }] },
    }),
    [`${BASE}/${SCANNED}`]: () => ({ json: { ...scanned, url: '', fields: null, portals: [] } }),
    [`${BASE}/${SCANNED}/vehicle`]: () => ({
      status: 422,
      json: { title: 'Ningún vehículo de su flota tiene esa placa.' },
    }),
    [`${BASE}/${OWN}/accept`]: () => {
      readings = readings.slice(1)
      return { json: { message: captureReadings.accept.done } }
    },
    '/api/v2/captures/lease/7': () => ({ json: { holder: null } }),
    '/api/v2/captures/statement/7/1900': () => ({
      json: { tasks: [task({ resourceId: 1900, resourceTypeId: 0, resourceName: 'Tenencias · Nuevo León' })] },
    }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  readings = [own, scanned]
  server.sent.length = 0
})
afterEach(async () => {
  localStorage.clear()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  queryClient.clear()
  notices.set([])
})

const open = async (name: string) => {
  showScreen(() => <ReadingsDialog onClose={() => undefined} />, '/captures')
  fireEvent.click(await screen.findByRole('button', { name: `Revisar ${name}` }))
}
const sentTo = (path: string) => server.sent.filter((each) => each.path.startsWith(path))

test('shows what was not found and what does not add up, and sends the corrected values', async () => {
  await open('propio.pdf')
  expect(await screen.findByText('No se encontró: línea de captura, vigencia.')).toBeTruthy()
  expect(screen.getByText(/^Sin confirmar: adeudos/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Aceptar' }))
  expect((await screen.findAllByText(/los adeudos suman \$1,200\.00 MXN/)).length).toBeGreaterThan(0)
  expect(sentTo(`${BASE}/${OWN}/accept`)).toEqual([])
  fireEvent.change(screen.getByLabelText(/Total/i, { selector: 'input[name="portalTotal"]' }), {
    target: { value: '1200' },
  })
  fireEvent.keyDown(screen.getByRole('form', { name: 'Lo que dice el PDF' }), { key: 'Enter', ctrlKey: true })
  await screen.findByText(/No se pudo leer el texto/)
  const bodies = sentTo(`${BASE}/${OWN}/accept`).map(({ body }) => JSON.parse(`${body}`))
  expect(bodies).toMatchObject([{ portalTotal: 1200, seenAt: UPLOADED_AT }])
})

test('a scanned PDF asks for the plate, and says when no vehicle has it', async () => {
  await open('escaneado.pdf')
  fireEvent.change(await screen.findByLabelText('Placa'), { target: { value: 'NADA123' } })
  fireEvent.click(screen.getByRole('button', { name: 'Usar esta placa' }))
  expect(await screen.findByText('Ningún vehículo de su flota tiene esa placa.')).toBeTruthy()
})

test('a file that is no PDF is not sent', async () => {
  readings = []
  showScreen(() => <ReadingsDialog onClose={() => undefined} />, '/captures')
  await screen.findByText('Ningún PDF por revisar')
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, {
    target: { files: [new File(['x'], 'tabla.xlsx', { type: 'application/zip' })] },
  })
  expect(await screen.findByText('Solo se leen archivos PDF.')).toBeTruthy()
  expect(server.sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test('uploads continue while an uploaded PDF is reviewed', async () => {
  showScreen(() => <ReadingsDialog onClose={() => undefined} />, '/captures')
  await screen.findByRole('button', { name: 'Revisar propio.pdf' })
  const answer = server.hold()
  const files = ['a', 'b', 'c'].map((name) => new File([name], `${name}.pdf`, { type: 'application/pdf' }))
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, { target: { files } })
  const uploads = () => server.sent.filter(({ path, method }) => path === BASE && method === 'POST')
  await waitFor(() => expect(uploads()).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: 'Revisar propio.pdf' }))
  expect(await screen.findByText('Se suben 3 PDF…')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Ver todos' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Esperar' }))
  answer()
  await waitFor(() => expect(uploads()).toHaveLength(3))
  await waitFor(() => expect(screen.queryByText(/^Se suben/)).toBeNull())
})

test('a PDF that cannot be accepted yet has no button to accept it', async () => {
  await open('escaneado.pdf')
  await screen.findByLabelText('Placa')
  expect(screen.getByRole('button', { name: 'Aceptar' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Anterior' }))
  await screen.findByRole('form', { name: 'Lo que dice el PDF' })
  expect(screen.getByRole('button', { name: 'Aceptar' }).getAttribute('aria-disabled')).not.toBe('true')
})

test('corrections are restored after another PDF was displayed', async () => {
  await open('propio.pdf')
  const total = () => screen.getByLabelText(/Total/i, { selector: 'input[name="portalTotal"]' }) as HTMLInputElement
  await screen.findByRole('form', { name: 'Lo que dice el PDF' })
  fireEvent.change(total(), { target: { value: '1250' } })
  fireEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
  await screen.findByLabelText('Placa')
  fireEvent.click(screen.getByRole('button', { name: 'Anterior' }))
  await screen.findByRole('form', { name: 'Lo que dice el PDF' })
  expect(total().value).toBe('1250')
})
