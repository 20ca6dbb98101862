// The command palette: screens, views and actions at once, vehicles from the server, all by keyboard.
import { catalogue } from '@padron/contract/catalogue'
import { tags } from '@padron/contract/tags'
import { views } from '@padron/contract/views'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { Palette } from './Palette.tsx'

const MATCH = {
  plate: 'RKA1B',
  vin: '3AKJHHDR5JSJV0001',
  customId: null,
  vehicleAssetId: 5,
  former: 'RKA123B',
  matchedBy: 'former',
  holder: null,
  assetStatusId: 8,
  replacedBy: null,
}
const VIEW = {
  viewId: 7,
  name: 'Multas Jalisco',
  shared: true,
  owner: { userId: 2, name: 'norte-operador' },
  mine: false,
  deletable: false,
  definition: { vehicleClass: {}, columns: null },
  updatedDate: '',
  version: 1,
}
const SCREENS = [{ path: '/roles', title: 'Usuarios', icon: 'users' }] as const
const did = { add: vi.fn(), help: vi.fn(), close: vi.fn() }
let onMatch: { status?: number; json: unknown } = { json: [MATCH] }

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [catalogue.bestMatch.path]: () => onMatch,
    [views.list.path]: () => ({ json: { views: [VIEW] } }),
    [catalogue.states.path]: () => ({ json: { states: [{ stateId: 14, stateName: 'Jalisco', sources: [] }] } }),
    [tags.list.path]: () => ({ json: { userTags: [] } }),
    [catalogue.suggestions.path]: () => ({ json: { values: ['FLETES DEL BAJÍO, S.A. DE C.V.'] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  onMatch = { json: [MATCH] }
  for (const one of Object.values(did)) one.mockClear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
})

const OpenPalette = () => {
  const [typed, onType] = useState('')
  const field = { typed, onType, onClose: did.close }
  return <Palette {...field} screens={SCREENS} onAdd={did.add} onHelp={did.help} />
}
const show = async (roles = ['admin']) => {
  const router = showScreen(OpenPalette, '/', { ...ADMIN, role: roles })
  return { router, box: await screen.findByRole('combobox') }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })

test('lists items, filters them while the user types, and selects with the arrow keys', async () => {
  const { router, box } = await show()
  expect(document.activeElement).toBe(box)
  await waitFor(() =>
    expect(options()).toEqual([
      'Usuarios',
      'Multas JaliscoDe norte-operador',
      'Agregar vehículo…',
      'Atajos de teclado',
    ]),
  )
  const chosen = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  expect(chosen()).toBe('Multas JaliscoDe norte-operador')
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  expect(chosen()).toBe('Atajos de teclado')
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(did.help).toHaveBeenCalledOnce()
  expect(did.close).toHaveBeenCalledOnce()
  type(box, 'j')
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.searchStr).toBe('?vista=7'))
})

test('finds a vehicle by its former plate, with its status', async () => {
  const { router, box } = await show()
  type(box, 'RKA123B')
  expect(screen.getByText('Buscando vehículos…')).toBeTruthy()
  await waitFor(() => expect(options()).toEqual(['RKA1B3AKJHHDR5JSJV0001 · antes RKA123B · Vendido']))
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.searchStr).toBe('?asset=5'))
})

test('a plate and Enter open the vehicle as soon as it is found, and nothing if there is none', async () => {
  const { router, box } = await show()
  type(box, 'RKA123B')
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.searchStr).toBe('?asset=5'))
  expect(did.close).toHaveBeenCalledOnce()
  onMatch = { json: [] }
  type(box, 'zzzzz')
  fireEvent.keyDown(box, { key: 'Enter' })
  await screen.findByText('Sin coincidencias')
  expect(did.close).toHaveBeenCalledOnce()
})

test('a failed search of vehicles is reported; an empty result says so', async () => {
  onMatch = { status: 400, json: {} }
  const { box } = await show()
  type(box, 'zzz')
  await screen.findByText('Error al obtener los datos')
  onMatch = { json: [] }
  type(box, 'zzzz')
  await screen.findByText('Sin coincidencias')
})

test('users who may not see vehicles are offered neither vehicles nor views nor adding one', async () => {
  const { box } = await show(['users_read'])
  expect(options()).toEqual(['Usuarios', 'Atajos de teclado'])
  type(box, 'RKA123B')
  expect(screen.getByText('Sin coincidencias')).toBeTruthy()
})

test('a filter in Spanish shows its chips and the words not understood', async () => {
  onMatch = { json: [] }
  const { router, box } = await show()
  type(box, 'MULTAS > 5000 Jalisco zzz')
  await waitFor(() =>
    expect(options()).toEqual([
      'Filtrar vehículosEstado: JaliscoCon adeudo: Multas, Multas ambientales, Multas CDMXImporte del adeudo: ' +
        'más de $5,000',
    ]),
  )
  await screen.findByText('No entendí: «zzz»')
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.searchStr).toBe('?states=14&debts=1,9,7&debtTotal=5000.01..'))
  expect(did.close).toHaveBeenCalledOnce()
})

test('several words without a filter are reported as not understood', async () => {
  onMatch = { json: [] }
  const { box } = await show()
  type(box, 'placa termina en 7')
  await screen.findByText('Sin coincidencias. No entendí: «placa termina en 7»')
})

test('a holder’s name within a filter is looked up; a filter understood completely comes first', async () => {
  const { router, box } = await show()
  type(box, 'sin seguro fletes bajio')
  await screen.findByText('No entendí: «fletes bajio»')
  type(box, 'sin seguro fletes del bajío')
  await waitFor(() =>
    expect(options()[0]).toBe('Filtrar vehículosRazón social: fletes del bajíoSeguro: Sin seguro vigente'),
  )
  expect(document.querySelector('.palette')?.textContent).not.toContain('No entendí')
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ rfcName: 'fletes del bajío', insuranceStatus: '8' }),
  )
})
