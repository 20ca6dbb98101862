// A manual capture: the steps at the source, the answer, its proof, its faults, and the next task.
import { type CaptureHolder, type CaptureTask, captures } from '@padron/contract/captures'
import type { ScrapedResource } from '@padron/contract/resource-status'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../../api/notify.ts'
import { queryClient } from '../../../api/query-client.ts'
import { DrawerSearch } from '../../../lib/drawer-search.ts'
import { useSearchState } from '../../../lib/search-params.ts'
import { task } from '../../../testing/capture-task.ts'
import { scrapedResource } from '../../../testing/resource.ts'
import { ADMIN, showScreen } from '../../../testing/show-screen.tsx'
import { startSmallServer } from '../../../testing/small-server.ts'
import { CaptureDialog } from './CaptureDialog.tsx'

const SECOND = task({ vehicleAssetId: 8, plate: 'GAB456C' })
let listed: readonly CaptureTask[]
let refusal: object | undefined
let holder: CaptureHolder | null
let first: CaptureTask
let before: readonly ScrapedResource[]
let uploadStatus = 200
let uploads = 0
let server: Awaited<ReturnType<typeof startSmallServer>>
const fileId = (n: number) => `0197f5f0-0000-7000-8000-00000000000${n}`
beforeAll(async () => {
  server = await startSmallServer({
    [captures.list.path]: (_body, method) => {
      if (method === 'GET') return { json: { captures: listed, totalCount: listed.length } }
      return refusal ? { status: 422, json: refusal } : { json: { message: 'Captura guardada correctamente' } }
    },
    [captures.next.path]: (body) => {
      const { seen } = JSON.parse(body) as { seen: { vehicleAssetId: number }[] }
      const next = listed.find((one) => seen.every(({ vehicleAssetId }) => vehicleAssetId !== one.vehicleAssetId))
      return { json: { next: next ? { vehicleAssetId: next.vehicleAssetId, resourceId: next.resourceId } : null } }
    },
    '/api/v2/captures/lease/7': (_body, method) => ({ json: method === 'PUT' ? { holder } : { message: 'x' } }),
    '/api/v2/captures/lease/8': (_body, method) => ({ json: method === 'PUT' ? { holder: null } : { message: 'x' } }),
    '/api/v2/captures/7/31': () => ({ json: first }),
    '/sapy/v2/7': () => ({ json: { scrapedResources: before } }),
    '/sapy/v2/8': () => ({ json: { scrapedResources: [] } }),
    '/api/v2/captures/8/31': () => ({ json: SECOND }),
    [captures.upload.path]: (body) => {
      if (uploadStatus !== 200)
        return {
          status: uploadStatus,
          json: { type: 'about:blank', title: 'El archivo no es un PDF.', status: uploadStatus },
        }
      uploads += 1
      return {
        json: {
          fileId: fileId(uploads),
          fileName: `archivo-${uploads}.pdf`,
          size: body.length,
          mediaType: 'application/pdf',
        },
      }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  listed = [task(), SECOND]
  refusal = undefined
  holder = null
  first = task()
  before = []
  uploadStatus = 200
  uploads = 0
  server.sent.length = 0
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const Host = () => {
  const [{ captura }, setSearch] = useSearchState(DrawerSearch)
  if (!captura) return <p>Cerrado</p>
  const go = (next?: string): void => setSearch({ captura: next })
  return <CaptureDialog captura={captura} onClose={go} onGo={go} />
}
const open = async (address = '/captures?captura=7-31') => {
  const router = showScreen(Host, address)
  await screen.findByRole('form', { name: 'Respuesta de la fuente' })
  return router
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const cell = (name: string): HTMLInputElement => screen.getByLabelText(name)
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const give = (...files: File[]) =>
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, { target: { files } })
const PDF = new File(['%PDF-1.4 ...'], 'consulta.pdf', { type: 'application/pdf' })
const sentBodies = () => server.sent.filter(({ path, method }) => path === captures.create.path && method === 'POST')

test('the steps name the portal and the data that it asks for, also the missing ones', async () => {
  await open()
  const steps = within(screen.getByRole('region', { name: 'Qué hacer' }))
  const portal = steps.getByRole('link', { name: /Abrir el portal/ })
  expect([portal.getAttribute('href'), portal.getAttribute('rel')]).toEqual([
    'https://portal.example/multas',
    'noopener noreferrer',
  ])
  expect(document.activeElement).toBe(portal)
  expect(steps.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Placa',
    'RFC',
    'VIN',
    'Últimos 5 del VIN',
  ])
  expect(steps.getByText('No está en los datos del vehículo')).toBeTruthy()
  expect(steps.getByRole('button', { name: 'Copiar Últimos 5 del VIN' })).toBeTruthy()
})

test('the last attempt is shown if it came after the last good answer', async () => {
  first = task({
    reason: 'La captura ya pasó su vigencia',
    lastAttempt: { text: 'La fuente falló', dateTime: new Date().toISOString() },
  })
  await open()
  expect(screen.getByRole('region', { name: 'Qué hacer' }).textContent).toContain(
    'Último intento justo ahora: La fuente falló.',
  )
})

test('faults appear under their fields with the focus on the first; saving opens the next task', async () => {
  const router = await open()
  press('Guardar y continuar')
  expect(await screen.findByText('Elija qué respondió la fuente')).toBeTruthy()
  expect(screen.getByText('Agregue el archivo que prueba la captura')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0])
  fireEvent.click(screen.getByLabelText('Con multas'))
  type('Importe, fila 1', '1000')
  type('Total, fila 1', '400')
  expect(
    screen.getByText(/Importe − descuento \+ recargo da \$1,000\.00 MXN\. Si la fuente dice otro total, déjelo/),
  ).toBeTruthy()
  expect(screen.getByText(/un total no cuadra/)).toBeTruthy()
  press('Guardar y continuar')
  expect(await screen.findByText(/Escriba el concepto/)).toBeTruthy()
  expect(screen.getByText('Agregue el archivo que prueba la captura')).toBeTruthy()
  expect(document.activeElement).toBe(cell('Concepto, fila 1'))
  type('Concepto, fila 1', 'Luz roja')
  type('Descuento, fila 1', '600')
  give(PDF)
  await screen.findByText('archivo-1.pdf')
  listed = [SECOND]
  press('Guardar y continuar')
  await screen.findByRole('heading', { name: 'Capturar Multas · Coahuila de GAB456C' })
  expect(router.state.location.search).toMatchObject({ captura: '8-31' })
  const [sent] = sentBodies()
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    vehicleAssetId: 7,
    resourceId: 31,
    statusId: 0,
    debts: [{ description: 'Luz roja', subTotal: 1000, discount: 600, surcharge: null, total: 400 }],
    fileIds: [fileId(1)],
  })
  expect(await screen.findByText('Captura guardada correctamente')).toBeTruthy()
  expect(localStorage.getItem('padron.1.capture-7-31')).toBeNull()
})

test('files are rejected before they are sent or by the server, retried, and removed', async () => {
  await open()
  give(new File(['hola'], 'nota.txt', { type: 'text/plain' }), new File([], 'vacio.pdf', { type: 'application/pdf' }))
  expect(screen.getByText('Solo se aceptan archivos PDF, PNG o JPEG.')).toBeTruthy()
  expect(screen.getByText('El archivo está vacío.')).toBeTruthy()
  expect(server.sent.some(({ path }) => path === captures.upload.path)).toBe(false)
  press('Quitar nota.txt')
  uploadStatus = 422
  give(PDF)
  expect(await screen.findByText('El archivo no es un PDF.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  press('Quitar consulta.pdf')
  uploadStatus = 503
  give(PDF)
  await screen.findByRole('button', { name: 'Reintentar' })
  uploadStatus = 200
  press('Reintentar')
  expect(await screen.findByText('archivo-1.pdf')).toBeTruthy()
  press('Quitar archivo-1.pdf')
  expect(screen.queryByText('archivo-1.pdf')).toBeNull()
  give(PDF, PDF, PDF, PDF, PDF, PDF)
  expect(await screen.findByText('5 archivos como máximo')).toBeTruthy()
  await screen.findByText('archivo-5.pdf')
})

test('in the grid Enter moves down, rows of a spreadsheet can be pasted, and a row can be removed', async () => {
  await open()
  fireEvent.click(screen.getByLabelText('Con multas'))
  fireEvent.keyDown(cell('Folio, fila 1'), { key: 'Enter' })
  expect(document.activeElement).toBe(cell('Folio, fila 2'))
  const text = 'Folio\tConcepto\tFecha\tImporte\nA-1\tLuz roja\t5/11/2026\t$800.00\nA-2\tVelocidad\t\t1,200'
  fireEvent.paste(cell('Folio, fila 1'), { clipboardData: { getData: () => text, files: [] } })
  expect([cell('Fecha, fila 1').value, cell('Importe, fila 2').value]).toEqual(['05/11/2026', '1,200'])
  expect(screen.getByText('$2,000.00 MXN')).toBeTruthy()
  press('Quitar fila 1')
  expect(cell('Folio, fila 1').value).toBe('A-2')
  expect(document.activeElement).toBe(cell('Folio, fila 1'))
})

test('a draft is recovered, and can be discarded; outside of the list there is no next task', async () => {
  await open('/?captura=7-31')
  expect(screen.queryByRole('button', { name: 'Omitir' })).toBeNull()
  type('Nota', 'sin sistema por la mañana')
  press('Cerrar')
  await screen.findByText('Cerrado')
  cleanup()
  await open('/?captura=7-31')
  expect(screen.getByText('Se recuperó lo que no había guardado.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Nota').value).toBe('sin sistema por la mañana')
  press('Descartar borrador')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Nota').value).toBe('')
})

test('the form starts with the last capture and can be emptied; without a portal no step says «ahí»', async () => {
  const capture = { who: 'norte-ana', dateTime: '2026-11-01T18:00:00Z' }
  first = task({ portalUrl: null })
  before = [
    scrapedResource({
      capture,
      result: [
        {
          name: 'x',
          subTotal: null,
          discount: null,
          surcharge: null,
          total: null,
          paymentLine: null,
          paymentLineDueDate: null,
          pdfUrl: null,
          notes: [{ label: 'Nota', value: 'de ayer' }],
          scrapedTickets: [],
          scrapedTenencias: [],
          scrapedRefrendo: [],
        },
      ],
    }),
  ]
  await open('/?captura=7-31')
  expect(screen.getByText(/^Se llenó con lo capturado antes/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Sin multas').checked).toBe(true)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Nota').value).toBe('de ayer')
  expect(localStorage.getItem('padron.1.capture-7-31')).toBeNull()
  expect(screen.getByRole('region', { name: 'Qué hacer' }).textContent).not.toMatch(/ahí/)
  press('Empezar en blanco')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Nota').value).toBe('')
})

test('Colombian users see Colombian labels', async () => {
  showScreen(Host, '/?captura=7-31', { ...ADMIN, country: 'CO' })
  await screen.findByRole('form', { name: 'Respuesta de la fuente' })
  fireEvent.click(screen.getByLabelText('Con multas'))
  expect(screen.getByLabelText('Referencia de pago')).toBeTruthy()
  expect(cell('Número de comparendo / resolución, fila 1')).toBeTruthy()
})

test('the server’s errors appear under their fields', async () => {
  const message = 'Hay una respuesta más reciente que esta consulta.'
  refusal = { type: 'about:blank', title: message, status: 422, errors: [{ path: 'seenAt', message }] }
  await open('/?captura=7-31')
  fireEvent.click(screen.getByLabelText('Sin multas'))
  give(PDF)
  await screen.findByText('archivo-1.pdf')
  press('Guardar')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Ahora, al guardar'))
})

test('in the list a task can be skipped', async () => {
  const router = await open()
  press('Omitir')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ captura: '8-31' }))
  await screen.findByRole('form', { name: 'Respuesta de la fuente' })
  press('Omitir')
  expect(await screen.findByText('Cerrado')).toBeTruthy()
})

