// A source in the drawer: its answer with date and author, debts, actions, marks, and changes.
import { catalogue } from '@padron/contract/catalogue'
import type { Change, DebtRow, ScrapedResource, ScrapedResourceType } from '@padron/contract/resource-status'
import type { AppealTerm, UnitValue } from '@padron/contract/rules/official-rules'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { LIVELY_MS } from '../../features/resource-status/use-live-checks.ts'
import { unitValue } from '../../testing/obligations.ts'
import { scrapedResource, typeOf } from '../../testing/resource.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { vehicle } from '../../testing/vehicle.ts'
import { VehicleDrawer } from './VehicleDrawer.tsx'

const HOUR = 3_600_000
const AT = '2026-11-01T18:00:00Z'
const debt: DebtRow = {
  folio: 'A-1',
  description: 'Luz roja',
  dateTime: '2026-10-01',
  subTotal: 1000,
  discountsSum: null,
  surchargesSum: null,
  total: 1000,
  firstSeen: '2026-10-05T12:00:00Z',
  debtKey: 'A-1',
}
const owing = (row: DebtRow): ScrapedResource =>
  scrapedResource({
    status: { statusId: 0, descriptionSpanish: '' },
    result: [
      {
        name: 'Multas',
        subTotal: 1000,
        discount: 0,
        surcharge: 0,
        total: 1000,
        paymentLine: null,
        paymentLineDueDate: null,
        pdfUrl: null,
        scrapedTickets: [row],
        scrapedTenencias: [],
        scrapedRefrendo: [],
      },
    ],
  })

let resources: readonly ScrapedResource[]
let otherTypes: readonly ScrapedResourceType[]
let changes: readonly Change[]
let units: UnitValue[]
let more = false
let refused: string | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [catalogue.list.path]: () => ({ json: { vehicles: [vehicle()], totalCount: 1 } }),
    '/sapy/v2/7/byType': () => ({
      json: {
        scrapedResourceTypes: [typeOf(...resources), ...otherTypes],
        debt: { total: null, withoutAmount: 0 },
        units,
        today: '2026-11-27',
      },
    }),
    '/sapy/v2/7/changes': () => ({ json: { changes, more } }),
    '/sapy/v2/7/paid': (body) => {
      const { paid } = JSON.parse(body)
      const { markedPaid: _, ...row } = debt
      resources = [owing(paid ? { ...row, markedPaid: { dateTime: new Date().toISOString(), who: 'norte-ana' } } : row)]
      return { json: { message: paid ? 'Adeudo marcado como pagado.' : 'Se quitó la marca de pago.' } }
    },
    '/sapy/v2/7/refresh': () =>
      refused
        ? {
            status: 409,
            json: { type: 'about:blank', title: 'x', status: 409, errors: [{ path: 'resourceId', message: refused }] },
          }
        : { json: { message: 'Un recurso se está consultando.', asked: [31], manual: [] } },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  resources = [scrapedResource()]
  otherTypes = []
  changes = []
  units = []
  more = false
  refused = undefined
  server.sent.length = 0
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const Host = () => <VehicleDrawer vehicleAssetId={7} as="vehicle" onClose={() => {}} />
const show = async (user = ADMIN) => {
  const router = showScreen(Host, '/?vehicle=7', user)
  await screen.findByRole('heading', { name: 'Qué cambió' })
  return router
}
const source = () => within(screen.getByRole('article'))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

const term = (more: Partial<AppealTerm>): AppealTerm => ({
  ruleKey: 'foto',
  title: 'Plazo de fotodetección',
  says: 'Hasta 11 días hábiles después de la notificación.',
  days: 11,
  dayKind: 'business',
  countsFrom: 'notification',
  until: '2026-12-09',
  version: '2026-11-27',
  authority: null,
  source: 'Ley 1843 de 2017',
  sourceDate: '2025-11-24',
  link: null,
  ...more,
})

test.each<[Partial<AppealTerm>, string]>([
  [{}, 'Puede impugnar hasta el 9 de diciembre de 2026'],
  [{ until: '2026-11-27' }, 'Puede impugnar hasta el 27 de noviembre de 2026'],
  [{ until: '2026-11-26' }, 'El plazo para impugnar terminó el 26 de noviembre de 2026'],
  [{ until: null }, 'Plazo para impugnar: 11 días hábiles desde la notificación, que la fuente no dice'],
])('until when a fine can be appealed, with the source of the term: %o', async (more, words) => {
  resources = [owing({ ...debt, appeal: term(more) })]
  await show()
  expect(source().getByText(words, { exact: false })).toBeTruthy()
  const grounds = source().getByRole('button', {
    name: more.until === null ? 'según la regla' : '11 días hábiles desde la notificación',
  })
  expect(document.getElementById(`${grounds.getAttribute('aria-describedby')}`)?.textContent).toContain(
    'Fuente: Ley 1843 de 2017, 24 de noviembre de 2025',
  )
})

