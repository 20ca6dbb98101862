// On-demand processing: which resources can be ordered, what an order does, and why some cannot be ordered.
import { NOT_AVAILABLE, type ProcessableResource, processing } from '@padron/contract/processing'
import { queue } from '@padron/contract/queue'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { expectToStayOnceBusy } from '../../testing/busy-dialog.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { ProcessingScreen } from './ProcessingScreen.tsx'

const IN_AN_HOUR = new Date(Date.now() + 3_500_000).toISOString()
const resource = (resourceId: number, more: Partial<ProcessableResource> = {}): ProcessableResource => ({
  resourceId,
  resourceName: `Recurso ${resourceId}`,
  resourceTypeId: 1,
  portal: 'Portal ICV',
  portalUrl: 'https://www.icvnl.gob.mx',
  service: 'automatic',
  updateDateTime: null,
  lastUpdate: '2026-11-20T12:00:00Z',
  queued: false,
  queueItemId: null,
  queuedAs: null,
  vehicles: 3,
  due: 3,
  incident: null,
  ...more,
})
const job = {
  _id: 'j1',
  queueName: 'Procesamiento de recursos',
  queueId: 1,
  queueDescription: 'Procesamiento de Recurso 4',
  creationDateTime: '2026-11-20T12:00:00Z',
  successDateTime: null,
  errorDateTime: null,
  successMessage: null,
  errorMessage: null,
  estimatedFinishedDateTime: new Date(Date.now() + 175_000).toISOString(),
  processing: true,
  progress: { done: 1, total: 3, what: 'Consultando fuentes' },
  fileUrl: null,
  fileName: null,
  fileUntil: null,
  who: 'norte-admin',
  cancellable: false,
  cancelled: false,
}

let data: { state: { stateId: number; stateName: string }; resources: ProcessableResource[] }[] = []
let jobs: unknown[] = []
let answer: { status?: number; json: unknown; wait?: Promise<void> }
let broken = false
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [processing.resources.path]: () => (broken ? { status: 500, json: {} } : { json: { data } }),
    [processing.update.path]: () => answer,
    [queue.items.path]: () => ({ json: { queueInformation: { pendingTemplateQueue: 0, queueList: jobs } } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  data = [
    { state: { stateId: 9, stateName: 'Ciudad de México' }, resources: [resource(5, { vehicles: 0 })] },
    {
      state: { stateId: 19, stateName: 'Nuevo León' },
      resources: [
        resource(2, { lastUpdate: null }),
        resource(3, { updateDateTime: IN_AN_HOUR }),
        resource(4, { queued: true, queueItemId: 'j1' }),
        resource(6, { service: 'manual', portalUrl: null }),
      ],
    },
    { state: { stateId: 0, stateName: 'Todo el país' }, resources: [resource(1)] },
  ]
  jobs = []
  broken = false
  answer = {
    json: {
      queueItemId: 'j2',
      message: 'Se ha añadido Recurso 1 a la cola de tareas',
      updateDateTime: IN_AN_HOUR,
    },
  }
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
  server.sent.length = 0
  localStorage.clear()
})

const open = async (address = '/onDemandProcessing?open=todos', user = ADMIN) => {
  const router = showScreen(ProcessingScreen, address, user)
  await screen.findByRole('button', { name: /^Todo el país/ })
  return router
}
const row = (id: number) => within(screen.getByRole('listitem', { name: `Recurso ${id}` }))
const button = (id: number) => row(id).getByRole('button', { name: `Procesar Recurso ${id}` })
const orders = () =>
  server.sent.filter(({ path }) => path === processing.update.path).map(({ body }) => JSON.parse(body))
const ask = async (mails: string) => {
  fireEvent.click(button(1))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mandar a procesar' }))
  fireEvent.change(dialog.getByLabelText('Correos'), { target: { value: mails } })
  fireEvent.click(dialog.getByRole('button', { name: 'Procesar' }))
  return dialog
}

test('the whole country is first and open, states without vehicles last; an opened state is remembered', async () => {
  const router = await open('/onDemandProcessing')
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual([
    'Todo el país1 recurso · 1 listo',
    'Nuevo León4 recursos · 2 listos · 1 en cola',
    'Ciudad de México1 recurso · sin vehículos',
  ])
  expect(screen.queryByRole('listitem', { name: 'Recurso 2' })).toBeNull()
  const heading = screen.getByRole('button', { name: /^Nuevo León/ })
  await act(async () => fireEvent.click(heading))
  expect(await screen.findByRole('listitem', { name: 'Recurso 2' })).toBeTruthy()
  expect(router.state.location.searchStr).toBe('?open=0,19')
  cleanup()
  await open('/onDemandProcessing')
  expect(await screen.findByRole('listitem', { name: 'Recurso 2' })).toBeTruthy()
})

