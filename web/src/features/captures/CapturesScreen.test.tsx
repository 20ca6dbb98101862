// The work list of manual captures: its three lists, its filters, its empty states, and who may capture.
import { type CaptureTask, captures } from '@padron/contract/captures'
import { type CaptureBatch, captureBatches } from '@padron/contract/captures/batches'
import { CAPTURED_TYPES, defaultInterval } from '@padron/contract/captures/validity'
import { catalogue } from '@padron/contract/catalogue'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { task } from '../../testing/capture-task.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { CapturesScreen } from './CapturesScreen.tsx'
import { countsQuery } from './list/list-query.ts'

let tasks: readonly CaptureTask[]
const people = [
  { userId: 1, username: 'norte-admin', vehicles: 2, left: 9, doneToday: 3, mayCapture: true },
  { userId: 2, username: 'norte-ana', vehicles: 0, left: 0, doneToday: 0, mayCapture: true },
]
const batchOf = (state: CaptureBatch['state']): CaptureBatch => ({
  batchId: '0197f5f0-0000-7000-8000-000000000007',
  fileName: 'capturas.xlsx',
  state,
  who: 'norte-admin',
  createdAt: '2026-11-27T12:00:00.000Z',
  appliedAt: null,
  undoUntil: null,
  rows: 2,
  statements: 2,
  refusedRows: 0,
  proofs: 2,
  proofErrors: [],
  refusedProofs: 0,
  message: null,
})
let batches: CaptureBatch[]
let status = 200
let counts = { asked: 2, never: 1815, old: 0 }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [captures.list.path]: () => ({ status, json: { captures: tasks, totalCount: tasks.length } }),
    [captures.summary.path]: () => ({ json: counts }),
    [captureBatches.list.path]: () => ({ json: { batches } }),
    [captures.progress.path]: () => ({ json: { people } }),
    [captures.assign.path]: () => ({ json: { message: '4 vehículos con sus capturas: asignado', vehicles: 4 } }),
    [captures.validity.path]: () => ({
      json: { intervals: CAPTURED_TYPES.map(defaultInterval), expiring: 2640, secondsEach: 55 },
    }),
    [catalogue.states.path]: () => ({ json: { states: [{ stateId: 5, stateName: 'Coahuila', sources: [] }] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  tasks = [
    task(),
    task({ resourceId: 32, resourceName: 'Tenencias · Coahuila', portal: 'Otro portal', lastGood: null }),
  ]
  counts = { asked: 2, never: 1815, old: 0 }
  batches = []
  status = 200
  server.sent.length = 0
})
afterEach(async () => {
  vi.useRealTimers()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('shows resource, vehicle, reason and date; a press opens the form, which is in the address', async () => {
  const router = showScreen(CapturesScreen, '/captures')
  const [first, second] = await rows()
  for (const text of [
    'FAP123Z',
    'Coahuila',
    'Multas · Coahuila',
    'Requiere intervención manual',
    'La fuente pide una verificación humana',
    'hace 3 horas',
  ])
    expect(first?.textContent).toContain(text)
  expect(second?.textContent).toContain('Nunca')
  expect(screen.getByRole('status').textContent).toBe('1–2 de 2 consultas')
  press('Capturar Multas · Coahuila de FAP123Z')
  await waitFor(() => expect(router.state.location.search).toEqual({ captura: '7-31' }))
  fireEvent.click(screen.getAllByRole('button', { name: 'FAP123Z' })[0] as HTMLElement)
  await waitFor(() => expect(router.state.location.search).toMatchObject({ asset: '7', tipo: '1' }))
})

test('an expired clear answer is not shown as clear, as in the drawer', async () => {
  const at = new Date(Date.now() - 72 * 3_600_000).toISOString()
  const fresh = (state: 'old' | 'unknown') => ({ resourceTypeId: 1, state, at })
  tasks = [
    task({ status: 1, freshness: fresh('unknown') }),
    task({ status: 0, freshness: fresh('old'), resourceId: 32, portal: 'Otro portal' }),
  ]
  showScreen(CapturesScreen, '/captures')
  const [first, second] = await rows()
  expect(first?.textContent).toContain('sin datoúltimo dato: Sin multas, consultado hace 3 días')
  expect(first?.querySelector('.sign--clear')).toBeNull()
  expect(second?.textContent).toContain('Con multasdato antiguo, consultado hace 3 días')
})

test('the counts are requested with the filters, whichever list is open', () => {
  const search = { list: 'never', stateId: 5, resourceTypeId: undefined, like: 'AB', page: 2 } as const
  expect(countsQuery(search)).toEqual({ stateId: '5', like: 'AB' })
})

test('when the form closes, its row gets the focus', async () => {
  const router = showScreen(CapturesScreen, '/captures?captura=7-32')
  await rows()
  await router.navigate({ to: '/captures', search: {} } as never)
  await waitFor(() => expect(document.activeElement?.getAttribute('data-captura')).toBe('7-32'))
})

test('the lists show their counts; the selected list and the filters are in the address', async () => {
  const router = showScreen(CapturesScreen, '/captures?stateId=5&page=2')
  await rows()
  const current = await screen.findByRole('button', { name: 'Requieren intervención 2' })
  expect(current.getAttribute('aria-current')).toBe('page')
  press('Nunca capturados 1,815')
  await waitFor(() => expect(router.state.location.search).toEqual({ stateId: '5', list: 'never' }))
  await screen.findByText('Coahuila', { selector: '.chip strong' })
  press('Quitar filtro Estado')
  await waitFor(() => expect(router.state.location.search).toEqual({ list: 'never' }))
  await rows()
})

test('an empty list says why, and where there are captures', async () => {
  tasks = []
  const router = showScreen(CapturesScreen, '/captures')
  expect(await screen.findByText('Nada requiere intervención')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Ver «Nunca capturados»' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ list: 'never' }))
  expect(await screen.findByText('Nada sin capturar')).toBeTruthy()
  cleanup()
  showScreen(CapturesScreen, '/captures?like=zzz')
  expect(await screen.findByText('Sin coincidencias')).toBeTruthy()
})

test('a user with read permission only cannot capture; a failure is reported and can be retried', async () => {
  status = 409
  showScreen(CapturesScreen, '/captures', { ...ADMIN, role: ['processing_read'] })
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  status = 200
  fireEvent.click(retry)
  await rows()
  expect(screen.queryByRole('button', { name: /^Capturar/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'FAP123Z' })).toBeNull()
  expect(server.sent.some(({ path }) => path === catalogue.states.path)).toBe(false)
})

test('the validity of captures: its workload in words, changed by type, invalid days rejected', async () => {
  showScreen(CapturesScreen, '/captures')
  expect(await screen.findByText('2,640 capturas vencen esta semana: unas 41 h a 55 s cada una.')).toBeTruthy()
  press('Vigencia')
  const season = await screen.findByLabelText(/^Tenencias de enero a marzo, días/)
  expect((season as HTMLInputElement).value).toBe('7')
  const dialog = within(screen.getByRole('dialog', { name: 'Vigencia de las capturas' }))
  const fines = dialog.getByLabelText(/^Multas, días/)
  fireEvent.change(fines, { target: { value: '400' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Escriba un número de días de 1 a 365')).toBeTruthy()
  fireEvent.change(fines, { target: { value: '45' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = server.sent.find(({ method }) => method === 'PUT')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    intervals: expect.arrayContaining([
      { resourceTypeId: 1, days: 45, seasonDays: 45 },
      { resourceTypeId: 0, days: 30, seasonDays: 7 },
    ]),
  })
})

test('several checks of one portal are one statement, and each can still be captured alone', async () => {
  tasks = [
    task({
      resourceTypeId: 0,
      resourceId: 30,
      resourceName: 'Tenencias · Coahuila',
      assignedTo: { userId: 2, username: 'norte-ana' },
    }),
    task(),
    task({ resourceTypeId: 5, resourceId: 5005, resourceName: 'Seguro', portal: 'Otro portal' }),
  ]
  const router = showScreen(CapturesScreen, '/captures')
  const [statement, insurance] = await rows()
  expect(statement?.textContent).toContain('Estado de cuenta · 2 tipos')
  expect(statement?.textContent).toContain('Asignado a norte-ana')
  expect(insurance?.textContent).toContain('Seguro')
  press('Capturar estado de cuenta de FAP123Z')
  await waitFor(() => expect(router.state.location.search).toEqual({ cuenta: '7-30' }))
  press('Capturar solo Multas · Coahuila de FAP123Z')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ captura: '7-31' }))
})

test('the filtered vehicles are assigned to a user; users see their own list and everybody’s progress', async () => {
  const router = showScreen(CapturesScreen, '/captures?stateId=5&list=never')
  await rows()
  expect((await screen.findByText(/9 por hacer/)).textContent).toContain('3 hechas hoy')
  press('Asignar')
  const dialog = within(await screen.findByRole('dialog', { name: 'Asignar capturas' }))
  expect((await dialog.findAllByRole('row'))[1]?.textContent).toContain('norte-admin293')
  fireEvent.click(dialog.getByRole('button', { name: 'Asignar' }))
  expect(await dialog.findByText('Elija una persona', { selector: 'small' })).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Persona'), { target: { value: '2' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Asignar' }))
  expect(await screen.findByText('4 vehículos con sus capturas: asignado')).toBeTruthy()
  const sent = server.sent.find(({ path }) => path === captures.assign.path)
  expect(JSON.parse(sent?.body ?? '')).toEqual({ userId: 2, list: 'never', stateId: 5 })
  fireEvent.click(dialog.getByRole('button', { name: 'Cerrar ventana' }))
  press('Mis capturas')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ assignedTo: 'mine' }))
})

