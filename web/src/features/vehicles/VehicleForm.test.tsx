// The form of a vehicle: adding, replacements, hints, drafts, network failures, and conflicts between two users.
import { yearMax } from '@padron/contract/assets'
import { catalogue } from '@padron/contract/catalogue'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { tags } from '@padron/contract/tags'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { vehicles } from '@padron/contract/vehicles'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import type { User } from '../../session/session.ts'
import { expectToStayWhileBusy } from '../../testing/busy-dialog.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { TAG, vehicle } from '../../testing/vehicle.ts'
import { IDENTITY_CHANGES } from './FieldControl.tsx'
import { LOST_ANSWER, MAYBE_SAVED } from './save-failure-texts.ts'
import { ALREADY_REPLACED } from './VehicleCombobox.tsx'
import { AddVehicleDialog, EditVehicleDialog } from './VehicleDialogs.tsx'

type Answer = { status?: number; json: unknown }
const refused = (status: number, title: string, errors?: object[]): Answer => ({
  status,
  json: { type: 'about:blank', title, status, ...(errors && { errors }) },
})
const match = (vehicleAssetId: number, plate: string, replacedBy: number | null) => ({
  vehicleAssetId,
  plate,
  vin: '3N1CN8AE1RL000109',
  customId: 'ECO-9',
  former: null,
  matchedBy: 'plate',
  holder: null,
  assetStatusId: 1,
  replacedBy,
})

let row: VehicleRow
let onCreate: Answer
let onEdit: Answer
let matches: ReturnType<typeof match>[] = []
let cut = false
/** Delays the response to an edit. */
let slow: PromiseWithResolvers<void> | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [catalogue.list.path]: (body) => {
      const { vehicleAssetId } = JSON.parse(body).vehicleClass.vehicleAsset
      const found = vehicleAssetId === 7 ? row : vehicle({ vehicleAsset: { vehicleAssetId, plate: 'RKA109B' } })
      return { json: { vehicles: [found], totalCount: 1 } }
    },
    [vehicles.create.path]: async (_, method) => {
      if (method === 'POST') return onCreate
      await slow?.promise
      return onEdit
    },
    [catalogue.bestMatch.path]: () => ({ json: matches }),
    [catalogue.suggestions.path]: () => ({ json: { values: ['NISSAN', 'NISSAN DIESEL'] } }),
    [tags.list.path]: () => ({ json: { userTags: [TAG] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  row = vehicle()
  onCreate = { json: { vehicleAssetId: 11, message: 'ok' } }
  onEdit = { json: { vehicleAssetId: 7, version: 5, message: 'ok' } }
  cut = false
  slow = undefined
  matches = [match(8, 'RKA108B', 5), match(9, 'RKA109B', null)]
})
const realFetch = globalThis.fetch
/** Unmounts the page once no request is pending. */
const leave = async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
}
afterEach(async () => {
  globalThis.fetch = realFetch
  await leave()
  localStorage.clear()
  notices.set([])
})
/** From here on the requests that change a vehicle fail. */
const cutTheNetwork = () => {
  cut = true
  globalThis.fetch = (input, init) =>
    cut && init?.method !== 'GET' && `${input}`.endsWith(vehicles.create.path)
      ? Promise.reject(new TypeError('cut'))
      : realFetch(input, init)
}

const Host = ({ children }: { children: (onClose: () => void) => ReactNode }) => {
  const [open, setOpen] = useState(true)
  return open ? (
    children(() => setOpen(false))
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      Abrir
    </button>
  )
}
const show = async (dialog: (onClose: () => void) => ReactNode, user?: User) => {
  const router = showScreen(() => <Host>{dialog}</Host>, '/', user)
  await screen.findByLabelText('Placa')
  server.sent.length = 0
  return router
}
const add = (user?: User) => show((onClose) => <AddVehicleDialog onClose={onClose} />, user)
const edit = (user?: User) => show((onClose) => <EditVehicleDialog vehicleAssetId={7} onClose={onClose} />, user)

const bodies = (method: string) =>
  server.sent
    .filter((one) => one.path === vehicles.create.path && one.method === method)
    .map(({ body }) => JSON.parse(body).vehicleClass)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => fireEvent.click(button(name))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const save = () => press('Guardar')
const fault = (name: string): string | undefined =>
  field(name).getAttribute('aria-invalid')
    ? field(name).closest('.field')?.querySelector('.field__fault')?.textContent
    : undefined
const hint = (name: string) => field(name).closest('.field')?.querySelector('.field__hint')?.textContent
const noticeTexts = () => notices.get().map(({ text }) => text)
const fill = () => {
  type('Placa', 'rka-123-b')
  type('VIN', '3N1CN8AE1RL000101')
  type('Estado', '19')
  type('Motivo de alta', '1')
}

