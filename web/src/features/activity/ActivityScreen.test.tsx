// The activity log: its rows, its filters, loading more, and the export.
import { type ActivityRow, activity } from '@padron/contract/activity'
import { serviceAccounts } from '@padron/contract/service-accounts'
import { users } from '@padron/contract/users'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { testServiceAccount } from '../../testing/tokens.ts'
import { ActivityScreen } from './ActivityScreen.tsx'

const NOW = Date.now()
const row = (activityId: number, rest: Partial<ActivityRow> = {}): ActivityRow => ({
  activityId,
  at: new Date(NOW - 3 * 3_600_000).toISOString(),
  who: { userId: 4, name: 'norte-ana' },
  origin: 'console',
  address: '10.0.0.7',
  subject: { kind: 'vehicle', id: 70 + activityId, name: `ABC${activityId}` },
  action: 'update',
  changes: [{ field: 'Color', before: 'rojo', after: 'azul' }],
  ...rest,
})
const many = ['Placa', 'VIN', 'Marca', 'Modelo', 'Año'].map((field) => ({ field, before: null, after: `${field} 1` }))

let pages: ActivityRow[][] = []
let broken = false
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [activity.list.path]: (body) => {
      if (broken) return { status: 500, json: {} }
      const before = JSON.parse(body).before as number | undefined
      const at = before ? pages.findIndex((page) => page.at(-1)?.activityId === before) + 1 : 0
      const all = pages.flat().length
      return { json: { activities: pages[at] ?? [], totalCount: before ? null : all, hasMore: at < pages.length - 1 } }
    },
    [activity.export.path]: () => ({ json: { fileUrl: '/files/activity/1/abc?s=1' } }),
    [users.list.path]: () => ({ json: { users: [], userTotalCount: 0 } }),
    [serviceAccounts.list.path]: () => ({ json: { serviceAccounts: [testServiceAccount()] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  pages = [[row(3), row(2, { action: 'create', changes: many })], [row(1, { action: 'delete' })]]
  broken = false
  server.sent.length = 0
  notices.set([])
})
afterEach(cleanup)

const open = async (address = '/activity', user = ADMIN) => {
  const router = showScreen(ActivityScreen, address, user)
  await screen.findByRole('table')
  return router
}
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const requests = () => server.sent.filter(({ path }) => path === activity.list.path).map(({ body }) => JSON.parse(body))

const choose = (label: string, option: string) => {
  const field = screen.getByLabelText<HTMLSelectElement>(label)
  const { value } = within(field).getByRole<HTMLOptionElement>('option', { name: option })
  fireEvent.change(field, { target: { value } })
}

test('shows who, when, from where, what, and the change field by field', async () => {
  await open()
  const [first] = rows()
  expect(first?.textContent).toContain('norte-ana')
  expect(first?.textContent).toContain('Consola · 10.0.0.7')
  expect(first?.textContent).toContain('hace 3 horas')
  expect(first?.querySelector('time')?.title).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  expect(first?.textContent).toContain('Cambio')
  expect(first?.textContent).toContain('Color: rojo →  pasó a azul')
  expect(screen.getByRole('status').textContent).toBe('3 cambios, los 2 más recientes')
})

test('shows the first three fields of a change, and the rest on request', async () => {
  await open()
  const second = within(rows()[1] as HTMLElement)
  expect(second.getAllByRole('listitem')).toHaveLength(3)
  fireEvent.click(second.getByRole('button', { name: 'Ver 2 más' }))
  expect(second.getAllByRole('listitem').map((one) => one.textContent)).toContain('Año: Año 1')
})

test('a vehicle links to its drawer, unless it was deleted or the user may not see it', async () => {
  const router = await open()
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar más' }))
  await screen.findByText('ABC1')
  expect(screen.queryByRole('link', { name: 'ABC1' })).toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'ABC3' })))
  await waitFor(() => expect(router.state.location.searchStr).toBe('?asset=73'))
  cleanup()
  await open('/activity', { ...ADMIN, role: ['users_admin'] })
  expect(screen.queryByRole('link', { name: 'ABC3' })).toBeNull()
})

test('a button below the last row loads more, until there are no more', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar más' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(requests().at(-1)).toEqual({ filter: {}, before: 2 })
  expect(screen.queryByRole('button', { name: 'Mostrar más' })).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('3 cambios')
})

test('filters are in the address, in the request and in chips', async () => {
  const router = await open('/activity?from=2026-11-01&to=2026-11-02&action=update')
  expect(requests().at(-1)).toEqual({
    filter: { from: '2026-11-01T06:00:00.000Z', to: '2026-11-03T06:00:00.000Z', action: 'update' },
  })
  choose('Tipo', 'Vehículo')
  await waitFor(() => expect(router.state.location.searchStr).toContain('subjectKind=vehicle'))
  choose('Origen', 'Operador')
  await waitFor(() => expect(requests().at(-1).filter).toMatchObject({ origin: 'operator', subjectKind: 'vehicle' }))
  expect(screen.getByRole('list', { name: 'Filtros activos' }).textContent).toContain('Origen: Operador')
  fireEvent.click(await screen.findByRole('button', { name: 'Quitar filtro Desde' }))
  await waitFor(() => expect(router.state.location.searchStr).not.toContain('from='))
  fireEvent.click(screen.getByRole('button', { name: 'Limpiar filtros' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
})

test('a service account can be selected like a user, and a filter by its id shows its name', async () => {
  const router = await open()
  const combobox = screen.getByRole('combobox', { name: 'Usuario' })
  fireEvent.click(combobox)
  fireEvent.click(await screen.findByRole('option', { name: 'cuenta de servicio «ERP»' }))
  await waitFor(() => expect(router.state.location.searchStr).toContain('userId=7'))
  await waitFor(() => expect(requests().at(-1)).toEqual({ filter: { userId: 7 } }))
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Filtros activos' }).textContent).toContain('cuenta de servicio «ERP»'),
  )
})

test('an empty log and a filter without results have different texts', async () => {
  pages = [[]]
  showScreen(ActivityScreen, '/activity?text=zzz')
  fireEvent.click((await screen.findAllByRole('button', { name: 'Limpiar filtros' })).at(-1) as HTMLElement)
  expect(await screen.findByText('Sin actividad')).toBeTruthy()
})

test('a failure is reported and can be retried', async () => {
  broken = true
  showScreen(ActivityScreen, '/activity')
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  expect(screen.getAllByText('Error al recibir la actividad').length).toBeGreaterThan(0)
  broken = false
  fireEvent.click(retry)
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('when a reload fails, the rows stay and the failure is reported', async () => {
  await open()
  broken = true
  fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
  expect(await screen.findByText('Error al recibir la actividad')).toBeTruthy()
  expect(rows()).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

test('the export of the filtered log is requested and downloaded', async () => {
  const downloads: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute('href') ?? '')
  })
  await open('/activity?action=delete')
  fireEvent.click(screen.getByRole('button', { name: 'Exportar CSV' }))
  await waitFor(() => expect(downloads).toEqual(['/files/activity/1/abc?s=1']))
  const sent = server.sent.find(({ path }) => path === activity.export.path)
  expect(JSON.parse(sent?.body ?? '')).toEqual({ filter: { action: 'delete' } })
  click.mockRestore()
})

test('«Actualizar» loads the log again', async () => {
  await open()
  pages = [[row(4), ...(pages[0] ?? [])], pages[1] ?? []]
  fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
  expect(await screen.findByRole('link', { name: 'ABC4' })).toBeTruthy()
})
