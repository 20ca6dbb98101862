// The health of the sources: the table, its cells, and the panel of one source.
import { type HealthDay, health, type ResourceHealth, type StateHealth } from '@padron/contract/health'
import { processing } from '@padron/contract/processing'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { HealthScreen, incidentsText } from './HealthScreen.tsx'
import { summary } from './SourceMonth.tsx'
import { attemptText } from './TouchedVehicles.tsx'

const HOUR = 3_600_000
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
const incident = { since: ago(5 * HOUR), outcome: 'timeout', text: 'La fuente no respondió a tiempo' }

const source = (resourceId: number, more: Partial<ResourceHealth> = {}): ResourceHealth => ({
  resource: { resourceId, descriptionSpanish: `Fuente ${resourceId}` },
  portal: { name: 'ICV', owner: 'Instituto de Control Vehicular', url: 'https://www.icvnl.gob.mx' },
  service: 'automatic',
  past: false,
  successPercentage: 97,
  dateTime: ago(3 * HOUR),
  incident: null,
  ...more,
})
const type = (resourceTypeId: number, name: string, ...resourceInfo: ResourceHealth[]) => ({
  resourceType: { resourceTypeId, descriptionSpanish: name },
  avrgTimeSpan: resourceInfo[0]?.successPercentage === null ? null : 1234,
  successPercentage: resourceInfo[0]?.successPercentage ?? null,
  dateTime: null,
  resourceInfo,
})
const MANUAL = { service: 'manual', successPercentage: null, dateTime: null } as const
const STATES: StateHealth[] = [
  {
    state: { stateId: 0, stateName: 'Todo el país' },
    fleet: true,
    resourceTypeHealth: [type(4, 'Reporte de robo', source(1))],
  },
  {
    state: { stateId: 9, stateName: 'Ciudad de México' },
    fleet: true,
    resourceTypeHealth: [type(1, 'Multas', source(7, MANUAL))],
  },
  {
    state: { stateId: 19, stateName: 'Nuevo León' },
    fleet: true,
    resourceTypeHealth: [
      type(0, 'Tenencias', source(2, { successPercentage: 40, incident }), source(3)),
      type(1, 'Multas', source(4, { successPercentage: null, dateTime: null })),
      type(10, 'Posibles adeudos de tenencia', source(5, MANUAL)),
    ],
  },
  {
    state: { stateId: 14, stateName: 'Jalisco' },
    fleet: false,
    resourceTypeHealth: [type(1, 'Multas', source(6, MANUAL))],
  },
]
const days: HealthDay[] = [
  { day: '2026-11-20', successPercentage: 40, medianMs: 900, p95Ms: 2100 },
  { day: '2026-11-21', successPercentage: null, medianMs: null, p95Ms: null },
]
const detail = (more: object = {}) => ({
  ...source(2, { successPercentage: 40, incident }),
  state: { stateId: 19, stateName: 'Nuevo León' },
  resourceType: { resourceTypeId: 0, descriptionSpanish: 'Tenencias' },
  account: null,
  nextTry: null,
  vehicles: 30,
  touched: 2,
  untried: null,
  medianMs: 900,
  p95Ms: 2100,
  days,
  outages: [{ beganAt: ago(5 * HOUR), endedAt: null, text: 'La fuente no respondió a tiempo' }],
  alarms: [{ since: ago(HOUR), text: 'Respuestas con datos desconocidos', hard: true }],
  provenance: { kind: 'client', trial: null },
  ...more,
})
const touched = (vehicleAssetId: number, plate: string) => ({
  vehicleAssetId,
  plate,
  vin: '3N1CN8AE1RL000101',
  lastGood: null,
  lastAttempt: ago(HOUR),
  text: 'La fuente no respondió a tiempo',
})