test('«Guardar y agregar otro» keeps state and reason for the next vehicle; «Limpiar campos» clears them', async () => {
  await add()
  const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
  const fill = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
  fill('Placa', 'RKA123B')
  fill('VIN', '3N1CN8AE1RL000101')
  fill('Estado', '19')
  fill('Motivo de alta', '1')
  fireEvent.click(screen.getByRole('button', { name: 'Usar NISSAN' }))
  expect(value('Marca')).toBe('NISSAN')
  fireEvent.click(screen.getByRole('button', { name: 'Guardar y agregar otro' }))
  expect(await screen.findByText('Vehículo guardado. Siga con el siguiente.')).toBeTruthy()
  expect(['Placa', 'VIN', 'Marca', 'Estado', 'Motivo de alta'].map(value)).toEqual(['', '', '', '19', '1'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Placa')))
  // Nothing was typed, so no confirmation appears.
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Abrir' }))
  await screen.findByLabelText('Placa')
  expect(['Estado', 'Motivo de alta'].map(value)).toEqual(['19', '1'])
  fireEvent.click(screen.getByRole('button', { name: 'Limpiar campos' }))
  expect(['Estado', 'Motivo de alta'].map(value)).toEqual(['', ''])
})

test('missing values are reported under each field and in notices; the first one gets the focus', async () => {
  await add()
  expect(document.activeElement).toBe(field('Placa'))
  save()
  expect(fault('Placa')).toBe('La placa es un valor necesario')
  expect(fault('VIN')).toBe('El VIN es un valor necesario')
  expect(fault('Motivo de alta')).toBe(FORM_TEXTS.reasonRequired)
  expect(document.activeElement).toBe(field('Placa'))
  expect(noticeTexts()).toEqual([FORM_TEXTS.insertPlateOrVin, FORM_TEXTS.chooseReason])
  type('Placa', 'AB')
  expect(noticeTexts()).toEqual([]) // the notices disappear once a field is corrected
  expect(fault('Placa')).toBe('Mínimo 3 caracteres')
  type('Placa', 'ABC')
  expect(fault('Placa')).toBeUndefined()
  expect(bodies('POST')).toEqual([])
})

test('a double press creates one vehicle; the notice opens it', async () => {
  const router = await add()
  fill()
  fireEvent.click(await screen.findByLabelText('reparto'))
  save()
  save()
  expect(await screen.findByText(vehicles.create.done)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bodies('POST')).toHaveLength(1)
  expect(bodies('POST')[0]).toMatchObject({
    vehicleAsset: { plate: 'RKA123B', stateId: 19, acquisitionReasonId: 1 },
    vehicleInfo: { doors: 0, version: '' },
    tags: [{ tagId: 3 }],
  })
  press('Ver vehículo')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ asset: '11' }))
})

