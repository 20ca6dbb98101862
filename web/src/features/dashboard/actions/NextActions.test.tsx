// The next actions of the week: amounts, vehicles, rules, and the texts of empty groups.
import { dashboard as calls, type NextActions as NextActionsReply } from '@padron/contract/dashboard'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../../api/notify.ts'
import { queryClient } from '../../../api/query-client.ts'
import { basis, everything, nothing, rule } from '../../../testing/next-actions.ts'
import { ADMIN, showScreen } from '../../../testing/show-screen.tsx'
import { startSmallServer } from '../../../testing/small-server.ts'
import { NextActions } from './NextActions.tsx'

let status = 200
let reply = everything()
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({ [calls.actions.path]: () => ({ status, json: reply }) })
})
afterAll(() => server.stop())
beforeEach(() => {
  status = 200
  reply = everything()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const show = (user = ADMIN) => showScreen(NextActions, '/dashboard', user)
const heading = (name: RegExp) => screen.findByRole('button', { name, expanded: false })
const open = async (name: RegExp) => {
  fireEvent.click(await heading(name))
  return within(screen.getByRole('table'))
}
const shut = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name, expanded: true }))
const lines = () =>
  screen.getAllByRole('heading', { level: 3 }).map(({ parentElement }) => parentElement?.closest('li')?.textContent)

test('each group shows its amount and its number of vehicles, the most urgent first', async () => {
  show()
  expect((await heading(/^Líneas de captura/)).textContent).toBe(
    'Líneas de captura que vencen esta semana150 líneas de 140 vehículos · 12 sin importeal menos $84,500.50 MXN',
  )
  expect(screen.getByText('del 23 al 29 de noviembre')).toBeTruthy()
  const [, discounts, blocked, refrendo, growing, listed] = lines()
  expect(discounts).toContain(
    'Ahorro si se pagan a tiempo 2 adeudos de 2 vehículos · 50 % de descuento hasta el día 30.$1,100.00 MXN',
  )
  expect(blocked).toContain(
    'Con $31,000.00 MXN, más 2 adeudos sin importe, se liberan los 12 vehículos; falta información de 5',
  )
  expect(refrendo).toBe(
    'Bloqueados para refrendo de Nuevo LeónNinguno entre los 3 de 15 vehículos con datos completos; dato más ' +
      'antiguo: hace 3 días.',
  )
  expect(growing).toContain('3 adeudos de 1 vehículo$2,100.00 MXN')
  expect(listed).toContain('2 adeudos de 2 vehículos · la fuente sigue cobrando 1 después de 72 horas')
})

test('a payment line shows date, vehicle, amount and source; its plate opens the vehicle', async () => {
  const router = show()
  const table = await open(/^Líneas de captura/)
  const row = table.getAllByRole('row')[1]?.textContent
  for (const text of [
    'martes 24 de noviembremañana',
    'Línea de captura 8817',
    'Tenencia 2026',
    'Finanzashace 3 días',
    '$1,234.50 MXN',
  ])
    expect(row).toContain(text)
  expect(screen.getByText('La primera fila de 150.')).toBeTruthy()
  fireEvent.click(table.getByRole('button', { name: 'FAP123Z' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ asset: '7' }))
})

test('a discount names its rule; a blocked vehicle lists its debts, and opens at the first of them', async () => {
  const router = show()
  const discounts = await open(/^Descuentos/)
  expect(
    discounts
      .getAllByRole('columnheader')
      .slice(-3)
      .map(({ textContent }) => textContent),
  ).toEqual(['Hoy se paga', 'Después', 'Ahorro'])
  expect(discounts.getAllByText(/MXN$/).map(({ textContent }) => textContent)).toEqual([
    '$1,100.00 MXN',
    '$2,200.00 MXN',
    '$1,100.00 MXN',
  ])
  expect(
    screen.getByText('Pronto pago en la Ciudad de México: 50 % de descuento hasta el día 30.', {
      exact: false,
      selector: '.next-group__note',
    }),
  ).toBeTruthy()
  const grounds = discounts.getByRole('button', { name: 'según la regla' })
  expect(document.getElementById(`${grounds.getAttribute('aria-describedby')}`)?.textContent).toContain(
    '50 % de descuento hasta el día 30.Fuente: Secretaría de Seguridad Ciudadana, 5 de enero de 2026',
  )
  shut(/^Descuentos/)
  const blocked = await open(/^Bloqueados para verificación/)
  expect(
    screen.getByText('No se verifica con multas sin pagar.', { exact: false, selector: '.next-group__note' }),
  ).toBeTruthy()
  expect(blocked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Multas CDMX: 3, $4,500.00 MXN',
    'Multas ambientales: 1, sin importe conocido',
    'Multas: 2, $80.00 MXN y 1 sin importe',
  ])
  expect(blocked.getByText('+ 1 sin importe')).toBeTruthy()
  fireEvent.click(blocked.getByRole('button', { name: 'BBB222B' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ asset: '9', tipo: '9' }))
})

