// The dashboards: figures, periods, charts and tables, links to the catalogue, and empty states.
import { dashboard } from '@padron/contract/dashboard'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { testFacts } from '../../testing/dashboard.ts'
import { nothing } from '../../testing/next-actions.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { GeneralDashboard, TenenciasDashboard, TicketsDashboard } from './DashboardScreen.tsx'

const NONE = 'No hay registro de estadísticas por el momento, vuelva a intentarlo en 24 horas.'
const FAILED = 'Error al mostrar estadísticas. Por favor, intente más tarde.'

let answer: object | undefined
let actions: object = nothing()
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  // Loaded here, so that no test waits for it.
  await Promise.all([
    import('./charts/Upright.tsx'),
    import('./actions/NextActions.tsx'),
    import('./export/ChartMenu.tsx'),
  ])
  server = await startSmallServer({
    [dashboard.read.path]: () => (answer ? { json: { dashboard: answer } } : { status: 500, json: {} }),
    [dashboard.refresh.path]: () => {
      answer = { ...answer, refreshing: true }
      return { json: { refreshing: true } }
    },
    [dashboard.actions.path]: () => ({ json: actions }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  answer = { ...testFacts(), changed: false, refreshing: false }
  actions = nothing()
  server.sent.length = 0
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const section = (name: string) => screen.findByRole('region', { name })
const sections = () => [...document.querySelectorAll('[data-section] h2')].map(({ textContent }) => textContent)
const chart = async (name: string) => within(await screen.findByRole('article', { name }))
const bars = async (name: string) => (await chart(name)).findAllByRole('link', { name: /^.+: / })

test('every figure states its basis and links to its vehicles', async () => {
  showScreen(GeneralDashboard, '/dashboard')
  const cards = within(await screen.findByRole('list', { name: 'Resumen' }))
  const owed = cards.getByRole('link', { name: 'Con adeudo: al menos $1,234,567.50 MXN' })
  expect(owed.getAttribute('href')).toMatch(/^\/\?/)
  expect(cards.getByRole('link', { name: 'Vehículos: 528' }).getAttribute('href')).toBe('/?status=1')
  // The basis is stated once; a mark on a partial card is described by it.
  const partial = cards.getAllByRole('button', { name: 'parcial' })[0] as HTMLElement
  const described = document.getElementById(partial.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toMatch(/^Completo en 490 de 528 vehículos; en 38 falta alguna consulta/)
  const bases = screen.getByText(/^Cifras de 528 vehículos con estatus activo; donde dice «parcial»/).closest('details')
  expect(bases?.textContent).toContain('Con adeudoCompleto en 490 de 528 vehículos; en 38 falta alguna consulta')
  expect(screen.getByRole('link', { name: '42 vehículos con otro estatus' })).toBeTruthy()
  expect(sections()).toEqual([
    'Adeudos',
    'Flotillas',
    'Multas',
    'Tenencias',
    'Pólizas de seguro',
    'Reportes de robo',
    'Siguiente mes',
  ])
  expect((await chart('Reportes de robo por fecha en que se vieron')).getByText('Ningún reporte de robo')).toBeTruthy()
  expect(screen.getByText('Hasta el 18 de octubre es una estimación a partir de los cambios registrados.')).toBeTruthy()
})

test('a bar is a link with all its figures; Tab reaches one bar, arrows move to the others', async () => {
  showScreen(TicketsDashboard, '/dashboard/tickets')
  const [first, second] = await bars('Multas por estado')
  expect(first?.getAttribute('aria-label')).toBe('Nuevo León: Adeudo $180,000.00 MXN, Multas 30, Vehículos 20')
  expect(first?.getAttribute('href')).toContain('states=19')
  expect([first?.getAttribute('tabindex'), second?.getAttribute('tabindex')]).toEqual(['0', '-1'])
  first?.focus()
  fireEvent.keyDown(first as Element, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  await waitFor(() => expect(second?.getAttribute('tabindex')).toBe('0'))
  const columns = await bars('Multas en el tiempo')
  expect(columns).toHaveLength(13)
  columns[0]?.focus()
  await waitFor(() => expect(columns[0]?.getAttribute('tabindex')).toBe('0'))
  expect(document.activeElement).toBe(columns[0])
  const undated = (await chart('Multas en el tiempo')).getByRole('link', { name: /^Sin fecha: / })
  expect(undated.getAttribute('href')).toContain('debtUndated=1')
})

test('a user who may not see vehicles gets the figures without links', async () => {
  showScreen(TicketsDashboard, '/dashboard/tickets', { ...ADMIN, role: ['dashboard_read'] })
  await screen.findByText('$310,450.00')
  expect((await chart('Multas por estado')).getByRole('img', { name: /^Nuevo León: / })).toBeTruthy()
  expect(screen.queryAllByRole('link')).toEqual([])
})

test('the period is one of the server’s list, stored in the address', async () => {
  const router = showScreen(TicketsDashboard, '/dashboard/tickets')
  const periods = within(await screen.findByRole('group', { name: 'Periodo' }))
  expect(periods.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual([
    'Todo',
    'Último Mes',
    'Trimestre',
    'Semestre',
    'Año',
    'Sin fecha',
    'Siguiente mes',
  ])
  expect(screen.getByText(/^180 multas en 96 vehículos/)).toBeTruthy()
  fireEvent.click(periods.getByRole('radio', { name: 'Último Mes' }))
  expect(await screen.findByText(/^31 multas en 96 vehículos/)).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ periodo: '1' })
  expect(screen.getByText(/Adeudos con fecha del 23 de octubre al 22 de noviembre/)).toBeTruthy()
  const [bar] = await bars('Multas por estado')
  expect(bar?.getAttribute('href')).toContain('2026-10-23')
})

test('a day with zero is drawn and has no link', async () => {
  showScreen(GeneralDashboard, '/dashboard')
  const days = await chart('Pólizas que vencen en los próximos 30 días')
  expect(await days.findByRole('link', { name: '1 dic: Vehículos 1' })).toBeTruthy()
  expect(days.getByRole('img', { name: '2 dic: —' })).toBeTruthy()
  const weeks = await chart('Lo que vence en el próximo mes')
  expect(await weeks.findByRole('link', { name: '23 – 29 nov: Líneas de captura 9' })).toBeTruthy()
})

test('the next month has no chart of past events', async () => {
  showScreen(GeneralDashboard, '/dashboard?periodo=-1')
  expect(
    await screen.findByText(
      'Líneas de captura que vencen del 23 de noviembre al 22 de diciembre. El resto está al día de hoy.',
    ),
  ).toBeTruthy()
  expect(sections()).not.toContain('Reportes de robo')
  expect(await chart('Razones sociales con más por pagar')).toBeTruthy()
  // The debts of other vehicles are not limited to a period.
  expect(screen.queryByText(/ deben? al menos /)).toBeNull()
})

test('the labels under the trend are days of a month', async () => {
  showScreen(GeneralDashboard, '/dashboard')
  const trend = await chart('Adeudo por tipo en el tiempo')
  expect((await trend.findAllByText(/^\d+ (oct|nov)$/)).length).toBeGreaterThan(0)
})

test('the trend as a table starts with today, and says why other days have no link', async () => {
  showScreen(GeneralDashboard, '/dashboard?tablas=debts')
  const trend = await chart('Adeudo por tipo en el tiempo')
  expect(trend.getAllByRole('rowheader')[0]?.textContent).toBe('22/11/2026')
  expect(trend.getByText('Los días pasados no abren una lista: el catálogo es el de hoy.')).toBeTruthy()
})

test('each section is displayed as charts or tables; the tables have every column', async () => {
  const router = showScreen(TicketsDashboard, '/dashboard/tickets')
  const way = within(within(await section('Multas')).getByRole('group', { name: 'Cómo se muestra: Multas' }))
  fireEvent.click(way.getByRole('radio', { name: 'Tabla' }))
  const table = within(await (await chart('Multas por estado')).findByRole('table', { name: 'Multas por estado' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Estado',
    'Adeudo (MXN)',
    'Multas',
    'Vehículos',
    'Sin importe',
  ])
  expect(table.getAllByRole('row')).toHaveLength(6)
  expect(table.getByRole('rowheader', { name: 'Guanajuato' }).closest('tr')?.textContent).toContain('sin importe')
  expect(table.getByRole('link', { name: 'Jalisco' })).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ tablas: 'tickets' })
})

test('Colombia has its own sections and words', async () => {
  answer = { ...testFacts('CO'), changed: false, refreshing: false }
  const andina = { ...ADMIN, country: 'CO' as const }
  showScreen(GeneralDashboard, '/dashboard', andina)
  await screen.findByText('$1.234.567,50')
  expect(sections()).toEqual([
    'Adeudos',
    'Flotillas',
    'Multas',
    'Comparendos',
    'SOAT y pólizas',
    'RTM',
    'Siguiente mes',
  ])
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  showScreen(TenenciasDashboard, '/dashboard/tenencias', andina)
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard de comparendos' })).toBeTruthy()
})

test('before the first statistics the screen says so, and requests them', async () => {
  answer = { statistics: null, changed: false, refreshing: false }
  showScreen(GeneralDashboard, '/dashboard')
  expect(await screen.findByText(NONE)).toBeTruthy()
  expect(screen.queryByText(/se renueva sola/)).toBeNull()
  // No call is pending that the screen would wait for.
  expect(screen.queryByText('Cargando…')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Calcular ahora' }))
  expect(await screen.findByText('Calculando las estadísticas')).toBeTruthy()
  // Only one message: in 24 hours, or as soon as they are ready.
  expect(screen.queryByText(NONE)).toBeNull()
  expect(server.sent.filter(({ path }) => path === dashboard.refresh.path)).toHaveLength(1)
})

test('statistics of a part of the fleet are computed on request, so no nightly run is announced', async () => {
  answer = { statistics: null, changed: false, refreshing: false }
  showScreen(GeneralDashboard, '/dashboard', { ...ADMIN, vehicleScope: 'a' })
  expect(await screen.findByText('No se pudieron calcular las estadísticas de sus vehículos.')).toBeTruthy()
  expect([screen.queryByText(NONE), screen.queryByText(/cada noche/)]).toEqual([null, null])
  fireEvent.click(screen.getByRole('button', { name: 'Calcular ahora' }))
  expect(await screen.findByText('Calculando las estadísticas')).toBeTruthy()
})

test('statistics of a changed fleet can be computed again; the current ones stay until then', async () => {
  answer = { ...answer, changed: true }
  showScreen(TicketsDashboard, '/dashboard/tickets')
  expect(await screen.findByText(/La flota cambió desde entonces/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
  expect(await screen.findByText(/Calculando de nuevo/)).toBeTruthy()
  expect(screen.getByText('$310,450.00')).toBeTruthy()
})

test('a call that fails is reported in its place, and can be retried', async () => {
  const good = answer
  answer = undefined
  showScreen(TicketsDashboard, '/dashboard/tickets')
  expect(await screen.findByText(FAILED)).toBeTruthy()
  expect(screen.getByText(/El servicio no respondió como se esperaba/)).toBeTruthy()
  expect(await screen.findByText('Error obteniendo estadísticas')).toBeTruthy()
  answer = good
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('list', { name: 'Resumen' })).toBeTruthy()
})

test('a chart that cannot be rendered does not affect the rest of the screen', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  answer = { ...testFacts('MX', { trend: undefined as never }), changed: false, refreshing: false }
  showScreen(GeneralDashboard, '/dashboard')
  expect(await screen.findByText(FAILED)).toBeTruthy()
  complaints.mockRestore()
  expect(screen.getByRole('heading', { level: 1, name: 'Dashboard general' })).toBeTruthy()
})

test('next actions that cannot be rendered are reported', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  actions = {}
  showScreen(GeneralDashboard, '/dashboard')
  const failure = await screen.findByText(dashboard.actions.fails)
  expect(await chart('Multas por estado')).toBeTruthy()
  actions = nothing()
  fireEvent.click(within(failure.closest('[role="alert"]') as HTMLElement).getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('heading', { name: 'Qué hacer esta semana' })).toBeTruthy()
  expect(screen.queryByText(dashboard.actions.fails)).toBeNull()
  vi.restoreAllMocks()
})

test('while statistics are being computed, the screen polls only when it is visible', async () => {
  answer = { ...answer, refreshing: true }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const requestCount = () => server.sent.filter(({ path }) => path === dashboard.read.path).length
  try {
    showScreen(TicketsDashboard, '/dashboard/tickets')
    await screen.findByText('$310,450.00')
    vi.advanceTimersByTime(60_000)
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(requestCount()).toBe(1)
    hidden.mockReturnValue(false)
    vi.advanceTimersByTime(1_500)
    await vi.waitFor(() => expect(requestCount()).toBe(2))
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})