test('a replacement requires a vehicle and a reason; an already replaced one cannot be selected', async () => {
  await add()
  fill()
  type('Motivo de alta', '2')
  save()
  expect(fault('Vehículo a reemplazar')).toBe(FORM_TEXTS.replacedRequired)
  expect(fault('Motivo del reemplazo')).toBe(FORM_TEXTS.replacementReasonRequired)
  expect(noticeTexts()).toContain(FORM_TEXTS.chooseReplaced)
  type('Motivo del reemplazo', '8')
  type('Vehículo a reemplazar', 'RKA10')
  const off = await screen.findByRole('option', { name: new RegExp(ALREADY_REPLACED) })
  expect(off.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(off)
  expect(field('Vehículo a reemplazar').value).toBe('RKA10')
  fireEvent.keyDown(field('Vehículo a reemplazar'), { key: 'ArrowDown' })
  expect(screen.getByRole('option', { name: /RKA109B/ }).textContent).toContain('ECO-9')
  fireEvent.keyDown(field('Vehículo a reemplazar'), { key: 'Enter' })
  await waitFor(() => expect(field('Vehículo a reemplazar').value).toBe('RKA109B'))
  save()
  expect(await screen.findByText(vehicles.create.done)).toBeTruthy()
  expect(bodies('POST')[0].assetHistoric).toEqual({ replacing: 9, assetStatusId: 8 })
})

test('a scanner sends Enter with the last character: the vehicle is selected when the response arrives', async () => {
  await add()
  fill()
  type('Motivo de alta', '2')
  const scan = (plate: string): void => {
    type('Vehículo a reemplazar', plate)
    fireEvent.keyDown(field('Vehículo a reemplazar'), { key: 'Enter' })
  }
  scan('RKA108B')
  const off = await screen.findByRole('option', { name: new RegExp(ALREADY_REPLACED) })
  expect(off.getAttribute('aria-disabled')).toBe('true')
  expect(field('Vehículo a reemplazar').value).toBe('RKA108B')
  matches = [match(9, 'RKA109B', null)]
  scan('RKA109B')
  await waitFor(() => expect(field('Vehículo a reemplazar').getAttribute('aria-expanded')).toBe('false'))
  type('Motivo del reemplazo', '8')
  save()
  expect(await screen.findByText(vehicles.create.done)).toBeTruthy()
  expect(bodies('POST').at(-1).assetHistoric).toEqual({ replacing: 9, assetStatusId: 8 })
})

test('hints appear beside the field and do not prevent saving', async () => {
  await add()
  fill()
  expect(hint('VIN')).toContain('NISSAN')
  type('Marca', 'FORD')
  expect(hint('VIN')).toContain('se escribió FORD')
  type('VIN', '3N1CN8AE2RL000101')
  expect(hint('VIN')).toContain('dígito verificador')
  expect(fault('VIN')).toBeUndefined()
  save()
  expect(await screen.findByText(vehicles.create.done)).toBeTruthy()
})

test('values in use are suggested, and any other can be typed', async () => {
  await add()
  fireEvent.focus(field('Marca'))
  await waitFor(() => expect(document.querySelectorAll('datalist option')).toHaveLength(2))
  type('Marca', 'ACME')
  expect(field('Marca').value).toBe('ACME')
})

test('a network failure keeps what was typed; a duplicate plate is reported at its field', async () => {
  await add()
  fill()
  cutTheNetwork()
  save()
  expect(await screen.findByText(new RegExp(LOST_ANSWER))).toBeTruthy()
  expect(field('Placa').value).toBe('rka-123-b')
  cut = false
  onCreate = refused(409, 'Ya existe un vehículo activo con esa placa.')
  save()
  await waitFor(() => expect(fault('Placa')).toBe('Ya existe un vehículo activo con esa placa.'))
  expect(screen.getByText(new RegExp(MAYBE_SAVED))).toBeTruthy()
  expect(document.activeElement).toBe(field('Placa'))
})

test('the server’s errors appear under their fields', async () => {
  onCreate = refused(422, 'No válido', [{ path: 'vehicleClass.vehicleInfo.doors', message: 'Puertas no' }])
  await add()
  fill()
  save()
  await waitFor(() => expect(fault('Puertas')).toBe('Puertas no'))
  expect(document.activeElement).toBe(field('Puertas'))
  expect(screen.getByText(vehicles.create.fails)).toBeTruthy()
})

test('a draft is recovered; closing asks for confirmation, and discarding deletes the draft', async () => {
  await add()
  type('Placa', 'ABC123')
  await leave()
  await add()
  expect(field('Placa').value).toBe('ABC123')
  expect(screen.getByText('Se recuperó lo que no había guardado.')).toBeTruthy()
  press('Cancelar')
  press('Seguir editando')
  expect(field('Placa').value).toBe('ABC123')
  press('Limpiar campos')
  expect(field('Placa').value).toBe('')
  type('Placa', 'ABC124')
  press('Cancelar')
  press('Descartar cambios')
  press('Abrir')
  expect(field('Placa').value).toBe('')
})

test('an edit sends only the changed fields; a new plate shows what it causes', async () => {
  await edit()
  expect(screen.queryByLabelText('Motivo de alta')).toBeNull()
  save()
  expect(screen.getByText('No hay cambios que guardar.')).toBeTruthy()
  type('Placa', 'RKA124B')
  expect(hint('Placa')).toContain(IDENTITY_CHANGES)
  type('Color', '')
  type('Año', '1900')
  save()
  expect(fault('Año')).toBe(`Año debe ser entre 1950 y ${yearMax(new Date().getFullYear())}.`)
  type('Año', '2024')
  save()
  expectToStayWhileBusy()
  expect(await screen.findByText(vehicles.edit.done)).toBeTruthy()
  expect(screen.getByText('· RKA124B')).toBeTruthy()
  press('Abrir')
  await screen.findByLabelText('Placa')
  expect(screen.queryByText(vehicles.edit.done)).toBeNull()
  expect(bodies('PUT')).toEqual([
    { vehicleAsset: { vehicleAssetId: 7, version: 4, plate: 'RKA124B' }, vehicleInfo: { vehicleColor: null } },
  ])
})

test('a failed save is reported in a notice with the plate, if the user has left the form', async () => {
  slow = Promise.withResolvers()
  onEdit = refused(409, 'Ya existe un vehículo activo con esa placa.')
  const router = await edit()
  type('Color', 'ROJO')
  save()
  await waitFor(() => expect(server.sent.some(({ method }) => method === 'PUT')).toBe(true))
  await router.navigate({ to: '/elsewhere' as never })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  slow.resolve()
  expect(await screen.findByText(new RegExp(`${vehicles.edit.fails}.*Ya existe un vehículo activo`))).toBeTruthy()
  expect(screen.getByText(/RKA123B/)).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
})

test('fields that both users changed offer a choice; those that only the other changed are merged', async () => {
  onEdit = refused(409, FORM_TEXTS.changedMeanwhile)
  await edit()
  type('Color', 'AZUL')
  type('Tipo', 'SEDAN')
  row = vehicle({ vehicleAsset: { version: 5 }, vehicleInfo: { vehicleColor: 'ROJO', class: 'AUTOMOVIL' } })
  save()
  const box = within(await screen.findByRole('region', { name: 'Cambios de otra persona' }))
  expect(box.getByText(/^Clase: /).textContent).toBe('Clase: — → AUTOMOVIL')
  expect(box.getByText('Al abrirlo: BLANCO')).toBeTruthy()
  expect(box.getByLabelText<HTMLInputElement>(/Lo que usted escribió/).checked).toBe(true)
  expect([field('Color').value, field('Tipo').value, field('Clase').value]).toEqual(['AZUL', 'SEDAN', 'AUTOMOVIL'])
  fireEvent.click(box.getByLabelText(/Lo que guardó la otra persona/))
  expect(field('Color').value).toBe('ROJO')
  onEdit = { json: { vehicleAssetId: 7, version: 6, message: 'ok' } }
  save()
  expect(await screen.findByText(vehicles.edit.done)).toBeTruthy()
  expect(bodies('PUT').at(-1)).toEqual({
    vehicleAsset: { vehicleAssetId: 7, version: 5 },
    vehicleInfo: { type: 'SEDAN' },
  })
})

test('an edit whose response was lost counts as saved when the server already has its values', async () => {
  onEdit = refused(409, FORM_TEXTS.changedMeanwhile)
  await edit()
  type('Color', 'AZUL')
  row = vehicle({ vehicleAsset: { version: 5 }, vehicleInfo: { vehicleColor: 'AZUL' } })
  save()
  expect(await screen.findByText(vehicles.edit.done)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a draft recovered over a newer version shows the conflict', async () => {
  await edit()
  type('Color', 'AZUL')
  await leave()
  row = vehicle({ vehicleAsset: { version: 5 }, vehicleInfo: { vehicleColor: 'ROJO' } })
  await edit()
  expect(screen.getByRole('region', { name: 'Cambios de otra persona' }).textContent).toContain('ROJO')
  expect(field('Color').value).toBe('AZUL')
})

test('tags can be assigned with tags_admin, are shown with tags_read, and are hidden otherwise', async () => {
  row = vehicle({ tags: [TAG] })
  await edit({ ...ADMIN, role: ['vehicles_read', 'vehicles_edit', 'tags_read'] })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByText('reparto')).toBeTruthy()
  await leave()
  await edit({ ...ADMIN, role: ['vehicles_read', 'vehicles_edit'] })
  expect(screen.queryByText('reparto')).toBeNull()
})

test('a replaced vehicle cannot be edited', async () => {
  row = vehicle({ assetHistoric: { assetStatusId: 8, replacedBy: 9 } })
  showScreen(() => <EditVehicleDialog vehicleAssetId={7} onClose={() => {}} />, '/')
  expect(await screen.findByText(FORM_TEXTS.replaced)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull()
})

test('Colombian users see Colombian labels', async () => {
  await add({ ...ADMIN, country: 'CO', zone: 'America/Bogota' })
  for (const name of ['Departamento', 'NIT', 'Línea', 'Modelo (año)', 'Carrocería', 'Cilindraje'])
    expect(field(name)).toBeTruthy()
})

test('a passport number, selected by its type, may contain letters', async () => {
  await add({ ...ADMIN, country: 'CO', zone: 'America/Bogota' })
  type('NIT', 'AB12345')
  fireEvent.blur(field('NIT'))
  expect(fault('NIT')).toContain('lleva su tipo delante')
  type('Tipo de documento', 'PA')
  expect(fault('NIT')).toBeUndefined()
})

test('a Mexican holder has no document type', async () => {
  await add()
  expect(screen.queryByLabelText('Tipo de documento')).toBeNull()
})
