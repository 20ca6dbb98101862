// The pending items: rows, unknown amounts, filters in the address, assigning with undo, and empty states.
import { catalogue } from '@padron/contract/catalogue'
import { type PendingItem, pending } from '@padron/contract/pending'
import { tags } from '@padron/contract/tags'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { NOT_SEEN, offline } from '../../api/offline.ts'
import { queryClient } from '../../api/query-client.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { PendingScreen } from './PendingScreen.tsx'
import type { Summary } from './pending-texts.ts'

const TODAY = '2026-11-28'
const item = (over: Partial<PendingItem> = {}): PendingItem => ({
  kind: 'insurance',
  vehicleAssetId: 7,
  ref: 'r:5@2026-11-25',
  plate: 'FAP123Z',
  vin: '3N1CN8AE1RL000001',
  customId: null,
  stateName: 'Coahuila',
  title: 'Póliza de seguro',
  detail: 'Póliza 8812',
  dueOn: '2026-11-25',
  amount: null,
  withoutAmount: 0,
  debts: null,
  saving: null,
  differing: [],
  resourceId: 5,
  resourceTypeId: 5,
  documentId: null,
  assignment: null,
  ...over,
})
const fines = item({
  kind: 'fine',
  ref: '31',
  title: 'Multas · Coahuila',
  detail: null,
  dueOn: '2026-12-03',
  amount: 1200,
  withoutAmount: 1,
  debts: 3,
  saving: 350,
  resourceTypeId: 1,
  assignment: {
    userId: 2,
    username: 'norte-ana',
    dueOn: '2026-11-27',
    note: 'Pagar en línea',
    assignedBy: 'norte-admin',
    assignedAt: '2026-11-26T18:00:00Z',
  },
})
const difference = item({ kind: 'difference', ref: 'registry', title: 'Datos que difieren', detail: null, dueOn: null })

const SUMS: Summary = {
  total: 3,
  overdue: 1,
  byKind: [],
  worth: { amount: 1200, items: 1, withoutAmount: 1 },
  basis: { known: 8, total: 10 },
  neverCaptured: 1815,
}
let items: readonly PendingItem[]
let sums: Summary
let next: string | null
let status = 200
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [pending.list.path]: () => ({ status, json: { today: TODAY, items, next } }),
    [pending.summary.path]: () => ({ json: sums }),
    [pending.mine.path]: () => ({ json: { total: 2, due: 1 } }),
    [pending.people.path]: () => ({
      json: {
        people: [
          { userId: 1, username: 'norte-admin', fullName: '' },
          { userId: 2, username: 'norte-ana', fullName: 'Ana Peña' },
        ],
      },
    }),
    [pending.assign.path]: (body) => ({
      json: {
        message: '1 pendiente para norte-admin',
        changed: 1,
        gone: 0,
        before: (JSON.parse(body) as { assignments: object[] }).assignments.map((one) => ({
          ...one,
          userId: null,
          dueOn: null,
          note: '',
        })),
      },
    }),
    [catalogue.states.path]: () => ({ json: { states: [{ stateId: 5, stateName: 'Coahuila', sources: [] }] } }),
    [tags.list.path]: () => ({ json: { userTags: [] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  items = [item(), fines, difference]
  sums = SUMS
  next = null
  status = 200
  server.sent.length = 0
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const assigned = () =>
  server.sent.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body).assignments as unknown)

test('shows item, vehicle, date, amount and assignee; an unknown amount is not zero', async () => {
  const router = showScreen(PendingScreen, '/pending')
  const [first, second, third] = await rows()
  for (const text of ['FAP123Z', 'Coahuila', 'Póliza de seguro', 'venció hace 3 días', '—', 'Sin asignar'])
    expect(first?.textContent).toContain(text)
  for (const text of [
    'Multas · Coahuila',
    '3 adeudos · descuento hasta el 3 de diciembre: ahorra $350.00',
    'en 5 días',
    '$1,200.00',
    'y 1 sin importe',
    'norte-ana',
    'Para el 27/11/2026',
    'Pagar en línea',
  ])
    expect(second?.textContent).toContain(text)
  expect(third?.textContent).toContain('Sin fecha')
  expect(await screen.findByText('3 pendientes, 1 vencido')).toBeTruthy()
  expect(screen.getByText(/^Importe conocido \$1,200\.00.* de 1 pendiente; 1 adeudo sin importe\.$/)).toBeTruthy()
  expect(screen.getByText(/^De 2 vehículos falta información/)).toBeTruthy()
  expect(screen.getByText(/1,815 consultas nunca capturadas/)).toBeTruthy()
  press('Multas · Coahuila de FAP123Z')
  await waitFor(() => expect(router.state.location.search).toEqual({ asset: '7', tipo: '1' }))
  press('Datos que difieren de FAP123Z')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ info: '7' }))
})

test('a debt without an amount says so', async () => {
  items = [item({ kind: 'tax', title: 'Tenencias', amount: null, withoutAmount: 2, debts: 2 })]
  showScreen(PendingScreen, '/pending')
  expect((await rows())[0]?.textContent).toContain('Importe desconocido')
})