let states: StateHealth[] = STATES
let one: unknown
let broken = false
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  const at = (row: { path: string }) => row.path.replace(':resourceId', '2')
  server = await startSmallServer({
    [health.states.path]: () => (broken ? { status: 500, json: {} } : { json: { stateResourceTypeHealths: states } }),
    [at(health.resource)]: () => ({ json: one }),
    [at(health.touched)]: () => ({
      json: { vehicles: [touched(7, 'RKA001A'), touched(8, 'RKA002A')], next: null, totalCount: 2 },
    }),
    [processing.resources.path]: () => ({
      json: {
        data: [
          {
            state: { stateId: 19, stateName: 'Nuevo León' },
            resources: [
              {
                resourceId: 2,
                resourceName: 'Fuente 2',
                resourceTypeId: 0,
                portal: 'ICV',
                portalUrl: null,
                service: 'automatic',
                updateDateTime: null,
                lastUpdate: null,
                queued: false,
                queueItemId: null,
                queuedAs: null,
                vehicles: 30,
                due: 30,
                incident: null,
              },
            ],
          },
        ],
      },
    }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  states = STATES
  one = detail()
  broken = false
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
  server.sent.length = 0
})

const open = async (address = '/health', user = ADMIN) => {
  const router = showScreen(HealthScreen, address, user)
  // Includes hidden elements: if the address opens the panel of a source, the table behind it is inert.
  await screen.findByRole('table', { hidden: true }, { timeout: 10_000 })
  return router
}
const cell = (name: string) => screen.getByRole('button', { name })
const panel = async () => within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))

test('columns in the order of the specification, the whole country first, and each cell in words', async () => {
  await open()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Estado',
    'Tenencias',
    'Multas',
    'Información vehicular',
    'Tarjeta de circulación',
    'Reporte de robo',
    'Seguro',
    'Adeudos diversos',
    'Multas ambientales',
    'Refrendos',
    'Multas CDMX',
    'Posibles adeudos de tenencia',
    'Estado de placa',
  ])
  expect(screen.getAllByRole('rowheader')[0]?.textContent).toBe('Todo el país')
  expect(cell('Reporte de robo, Todo el país: Alta, 97 %')).toBeTruthy()
  expect(cell('Tenencias, Nuevo León: Falla ahora, 40 % en 7 días, 1 de 2 fuentes')).toBeTruthy()
  expect(cell('Multas, Nuevo León: Sin datos')).toBeTruthy()
  expect(cell('Posibles adeudos de tenencia, Nuevo León: Captura manual')).toBeTruthy()
  expect(screen.getByText('1 recurso falla ahora')).toBeTruthy()
})

test('the tooltip describes each source, without a share if there were no queries', async () => {
  await open()
  const tip = (name: string) => document.getElementById(cell(name).getAttribute('aria-describedby') ?? '')?.textContent
  expect(tip('Tenencias, Nuevo León: Falla ahora, 40 % en 7 días, 1 de 2 fuentes')).toContain(
    'Fuente 2ICVFalla ahora (40 % en 7 días)',
  )
  expect(tip('Tenencias, Nuevo León: Falla ahora, 40 % en 7 días, 1 de 2 fuentes')).toContain('Tiempo medio: 1.2 s')
  expect(tip('Reporte de robo, Todo el país: Alta, 97 %')).toContain('Última respuesta válida hace 3 horas (')
  expect(tip('Multas, Nuevo León: Sin datos')).toBe('Fuente 4ICVSin datosSin respuesta válida todavía')
  expect(screen.queryByText(/^0 %/)).toBeNull()
})