test('discounts with several days link each day to its vehicles in the catalogue', async () => {
  const window = {
    ruleKey: 'cdmx-50',
    states: null,
    types: [9],
    countsFrom: 'debt' as const,
    count: 3,
    vehicles: 2,
    exact: true,
  }
  reply.discounts.windows = [
    { ...window, from: '2026-10-24', to: '2026-10-30' },
    { ...window, from: '2026-11-13', to: '2026-11-13', count: 1, exact: false },
  ]
  show()
  await open(/^Descuentos/)
  const [exact, other] = screen
    .getAllByText(/^Pronto pago en la Ciudad de México: \d adeudo/, { selector: 'li > span' })
    .map(({ parentElement }) => parentElement)
  expect(exact?.textContent).toContain('3 adeudos del 24 al 30 de octubre')
  expect(
    within(exact as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toContain('2026-10-24')
  expect(other?.textContent).toBe('Pronto pago en la Ciudad de México: 1 adeudo del 13 de noviembre')
})

test('a camera fine shows its notification, and the end of the discount according to each source', async () => {
  const [discount] = reply.discounts.first
  if (!discount) throw new Error('no discount')
  reply.discounts.first = [{ ...discount, day: '2026-11-24', otherDay: '2026-11-27', notifiedOn: '2026-11-13' }]
  reply.discounts.windows = [
    {
      ruleKey: 'cdmx-50',
      states: null,
      types: [13],
      countsFrom: 'notification',
      from: '2026-11-12',
      to: '2026-11-18',
      count: 1,
      vehicles: 1,
      exact: false,
    },
  ]
  const otherReading = {
    says: '50 % hasta 11 días hábiles después.',
    source: 'Semana',
    sourceDate: '2025-11-11',
    link: null,
  }
  reply.rules = reply.rules.map((each) => (each.ruleKey === 'cdmx-50' ? { ...each, otherReading } : each))
  show()
  const row = (await open(/^Descuentos/)).getAllByRole('row')[1]?.textContent
  for (const words of [
    'martes 24 de noviembre',
    'Plazo seguro; según otra fuente, viernes 27 de noviembre',
    'Notificado el 13 de noviembre',
  ])
    expect(row).toContain(words)
  const words = 'Según Semana (11 de noviembre de 2025): 50 % hasta 11 días hábiles después.'
  expect(screen.getByText(words, { exact: false, selector: '.next-group__note *' })).toBeTruthy()
})

test('a discount whose earliest end has passed shows the end according to another source', async () => {
  const [discount] = reply.discounts.first
  if (!discount) throw new Error('no discount')
  reply.discounts.first = [{ ...discount, day: '2026-11-20', otherDay: '2026-11-26' }]
  show()
  const row = (await open(/^Descuentos/)).getAllByRole('row')[1]?.textContent
  expect(row).toContain('jueves 26 de noviembre')
  expect(row).toContain('Según otra fuente; el plazo seguro terminó el 20 de noviembre')
})

test('unexpected debts: of a sold vehicle, and marked as paid for longer than the source may take', async () => {
  show()
  const growing = await open(/^Adeudos que crecen/)
  expect(growing.getAllByRole('row')[1]?.textContent).toContain(
    'Vendidodesde hace 20 días3 adeudosel último, el 20 de noviembre',
  )
  shut(/^Adeudos que crecen/)
  const rows = (await open(/^Pagados que la fuente/)).getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows[1]).toContain('hace 9 días por anala fuente lo sigue cobrando')
  expect(rows[2]).toContain('Folio F-9')
  expect(rows[2]).not.toContain('sigue cobrando')
})

const ruleItems = (list: string) => within(screen.getByRole('list', { name: list })).getAllByRole('listitem')

test('every rule is listed with its source, or why it is not in use', async () => {
  show()
  await screen.findByText('2 de 3 en uso')
  const rules = ruleItems('Reglas')
  expect(rules[0]?.textContent).toContain('En uso')
  expect(rules[2]?.textContent).toContain('No se usa. La apagó el operador de este servidor.')
  expect(rules[2]?.textContent).toContain(
    'Vigente hasta el 31 de diciembre de 2026 · Versión 2026-11-27 · Fuente: Secretaría',
  )
  expect(screen.queryByText('Terminadas')).toBeNull()
  expect(screen.queryByText(/no hay versión/)).toBeNull()
})

test('the effects of each rule link to their vehicles', async () => {
  reply.rules = [...reply.rules, rule({ ruleKey: 'refrendo', kind: 'blocks', title: 'Refrendo de Nuevo León' })]
  show()
  await screen.findByText('3 de 4 en uso')
  const [discount, blocking, off, none] = ruleItems('Reglas')
  expect(discount?.textContent).toContain('Afecta a 2 vehículos esta semana: 2 adeudos del 24 al 30 de octubre, con ')
  expect(blocking?.textContent).toContain('Afecta a 12 vehículos; falta información de 5.')
  const links = [discount, blocking].map((item) => within(item as HTMLElement).getByRole('link').textContent)
  expect(links).toEqual([
    'Ver los 2 en el catálogo: Pronto pago en la Ciudad de México',
    'Ver los 12 en el catálogo: Verificación en la Ciudad de México',
  ])
  expect(off?.textContent).not.toMatch(/fecta a/)
  expect(none?.textContent).toContain(
    'No afecta a ningún vehículo hoy entre los 3 de 15 vehículos con datos completos.',
  )
})

test.each([
  [basis(12, 0), 'No afecta a ningún vehículo hoy, según lo que han dicho las fuentes.', 'clear'],
  [basis(0, 12), 'Sin datos todavía. Sin consultar: no hay datos completos de ninguno de los 12 vehículos.', 'unknown'],
  [basis(0, 0), 'No afecta a ningún vehículo hoy: ninguno está donde rige.', 'unprocessed'],
])('a rule that affects none says so as far as it is known: %o', async (known, words, sign) => {
  const [, refrendo] = reply.blocked
  if (!refrendo) throw new Error('no group')
  reply = {
    ...nothing(),
    blocked: [{ ...refrendo, basis: known, unknown: known.unknown }],
    discounts: {
      ...nothing().discounts,
      byRule: [{ ruleKey: 'cdmx-50', count: 0, vehicles: 0, amount: 0, withoutAmount: 0, basis: known }],
    },
    rules: [rule({ ruleKey: 'refrendo', kind: 'blocks' }), rule()],
  }
  show()
  const [line] = (await screen.findAllByText(words)).map(({ parentElement }) => parentElement)
  expect(line?.querySelector<SVGElement>('[data-sign]')?.dataset.sign).toBe(sign)
  const expected = words.replace('hoy', 'esta semana')
  expect(ruleItems('Reglas')[1]?.textContent).toContain(expected)
})

test('the effect of a discount: number of debts and amount, also for several days', async () => {
  show()
  await heading(/^Descuentos/)
  expect(ruleItems('Reglas')[0]?.textContent).toContain(
    'Afecta a 2 vehículos esta semana: 2 adeudos del 24 al 30 de octubre, con un ahorro de $1,100.00 MXN.',
  )
  cleanup()
  const [window] = reply.discounts.windows
  if (!window) throw new Error('no window')
  const [sum] = reply.discounts.byRule
  if (!sum) throw new Error('no sum')
  reply.discounts = {
    ...reply.discounts,
    windows: [
      { ...window, count: 1 },
      { ...window, count: 1, from: '2026-11-13', to: '2026-11-19' },
    ],
    byRule: [{ ...sum, withoutAmount: 1 }],
  }
  show()
  await heading(/^Descuentos/)
  const text = ruleItems('Reglas')[0]?.textContent
  expect(text).toContain('esta semana: 2 adeudos, con un ahorro de $1,100.00 MXN y 1 sin importe.')
  expect(text).toContain('De ellos, 1 adeudo del 13 al 19 de noviembre.')
})

test('an appeal term shows the debts within it, past it and unknown; a unit shows its amounts', async () => {
  const term = { ruleKey: 'plazo', soonest: '2026-11-25', basis: null }
  reply.appeals = [{ ...term, open: 3, vehicles: 2, past: 1, unknown: 4 }]
  reply.units = [{ unit: 'UMA', count: 12, vehicles: 8, amount: 9000, withoutAmount: 3 }]
  reply.rules = [
    rule({ ruleKey: 'plazo', kind: 'appeal', title: 'Plazo' }),
    rule({ ruleKey: 'UMA', kind: 'unit', title: 'Valor de la UMA', validTo: '2027-01-20', unreplaced: true }),
  ]
  show()
  await screen.findByText('El valor de la UMA termina el 20 de enero de 2027 y el de 2027 no está publicado.')
  const [unit, appeal] = ruleItems('Reglas')
  for (const text of [
    'Dentro del plazo: 3 adeudos de 2 vehículos; el primer plazo termina el 25 de noviembre.',
    'Con el plazo terminado: 1 adeudo.',
    'Falta información de 4 adeudos: la fuente no da su fecha, o no dice si es de cámara.',
  ])
    expect(appeal?.textContent).toContain(text)
  expect(unit?.textContent).toContain('Vigente hasta el 20 de enero de 2027; valor de 2027 sin publicar · Versión')
  expect(unit?.textContent).toContain('En UMA están 12 adeudos de 8 vehículos: $9,000.00 MXN y 3 sin importe.')
  cleanup()
  reply.appeals = [{ ...term, open: 0, vehicles: 0, past: 0, unknown: 0, soonest: null, basis: basis(130, 0) }]
  show()
  await screen.findByText('Ningún adeudo conocido está en este plazo, según lo que han dicho las fuentes.')
})

test('a group that only one source blocks states the answer of the other', async () => {
  const otherReading = { says: 'No impide verificar.', source: 'UnoTV', sourceDate: '2026-01-13', link: null }
  reply.rules = reply.rules.map((each) => (each.kind === 'blocks' ? { ...each, otherReading } : each))
  show()
  await open(/^Bloqueados para verificación/)
  expect(document.querySelector('.next-group__note')?.textContent).toContain(
    'Según UnoTV (13 de enero de 2026): no impide verificar.',
  )
})

test('rules that end without a successor come first, with a link to them; ended ones are listed apart', async () => {
  reply.rules = [
    ...reply.rules,
    rule({ ruleKey: 'subsidio', title: 'Subsidio', validTo: '2026-03-31', unreplaced: true, shown: false }),
    rule({ ruleKey: 'programa', title: 'Programa', unreplaced: true }),
  ]
  show()
  await screen.findByText(
    '1 regla termina el 31 de diciembre de 2026 y no hay versión de 2027; ' +
      '1 terminó el 31 de marzo de 2026 y no hay versión posterior.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Ver cuáles reglas' }))
  expect(document.activeElement).toBe(ruleItems('Reglas')[0])
  expect(document.activeElement?.textContent).toContain('Programa')
  expect(document.querySelector<HTMLDetailsElement>('.next-rules')?.open).toBe(true)
  const [past] = ruleItems('Terminadas')
  expect(past?.textContent).toContain('Terminó el 31 de marzo de 2026; no hay versión posterior')
  expect(past?.textContent).not.toContain('No se usa')
})