test('filters and the tab are in the address and in every request', async () => {
  const router = showScreen(PendingScreen, '/pending?kinds=fine,tax&stateId=5')
  await rows()
  expect(await screen.findByText('Multas, Tenencia y refrendo', { selector: '.chip strong' })).toBeTruthy()
  press(/^Mis pendientes/)
  await waitFor(() => expect(router.state.location.search).toEqual({ kinds: 'fine,tax', stateId: '5', whose: 'mine' }))
  await waitFor(() => {
    const requests = server.sent.filter(({ search }) => search.includes('whose=mine'))
    expect(requests.map(({ path }) => path).toSorted()).toEqual([pending.list.path, pending.summary.path])
    expect(requests.every(({ search }) => search.includes('kinds=fine%2Ctax') && search.includes('stateId=5'))).toBe(
      true,
    )
  })
  await screen.findByText('Coahuila', { selector: '.chip strong' })
  press('Limpiar filtros')
  await waitFor(() => expect(router.state.location.search).toEqual({ whose: 'mine' }))
  await rows()
})

test('the next rows are loaded after the last one', async () => {
  next = 'marca'
  showScreen(PendingScreen, '/pending')
  await rows()
  next = null
  items = [item({ ref: 'otro', plate: 'ZZZ999Z' })]
  press('Mostrar más')
  await waitFor(async () => expect(await rows()).toHaveLength(4))
  expect(server.sent.some(({ search }) => search.includes('after=marca'))).toBe(true)
})

test('selected rows are assigned to a user with a date, and the assignment is undone', async () => {
  showScreen(PendingScreen, '/pending')
  await rows()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar Póliza de seguro de FAP123Z' }))
  press('Asignar 1 pendiente')
  const dialog = within(await screen.findByRole('dialog', { name: 'Asignar 1 pendiente' }))
  fireEvent.click(dialog.getByRole('button', { name: 'El viernes' }))
  expect((dialog.getByLabelText('Para el día') as HTMLInputElement).value).toBe('04/12/2026')
  fireEvent.change(dialog.getByLabelText('Para el día'), { target: { value: '01/01/2020' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Asignar' }))
  await dialog.findByText('La fecha ya pasó')
  expect(assigned()).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'El viernes' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Asignar' }))
  const key = { kind: 'insurance', vehicleAssetId: 7, ref: 'r:5@2026-11-25' }
  await waitFor(() => expect(assigned()).toEqual([[{ ...key, userId: 1, dueOn: '2026-12-04', note: '' }]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: 'Deshacer' }))
  await waitFor(() => expect(assigned().at(-1)).toEqual([{ ...key, userId: null, dueOn: null, note: '' }]))
})

test('days in the wrong order send no request', async () => {
  const router = showScreen(PendingScreen, '/pending')
  await rows()
  fireEvent.change(screen.getByLabelText('Vence desde'), { target: { value: '01/12/2027' } })
  await waitFor(() => expect(router.state.location.searchStr).toContain('from=2027-12-01'))
  fireEvent.change(screen.getByLabelText('Vence hasta'), { target: { value: '01/01/2026' } })
  fireEvent.blur(screen.getByLabelText('Vence hasta'))
  expect(screen.getByText('No puede ser anterior a 01/12/2027')).toBeTruthy()
  expect(router.state.location.searchStr).not.toContain('to=')
  fireEvent.change(screen.getByLabelText('Vence desde'), { target: { value: '01/12/2025' } })
  await waitFor(() => expect(router.state.location.searchStr).toMatch(/(?=.*from=2025-12-01)(?=.*to=2026-01-01)/))
})

test('the menu of a row reassigns it with its date; an unassigned item cannot be unassigned', async () => {
  showScreen(PendingScreen, '/pending')
  await rows()
  press('Acciones de Multas · Coahuila de FAP123Z')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Asignarme' }))
  await waitFor(() =>
    expect(assigned()).toEqual([
      [{ kind: 'fine', vehicleAssetId: 7, ref: '31', userId: 1, dueOn: '2026-11-27', note: 'Pagar en línea' }],
    ]),
  )
  press('Acciones de Póliza de seguro de FAP123Z')
  const remove = screen.getByRole('menuitem', { name: /^Quitar asignación/ })
  expect(remove.textContent).toContain('No está asignado')
  fireEvent.click(remove)
  expect(assigned()).toHaveLength(1)
})

test('an empty list says why, and what was checked', async () => {
  items = []
  sums = { ...SUMS, total: 0, overdue: 0, worth: { amount: null, items: 0, withoutAmount: 0 } }
  showScreen(PendingScreen, '/pending')
  expect(await screen.findByText('Nada pendiente en lo que se sabe')).toBeTruthy()
  expect(screen.getByText(/^Se revisaron .*de 10 vehículos\. De 2 vehículos falta información/)).toBeTruthy()
  cleanup()
  sums = { ...sums, basis: { known: 10, total: 10 } }
  showScreen(PendingScreen, '/pending')
  expect(await screen.findByText('Nada pendiente')).toBeTruthy()
  cleanup()
  const router = showScreen(PendingScreen, '/pending?whose=mine')
  fireEvent.click(await screen.findByRole('button', { name: 'Ver todos' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  cleanup()
  showScreen(PendingScreen, '/pending?kinds=fine')
  expect(await screen.findByText('Sin coincidencias')).toBeTruthy()
})

test('without a network the failure is reported once', async () => {
  offline.set(new Map())
  showScreen(PendingScreen, '/pending')
  await screen.findByText(NOT_SEEN)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.getAllByText(NOT_SEEN)).toHaveLength(1)
  act(() => offline.set(undefined))
})

test('a user with read permission only cannot assign; a failure is reported and can be retried', async () => {
  status = 409
  showScreen(PendingScreen, '/pending', { ...ADMIN, role: ['vehicles_read'] })
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  status = 200
  fireEvent.click(retry)
  await rows()
  expect(screen.queryByRole('button', { name: /^A(signar|cciones)/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
