// The calendar of obligations: its weeks, the list of a week, its empty states, and the official calendars below it.
import {
  obligations as calls,
  OBLIGATION_WEEKS,
  type Obligation,
  type ObligationGroup,
} from '@padron/contract/obligations'
import type { OfficialHoliday, UnitValue } from '@padron/contract/rules/official-rules'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { holiday, months, obligation, rule, TODAY, unitValue, week, weeks } from '../../testing/obligations.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { ObligationsScreen } from './ObligationsScreen.tsx'
import { VehicleObligations } from './VehicleObligations.tsx'

const VEHICLES = calls.ruleVehicles.path.replace(':ruleKey', 'verificacion-azul')
let due: readonly Obligation[]
let requests = 0
/** Whether the vehicle's panel sends the requests: one for overdue items, one for coming ones. */
let panel = false
const once = (all: readonly Obligation[]) => {
  requests += 1
  return all.map((one) => ({ ...one, obligationId: `${one.obligationId}${requests}` }))
}
let groups: ObligationGroup[] = []
let status = 200
let weeksStatus = 200
let reply = weeks()
let book: object
let bookStatus = 200
let rules = [rule()]
let units: UnitValue[] = []
let holidays: OfficialHoliday[] = []
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [calls.weeks.path]: () => ({ status: weeksStatus, json: reply }),
    [calls.list.path]: () => ({
      status,
      json: { today: TODAY, obligations: panel ? once(due) : due, totalCount: due.length, groups },
    }),
    [calls.months.path]: () => ({ json: months() }),
    [calls.workbook.path]: () => ({ status: bookStatus, json: book }),
    [calls.rules.path]: () => ({ json: { rules, units, holidays } }),
    [VEHICLES]: () => ({
      json: {
        vehicles: [{ vehicleAssetId: 9, plate: 'AAA000A', vin: 'V9', customId: null, stateName: 'Ciudad de México' }],
        totalCount: 31,
      },
    }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  due = [
    obligation(),
    obligation({
      obligationId: 'b2',
      kind: 'payment',
      dueOn: '2026-11-29',
      title: 'Línea de captura 8817',
      detail: null,
      amount: 1234.5,
      source: 'Finanzas',
      resourceTypeId: 1,
    }),
    obligation({
      obligationId: 'c3',
      kind: 'document',
      dueOn: '2026-11-29',
      title: 'Permiso de carga',
      source: 'ana',
      resourceTypeId: null,
      documentId: 4,
      plate: 'ZZZ999Z',
      vehicleAssetId: 8,
    }),
  ]
  status = 200
  groups = []
  bookStatus = 200
  book = { totalCount: 3, fileUrl: '/files/obligations/1/a?s=1', queueItemId: null }
  panel = false
  localStorage.clear()
  weeksStatus = 200
  reply = weeks()
  units = []
  holidays = []
  rules = [
    rule(),
    rule({
      ruleKey: 'apagado',
      title: 'Pico y placa',
      shown: false,
      whyNot: 'Las fuentes no coinciden.',
      occurrences: [],
    }),
  ]
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const Panel = () => <VehicleObligations vehicleAssetId={7} clock={{ now: Date.now(), zone: ADMIN.zone }} />
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const table = () => screen.findByRole('table')
const listRequests = () =>
  server.sent
    .filter(({ path }) => path === calls.list.path)
    .map(({ search }) => Object.fromEntries(new URLSearchParams(search)))
const IN_PANEL = 'El archivo se está generando; aparecerá en el panel de trabajos.'
const openAddress = (router: ReturnType<typeof showScreen>) => router.state.location.search

test('a week by day: how soon, what, amount and source; the plate opens its vehicle', async () => {
  const router = showScreen(ObligationsScreen, '/calendar')
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => row.getAttribute('class') ?? row.dataset.row)).toEqual([
    'table-group',
    'a1',
    'table-group',
    'b2',
    'c3',
  ])
  expect(rows[0]?.textContent).toBe('viernes 27 de noviembreen 2 días')
  for (const text of ['FAP123Z', 'Coahuila · ECO-7', 'Póliza de seguro', 'AMIS hace 3 días'])
    expect(rows[1]?.textContent).toContain(text)
  expect(rows[3]?.textContent).toContain('$1,234.50 MXN')
  expect(rows[1]?.querySelector('.sign--warning')).toBeTruthy()
  expect(within(rows[1] as HTMLElement).getByText('hace 3 días').title).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  fireEvent.click(screen.getByRole('button', { name: 'ZZZ999Z' }))
  await waitFor(() => expect(openAddress(router)).toEqual({ asset: '8' }))
  press('Permiso de carga')
  await waitFor(() => expect(openAddress(router)).toEqual({ asset: '8', seccion: 'documentos' }))
  await router.navigate({ to: '/calendar', search: {} } as never)
  press('Línea de captura 8817')
  await waitFor(() => expect(openAddress(router)).toEqual({ asset: '7', tipo: '1' }))
})