test('a fine in UMA shows the value it was computed with; above it, that the value ends', async () => {
  const stated: DebtRow = { ...debt, units: 10, unit: 'UMA', total: 1173.1 }
  resources = [owing(stated)]
  units = [unitValue(), unitValue({ value: 113.14, validFrom: '2025-02-01', validTo: '2026-01-31' })]
  await show()
  expect(source().getByText('10 UMA de $117.31')).toBeTruthy()
  expect(screen.queryByText(/El valor de la UMA termina/)).toBeNull()
  cleanup()
  queryClient.clear()
  units = [unitValue({ unreplaced: true })]
  await show()
  expect(screen.getByText(/^El valor de la UMA termina el 31 de enero de 2027 y el de 2027/)).toBeTruthy()
})

test('shows who captured an answer and when, with a link to capture it again', async () => {
  resources = [
    scrapedResource({ capture: { who: 'norte-ana', dateTime: AT } }, { service: 'manual', automatic: false }),
  ]
  const router = await show()
  expect(source().getByText(/Captura manual de norte-ana el/).textContent).toBe(
    'Captura manual de norte-ana el 01/11/2026 12:00',
  )
  expect(source().queryByRole('button', { name: /^Volver a consultar/ })).toBeNull()
  press('Capturar de nuevo Multas · Nuevo León')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ captura: '7-31' }))
})

test('a failing source shows since when and the age of the answer; one never queried by machine says so', async () => {
  resources = [scrapedResource({ outageSince: '2026-11-20T18:00:00Z' })]
  await show()
  expect(source().getByText(/^La fuente falla desde/).textContent).toBe(
    'La fuente falla desde 20/11/2026 12:00; se muestra la respuesta del 01/11/2026 12:00.',
  )
  cleanup()
  resources = [
    scrapedResource(
      { freshness: null, status: { statusId: -1, descriptionSpanish: '' } },
      { service: 'manual', automatic: false },
    ),
  ]
  await show()
  expect(source().getByText('Se responde por captura manual: nadie la ha capturado todavía.')).toBeTruthy()
})

test('a source that is queried only once an hour says why instead of its outage', async () => {
  const since = '2026-11-20T18:00:00Z'
  resources = [scrapedResource({ outageSince: since, pause: { reason: 'no-credit', since } })]
  await show()
  expect(source().getByText(/no tiene saldo/).textContent).toBe(
    'Última respuesta del 01/11/2026 12:00; la fuente no tiene saldo desde 20/11/2026 12:00.',
  )
  expect(source().queryByText(/^La fuente falla desde/)).toBeNull()
  cleanup()
  resources = [scrapedResource({ freshness: null, pause: { reason: 'shape-drift', since } })]
  await show()
  expect(source().getByText(/^Todavía no hay una respuesta válida; la fuente cambió su respuesta/)).toBeTruthy()
})

test('a camera fine shows its notification, or that it is unknown, and the prompt payment discount', async () => {
  const words = async (row: Partial<typeof debt>) => {
    cleanup()
    resources = [owing({ ...debt, ...row })]
    await show()
    return source().queryByText(/fotodetección|notificada|pronto pago/i)?.textContent
  }
  expect(await words({ electronic: true, notifiedOn: '2026-11-13', promptPaymentDiscount: 316_600 })).toBe(
    'Fotodetección, notificada el 13/11/2026. Por pronto pago, $316,600.00 MXN menos según la fuente',
  )
  expect(await words({ electronic: true })).toBe('Fotodetección, sin fecha de notificación')
  expect(await words({ electronic: false, notifiedOn: '2026-11-13' })).toBe('Notificada el 13/11/2026')
  expect(await words({ electronic: false })).toBeUndefined()
})

test('a fine in units without a published value says so instead of an amount', async () => {
  resources = [owing({ ...debt, dateTime: '2027-02-03', subTotal: null, total: null, units: 10, unit: 'UMA' })]
  await show()
  expect(source().getByText('10 UMA, valor de 2027 sin publicar')).toBeTruthy()
})

test('an answer has the name of its source, also after another source replaced it', async () => {
  resources = [scrapedResource({}, { portal: 'Fuente nueva', portalUrl: null })]
  await show()
  expect(source().getByText(/^Sin multas · Fuente:/).textContent).toContain('Fuente: Portal de Nuevo León')
  expect(source().getByText(/^Ahora la fuente es/).textContent).toBe(
    'Ahora la fuente es Fuente nueva; todavía no hay una respuesta válida de ella.',
  )
  cleanup()
  resources = [scrapedResource()]
  await show()
  expect(source().queryByText(/^Ahora la fuente es/)).toBeNull()
})

