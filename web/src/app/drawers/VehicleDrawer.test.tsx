// The vehicle's drawer: its sections in order, the timeline with its links, and the actions.
import { catalogue } from '@padron/contract/catalogue'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { documents } from '@padron/contract/documents'
import { obligations } from '@padron/contract/obligations'
import type { ScrapedResourceType } from '@padron/contract/resource-status'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { type HistoryEntry, vehicles } from '@padron/contract/vehicles'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import type { User } from '../../session/session.ts'
import { scrapedResource, typeOf } from '../../testing/resource.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { vehicle } from '../../testing/vehicle.ts'
import { VehicleDrawer } from './VehicleDrawer.tsx'

const entry = (historyId: number, changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  historyId,
  dateTime: '2026-02-01T18:30:00Z',
  vehicleAssetId: 7,
  plate: 'RKA123B',
  vin: '3N1CN8AE1RL000101',
  customId: null,
  assetStatusId: 1,
  assetStatus: 'Activo',
  replacedBy: null,
  replacing: null,
  formerPlate: null,
  formerVin: null,
  who: 'norte-ana',
  historicGroupUUID: null,
  ...changes,
})
const NOT_YET = { statusId: -1, descriptionSpanish: '' }
const OLD = { vehicleAssetId: 5, plate: 'RKA105B' }

let row: VehicleRow
let history: HistoryEntry[]
let historyFails = false
let types: readonly ScrapedResourceType[] = []
let typeId: number | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [catalogue.list.path]: () => ({ json: { vehicles: [row], totalCount: 1 } }),
    '/sapy/v2/7/byType': () => ({
      json: { scrapedResourceTypes: types, debt: { total: null, withoutAmount: 0 }, units: [], today: '2026-11-25' },
    }),
    [obligations.list.path]: () => ({ json: { today: '2026-02-01', obligations: [], totalCount: 0 } }),
    [documents.list.path]: () => ({ json: { documentList: [] } }),
    '/api/v2/documentType/papers/7': () => ({ json: { papers: [] } }),
    '/sapy/v2/7/changes': () => ({ json: { changes: [], more: false } }),
    '/api/v2/historic/vehicleAsset/7': () =>
      historyFails ? { status: 500, json: {} } : { json: { vehicleAssetList: history } },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  row = vehicle()
  history = [
    entry(3, { assetStatusId: 2, assetStatus: 'Información cambiada', formerPlate: 'RKA122B' }),
    entry(2, { replacing: OLD }),
    entry(1, { ...OLD, assetStatusId: 8, assetStatus: 'Vendido', replacedBy: { vehicleAssetId: 7, plate: 'RKA123B' } }),
  ]
  historyFails = false
  types = []
  typeId = undefined
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

