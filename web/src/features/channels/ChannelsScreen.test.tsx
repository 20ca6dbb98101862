// The channels: their state, adding one by the steps of its service, testing, pausing, deleting and restoring it, and
// its messages.
import { CHANNEL_TEXTS, type Channel, type ChannelDelivery, channels as calls } from '@padron/contract/channels'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { testChannel, testMessage } from '../../testing/channels.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { ChannelsScreen } from './ChannelsScreen.tsx'
import { healthOf, trialText } from './channel-texts.ts'

const ONE = '/api/v2/channels/1'
let stored: Channel[]
let messages: ChannelDelivery[]
let refusal: { status: number; title: string; errors?: { path: string; message: string }[] } | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
const refused = () => refusal && { status: refusal.status, json: { type: 'about:blank', ...refusal } }
beforeAll(async () => {
  server = await startSmallServer({
    [calls.list.path]: (body, method) => {
      if (method === 'GET') return { json: { channels: stored, timeZone: 'America/Mexico_City' } }
      const failure = refused()
      if (failure) return failure
      const { kind, name } = JSON.parse(body)
      stored = [...stored, testChannel({ channelId: 9, kind, name, verifiedAt: null, lastDeliveredAt: null })]
      return { json: stored.at(-1) }
    },
    [ONE]: (body, method) => {
      const failure = refused()
      if (failure) return failure
      if (method === 'DELETE') stored = []
      else stored = stored.map((one) => ({ ...one, ...JSON.parse(body), version: 3 }))
      return { json: method === 'DELETE' ? { message: 'ok' } : stored[0] }
    },
    [`${ONE}/restore`]: () => {
      stored = [testChannel()]
      return { json: stored[0] }
    },
    [`${ONE}/test`]: () => {
      messages = [testMessage({ deliveryId: 50, kind: 'test', status: 'waiting', attempts: 0 }), ...messages]
      return { json: { deliveryId: 50 } }
    },
    [`${ONE}/deliveries`]: () => {
      const answer = {
        json: { deliveries: messages.slice(0, 50), total: messages.length, hasMore: messages.length > 50 },
      }
      messages = messages.map((one) =>
        one.deliveryId === 50 ? { ...one, status: 'failed', problem: 'Slack respondió 404: no_service' } : one,
      )
      return answer
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = [testChannel()]
  messages = [testMessage()]
  refusal = undefined
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0))
  cleanup()
  notices.set([])
  server.sent.length = 0
})
const show = (search = '', user = ADMIN) => showScreen(ChannelsScreen, `/channels${search}`, user)
const card = async () =>
  within((await screen.findByRole('heading', { name: 'Despacho' })).closest('li') ?? document.body)
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const sent = (method: string) => server.sent.filter((one) => one.method === method)
const type = (form: Awaited<ReturnType<typeof dialog>>, label: string, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } })

test('shows the address, the state and the news of each channel', async () => {
  stored = [testChannel({ active: false, offReason: CHANNEL_TEXTS.off, quiet: { from: '21:00', to: '07:00' } })]
  show()
  const one = await card()
  for (const text of [
    'hooks.slack.com',
    CHANNEL_TEXTS.off,
    'Alerta: Adeudo del norte · Recordatorios de 2 personas',
    'En silencio de 21:00 a 07:00; lo de esas horas sale a las 07:00',
  ])
    expect(one.getByText(text)).toBeTruthy()
  expect(one.getByRole('switch').getAttribute('aria-checked')).toBe('false')
})

