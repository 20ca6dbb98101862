// The search box: it announces its results while its list is open, and nothing behind a closed one; a barcode scanner
// sends Enter with the last letter.
import { catalogue } from '@padron/contract/catalogue'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { offline } from '../../api/offline.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { SearchBox } from './SearchBox.tsx'

const match = (vehicleAssetId: number, plate: string) => ({
  plate,
  vin: `VIN${vehicleAssetId}`,
  customId: null,
  vehicleAssetId,
  former: null,
  matchedBy: 'plate',
  holder: null,
  assetStatusId: 1,
  replacedBy: null,
})
const FLEET = [match(5, 'RKA123B'), match(6, 'RKA124B')]

/** Delays the response for a text. */
const slow = new Map<string, PromiseWithResolvers<void>>()
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [catalogue.bestMatch.path]: async (body) => {
      const { like } = JSON.parse(body) as { like: string }
      await slow.get(like)?.promise
      return { json: FLEET.filter(({ plate }) => plate.startsWith(like)) }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  slow.clear()
  server.sent.length = 0
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
})

test('«Sin coincidencias» is rendered only while the list is open', async () => {
  showScreen(SearchBox, '/')
  const box = await screen.findByRole('combobox')
  expect(document.querySelector('[role="status"]')).toBeNull()
  fireEvent.change(box, { target: { value: 'ZZZ' } })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Sin coincidencias'))
  fireEvent.change(box, { target: { value: 'vence seguro 15 días' } })
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Un filtro se escribe con Ctrl + K'))
  fireEvent.keyDown(box, { key: 'Escape' })
  expect(document.querySelector('[role="status"]')).toBeNull()
})

test('the camera is offered on touch screens only, because a laptop’s camera faces its user', async () => {
  const cameras = { enumerateDevices: async () => [{ kind: 'videoinput' }] }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: cameras }))
  const seen = { matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }
  vi.stubGlobal('matchMedia', () => seen)
  const button = () => screen.queryByRole('button', { name: 'Leer con la cámara' })
  showScreen(SearchBox, '/')
  await screen.findByRole('combobox')
  await Promise.resolve()
  expect(button()).toBeNull()
  cleanup()
  seen.matches = true
  showScreen(SearchBox, '/')
  await screen.findByRole('combobox')
  const camera = button() as HTMLElement
  act(() => offline.set(new Map()))
  fireEvent.click(camera)
  await screen.findByLabelText('Placa o VIN')
  expect(screen.queryByText(/^La foto se envía al servidor/)).toBeNull()
  act(() => offline.set(undefined))
  expect(screen.getByText(/^La foto se envía al servidor/)).toBeTruthy()
  vi.unstubAllGlobals()
})

const show = async () => {
  const router = showScreen(SearchBox, '/')
  const box = await screen.findByRole<HTMLInputElement>('combobox')
  const type = (value: string) => fireEvent.change(box, { target: { value } })
  return { router, box, type, enter: () => fireEvent.keyDown(box, { key: 'Enter' }) }
}
const requests = () => server.sent.filter(({ path }) => path === catalogue.bestMatch.path).map(({ body }) => body)

test('Enter with the last character sends one request at once, and opens the best match when it arrives', async () => {
  const { router, box, type, enter } = await show()
  const answer = Promise.withResolvers<void>()
  slow.set('RKA123B', answer)
  type('RKA123B')
  enter()
  await waitFor(() => expect(requests()).toEqual([JSON.stringify({ like: 'RKA123B' })]))
  expect(screen.getByRole('status').textContent).toBe('Buscando…')
  expect(router.state.location.searchStr).toBe('')
  answer.resolve()
  await waitFor(() => expect(router.state.location.searchStr).toBe('?asset=5'))
  expect(box.value).toBe('')
  expect(requests()).toHaveLength(1)
})

test('results for another text are neither displayed nor opened', async () => {
  const { router, type, enter } = await show()
  type('RKA')
  await screen.findByText('RKA124B')
  type('RKA124B')
  expect(screen.queryByRole('option')).toBeNull()
  enter()
  await waitFor(() => expect(router.state.location.searchStr).toBe('?asset=6'))
})

test.each([
  ['more is typed', (box: HTMLElement) => fireEvent.change(box, { target: { value: 'RKA123B9' } }), 'RKA123B9'],
  ['it is closed', (box: HTMLElement) => fireEvent.keyDown(box, { key: 'Escape' }), 'RKA123B'],
  ['it is left', (box: HTMLElement) => fireEvent.blur(box), 'RKA123B'],
])('it opens nothing where %s before the answer comes', async (_what, leave, text) => {
  const { router, box, type, enter } = await show()
  const answer = Promise.withResolvers<void>()
  slow.set('RKA123B', answer)
  type('RKA123B')
  enter()
  await waitFor(() => expect(requests()).toHaveLength(1))
  leave(box)
  answer.resolve()
  fireEvent.focus(box)
  await (text === 'RKA123B' ? screen.findByRole('option') : screen.findByText('Sin coincidencias'))
  expect(router.state.location.searchStr).toBe('')
})

test('Enter without a match says so, and opens nothing', async () => {
  const { router, type, enter } = await show()
  type('ZZZ')
  enter()
  await screen.findByText('Sin coincidencias')
  expect(router.state.location.searchStr).toBe('')
  expect(requests()).toHaveLength(1)
})
