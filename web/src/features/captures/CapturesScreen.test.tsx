// The story of the work list: its three lists, its filters, why it is empty, and who may capture.

import { type CaptureTask, captures } from '@padron/contract/captures'
import { catalogue } from '@padron/contract/catalogue'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { CapturesScreen } from './CapturesScreen.tsx'
import { task } from './test-task.ts'

let tasks: readonly CaptureTask[]
let status = 200
let counts = { asked: 2, never: 1815, old: 0 }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [captures.list.path]: () => ({ status, json: { captures: tasks, totalCount: tasks.length } }),
    [captures.summary.path]: () => ({ json: counts }),
    [catalogue.states.path]: () => ({ json: { states: [{ stateId: 5, stateName: 'Coahuila', sources: [] }] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  tasks = [task(), task({ resourceId: 32, resourceName: 'Tenencias · Coahuila', lastGood: null })]
  counts = { asked: 2, never: 1815, old: 0 }
  status = 200
  server.sent.length = 0
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('what, of which vehicle, why and since when; the form is one press away, in the address', async () => {
  const router = showScreen(CapturesScreen, '/captures')
  const [first, second] = await rows()
  for (const text of ['FAP123Z', 'Coahuila', 'Multas · Coahuila', 'Requiere intervención manual', 'La fuente pide una verificación humana', 'hace 3 horas'])
    expect(first?.textContent).toContain(text) // biome-ignore format: the words of a row
  expect(second?.textContent).toContain('Nunca')
  expect(screen.getByRole('status').textContent).toBe('1–2 de 2 verificaciones')
  press('Capturar Multas · Coahuila de FAP123Z')
  await waitFor(() => expect(router.state.location.search).toEqual({ captura: '7-31' }))
  fireEvent.click(screen.getAllByRole('button', { name: 'FAP123Z' })[0] as HTMLElement)
  await waitFor(() => expect(router.state.location.search).toMatchObject({ asset: '7', tipo: '1' }))
})

test('the lists with their counts; a list and the filters are in the address', async () => {
  const router = showScreen(CapturesScreen, '/captures?stateId=5&page=2')
  await rows()
  const current = await screen.findByRole('button', { name: 'Requieren intervención 2' })
  expect(current.getAttribute('aria-current')).toBe('page')
  press('Nunca capturados 1,815')
  await waitFor(() => expect(router.state.location.search).toEqual({ stateId: '5', list: 'never' }))
  await screen.findByText('Coahuila', { selector: '.chip strong' })
  press('Quitar filtro Estado')
  await waitFor(() => expect(router.state.location.search).toEqual({ list: 'never' }))
  await rows()
})

test('why there is nothing, and where there is', async () => {
  tasks = []
  const router = showScreen(CapturesScreen, '/captures')
  expect(await screen.findByText('Nada requiere intervención')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Ver «Nunca capturados»' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ list: 'never' }))
  expect(await screen.findByText('Nada sin capturar')).toBeTruthy()
  cleanup()
  showScreen(CapturesScreen, '/captures?like=zzz')
  expect(await screen.findByText('Sin coincidencias')).toBeTruthy()
})

test('who only looks may not capture; what fails says so and is tried again', async () => {
  status = 400
  showScreen(CapturesScreen, '/captures', { ...ADMIN, role: ['processing_read'] })
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  status = 200
  fireEvent.click(retry)
  await rows()
  expect(screen.queryByRole('button', { name: /^Capturar/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'FAP123Z' })).toBeNull()
  expect(server.sent.some(({ path }) => path === catalogue.states.path)).toBe(false)
})
