// The catalogue: the list by its address, filters, stored columns, saved views, keyboard navigation, and bulk changes
// with their undo.
import { catalogue } from '@padron/contract/catalogue'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { exports as exportCalls } from '@padron/contract/exports'
import { processing, type RefreshPreview } from '@padron/contract/processing'
import { queue } from '@padron/contract/queue'
import { tags } from '@padron/contract/tags'
import { vehicles } from '@padron/contract/vehicles'
import { type SavedView, views } from '@padron/contract/views'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { BLOCK_CLOSE_MS } from '../../lib/use-block-close.ts'
import type { User } from '../../session/session.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { vehicle } from '../../testing/vehicle.ts'
import { CatalogueScreen } from './CatalogueScreen.tsx'

type Answer = { status?: number; json: unknown; text?: string; headers?: Record<string, string> }
const row = (vehicleAssetId: number, assetHistoric: Partial<VehicleRow['assetHistoric']> = {}) =>
  vehicle({ vehicleAsset: { vehicleAssetId, plate: `RKA${vehicleAssetId}B` }, assetHistoric })
const ROWS = [row(1), row(2, { replacedBy: 9 }), row(3, { assetStatusId: 8 })]
const LAYOUT = '/api/v2/layouts/catalogue'
const TAG = { tagId: 3, tagName: 'Patio', tagCategoryId: 1, tagCategoryName: 'Sede', tagColor: 'blue' }
const view = (more: Partial<SavedView> = {}): SavedView => ({
  viewId: 7,
  name: 'Azules',
  shared: false,
  owner: { userId: 1, name: 'norte-admin' },
  mine: true,
  deletable: true,
  definition: {
    vehicleClass: { vehicleInfo: { vehicleColor: 'azul' }, assetHistoric: { assetStatusId: [1] } },
    sortBy: 'vin',
    sortFilterOrder: 'desc',
    columns: [{ key: 'plate' }, { key: 'vehicleColor' }],
  },
  updatedDate: '2026-01-01T00:00:00Z',
  version: 1,
  ...more,
})
const COVERAGE = {
  at: new Date().toISOString(),
  vehicles: 528,
  debt: { total: 100, withoutAmount: 0, vehicles: 1, unknown: 1, missing: 1, byHand: 0 },
  checks: { current: 3, old: 1, never: 2, byHand: 0 },
  oldest: null,
  matched: null,
}
const PREVIEW = {
  selected: 2,
  changing: 1,
  unchanged: 1,
  refused: [{ reason: 'Este vehículo fue reemplazado por otro y ya no se cambia.', count: 1, plates: ['RKA2B'] }],
  rows: [{ vehicleAssetId: 1, plate: 'RKA1B', before: 'Activo', after: 'Robado' }],
}
const REFRESH: RefreshPreview = {
  vehicles: 3,
  questions: 4,
  waiting: 0,
  recent: 0,
  fresh: 5,
  byHand: 0,
  costs: [{ currency: 'MXN', amount: 10, questions: 4 }],
  seconds: 90,
  failing: [],
}
const BULK_ID = '0193a1b2-0000-7000-8000-000000000001'

let total = 528
let rows: readonly VehicleRow[] = ROWS
let userTags: readonly unknown[] = [TAG]
let saved: readonly SavedView[] = []
let onView: Answer
let layout: Answer = { json: { columns: null } }
let onSaveLayout: Answer | undefined
let onCoverage: Answer = { json: COVERAGE }
/** Delays the response to a save. */
let slow: PromiseWithResolvers<void> | undefined
let asksAgain = false
let onBulk: Answer = { json: { bulkId: BULK_ID, changed: 1, unchanged: 1, refused: 0 } }
let preview: unknown = PREVIEW
let refreshPreview = REFRESH
const ROBBERY = { resourceId: 5004, resourceName: 'Reporte de robo' }
let onExport: Answer = { json: {} }
const ORDERED = { questions: 4, vehicles: [1, 2, 3] }
let onRefresh: { status?: number; json: unknown } = { json: ORDERED }
let matches: unknown[] = []

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [catalogue.list.path]: () => ({ json: { vehicles: total ? rows : [], totalCount: total } }),
    [catalogue.coverage.path]: () => onCoverage,
    [catalogue.bestMatch.path]: () => ({ json: matches }),
    [catalogue.states.path]: () => ({ json: { states: [{ stateId: 14, stateName: 'Jalisco', sources: [1] }] } }),
    [catalogue.suggestions.path]: () => ({ json: { values: ['KIA', 'KENWORTH'] } }),
    [tags.list.path]: () => ({ json: { userTags } }),
    [views.list.path]: async (_, method) => {
      if (method !== 'POST') return { json: { views: saved } }
      await slow?.promise
      return { json: view({ viewId: 8, name: 'Nueva' }) }
    },
    '/api/v2/views/7': () => onView,
    [LAYOUT]: (body, method) =>
      method === 'PUT' ? (onSaveLayout ?? { json: { columns: JSON.parse(body).columns } }) : layout,
    [vehicles.bulkPreview.path]: () => ({ json: preview }),
    [processing.refreshPreview.path]: () => ({ json: refreshPreview }),
    [processing.refreshMany.path]: () => onRefresh,
    [exportCalls.selection.path]: () => onExport,
    [exportCalls.pdfReport.path]: () => ({ json: { queueItemId: 'j1', message: 'El ZIP se está generando.' } }),
    [processing.resources.path]: () => ({
      json: { data: [{ state: { stateId: 0, stateName: 'Todo el país' }, resources: [ROBBERY] }] },
    }),
    [exportCalls.deletions.path]: () => ({ json: { deletions: [] } }),
    [queue.items.path]: () => ({ json: { queueInformation: { pendingTemplateQueue: 0, queueList: [] } } }),
    [vehicles.bulk.path]: async (_, method) => {
      if (method !== 'POST') return { json: { changes: [] } }
      await slow?.promise
      return onBulk
    },
    [`/api/v2/vehicle/bulk/${BULK_ID}/undo`]: () => ({
      json: { restored: 1, kept: [{ vehicleAssetId: 3, plate: 'RKA3B' }], keptCount: 1, asksAgain },
    }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  total = 528
  rows = ROWS
  slow = undefined
  userTags = [TAG]
  saved = []
  onView = { json: view({ version: 2 }) }
  layout = { json: { columns: null } }
  onSaveLayout = undefined
  onCoverage = { json: COVERAGE }
  onBulk = { json: { bulkId: BULK_ID, changed: 1, unchanged: 1, refused: 0 } }
  asksAgain = false
  preview = PREVIEW
  refreshPreview = REFRESH
  onRefresh = { json: ORDERED }
  matches = []
  const fileName = encodeURIComponent('Vehículos Norte 22-11-2026.xlsx')
  const disposition = `attachment; filename="a.xlsx"; filename*=UTF-8''${fileName}`
  onExport = { json: {}, text: 'PK', headers: { 'content-disposition': disposition } }
})
afterEach(async () => {
  vi.useRealTimers()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  localStorage.clear()
  notices.set([])
})

