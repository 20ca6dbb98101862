// The bulk workbooks: sending, checking and applying a file, its errors, the confirmation of large changes, the recent
// files and undoing one.
import { type Account, account } from '@padron/contract/account'
import { catalogue } from '@padron/contract/catalogue'
import { type Import, imports, type SavedMapping } from '@padron/contract/imports'
import type { ImportRow } from '@padron/contract/imports/rows'
import { queue } from '@padron/contract/queue'
import { tags } from '@padron/contract/tags'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { expectToStayOnceBusy } from '../../testing/busy-dialog.ts'
import { checked, counts, ID, job, OTHER_ID, row } from '../../testing/imports.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { AddVehicles, EditVehicles, ReplaceVehicles } from './ImportsScreen.tsx'

const AT = `/api/v2/vehicle/imports/${ID}`
const MAPPING_AT = `/api/v2/import-mappings/${OTHER_ID}`
const problem = (status: number, title: string) => ({ status, json: { type: 'about:blank', title, status } })

let file: Import
let rows: readonly ImportRow[]
let recent: readonly Import[]
let saved: readonly SavedMapping[]
let refusal: ReturnType<typeof problem> | undefined
let reading: number
/** The replies to the successive calls of `columns`. */
let looks: (ReturnType<typeof problem> | { json: object })[]
const look = () => looks.shift() ?? problem(422, 'El archivo no tiene filas debajo de los encabezados.')
let server: Awaited<ReturnType<typeof startSmallServer>>
const uploaded = () => refusal ?? { json: { fileUrl: file.fileUrl, message: 'Revisado', import: file } }
const answer = (next: () => Import) => () => {
  if (refusal) return refusal
  file = next()
  return { json: { queueItemId: 'j1', message: 'Hecho', import: file } }
}
let ownMail: string | null = null
const ACCOUNT: Account = {
  username: 'norte-luis',
  firstName: 'Luis',
  lastName: 'Garza',
  email: null,
  phone: null,
  customId: null,
  company: { name: 'Norte', country: 'MX', timeZone: 'America/Monterrey' },
  profile: 'Operación',
  isMain: false,
  permissions: [],
  terms: { version: null, acceptedAt: null },
  passwordChangedAt: null,
  secondFactor: null,
  passkeyOrigin: null,
  factorRequired: { ofUser: false, ofAdmins: false },
  openSessions: 1,
  sessions: [],
  signIns: [],
}
beforeAll(async () => {
  server = await startSmallServer({
    [account.me.path]: () => ({ json: { ...ACCOUNT, email: ownMail } }),
    [imports.uploadTemplate.path]: uploaded,
    [imports.replaceTemplate.path]: uploaded,
    [imports.generateUploadTemplate.path]: () => ({ json: 'un archivo' }),
    [imports.generateEditionTemplate.path]: () => ({ json: { fileUrl: '/files/plantilla?s=1', totalCount: 31 } }),
    [imports.list.path]: () => ({ json: { imports: recent } }),
    [imports.mappings.path]: () => (refusal ? refusal : { json: { mappings: saved } }),
    [MAPPING_AT]: (body) => {
      if (refusal) return refusal
      const name = (JSON.parse(body || '{}') as { name?: string }).name
      saved = name ? saved.map((one) => ({ ...one, name })) : []
      return { json: { mapping: saved[0], message: 'Se borró la asignación de columnas «Mensual».' } }
    },
    [AT]: () => (reading === 200 ? { json: { import: file } } : problem(reading, 'No')),
    [`${AT}/columns`]: () => look(),
    [`${AT}/map`]: answer(() => checked()),
    [`${AT}/rows`]: () => ({ json: { rows, totalCount: rows.length, alike: [] } }),
    [`${AT}/apply`]: answer(() => ({ ...file, state: 'queued', job: job() })),
    [`${AT}/discard`]: answer(() => ({ ...file, state: file.state === 'queued' ? 'cancelled' : 'discarded' })),
    [`${AT}/undo`]: answer(() => ({ ...file, state: 'undoing', job: job() })),
    [queue.items.path]: () => ({ json: { queueInformation: { pendingTemplateQueue: 0, queueList: [] } } }),
    [catalogue.states.path]: () => ({ json: { states: [{ stateId: 19, stateName: 'Nuevo León', sources: [] }] } }),
    [catalogue.list.path]: (body) => ({ json: { vehicles: [], totalCount: body.includes('"stateId"') ? 31 : 80 } }),
    [tags.list.path]: () => ({ json: { userTags: [] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  file = checked()
  rows = [row()]
  recent = []
  saved = []
  refusal = undefined
  reading = 200
  looks = []
  server.sent.length = 0
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const sentTo = (path: string) => server.sent.filter((one) => one.path === path && one.method !== 'GET')
const bodies = (path: string) => sentTo(path).map(({ body }) => JSON.parse(body))
const book = (name = 'flota.xlsx', content = 'PK archivo') => new File([content], name)
const give = async (...files: File[]) => {
  await screen.findByRole('heading', { name: 'Plantilla' })
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, { target: { files } })
}
const mail = () => screen.getByLabelText<HTMLInputElement>('Correo para el aviso')
const catchDownloads = () => {
  const urls: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    urls.push(`${this.getAttribute('download') ?? ''} ${this.getAttribute('href') ?? ''}`.trim())
  })
  return { urls, done: () => click.mockRestore() }
}

test('a missing or wrong file or email address is reported at its field, and nothing is sent', async () => {
  showScreen(AddVehicles, '/addVehicles')
  await screen.findByRole('heading', { name: 'Alta de vehículos' })
  expect(mail().disabled).toBe(true)
  await press('Revisar archivo')
  expect(await screen.findByText('Seleccione un archivo .xlsx válido')).toBeTruthy()
  await give(book('flota.xls'))
  expect(await screen.findByText('Solo se aceptan archivos de tipo .xlsx o .csv')).toBeTruthy()
  expect(mail().disabled).toBe(true)
  await give(book())
  expect(screen.queryByText('Solo se aceptan archivos de tipo .xlsx o .csv')).toBeNull()
  await give(book('otra.xlsx'))
  expect(screen.queryByText('flota.xlsx')).toBeNull()
  expect(screen.getByText('otra.xlsx')).toBeTruthy()
  fireEvent.change(mail(), { target: { value: 'ana' } })
  await press('Revisar archivo')
  expect(await screen.findByText('Escriba un correo de electrónico válido')).toBeTruthy()
  expect(document.activeElement).toBe(mail())
  expect(sentTo(imports.uploadTemplate.path)).toEqual([])
})

test('a file is sent, checked and applied: counts, address, focus, dialog, and progress until its end', async () => {
  const router = showScreen(AddVehicles, '/addVehicles')
  await give(book())
  fireEvent.change(mail(), { target: { value: 'ana@norte.mx' } })
  await press('Revisar archivo')
  const heading = await screen.findByRole('heading', { name: 'flota.xlsx' })
  const [sent] = sentTo(imports.uploadTemplate.path)
  for (const part of [
    'name="fileName"',
    'name="notifyTo"',
    'ana@norte.mx',
    'name="preview"',
    'true',
    'name="file"',
    'PK archivo',
  ])
    expect(sent?.body).toContain(part)
  expect(router.state.location.search).toEqual({ archivo: ID })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(await screen.findByRole('button', { name: '1,204 Nuevas' })).toBeTruthy()
  expect(mail().value).toBe('ana@norte.mx')
  await press('Dar de alta 1,204 vehículos')
  const modal = await dialog('Su plantilla se está procesando')
  expect(modal.getByText(/avisará por correo a ana@norte\.mx/)).toBeTruthy()
  expect(modal.getByRole('button', { name: 'Ver panel de trabajos' })).toBeTruthy()
  expect(bodies(`${AT}/apply`)).toEqual([{ notifyTo: 'ana@norte.mx', checkId: OTHER_ID }])
  fireEvent.click(modal.getByRole('button', { name: 'Cerrar' }))
  file = { ...file, job: job({ progress: { done: 600, total: 1204, what: 'Escribiendo vehículos' } }) }
  const bar = screen.getByRole('progressbar', { name: 'Avance de la aplicación' })
  await waitFor(() => expect(bar.getAttribute('value')).toBe('600'), { timeout: 10_000 })
  expect(screen.getByText(/600 de 1,204 · Escribiendo vehículos/)).toBeTruthy()
  file = { ...file, state: 'applied', appliedDateTime: '2026-11-20T12:00:00Z', undoUntil: '2026-11-27T12:00:00Z' }
  expect(
    await screen.findByText(/Se dieron de alta 1,204 vehículos el 20\/11\/2026/, {}, { timeout: 10_000 }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver el catálogo' })).toBeTruthy()
}, 30_000)

test('with errors, the dialog says that nothing was written, offers the marked file and opens the cells', async () => {
  file = checked({
    state: 'refused',
    counts: counts({ rows: 10, new: 7, refused: 3 }),
    errorCount: 4,
    commonNotes: [{ level: 'error', column: 'VIN', message: 'VIN es requerido!', count: 3 }],
    fileUrl: '/files/marcado?s=1',
  })
  const router = showScreen(AddVehicles, '/addVehicles')
  await give(book())
  fireEvent.change(mail(), { target: { value: 'ana@norte.mx' } })
  await press('Revisar archivo')
  const modal = await dialog('¡Su plantilla contiene errores!')
  expect(modal.getByText(/Hay 4 errores en 3 de 10 filas\. No se escribió nada/)).toBeTruthy()
  expect(modal.getByText(/VIN es requerido!/).textContent).toContain('3 filas')
  const files = catchDownloads()
  fireEvent.click(modal.getByRole('button', { name: 'Descargar archivo marcado' }))
  expect(files.urls).toEqual(['/files/marcado?s=1'])
  files.done()
  fireEvent.click(modal.getByRole('button', { name: 'Corregir aquí' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ archivo: ID }))
  const lines = await screen.findByRole('list', { name: 'Filas por corregir' })
  await waitFor(() => expect(document.activeElement).toBe(lines))
  expect(screen.queryByRole('button', { name: /^Dar de alta/ })).toBeNull()
})

test('a file that the server rejects shows the reason in the form, which loses nothing', async () => {
  refusal = problem(422, 'El archivo está protegido con contraseña; quítela y envíelo de nuevo.')
  showScreen(AddVehicles, '/addVehicles')
  await give(book())
  fireEvent.change(mail(), { target: { value: 'ana@norte.mx' } })
  await press('Revisar archivo')
  expect(await screen.findByText(/protegido con contraseña/)).toBeTruthy()
  expect([screen.getByText('flota.xlsx').tagName, mail().value]).toEqual(['STRONG', 'ana@norte.mx'])
})

test('an edit file shows old and new values, effects and an earlier copy; each count filters the rows', async () => {
  file = checked({
    kind: 'edit',
    counts: counts({ rows: 3, changed: 2, unchanged: 1, warned: 1 }),
    effects: { deactivated: 2, reactivated: 1, replaced: 0, newTagCount: 1, newTags: ['reparto'] },
    sameAs: { importId: OTHER_ID, dateTime: '2026-11-20T12:00:00Z', who: 'norte-luis', state: 'applied' },
  })
  const changes = [
    { field: 'vehicleColor', column: 'Color', before: 'ROJO', after: 'BLANCO' },
    { field: 'customId', column: 'Identificador', before: null, after: 'ECO-1' },
  ]
  const note = { field: 'vin', column: 'VIN', message: 'El dígito verificador no coincide.', level: 'warning' } as const
  rows = [row({ action: 'changed', vehicleAssetId: 7, changes, notes: [note] })]
  const router = showScreen(EditVehicles, `/editVehicles?archivo=${ID}`)
  expect((await screen.findByText(/Este mismo archivo/)).textContent).toContain(
    'ya se aplicó el 20/11/2026 06:00 por norte-luis',
  )
  const line = within((await screen.findAllByRole('row'))[1] as HTMLElement)
  expect(line.getByText('ROJO').tagName).toBe('S')
  expect(line.getByText('BLANCO').tagName).toBe('STRONG')
  expect(line.getByText('(vacío)').tagName).toBe('S')
  expect(line.getByText(/dígito verificador/).textContent).toContain('Aviso: VIN.')
  const besides = screen.getByRole('list', { name: 'Además' }).textContent
  for (const text of ['2 vehículos se dan de baja', '1 vehículo se reactiva', 'Se crea la etiqueta: reparto'])
    expect(besides).toContain(text)
  fireEvent.click(line.getByRole('button', { name: 'RKA123B' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ asset: '7' }))
  await press('1 Sin cambios')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ ver: 'unchanged' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '1 Sin cambios' }).getAttribute('aria-pressed')).toBe('true'),
  )
  expect(screen.getByRole('button', { name: 'Cambiar 2 vehículos' })).toBeTruthy()
})

test('a change of a large part of the fleet is applied only after its word has been typed', async () => {
  file = checked({
    kind: 'replace',
    counts: counts({ rows: 40, changed: 40 }),
    effects: { deactivated: 0, reactivated: 0, replaced: 40, newTagCount: 0, newTags: [] },
    guard: { affected: 40, active: 80, percent: 50, word: 'REEMPLAZAR 40' },
  })
  const changes = [{ field: 'vin', column: 'VIN nuevo', before: '3N1CN8AE1RL000999', after: '3N1CN8AE1RL000101' }]
  rows = [row({ action: 'changed', plate: 'RKA999B', changes })]
  showScreen(ReplaceVehicles, `/replaceVehicles?archivo=${ID}`)
  expect((await screen.findByRole('rowheader')).textContent).toBe('RKA999B3N1CN8AE1RL000999')
  await press('Reemplazar 40 vehículos')
  const modal = await dialog('Es una parte grande de la flota')
  expect(modal.getByText(/40 de 80 vehículos activos \(50 %\)/)).toBeTruthy()
  fireEvent.click(modal.getByRole('button', { name: 'Reemplazar 40 vehículos' }))
  expect(modal.getByText('Escriba REEMPLAZAR 40 para continuar.')).toBeTruthy()
  expect(bodies(`${AT}/apply`)).toEqual([])
  fireEvent.change(modal.getByLabelText('Para confirmar escriba REEMPLAZAR 40'), { target: { value: 'reemplazar 40' } })
  refusal = problem(409, 'La flota cambió: revise el archivo de nuevo.')
  fireEvent.click(modal.getByRole('button', { name: 'Reemplazar 40 vehículos' }))
  expect(await modal.findByText('La flota cambió: revise el archivo de nuevo.')).toBeTruthy()
  refusal = undefined
  fireEvent.click(modal.getByRole('button', { name: 'Reemplazar 40 vehículos' }))
  await dialog('Su plantilla se está procesando')
  expect(bodies(`${AT}/apply`).at(-1)).toEqual({
    notifyTo: 'ana@norte.mx',
    checkId: OTHER_ID,
    confirmation: 'reemplazar 40',
  })
})

test('the dialog of an application closes when it ends, and a notice reports the result', async () => {
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  await press('Dar de alta 1,204 vehículos')
  await dialog('Su plantilla se está procesando')
  file = { ...file, state: 'applied', appliedDateTime: '2026-11-20T12:00:00Z', undoUntil: '2026-11-27T12:00:00Z' }
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 10_000 })
  await waitFor(() =>
    expect(notices.get().map(({ text }) => text)).toContainEqual(
      expect.stringContaining('Se dieron de alta 1,204 vehículos.'),
    ),
  )
})