test('empty groups state how much is known', async () => {
  reply = {
    ...nothing(),
    payments: { ...nothing().payments, next: { day: '2026-11-30', count: 1500, amount: 9000, withoutAmount: 2 } },
  }
  show()
  await screen.findByText(
    'Ninguna vence esta semana, según lo que han dicho las fuentes; lo próximo vence el 30 de noviembre: 1,500 ' +
      'líneas por $9,000.00 MXN y 2 sin importe; dato más antiguo: hace 3 días.',
  )
  expect(screen.getByText(/^Sin datos: no hay ninguna regla de descuento en uso/)).toBeTruthy()
  expect(screen.queryByText(/Bloqueados/)).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  reply = { ...nothing(), rules: [rule(), rule({ ruleKey: 'v', kind: 'blocks', shown: false })] }
  show()
  await screen.findByText(
    'Ninguna vence esta semana, según lo que han dicho las fuentes; dato más antiguo: hace 3 días.',
  )
  expect(screen.getByText(/^Sin datos: no hay en uso ninguna regla que diga/)).toBeTruthy()
  expect(screen.getByText(/^Ninguno termina esta semana por las reglas en uso/)).toBeTruthy()
})

/** The signs displayed, in their order. */
const signs = () =>
  [...document.querySelectorAll<SVGElement>('.next-groups [data-sign]')].map(({ dataset }) => dataset.sign)
