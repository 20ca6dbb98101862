// The reconciliation and its work list: the differences and their sources, what is selected and sent, and that "al día"
// never appears without an answer from a registry.
import { NOTICES } from '@padron/contract/common'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { REGISTRY_FIELDS, type RegistryMatch, vehicles } from '@padron/contract/vehicles'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import type { User } from '../../session/session.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { comparedText, DifferencesScreen } from './DifferencesScreen.tsx'
import { IDENTITY_CHANGES } from './FieldControl.tsx'
import { ReconciliationDialog } from './Reconciliation.tsx'

const blank = Object.fromEntries(REGISTRY_FIELDS.map((field) => [field, null])) as Record<
  (typeof REGISTRY_FIELDS)[number],
  string | null
>
const source = { resourceName: 'REPUVE', portal: 'repuve.gob.mx', dateTime: '2026-11-01T18:00:00Z' }
const current = {
  ...blank,
  plate: 'RKA123B',
  brandName: 'NISSAN',
  year: '2024',
  vin: '3N1CN8AE1RL000101',
  source: null,
}
const byVin = { ...current, plate: 'RKA124B', year: '2023', source }
const DIFFERENT: RegistryMatch = {
  vehicleAssetId: 7,
  version: 4,
  replaced: false,
  current,
  vin: byVin,
  plate: null,
  differing: ['plate', 'year'],
}
const found = (vehicleAssetId: number, plate: string) => ({
  vehicleAssetId,
  plate,
  vin: '3N1CN8AE1RL000101',
  stateName: 'Nuevo León',
  differing: ['plate', 'year'],
  dateTime: source.dateTime,
})
const LIST = { vehicles: [found(7, 'RKA123B'), found(8, 'RKA108B')], totalCount: 2, fleet: 528, compared: 40 }

type Answer = { status?: number; json: unknown }
let matchOf: RegistryMatch
let onEdit: Answer
let list: typeof LIST
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    '/api/v2/repuvematch/7': () => ({ json: matchOf }),
    '/api/v2/repuvematch/8': () => ({ json: { ...matchOf, vehicleAssetId: 8 } }),
    [vehicles.differing.path]: () => ({ json: list }),
    [vehicles.edit.path]: () => onEdit,
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  matchOf = DIFFERENT
  onEdit = { json: { vehicleAssetId: 7, version: 5, message: 'ok' } }
  list = LIST
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
  server.sent.length = 0
})

/** Renders the dialog from the address, as the app shell does. */
const Dialogs = () => {
  const [{ info }, setSearch] = useSearchState(DrawerSearch)
  return (
    info && (
      <ReconciliationDialog
        key={info}
        vehicleAssetId={info}
        onClose={() => setSearch({ info: undefined })}
        onGo={(next) => setSearch({ info: next })}
      />
    )
  )
}
const WithList = () => (
  <>
    <DifferencesScreen />
    <Dialogs />
  </>
)
const show = async (user?: User) => {
  const router = showScreen(Dialogs, '/?info=7', user)
  await screen.findByRole('dialog', { name: 'Conciliar RKA123B' })
  return router
}
const sent = () => server.sent.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body).vehicleClass)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const group = (name: string) => within(screen.getByRole('group', { name }))
const choose = (name: string, version: RegExp) => fireEvent.click(group(name).getByRole('radio', { name: version }))

test('shows only the fields that differ, with source and date; the current values are selected at first', async () => {
  await show()
  expect(screen.getAllByRole('group').map((one) => one.firstElementChild?.textContent)).toEqual(['Placa', 'Año'])
  expect(screen.getByText('REPUVE · repuve.gob.mx')).toBeTruthy()
  expect(screen.getByText('Ninguna fuente ha respondido')).toBeTruthy()
  expect(group('Año').getByRole<HTMLInputElement>('radio', { name: 'Actual: 2024' }).checked).toBe(true)
  expect(group('Año').getAllByRole('radio')).toHaveLength(2)
  press('Guardar')
  expect(screen.getByText(/elija algún valor/)).toBeTruthy()
  expect(sent()).toEqual([])
})

test('sends the selected values with the version; a new plate warns; saving clears the address', async () => {
  const router = await show()
  choose('Año', /Por VIN: 2023/)
  expect(screen.queryByText(IDENTITY_CHANGES)).toBeNull()
  choose('Placa', /Por VIN: RKA124B/)
  expect(screen.getByText(IDENTITY_CHANGES)).toBeTruthy()
  press('Guardar')
  expect(await screen.findByText(vehicles.edit.done)).toBeTruthy()
  expect(screen.getByText('· RKA124B')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('info'))
  expect(sent()).toEqual([{ vehicleAsset: { vehicleAssetId: 7, version: 4, plate: 'RKA124B' }, model: { year: 2023 } }])
})