test('the email field starts with the user’s own address, until the user types another', async () => {
  ownMail = 'luis@norte.mx'
  showScreen(AddVehicles, '/addVehicles')
  await give(book())
  await waitFor(() => expect(mail().value).toBe('luis@norte.mx'))
  ownMail = null
  fireEvent.change(mail(), { target: { value: '' } })
  expect(mail().value).toBe('')
})

test('cancelling an application asks for confirmation', async () => {
  file = checked({ state: 'queued', job: job() })
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  await press('Cancelar la aplicación')
  const modal = await dialog('Cancelar la aplicación')
  expect(modal.getByText(/nunca queda a medias/)).toBeTruthy()
  fireEvent.click(modal.getByRole('button', { name: 'Cancelar la aplicación' }))
  expect(await screen.findByText('Cancelado.')).toBeTruthy()
})

test('a recent file is undone after a dialog explains the effects; then the result is shown', async () => {
  const applied = checked({
    state: 'applied',
    appliedDateTime: '2026-11-20T12:00:00Z',
    undoUntil: '2026-11-27T12:00:00Z',
  })
  recent = [
    applied,
    checked({ importId: OTHER_ID, fileName: 'mala.xlsx', state: 'refused', counts: counts({ rows: 5, refused: 5 }) }),
  ]
  file = applied
  const router = showScreen(AddVehicles, '/addVehicles')
  const list = within(await screen.findByRole('region', { name: 'Archivos recientes' }))
  expect((await list.findByText('mala.xlsx', { selector: 'strong' })).closest('li')?.textContent).toContain(
    'Con errores5 filas5 con error',
  )
  fireEvent.click(list.getByRole('button', { name: 'Deshacer flota.xlsx' }))
  const modal = await dialog('Deshacer flota.xlsx')
  expect(modal.getByText(/soporte puede recuperarlos durante 30 días/).textContent).toContain('alguien cambió después')
  const release = server.hold()
  fireEvent.click(modal.getByRole('button', { name: 'Deshacer' }))
  await expectToStayOnceBusy()
  release()
  await waitFor(() => expect(router.state.location.search).toEqual({ archivo: ID }))
  expect(bodies(`${AT}/undo`)).toEqual([{ notifyTo: 'ana@norte.mx' }])
  await screen.findByRole('progressbar', { name: 'Avance de deshacer' })
  const undone = {
    dateTime: '2026-11-21T12:00:00Z',
    who: 'norte-ana',
    restored: 1203,
    kept: 1,
    reportUrl: '/files/informe?s=1',
  }
  file = { ...file, state: 'undone', undoUntil: null, undone }
  const message = await screen.findByText(/1,203 vehículos se quitaron de la flota\./, {}, { timeout: 10_000 })
  expect(message.textContent).toContain('1 vehículo se quedó como está porque alguien lo cambió después.')
  expect(screen.getByRole('button', { name: 'Descargar el informe' })).toBeTruthy()
}, 30_000)