test('querying again: ordered, too early, queued, refused', async () => {
  await show()
  press('Volver a consultar Multas · Nuevo León')
  expect(await screen.findByText('Un recurso se está consultando.')).toBeTruthy()
  const sent = server.sent.find(({ path }) => path.endsWith('/refresh'))
  expect(JSON.parse(sent?.body ?? '')).toEqual({ resourceId: 31 })
  refused = 'Ya está en la cola de tareas.'
  press('Volver a consultar todo')
  expect((await screen.findByText(/Actualización de recursos no disponible/)).textContent).toContain(refused)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  resources = [scrapedResource({ availableAt: new Date(Date.now() + 4.5 * HOUR).toISOString() })]
  await show()
  expect(source().getByText('Disponible en 5 Hrs.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Volver a consultar todo' }).getAttribute('aria-disabled')).toBe('true')
  cleanup()
  resources = [scrapedResource({ queued: true })]
  await show()
  expect(source().getByText('En cola')).toBeTruthy()
})

test('after a query ends, the block stays open, the focus stays, and the result is announced', async () => {
  const unknown = { freshness: { resourceTypeId: 1, state: 'unknown' as const, at: AT } }
  resources = [scrapedResource(unknown)]
  await show()
  const block = screen.getByRole('article').closest('details')
  const button = screen.getByRole('button', { name: 'Volver a consultar Multas · Nuevo León' })
  button.focus()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  resources = [scrapedResource({ ...unknown, queued: true })]
  fireEvent.click(button)
  expect(await source().findByText('En cola')).toBeTruthy()
  const lastAttempt = { outcome: 'ok', text: 'Consultado', remark: null, dateTime: AT, durationMs: 5 }
  resources = [scrapedResource({ lastAttempt })]
  await act(async () => void vi.advanceTimersByTime(LIVELY_MS))
  expect(await screen.findByText('Multas · Nuevo León: Sin multas.')).toBeTruthy()
  vi.useRealTimers()
  expect([block?.open, document.activeElement === button]).toEqual([true, true])
})

test('why an attempt had no answer, or only a part, in the words of its run', async () => {
  const attempt = (outcome: string, text: string) => ({
    outcome,
    text,
    remark: 'Faltó la página 2.',
    dateTime: AT,
    durationMs: 5,
  })
  resources = [scrapedResource({ lastAttempt: attempt('shape-drift', 'La fuente cambió su respuesta') })]
  await show()
  expect(source().getByText(/La fuente cambió su respuesta\. Faltó la página 2\./)).toBeTruthy()
  cleanup()
  resources = [scrapedResource({ lastAttempt: attempt('partial', 'Consulta parcial') })]
  await show()
  expect(source().getByText('Consulta parcial. Faltó la página 2.')).toBeTruthy()
})

test('a payment line: offered, expired, and marked as paid', async () => {
  const withLine = (row: DebtRow, due: string, more: Partial<ScrapedResource['scraped']> = {}) => {
    const one = owing(row)
    const result = one.scraped.result.map((each) => ({ ...each, paymentLine: '0123', paymentLineDueDate: due }))
    return { ...one, scraped: { ...one.scraped, ...more, result } }
  }
  resources = [withLine(debt, '2020-01-01')]
  await show()
  expect(source().getByText(/^el 01\/01\/2020\. Vuelva a consultar/)).toBeTruthy()
  expect(
    screen.getByRole('button', { name: 'Volver a consultar Multas · Nuevo León' }).getAttribute('aria-disabled'),
  ).toBe('false')
  cleanup()
  resources = [withLine(debt, '2020-01-01', { capture: { who: 'ana', dateTime: AT } })]
  await show()
  expect(source().getByText(/capture de nuevo su respuesta/)).toBeTruthy()
  expect(source().getByRole('button', { name: /^Capturar de nuevo/ })).toBeTruthy()
  cleanup()
  resources = [withLine({ ...debt, markedPaid: { dateTime: AT, who: 'ana' } }, '2999-01-01')]
  await show()
  expect(source().getByText('Marcado como pagado el 01/11/2026')).toBeTruthy()
  expect(source().queryByRole('button', { name: /^Copiar/ })).toBeNull()
  cleanup()
  resources = [withLine(debt, '2999-01-01')]
  await show({ ...ADMIN, country: 'CO' })
  expect(source().getByRole('button', { name: 'Copiar referencia de pago 0123' })).toBeTruthy()
  expect(source().getByText('Número de comparendo / resolución y concepto')).toBeTruthy()
})