test('a source without queries is not reported as healthy', () => {
  const statesWith = (...shares: (number | null)[]): StateHealth[] => {
    const sources = shares.map((successPercentage, at) => source(at + 1, { successPercentage }))
    return [
      {
        state: { stateId: 0, stateName: 'Todo el país' },
        fleet: true,
        resourceTypeHealth: [type(0, 'Tenencias', ...sources)],
      },
    ]
  }
  expect(incidentsText(statesWith(null, null))).toBe(
    'Sin consultar: ningún recurso se ha consultado en los últimos 7 días',
  )
  expect(incidentsText(statesWith(99, null))).toBe(
    'Sin incidentes ahora en 1 de 2 recursos; los demás no se han consultado',
  )
  expect(incidentsText(statesWith(99, 98))).toBe('Sin incidentes ahora')
  expect(incidentsText([])).toBe('Ningún recurso se consulta de forma automática')
  const of = (untried: number | null, touched = 0) => attemptText({ vehicles: 30, touched, untried })
  expect(of(30)).toBe('ninguno se ha consultado todavía')
  expect(of(20)).toBe('10 con respuesta en su último intento; 20 sin consultar todavía')
  expect(of(0)).toBe('todos con respuesta en su último intento')
  expect(of(null, 2)).toBe('2 sin respuesta en su último intento')
})