test('after a conflict shows the current data and saves over the newer version', async () => {
  await show()
  choose('Año', /Por VIN: 2023/)
  onEdit = { status: 409, json: { type: 'about:blank', title: FORM_TEXTS.changedMeanwhile, status: 409 } }
  matchOf = { ...DIFFERENT, version: 5, current: { ...current, year: '2022' } }
  press('Guardar')
  expect(await screen.findByText(/Otra persona cambió este vehículo/)).toBeTruthy()
  expect(group('Año').getByRole('radio', { name: 'Actual: 2022' })).toBeTruthy()
  onEdit = { json: { vehicleAssetId: 7, version: 6, message: 'ok' } }
  press('Guardar')
  expect(await screen.findByText(vehicles.edit.done)).toBeTruthy()
  expect(sent().at(-1)).toEqual({ vehicleAsset: { vehicleAssetId: 7, version: 5 }, model: { year: 2023 } })
})

test('dates in the dialog and in the list have the user’s format', async () => {
  const plateDates = { ...byVin, plateDate: '2024-02-29' }
  matchOf = { ...DIFFERENT, vin: plateDates, differing: ['plateDate'] }
  showScreen(WithList, '/?info=7')
  await screen.findByRole('dialog', { name: 'Conciliar RKA123B' })
  expect(group('Fecha de emplacado').getByText('29/02/2024')).toBeTruthy()
  expect(screen.getAllByText('01/11/2026 12:00')).toHaveLength(2)
})

test('a registry value that the validation rules reject is reported at its field', async () => {
  matchOf = { ...DIFFERENT, vin: { ...byVin, vin: '123' }, differing: ['vin'] }
  await show()
  choose('VIN', /Por VIN: 123/)
  press('Guardar')
  expect(group('VIN').getByText('Tamaño de VIN no válido')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'VIN' }))
  expect(sent()).toEqual([])
})

test('says "al día" only when a registry has answered and all fields agree', async () => {
  matchOf = { ...DIFFERENT, vin: { ...current, source }, differing: [] }
  await show()
  expect(screen.getByText('Este vehículo está al día')).toBeTruthy()
  cleanup()
  matchOf = { ...DIFFERENT, vin: null, differing: [] }
  await show()
  expect(screen.queryByText('Este vehículo está al día')).toBeNull()
  expect(screen.getByText(/Ninguna fuente ha respondido todavía/)).toBeTruthy()
})

test('offers no choice to a user with read permission only, nor for a replaced vehicle', async () => {
  await show({ ...ADMIN, role: ['vehicles_read'] })
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull()
  expect(group('Año').getByText('2023')).toBeTruthy()
  cleanup()
  matchOf = { ...DIFFERENT, replaced: true }
  await show()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByText(FORM_TEXTS.replaced)).toBeTruthy()
})

test('the work list says how many vehicles were compared; the dialog leads to the next vehicle', async () => {
  const router = showScreen(WithList, '/differences')
  expect(await screen.findByRole('row', { name: /RKA108B/ })).toBeTruthy()
  expect(screen.getByText(comparedText(LIST))).toBeTruthy()
  expect(screen.getByRole('row', { name: /RKA123B/ }).textContent).toContain('Placa, Año')
  press('RKA123B')
  await screen.findByRole('dialog', { name: 'Conciliar RKA123B' })
  choose('Año', /Por VIN: 2023/)
  press('Guardar y continuar')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ info: '8' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Omitir' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ info: '7' }))
})

test('an empty list says whether any vehicle was compared', async () => {
  list = { vehicles: [], totalCount: 0, fleet: 528, compared: 0 }
  showScreen(WithList, '/differences')
  expect(await screen.findByText(/falta saber si sus datos coinciden/)).toBeTruthy()
  cleanup()
  list = { vehicles: [], totalCount: 0, fleet: 528, compared: 40 }
  showScreen(WithList, '/differences')
  expect(await screen.findByText(/de los demás falta la respuesta/)).toBeTruthy()
})

test.each([
  [
    { totalCount: 3, fleet: 1528, compared: 40 },
    '3 de 1,528 vehículos activos tienen datos que difieren; 40 se han comparado con un registro.',
  ],
  [{ totalCount: 0, fleet: 528, compared: 0 }, 'Ninguno de los 528 vehículos activos se ha comparado con un registro.'],
])('%j', (figures, text) => {
  expect(comparedText(figures)).toBe(text)
})

test('an address of an unknown vehicle is reported once and cleared', async () => {
  const router = showScreen(Dialogs, '/?info=9999999')
  expect(await screen.findByText(NOTICES[404])).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('info'))
  expect([screen.queryByRole('dialog'), notices.get().length]).toEqual([null, 1])
})