test('the strip shows each week with its numbers; a selected week or «overdue» is in the address', async () => {
  const router = showScreen(ObligationsScreen, '/calendar?page=3')
  const now = await screen.findByRole('radio', { name: /^Esta semana/ })
  expect((now as HTMLInputElement).checked).toBe(true)
  expect(now.parentElement?.textContent).toContain('$1,234.50')
  expect(now.parentElement?.textContent).toContain('Seguro 2')
  const strip = screen.getByRole('group', { name: 'Periodo' })
  expect(within(strip).getAllByRole('radio')).toHaveLength(15)
  fireEvent.click(screen.getByRole('radio', { name: /^9–15 dic/ }))
  await waitFor(() => expect(openAddress(router)).toEqual({ week: '2026-12-09' }))
  fireEvent.click(screen.getByRole('radio', { name: /^Vencidos/ }))
  await waitFor(() => expect(openAddress(router)).toEqual({ overdue: 'si' }))
  expect(screen.queryByRole('heading', { name: 'Calendarios oficiales, informativos' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /^Después/ }))
  await waitFor(() => expect(openAddress(router)).toEqual({ week: 'later' }))
  await table()
})

test('after midnight, the weeks and the list are requested again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  try {
    showScreen(ObligationsScreen, '/calendar')
    await table()
    const asks = () =>
      [calls.weeks.path, calls.list.path].map((at) => server.sent.filter(({ path }) => path === at).length)
    server.sent.length = 0
    act(() => void vi.advanceTimersByTime(60_000))
    expect(asks()).toEqual([0, 0])
    vi.setSystemTime(Date.now() + 86_400_000)
    act(() => void vi.advanceTimersByTime(30_000))
    vi.useRealTimers()
    await waitFor(() => expect(asks()).toEqual([1, 1]))
  } finally {
    vi.useRealTimers()
  }
})

test('Back returns through the selected weeks, including the current one', async () => {
  const router = showScreen(ObligationsScreen, '/calendar')
  fireEvent.click(await screen.findByRole('radio', { name: /^9–15 dic/ }))
  await waitFor(() => expect(openAddress(router)).toEqual({ week: '2026-12-09' }))
  fireEvent.click(screen.getByRole('radio', { name: /^Esta semana/ }))
  await waitFor(() => expect(openAddress(router)).toEqual({ week: TODAY }))
  router.history.back()
  await waitFor(() => expect(openAddress(router)).toEqual({ week: '2026-12-09' }))
  await table()
})

test('if nothing is due this week it opens the overdue items; the current week, if selected, is empty', async () => {
  reply = weeks({ weeks: weeks().weeks.map((one, at) => (at === 0 ? week(0) : one)) })
  due = [] // from the first request on: the reply for the current week is cached before the screen decides what to open
  const router = showScreen(ObligationsScreen, '/calendar')
  await waitFor(() => expect(openAddress(router)).toEqual({ overdue: 'si' }))
  expect(router.history.length).toBe(1)
  fireEvent.click(await screen.findByRole('radio', { name: /^Esta semana/ }))
  expect(await screen.findByText('Esta semana: ninguno')).toBeTruthy()
  press('Ver los 2 vencidos')
  await waitFor(() => expect(openAddress(router)).toEqual({ overdue: 'si' }))
})