test('the arrow keys move from cell to cell, and Tab reaches one of them', async () => {
  await open()
  const first = cell('Reporte de robo, Todo el país: Alta, 97 %')
  const tenencias = cell('Tenencias, Nuevo León: Falla ahora, 40 % en 7 días, 1 de 2 fuentes')
  const fines = cell('Multas, Nuevo León: Sin datos')
  expect([first, tenencias, fines].map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  act(() => tenencias.focus())
  fireEvent.keyDown(tenencias, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(fines)
  expect([first, tenencias, fines].map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
  fireEvent.keyDown(fines, { key: 'End' })
  expect(document.activeElement).toBe(cell('Posibles adeudos de tenencia, Nuevo León: Captura manual'))
})

test('states without automatic sources or vehicles are collapsed into one line', async () => {
  const router = await open()
  expect(screen.getByText('Ciudad de México')).toBeTruthy()
  expect(screen.queryByText('Jalisco')).toBeNull()
  fireEvent.click(cell('1 estado sin consulta automática ni vehículos de su flota'))
  expect(await screen.findByText('Jalisco')).toBeTruthy()
  expect(router.state.location.searchStr).toBe('?all=si')
})

test('the operator who tried the connector with an account is named', async () => {
  one = detail({ provenance: { kind: 'documented', trial: { triedAt: ago(2 * HOUR), triedBy: 'ana' } } })
  await open('/health?resource=2')
  const basis = (await (await panel()).findByText(/^Documentado por el proveedor/)).textContent
  expect(basis).toMatch(/Probado con cuenta hace 2 h.* por ana$/)
})

test('a cell opens its failing source: since when, why, which vehicles, and the last month', async () => {
  const router = await open()
  fireEvent.click(cell('Tenencias, Nuevo León: Falla ahora, 40 % en 7 días, 1 de 2 fuentes'))
  const drawer = await panel()
  expect(await drawer.findByText('Falla desde')).toBeTruthy()
  expect(router.state.location.searchStr).toBe('?resource=2')
  expect(drawer.getByText(/– en curso$/)).toBeTruthy()
  expect(drawer.getByText(/^Los 30 vehículos de su flota dependen de esta fuente mientras falla\./)).toBeTruthy()
  expect(drawer.getByText('Ninguno programado')).toBeTruthy()
  expect(drawer.getByText(/^Visto en clientes del proveedor/).textContent).toContain('Sin probar con cuenta')
  expect(drawer.getByText('2 sin respuesta en su último intento')).toBeTruthy()
  expect(drawer.getByRole('img', { name: /^Consultas con respuesta por día/ })).toBeTruthy()
  fireEvent.click(drawer.getByText('Ver como tabla'))
  const table = within(drawer.getByRole('table', { name: 'Consultas con respuesta por día' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'DíaCon respuestaMediana95 %',
    '21/11/2026Sin datos——',
    '20/11/202640 %900 ms2.1 s',
  ])
  expect(drawer.getByText('Respuestas con datos desconocidos').textContent).toContain('Grave: ')
  const plate = await drawer.findByRole('link', { name: 'RKA001A' })
  expect(plate.getAttribute('href')).toBe('/?asset=7')
  expect(
    within(drawer.getByRole('navigation', { name: 'Fuentes del mismo tipo' })).getAllByRole('button'),
  ).toHaveLength(2)
  fireEvent.click(await drawer.findByRole('button', { name: 'Procesar Fuente 2' }))
  expect(await screen.findByRole('dialog', { name: 'Mandar a procesar' })).toBeTruthy()
})

test('without permission for vehicles only their number is shown; without processing there is no button', async () => {
  await open('/health?resource=2', { ...ADMIN, role: ['resource_read'] })
  const drawer = await panel()
  expect(await drawer.findByText(/ 2 vehículos sin respuesta en su último intento\./)).toBeTruthy()
  expect(drawer.queryByRole('link', { name: 'RKA001A' })).toBeNull()
  expect(drawer.queryByRole('button', { name: /^Procesar/ })).toBeNull()
  expect(server.sent.some(({ path }) => path === processing.resources.path || path.endsWith('/vehicles'))).toBe(false)
})

test('a manual source says so and has no monthly chart', async () => {
  one = detail({ ...MANUAL, incident: null, touched: 0, outages: [], alarms: [], untried: 0 })
  await open('/health?resource=2')
  const drawer = await panel()
  expect(await drawer.findByText(/^La captura una persona/)).toBeTruthy()
  expect(await drawer.findByRole('link', { name: 'Ir a la lista de captura manual' })).toBeTruthy()
  expect(drawer.queryByRole('heading', { name: /30 días/ })).toBeNull()
})

test('an unknown source closes its panel and is reported once', async () => {
  const router = await open('/health?resource=99999')
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  expect(notices.get()).toMatchObject([
    { text: 'Error (404) No se ha encontrado el recurso.', about: 'Esta fuente no existe o no es de su país.' },
  ])
})

test('a history source says so', async () => {
  one = detail({ incident: null, past: true })
  await open('/health?resource=2')
  expect(await (await panel()).findByText(/Nuevo León · Tenencias · historial/)).toBeTruthy()
})

test.each([
  [[], 'Sin datos en los últimos 30 días.'],
  [[95], 'En el único día con consultas respondió más de 90 %.'],
  [[40], 'En el único día con consultas respondió 90 % o menos.'],
  [[40, 50], 'En ninguno de los 2 días con consultas respondió más de 90 %.'],
  [[95, 50], 'En 1 de 2 días con consultas respondió más de 90 %.'],
  [[95, 99], 'En los 2 días con consultas respondió más de 90 %.'],
])('the month of %j in words', (shares, words) => {
  expect(
    summary(shares.map((successPercentage) => ({ day: 'x', successPercentage, medianMs: null, p95Ms: null }))),
  ).toBe(words)
})

test('a failure is reported and can be retried', async () => {
  broken = true
  showScreen(HealthScreen, '/health')
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  expect(screen.getAllByText(health.states.fails)).toHaveLength(1)
  expect(notices.get()).toEqual([])
  broken = false
  fireEvent.click(retry)
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('without any configured source the screen says so and who can configure one', async () => {
  await open()
  expect(screen.queryByRole('note')).toBeNull()
  cleanup()
  states = STATES.map((state) => ({
    ...state,
    resourceTypeHealth: state.resourceTypeHealth.map((cell) => ({
      ...cell,
      resourceInfo: cell.resourceInfo.map((info) => ({ ...info, service: 'none' as const, incident: null })),
    })),
  }))
  await queryClient.invalidateQueries()
  await open('/health', { ...ADMIN, role: ['resource_read'] })
  const note = await screen.findByRole('note')
  expect(note.textContent).toContain('Todavía no hay ninguna fuente configurada')
  expect(note.textContent).toContain('pídalas a un administrador de su empresa')
  expect(within(note).queryByRole('link')).toBeNull()
})