const EDITOR: User = { ...ADMIN, role: ['vehicles_edit', 'tags_admin'] }
const READER: User = { ...ADMIN, role: ['vehicles_read'] }
const show = async (address = '/', user?: User) => {
  server.sent.length = 0
  const router = showScreen(CatalogueScreen, address, user)
  await screen.findByText(/vehículos$/, { selector: '.listing__total' })
  return router
}
const sent = (path: string, method = 'POST') =>
  server.sent.filter((one) => one.path === path && one.method === method).map(({ body }) => JSON.parse(body || '{}'))
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => fireEvent.click(button(name))
/** The column headings, without that of the checkboxes. */
const headings = () =>
  screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .filter(Boolean)
const dialog = () => within([...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body)
const type = (name: string, value: string) => fireEvent.change(dialog().getByLabelText(name), { target: { value } })
const line = (plate: string) => screen.getByText(plate).closest('tr') as HTMLElement
const expectNotice = (text: RegExp, timeout = 1000) =>
  waitFor(
    () =>
      expect(
        notices
          .get()
          .map((one) => one.text)
          .join(' '),
      ).toMatch(text),
    { timeout },
  )

test('a link reproduces the list: filters of every kind, dates, order and page', async () => {
  await show('/?engineNumber=X1&doors=4&reasons=2&ticketStatus=0&creationDate=2026-01-01..&sort=tags&order=desc&page=3')
  expect(sent(catalogue.list.path)).toEqual([
    {
      vehicleClass: {
        vehicleAsset: { ticketStatus: [0], acquisitionReasonId: [2] },
        vehicleInfo: { engineNumber: 'X1', doors: 4 },
        assetHistoric: { assetStatusId: [1] },
      },
      pagination: {
        page: 3,
        pageSize: 25,
        sortBy: 'tags',
        sortFilterOrder: 'desc',
        dateFilters: [{ dateParameter: 'creationDate', dateBy: 'after', startDate: '2026-01-01' }],
      },
    },
  ])
  const chips = within(screen.getByRole('list', { name: 'Filtros activos' }))
  expect(chips.getByText('Después de 01/01/2026')).toBeTruthy()
  fireEvent.click(chips.getByRole('button', { name: 'Quitar filtro Fecha de alta' }))
  await waitFor(() => expect(sent(catalogue.list.path).at(-1)?.pagination).not.toHaveProperty('dateFilters'))
  expect(sent(catalogue.list.path).at(-1)?.pagination.page).toBe(1)
})

test('the coverage loads beside the list; a failure is shown without a notice and can be retried', async () => {
  onCoverage = { status: 503, json: {} }
  await show()
  const again = await screen.findByRole('button', { name: 'Reintentar' }, { timeout: 5000 })
  expect(notices.get()).toEqual([])
  onCoverage = { json: COVERAGE }
  fireEvent.click(again)
  await screen.findByText('falta saber de 1 vehículo')
  expect(sent(catalogue.coverage.path).at(-1)).toEqual({ vehicleClass: { assetHistoric: { assetStatusId: [1] } } })
})

test('the coverage of a large fleet is requested again until it is ready', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onCoverage = { json: null }
  await show()
  await screen.findByText('Calculando el adeudo y la vigencia de tantos vehículos…')
  onCoverage = { json: COVERAGE }
  await act(async () => void vi.advanceTimersByTime(catalogue.coverage.every * 1000))
  await screen.findByText('falta saber de 1 vehículo')
  vi.useRealTimers()
})

