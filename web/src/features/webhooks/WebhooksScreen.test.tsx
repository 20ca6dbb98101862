// The webhooks: their state, adding one with a secret shown once, testing, pausing, renewing the secret, deleting, and
// their deliveries.
import { webhooks as calls, type Delivery, WEBHOOK_TEXTS, type Webhook } from '@padron/contract/webhooks'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { expectToStayWhileBusy } from '../../testing/busy-dialog.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { testDelivery, testWebhook } from '../../testing/webhooks.ts'
import { WebhooksScreen } from './WebhooksScreen.tsx'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const ONE = '/api/v2/webhooks/1'
const URL_OF_ONE = testWebhook().url

let stored: Webhook[]
let deliveries: Delivery[]
let total: number
let lost = false
let refusal: { status: number; title: string; errors?: { path: string; message: string }[] } | undefined
/** Delays the response to a creation. */
let slow: PromiseWithResolvers<void> | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
const refused = () => refusal && { status: refusal.status, json: { type: 'about:blank', ...refusal } }
beforeAll(async () => {
  server = await startSmallServer({
    [calls.list.path]: async (body, method) => {
      if (method === 'GET') return lost ? { status: 500, json: {} } : { json: { webhooks: stored } }
      await slow?.promise
      const failure = refused()
      if (failure) return failure
      const webhook = testWebhook({ webhookId: 9, ...JSON.parse(body) })
      stored = [...stored, webhook]
      return { json: { webhook, secret: SECRET } }
    },
    [ONE]: (body, method) => {
      const failure = refused()
      if (failure) return failure
      stored = method === 'DELETE' ? [] : stored.map((one) => ({ ...one, ...JSON.parse(body), version: 3 }))
      return { json: method === 'DELETE' ? { message: 'ok' } : stored[0] }
    },
    [`${ONE}/secret`]: () => refused() ?? { json: { secret: SECRET } },
    [`${ONE}/test`]: () => {
      deliveries = [
        testDelivery({
          deliveryId: 50,
          event: 'webhook.test',
          status: 'waiting',
          attempts: 0,
          answered: null,
          tookMs: null,
        }),
        ...deliveries,
      ]
      return refused() ?? { json: { deliveryId: 50 } }
    },
    [`${ONE}/deliveries`]: () => {
      const answer = { json: { deliveries, total, hasMore: deliveries.length === 50 } }
      // The first poll finds the test being sent, the next one finds its result.
      deliveries = deliveries.map((one) => {
        if (one.deliveryId !== 50) return one
        return one.attempts === 0 ? { ...one, attempts: 1 } : { ...one, answered: 503, tookMs: 12 }
      })
      return answer
    },
    [`${ONE}/deliveries/7/again`]: () => refused() ?? { json: { message: 'ok' } },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = [testWebhook()]
  deliveries = [testDelivery()]
  total = 1
  lost = false
  refusal = undefined
  slow = undefined
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0))
  cleanup()
  notices.set([])
  localStorage.clear()
  server.sent.length = 0
})
const show = (search = '', user = ADMIN) => showScreen(WebhooksScreen, `/webhooks${search}`, user)
const card = async () =>
  within((await screen.findByRole('heading', { name: 'ERP de compras' })).closest('li') ?? document.body)
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const sent = (method: string) => server.sent.filter((one) => one.method === method)
const noticed = () => notices.get().map(({ text }) => text)
const choose = async (action: string) => {
  fireEvent.click((await card()).getByRole('button', { name: `Acciones de ERP de compras, ${URL_OF_ONE}` }))
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}

test('shows the address, the events, the owner and the state of each webhook', async () => {
  stored = [testWebhook({ active: false, offReason: WEBHOOK_TEXTS.off })]
  show()
  const one = await card()
  for (const text of ['https://erp.empresa.mx/padron', 'Adeudo nuevo, Vehículo editado', WEBHOOK_TEXTS.off])
    expect(one.getByText(text)).toBeTruthy()
  for (const name of ['120 entregadas', '2 en espera', '1 fallida'])
    expect(one.getByRole('button', { name })).toBeTruthy()
  expect(one.getByText(/^Lo guardó norte-admin/)).toBeTruthy()
  expect(one.getByRole('switch').getAttribute('aria-checked')).toBe('false')
})

test('explains webhooks if there are none, and links to the description of the events', async () => {
  stored = []
  show()
  expect(await screen.findByText('Sin webhooks')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^interfaz para programas/ }).getAttribute('href')).toMatch(/\/api\/docs$/)
  expect(screen.getByRole('button', { name: 'Agregar webhook' })).toBeTruthy()
})