test('a wrong file replaces the selected one: nothing is sent', async () => {
  showScreen(AddVehicles, '/addVehicles')
  await give(book())
  expect(screen.getByText('flota.xlsx')).toBeTruthy()
  await give(book('notas.docx'))
  expect(await screen.findByText('Solo se aceptan archivos de tipo .xlsx o .csv')).toBeTruthy()
  expect(screen.queryByText('flota.xlsx')).toBeNull()
  await give(book())
  await give(book('una.xlsx'), book('otra.xlsx'))
  expect(await screen.findByText('Suelte un solo archivo .xlsx')).toBeTruthy()
  await press('Revisar archivo')
  expect(sentTo(imports.uploadTemplate.path)).toEqual([])
})

test('when the session ends during an upload, a message says so and stays on the sign-in page', async () => {
  refusal = problem(401, 'No')
  showScreen(AddVehicles, '/addVehicles')
  await give(book())
  fireEvent.change(mail(), { target: { value: 'ana@norte.mx' } })
  await press('Revisar archivo')
  const message = 'Su sesión terminó; inicie sesión y envíe el archivo de nuevo.'
  expect(await screen.findByText(message, { selector: 'small' })).toBeTruthy()
  expect(notices.get().map(({ text }) => text)).toContain(message)
})

test('the template of new vehicles is downloaded under its name; an empty list of files says so', async () => {
  showScreen(AddVehicles, '/addVehicles')
  const files = catchDownloads()
  await press('Descargar plantilla')
  await waitFor(() => expect(files.urls[0]).toMatch(/^Plantilla de alta de vehículos 5\.2\.xlsx blob:/))
  files.done()
  expect(await screen.findByText('Sin archivos')).toBeTruthy()
})