test('a vehicle that another user is capturing shows who and since when, and offers the next task', async () => {
  holder = { userId: 9, username: 'norte-ana', since: new Date(Date.now() - 5 * 60_000).toISOString() }
  const router = showScreen(Host, '/captures?captura=7-31', { ...ADMIN, role: ['processing_admin'] })
  expect(await screen.findByText('norte-ana captura este vehículo')).toBeTruthy()
  expect(screen.getByText(/^Lo abrió hace 5 minutos/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Tomarlo' })).toBeNull()
  press('Ir al siguiente')
  await screen.findByRole('heading', { name: 'Capturar Multas · Coahuila de GAB456C' })
  expect(router.state.location.search).toMatchObject({ captura: '8-31' })
})

test('the administrator may take it over; the lease ends when the form is closed', async () => {
  holder = { userId: 9, username: 'norte-ana', since: new Date().toISOString() }
  showScreen(Host, '/?captura=7-31')
  const take = await screen.findByRole('button', { name: 'Tomarlo' })
  holder = null
  fireEvent.click(take)
  await screen.findByRole('form', { name: 'Respuesta de la fuente' })
  const leases = () => server.sent.filter(({ path }) => path === '/api/v2/captures/lease/7')
  expect(JSON.parse(leases().at(-1)?.body ?? '')).toEqual({ takeOver: true })
  press('Cerrar')
  await screen.findByText('Cerrado')
  await waitFor(() => expect(leases().at(-1)?.method).toBe('DELETE'))
})
