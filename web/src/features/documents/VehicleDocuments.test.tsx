// A vehicle's documents: missing ones, adding one with its fields, editing, replacing, deleting and restoring.
import { documents, documentTypes } from '@padron/contract/documents'
import type { Document, DocumentTypeState } from '@padron/contract/documents/shapes'
import { FILE_NEEDED, TYPE_NEEDED } from '@padron/contract/rules/document-rules'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { writeTextsAs } from '../../lib/number-text.ts'
import {
  documentType,
  documentTypeState,
  EXPIRES,
  FOLIO,
  field,
  info,
  document as made,
  ORIGINAL,
} from '../../testing/documents.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { VehicleDocuments } from './VehicleDocuments.tsx'

type Answer = { status?: number; json: unknown }
let stored: Document[] = []
let typeStates: DocumentTypeState[] = []
let refusal: Answer | undefined
let broken = false
let server: Awaited<ReturnType<typeof startSmallServer>>
const NOW = Date.parse('2026-11-21T18:00:00Z')
/** Delays the response to a save. */
let slow: PromiseWithResolvers<void> | undefined
const done = async () => {
  await slow?.promise
  return refusal ?? { json: { message: '', documentId: 4 } }
}
beforeAll(async () => {
  server = await startSmallServer({
    [documents.list.path]: (_, method) => {
      if (method === 'GET') return broken ? { status: 500, json: {} } : { json: { documentList: stored } }
      return done()
    },
    '/api/v2/document/4/file': done,
    [documents.restore.path]: done,
    [documents.removed.path]: () => ({
      json: {
        documentList: [
          {
            documentId: 3,
            documentName: 'vieja',
            documentTypeName: 'Póliza',
            removedAt: '2026-11-20T18:00:00Z',
            who: 'norte-ana',
            until: '2026-12-20T18:00:00Z',
          },
        ],
      },
    }),
    '/api/v2/document/4/files': () => ({
      json: {
        files: [2, 1].map((fileVersion) => {
          const { fileName, mediaType, size, preview, documentUrl, downloadUrl, scan, uploadedAt, who } = made(
            4,
            `poliza-${fileVersion}`,
          )
          return {
            fileVersion,
            current: fileVersion === 2,
            fileName,
            mediaType,
            size,
            preview,
            documentUrl,
            downloadUrl,
            scan,
            uploadedAt,
            who,
          }
        }),
      },
    }),
    '/api/v2/documentType/papers/7': () => ({ json: { papers: typeStates } }),
    [documentTypes.except.path]: done,
    [documentTypes.fields.path]: () => ({
      json: {
        documentList: [
          documentType(1, 'Póliza', { docFields: [FOLIO, EXPIRES, ORIGINAL] }),
          documentType(2, 'Factura'),
        ],
      },
    }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = [
    made(4, 'poliza 2026', {
      docFields: [
        info(FOLIO, '1234'),
        info(EXPIRES, '2026-11-30'),
        info(ORIGINAL, 'true'),
        info(field(7, 'Notas'), null),
        info(field(9, 'Sello'), ''),
        info(field(10, 'Vieja'), null, { retired: true }),
      ],
      expiresOn: '2026-11-30',
      version: 3,
      files: 2,
    }),
  ]
  typeStates = [
    documentTypeState(2, 'Factura'),
    documentTypeState(1, 'Póliza', { standing: 'present', expiresOn: '2026-11-30' }),
    documentTypeState(3, 'Tarjeta', { standing: 'optional', asked: false }),
    documentTypeState(5, 'Contrato', { standing: 'expired', asked: false, expiresOn: '2026-10-31' }),
    documentTypeState(6, 'Acta', { standing: 'present', asked: false }),
  ]
  refusal = undefined
  slow = undefined
  broken = false
  server.sent.length = 0
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
  writeTextsAs('MX')
})

const Host = () => <VehicleDocuments vehicleAssetId={7} clock={{ now: NOW, zone: 'America/Mexico_City' }} />
const open = async (user = ADMIN) => {
  showScreen(Host, '/?asset=7', user)
  await screen.findByRole('list', { name: 'Documentos requeridos' })
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = async (name: string, action: string) => {
  press(`Acciones de ${name}`)
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const write = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const give = (...files: File[]) =>
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, { target: { files } })
const PDF = new File(['%PDF-1.4 ...'], 'poliza nueva.pdf', { type: 'application/pdf' })
const posts = (path: string = documents.create.path) =>
  server.sent.filter((one) => one.path === path && one.method === 'POST')
const name = () => screen.getByLabelText<HTMLInputElement>('Nombre del documento').value
const inForm = () => screen.findByRole('form')

test('shows the missing documents, the expiry of the others and the values of their fields', async () => {
  await open()
  const lines = within(screen.getByRole('list', { name: 'Documentos requeridos' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'FacturaFaltaAgregar',
    'PólizaVence en 9 días, el 30/11/2026',
  ])
  const others = within(screen.getByRole('list', { name: 'Otros documentos' })).getAllByRole('listitem')
  expect(others.map(({ textContent }) => textContent)).toEqual([
    'ContratoVenció el 31/10/2026',
    'ActaRegistrado, sin vencimiento',
  ])
  const one = within(screen.getByRole('article', { name: 'poliza 2026' }))
  expect(one.getByText('Vence en 9 días, el 30/11/2026')).toBeTruthy()
  expect(one.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['1234', '2026-11-30', 'Sí'])
  expect(one.getByText('2 datos sin escribir')).toBeTruthy()
  expect(one.getByText(/PDF, 2.5 MB · 2 versiones/).textContent).toContain('por norte-ana')
  write('Tipo de documento', '2')
  expect(screen.getByText('Sin documentos para la categoría seleccionada')).toBeTruthy()
})

test('adding a document: errors under their fields, a refusal that loses nothing, and the request sent', async () => {
  await open()
  press('Agregar documento')
  await inForm()
  press('Agregar')
  expect(await screen.findByText(TYPE_NEEDED)).toBeTruthy()
  expect(screen.getByText(FILE_NEEDED)).toBeTruthy()
  give(new File(['hola'], 'nota.txt', { type: 'text/plain' }))
  expect(await screen.findByText(/Solo se aceptan archivos PDF/)).toBeTruthy()
  give(new File([], 'nada.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText('El archivo está vacío.')).toBeTruthy()
  give(PDF)
  expect(screen.getByLabelText<HTMLInputElement>('Nombre del documento').value).toBe('poliza nueva')
  fireEvent.change(within(await inForm()).getByLabelText(/^Tipo de documento/), { target: { value: '1' } })
  press('Agregar')
  expect(await screen.findByText('Campo obligatorio')).toBeTruthy()
  write(/^Folio/, '12a')
  press('Agregar')
  expect(await screen.findByText('Escriba un número entero')).toBeTruthy()
  write(/^Folio/, '12')
  press('Agregar')
  // Not empty, yet it does not match the pattern: the specification's message is the same (spec core §5).
  expect(await screen.findByText('Campo obligatorio')).toBeTruthy()
  write(/^Folio/, '1234')
  write(/^Vence/, '2027-01-31')
  write(/^Original/, 'false')
  refusal = {
    status: 422,
    json: {
      type: 'about:blank',
      title: 'Folio repetido',
      status: 422,
      errors: [{ path: 'documentInfo.0.Value', message: 'Folio repetido' }],
    },
  }
  press('Agregar')
  expect(await screen.findByText('Folio repetido')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Folio/))
  refusal = undefined
  press('Agregar')
  expect(await screen.findByText(/Archivo agregado con éxito/)).toBeTruthy()
  const body = posts().at(-1)?.body ?? ''
  const sent = [...body.matchAll(/name="([^"]+)"(?:; filename="([^"]*)")?[\s\S]*?\r\n\r\n([^\r]*)/g)].map(
    ([, name, file, value]) => [name, file ?? value],
  )
  expect(sent).toEqual([
    ['document[DocumentTypeId]', '1'],
    ['document[VehicleAssetId]', '7'],
    ['document[DocumentName]', 'poliza nueva'],
    ['documentInfo[0][DocumentFieldId]', '1'],
    ['documentInfo[0][Value]', '1234'],
    ['documentInfo[1][DocumentFieldId]', '2'],
    ['documentInfo[1][Value]', '2027-01-31'],
    ['documentInfo[2][DocumentFieldId]', '3'],
    ['documentInfo[2][Value]', 'false'],
    ['file', 'poliza nueva.pdf'],
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('adding from a missing document selects its type; a draft is recovered without its file', async () => {
  await open()
  press('Agregar Factura')
  const chosen = within(await inForm()).getByLabelText<HTMLSelectElement>(/^Tipo de documento/)
  expect(chosen.value).toBe('2')
  give(PDF)
  expect(name()).toBe('poliza nueva')
  press('Cancelar')
  // The user typed nothing: the name that came from the first file is not recovered.
  press('Agregar documento')
  await inForm()
  expect([name(), screen.queryByText(/Se recuperó/)]).toEqual(['', null])
  give(PDF)
  give(new File(['%PDF-1.4'], 'otra.pdf', { type: 'application/pdf' }))
  expect(name()).toBe('otra')
  write('Nombre del documento', 'La de enero')
  give(PDF)
  expect(name()).toBe('La de enero')
  press('Cancelar')
  press('Agregar documento')
  expect(await screen.findByText(/Elija otra vez el archivo/)).toBeTruthy()
  expect(name()).toBe('La de enero')
  press('Descartar')
  expect([name(), screen.queryByText(/Se recuperó/)]).toEqual(['', null])
})

test('a refused second file leaves the first one selected and valid', async () => {
  await open()
  press('Agregar Factura')
  await inForm()
  give(PDF)
  give(new File(['<svg/>'], 'vector.svg', { type: 'image/svg+xml' }))
  expect(
    await screen.findByText(
      /^“vector.svg” no se aceptó: solo se aceptan archivos PDF.*; sigue elegido poliza nueva.pdf\.$/,
    ),
  ).toBeTruthy()
  expect(document.querySelector('input[type="file"]')?.getAttribute('aria-invalid')).toBeNull()
  give(new File(['%PDF-1.4'], 'otra.pdf', { type: 'application/pdf' }))
  expect(screen.queryByText(/no se aceptó/)).toBeNull()
})

test('a failed upload shows what failed and why; the fields are disabled during the upload', async () => {
  await open()
  press('Agregar Factura')
  const form = await inForm()
  give(PDF)
  const field = screen.getByLabelText<HTMLInputElement>('Nombre del documento')
  field.focus()
  refusal = { status: 413, json: {} }
  slow = Promise.withResolvers()
  fireEvent.submit(form)
  await waitFor(() => expect(field.matches(':disabled') || field.closest('fieldset')?.disabled).toBe(true))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Agregar' }))
  slow.resolve()
  expect(await screen.findByText('Error al subir documento. El servidor no acepta un archivo tan grande.')).toBeTruthy()
  refusal = { status: 503, json: { type: 'about:blank', title: 'No hay espacio para más archivos.', status: 503 } }
  press('Agregar')
  expect(await screen.findByText('Error al subir documento. No hay espacio para más archivos.')).toBeTruthy()
  refusal = { status: 502, json: {} }
  press('Agregar')
  expect(await screen.findByText(/^Error al subir documento. El servidor no pudo recibirlo/)).toBeTruthy()
})

test('a cancelled upload is not reported as a failure; the file and the texts stay', async () => {
  slow = Promise.withResolvers()
  await open()
  press('Agregar Factura')
  await inForm()
  give(PDF)
  press('Agregar')
  await screen.findByRole('progressbar')
  press('Cancelar')
  expect(await screen.findByText('Se está subiendo un archivo')).toBeTruthy()
  press('Seguir subiendo')
  press('Cancelar la subida')
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect([name(), notices.get()]).toEqual(['poliza nueva', []])
  expect(document.querySelector('.dialog__error')?.textContent).toBe('')
  slow.resolve()
})

test('closing a changed form asks for confirmation; a document deleted by another user leaves it open', async () => {
  await open()
  await choose('poliza 2026', 'Editar')
  await inForm()
  expect(screen.getByText('Debe cumplir la expresión: [0-9]{4}')).toBeTruthy()
  write(/^Folio/, '4321')
  press('Cerrar ventana')
  expect(await screen.findByText('Cambios sin guardar')).toBeTruthy()
  press('Seguir editando')
  expect(screen.getByLabelText<HTMLInputElement>(/^Folio/).value).toBe('4321')
  refusal = { status: 404, json: { type: 'about:blank', title: 'No existe', status: 404 } }
  stored = []
  press('Guardar cambios')
  expect(
    await screen.findByText(
      /^Error \(404\).* Otra persona eliminó este documento; puede recuperarlo en Recuperar eliminados\.$/,
    ),
  ).toBeTruthy()
  expect(notices.get()).toEqual([])
  await waitFor(() => expect(screen.queryByRole('article', { name: 'poliza 2026' })).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>(/^Folio/).value).toBe('4321')
  press('Cancelar')
  press('Descartar cambios')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the form cannot be closed while it is being saved', async () => {
  slow = Promise.withResolvers()
  await open()
  await choose('poliza 2026', 'Editar')
  await inForm()
  write(/^Folio/, '4321')
  press('Guardar cambios')
  press('Cancelar')
  press('Cerrar ventana')
  expect(screen.queryByText('Cambios sin guardar')).toBeNull()
  expect(screen.getByRole('form')).toBeTruthy()
  slow.resolve()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an edit sends only the changed fields; a conflict with another user keeps what was typed', async () => {
  await open()
  await choose('poliza 2026', 'Editar')
  await inForm()
  write(/^Folio/, '4321')
  refusal = {
    status: 409,
    json: { type: 'about:blank', title: 'Otra', status: 409, errors: [{ path: 'document.version', message: 'Otra' }] },
  }
  press('Guardar cambios')
  expect(await screen.findByText(/Otra persona cambió este documento/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Folio/).value).toBe('4321')
  refusal = undefined
  press('Guardar cambios')
  expect(await screen.findByText(documents.update.done)).toBeTruthy()
  const [, last] = server.sent.filter(({ method }) => method === 'PUT')
  expect(JSON.parse(last?.body ?? '')).toEqual({
    document: { documentId: 4, version: 3 },
    fields: [{ documentInfoId: 10, documentId: 4, documentFieldId: 1, value: '4321' }],
  })
})

test.each([
  [
    'MX',
    '850.125',
    [
      ['1,250.5', '1250.5'],
      ['850.000', '850.000'],
      ['$1,250,000 MXN', '1250000'],
      ['850,50', '850.50'],
    ],
  ],
  [
    'CO',
    '850,125',
    [
      ['850.000', '850000'],
      ['$1.250.000,50', '1250000.50'],
      ['850,50', '850.50'],
      ['0.125', '0.125'],
    ],
  ],
] as const)('in %s a decimal is shown and read as the country writes it', async (country, shown, cases) => {
  writeTextsAs(country)
  const premium = field(11, 'Prima', { documentDataTypeId: 2, dataTypeName: 'Decimal' })
  stored = [made(4, 'poliza 2026', { docFields: [info(premium, '850.125')], version: 3 })]
  for (const [typed, sent] of cases) {
    server.sent.length = 0
    await open({ ...ADMIN, country })
    await choose('poliza 2026', 'Editar')
    await inForm()
    expect(screen.getByLabelText<HTMLInputElement>(/^Prima/).value).toBe(shown)
    write(/^Prima/, 'mil')
    press('Guardar cambios')
    const mark = country === 'CO' ? 'coma' : 'punto'
    expect(await screen.findByText(`Escriba un número, con ${mark} decimal`)).toBeTruthy()
    write(/^Prima/, typed)
    press('Guardar cambios')
    expect(await screen.findByText(documents.update.done)).toBeTruthy()
    const [put] = server.sent.filter(({ method }) => method === 'PUT')
    expect(JSON.parse(put?.body ?? '')).toMatchObject({ fields: [{ documentFieldId: 11, value: sent }] })
    cleanup()
    notices.set([])
  }
})

test('replacing a file sends it with the changed date', async () => {
  await open()
  await choose('poliza 2026', 'Reemplazar archivo')
  await inForm()
  press('Reemplazar')
  expect(await screen.findByText(FILE_NEEDED)).toBeTruthy()
  give(PDF)
  write(/^Vence/, '2027-11-30')
  press('Reemplazar')
  expect(await screen.findByText(/Archivo agregado con éxito/)).toBeTruthy()
  const body = posts('/api/v2/document/4/file')[0]?.body ?? ''
  expect(body).toMatch(/name="version"\r\n\r\n3\r\n/)
  expect(body).toMatch(/name="documentInfo\[0\]\[Value\]"\r\n\r\n2027-11-30\r\n/)
})

test('a deleted document is restored from its notice, older ones from the list of deleted documents', async () => {
  await open()
  await choose('poliza 2026', 'Eliminar')
  expect(await screen.findByText(/Archivo eliminado correctamente/)).toBeTruthy()
  expect(server.sent.find(({ method }) => method === 'DELETE')?.body).toBe('4')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Documentos' }))
  press('Deshacer')
  expect(await screen.findByText(documents.restore.done)).toBeTruthy()
  expect(JSON.parse(posts(documents.restore.path)[0]?.body ?? '')).toEqual({ documentId: 4 })
  press('Recuperar eliminados')
  fireEvent.click(await screen.findByRole('button', { name: 'Recuperar vieja' }))
  await waitFor(() => expect(posts(documents.restore.path)).toHaveLength(2))
})

test('the list of versions, and an exception for this vehicle', async () => {
  await open()
  await choose('poliza 2026', 'Versiones')
  expect(await screen.findByRole('button', { name: 'Ver la versión 1' })).toBeTruthy()
  const lines = within(screen.getByRole('list', { name: 'Versiones de poliza 2026' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent?.includes('Actual'))).toEqual([true, false])
  press('Cerrar ventana')
  // The vehicle has an «Acta» that is not required: the menu offers to require it, not to exempt it.
  press('Acciones de Acta')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Agregar documento',
    'Pedir a este vehículo',
  ])
  press('Acciones de Acta')
  await choose('Factura', 'No pedir a este vehículo')
  expect(await screen.findByText(documentTypes.except.done)).toBeTruthy()
  const sent = server.sent.find(({ path }) => path === documentTypes.except.path)
  expect(JSON.parse(sent?.body ?? '')).toEqual({ documentTypeId: 2, vehicleAssetId: 7, exception: 'exempt' })
})

test('the empty list, a failed request, and a user with read permission only', async () => {
  stored = []
  await open()
  expect(screen.getByText('Este vehículo no tiene documentos aún')).toBeTruthy()
  cleanup()
  queryClient.clear()
  broken = true
  showScreen(Host, '/?asset=7')
  await screen.findByRole('button', { name: 'Reintentar' })
  broken = false
  stored = [made(4, 'poliza 2026')]
  press('Reintentar')
  expect(await screen.findByRole('article', { name: 'poliza 2026' })).toBeTruthy()
  cleanup()
  await open({ ...ADMIN, role: ['documents_read'] })
  expect(screen.queryByRole('button', { name: 'Agregar documento' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Acciones de poliza 2026' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Ver poliza 2026' })).toBeTruthy()
})