const blocks = rule({ ruleKey: 'v', kind: 'blocks', title: 'Verificación' })
const none = { count: 0, vehicles: 0, amount: 0, withoutAmount: 0, first: [] }
const resting = (on: ReturnType<typeof basis>, waiting = 0): NextActionsReply => ({
  ...nothing(),
  payments: { ...none, basis: on, next: null },
  discounts: { ...none, basis: on, windows: [], byRule: [{ ruleKey: 'cdmx-50', ...none, basis: on }] },
  blocked: [{ ...none, ruleKey: 'v', title: 'Verificación', states: [9], types: [1], basis: on, unknown: on.unknown }],
  growing: { ...none, basis: on },
  stillListed: { ...none, late: 0, waiting },
  rules: [rule(), blocks],
})

test('without any queried source no group is marked as clear, and the number of vehicles is stated', async () => {
  reply = resting(basis(0, 130), 2)
  show()
  expect(
    await screen.findAllByText('Sin consultar: no hay datos completos de ninguno de los 130 vehículos.'),
  ).toHaveLength(4)
  expect(screen.getByText(/^Sin consultar: de 2 adeudos marcados como pagados la fuente no ha respondido/)).toBeTruthy()
  expect(signs()).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'unknown'])
})

test('a fleet known in part has «none» of the known vehicles only, with the age of the oldest answer', async () => {
  reply = resting(basis(12, 118))
  show()
  await screen.findByText(
    'Ninguna vence esta semana entre los 12 de 130 vehículos con datos completos; dato más antiguo: hace 3 días.',
  )
  expect(signs()).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'unprocessed'])
  expect(screen.getByText('No hay adeudos marcados como pagados por comprobar.')).toBeTruthy()
  cleanup()
  reply = resting(basis(0, 0))
  show()
  await screen.findByText('No hay vehículos vendidos, robados ni perdidos.')
  expect(new Set(signs())).toEqual(new Set(['unprocessed']))
  cleanup()
  reply = resting(basis(130, 0))
  show()
  await screen.findByText(/^Ninguna vence esta semana, según lo que han dicho las fuentes/)
  expect(signs()).toEqual(['clear', 'clear', 'clear', 'clear', 'unprocessed'])
})