test('a webhook is added, and its secret is shown once', async () => {
  show('?new=webhook')
  await screen.findByRole('heading', { name: 'ERP de compras' })
  const form = await dialog('Agregar webhook')
  fireEvent.click(form.getByRole('button', { name: 'Guardar webhook' }))
  expect(form.getByText(WEBHOOK_TEXTS.noEvent)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Nombre')))
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'Almacén' } })
  fireEvent.change(form.getByLabelText('Dirección'), { target: { value: 'https://almacen.mx/avisos' } })
  fireEvent.click(form.getByRole('checkbox', { name: /^Adeudo nuevo/ }))
  refusal = { status: 422, title: 'no', errors: [{ path: 'url', message: WEBHOOK_TEXTS.privateUrl }] }
  fireEvent.click(form.getByRole('button', { name: 'Guardar webhook' }))
  expect(await form.findByText(WEBHOOK_TEXTS.privateUrl)).toBeTruthy()
  refusal = undefined
  fireEvent.click(form.getByRole('button', { name: 'Guardar webhook' }))
  expect(await screen.findByText(SECRET)).toBeTruthy()
  const body = { name: 'Almacén', url: 'https://almacen.mx/avisos', events: ['debt.found'], active: true }
  expect(JSON.parse(sent('POST').at(-1)?.body ?? '')).toEqual(body)
  const modal = await dialog('Secreto de «Almacén»')
  expect(modal.getByText(/standardwebhooks/).textContent).toContain('process.env.WEBHOOK_SECRET')
  expect(modal.getByText(/en la variable WEBHOOK_SECRET$/)).toBeTruthy()
  fireEvent.click(modal.getByRole('button', { name: 'Cerrar' }))
  fireEvent.click((await dialog('¿Cerrar sin copiar el secreto?')).getByRole('button', { name: 'Cerrar sin copiar' }))
  expect(screen.queryByText(SECRET)).toBeNull()
  expect(await screen.findByRole('heading', { name: 'Almacén' })).toBeTruthy()
})

test('events that the user may not see cannot be selected', async () => {
  show('?new=webhook', { ...ADMIN, role: ['users_admin', 'queue_read'] })
  await screen.findByRole('dialog')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Adeudo nuevo/ }).disabled).toBe(true)
  expect(screen.getAllByText(/hace falta el permiso «Consultar vehículos»/)).toHaveLength(9)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Trabajo terminado/ }).disabled).toBe(false)
})

test('an edit and a pause are sent with the version that was read', async () => {
  show()
  await choose('Editar')
  const form = await dialog('Editar webhook')
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'ERP' } })
  fireEvent.click(form.getByRole('button', { name: 'Guardar webhook' }))
  expect(await screen.findByRole('heading', { name: 'ERP' })).toBeTruthy()
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toMatchObject({ name: 'ERP', active: true, version: 2 })
  fireEvent.click(screen.getByRole('switch', { name: 'Webhook ERP' }))
  await waitFor(() => expect(noticed()).toContain('Webhook en pausa'))
  expect(JSON.parse(sent('PUT')[1]?.body ?? '')).toMatchObject({ name: 'ERP', active: false, version: 3 })
})

test.each([
  ['from its menu', ''],
  ['by its address', '?edit=1'],
])('a change by another person of a webhook opened %s is overwritten only after a message', async (_, search) => {
  show(search)
  if (!search) await choose('Editar')
  const form = await dialog('Editar webhook')
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'ERP' } })
  stored = [testWebhook({ url: 'https://erp.empresa.mx/otra', version: 7 })]
  await queryClient.invalidateQueries()
  await form.findByDisplayValue('https://erp.empresa.mx/otra')
  const title = 'El webhook cambió en otra ventana; ábralo de nuevo.'
  refusal = { status: 409, title, errors: [{ path: 'version', message: title }] }
  fireEvent.click(form.getByRole('button', { name: 'Guardar webhook' }))
  expect(await form.findByText(/^Otra persona cambió este webhook mientras usted lo editaba/)).toBeTruthy()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  refusal = undefined
  fireEvent.click(form.getByRole('button', { name: 'Guardar webhook' }))
  expect(await screen.findByRole('heading', { name: 'ERP' })).toBeTruthy()
  const values = { name: 'ERP', url: 'https://erp.empresa.mx/otra' }
  expect(sent('PUT').map(({ body }) => JSON.parse(body))).toMatchObject([
    { ...values, version: 2 },
    { ...values, version: 7 },
  ])
})

test('a webhook that another person deletes while it is edited is reported, and what was typed stays', async () => {
  show('?edit=1')
  const form = await dialog('Editar webhook')
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'Oficina' } })
  stored = []
  await queryClient.invalidateQueries()
  refusal = { status: 404, title: 'No encontrado' }
  fireEvent.click(form.getByRole('button', { name: 'Guardar webhook' }))
  expect(await form.findByText(/^Otra persona eliminó este webhook/)).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Oficina')
})