test('the dialog of all filters searches, suggests values, rejects invalid numbers and goes to page 1', async () => {
  const router = await show('/?page=4')
  press('Más filtros')
  await screen.findByRole('heading', { name: 'Titular' })
  fireEvent.change(dialog().getByLabelText('Buscar filtro'), { target: { value: 'puer' } })
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Titular' })).toBeNull())
  type('Puertas', 'cuatro')
  fireEvent.click(dialog().getByRole('button', { name: 'Guardar filtros' }))
  await dialog().findByText('Puertas no es un número válido!')
  type('Puertas', '4')
  fireEvent.change(dialog().getByLabelText('Buscar filtro'), { target: { value: '' } })
  fireEvent.focus(dialog().getByLabelText('Marca'))
  await waitFor(() => expect(sent(catalogue.suggestions.path, 'GET')).toHaveLength(1))
  type('Marca', 'kia')
  fireEvent.change(dialog().getByLabelText('Última consulta: modo'), { target: { value: 'before' } })
  type('Última consulta: fecha', '2026-02-01')
  fireEvent.click(dialog().getByLabelText('Patio'))
  fireEvent.click(dialog().getByRole('button', { name: 'Guardar filtros' }))
  await waitFor(() =>
    expect(router.state.location.searchStr).toBe('?tags=3&brandName=kia&doors=4&processedDate=..2026-02-01'),
  )
})