test('selected vehicles are assigned with all their rows', async () => {
  tasks = [
    task(),
    task({ resourceTypeId: 5, resourceId: 5005, resourceName: 'Seguro', portal: 'Otro portal' }),
    task({ vehicleAssetId: 8, plate: 'GAB456C' }),
  ]
  showScreen(CapturesScreen, '/captures')
  await rows()
  fireEvent.click(screen.getByLabelText('Seleccionar FAP123Z, Multas · Coahuila'))
  expect(screen.getByLabelText<HTMLInputElement>('Seleccionar FAP123Z, Seguro').checked).toBe(true)
  press('Asignar 1 vehículo')
  const dialog = within(await screen.findByRole('dialog', { name: 'Asignar capturas' }))
  fireEvent.change(await dialog.findByLabelText('Persona'), { target: { value: '2' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Asignar' }))
  expect(await screen.findByText('4 vehículos con sus capturas: asignado')).toBeTruthy()
  const sent = server.sent.find(({ path }) => path === captures.assign.path)
  expect(JSON.parse(sent?.body ?? '')).toEqual({ userId: 2, vehicleAssetIds: [7] })
  expect(screen.getByLabelText<HTMLInputElement>('Seleccionar FAP123Z, Seguro').checked).toBe(false)
})

test('a workbook that is applied after its dialog was closed removes what it captured from the lists', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  batches = [batchOf('queued')]
  showScreen(CapturesScreen, '/captures')
  expect(await rows()).toHaveLength(2)
  press('Por Excel')
  const dialog = within(await screen.findByRole('dialog', { name: 'Captura por Excel' }))
  expect(await dialog.findByText('Guardando las capturas de capturas.xlsx…')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Cerrar ventana' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  batches = [batchOf('applied')]
  tasks = []
  counts = { asked: 0, never: 0, old: 0 }
  await act(async () => void vi.advanceTimersByTime(5_000))
  expect(await screen.findByText('Nada requiere intervención')).toBeTruthy()
})