test('a test is polled until its response, and links to the deliveries', async () => {
  show()
  fireEvent.click((await card()).getByRole('button', { name: 'Probar ERP de compras' }))
  expect(await screen.findByText('La prueba llegó, pero el programa no la aceptó: contestó 503.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Ver entregas' }))
  expect(await screen.findByRole('list', { name: 'Entregas' })).toBeTruthy()
  expect(screen.getByText('Prueba')).toBeTruthy()
})

test('a new secret and a deletion ask for confirmation', async () => {
  show()
  await choose('Cambiar el secreto')
  expect((await dialog('Cambiar el secreto')).getByText(/durante un día, también con el de\s+ahora/)).toBeTruthy()
  expect((await dialog('Cambiar el secreto')).getByText(URL_OF_ONE)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar secreto' }))
  expect(await screen.findByText(SECRET)).toBeTruthy()
  expect((await dialog(/^Secreto de/)).getByText(URL_OF_ONE)).toBeTruthy()
  expect(screen.getByText(/El de antes firma también durante un día/)).toBeTruthy()
  fireEvent.click((await dialog(/^Secreto de/)).getByRole('button', { name: 'Cerrar' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar sin copiar' }))
  await choose('Eliminar')
  expect((await dialog('Eliminar webhook')).getByText(URL_OF_ONE)).toBeTruthy()
  fireEvent.click((await dialog('Eliminar webhook')).getByRole('button', { name: 'Eliminar webhook' }))
  expect(await screen.findByText('Sin webhooks')).toBeTruthy()
  expect(noticed()).toContain(calls.remove.done)
})

test('a delivery shows its result and its body, and can be resent', async () => {
  deliveries = [
    testDelivery({
      deliveryId: 8,
      event: 'job.finished',
      status: 'waiting',
      attempts: 2,
      answered: null,
      problem: 'No contestó a tiempo',
      nextAt: '2099-01-01T00:00:00Z',
    }),
    testDelivery(),
  ]
  total = 2
  const router = show('?entregas=1')
  const items = within(await screen.findByRole('list', { name: 'Entregas' })).getAllByRole('listitem')
  expect(items[0]?.textContent).toMatch(
    /Trabajo terminado.*Se volverá a intentar.*No contestó a tiempo · 2 intentos.*Próximo intento en \d+ días/,
  )
  expect(items[1]?.textContent).toMatch(/Adeudo nuevo.*Entregada.*Respondió 200 en 35 ms/)
  expect(screen.getByText('2 de 2 entregas. Se guardan 30 días.')).toBeTruthy()
  fireEvent.click(within(items[1] ?? document.body).getByText('Adeudo nuevo'))
  expect((await screen.findByText(/"type": "debt.found"/)).textContent).toContain('\n  "id": "evt_7"')
  fireEvent.click(within(items[1] ?? document.body).getByRole('button', { name: /^Reenviar/ }))
  await waitFor(() => expect(noticed()).toContain(calls.again.done))
  fireEvent.change(screen.getByLabelText('Estado'), { target: { value: 'failed' } })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ estado: 'failed' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar ventana' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('after a full page a button loads the next one', async () => {
  deliveries = Array.from({ length: 50 }, (_, i) => testDelivery({ deliveryId: 100 - i }))
  total = 51
  show('?entregas=1')
  const more = await screen.findByRole('button', { name: 'Ver más' })
  deliveries = [testDelivery({ deliveryId: 7, event: 'job.finished' })]
  fireEvent.click(more)
  expect(await screen.findByText('51 de 51 entregas. Se guardan 30 días.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull()
})

test('a failure is reported and can be retried', async () => {
  lost = true
  show()
  const again = await screen.findByRole('button', { name: 'Reintentar' })
  expect(within(again.closest('.message') ?? document.body).getByText(calls.list.fails)).toBeTruthy()
  lost = false
  fireEvent.click(again)
  expect(await card()).toBeTruthy()
})

test('typing during a creation does not add a second webhook', async () => {
  slow = Promise.withResolvers()
  show('?new=webhook')
  await screen.findByRole('heading', { name: 'ERP de compras' })
  const form = await dialog('Agregar webhook')
  const save = form.getByRole('button', { name: 'Guardar webhook' })
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'Almacén' } })
  fireEvent.change(form.getByLabelText('Dirección'), { target: { value: 'https://almacen.mx/avisos' } })
  fireEvent.click(form.getByRole('checkbox', { name: /^Adeudo nuevo/ }))
  fireEvent.click(save)
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'))
  expectToStayWhileBusy()
  fireEvent.change(form.getByLabelText('Nombre'), { target: { value: 'Almacenes' } })
  fireEvent.click(save)
  expect(save.getAttribute('aria-disabled')).toBe('true')
  slow.resolve()
  expect(await screen.findByText(SECRET)).toBeTruthy()
  expect(sent('POST')).toHaveLength(1)
})