test('the dialog takes 50 tags, which stay in the address, and no more', async () => {
  userTags = Array.from({ length: 51 }, (_, i) => ({ ...TAG, tagId: i + 1, tagName: `ruta ${i + 1}` }))
  const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(',')
  const router = await show(`/?tags=${ids(49)}`)
  press('Más filtros')
  const last = (await dialog().findByLabelText('ruta 51')) as HTMLInputElement
  expect([last.disabled, dialog().queryByText('50 etiquetas como máximo')]).toEqual([false, null])
  fireEvent.click(dialog().getByLabelText('ruta 50'))
  expect([last.disabled, dialog().queryByText('50 etiquetas como máximo')]).toEqual([true, expect.anything()])
  fireEvent.click(dialog().getByRole('button', { name: 'Guardar filtros' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe(`?tags=${ids(50)}`))
  await waitFor(() => expect(sent(catalogue.list.path).at(-1)?.vehicleClass.tags).toHaveLength(50))
})

test.each(['Enter', 'Guardar filtros'])('a filter typed as a sentence is applied by %s alone', async (way) => {
  const router = await show('/?page=4')
  press('Más filtros')
  const search = await dialog().findByLabelText('Buscar filtro')
  fireEvent.change(search, { target: { value: 'multas > 5000' } })
  await dialog().findByRole('button', { name: 'Filtrar por lo escrito' })
  if (way === 'Enter') fireEvent.keyDown(search, { key: 'Enter' })
  else fireEvent.click(dialog().getByRole('button', { name: way }))
  await waitFor(() => expect(router.state.location.searchStr).toMatch(/^\?(?=.*debtTotal=5000\.01)(?!.*page=4)/))
  expect(screen.queryByRole('dialog', { name: 'Filtros' })).toBeNull()
})

test('the text that searches for a filter is not applied beside other filters', async () => {
  const router = await show()
  press('Más filtros')
  fireEvent.change(await dialog().findByLabelText('Buscar filtro'), { target: { value: 'multas' } })
  await dialog().findByRole('button', { name: 'Filtrar por lo escrito' })
  fireEvent.click(dialog().getAllByLabelText('Con multas')[0] as HTMLElement)
  fireEvent.click(dialog().getByRole('button', { name: 'Guardar filtros' }))
  await waitFor(() => expect(router.state.location.searchStr).toMatch(/Status=\d+$/))
})

test('columns are shown, reordered, reset and stored by the server; a failed save can be retried', async () => {
  layout = { json: { columns: [{ key: 'plate' }, { key: 'vin', width: 200 }] } }
  await show('/', READER)
  await waitFor(() => expect(headings()).toEqual(['Placa', 'VIN']))
  press('Columnas')
  const picker = within(await screen.findByRole('dialog', { name: 'Columnas visibles' }))
  fireEvent.change(await picker.findByLabelText('Buscar columna'), { target: { value: 'número de mo' } })
  expect(picker.getAllByRole('checkbox')).toHaveLength(1)
  onSaveLayout = { status: 503, json: {} }
  fireEvent.click(picker.getByLabelText('Número de motor'))
  expect(headings()).toEqual(['Placa', 'VIN', 'Número de motor'])
  await expectNotice(/No se pudieron guardar las columnas/)
  onSaveLayout = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  const columns = [{ key: 'plate' }, { key: 'vin', width: 200 }, { key: 'engineNumber' }]
  await waitFor(() => expect(sent(LAYOUT, 'PUT').at(-1)).toEqual({ columns: columns }))
  fireEvent.change(await picker.findByLabelText('Buscar columna'), { target: { value: '' } })
  fireEvent.click(picker.getByRole('button', { name: 'Subir Número de motor' }))
  expect(headings()).toEqual(['Placa', 'Número de motor', 'VIN'])
  fireEvent.click(picker.getByRole('button', { name: 'Restablecer columnas' }))
  await waitFor(() => expect(sent(LAYOUT, 'PUT').at(-1)).toEqual({ columns: null }))
  expect(headings()).toContain('Razón social')
})

test('Shift and the arrow keys on a heading change the width of the column', async () => {
  layout = { json: { columns: [{ key: 'plate' }, { key: 'vin' }] } }
  await show('/', READER)
  const heading = await screen.findByRole('button', { name: 'VIN' })
  fireEvent.keyDown(heading, { key: 'ArrowRight', shiftKey: true })
  await waitFor(() => expect(sent(LAYOUT, 'PUT').at(-1)?.columns[1]).toEqual({ key: 'vin', width: 166 }))
})

test('an address with only a view opens all of it; a change is reported, then saved or discarded', async () => {
  saved = [view()]
  const router = await show('/?vista=7')
  expect(sent(catalogue.list.path)[0]?.vehicleClass).toEqual(saved[0]?.definition.vehicleClass)
  expect(router.state.location.searchStr).toBe('?vista=7&vehicleColor=azul&sort=vin&order=desc')
  expect(headings()).toEqual(['Placa', 'Color', 'Acciones'])
  fireEvent.click(screen.getByRole('button', { name: 'Quitar filtro Color' }))
  await screen.findByRole('button', { name: 'Vista: Azules (modificada)' })
  press('Vista: Azules (modificada)')
  fireEvent.click(await screen.findByRole('button', { name: 'Actualizar' }))
  await waitFor(() =>
    expect(sent('/api/v2/views/7', 'PUT')[0]).toEqual({
      name: 'Azules',
      shared: false,
      version: 1,
      definition: {
        vehicleClass: { assetHistoric: { assetStatusId: [1] } },
        sortBy: 'vin',
        sortFilterOrder: 'desc',
        columns: [{ key: 'plate' }, { key: 'vehicleColor' }],
      },
    }),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Descartar cambios' }))
  await screen.findByRole('button', { name: 'Vista: Azules' })
  expect(sent(LAYOUT, 'PUT')).toEqual([])
})

test.each([
  ['version', 'La vista cambió en otra ventana; ábrala de nuevo.', /^La vista cambió mientras tanto/],
  ['definition', 'La vista se usa en «Lunes»: guarde una vista nueva.', /^Azules: La vista se usa en «Lunes»/],
])('a change of a view that is refused at «%s» says why', async (path, message, notice) => {
  saved = [view()]
  onView = { status: 409, json: { title: message, status: 409, errors: [{ path: `body.${path}`, message }] } }
  await show('/?vista=7')
  fireEvent.click(await screen.findByRole('button', { name: 'Quitar filtro Color' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Vista: Azules (modificada)' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Actualizar' }))
  await waitFor(() =>
    expect(notices.get().map(({ about, text }) => [about, text].filter(Boolean).join(': '))).toEqual([
      expect.stringMatching(notice),
    ]),
  )
})

test('a view is saved under a name; a view that was deleted is reported', async () => {
  await show('/?brandName=kia')
  press('Vistas')
  fireEvent.click(await screen.findByRole('button', { name: 'Guardar vista…' }))
  await screen.findByRole('radio', { name: 'Toda la empresa' })
  fireEvent.click(dialog().getByRole('button', { name: 'Guardar vista' }))
  expect(dialog().getByText('Escriba un nombre para la vista')).toBeTruthy()
  type('Nombre', 'Mis KIA')
  fireEvent.click(dialog().getByRole('radio', { name: 'Toda la empresa' }))
  fireEvent.click(dialog().getByRole('button', { name: 'Guardar vista' }))
  await waitFor(() =>
    expect(sent(views.create.path)[0]).toMatchObject({
      name: 'Mis KIA',
      shared: true,
      definition: { vehicleClass: { brand: { brandName: 'kia' } } },
    }),
  )
  await expectNotice(/Vista guardada/)
  cleanup()
  notices.set([])
  const router = await show('/?vista=99')
  await expectNotice(/La vista ya no existe/)
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
})

test('a view that this release cannot read is never opened as the whole fleet', async () => {
  saved = [view({ definition: { vehicleClass: {}, columns: null }, unreadable: true })]
  const router = await show('/?vista=7')
  await expectNotice(/La vista «Azules» no se abre\. Su filtro no se puede leer en esta versión\./)
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  press('Vistas')
  const line = await screen.findByRole('button', { name: /^Azules/ })
  expect(line).toMatchObject({ disabled: true, textContent: 'AzulesSu filtro no se puede leer en esta versión.' })
  expect(screen.getByRole('button', { name: 'Eliminar la vista Azules' })).toBeTruthy()
})

/** Sends a request and leaves the dialog once it stops waiting for the response. */
const sendAndLeave = async (send: () => void) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  send()
  fireEvent.click(dialog().getByRole('button', { name: 'Cancelar' }))
  expect(document.querySelector('dialog[open]')).toBeTruthy()
  await act(async () => void vi.advanceTimersByTime(BLOCK_CLOSE_MS))
  fireEvent.click(dialog().getByRole('button', { name: 'Cancelar' }))
  vi.useRealTimers()
  expect(document.querySelector('dialog[open]')).toBeNull()
}

test('a view that is saved late does not replace the list that the user opened since', async () => {
  slow = Promise.withResolvers()
  const router = await show('/?brandName=kia')
  press('Vistas')
  fireEvent.click(await screen.findByRole('button', { name: 'Guardar vista…' }))
  await screen.findByRole('radio', { name: 'Toda la empresa' })
  type('Nombre', 'Mis KIA')
  await sendAndLeave(() => fireEvent.click(dialog().getByRole('button', { name: 'Guardar vista' })))
  slow.resolve()
  await expectNotice(/Vista guardada/)
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(router.state.location.searchStr).toBe('?brandName=kia')
})

test('a bulk change that ends late is reported in a notice, and a selection made since stays', async () => {
  slow = Promise.withResolvers()
  await show('/', EDITOR)
  const begin = async () => {
    fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
    press('Cambiar estatus')
    await screen.findByLabelText('Nuevo estatus')
    type('Nuevo estatus', '3')
    const go = await dialog().findByRole('button', { name: 'Cambiar 1 vehículo' })
    await waitFor(() => expect(go.getAttribute('aria-disabled')).toBe('false'))
    return go
  }
  const go = await begin()
  await sendAndLeave(() => fireEvent.click(go))
  fireEvent.click(screen.getByLabelText('Seleccionar RKA3B'))
  slow.resolve()
  await expectNotice(/Se cambió 1 vehículo\./)
  expect(screen.getByText('2 vehículos seleccionados')).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  notices.set([])
  fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
  fireEvent.click(screen.getByLabelText('Seleccionar RKA3B'))
  slow = Promise.withResolvers()
  onBulk = { json: {}, text: 'cortado a la mi' } // the connection is lost in the middle of the response
  const again = await begin()
  await sendAndLeave(() => fireEvent.click(again))
  slow.resolve()
  await expectNotice(/No se sabe si el cambio se hizo/)
})

test('the down arrow moves into the table, except from a text field', async () => {
  await show()
  const field = screen.getByLabelText('Placa')
  act(() => field.focus())
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(field)
  act(() => field.blur())
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(line('RKA1B'))
})

test('a status opens its vehicle at that type', async () => {
  const router = await show()
  fireEvent.click(within(line('RKA1B')).getByRole('button', { name: /^Multas: / }))
  await waitFor(() => expect(router.state.location.searchStr).toMatch(/^\?asset=1&tipo=\d+$/))
  press('RKA2B')
  await waitFor(() => expect(router.state.location.searchStr).toBe('?asset=2'))
})

test('by keyboard: arrows move between cells, the space bar selects, Enter opens', async () => {
  const router = await show('/', EDITOR)
  const [first, second] = [line('RKA1B'), line('RKA2B')]
  expect([first.tabIndex, second.tabIndex]).toEqual([0, -1])
  act(() => first.focus())
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0])
  fireEvent.keyDown(second, { key: ' ' })
  expect(screen.getByText('1 vehículo seleccionado')).toBeTruthy()
  fireEvent.keyDown(second, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.searchStr).toBe('?asset=2'))
})