test('the edit template contains the vehicles of the catalogue filter, or the active fleet', async () => {
  localStorage.setItem('padron.1.catalogue-filters', JSON.stringify({ states: [19] }))
  showScreen(EditVehicles, '/editVehicles')
  const filtered = await screen.findByLabelText(
    /Los vehículos del filtro del catálogo \(Estado: Nuevo León · Estatus: Activo\) · 31 vehículos/,
  )
  expect(await screen.findByLabelText(/Toda la flota activa · 80 vehículos/)).toBeTruthy()
  expect((filtered as HTMLInputElement).checked).toBe(true)
  const files = catchDownloads()
  await press('Descargar plantilla')
  await waitFor(() => expect(files.urls).toEqual(['/files/plantilla?s=1']))
  fireEvent.click(screen.getByLabelText(/Toda la flota activa/))
  await press('Descargar plantilla')
  await waitFor(() => expect(files.urls).toHaveLength(2))
  files.done()
  const active = { assetHistoric: { assetStatusId: [1] } }
  expect(bodies(imports.generateEditionTemplate.path)).toEqual([
    { vehicleClass: { state: { stateId: [19] }, ...active } },
    { vehicleClass: active },
  ])
  expect(screen.getByRole('link', { name: 'Cambiar el filtro en el catálogo' }).getAttribute('href')).toBe('/')
})