test('«no debts» requires the answers of all sources; «query all» requires an automatic source', async () => {
  const manual = { service: 'manual', automatic: false } as const
  resources = [
    scrapedResource(),
    scrapedResource(
      { status: { statusId: 13, descriptionSpanish: '' }, freshness: null },
      { resourceId: 32, ...manual },
    ),
  ]
  await show()
  const total = screen.getByText('Adeudo total').parentElement
  expect(total?.textContent).toBe('Adeudo totalsin datoSin respuesta: Multas')
  cleanup()
  resources = [scrapedResource()]
  await show()
  expect(screen.getByText('Adeudo total').parentElement?.textContent).toBe('Adeudo totalSin adeudos')
  cleanup()
  resources = [scrapedResource({}, manual)]
  await show()
  expect(screen.queryByRole('button', { name: 'Volver a consultar todo' })).toBeNull()
})

test('a possible tenencia is named beside the sum, also without an amount: nothing is then clear', async () => {
  const resourceType = { resourceTypeId: 10, descriptionSpanish: 'Posibles adeudos de tenencia' }
  const status = { statusId: 21, descriptionSpanish: 'Posible adeudo de tenencia' }
  const possible = { ...typeOf(scrapedResource({ status }, { resourceId: 32, resourceType })), resourceType }
  const sum = async (total: number | null) => {
    cleanup()
    otherTypes = [{ ...possible, total }]
    await show()
    return screen.getByText('Adeudo total').parentElement?.textContent
  }
  expect(await sum(800)).toBe('Adeudo totalSin adeudos confirmados+ $800.00 MXN de tenencia posible')
  expect(await sum(null)).toBe('Adeudo totalSin adeudos confirmados+ tenencia posible, sin importe')
})

test('a user who may not order checks sees the state without buttons', async () => {
  resources = [{ ...owing(debt), scraped: { ...owing(debt).scraped, queued: true } }]
  await show({ ...ADMIN, role: ['vehicles_read'] })
  expect(source().getByText('En cola para consultarse')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Volver a consultar|Marcar|Capturar/ })).toBeNull()
})

test('a debt shows since when it is listed; it can be marked as paid, and unmarked', async () => {
  resources = [owing(debt)]
  await show()
  expect(source().getByText('Visto por primera vez el 05/10/2026')).toBeTruthy()
  press('Marcar como pagado A-1')
  expect(await screen.findByText('Pagado, en espera')).toBeTruthy()
  expect(source().getByText('lo marcó norte-ana justo ahora')).toBeTruthy()
  press('Deshacer')
  expect(await screen.findByRole('button', { name: 'Marcar como pagado A-1' })).toBeTruthy()
  expect(screen.queryByText('Pagado, en espera')).toBeNull()
})

test('open data of the past are separate and have no sign', async () => {
  const history = [{ description: 'Multa de 2019', dateTime: '2019-05-01', amount: 500, paid: false }]
  resources = [scrapedResource({ history }), scrapedResource({ history }, { resourceId: 32 })]
  await show()
  const past = await screen.findAllByText('Historial (datos abiertos): 1 registro')
  expect(past).toHaveLength(1)
  const box = past[0]?.closest('details')
  expect(box?.querySelector('.sign')).toBeNull()
  expect(box?.textContent).toContain('01/05/2019Multa de 2019 (sin pago registrado entonces)$500.00 MXN')
})

test('«Qué cambió» shows five changes, then all', async () => {
  const one = (n: number): Change => ({
    eventId: `0197f5f0-0000-7000-8000-00000000000${n}`,
    dateTime: AT,
    kind: 'grew',
    resourceId: 31,
    resourceName: 'Multas · Nuevo León',
    resourceTypeId: 1,
    first: false,
    folio: `A-${n}`,
    description: 'Luz roja',
    before: 100,
    after: 150,
    statusBefore: null,
    statusAfter: null,
  })
  changes = [1, 2, 3, 4, 5, 6].map(one)
  await show()
  const list = await screen.findByRole('list', { name: 'Qué cambió en las fuentes' })
  expect(list.children).toHaveLength(5)
  expect(list.children[0]?.textContent).toContain('Adeudo que creció $100.00 MXN → $150.00 MXNA-1 · Luz roja')
  press('Ver 6 cambios')
  expect(list.children).toHaveLength(6)
  cleanup()
  changes = []
  await show()
  expect(await screen.findByText('Las fuentes no han dicho nada nuevo de este vehículo.')).toBeTruthy()
})
