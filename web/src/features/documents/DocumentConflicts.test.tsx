// Two users edit one document, or the requirement of one type: nobody overwrites the other's changes without having
// seen them.
import { documents, documentTypes } from '@padron/contract/documents'
import type { Document, DocumentType } from '@padron/contract/documents/shapes'
import { tags } from '@padron/contract/tags'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { documentType, EXPIRES, FOLIO, field, info, document as made } from '../../testing/documents.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { TAG } from '../../testing/vehicle.ts'
import { DocumentTypesScreen } from './DocumentTypesScreen.tsx'
import { VehicleDocuments } from './VehicleDocuments.tsx'

let type: DocumentType
let stored: Document
let server: Awaited<ReturnType<typeof startSmallServer>>
const NOTES = field(7, 'Notas')
const URGENT = { ...TAG, tagId: 8, tagName: 'urgente' }
const NIGHT = { ...TAG, tagId: 9, tagName: 'nocturno' }

/** Refuses a request with an outdated version, as the server does. */
const answer = (version: number, now: number) =>
  version === now
    ? { json: { message: '', documentId: 4 } }
    : {
        status: 409,
        json: { type: 'about:blank', title: 'Otra', status: 409, errors: [{ path: 'body.version', message: 'Otra' }] },
      }
beforeAll(async () => {
  server = await startSmallServer({
    [documents.list.path]: (body, method) =>
      method === 'GET'
        ? { json: { documentList: [stored] } }
        : answer(JSON.parse(body).document.version, stored.version),
    '/api/v2/document/4/file': (body) => answer(Number(/name="version"\r\n\r\n(\d+)/.exec(body)?.[1]), stored.version),
    '/api/v2/documentType/papers/7': () => ({ json: { papers: [] } }),
    [documentTypes.list.path]: () => ({ json: { documentList: [type] } }),
    [documentTypes.require.path]: (body) => answer(JSON.parse(body).version, type.version),
    [tags.list.path]: () => ({ json: { userTags: [TAG, URGENT, NIGHT] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  type = documentType(5, 'Póliza', { required: 'tags', requiredTags: [3], version: 4 })
  stored = made(4, 'poliza 2026', {
    docFields: [info(FOLIO, '1234'), info(EXPIRES, '2026-11-30'), info(NOTES, null)],
    version: 3,
  })
  server.sent.length = 0
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const NOW = Date.parse('2026-11-21T18:00:00Z')
const Host = () => <VehicleDocuments vehicleAssetId={7} clock={{ now: NOW, zone: 'America/Mexico_City' }} />
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = async (of: string, action: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Acciones de ${of}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
  await screen.findByRole('form')
}
const editing = async (action = 'Editar') => {
  showScreen(Host, '/?asset=7')
  await choose('poliza 2026', action)
}
const requiring = async () => {
  showScreen(DocumentTypesScreen, '/catalogs/documents')
  await choose('Póliza', 'Pedir a…')
}
const write = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const read = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
/** Another user saves these changes while the form is open. */
const elsewhere = (changes: Partial<Document>): void => {
  stored = { ...stored, ...changes, version: stored.version + 1 }
}
const required = (changes: Partial<DocumentType>): void => {
  type = { ...type, ...changes, version: type.version + 1 }
}
const changes = () => [...document.querySelectorAll('.conflict-note li')].map(({ textContent }) => textContent)
const sent = () => server.sent.filter(({ method, path }) => method === 'PUT' || path.endsWith('/file'))
const bodies = () => sent().map(({ body }) => JSON.parse(body))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('a field that both users changed is shown before it can be overwritten; other fields are merged', async () => {
  await editing()
  write(/^Vence/, '2027-01-31')
  elsewhere({ docFields: [info(FOLIO, '9999'), info(EXPIRES, '2026-12-31'), info(NOTES, 'renovada')] })
  press('Guardar cambios')
  await screen.findByRole('button', { name: 'Guardar mi versión' })
  expect(screen.getByText(/Otra persona cambió este documento mientras tanto/)).toBeTruthy()
  expect(changes()).toEqual(['Vence: decía «2026-11-30», ahora dice «2026-12-31».'])
  expect([read(/^Folio/), read(/^Vence/), read(/^Notas/)]).toEqual(['9999', '31/01/2027', 'renovada'])
  press('Guardar mi versión')
  await closed()
  expect(bodies().map((body) => [body.document.version, body.fields.length, body.fields[0].value])).toEqual([
    [3, 1, '2027-01-31'],
    [4, 1, '2027-01-31'],
  ])
})

test("another user's changes appear in the open form after a reload, and can replace what was typed", async () => {
  await editing()
  write(/^Nombre del documento/, 'poliza nueva')
  write(/^Notas/, 'mía')
  elsewhere({ documentName: 'poliza de otra', docFields: [info(FOLIO, '1234'), info(NOTES, 'de otra')] })
  await queryClient.invalidateQueries()
  await screen.findByRole('button', { name: 'Guardar mi versión' })
  expect(changes()).toEqual([
    'Nombre del documento: decía «poliza 2026», ahora dice «poliza de otra».',
    'Notas: decía «—», ahora dice «de otra».',
  ])
  press('Ver lo nuevo')
  press('Descartar cambios')
  expect([read(/^Nombre del documento/), read(/^Notas/)]).toEqual(['poliza de otra', 'de otra'])
  expect(changes()).toEqual([])
})

test('replacing a file reports the file that another user uploaded meanwhile', async () => {
  await editing('Reemplazar archivo')
  const PDF = new File(['%PDF-1.4 ...'], 'mía.pdf', { type: 'application/pdf' })
  const input = document.querySelector('input[type="file"]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [PDF] } })
  write(/^Vence/, '2027-01-31')
  elsewhere({ fileName: 'otra.pdf', files: 2, docFields: [info(FOLIO, '1234'), info(EXPIRES, '2026-12-31')] })
  press('Reemplazar')
  const mine = await screen.findByRole('button', { name: 'Reemplazar con mi versión' })
  expect(changes()).toEqual(['Puso otro archivo: otra.pdf.', 'Vence: decía «2026-11-30», ahora dice «2026-12-31».'])
  fireEvent.click(mine)
  await closed()
  expect(sent()).toHaveLength(2)
})

test('the requirement that another user saved is shown before it can be overwritten', async () => {
  await requiring()
  fireEvent.click(screen.getByLabelText('Todos los vehículos activos'))
  required({ required: 'tags', requiredTags: [8, 9] })
  press('Guardar cambios')
  await screen.findByRole('button', { name: 'Guardar mi versión' })
  expect(changes()).toEqual(['Ahora se pide a los vehículos con alguna de estas etiquetas: urgente, nocturno.'])
  press('Guardar mi versión')
  await closed()
  expect(bodies()).toMatchObject([
    { version: 4, required: 'all' },
    { version: 5, required: 'all' },
  ])
})

test('without unsaved changes, the requirement that another user saved is displayed in the form', async () => {
  await requiring()
  required({ required: 'none', requiredTags: [] })
  await queryClient.invalidateQueries()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Ninguno').checked).toBe(true))
  expect(changes()).toEqual([])
})