test('the link to the catalogue filters the same vehicles; users who may not see vehicles have no link', async () => {
  show()
  const link = await screen.findByRole('link', { name: /^Ver los 140 en el catálogo/ })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('2026-11-23')
  expect(screen.getAllByRole('link', { name: /en el catálogo/ })).toHaveLength(7)
  const pending = screen.getAllByRole('link', { name: /^Asignar en Pendientes/ })
  expect(pending.map((one) => decodeURIComponent(one.getAttribute('href') ?? ''))).toEqual([
    expect.stringMatching(/^\/pending\?kinds=payment&from=2026-11-23&to=/),
    expect.stringMatching(/^\/pending\?kinds=fine,tax,debt&from=2026-11-23&to=/),
  ])
  cleanup()
  show({ ...ADMIN, role: ['dashboard_read'] })
  const table = await open(/^Líneas de captura/)
  expect(table.getByText('FAP123Z').tagName).toBe('SPAN')
  expect(screen.queryByRole('link')).toBeNull()
})

test('numbers are written in the format of the company’s country', async () => {
  reply.payments = { ...reply.payments, count: 1500, vehicles: 1400 }
  show({ ...ADMIN, country: 'CO' })
  expect((await heading(/^Referencias de pago/)).textContent).toContain('1.500 referencias de 1.400 vehículos')
  expect(screen.getByRole('link', { name: /^Ver los 1\.400/ })).toBeTruthy()
})

test('a failure is reported once and can be retried', async () => {
  status = 500
  show()
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  expect(screen.getAllByText(calls.actions.fails)).toHaveLength(1)
  status = 200
  fireEvent.click(retry)
  await heading(/^Líneas de captura/)
})