test('two kinds selected at once are both in the address', async () => {
  const router = showScreen(ObligationsScreen, '/calendar')
  await table()
  const boxes = ['Documentos', 'Placas'].map((name) => screen.getByRole('checkbox', { name }))
  // Both before the next render.
  act(() => {
    for (const box of boxes) box.click()
  })
  await waitFor(() => expect(openAddress(router)).toEqual({ kinds: 'document,plate' }))
})

test('kinds have the words of the country; documents require their permission', async () => {
  const router = showScreen(ObligationsScreen, '/calendar', { ...ADMIN, role: ['vehicles_read'], country: 'CO' })
  await table()
  expect(screen.getAllByRole('checkbox').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'SOAT',
    'RTM',
    'Licencia de tránsito',
    'Placas',
    'Referencia de pago',
  ])
  fireEvent.click(screen.getByRole('checkbox', { name: 'RTM' }))
  await waitFor(() => expect(openAddress(router)).toEqual({ kinds: 'inspection' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'SOAT' }))
  await waitFor(() => expect(openAddress(router)).toEqual({ kinds: 'insurance,inspection' }))
  press('Limpiar filtros')
  await waitFor(() => expect(openAddress(router)).toEqual({}))
  await table()
})

test('an empty week links to the next one with items; an empty filter has another text', async () => {
  due = []
  const router = showScreen(ObligationsScreen, '/calendar')
  expect(await screen.findByText('Nada vence esta semana')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Ver la semana del 9 al 15 de diciembre (4)' }))
  await waitFor(() => expect(openAddress(router)).toEqual({ week: '2026-12-09' }))
  cleanup()
  showScreen(ObligationsScreen, '/calendar?overdue=si&kinds=card')
  expect(await screen.findByText('Nada de lo que eligió mostrar vence en este periodo.')).toBeTruthy()
})

test('without known dates nothing is said to be due or not; with some, the number of vehicles is stated', async () => {
  due = []
  const nobody = { document: 0, insurance: 0, inspection: 0, card: 0, plate: 0, payment: 0 }
  const none = { total: 0, vehicles: 0, byKind: nobody }
  const empty = Array.from({ length: OBLIGATION_WEEKS }, (_, at) => week(at))
  reply = weeks({ overdue: none, weeks: empty, later: 0, basis: { known: 0, total: 130 } })
  showScreen(ObligationsScreen, '/calendar')
  expect(await screen.findByText('Sin datos')).toBeTruthy()
  expect(screen.getByText(/^No se conoce ningún vencimiento de ninguno de los 130 vehículos\./)).toBeTruthy()
  expect(screen.queryByText(/Nada vence|: ninguno$/)).toBeNull()
  expect(screen.getAllByText('sin datos')).toHaveLength(OBLIGATION_WEEKS + 2)
  cleanup()
  reply = { ...reply, basis: { known: 12, total: 130 } }
  showScreen(ObligationsScreen, '/calendar')
  await screen.findByText(/^Entre los 12 de 130 vehículos de los que se conoce algún vencimiento\./)
  expect(screen.getByText('Nada vence esta semana')).toBeTruthy()
})

test('a failure is reported and can be retried; the list works without the strip', async () => {
  status = 500
  weeksStatus = 500
  showScreen(ObligationsScreen, '/calendar')
  await screen.findByText('No se pudo obtener cuánto vence en cada semana.', { exact: false })
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Reintentar' })).toHaveLength(2))
  const [strip, list] = screen.getAllByRole('button', { name: 'Reintentar' })
  status = 200
  fireEvent.click(list as HTMLElement)
  await table()
  weeksStatus = 200
  fireEvent.click(strip as HTMLElement)
  await screen.findAllByRole('radio')
})

test('official calendars are informative, with their source; why some are not in use; their vehicles', async () => {
  const router = showScreen(ObligationsScreen, '/calendar')
  const section = await screen.findByRole('region', { name: 'Calendarios oficiales, informativos' })
  await within(section).findByText('Verificación vehicular, engomado azul')
  for (const text of [
    'Son informativos',
    'Placas terminadas en 9 y 0',
    'Fuente: Programa 2026, según El Universal, 5 de enero de 2026',
  ])
    expect(section.textContent).toContain(text)
  expect(section.textContent).not.toContain('Pico y placa')
  press('Todos los calendarios')
  const all = await screen.findByRole('dialog', { name: 'Calendarios oficiales' })
  expect(await within(all).findByText('No se muestra. Las fuentes no coinciden.')).toBeTruthy()
  press('Cerrar ventana')
  fireEvent.click(within(section).getByRole('button', { name: '31 vehículos' }))
  const vehicles = await screen.findByRole('dialog', { name: 'Verificación vehicular, engomado azul' })
  fireEvent.click(await within(vehicles).findByRole('button', { name: 'AAA000A' }))
  await waitFor(() => expect(openAddress(router)).toEqual({ asset: '9' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a calendar with two readings shows the earlier end, the later one with its source, and a link', async () => {
  const otherReading = { says: 'Mayo y junio.', source: 'Otro catálogo', sourceDate: '2026-11-26', link: null }
  rules = [
    rule({
      authority: 'Sedema',
      link: 'https://ejemplo.mx/programa',
      otherReading,
      occurrences: [{ from: '2026-11-01', to: '2026-11-30', otherTo: '2026-12-31', vehicles: 3 }],
    }),
  ]
  const readings = 'Plazo seguro: hasta el 30 de noviembre; según otra fuente, ' + 'hasta el 31 de diciembre.'
  showScreen(ObligationsScreen, '/calendar')
  const section = await screen.findByRole('region', { name: 'Calendarios oficiales, informativos' })
  expect(await within(section).findByText(readings)).toBeTruthy()
  press('Todos los calendarios')
  const all = await screen.findByRole('dialog', { name: 'Calendarios oficiales' })
  expect(await within(all).findByText(readings)).toBeTruthy()
  expect(all.textContent).toContain('Según Otro catálogo (26 de noviembre de 2026): mayo y junio.')
  expect(all.textContent).toContain(
    'Vigente hasta el 31 de diciembre de 2026 · Versión 2026-11-27 · Fuente: Sedema, Pro',
  )
  const link = within(all).getByRole('link', { name: /^Sedema, Programa 2026/ }) as HTMLAnchorElement
  expect([link.href, link.target, link.rel]).toEqual(['https://ejemplo.mx/programa', '_blank', 'noopener noreferrer'])
})

test('a notice above the weeks names calendars without a successor, and opens the list at the first', async () => {
  const ended = { shown: false, whyNot: 'Su vigencia terminó el 2025-12-31.', occurrences: [] }
  rules = [
    rule({ ruleKey: 'refrendo', title: 'Refrendo anual', validTo: null }),
    rule({ unreplaced: true }),
    rule({ ruleKey: 'federal', title: 'Emisiones federales', validTo: '2025-12-31', unreplaced: true, ...ended }),
    rule({ ruleKey: 'placas', title: 'Canje de placas', validTo: '2026-03-31', ...ended }),
    rule({ ruleKey: 'former', title: 'Engomado de 2025', validTo: '2025-12-31', continuedBy: 'Engomado', ...ended }),
  ]
  showScreen(ObligationsScreen, '/calendar?overdue=si')
  await screen.findByText(
    '1 calendario termina el 31 de diciembre de 2026 y no hay versión de 2027; ' +
      '1 terminó el 31 de diciembre de 2025 y no hay versión de 2026.',
  )
  press('Ver cuáles calendarios')
  const all = within(await screen.findByRole('dialog', { name: 'Calendarios oficiales' }))
  const titles = (group: string) =>
    within(all.getByRole('region', { name: group }))
      .getAllByRole('heading', { level: 4 })
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(titles('Vigentes')).toEqual(['Verificación vehicular, engomado azul', 'Refrendo anual']))
  expect(titles('Sin calendario vigente')).toEqual(['Emisiones federales'])
  expect(titles('Terminados')).toEqual(['Canje de placas', 'Engomado de 2025'])
  await waitFor(() => expect(document.activeElement?.textContent).toContain('engomado azul'))
  const past = all.getByRole('region', { name: 'Terminados' })
  expect(all.getByRole('region', { name: 'Sin calendario vigente' }).textContent).toContain(
    'Terminó el 31 de diciembre de 2025; no hay versión de 2026',
  )
  expect(past.textContent).toContain('Terminó el 31 de marzo de 2026')
  expect(past.textContent).toContain('Rigió hasta el 31 de diciembre de 2025; la continúa «Engomado»')
  expect(within(past).queryByRole('button')).toBeNull()
})

test('official values show dates and source; a notice above the weeks names one that ends', async () => {
  units = [
    unitValue({ unreplaced: true, link: 'https://www.inegi.org.mx/temas/uma/' }),
    unitValue({ value: 113.14, validFrom: '2025-02-01', validTo: '2026-01-31', source: 'UMA diaria de 2025' }),
    unitValue({ unit: 'UVT', value: 52374, validFrom: '2026-01-01', validTo: '2026-12-31', authority: 'DIAN' }),
  ]
  showScreen(ObligationsScreen, '/calendar')
  await screen.findByText('El valor de la UMA termina el 31 de enero de 2027 y el de 2027 no está publicado.')
  press('Ver cuáles calendarios')
  const all = within(await screen.findByRole('dialog', { name: 'Calendarios oficiales' }))
  const values = await all.findByRole('region', { name: 'Valores oficiales' })
  await waitFor(() => expect(document.activeElement).toBe(values))
  const [uma, uvt] = [...values.querySelectorAll<HTMLElement>(':scope > ul > li')]
  expect(uma?.textContent).toContain('Unidad de Medida y Actualización (UMA)$117.31 MXN')
  expect(uma?.textContent).toContain(
    'Del 1 de febrero de 2026 al 31 de enero de 2027 · Versión 2026-11-27 · Fuente: INEGI, UMA diaria de 2026',
  )
  const former = within(uma as HTMLElement).getByRole('list', { name: 'Valores anteriores de la UMA', hidden: true })
  expect(former.textContent).toContain('$113.14 MXN')
  expect(former.textContent).toContain('UMA diaria de 2025')
  expect(uvt?.textContent).not.toContain('no está publicado')
  expect(uvt?.textContent).toContain('Del 1 de enero al 31 de diciembre de 2026; valor de 2027 sin publicar · Versión')
})

test('holidays show their next date and source; a country without any says so', async () => {
  holidays = [holiday(), holiday({ ruleKey: 'ano-nuevo', name: 'Año Nuevo', nextOn: '2027-01-01' })]
  showScreen(ObligationsScreen, '/calendar')
  await screen.findByRole('region', { name: 'Calendarios oficiales, informativos' })
  press('Todos los calendarios')
  const days = await screen.findByRole('region', { name: 'Días inhábiles' })
  expect(
    within(days)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Navidad viernes 25 de diciembre', 'Año Nuevo viernes 1 de enero de 2027'])
  expect(within(days).getAllByText(/Fuente: Ley 51 de 1983, 22 de diciembre de 1983/)).toHaveLength(1)
  cleanup()
  queryClient.clear()
  holidays = []
  showScreen(ObligationsScreen, '/calendar')
  await screen.findByRole('region', { name: 'Calendarios oficiales, informativos' })
  press('Todos los calendarios')
  await screen.findByText(/^No se conocen días inhábiles oficiales/)
})

test('a vehicle’s panel shows its overdue and coming items, or that none are known', async () => {
  due = [obligation()]
  panel = true
  showScreen(Panel, '/?asset=7')
  expect((await screen.findAllByText('viernes 27 de noviembre', { exact: false })).length).toBeGreaterThan(0)
  cleanup()
  due = []
  showScreen(Panel, '/?asset=7')
  expect(await screen.findByText('No se conoce ninguno.')).toBeTruthy()
})

test('by month: groups with sums; the view is remembered, and can be grouped by holder', async () => {
  groups = [
    { key: 'insurance', total: 30, vehicles: 28, amount: null },
    { key: 'payment', total: 1, vehicles: 1, amount: 1234.5 },
  ]
  const router = showScreen(ObligationsScreen, '/calendar')
  await table()
  fireEvent.click(screen.getByLabelText('Mes'))
  expect(await screen.findByText('Este mes')).toBeTruthy()
  const byKind = await screen.findByRole('table', { name: 'Vencimientos por tipo' })
  expect(byKind.textContent).toContain('Seguro30 vencimientos de 28 vehículos')
  expect(byKind.textContent).toContain('1 vencimiento de 1 vehículo · $1,234.50 MXN')
  expect(byKind.textContent).toContain('27/11/2026en 2 días')
  expect(byKind.textContent).toContain('Transportes del Norte')
  expect(openAddress(router)).toEqual({ view: 'month' })
  await waitFor(() =>
    expect(listRequests().at(-1)).toMatchObject({ month: '2026-11', groupBy: 'kind', pageSize: '100' }),
  )
  fireEvent.change(screen.getByLabelText('Agrupar por'), { target: { value: 'holder' } })
  await screen.findByRole('table', { name: 'Vencimientos por razón social' })
  await waitFor(() => expect(listRequests().at(-1)).toMatchObject({ month: '2026-11', groupBy: 'holder' }))
  cleanup()
  // The screen opens with the last view; an address that names a week opens the view by week.
  showScreen(ObligationsScreen, '/calendar')
  await screen.findByRole('table', { name: 'Vencimientos por razón social' })
  cleanup()
  showScreen(ObligationsScreen, '/calendar?week=2026-12-10')
  await screen.findByRole('table', { name: 'Vencimientos por día' })
})

test('the search filters the list, its counts and the file', async () => {
  const router = showScreen(ObligationsScreen, '/calendar?view=month')
  await table()
  fireEvent.change(screen.getByLabelText('Placa, VIN o razón social'), { target: { value: 'norte' } })
  fireEvent.keyDown(screen.getByLabelText('Placa, VIN o razón social'), { key: 'Enter' })
  await waitFor(() => expect(listRequests().at(-1)).toMatchObject({ search: 'norte', month: '2026-11' }))
  press('Exportar')
  await waitFor(() => expect(server.sent.some(({ path }) => path === calls.workbook.path)).toBe(true))
  const order = server.sent.findLast(({ path }) => path === calls.workbook.path)
  expect(JSON.parse(order?.body ?? '')).toEqual({ month: '2026-11', search: 'norte', groupBy: 'kind' })
  press('Limpiar filtros')
  await waitFor(() => expect(openAddress(router)).toEqual({ view: 'month' }))
})

test('a user with part of the fleet gets file, reminders and calendar of that part', async () => {
  showScreen(ObligationsScreen, '/calendar?view=month', { ...ADMIN, role: ['vehicles_read'], vehicleScope: 'a' })
  await table()
  press('Exportar')
  await waitFor(() => expect(server.sent.some(({ path }) => path === calls.workbook.path)).toBe(true))
  for (const name of ['Recordatorios por correo', 'Calendario (ICS)'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
})

test('a large file is created by a job', async () => {
  book = { totalCount: 20_000, fileUrl: null, queueItemId: 'a' }
  showScreen(ObligationsScreen, '/calendar?view=month')
  await table()
  press('Exportar')
  await waitFor(() => expect(notices.get().map(({ text }) => text)).toContain(IN_PANEL))
})

test('a refused file shows the server’s message', async () => {
  book = { title: 'acote lo que exporta', status: 422, type: 'about:blank' }
  bookStatus = 422
  showScreen(ObligationsScreen, '/calendar?view=month')
  await table()
  press('Exportar')
  await waitFor(() => expect(notices.get().map(({ text }) => text)).toContain('acote lo que exporta'))
})

test('a print has every row of the list, and states its filter', async () => {
  const printing = vi.fn()
  vi.stubGlobal('print', printing)
  showScreen(ObligationsScreen, '/calendar?view=month&kinds=insurance')
  await table()
  press('Imprimir')
  await waitFor(() => expect(printing).toHaveBeenCalledOnce())
  expect(listRequests().at(-1)).toMatchObject({ month: '2026-11', pageSize: '1000', kinds: 'insurance' })
  expect(screen.getByText('Noviembre de 2026 · Por tipo · Seguro')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  press('Imprimir')
  await waitFor(() => expect(printing).toHaveBeenCalledTimes(2))
  vi.unstubAllGlobals()
})