test('a channel is added by the steps of its service; errors appear at their fields', async () => {
  stored = []
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Agregar canal' }))
  const form = await dialog('Agregar canal')
  expect(form.getByText(/abra «…» y elija «Flujos de trabajo»/)).toBeTruthy()
  fireEvent.change(form.getByLabelText('Servicio'), { target: { value: 'telegram' } })
  expect(form.getByText(/@BotFather/)).toBeTruthy()
  fireEvent.click(form.getByRole('button', { name: 'Guardar canal' }))
  for (const text of [CHANNEL_TEXTS.noName, CHANNEL_TEXTS.noToken, CHANNEL_TEXTS.noChat])
    expect(form.getByText(text)).toBeTruthy()
  type(form, 'Nombre', 'Guardia')
  type(form, 'Token del bot', '123:abc')
  type(form, 'Chat', '-100')
  type(form, 'Tema', '7')
  fireEvent.click(form.getByLabelText('Horas de silencio'))
  type(form, 'Desde', '22:00')
  refusal = { status: 422, title: 'no', errors: [{ path: 'token', message: CHANNEL_TEXTS.token }] }
  fireEvent.click(form.getByRole('button', { name: 'Guardar canal' }))
  expect(await form.findByText(CHANNEL_TEXTS.token)).toBeTruthy()
  refusal = undefined
  type(form, 'Token del bot', '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bs')
  fireEvent.click(form.getByRole('button', { name: 'Guardar canal' }))
  expect(await screen.findByRole('heading', { name: 'Guardia' })).toBeTruthy()
  expect(JSON.parse(sent('POST').at(-1)?.body ?? '')).toEqual({
    kind: 'telegram',
    name: 'Guardia',
    token: '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bs',
    chat: '-100',
    thread: 7,
    quiet: { from: '22:00', to: '07:00' },
    events: [],
    active: true,
  })
  expect(JSON.stringify(localStorage)).not.toContain('AAEhBOweik6ad9r')
  expect(screen.getByText('Sin comprobar: envíe una prueba')).toBeTruthy()
})

test('an edit leaves the address unchanged and is sent with the version', async () => {
  show('?edit=1')
  const form = await dialog('Editar canal')
  expect((form.getByLabelText('Dirección') as HTMLInputElement).value).toBe('')
  type(form, 'Nombre', 'Despacho sur')
  fireEvent.click(form.getByRole('button', { name: 'Guardar canal' }))
  await screen.findByRole('heading', { name: 'Despacho sur' })
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({
    name: 'Despacho sur',
    url: '',
    quiet: null,
    events: [],
    active: true,
    version: 2,
  })
})

