// The alerts: their state, adding one from a saved view, editing, pausing and deleting one, and refusals.
import { type Alert, alerts as calls } from '@padron/contract/alerts'
import { channels, NO_RECIPIENT } from '@padron/contract/channels'
import { ROLES } from '@padron/contract/permissions'
import { queue } from '@padron/contract/queue'
import { type SavedView, views } from '@padron/contract/views'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadConfig } from '../../api/client.ts'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { BLOCK_CLOSE_MS } from '../../lib/use-block-close.ts'
import { testAlert } from '../../testing/alerts.ts'
import { expectToStayWhileBusy } from '../../testing/busy-dialog.ts'
import { testChannel } from '../../testing/channels.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { AlertsScreen } from './AlertsScreen.tsx'

const AT = '2026-11-20T16:00:00Z'
const CROSSING = '11111111-1111-4111-8111-111111111111'
const DELIVERIES = queue.deliveries.path.replace(':queueItemId', CROSSING)
const view = (viewId: number, name: string, shared: boolean) => ({ viewId, name, shared }) as SavedView
const VIEWS = [view(3, 'Norte', true), view(4, 'Taller', true), view(5, 'Mía', false)]

let stored: Alert[]
let now: { value: number; uncertain: number }
/** Delays the response to a deletion. */
let slow: PromiseWithResolvers<void> | undefined
let refusal: { status: number; title: string; errors?: { path: string; message: string }[] } | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
const answer = () => (refusal ? { status: refusal.status, json: { type: 'about:blank', ...refusal } } : undefined)
beforeAll(async () => {
  server = await startSmallServer({
    [calls.list.path]: (body, method) => {
      if (method === 'GET') return { json: { alerts: stored } }
      const failure = answer()
      if (failure) return failure
      const added = testAlert({ alertId: 9, ...JSON.parse(body), standing: 'unknown', value: null, lookedAt: null })
      stored = [...stored, added]
      return { json: added }
    },
    '/api/v2/alerts/1': async (body, method) => {
      await slow?.promise
      const failure = answer()
      if (failure) return failure
      stored =
        method === 'DELETE'
          ? []
          : stored.map((one) => (one.alertId === 1 ? { ...one, ...JSON.parse(body), version: 3 } : one))
      return { json: method === 'DELETE' ? { message: 'ok' } : stored[0] }
    },
    [DELIVERIES]: () => ({ json: { totalReports: 0, scheduledReportQueueItems: [] } }),
    [channels.list.path]: () => ({ json: { channels: [testChannel({ channelId: 5 })], timeZone: 'UTC' } }),
    [calls.value.path]: () => ({ json: now }),
    [views.list.path]: () => ({ json: { views: VIEWS } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = [
    testAlert(),
    testAlert({
      alertId: 2,
      name: 'Taller',
      measure: 'vehicles',
      threshold: 40,
      value: 52,
      standing: 'above',
      crossedAt: AT,
      mails: ['a@b.mx', 'c@d.mx', 'e@f.mx'],
    }),
  ]
  now = { value: 12, uncertain: 0 }
  refusal = undefined
  slow = undefined
})
afterEach(async () => {
  vi.useRealTimers()
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0))
  cleanup()
  notices.set([])
  localStorage.clear()
  server.sent.length = 0
})
const show = (search = '', user = ADMIN) => showScreen(AlertsScreen, `/alerts${search}`, user)
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const body = (method: string) =>
  JSON.parse(server.sent.findLast((one) => one.method === method && one.path !== calls.value.path)?.body ?? 'null')
const choose = async (name: string, action: string) => {
  fireEvent.click((await row(new RegExp(name))).getByRole('button', { name: `Acciones de ${name}` }))
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}

test('shows the measure, the state with its date, and the recipients', async () => {
  stored = [
    ...stored,
    testAlert({ alertId: 3, name: 'Dudosa', uncertain: 8 }),
    testAlert({ alertId: 4, name: 'Nueva', standing: 'unknown', value: null, lookedAt: null }),
  ]
  show()
  const norte = await row(/^Adeudo del norte/)
  expect(norte.getByText('Por debajo')).toBeTruthy()
  expect(norte.getByText('Desde $500,000.00 MXN')).toBeTruthy()
  expect(norte.getByText('$37,500.00 MXN')).toBeTruthy()
  expect(norte.getByRole('link', { name: 'Norte' }).getAttribute('href')).toBe('/?vista=3')
  const taller = await row(/^Taller/)
  expect(taller.getByText(/Por encima/).textContent).toBe('Por encima desde 20/11/2026 10:00')
  expect(taller.getByText('3 destinatarios')).toBeTruthy()
  const unsure = await row(/^Dudosa/)
  expect(unsure.getByText('Por debajo, con lo que se sabe')).toBeTruthy()
  expect(unsure.getByText('Falta información de 8 vehículos: el total puede ser mayor')).toBeTruthy()
  const fresh = await row(/^Nueva/)
  expect(fresh.getByText('Aún sin revisar')).toBeTruthy()
  expect(fresh.getByText('Sin datos todavía')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Alertas (4)' })).toBeTruthy()
})

test('shows the emails of the last crossing, the recipients not reached, and a list of the emails', async () => {
  stored = [
    testAlert({
      mails: ['ana@norte.mx', 'eva@norte.mx'],
      crossing: CROSSING,
      letters: { total: 2, sent: 1, pending: 0, kept: 0, failed: 1 },
      troubled: ['eva@norte.mx'],
    }),
  ]
  show()
  const norte = await row(/^Adeudo del norte/)
  expect(norte.getByText(/^Último aviso/).textContent).toContain('1 enviado, 1 con error')
  expect(norte.getByText(/^No llegó a eva@norte.mx/)).toBeTruthy()
  fireEvent.click(norte.getByRole('button', { name: 'Ver entregas de Adeudo del norte' }))
  const dialog = await screen.findByRole('dialog', { name: 'Entregas' }, { timeout: 10_000 })
  expect(within(dialog).getByText('Alerta: Adeudo del norte')).toBeTruthy()
  await waitFor(() => expect(server.sent.some(({ path }) => path === DELIVERIES)).toBe(true))
})

test('a user with read permission only sees the alerts and cannot change them', async () => {
  const role = ROLES.map(({ name }) => name).filter((name) => name !== 'admin' && name !== 'programReports_admin')
  show('?new=alert', { ...ADMIN, role })
  expect((await row(/^Taller/)).queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: /Agregar|Acciones/ })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a new alert of the view in the address shows its current value and when it will notify', async () => {
  const router = show('?new=alert&view=4')
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar alerta' }))
  await waitFor(() => expect((dialog.getByLabelText(/^Vista/) as HTMLSelectElement).value).toBe('4'))
  expect(dialog.queryByRole('option', { name: 'Mía' })).toBeNull()
  expect(await dialog.findByText('12 vehículos')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar alerta' }))
  expect(await dialog.findByText('Escriba un nombre para la alerta')).toBeTruthy()
  expect(dialog.getByText(NO_RECIPIENT)).toBeTruthy()
  expect(body('POST')).toBeNull()
  fireEvent.change(dialog.getByLabelText(/^Nombre/), { target: { value: 'En el taller' } })
  fireEvent.change(dialog.getByLabelText(/^Avisar a partir de/), { target: { value: '10' } })
  expect(dialog.getByText(/^Ya está por encima de 10 vehículos: ahora no se avisa/)).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/^Avisar a partir de/), { target: { value: '40' } })
  expect(dialog.getByText(/^Se avisará una vez cuando llegue a 40 vehículos/)).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/^Destinatarios/), { target: { value: 'ana@norte.mx' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Despacho/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar alerta' }))
  expect(await row(/^En el taller/)).toBeTruthy()
  expect(body('POST')).toEqual({
    name: 'En el taller',
    viewId: 4,
    measure: 'vehicles',
    threshold: 40,
    mails: ['ana@norte.mx'],
    channels: [5],
    active: true,
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(router.state.location.searchStr).toBe('')
})

test('a private view cannot be selected; a message says how to share it', async () => {
  show('?new=alert&view=5')
  expect(await screen.findByText(/La vista «Mía» todavía no es de toda la empresa: compártala primero/)).toBeTruthy()
})

test('a refusal appears under its field, and what was typed is stored as a draft', async () => {
  refusal = {
    status: 422,
    title: 'Datos no válidos',
    errors: [{ path: 'name', message: 'Ya hay una alerta con ese nombre.' }],
  }
  show('?new=alert&view=4')
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar alerta' }))
  fireEvent.change(dialog.getByLabelText(/^Nombre/), { target: { value: 'Taller' } })
  fireEvent.change(dialog.getByLabelText(/^Avisar a partir de/), { target: { value: '40' } })
  fireEvent.change(dialog.getByLabelText(/^Destinatarios/), { target: { value: 'ana@norte.mx' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar alerta' }))
  expect(await dialog.findByText('Ya hay una alerta con ese nombre.')).toBeTruthy()
  cleanup()
  show('?new=alert')
  const again = within(await screen.findByRole('dialog', { name: 'Agregar alerta' }))
  expect((again.getByLabelText(/^Nombre/) as HTMLInputElement).value).toBe('Taller')
  fireEvent.click(again.getByRole('button', { name: 'Cancelar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Descartar cambios' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(localStorage.length).toBe(0)
})

test('an edit is sent with its version; a conflict is reported in the dialog', async () => {
  show()
  await choose('Adeudo del norte', 'Editar')
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar alerta' }))
  expect((dialog.getByLabelText(/^Avisar a partir de/) as HTMLInputElement).value).toBe('500,000')
  fireEvent.change(dialog.getByLabelText(/^Avisar a partir de/), { target: { value: '600,000' } })
  const changed = 'La alerta cambió en otra ventana; ábrala de nuevo.'
  refusal = { status: 409, title: changed, errors: [{ path: 'version', message: changed }] }
  stored = stored.map((one) => (one.alertId === 1 ? { ...one, version: 7, mails: ['eva@norte.mx'] } : one))
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar alerta' }))
  expect(await dialog.findByText(/^Otra persona cambió esta alerta mientras usted la editaba/)).toBeTruthy()
  await waitFor(() => expect((dialog.getByLabelText(/^Destinatarios/) as HTMLInputElement).value).toBe('eva@norte.mx'))
  refusal = undefined
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar alerta' }))
  expect(await (await row(/^Adeudo del norte/)).findByText('Desde $600,000.00 MXN')).toBeTruthy()
  expect(body('PUT')).toMatchObject({ threshold: 600_000, mails: ['eva@norte.mx'], version: 7, active: true })
})

test('a change of the same field by another person is overwritten only after a message about it', async () => {
  show()
  await choose('Adeudo del norte', 'Editar')
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar alerta' }))
  fireEvent.change(dialog.getByLabelText(/^Avisar a partir de/), { target: { value: '600,000' } })
  stored = stored.map((one) => (one.alertId === 1 ? { ...one, threshold: 700_000, version: 7 } : one))
  await queryClient.invalidateQueries()
  await screen.findByText('Desde $700,000.00 MXN', { selector: 'table *' })
  const changed = 'La alerta cambió en otra ventana; ábrala de nuevo.'
  refusal = { status: 409, title: changed, errors: [{ path: 'version', message: changed }] }
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar alerta' }))
  await dialog.findByText(/^Otra persona cambió esta alerta mientras usted la editaba/)
  expect(body('PUT')).toMatchObject({ threshold: 600_000, version: 2 })
})

test.each([
  ['from its menu', ''],
  ['by its address', '?edit=1'],
])(
  'an edited alert, opened %s, that another person deleted is reported, and what was typed stays',
  async (_, search) => {
    show(search)
    if (!search) await choose('Adeudo del norte', 'Editar')
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar alerta' }))
    fireEvent.change(dialog.getByLabelText(/^Avisar a partir de/), { target: { value: '600,000' } })
    refusal = { status: 404, title: 'No encontrado' }
    stored = stored.filter(({ alertId }) => alertId !== 1)
    fireEvent.click(dialog.getByRole('button', { name: 'Guardar alerta' }))
    expect(await dialog.findByText(/Otra persona eliminó esta alerta/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Adeudo del norte', { selector: 'table *' })).toBeNull())
    expect((dialog.getByLabelText(/^Avisar a partir de/) as HTMLInputElement).value).toBe('600,000')
  },
)

test('without a mail server, the screen and the form say that nothing is sent', async () => {
  const config = Object.assign(await loadConfig(), { mail: false })
  show()
  expect(await screen.findByText(/no tiene servidor de correo: los reportes y las alertas se preparan/)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Agregar alerta' }))
  const form = within(await screen.findByRole('dialog', { name: 'Agregar alerta' }))
  expect(form.getByText(/Este servidor no envía correos: el aviso se guarda sin enviar\./)).toBeTruthy()
  Object.assign(config, { mail: true })
})

test('the address of an edited alert opens its form; closing the form clears the address', async () => {
  const router = show('?edit=1')
  const form = within(await screen.findByRole('dialog', { name: 'Editar alerta' }))
  fireEvent.click(form.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an alert is paused at once, and deleted after a confirmation', async () => {
  show()
  fireEvent.click((await row(/^Adeudo/)).getByRole('switch', { name: 'Alerta Adeudo del norte' }))
  expect(await screen.findByText('En pausa: no se revisa')).toBeTruthy()
  expect(screen.getByText(/Alerta en pausa/)).toBeTruthy()
  await choose('Adeudo del norte', 'Eliminar')
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: 'Eliminar alerta' })).getByRole('button', {
      name: 'Eliminar alerta',
    }),
  )
  expect(await screen.findByText('Sin alertas')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Agregar alerta' })).toBeTruthy()
})

const question = () => screen.queryByRole('dialog', { name: 'Eliminar alerta' })
const pressIn = (name: string, button: string) =>
  fireEvent.click(within(screen.getByRole('dialog', { name })).getByRole('button', { name: button }))
const isShut = () =>
  within(question() as HTMLElement)
    .getByRole('button', { name: 'Cancelar' })
    .getAttribute('aria-disabled') === 'true'
const deleteSlowly = async () => {
  slow = Promise.withResolvers()
  show()
  await choose('Adeudo del norte', 'Eliminar')
  await screen.findByRole('dialog', { name: 'Eliminar alerta' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  pressIn('Eliminar alerta', 'Eliminar alerta')
  await act(async () => void vi.advanceTimersByTime(1))
  expect(isShut()).toBe(true)
  return slow
}
/** The deletion takes longer than its dialog waits; the user opens another form. */
const tireAndEdit = async () => {
  await act(async () => void vi.advanceTimersByTime(BLOCK_CLOSE_MS))
  pressIn('Eliminar alerta', 'Cancelar')
  vi.useRealTimers()
  expect(question()).toBeNull()
  await choose('Taller', 'Editar')
  await screen.findByRole('dialog', { name: 'Editar alerta' })
}

test('the confirmation stays open during the deletion, and blocks other actions', async () => {
  const answering = await deleteSlowly()
  vi.useRealTimers()
  pressIn('Eliminar alerta', 'Cancelar')
  pressIn('Eliminar alerta', 'Cerrar ventana')
  fireEvent(question() as HTMLElement, new Event('cancel', { cancelable: true }))
  expect(question()).toBeTruthy()
  answering.resolve()
  await waitFor(() => expect(question()).toBeNull())
})

test('a deletion that ends late does not close a form opened since', async () => {
  const answering = await deleteSlowly()
  await tireAndEdit()
  answering.resolve()
  expect(await screen.findByText(calls.remove.done)).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(screen.getByRole('dialog', { name: 'Editar alerta' })).toBeTruthy()
})

test('a deletion that fails late is reported in a notice', async () => {
  const answering = await deleteSlowly()
  refusal = { status: 409, title: 'La alerta cambió en otra ventana; ábrala de nuevo.' }
  await tireAndEdit()
  answering.resolve()
  expect(await screen.findByText(refusal.title)).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Editar alerta' })).toBeTruthy()
})

test('typing during a save does not save a second time', async () => {
  slow = Promise.withResolvers()
  show()
  await choose('Adeudo del norte', 'Editar')
  const form = within(await screen.findByRole('dialog', { name: 'Editar alerta' }))
  const save = form.getByRole('button', { name: 'Guardar alerta' })
  fireEvent.click(save)
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'))
  expectToStayWhileBusy()
  fireEvent.change(form.getByLabelText(/^Nombre/), { target: { value: 'Otro' } })
  fireEvent.click(save)
  expect(save.getAttribute('aria-disabled')).toBe('true')
  slow.resolve()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})