let as: 'asset' | 'vehicle' = 'asset'
const Host = () => <VehicleDrawer vehicleAssetId={7} as={as} typeId={typeId} onClose={() => {}} />
const show = async (how: typeof as = 'asset', user?: User) => {
  as = how
  const router = showScreen(Host, '/?asset=7', user)
  await screen.findByRole('heading', { name: 'Situación' })
  await screen.findByRole('heading', { name: 'Próximos vencimientos' })
  await screen.findByRole('heading', { name: 'Qué cambió' })
  await screen.findByText('No se conoce ninguno.')
  return router
}
const sections = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const lines = async () => {
  const list = await screen.findByRole('list', { name: 'Historia del vehículo' })
  return [...list.children].map(({ textContent }) => textContent)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('shows the asset’s sections in their order, and the vehicle’s without history', async () => {
  await show()
  await lines()
  expect(sections()).toEqual(['Situación', 'Próximos vencimientos', 'Qué cambió', 'Datos del vehículo', 'Historia'])
  press('Historia')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Historia' }))
  cleanup()
  await show('vehicle')
  expect(sections()).toEqual(['Situación', 'Próximos vencimientos', 'Qué cambió', 'Datos del vehículo'])
})

test('shows the worst status first with its age, and no clear sign while anything is unknown', async () => {
  const answer = (resourceTypeId: number, statusId: number, state: 'current' | 'unknown', at: string) => ({
    resourceType: { resourceTypeId, descriptionSpanish: '' },
    status: { statusId, descriptionSpanish: '' },
    freshness: { resourceTypeId, state, at },
    total: null,
    withoutAmount: 0,
    resources: [],
  })
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const line = () => document.querySelector('.vehicle-summary__line')?.textContent
  types = [
    answer(0, 3, 'current', daysAgo(2)),
    answer(1, 0, 'current', daysAgo(3)),
    answer(4, 4, 'current', daysAgo(1)),
  ]
  await show()
  expect(line()).toBe('Multas: Con multas, y 1 másconsultado hace 3 días')
  await lines()
  cleanup()
  types = [answer(0, 3, 'current', daysAgo(2)), answer(1, 1, 'unknown', daysAgo(9))]
  await show()
  expect(line()).toContain('Multas: sin dato')
  await lines()
  cleanup()
  types = [answer(0, 3, 'current', daysAgo(2)), answer(1, 1, 'current', daysAgo(5))]
  await show()
  expect(line()).toBe('Multas: Sin multas, y 1 másla respuesta más antigua, consultado hace 5 días')
  await lines()
  cleanup()
  const manual = scrapedResource({ status: NOT_YET, freshness: null }, { automatic: false, service: 'manual' })
  const byHand = (resourceTypeId: number): ScrapedResourceType => ({
    ...typeOf(manual),
    resourceType: { resourceTypeId, descriptionSpanish: '' },
  })
  types = [answer(0, 3, 'current', daysAgo(2)), byHand(1), byHand(10)]
  await show()
  expect(line()).toBe('2 de 3 sin procesarTenencias: Sin adeudo de tenenciaconsultado hace 2 días')
  expect(document.querySelector('.vehicle-summary [data-sign=clear]')).toBeNull()
  // A possible tenencia is looked up manually like the others.
  expect(screen.getByText('Sin contar Multas, Posibles adeudos de tenencia: por captura manual')).toBeTruthy()
  expect(screen.queryByText(/^Sin respuesta/)).toBeNull()
  await lines()
})

test('shows documents in a tab with its own address, hidden without permission', async () => {
  const router = await show()
  await lines()
  expect(server.sent.some(({ path }) => path === documents.list.path)).toBe(false)
  const tab = (name: string) => screen.getByRole('tab', { name })
  tab('Documentos').focus()
  fireEvent.click(tab('Documentos'))
  expect(await screen.findByText('Este vehículo no tiene documentos aún')).toBeTruthy()
  expect(sections()).toEqual(['Documentos'])
  expect(tab('Documentos').getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(tab('Documentos'))
  expect(router.state.location.search).toMatchObject({ asset: '7', seccion: 'documentos' })
  fireEvent.click(tab('Vehículo'))
  expect(await lines()).toHaveLength(3)
  expect(router.state.location.search).not.toHaveProperty('seccion')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  showScreen(Host, '/?asset=7&seccion=documentos')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Documentos'))
  expect(sections()).toEqual(['Documentos'])
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  await show('asset', { ...ADMIN, role: ['vehicles_read'] })
  await lines()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('opens and focuses the block of the resource type in the address', async () => {
  types = [0, 1].map((resourceTypeId) => ({
    resourceType: { resourceTypeId, descriptionSpanish: '' },
    status: { statusId: 0, descriptionSpanish: '' },
    freshness: null,
    total: null,
    withoutAmount: 0,
    resources: [],
  }))
  typeId = 1
  await show()
  const [first, second] = [...document.querySelectorAll<HTMLDetailsElement>('details.type')]
  expect([first?.open, second?.open]).toEqual([false, true])
  expect(document.activeElement).toBe(second?.querySelector('summary'))
  await lines()
})

test('the timeline shows date, event, user, former and new plate, and the replacement chain', async () => {
  const router = await show()
  expect(await lines()).toEqual([
    '01/02/2026 12:30Información cambiadaeste vehículoPlaca RKA122B → RKA123Bpor norte-ana',
    '01/02/2026 12:30Activoeste vehículoEn reemplazo de RKA105Bpor norte-ana',
    '01/02/2026 12:30VendidoRKA105BReemplazado por este vehículopor norte-ana',
  ])
  const [first] = screen.getAllByRole('link', { name: 'RKA105B' })
  expect(first?.getAttribute('href')).toBe('/?asset=5')
  if (first) fireEvent.click(first)
  await waitFor(() => expect(router.state.location.search).toMatchObject({ asset: '5' }))
})

test('a long history starts with the newest entries; an empty or failed one says so', async () => {
  history = [1, 2, 3, 4, 5, 6, 7].map((id) => entry(id))
  await show()
  expect(await lines()).toHaveLength(5)
  press('Ver las 7 entradas')
  expect(await lines()).toHaveLength(7)
  cleanup()
  history = []
  await show()
  expect(
    await screen.findByText('Sin datos', { selector: 'section[aria-labelledby="vehicle-history"] p' }),
  ).toBeTruthy()
  cleanup()
  historyFails = true
  await show()
  const failed = await screen.findByText(vehicles.history.fails, { selector: '.history__failed' })
  historyFails = false
  history = [entry(1)]
  expect(failed.getAttribute('role')).toBe('alert')
  press('Reintentar')
  expect(await lines()).toHaveLength(1)
})

test('shows actions by permission; those of a replaced vehicle explain why they are disabled', async () => {
  const router = await show()
  press('Editar')
  expect(await screen.findByRole('dialog', { name: 'Editar vehículo RKA123B' }, { timeout: 10_000 })).toBeTruthy()
  press('Cancelar')
  press('Dar de baja')
  expect(await screen.findByRole('dialog', { name: 'Dar de baja RKA123B' }, { timeout: 10_000 })).toBeTruthy()
  press('Cancelar')
  press('Conciliar')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ info: '7' }))
  await lines()
  cleanup()

  row = vehicle({ assetHistoric: { assetStatusId: 8, replacedBy: 9 } })
  await show()
  expect(screen.getByRole('button', { name: 'Dar de alta' }).getAttribute('aria-disabled')).toBe('true')
  press('Editar')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain(FORM_TEXTS.replaced)
  await lines()
  cleanup()

  await show('asset', { ...ADMIN, role: ['vehicles_read'] })
  expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Conciliar' })).toBeTruthy()
})

test('an entry of another vehicle has a link only for status Activo or a replacement', async () => {
  history = [
    entry(3, { ...OLD, assetStatusId: 4, assetStatus: 'En taller' }),
    entry(2, { ...OLD, assetStatusId: 8, assetStatus: 'Vendido', replacedBy: { vehicleAssetId: 7, plate: 'RKA123B' } }),
    entry(1, { ...OLD }),
  ]
  await show()
  const list = await screen.findByRole('list', { name: 'Historia del vehículo' })
  expect([...list.children].map((line) => line.querySelector('a')?.textContent ?? null)).toEqual([
    null,
    'RKA105B',
    'RKA105B',
  ])
})

test('evidence links are renewed before their fifteen minutes end, and when the page is visible again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  const requestCount = () => server.sent.filter(({ path }) => path === '/sapy/v2/7/byType').length
  const seen = (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('visibilitychange'))
  }
  try {
    await show()
    const before = requestCount()
    vi.advanceTimersByTime(9 * 60_000)
    expect(requestCount()).toBe(before)
    vi.advanceTimersByTime(2 * 60_000)
    await waitFor(() => expect(requestCount()).toBe(before + 1))

    seen('hidden')
    vi.advanceTimersByTime(30 * 60_000)
    expect(requestCount()).toBe(before + 1)
    seen('visible')
    await waitFor(() => expect(requestCount()).toBe(before + 2))
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})
