// Why the list is empty: a company without vehicles, without active ones, or no match for the filters.
import { catalogue } from '@padron/contract/catalogue'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { EmptyCatalogue } from './EmptyCatalogue.tsx'

let fleet = 0
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [catalogue.bestMatch.path]: () => ({ json: [] }),
    [catalogue.basicStats.path]: () => ({ json: { vehicles: { vehicles: fleet, clients: 0 } } }),
  })
})
afterAll(() => server.stop())
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
})

const show = (plate?: string, role: string[] = ['admin']) =>
  showScreen(
    () => <EmptyCatalogue search={plate ? { plate } : {}} change={() => {}} onAdd={() => {}} open={() => {}} />,
    '/',
    { ...ADMIN, role },
  )
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test('a company without vehicles is offered an import first, then adding one vehicle', async () => {
  fleet = 0
  show('ABC')
  const sheet = await screen.findByRole('link', { name: 'Cargar vehículos' })
  expect(sheet.getAttribute('href')).toBe('/addVehicles')
  const add = screen.getByRole('button', { name: 'Agregar vehículo' })
  expect(sheet.compareDocumentPosition(add) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(buttons()).toEqual(['Agregar vehículo'])
  cleanup()
  show('ABC', ['vehicles_read', 'vehicles_admin'])
  expect(await screen.findByText('La cuenta todavía no tiene vehículos.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Cargar vehículos' })).toBeNull()
  expect(buttons()).toEqual(['Agregar vehículo'])
})

test('a company with vehicles is offered the other statuses, or to remove the filters', async () => {
  fleet = 3
  show()
  await screen.findByText('Sin datos')
  expect(buttons()).toEqual(['Ver todos los estatus', 'Agregar vehículo'])
  cleanup()
  show('ABC')
  await screen.findByText('Sin coincidencias')
  expect(buttons()).toEqual(['Limpiar filtros'])
})

test('a user who sees a part of the fleet is not told that the company has no vehicles', async () => {
  const showPart = () =>
    showScreen(() => <EmptyCatalogue search={{}} change={() => {}} onAdd={undefined} open={() => {}} />, '/', {
      ...ADMIN,
      role: ['vehicles_read'],
      vehicleScope: 'a1',
    })
  fleet = 0
  showPart()
  expect(await screen.findByText(/^Ningún vehículo de su empresa está hoy entre los que usted puede ver/)).toBeTruthy()
  expect(screen.queryByText(/La cuenta/)).toBeNull()
  cleanup()
  fleet = 3
  showPart()
  expect(await screen.findByText(/^Ninguno de los vehículos que usted puede ver está activo/)).toBeTruthy()
  expect(screen.queryByText(/La cuenta/)).toBeNull()
})