test('a link to a file that does not exist, that the user may not see, or that cannot be loaded', async () => {
  reading = 404
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  expect(await screen.findByText('Error (404) No se ha encontrado el recurso.')).toBeTruthy()
  cleanup()
  reading = 403
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  expect(await screen.findByText('Error (403) Usted no tiene acceso a este recurso.')).toBeTruthy()
  cleanup()
  reading = 500
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  await screen.findByRole('button', { name: 'Reintentar' })
  reading = 200
  await press('Reintentar')
  expect(await screen.findByRole('heading', { name: 'flota.xlsx' })).toBeTruthy()
})

test('a file that could not be applied shows the reason and can be checked again', async () => {
  file = checked({ state: 'failed', job: job({ error: 'El VIN 3N1 ya está en la flota.' }) })
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`, { ...ADMIN, role: ['masive_upload'] })
  expect(await screen.findByText(/El VIN 3N1 ya está en la flota\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Revisar de nuevo' })).toBeTruthy()
})

test('saved mappings are renamed and deleted in their dialog; an empty list says so', async () => {
  saved = [
    {
      importMappingId: OTHER_ID,
      kind: 'add',
      name: 'Control de flota',
      columns: 7,
      who: 'norte-ana',
      dateTime: '2026-11-20T12:00:00Z',
    },
  ]
  showScreen(AddVehicles, '/addVehicles')
  await press('Asignaciones de columnas')
  const list = await dialog('Asignaciones de columnas')
  expect(await list.findByRole('row', { name: /Control de flota 7 norte-ana/ })).toBeTruthy()
  await press('Cambiar nombre Control de flota')
  const rename = await dialog('Cambiar nombre')
  const name = rename.getByLabelText<HTMLInputElement>(/Nombre/)
  fireEvent.change(name, { target: { value: ' ' } })
  await press('Guardar nombre')
  expect(await rename.findByText('Escriba un nombre')).toBeTruthy()
  refusal = problem(409, 'Ya hay otra asignación de columnas con el nombre «Mensual»; escriba otro.')
  fireEvent.change(name, { target: { value: 'Mensual' } })
  await press('Guardar nombre')
  expect(await rename.findByText(/Ya hay otra asignación de columnas/)).toBeTruthy()
  refusal = undefined
  await press('Guardar nombre')
  expect(await list.findByRole('row', { name: /Mensual/ })).toBeTruthy()
  await press('Borrar Mensual')
  expect((await dialog('Borrar asignación de columnas')).getByText(/volverá a preguntar/)).toBeTruthy()
  await press('Borrar asignación')
  expect(await list.findByText('Sin asignaciones de columnas')).toBeTruthy()
  expect(list.getByText(/Conservar esta asignación como/)).toBeTruthy()
  const sent = sentTo(MAPPING_AT).map(({ method, body }) => [method, body])
  expect(sent).toEqual([
    ['PUT', '{"name":"Mensual"}'],
    ['PUT', '{"name":"Mensual"}'],
    ['DELETE', ''],
  ])
})

test('a mapping with which no row is valid says so, and offers to change the columns', async () => {
  file = checked({
    state: 'refused',
    mapping: { name: 'Control de flota' },
    counts: counts({ rows: 2, refused: 2 }),
    errorCount: 2,
  })
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  expect(await screen.findByText(/«Control de flota»\. Ninguna fila se puede usar/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Cambiar columnas' })).toHaveLength(1)
})

test('a file without rows is rejected without proposing a mapping', async () => {
  file = checked({ state: 'refused', isUnmapped: true, counts: counts(), errorCount: 1 })
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  expect(await screen.findByText('El archivo no tiene filas debajo de los encabezados.')).toBeTruthy()
  expect(screen.queryByText(/Revise lo que se propone/)).toBeNull()
})

test('the user selects the row of the headings if none was found; a wrong one is rejected at the field', async () => {
  const firstRows = [
    { row: 1, text: 'Resumen' },
    { row: 3, text: 'Matrícula · Bastidor' },
  ]
  const unheaded = { name: 'Hoja1', headingRow: null, rows: 0, columns: [], withoutState: null, firstRows }
  const column = (heading: string, field: string) => ({
    heading,
    field,
    category: null,
    filled: 2,
    samples: [`${heading} 1`],
    values: null,
  })
  const headed = {
    ...unheaded,
    headingRow: 3,
    rows: 2,
    columns: [column('Matrícula', 'plate'), column('Bastidor', 'vin')],
  }
  const mapping = {
    sheets: [{ name: 'Hoja1', stateId: null }],
    sheetCategory: null,
    columns: [],
    values: [],
    missingState: { bySeries: false, federal: null, other: null },
  }
  const answerWith = (sheet: object) => ({ json: { sheets: [sheet], mapping, name: null } })
  looks = [answerWith(unheaded), problem(422, 'La fila 1 está en blanco.'), answerWith(headed)]
  file = checked({ state: 'refused', isUnmapped: true, counts: counts(), errorCount: 1 })
  showScreen(AddVehicles, `/addVehicles?archivo=${ID}`)
  const choice = await screen.findByLabelText<HTMLSelectElement>('Encabezados en la fila')
  expect(screen.getByText('No se encontró la fila de los encabezados')).toBeTruthy()
  expect([...choice.options].map(({ text }) => text)).toEqual(['Elija…', '1 · Resumen', '3 · Matrícula · Bastidor'])
  expect(screen.queryByRole('table', { name: 'Columnas de su archivo' })).toBeNull()
  await press('Revisar con estas columnas')
  expect(await screen.findByText('Falta decir en qué fila de la hoja «Hoja1» están los encabezados.')).toBeTruthy()
  fireEvent.change(choice, { target: { value: '1' } })
  expect(await screen.findByText('La fila 1 está en blanco.')).toBeTruthy()
  await waitFor(() => expect(choice.disabled).toBe(false))
  fireEvent.change(choice, { target: { value: '3' } })
  expect(await screen.findByLabelText('«Matrícula» es')).toHaveProperty('value', 'plate')
  expect(choice.value).toBe('3')
  expect(screen.queryByText('No se encontró la fila de los encabezados')).toBeNull()
  expect(screen.queryByText('La fila 1 está en blanco.')).toBeNull()
  await press('Revisar con estas columnas')
  await waitFor(() => expect(sentTo(`${AT}/map`)).toHaveLength(1))
  const [sent] = sentTo(`${AT}/map`).map(({ body }) => JSON.parse(body))
  expect(sent.mapping).toMatchObject({
    sheets: [{ name: 'Hoja1', stateId: null, headingRow: 3 }],
    columns: [
      { heading: 'Matrícula', field: 'plate' },
      { heading: 'Bastidor', field: 'vin' },
    ],
  })
})
