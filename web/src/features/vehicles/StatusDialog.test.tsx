// Deactivating a vehicle with a reason, reactivating it, and undoing either.
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { vehicles } from '@padron/contract/vehicles'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { vehicle } from '../../testing/vehicle.ts'
import { StatusDialog } from './StatusDialog.tsx'

let answer: { status?: number; json: unknown }
let slow: PromiseWithResolvers<void> | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({ [vehicles.setStatus.path]: () => slow?.promise.then(() => answer) ?? answer })
})
afterAll(() => server.stop())
beforeEach(() => {
  slow = undefined
  answer = { json: { vehicleAssetId: 7, version: 5, message: 'Hecho por el servicio' } }
})
afterEach(() => {
  cleanup()
  notices.set([])
  server.sent.length = 0
})

let dialogProps: Pick<Parameters<typeof StatusDialog>[0], 'row' | 'to'>
const Host = () => {
  const [open, setOpen] = useState(true)
  return open && <StatusDialog {...dialogProps} onClose={() => setOpen(false)} />
}
const show = async (to: 'off' | 'on', assetHistoric = {}) => {
  dialogProps = { row: vehicle({ assetHistoric }), to }
  showScreen(Host, '/')
  await screen.findByRole('dialog')
}
const sent = () =>
  server.sent.filter(({ path }) => path === vehicles.setStatus.path).map(({ body }) => JSON.parse(body))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const reason = () => screen.getByLabelText<HTMLSelectElement>('Motivo de baja')

test('deactivating requires a reason, is sent once and can be undone from the notice', async () => {
  await show('off')
  expect(document.activeElement).toBe(reason())
  expect([...reason().options].map(({ text }) => text)).toEqual([
    'Seleccione…',
    'Inactivo',
    'Robado',
    'En taller',
    'En corralon',
    'Vendido',
    'Pérdida total',
  ])
  press('Dar de baja')
  expect(screen.getByText(FORM_TEXTS.deactivationReasonRequired)).toBeTruthy()
  expect(document.activeElement).toBe(reason())
  expect(sent()).toEqual([])
  fireEvent.change(reason(), { target: { value: '8' } })
  press('Dar de baja')
  press('Dar de baja')
  expect(await screen.findByText('Hecho por el servicio')).toBeTruthy()
  expect(screen.getByText(/RKA123B: Vendido/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([{ VehicleAssetId: 7, VehicleStatusId: 8 }])
  press('Deshacer')
  expect(await screen.findByText(/RKA123B: Activo/)).toBeTruthy()
  expect(sent().at(-1)).toEqual({ VehicleAssetId: 7, VehicleStatusId: 1, FromStatusId: 8 })
  // The undo can itself be undone.
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Deshacer' })).toHaveLength(1))
  press('Deshacer')
  expect(await screen.findByText(/RKA123B: Vendido/)).toBeTruthy()
  expect(sent().at(-1)).toEqual({ VehicleAssetId: 7, VehicleStatusId: 8, FromStatusId: 1 })
})

test('an undo that would overwrite another user’s change is rejected and reported', async () => {
  await show('off')
  fireEvent.change(reason(), { target: { value: '8' } })
  press('Dar de baja')
  await screen.findByText(/RKA123B: Vendido/)
  const title = 'Otra persona cambió el estatus de este vehículo mientras tanto: ahora es «Robado».'
  answer = { status: 409, json: { type: 'about:blank', title, status: 409 } }
  press('Deshacer')
  expect(await screen.findByText(`${FORM_TEXTS.activateFails}. ${title}`)).toBeTruthy()
  expect(sent().at(-1)).toMatchObject({ FromStatusId: 8 })
})

test('undoing a reactivation restores the former status', async () => {
  await show('on', { assetStatusId: 4 })
  press('Dar de alta')
  expect(await screen.findByText(/RKA123B: Activo/)).toBeTruthy()
  press('Deshacer')
  await waitFor(() => expect(sent().map(({ VehicleStatusId }) => VehicleStatusId)).toEqual([1, 4]))
})

test.each([
  ['off', vehicles.setStatus.fails],
  ['on', FORM_TEXTS.activateFails],
] as const)('a failure is reported in the dialog: %s', async (to, text) => {
  const title = 'Ya existe un vehículo activo con esa placa.'
  answer = { status: 409, json: { type: 'about:blank', title, status: 409 } }
  await show(to, to === 'on' ? { assetStatusId: 0 } : {})
  if (to === 'off') fireEvent.change(reason(), { target: { value: '3' } })
  press(to === 'off' ? 'Dar de baja' : 'Dar de alta')
  expect((await screen.findByText(new RegExp(text))).textContent).toContain(title)
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('a replaced vehicle cannot be deactivated', async () => {
  await show('off', { assetStatusId: 8, replacedBy: 9 })
  expect(screen.getByText(FORM_TEXTS.replaced)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dar de baja' })).toBeNull()
})

test('the dialog stays open while the request is pending', async () => {
  slow = Promise.withResolvers()
  await show('on', { assetStatusId: 4 })
  press('Dar de alta')
  press('Cancelar')
  expect(screen.getByRole('dialog')).toBeTruthy()
  slow.resolve()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
