// The document types: created with their fields, edited, required of vehicles, deleted; and the refusals of the server.
import { documentTypes } from '@padron/contract/documents'
import type { DocumentType } from '@padron/contract/documents/shapes'
import { tags } from '@padron/contract/tags'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { expectToStayWhileBusy } from '../../testing/busy-dialog.ts'
import { documentType, EXPIRES, FOLIO, field } from '../../testing/documents.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { TAG } from '../../testing/vehicle.ts'
import { DocumentTypesScreen } from './DocumentTypesScreen.tsx'
import { missingText } from './TypeCard.tsx'

type Answer = { status?: number; json: unknown }
const problem = (status: number, title: string, path?: string): Answer => ({
  status,
  json: { type: 'about:blank', title, status, ...(path && { errors: [{ path, message: title }] }) },
})
let stored: DocumentType[] = []
let refusal: Answer | undefined
let broken = false
/** The id of a field that the server rejects as unknown. */
let unknown: number | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
const vehicle = (vehicleAssetId: number, expiredOn: string | null) => ({
  vehicleAssetId,
  plate: `RKA10${vehicleAssetId}B`,
  vin: `3N1CN8AE1RL00010${vehicleAssetId}`,
  customId: null,
  stateName: 'Nuevo León',
  standing: expiredOn ? 'expired' : 'missing',
  expiredOn,
})
beforeAll(async () => {
  server = await startSmallServer({
    [documentTypes.list.path]: (body, method) => {
      if (method === 'GET') return broken ? { status: 500, json: {} } : { json: { documentList: stored } }
      if (unknown !== undefined && body.includes(`"DocumentFieldId":${unknown},`))
        return problem(422, 'El campo no es de este tipo de documento.', `fields.${unknown - 1}.DocumentFieldId`)
      return refusal ?? { json: { message: '', documentTypeId: 9 } }
    },
    [documentTypes.require.path]: () => refusal ?? { json: { message: '' } },
    [tags.list.path]: () => ({ json: { userTags: [TAG] } }),
    '/api/v2/documentType/5/missing': () => ({
      json: { vehicles: [vehicle(1, null), vehicle(2, '2026-01-31')], totalCount: 27 },
    }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = [
    documentType(5, 'Póliza', {
      docFields: [FOLIO, EXPIRES],
      documents: 3,
      required: 'all',
      missing: 27,
      asked: 40,
      version: 4,
    }),
    documentType(6, 'Factura', { required: 'tags', requiredTags: [3], missing: 0, asked: 12 }),
  ]
  refusal = undefined
  broken = false
  unknown = undefined
  server.sent.length = 0
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const open = async (address = '/catalogs/documents', user = ADMIN) => {
  const router = showScreen(DocumentTypesScreen, address, user)
  await screen.findByRole('list', { name: 'Tipos de documento' })
  return router
}
const card = (name: string) => within(screen.getByRole('article', { name }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = async (type: string, action: string) => {
  press(`Acciones de ${type}`)
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const sent = (method: string) => server.sent.filter((one) => one.method === method).map(({ body }) => JSON.parse(body))
const write = (label: string | RegExp, value: string, at = 0) =>
  fireEvent.change(screen.getAllByLabelText(label)[at] as HTMLElement, { target: { value } })
const dialog = () => screen.findByRole('dialog')
const changes = () => [...document.querySelectorAll('.conflict-note li')].map(({ textContent }) => textContent)
const idsSent = () =>
  sent('PUT')
    .at(-1)
    .fields.map(({ DocumentFieldId }: { DocumentFieldId?: number }) => DocumentFieldId)

test('a card shows the fields as disabled inputs, who must have the document and who lacks it', async () => {
  await open()
  const policy = card('Póliza')
  const folio = policy.getByLabelText<HTMLInputElement>(/^Folio/)
  expect([folio.disabled, folio.placeholder]).toEqual([true, 'Numérico'])
  expect(policy.getByText('[0-9]{4}')).toBeTruthy()
  expect(policy.getByText('Fecha de vencimiento')).toBeTruthy()
  expect(policy.getByText('3 documentos · Se pide a: todos los vehículos')).toBeTruthy()
  expect(await card('Factura').findByText('Sin documentos · Se pide a: vehículos con la etiqueta reparto')).toBeTruthy()
  expect(card('Factura').getByText('Todos lo tienen vigente')).toBeTruthy()
})

test('a type that is required of no vehicle is not reported as «all have it»', () => {
  expect(missingText({ missing: 0, asked: 12 })).toBe('Todos lo tienen vigente')
  expect(missingText({ missing: 0, asked: 0 })).toBe('Ningún vehículo al que se le pida')
  expect(missingText({ missing: null, asked: null })).toBeUndefined()
})

test('the vehicles that lack a document are listed by pages, each with a link to its documents', async () => {
  const router = await open()
  press('Faltan en 27 vehículos')
  expect(await screen.findByText('27 vehículos')).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ faltan: '5' })
  expect(screen.getByRole('row', { name: /RKA102B/ }).textContent).toContain('Vencidodesde el 31/01/2026')
  expect(screen.getByText('Página 1 de 2')).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'RKA101B' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ asset: '1', seccion: 'documentos' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('creating a type: errors under their fields, a pattern tried with a value, and the request sent', async () => {
  await open()
  press('Agregar')
  await dialog()
  press('Guardar')
  expect(await screen.findByText('Ingrese un nombre para el tipo de documento')).toBeTruthy()
  write(/^Nombre del tipo/, 'Tarjeta  doble')
  press('Agregar campo')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Nombre del campo/))
  press('Guardar')
  expect(await screen.findByText('No se permiten carácteres especiales')).toBeTruthy()
  expect(screen.getByText('Ingrese el nombre del campo')).toBeTruthy()
  expect(screen.getByText('Seleccione un tipo de campo')).toBeTruthy()
  write(/^Nombre del tipo/, 'Tarjeta de circulación')
  write(/^Nombre del campo/, 'Folio')
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Opción múltiple' }).disabled).toBe(true)
  expect(screen.queryByLabelText('Es fecha de vencimiento')).toBeNull()
  write(/^Tipo de campo/, '0')
  expect(screen.getByLabelText<HTMLInputElement>('Expresión regular').disabled).toBe(true)
  write(/^Tipo de campo/, '1')
  write('Expresión regular', '(a')
  expect(await screen.findByText(/Le sobra o le falta un paréntesis/)).toBeTruthy()
  write('Expresión regular', '[0-9]{4}')
  write('Pruebe un valor', '12')
  expect(screen.getByText('No cumple la expresión')).toBeTruthy()
  write('Pruebe un valor', '1234')
  expect(screen.getByText('Cumple la expresión')).toBeTruthy()
  press('Agregar campo')
  write(/^Nombre del campo/, 'Vigencia', 1)
  write(/^Tipo de campo/, '3', 1)
  fireEvent.click(screen.getByLabelText('Es fecha de vencimiento'))
  press('Subir Vigencia')
  expect(screen.getByText('Ahora en el lugar 1 de 2')).toBeTruthy()
  press('Guardar')
  expect(await screen.findByText(documentTypes.create.done)).toBeTruthy()
  expect(sent('POST')).toEqual([
    {
      documentType: { DocumentTypeName: 'Tarjeta de circulación' },
      fields: [
        {
          DocumentDataTypeId: 3,
          FieldName: 'Vigencia',
          FieldRequiered: false,
          FieldRegex: '-',
          FieldSelectValues: [],
          FieldExpiry: true,
        },
        {
          DocumentDataTypeId: 1,
          FieldName: 'Folio',
          FieldRequiered: false,
          FieldRegex: '[0-9]{4}',
          FieldSelectValues: [],
          FieldExpiry: false,
        },
      ],
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(localStorage.getItem('padron.1.document-type-new')).toBeNull()
})

test('an unsaved draft is recovered; closing the form asks for confirmation', async () => {
  await open()
  press('Agregar')
  await dialog()
  write(/^Nombre del tipo/, 'Verificación')
  cleanup()
  await open()
  press('Agregar')
  expect(await screen.findByText('Se recuperó lo que no había guardado.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Nombre del tipo/).value).toBe('Verificación')
  press('Cancelar')
  press('Descartar tipo')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(localStorage.getItem('padron.1.document-type-new')).toBeNull()
})

test('editing a type: a duplicate name, a conflict with another user, and saving over the newer version', async () => {
  await open()
  await choose('Póliza', 'Editar')
  await dialog()
  write(/^Nombre del tipo/, 'Factura')
  refusal = problem(409, 'Ya existe un tipo de documento con ese nombre', 'documentType.DocumentTypeName')
  press('Guardar')
  expect(await screen.findByText('Ya existe un tipo de documento con ese nombre')).toBeTruthy()
  write(/^Nombre del tipo/, 'Póliza anual')
  refusal = problem(409, 'Otra persona lo cambió', 'documentType.version')
  stored = [
    documentType(5, 'Póliza 2', { docFields: [{ ...EXPIRES, fieldRequiered: true }, field(8, 'Prima')], version: 5 }),
  ]
  press('Guardar')
  await screen.findByRole('button', { name: 'Guardar mi versión' })
  expect(screen.getByLabelText<HTMLInputElement>(/^Nombre del tipo/).value).toBe('Póliza anual')
  expect(changes()).toEqual([
    'Le puso el nombre «Póliza 2».',
    'Agregó el campo «Prima».',
    'Quitó el campo «Folio».',
    'Cambió el campo «Vence».',
  ])
  refusal = undefined
  press('Guardar mi versión')
  expectToStayWhileBusy()
  expect(await screen.findByText(documentTypes.update.done)).toBeTruthy()
  const last = sent('PUT').at(-1)
  expect(last.documentType).toEqual({ DocumentTypeId: 5, DocumentTypeName: 'Póliza anual', version: 5 })
  // The field that the other user removed is sent again with its id, so that its values stay.
  expect(idsSent()).toEqual([1, 2])
})

test('after a conflict the newer version can be loaded once the user discards the changes', async () => {
  await open()
  await choose('Póliza', 'Editar')
  await dialog()
  write(/^Nombre del tipo/, 'Póliza anual')
  refusal = problem(409, 'Otra persona lo cambió', 'documentType.version')
  stored = [documentType(5, 'Póliza', { docFields: [EXPIRES, FOLIO], version: 5 })]
  press('Guardar')
  fireEvent.click(await screen.findByRole('button', { name: 'Ver lo nuevo' }))
  expect(changes()).toEqual(['Cambió el orden de los campos.'])
  press('Seguir editando')
  expect(screen.getByLabelText<HTMLInputElement>(/^Nombre del tipo/).value).toBe('Póliza anual')
  press('Ver lo nuevo')
  press('Descartar cambios')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Nombre del tipo/).value).toBe('Póliza'))
  expect(screen.queryByRole('button', { name: 'Ver lo nuevo' })).toBeNull()
  write(/^Nombre del tipo/, 'Póliza 3')
  refusal = undefined
  press('Guardar')
  expect(await screen.findByText(documentTypes.update.done)).toBeTruthy()
  expect([sent('PUT').at(-1).documentType.version, idsSent()]).toEqual([5, [2, 1]])
})

test('a field that no longer exists on the server is sent again as a new one', async () => {
  await open()
  await choose('Póliza', 'Editar')
  await dialog()
  write(/^Nombre del tipo/, 'Póliza anual')
  unknown = 1
  press('Guardar')
  expect(await screen.findByText(documentTypes.update.done)).toBeTruthy()
  expect(idsSent()).toEqual([undefined, 2])
})

test('a recovered draft reports what another user changed since it was stored', async () => {
  await open()
  await choose('Póliza', 'Editar')
  await dialog()
  write(/^Nombre del tipo/, 'Póliza anual')
  cleanup()
  stored = [documentType(5, 'Póliza', { docFields: [FOLIO], version: 5 })]
  await open()
  await choose('Póliza', 'Editar')
  expect(await screen.findByText('Se recuperó lo que no había guardado.')).toBeTruthy()
  expect(changes()).toEqual(['Quitó el campo «Vence».'])
  press('Descartar')
  expect(screen.getByLabelText<HTMLInputElement>(/^Nombre del tipo/).value).toBe('Póliza')
  expect(screen.queryByText(/Se recuperó/)).toBeNull()
})

test('when another user deletes the type, the form stays open with what was typed', async () => {
  await open()
  await choose('Póliza', 'Editar')
  await dialog()
  write(/^Nombre del tipo/, 'Póliza anual')
  refusal = problem(404, 'No existe')
  stored = [documentType(6, 'Factura')]
  press('Guardar')
  expect(await screen.findByText(/^Error \(404\).* Otra persona eliminó este tipo de documento\.$/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Póliza' })).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>(/^Nombre del tipo/).value).toBe('Póliza anual')
  expect(notices.get()).toEqual([])
})

test('a type is required of vehicles with a tag; deleting it, or the reason why it cannot be deleted', async () => {
  await open()
  await choose('Póliza', 'Pedir a…')
  await dialog()
  fireEvent.click(screen.getByLabelText('Los vehículos con alguna de estas etiquetas'))
  press('Guardar cambios')
  expect(await screen.findByText('Elija al menos una etiqueta')).toBeTruthy()
  fireEvent.click(await screen.findByLabelText('reparto'))
  expect(screen.queryByPlaceholderText(/crear etiqueta/)).toBeNull()
  press('Cancelar')
  expect(await screen.findByText('Cambios sin guardar')).toBeTruthy()
  press('Seguir editando')
  press('Guardar cambios')
  expect(await screen.findByText(documentTypes.require.done)).toBeTruthy()
  expect(sent('PUT')).toEqual([{ documentTypeId: 5, version: 4, required: 'tags', tagIds: [3] }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose('Póliza', 'Eliminar')
  expect((await dialog()).textContent).toContain('tiene 3 documentos. Para eliminarlo, elimine antes esos documentos')
  expect(screen.queryByRole('button', { name: 'Eliminar tipo' })).toBeNull()
  press('Cerrar')
  await choose('Factura', 'Eliminar')
  await screen.findByRole('button', { name: 'Eliminar tipo' })
  refusal = problem(409, 'No se puede eliminar: de este tipo hay 2 documentos en uso.', 'DocumentTypeId')
  press('Eliminar tipo')
  expect(await screen.findByText('No se puede eliminar: de este tipo hay 2 documentos en uso.')).toBeTruthy()
  refusal = undefined
  press('Eliminar tipo')
  expect(await screen.findByText(documentTypes.remove.done)).toBeTruthy()
})

test('the empty list, a failed request, and a user with read permission only', async () => {
  stored = []
  showScreen(DocumentTypesScreen, '/catalogs/documents')
  expect(await screen.findByText('Sin tipos de documentos')).toBeTruthy()
  cleanup()
  broken = true
  showScreen(DocumentTypesScreen, '/catalogs/documents')
  await screen.findByRole('button', { name: 'Reintentar' })
  broken = false
  stored = [documentType(5, 'Póliza')]
  press('Reintentar')
  expect(await screen.findByRole('article', { name: 'Póliza' })).toBeTruthy()
  cleanup()
  await open('/catalogs/documents', { ...ADMIN, role: ['documents_read'] })
  expect(screen.queryByRole('button', { name: 'Agregar' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Acciones de Póliza' })).toBeNull()
})