test('an edit of a channel that another person changed is saved over its current version', async () => {
  show()
  fireEvent.click((await card()).getByRole('button', { name: /^Acciones/ }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Editar' }))
  const form = await dialog('Editar canal')
  type(form, 'Nombre', 'Oficina')
  const changed = 'El canal cambió en otra ventana; ábralo de nuevo.'
  refusal = { status: 409, title: changed, errors: [{ path: 'version', message: changed }] }
  stored = [testChannel({ version: 7, quiet: { from: '22:00', to: '06:00' } })]
  fireEvent.click(form.getByRole('button', { name: 'Guardar canal' }))
  expect(await form.findByText(/^Otra persona cambió este canal mientras usted lo editaba/)).toBeTruthy()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  refusal = undefined
  fireEvent.click(form.getByRole('button', { name: 'Guardar canal' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.parse(sent('PUT').at(-1)?.body ?? '')).toMatchObject({
    name: 'Oficina',
    quiet: { from: '22:00', to: '06:00' },
    version: 7,
  })
})

test('a change that another person saved meanwhile is overwritten only after a message about it', async () => {
  show('?edit=1')
  const form = await dialog('Editar canal')
  type(form, 'Nombre', 'Oficina')
  stored = [testChannel({ name: 'Taller', quiet: { from: '22:00', to: '06:00' }, version: 7 })]
  await queryClient.invalidateQueries()
  await form.findByDisplayValue('22:00')
  const changed = 'El canal cambió en otra ventana; ábralo de nuevo.'
  refusal = { status: 409, title: changed, errors: [{ path: 'version', message: changed }] }
  fireEvent.click(form.getByRole('button', { name: 'Guardar canal' }))
  await form.findByText(/^Otra persona cambió este canal mientras usted lo editaba/)
  expect(JSON.parse(sent('PUT').at(-1)?.body ?? '')).toMatchObject({ name: 'Oficina', version: 2 })
})

test('a channel that another person deletes while it is edited is reported, and what was typed stays', async () => {
  show('?edit=1')
  const form = await dialog('Editar canal')
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'Oficina' } })
  stored = []
  await queryClient.invalidateQueries()
  refusal = { status: 404, title: 'No encontrado' }
  fireEvent.click(form.getByRole('button', { name: 'Guardar canal' }))
  expect(await form.findByText(/^Otra persona eliminó este canal/)).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Oficina')
})

test('a channel receives the selected news and lists them', async () => {
  stored = [testChannel({ events: ['changes'], usedBy: { alerts: [], reports: ['Adeudos de lunes'], reminders: 0 } })]
  show('?edit=1')
  const form = await dialog('Editar canal')
  const box = (name: string) => form.getByLabelText(name) as HTMLInputElement
  expect(box('Cambios en sus vehículos').checked).toBe(true)
  fireEvent.click(box('Cambios en sus vehículos'))
  fireEvent.click(box('Avisos de Padrón'))
  fireEvent.click(box('Fuentes con fallas'))
  fireEvent.click(form.getByRole('button', { name: 'Guardar canal' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toMatchObject({ events: ['notices', 'outages'] })
  await screen.findByText('Reporte: Adeudos de lunes · Avisos de Padrón · Fuentes con fallas')
})

test('a test shows the response', async () => {
  show()
  fireEvent.click((await card()).getByRole('button', { name: 'Probar Despacho' }))
  const trial = await dialog('Prueba de «Despacho»')
  expect(trial.getByText(/Enviando la prueba/)).toBeTruthy()
  expect(
    await trial.findByText('La prueba no llegó. Slack respondió 404: no_service.', {}, { timeout: 5_000 }),
  ).toBeTruthy()
})

test('a channel is deleted after a confirmation, and restored from its notice', async () => {
  show()
  fireEvent.click((await card()).getByRole('button', { name: 'Acciones de Despacho' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Eliminar' }))
  const question = await dialog('¿Eliminar «Despacho»?')
  refusal = { status: 409, title: 'Sin este canal no avisaría a nadie: «Adeudo del norte».' }
  fireEvent.click(question.getByRole('button', { name: 'Eliminar canal' }))
  expect(await question.findByText(/no avisaría a nadie/)).toBeTruthy()
  refusal = undefined
  fireEvent.click(question.getByRole('button', { name: 'Eliminar canal' }))
  expect(await screen.findByText('Sin canales')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
  expect(await screen.findByRole('heading', { name: 'Despacho' })).toBeTruthy()
})

test('lists the messages sent to a channel', async () => {
  messages = [testMessage(), testMessage({ deliveryId: 6, status: 'waiting', problem: 'Slack respondió 500' })]
  show('?entregas=1')
  const list = within(await (await dialog('Mensajes de «Despacho»')).findByRole('list', { name: 'Mensajes' }))
  expect(list.getByText('Entregado')).toBeTruthy()
  expect(list.getByText('Se volverá a intentar: Slack respondió 500')).toBeTruthy()
})

test('after the last full page of messages there is a button to go back', async () => {
  const some = (length: number) => Array.from({ length }, (_, at) => testMessage({ deliveryId: 160 - at }))
  messages = some(50)
  show('?entregas=1')
  const list = await dialog('Mensajes de «Despacho»')
  await list.findByLabelText('Mensajes') // fifty rows: a query by role would take seconds
  expect(list.queryByText('Ver anteriores')).toBeNull()
  messages = some(51)
  await queryClient.invalidateQueries()
  const older = await list.findByText('Ver anteriores')
  messages = []
  fireEvent.click(older)
  await list.findByText('No hay mensajes anteriores')
  messages = [testMessage()]
  fireEvent.click(list.getByRole('button', { name: 'Ver los más recientes' }))
  expect(await list.findByText('Entregado')).toBeTruthy()
})

test('a user with read permission only cannot change anything', async () => {
  show('?edit=1&new=channel', { ...ADMIN, role: ['programReports_read'] })
  await card()
  for (const name of ['Probar Despacho', 'Acciones de Despacho', 'Agregar canal'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a channel is clear only if its newest message arrived', () => {
  const clock = { now: Date.parse('2026-11-22T12:00:00Z'), zone: 'America/Mexico_City' }
  expect(healthOf(testChannel(), clock).sign).toBe('clear')
  expect(healthOf(testChannel({ verifiedAt: null }), clock).sign).toBe('unprocessed')
  expect(healthOf(testChannel({ lastFailedAt: '2026-11-22T11:30:00Z' }), clock).sign).toBe('warning')
  expect(healthOf(testChannel({ active: false }), clock).sign).toBe('unprocessed')
  const blockedReason = 'Quien lo guardó no puede'
  expect(healthOf(testChannel({ blockedReason }), clock)).toEqual({ sign: 'warning', text: blockedReason })
  expect(trialText(testMessage({ answered: 202 }), 'teams')?.text).toMatch(/Compruebe que el mensaje apareció/)
})