test('the actions of a row, and why they are disabled for a replaced vehicle', async () => {
  const router = await show('/', EDITOR)
  press('Acciones de RKA2B')
  const edit = await screen.findByRole('menuitem', { name: /^Editar/ })
  expect(edit.getAttribute('aria-disabled')).toBe('true')
  expect(edit.textContent).toContain('Este vehículo fue reemplazado por otro')
  fireEvent.keyDown(edit, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  press('Acciones de RKA3B')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Editar',
    'Dar de alta',
    'Historia',
    'Conciliar con el registro',
  ])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Conciliar con el registro' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe('?info=3'))
})

test('a user with read permission only cannot change anything', async () => {
  await show('/', READER)
  expect(screen.queryByRole('button', { name: /Acciones/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Agregar' })).toBeNull()
})

test('a bulk change: a range, a preview, a refusal because of a concurrent change, and the undo', async () => {
  await show('/', EDITOR)
  fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
  fireEvent.click(screen.getByLabelText('Seleccionar RKA3B'), { shiftKey: true })
  expect(screen.getByText('3 vehículos seleccionados')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Seleccionar RKA3B'))
  press('Cambiar estatus')
  await screen.findByLabelText('Nuevo estatus')
  type('Nuevo estatus', '3')
  await dialog().findByText('Cambiará 1 vehículo de 2. 1 vehículo ya está así.')
  expect(dialog().getByText(/no cambia: Este vehículo fue reemplazado/)).toBeTruthy()
  const bulk = { selection: { ids: [1, 2] }, change: { status: 3 } }
  expect(sent(vehicles.bulkPreview.path)).toEqual([bulk])
  onBulk = { status: 409, json: { type: '', title: 'cambió', status: 409 } }
  const go = await dialog().findByRole('button', { name: 'Cambiar 1 vehículo' })
  await waitFor(() => expect(go.getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(go)
  await dialog().findByText(/Los vehículos cambiaron mientras tanto/)
  expect(sent(vehicles.bulk.path)[0]).toEqual({ ...bulk, expected: 1 })
  await waitFor(() => expect(sent(vehicles.bulkPreview.path)).toHaveLength(2))
  onBulk = { json: { bulkId: BULK_ID, changed: 1, unchanged: 1, refused: 0 } }
  await waitFor(() => expect(go.getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(go)
  await expectNotice(/Se cambió 1 vehículo\./)
  expect(screen.queryByText(/seleccionado/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
  await expectNotice(/Se restauró 1 vehículo\. 1 vehículo se quedó como está porque alguien lo cambió después: RKA3B/)
})

test('a move to another state says first, and when it is undone, what does not return', async () => {
  asksAgain = true
  await show('/', EDITOR)
  fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
  press('Mover a otro estado')
  await screen.findByLabelText('Nuevo estado')
  type('Nuevo estado', '14')
  await dialog().findByText(/marcas de pago de las fuentes del estado anterior se borran.* No regresan al deshacer/)
  const go = await dialog().findByRole('button', { name: 'Cambiar 1 vehículo' })
  await waitFor(() => expect(go.getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(go)
  await expectNotice(/Se cambió 1 vehículo\./)
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
  await expectNotice(/Se restauró 1 vehículo\. .*marcas de pago, no regresan/)
})

test.each([
  ['RFC', true],
  ['Marca', false],
])('a bulk change of the field «%s» says whether answers are deleted', async (field, isSaid) => {
  await show('/', EDITOR)
  fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
  press('Cambiar un campo')
  await screen.findByLabelText('Campo')
  const options = [...(dialog().getByLabelText('Campo') as HTMLSelectElement).options]
  expect(options.map(({ text }) => text)).toContain(field)
  type('Campo', options.find(({ text }) => text === field)?.value ?? '')
  fireEvent.click(dialog().getByLabelText('Dejar vacío'))
  await dialog().findByText(/^Cambiará 1 vehículo/)
  expect(dialog().queryAllByText(/No regresan al deshacer/)).toHaveLength(isSaid ? 1 : 0)
})

test('the dialog of a bulk change focuses its first field and returns the focus to the row', async () => {
  await show('/', EDITOR)
  const box = screen.getByLabelText('Seleccionar RKA2B')
  act(() => box.focus())
  fireEvent.click(box)
  const opener = button('Cambiar estatus')
  act(() => opener.focus())
  fireEvent.click(opener)
  expect(document.activeElement).toBe(await screen.findByLabelText('Nuevo estatus'))
  type('Nuevo estatus', '3')
  const go = await dialog().findByRole('button', { name: 'Cambiar 1 vehículo' })
  await waitFor(() => expect(go.getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(go)
  await expectNotice(/Se cambió 1 vehículo\./)
  await waitFor(() => expect(document.activeElement).toBe(line('RKA2B')))
  const undo = button('Deshacer')
  act(() => undo.focus())
  fireEvent.click(undo)
  await expectNotice(/Se restauró/)
  await waitFor(() => expect(document.activeElement).toBe(line('RKA2B')))
})

test('a bulk refresh shows its cost first, is refused if the cost has grown, and shows its progress', async () => {
  await show('/', { ...EDITOR, role: ['vehicles_read', 'processing_admin'] })
  fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
  fireEvent.click(screen.getByLabelText('Seleccionar RKA3B'), { shiftKey: true })
  expect(screen.queryByRole('button', { name: 'Cambiar estatus' })).toBeNull()
  press('Volver a consultar')
  await dialog().findByText('Se harán 4 consultas de 3 vehículos.')
  expect(dialog().getByText('Costo: $10.00 MXN.')).toBeTruthy()
  expect(dialog().getByText('Espera: unos 2 minutos, si las fuentes responden.')).toBeTruthy()
  expect(dialog().getByText('5 consultas no se repiten: sus respuestas siguen vigentes.')).toBeTruthy()
  onRefresh = { status: 409, json: { type: '', title: 'Ahora se harían 5 consultas y no 4.', status: 409 } }
  press('Hacer 4 consultas')
  await dialog().findByText('Ahora se harían 5 consultas y no 4.')
  const selection = { ids: [1, 2, 3] }
  expect(sent(processing.refreshMany.path)).toEqual([{ selection, expected: 4 }])
  onRefresh = { json: { questions: 4 } }
  refreshPreview = { ...REFRESH, questions: 0, waiting: 3 }
  const go = screen.getByRole('button', { name: /^(Hacer|Consultar)/ })
  await waitFor(() => expect(go.getAttribute('aria-disabled')).toBe('true'))
})

test('above the limit of a refresh the dialog says so without a request, and links to the whole fleet', async () => {
  await show('/', { ...EDITOR, role: ['vehicles_read', 'processing_read', 'processing_admin'] })
  fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
  press('Seleccionar los 528 del filtro')
  press('Volver a consultar')
  const text = await dialog().findByText(/^Seleccionó 528 vehículos/)
  expect(text.textContent).toContain('hasta 200 a la vez. Seleccione menos, o use Procesamiento para toda la flota.')
  expect(dialog().getByRole('link', { name: 'Procesamiento' }).getAttribute('href')).toBe('/onDemandProcessing')
  expect(dialog().queryByRole('button', { name: 'Consultar' })).toBeNull()
  expect(sent(processing.refreshPreview.path)).toEqual([])
})

test('when a refresh ends, a notice appears and the rows are reloaded', async () => {
  await show('/', { ...EDITOR, role: ['vehicles_read', 'processing_admin'] })
  fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
  press('Volver a consultar')
  await dialog().findByText(/^Se harán 4 consultas/)
  refreshPreview = { ...REFRESH, questions: 0, waiting: 3 }
  press('Hacer 4 consultas')
  const progress = within(await screen.findByRole('region', { name: 'Avance de las consultas' }))
  await progress.findByText('1 de 4 consultas')
  expect(screen.queryByText(/seleccionado/)).toBeNull()
  const lists = sent(catalogue.list.path).length
  refreshPreview = { ...REFRESH, questions: 0, waiting: 0 }
  await expectNotice(/Terminaron 4 consultas\./, 10_000)
  expect(screen.queryByRole('region', { name: 'Avance de las consultas' })).toBeNull()
  await waitFor(() => expect(sent(catalogue.list.path).length).toBeGreaterThan(lists))
})

test('the progress of a refresh is restored after leaving the screen, for the same user only', async () => {
  const viewer: User = { ...EDITOR, role: ['vehicles_read', 'processing_admin'] }
  await show('/', viewer)
  fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
  press('Volver a consultar')
  await dialog().findByText(/^Se harán 4 consultas/)
  refreshPreview = { ...REFRESH, questions: 0, waiting: 3 }
  press('Hacer 4 consultas')
  await screen.findByText('1 de 4 consultas')
  cleanup()
  queryClient.clear()
  await show('/', { ...viewer, userId: '99' })
  expect(screen.queryByRole('region', { name: 'Avance de las consultas' })).toBeNull()
  cleanup()
  // Another user refreshed the same vehicles: this order stays finished.
  refreshPreview = { ...REFRESH, questions: 0, waiting: 4 }
  await show('/', viewer)
  await screen.findByText('1 de 4 consultas')
  expect(sent(processing.refreshPreview.path).at(-1)).toEqual({ selection: { ids: ORDERED.vehicles } })
  cleanup()
  refreshPreview = { ...REFRESH, questions: 0, waiting: 0 }
  await show('/', viewer)
  await expectNotice(/Terminaron 4 consultas\./, 10_000)
  cleanup()
  await show('/', viewer)
  expect(screen.queryByRole('region', { name: 'Avance de las consultas' })).toBeNull()
})

test('vehicles can be selected on several pages, and all deselected at once', async () => {
  const router = await show('/', EDITOR)
  fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
  rows = [row(4), row(5)]
  await act(() => router.navigate({ to: '.', search: { page: 2 } }))
  fireEvent.click(await screen.findByLabelText('Seleccionar RKA4B'))
  expect(screen.getByText('2 vehículos seleccionados, 1 fuera de esta página')).toBeTruthy()
  rows = ROWS
  await act(() => router.navigate({ to: '.', search: {} }))
  expect(((await screen.findByLabelText('Seleccionar RKA1B')) as HTMLInputElement).checked).toBe(true)
  expect(screen.getByText('2 vehículos seleccionados, 1 fuera de esta página')).toBeTruthy()
  press('Quitar selección')
  expect(screen.queryByText(/seleccionado/)).toBeNull()
})

test('individually selected vehicles stay selected when the filter changes; «all of the filter» does not', async () => {
  const router = await show('/', EDITOR)
  fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
  rows = [row(4)]
  await act(() => router.navigate({ to: '.', search: { plate: 'RKA4' } }))
  fireEvent.click(await screen.findByLabelText('Seleccionar RKA4B'))
  expect(screen.getByText('2 vehículos seleccionados, 1 fuera de esta página')).toBeTruthy()
  press(/^Seleccionar los \d+ del filtro$/)
  rows = ROWS
  await act(() => router.navigate({ to: '.', search: {} }))
  await screen.findByLabelText('Seleccionar RKA1B')
  expect(screen.queryByText(/seleccionado/)).toBeNull()
})

test('for all vehicles of a large filter, the user must type their number', async () => {
  preview = { selected: 528, changing: 520, unchanged: 8, refused: [], rows: [] }
  await show('/?brandName=kia', EDITOR)
  fireEvent.click(screen.getByLabelText('Seleccionar los de la página'))
  press('Seleccionar los 528 del filtro')
  fireEvent.click(screen.getByLabelText('Seleccionar RKA2B'))
  expect(screen.getByText('527 vehículos seleccionados, 525 fuera de esta página')).toBeTruthy()
  press('Etiquetas')
  fireEvent.click(await dialog().findByLabelText('Patio'))
  const go = await dialog().findByRole('button', { name: 'Cambiar 520 vehículos' })
  const number = await dialog().findByLabelText('Son muchos vehículos: escriba 520 para confirmar')
  expect(go.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(number, { target: { value: '520' } })
  fireEvent.click(go)
  await waitFor(() =>
    expect(sent(vehicles.bulk.path)[0]).toEqual({
      selection: {
        query: { vehicleClass: { brand: { brandName: 'kia' }, assetHistoric: { assetStatusId: [1] } } },
        except: [2],
      },
      change: { tags: { add: [3], remove: [] } },
      expected: 520,
    }),
  )
  await expectNotice(/Se cambió/)
})

test('the page is remembered with the filters; other filters start at page 1', async () => {
  await show('/?brandName=kia&page=3')
  cleanup()
  const router = await show('/')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ brandName: 'kia', page: '3' }))
  expect(sent(catalogue.list.path).map(({ pagination }) => pagination.page)).toEqual([3])

  fireEvent.click(await screen.findByLabelText('Quitar filtro Marca'))
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  cleanup()
  const again = await show('/')
  expect(again.state.location.searchStr).toBe('')
})

test('a page can be opened by its number; an invalid number is explained', async () => {
  const router = await show()
  const input = screen.getByLabelText('Ir a la página')
  const go = (value: string) => {
    fireEvent.change(input, { target: { value } })
    fireEvent.submit(input.closest('form') as HTMLFormElement)
  }
  go('99')
  expect(screen.getByText('Página debe ser entre 1 y 22.')).toBeTruthy()
  go('x')
  expect(screen.getByText('Página no es un número válido!')).toBeTruthy()
  go('17')
  await waitFor(() => expect(router.state.location.searchStr).toBe('?page=17'))
})

test('an empty list says why and offers a way out', async () => {
  total = 0
  await show('/?brandName=zzz')
  expect(await screen.findByText('Sin coincidencias')).toBeTruthy()
})

test('a former plate links to its vehicle', async () => {
  total = 0
  const match = { vin: '3AKJHHDR5JSJV0009', customId: null, holder: null, assetStatusId: 1, replacedBy: null }
  matches = [
    { ...match, vehicleAssetId: 9, plate: 'ZQ91807', former: 'RC75713Z', matchedBy: 'former' },
    { ...match, vehicleAssetId: 4, plate: 'RC75713Y', former: null, matchedBy: 'plate' },
  ]
  const router = await show('/?plate=RC75713Z')
  const list = await screen.findByRole('list', { name: 'Placas anteriores' })
  expect(list.textContent).toBe('RC75713Z era la placa anterior de ZQ91807: ver')
  press('ZQ91807: ver')
  await waitFor(() => expect(router.state.location.searchStr).toContain('asset=9'))
})

test('a filter that is too long is reported and not sent', async () => {
  await show()
  const field = screen.getByLabelText('Placa')
  fireEvent.change(field, { target: { value: 'A'.repeat(10_000) } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.getByText('Máximo 100 caracteres')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(sent(catalogue.list.path)).toHaveLength(1)
  fireEvent.change(field, { target: { value: 'A'.repeat(100) } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.queryByText('Máximo 100 caracteres')).toBeNull()
  await waitFor(() => expect(sent(catalogue.list.path)).toHaveLength(2))
})

test('a reset of the columns can be undone from the notice', async () => {
  const columns = [{ key: 'plate' }, { key: 'vin' }]
  layout = { json: { columns } }
  await show('/', READER)
  await waitFor(() => expect(headings()).toEqual(['Placa', 'VIN']))
  press('Columnas')
  fireEvent.click(await screen.findByRole('button', { name: 'Restablecer columnas' }))
  await waitFor(() => expect(headings().length).toBeGreaterThan(2))
  press('Deshacer')
  await waitFor(() => expect(headings()).toEqual(['Placa', 'VIN']))
  await waitFor(() => expect(sent(LAYOUT, 'PUT').at(-1)).toEqual({ columns }))
})

test('a user with read permission exports the selected vehicles, with the table’s columns and order', async () => {
  const kept: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    kept.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  await show('/?sort=vin&order=desc', READER)
  fireEvent.click(screen.getByLabelText('Seleccionar RKA1B'))
  fireEvent.click(screen.getByLabelText('Seleccionar RKA3B'), { shiftKey: true })
  const bar = within(screen.getByRole('region', { name: 'Vehículos seleccionados' }))
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Seleccionar los 528 del filtro',
    'Quitar selección',
    'PDFs de la selección',
    'Exportar selección',
  ])
  press('Exportar selección')
  await waitFor(() => expect(kept).toEqual(['Vehículos Norte 22-11-2026.xlsx']))
  expect(sent(exportCalls.selection.path)).toEqual([
    {
      vehicleClass: {},
      ids: [1, 2, 3],
      pagination: { sortBy: 'vin', sortFilterOrder: 'desc' },
      columns: expect.arrayContaining([expect.objectContaining({ key: 'plate' })]),
    },
  ])
  expect(bar.getByText('3 vehículos seleccionados')).toBeTruthy()

  // All vehicles of the filter except one.
  press('Seleccionar los 528 del filtro')
  fireEvent.click(screen.getByLabelText('Seleccionar RKA2B'))
  onExport = {
    status: 422,
    json: { type: 'about:blank', title: 'La descarga directa llega a 10,000 vehículos.', status: 422 },
  }
  press('Exportar selección')
  await expectNotice(/La descarga directa llega a 10,000 vehículos/)
  expect(sent(exportCalls.selection.path).at(-1)).toMatchObject({
    vehicleClass: { assetHistoric: { assetStatusId: [1] } },
    except: [2],
  })
  expect(kept).toHaveLength(1)

  press('PDFs de la selección')
  await waitFor(() => expect(dialog().getByText(/por cada vehículo seleccionado \(527 vehículos\)/)).toBeTruthy())
  type('Correos', 'ana@norte.mx')
  fireEvent.click(await dialog().findByLabelText('Reporte de robo'))
  fireEvent.click(dialog().getByRole('button', { name: 'Descargar PDFs' }))
  await expectNotice(/El ZIP se está generando/)
  expect(sent(exportCalls.pdfReport.path)).toEqual([
    {
      vehicleClass: { assetHistoric: { assetStatusId: [1] } },
      except: [2],
      forced: true,
      mails: ['ana@norte.mx'],
      resources: [5004],
    },
  ])
})