test('each resource shows its update or availability, who answers, and why it cannot be ordered', async () => {
  await open()
  expect(screen.getByRole('listitem', { name: 'Recurso 1' }).textContent).toContain(
    'Última actualización 20/11/2026 06:00',
  )
  expect(row(1).getByText('Consulta automática')).toBeTruthy()
  expect(
    row(1)
      .getByRole('link', { name: /^Portal ICV/ })
      .getAttribute('href'),
  ).toBe('https://www.icvnl.gob.mx')
  expect(row(1).getByRole('img', { name: 'Listo para Procesar' })).toBeTruthy()
  expect(button(1).getAttribute('aria-disabled')).toBe('false')
  expect(row(2).getByText('Sin actualización')).toBeTruthy()
  expect(row(3).getByText('Disponible en 1 Hrs.')).toBeTruthy()
  expect(row(3).getByRole('img', { name: 'Procesado recientemente' })).toBeTruthy()
  expect(row(4).getByText('En la cola de tareas')).toBeTruthy()
  expect(row(5).getByText('Sin vehículos')).toBeTruthy()
  expect([3, 4, 5].map((id) => button(id).getAttribute('aria-disabled'))).toEqual(['true', 'true', 'true'])
  fireEvent.click(button(5))
  expect(await screen.findAllByText(/Ningún vehículo de la flota/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(row(6).getByText('Captura manual')).toBeTruthy()
  expect(row(6).getByRole('link', { name: 'lista de captura manual' }).getAttribute('href')).toBe(
    '/captures?resourceTypeId=1&stateId=19',
  )
})

test('an order requires addresses, removes the resource from the list at once, and reports the reply', async () => {
  const router = await open('/onDemandProcessing?open=todos&ready=si')
  const dialog = await ask('ana@norte.mx, luis')
  expect(dialog.getByText('Por favor ingrese correos válidos separados por comas')).toBeTruthy()
  expect(orders()).toEqual([])
  fireEvent.change(dialog.getByLabelText('Correos'), { target: { value: 'ana@norte.mx, luis@norte.mx' } })
  data = data.map((group) => ({
    ...group,
    resources: group.resources.map((one) =>
      one.resourceId === 1 ? { ...one, queued: true, queueItemId: 'j2', updateDateTime: IN_AN_HOUR } : one,
    ),
  }))
  const release = server.hold()
  fireEvent.click(dialog.getByRole('button', { name: 'Procesar' }))
  await expectToStayOnceBusy()
  release()
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Recurso 1' })).toBeNull())
  expect(await screen.findByText('Se ha añadido Recurso 1 a la cola de tareas')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(orders()).toEqual([{ vehicleClass: null, resourceId: 1, emails: ['ana@norte.mx', 'luis@norte.mx'] }])
  await act(() => router.navigate({ to: '.', search: { open: 'todos' } as never }))
  await waitFor(() => expect(row(1).getByText('Disponible en 1 Hrs.')).toBeTruthy())
})

test('a failing source, answers that are still valid, and another order of the source are mentioned', async () => {
  const incident = { since: '2026-11-20T17:36:00Z', nextTry: new Date(Date.now() + 110_000).toISOString() }
  data = [
    {
      state: { stateId: 0, stateName: 'Todo el país' },
      resources: [
        resource(1, { vehicles: 1200, due: 200, incident }),
        resource(2, { due: 0 }),
        resource(3, { queued: true, queueItemId: 'j9', queuedAs: 'Recurso 1' }),
      ],
    },
  ]
  await open()
  const failing = /^La fuente falla desde 20\/11\/2026 11:36; próximo intento en 2 minutos/
  const textOf = (id: number) => screen.getByRole('listitem', { name: `Recurso ${id}` }).textContent
  expect(textOf(1)).toMatch(/La fuente falla desde 20\/11\/2026 11:36; próximo intento en 2 minutos/)
  expect(row(1).getByText('1,000 de 1,200 vehículos con respuesta vigente')).toBeTruthy()
  expect(textOf(2)).not.toContain('vigente')
  expect(row(3).getByText('Misma fuente que Recurso 1, en curso')).toBeTruthy()
  const dialog = await ask('')
  expect(dialog.getByText(failing)).toBeTruthy()
  expect(
    dialog.getByText('Se consultará Portal ICV por 200 de 1,200 vehículos; 1,000 tienen respuesta vigente.'),
  ).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  fireEvent.click(button(2))
  const none = within(await screen.findByRole('dialog', { name: 'Mandar a procesar' }))
  expect(none.getByText('Todos tienen respuesta vigente: no hay nada que consultar.')).toBeTruthy()
  fireEvent.click(none.getByRole('button', { name: 'Procesar' }))
  expect(none.getByRole('alert').textContent).toBe('Todos tienen respuesta vigente')
  expect(orders()).toEqual([])
})

test('an order that fails restores the resource and is reported; what was typed is stored', async () => {
  await open()
  answer = { status: 500, json: {} }
  const dialog = await ask('ana@norte.mx')
  expect(await screen.findByText(NOT_AVAILABLE)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Correos').value).toBe('ana@norte.mx')
  expect(button(1).getAttribute('aria-disabled')).toBe('false')
  answer = {
    status: 409,
    json: {
      type: 'about:blank',
      title: NOT_AVAILABLE,
      status: 409,
      errors: [{ path: 'resourceId', message: 'La misma fuente ya está en la cola de tareas.' }],
    },
  }
  fireEvent.click(dialog.getByRole('button', { name: 'Procesar' }))
  expect(await dialog.findByText(`${NOT_AVAILABLE}. La misma fuente ya está en la cola de tareas.`)).toBeTruthy()
})

test('a running order shows its progress; without permission for the queue only that it waits', async () => {
  jobs = [job]
  await open()
  const bar = await row(4).findByRole('progressbar', { name: 'Avance de Procesamiento de Recurso 4' })
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['1', '3'])
  expect(row(4).getByText('1 de 3 · Consultando fuentes · Faltan 3 minutos')).toBeTruthy()
  cleanup()
  server.sent.length = 0
  await open('/onDemandProcessing?open=todos', { ...ADMIN, role: ['processing_read'] })
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Procesar/ })).toBeNull()
  expect(server.sent.some(({ path }) => path === queue.items.path)).toBe(false)
})

