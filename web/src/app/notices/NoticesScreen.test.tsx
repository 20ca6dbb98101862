// The screen «Avisos»: everything that notifies users, each row with a link to edit it; it makes no call that the user
// may not make, and shows a failed call beside the other rows.
import { alerts } from '@padron/contract/alerts'
import { channels } from '@padron/contract/channels'
import { emailSettings } from '@padron/contract/email-settings'
import { obligations } from '@padron/contract/obligations'
import { reports } from '@padron/contract/reports'
import type { ReminderKind } from '@padron/contract/rules/obligation-kinds'
import { type Webhook, webhooks } from '@padron/contract/webhooks'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { testAlert } from '../../testing/alerts.ts'
import { testChannel } from '../../testing/channels.ts'
import { report, settings, ZONE } from '../../testing/reports.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { testWebhook } from '../../testing/webhooks.ts'
import { NoticesScreen } from './NoticesScreen.tsx'
import { alertRows, reminderRow, reportRows, webhookRows } from './notice-rows.ts'

const REMINDERS = {
  active: true,
  days: [30, 7, 1],
  kinds: ['insurance', 'calendar'] as ReminderKind[],
  email: 'eva@norte.example' as string | null,
  byEmail: true,
  channels: [],
  mails: true,
  lastSentAt: null,
}
const DISPATCH = { channelId: 1, name: 'Despacho', active: true }
const NOBODY = { alerts: [], reports: [], reminders: 0 }
const CHANNELS = [
  testChannel({ quiet: { from: '21:00', to: '07:00' } }),
  testChannel({ channelId: 2, kind: 'telegram', name: 'Guardia', usedBy: NOBODY }),
  testChannel({ channelId: 3, kind: 'teams', name: 'Taller', usedBy: NOBODY, events: ['changes', 'outages'] }),
]
let active: boolean
let reminders: typeof REMINDERS
let failing: boolean
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [reports.list.path]: () => ({
      json: { reports: [report(4, 'Adeudos del norte', { channels: [DISPATCH] })], timeZone: ZONE },
    }),
    [emailSettings.read.path]: () => ({ json: { emailSettings: settings({ active }) } }),
    [alerts.list.path]: () =>
      failing ? { status: 500, json: {} } : { json: { alerts: [testAlert({ alertId: 2, channels: [DISPATCH] })] } },
    [channels.list.path]: () => ({ json: { channels: CHANNELS, timeZone: ZONE } }),
    [obligations.reminders.path]: () => ({ json: reminders }),
    [webhooks.list.path]: () => ({ json: { webhooks: [testWebhook({ webhookId: 3 })] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  active = true
  failing = false
  reminders = REMINDERS
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  server.sent.length = 0
})
const row = async (name: RegExp) => (await screen.findByRole('row', { name })) as HTMLElement
const texts = (element: HTMLElement) =>
  within(element)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('lists what notifies whom, how and when, with a link to edit it', async () => {
  showScreen(NoticesScreen, '/notices')
  expect(texts(await row(/^Adeudos del norte/))).toEqual([
    'Adeudos: estado: Nuevo León',
    'ana@norte.example, luis@norte.example y 1 más, Despacho',
    'Correo y Slack',
    'Cada lunes a las 7:00; Despacho, no de 21:00 a 07:00',
    'Activo',
  ])
  expect(texts(await row(/^Adeudo del norte/))).toEqual([
    'Vista «Norte»',
    'ana@norte.mx, Despacho',
    'Correo y Slack',
    'Cuando llega a $500,000.00 MXN; Despacho, no de 21:00 a 07:00',
    'Por debajo',
  ])
  expect(texts(await row(/^Mis vencimientos/))).toEqual([
    'Seguro y Calendarios oficiales y de su empresa',
    'Usted (eva@norte.example)',
    'Correo',
    'Por la mañana, 30, 7 y 1 días antes',
    'Activo',
  ])
  expect(texts(await row(/^Guardia/)).slice(0, 3)).toEqual([
    'Nada todavía: elíjalo en una alerta, en un reporte o en sus recordatorios, o edítelo',
    'Guardia',
    'Telegram',
  ])
  expect(texts(await row(/^ERP de compras/))[0]).toBe('Adeudo nuevo, Vehículo editado')
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual([
    '/reports?edit=4',
    '/alerts?edit=2',
    '/reminders?edit=si',
    '/reminders?edit=si',
    '/channels',
    '/channels',
    '/channels',
    '/channels?edit=2',
    '/webhooks?edit=3',
  ])
})

test('an active webhook that sends nothing has a warning with the reason', () => {
  const stateOf = (changes: Partial<Webhook>) => webhookRows([testWebhook(changes)])[0]?.state
  const blockedReason = 'Quien lo guardó no puede'
  expect(stateOf({})).toEqual({ sign: 'clear', text: 'Activo' })
  expect(stateOf({ blockedReason })).toEqual({ sign: 'warning', text: blockedReason })
  expect(stateOf({ blockedReason, active: false })).toEqual({ sign: 'unprocessed', text: 'En pausa' })
})

test('news and failing sources are in every user’s bell, and go to channels and webhooks that select them', async () => {
  showScreen(NoticesScreen, '/notices')
  expect(texts(await row(/^Avisos de Padrón/)).slice(1, 3)).toEqual(['Cada usuario', 'Consola (campana)'])
  expect(texts(await row(/^Cambios en sus vehículos/)).slice(1, 4)).toEqual([
    'Cada usuario que ve vehículos, Taller, ERP de compras',
    'Consola (campana), Microsoft Teams y Webhook',
    'Con la respuesta de la fuente',
  ])
  expect(texts(await row(/^Fuentes con fallas/))).toEqual([
    'Una fuente de sus vehículos deja de responder, o vuelve',
    'Cada usuario que ve vehículos y la salud de las fuentes, Taller',
    'Consola (campana) y Microsoft Teams',
    'Al fallar y al volver; si va y viene, una vez por hora como máximo',
    'Activo',
  ])
})

test('payments have the recipients of the reminders, and are not said to be approved', async () => {
  reminders = { ...REMINDERS, kinds: ['insurance'] }
  showScreen(NoticesScreen, '/notices')
  expect(texts(await row(/^Líneas de captura por vencer/)).slice(0, 3)).toEqual([
    'Va en sus recordatorios; la consola no prepara ni aprueba pagos',
    'Nadie',
    'Por ningún lado',
  ])
})

test('payment lines in the reminders have their recipients', async () => {
  reminders = { ...REMINDERS, kinds: ['payment'] }
  showScreen(NoticesScreen, '/notices')
  expect(texts(await row(/^Líneas de captura por vencer/)).slice(1)).toEqual([
    'Usted (eva@norte.example)',
    'Correo',
    'Por la mañana, 30, 7 y 1 días antes',
    'Activo',
  ])
})

test('what only channels would receive has a warning while none of them sends', () => {
  const known = [testChannel({ blockedReason: 'Quien lo guardó no puede' })]
  const warning = { sign: 'warning', text: 'No sale: ninguno de sus canales envía' }
  const alertStates = (alert: object, all = known) =>
    alertRows([testAlert({ mails: [], channels: [DISPATCH], ...alert })], 'MX', all).map(({ state }) => state)
  expect(alertStates({})).toEqual([warning])
  expect(alertStates({ channels: [{ ...DISPATCH, active: false }] }, [])).toEqual([warning])
  expect(alertStates({ mails: ['a@b.mx'] })).not.toEqual([warning])
  expect(alertStates({}, [testChannel()])).not.toEqual([warning])
  const reportStates = (hooks: Webhook[]) =>
    reportRows([report(4, 'Adeudos', { mails: [], channels: [DISPATCH] })], true, known, hooks).map(
      ({ state }) => state,
    )
  expect(reportStates([])).toEqual([warning])
  expect(reportStates([testWebhook({ events: ['job.finished'] })])).toEqual([{ sign: 'clear', text: 'Activo' }])
  const byChannel = { ...REMINDERS, byEmail: false, channels: [DISPATCH] }
  expect(reminderRow(byChannel, 'MX', known).state).toEqual(warning)
  expect(reminderRow({ ...byChannel, byEmail: true }, 'MX', known).state.sign).toBe('clear')
})

test('an active notification without recipients says why', async () => {
  active = false
  reminders = { ...REMINDERS, email: null }
  showScreen(NoticesScreen, '/notices')
  expect(texts(await row(/^Adeudos del norte/))[4]).toBe('No sale: el envío programado está en pausa')
  expect(texts(await row(/^Mis vencimientos/))[4]).toBe('No sale: usted no tiene correo')
})

test('no call is made that the user may not make', async () => {
  showScreen(NoticesScreen, '/notices', { ...ADMIN, role: ['vehicles_read'] })
  await row(/^Mis vencimientos/)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Mis vencimientosRecordatorio',
    'Líneas de captura por vencerPago',
    'Avisos de PadrónNoticias',
    'Cambios en sus vehículosNoticias',
    'Fuentes con fallasFuente caída',
  ])
  expect(server.sent.map(({ path }) => path)).toEqual([obligations.reminders.path])
})

test('a failed call is reported beside the other rows', async () => {
  failing = true
  showScreen(NoticesScreen, '/notices')
  await row(/^ERP de compras/)
  expect(screen.getByText(new RegExp(alerts.list.fails))).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy()
})
