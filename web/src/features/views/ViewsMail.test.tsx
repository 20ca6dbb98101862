// Links from a shared view to reports and alerts, for users who may configure reports; a view in use cannot be deleted,
// and its uses are named. A view that changed in another window meanwhile can be saved.
import { ROLES } from '@padron/contract/permissions'
import { type SavedView, type ViewDefinition, views } from '@padron/contract/views'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { expectToStayOnceBusy } from '../../testing/busy-dialog.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

const definition: ViewDefinition = { vehicleClass: {}, columns: null }
const view = (viewId: number, name: string, shared: boolean): SavedView => ({
  viewId,
  name,
  shared,
  owner: { userId: 1, name: 'norte-admin' },
  mine: true,
  deletable: true,
  definition,
  updatedDate: '2026-11-20T16:00:00Z',
  version: 1,
})
const SHARED = view(3, 'Norte', true)
const OWN = view(4, 'Mía', false)
const IN_USE = 'No se puede eliminar la vista: la usa el reporte «Adeudos del norte».'

let stored = [SHARED, OWN]
let refusal: { status: number; json: object } | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [views.list.path]: () => ({ json: { views: stored } }),
    '/api/v2/views/4': (body) => refusal ?? { json: { ...OWN, ...JSON.parse(body) } },
    '/api/v2/views/3': () => ({ status: 409, json: { type: 'about:blank', title: IN_USE, status: 409 } }),
  })
})
afterAll(() => server.stop())
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0))
  cleanup()
  notices.set([])
})
const none = () => undefined
const open = async (one: SavedView, user = ADMIN) => {
  const menu = () => (
    <ViewsMenu view={one} modified={false} current={definition} onOpen={none} onLeave={none} onKeepColumns={none} />
  )
  showScreen(menu, '/', user)
  fireEvent.click(await screen.findByRole('button', { name: `Vista: ${one.name}` }))
  const panel = await screen.findByRole('dialog', { name: 'Vistas guardadas' })
  await within(panel).findByRole('list', { name: 'Mis vistas' })
  return within(panel)
}

test('a shared view links to a new report and a new alert of it; a private one says how to share it', async () => {
  const panel = await open(SHARED)
  const to = (name: string) => panel.getByRole('link', { name }).getAttribute('href')
  expect(to('Programar un reporte')).toBe('/reports?new=report&view=3')
  expect(to('Crear una alerta')).toBe('/alerts?new=alert&view=3')
  cleanup()
  const own = await open(OWN)
  expect(own.queryByRole('link')).toBeNull()
  expect(own.getByText(/^Compártala con toda la empresa/)).toBeTruthy()
})

test('users who may not configure reports see no such links', async () => {
  const role = ROLES.map(({ name }) => name).filter((name) => name !== 'admin' && name !== 'programReports_admin')
  const panel = await open(SHARED, { ...ADMIN, role })
  expect(panel.queryByRole('link')).toBeNull()
  expect(panel.queryByText(/^Compártala/)).toBeNull()
})

test('a view in use is not deleted, and its uses are named', async () => {
  const panel = await open(SHARED)
  fireEvent.click(panel.getByRole('button', { name: 'Eliminar la vista Norte' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar vista' }, { timeout: 10_000 }))
  const release = server.hold()
  fireEvent.click(dialog.getByRole('button', { name: 'Eliminar vista' }))
  await expectToStayOnceBusy()
  release()
  expect(await dialog.findByText(IN_USE)).toBeTruthy()
})

test('a view that changed in another window is saved over its current version', async () => {
  const panel = await open(OWN)
  fireEvent.click(panel.getByRole('button', { name: 'Editar la vista Mía' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar vista' }, { timeout: 10_000 }))
  fireEvent.change(dialog.getByLabelText(/^Nombre/), { target: { value: 'De Ana' } })
  const title = 'La vista cambió en otra ventana; ábrala de nuevo.'
  refusal = {
    status: 409,
    json: { type: 'about:blank', title, status: 409, errors: [{ path: 'version', message: title }] },
  }
  const columns = [{ key: 'vin' }]
  stored = [SHARED, { ...OWN, definition: { ...definition, columns }, version: 6 }]
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar vista' }))
  expect(await dialog.findByText(/^La vista cambió en otra ventana\. Lo que escribió sigue aquí/)).toBeTruthy()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  refusal = undefined
  fireEvent.click(dialog.getByRole('button', { name: 'Guardar vista' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Editar vista' })).toBeNull())
  const sent = server.sent.findLast(({ method }) => method === 'PUT')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    name: 'De Ana',
    shared: false,
    definition: { ...definition, columns },
    version: 6,
  })
})
