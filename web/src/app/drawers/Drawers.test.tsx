// Late responses in the drawers and dialogs of the address: they may close their own dialog and open the next task,
// never affect one opened since.
import { captures } from '@padron/contract/captures'
import { catalogue } from '@padron/contract/catalogue'
import { REGISTRY_FIELDS, vehicles } from '@padron/contract/vehicles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { offline, offlineKey } from '../../api/offline.ts'
import { queryClient } from '../../api/query-client.ts'
import { DIFFERENCES_PATH } from '../../features/vehicles/search.ts'
import { task } from '../../testing/capture-task.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { vehicle } from '../../testing/vehicle.ts'
import { Drawers } from './Drawers.tsx'

const SECOND = task({ vehicleAssetId: 8, plate: 'GAB456C' })
const FIRST_NAME = 'Capturar Multas · Coahuila de FAP123Z'
const SECOND_NAME = 'Capturar Multas · Coahuila de GAB456C'
const PDF = new File(['%PDF-1.4 ...'], 'consulta.pdf', { type: 'application/pdf' })
const blank = Object.fromEntries(REGISTRY_FIELDS.map((field) => [field, null]))
const current = { ...blank, plate: 'RKA123B', year: '2024', vin: '3N1CN8AE1RL000101', source: null }
const byVin = {
  ...current,
  year: '2023',
  source: { resourceName: 'REPUVE', portal: 'repuve.gob.mx', dateTime: '2026-11-01T18:00:00Z' },
}
const match = (vehicleAssetId: number) => ({
  json: { vehicleAssetId, version: 4, replaced: false, current, vin: byVin, plate: null, differing: ['year'] },
})
const listedVehicle = (vehicleAssetId: number) => ({
  vehicleAssetId,
  plate: 'RKA123B',
  vin: current.vin,
  stateName: 'Nuevo León',
  differing: ['year'],
  dateTime: '2026-11-01T18:00:00Z',
})

/** Delay the responses to a save and to the list of the next tasks. */
let saving: PromiseWithResolvers<void> | undefined
let listing: PromiseWithResolvers<void> | undefined
let onCapture: { json: unknown; text?: string }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [captures.list.path]: async (_body, method) => {
      if (method === 'GET') {
        await listing?.promise
        return { json: { captures: [task(), SECOND], totalCount: 2 } }
      }
      await saving?.promise
      return onCapture
    },
    '/api/v2/captures/7/31': () => ({ json: task() }),
    '/api/v2/captures/8/31': () => ({ json: SECOND }),
    '/sapy/v2/7': () => ({ json: { scrapedResources: [] } }),
    '/sapy/v2/8': () => ({ json: { scrapedResources: [] } }),
    [captures.upload.path]: () => ({
      json: { fileId: '0197f5f0-0000-7000-8000-000000000001', fileName: 'a.pdf', size: 9, mediaType: PDF.type },
    }),
    '/api/v2/repuvematch/7': () => match(7),
    '/api/v2/repuvematch/8': () => match(8),
    [vehicles.differing.path]: () => ({
      json: { vehicles: [listedVehicle(7), listedVehicle(8)], totalCount: 2, fleet: 528, compared: 40 },
    }),
    [vehicles.edit.path]: async () => {
      await saving?.promise
      return { json: { vehicleAssetId: 7, version: 5, message: 'ok' } }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  saving = undefined
  listing = undefined
  onCapture = { json: { message: 'Captura guardada correctamente' } }
  server.sent.length = 0
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0))
  cleanup()
  notices.set([])
})

const Screen = () => <Drawers user={ADMIN} />
type Router = ReturnType<typeof showScreen>
const go = (router: Router, search: object) => router.navigate({ to: '.', search: search as never })
const searchOf = (router: Router) => router.state.location.search
const dialog = (name: string) => screen.findByRole('dialog', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
/** Fills in a capture in the work list. */
const fill = async () => {
  const router = showScreen(Screen, '/captures')
  await waitFor(() => expect(router.state.status).toBe('idle'))
  await go(router, { captura: '7-31' })
  await dialog(FIRST_NAME)
  fireEvent.click(await screen.findByLabelText('Sin multas'))
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, { target: { files: [PDF] } })
  await screen.findByText('a.pdf')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  saving = Promise.withResolvers()
  return { router, answer: saving.resolve }
}

test('without a network a vehicle that was only listed has its plate as heading', async () => {
  const router = showScreen(Screen, '/')
  await waitFor(() => expect(router.state.status).toBe('idle'))
  const seen = { data: { vehicles: [vehicle()], totalCount: 1 }, at: Date.now() }
  act(() => offline.set(new Map([[offlineKey(catalogue.list.name, { body: { vehicleClass: {} } }), seen]])))
  await go(router, { asset: 7 })
  await screen.findByText('Sin conexión: este vehículo no lo vio hoy')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('RKA123B')
  act(() => offline.set(undefined))
})

test('a capture closed during its save does not close the one opened since', async () => {
  const { router, answer } = await fill()
  press('Guardar')
  press('Cerrar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await go(router, { captura: '8-31' })
  await dialog(SECOND_NAME)
  answer()
  expect(await screen.findByText('Captura guardada correctamente')).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(searchOf(router)).toMatchObject({ captura: '8-31' })
})

test('a capture with «save and next» that was closed opens nothing', async () => {
  const { router, answer } = await fill()
  press('Guardar y continuar')
  press('Cerrar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer()
  expect(await screen.findByText('Captura guardada correctamente')).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching()).toBe(0))
  expect(searchOf(router)).not.toHaveProperty('captura')
})

test('a skipped task that was then closed does not open the next one', async () => {
  const { router } = await fill()
  listing = Promise.withResolvers()
  press('Omitir')
  press('Cerrar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await go(router, { asset: undefined, nota: 'otra' })
  listing.resolve()
  // Waits for a later request, which is answered after it.
  await fetch(captures.list.path)
  expect(searchOf(router)).not.toHaveProperty('captura')
})

test('a user who left a capture before it failed is notified', async () => {
  const { answer } = await fill()
  onCapture = { json: {}, text: 'cortado a la mi' } // the connection is lost in the middle of the response
  press('Guardar')
  press('Cerrar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer()
  expect(await screen.findByText(captures.create.fails)).toBeTruthy()
})

test('a reconciliation is not cancelled during its save; after Back it does not open the next vehicle', async () => {
  const router = showScreen(Screen, DIFFERENCES_PATH)
  await waitFor(() => expect(router.state.status).toBe('idle'))
  await go(router, { info: 7 })
  const modal = within(await dialog('Conciliar RKA123B'))
  fireEvent.click(modal.getByRole('radio', { name: /Por VIN: 2023/ }))
  saving = Promise.withResolvers()
  press('Guardar y continuar')
  press('Cancelar')
  expect(searchOf(router)).toMatchObject({ info: '7' })
  router.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  saving.resolve()
  expect(await screen.findByText(vehicles.edit.done)).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(searchOf(router)).not.toHaveProperty('info')
})