test('filters by state, resource or availability; opens and closes all states', async () => {
  const router = await open()
  fireEvent.change(screen.getByLabelText('Buscar estado o recurso'), { target: { value: 'nuevo leon' } })
  fireEvent.keyDown(screen.getByLabelText('Buscar estado o recurso'), { key: 'Enter' })
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Recurso 1' })).toBeNull())
  expect(screen.getByRole('listitem', { name: 'Recurso 2' })).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByLabelText('Solo listos')))
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Recurso 3' })).toBeNull())
  await act(() => router.navigate({ to: '.', search: { text: 'zzz' } as never }))
  fireEvent.click(await screen.findByRole('button', { name: 'Limpiar filtros' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Expandir todo' }))
  expect(await screen.findByRole('listitem', { name: 'Recurso 5' })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Contraer todo' }))
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Recurso 1' })).toBeNull())
})

test('a failure is reported and can be retried', async () => {
  broken = true
  showScreen(ProcessingScreen, '/onDemandProcessing')
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  expect(notices.get()).toEqual([])
  broken = false
  fireEvent.click(retry)
  expect(await screen.findByRole('button', { name: /^Todo el país/ })).toBeTruthy()
})

test('without configured sources the screen says who can configure them; without vehicles none is ready', async () => {
  const none = { service: 'none', portalUrl: null } as const
  data = [
    { state: { stateId: 0, stateName: 'Todo el país' }, resources: [resource(1, { ...none, vehicles: 0, due: 0 })] },
  ]
  await open()
  const note = screen.getByRole('note')
  expect(note.textContent).toContain('Todavía no hay ninguna fuente configurada')
  expect(note.textContent).toContain('quien opera la instalación de Padrón')
  expect(within(note).getByRole('link', { name: 'Captura manual' })).toBeTruthy()
  expect(row(1).getByRole('img', { name: 'Sin vehículos por consultar' })).toBeTruthy()
  expect(row(1).queryByRole('img', { name: 'Listo para Procesar' })).toBeNull()
  expect(button(1).getAttribute('aria-disabled')).toBe('true')
  cleanup()
  data = [{ state: { stateId: 0, stateName: 'Todo el país' }, resources: [resource(1)] }]
  await queryClient.invalidateQueries()
  await open()
  await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
})
