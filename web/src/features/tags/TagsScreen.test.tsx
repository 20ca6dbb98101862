// The tags: cards with counts that link to the catalogue; adding, renaming, deleting with its effects and undo, and
// conflicts with other users.
import { tags as calls, type TagCategory } from '@padron/contract/tags'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import type { User } from '../../session/session.ts'
import { expectToStayWhileBusy } from '../../testing/busy-dialog.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { TagsScreen } from './TagsScreen.tsx'

const UNDO = '7f0c1e2a-0000-4000-8000-000000000001'
const tag = (tagId: number, tagName: string, vehicles: number) => ({ tagId, tagName, tagColor: 'blue', vehicles })
const first = (): TagCategory[] => [
  { tagCategoryId: 1, tagCategoryName: 'Área', tagColor: 'blue', tags: [tag(11, 'ventas', 12), tag(12, 'almacén', 0)] },
  { tagCategoryId: 2, tagCategoryName: 'Rutas', tagColor: 'red', tags: [] },
]
let categories: TagCategory[] = []
let unasked: string[] = []
let answer: { status: number; json: unknown } | undefined
const problem = (status: number, title: string) => ({ status, json: { type: 'about:blank', title, status } })

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  const change = () => answer ?? { json: { message: 'listo', undoId: UNDO } }
  server = await startSmallServer({
    [calls.categories.path]: (_, method) => (method === 'GET' ? (answer ?? { json: { categories } }) : change()),
    [calls.create.path]: change,
    [calls.undo.path]: change,
    [calls.effects.path]: () => ({ json: { tags: 1, vehicles: 12, users: 1, views: 0, documentTypes: 0, unasked } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  categories = first()
  answer = undefined
  unasked = []
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
  server.sent.length = 0
})

const show = (user: User = ADMIN, address = '/catalogs/tags') => showScreen(TagsScreen, address, user)
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const sent = (path: string, method: string) =>
  server.sent.filter((one) => one.path === path && one.method === method).map(({ body }) => JSON.parse(body))
const act = async (menu: string, item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: menu }))
  fireEvent.click(screen.getByRole('menuitem', { name: item }))
}

test('each category has a card, and each count links to exactly those vehicles', async () => {
  show()
  const area = await card('Área')
  const link = area.getByRole('link', { name: '12 veh. con la etiqueta ventas' })
  expect(link.getAttribute('href')).toBe('/?tags=11')
  expect(area.getAllByRole('link')).toHaveLength(1)
  expect((await card('Rutas')).getByText('Sin etiquetas')).toBeTruthy()
  expect(screen.getByText('2 etiquetas en 2 categorías')).toBeTruthy()
})

test('a user with read permission only sees no buttons that change tags', async () => {
  show({ ...ADMIN, role: ['tags_read'] })
  await card('Área')
  expect(screen.queryByRole('textbox', { name: /^Agregar etiqueta/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Acciones/ })).toBeNull()
  expect(screen.queryByRole('form', { name: 'Agregar categoría' })).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})

test('a tag is added in lower case; nothing is sent without a name or twice', async () => {
  show()
  const area = await card('Área')
  const input = area.getByRole('textbox', { name: 'Agregar etiqueta a Área' })
  const add = () => fireEvent.click(area.getByRole('button', { name: 'Agregar etiqueta a Área' }))
  add()
  expect(area.getByText('Escriba el nombre de la etiqueta a agregar')).toBeTruthy()
  fireEvent.change(input, { target: { value: ' VENTAS ' } })
  expect(area.getByText('Se guardará como «ventas»')).toBeTruthy()
  add()
  expect(area.getByText('La categoría ya tiene la etiqueta «ventas»')).toBeTruthy()
  expect(sent(calls.create.path, 'POST')).toEqual([])
  fireEvent.change(input, { target: { value: 'Taller' } })
  categories = first().map((one) =>
    one.tagCategoryId === 1 ? { ...one, tags: [...one.tags, tag(13, 'taller', 0)] } : one,
  )
  add()
  expect(await screen.findByText('Etiqueta agregada correctamente')).toBeTruthy()
  expect(sent(calls.create.path, 'POST')).toEqual([{ tags: [{ tagCategoryId: 1, tagName: 'Taller' }] }])
  expect(await area.findByText('taller')).toBeTruthy()
  expect((input as HTMLInputElement).value).toBe('')
})

test('a refusal is reported at its field, and what was typed stays', async () => {
  show()
  const rutas = await card('Rutas')
  answer = problem(409, 'Ya existe')
  const input = rutas.getByRole('textbox', { name: 'Agregar etiqueta a Rutas' }) as HTMLInputElement
  fireEvent.change(input, { target: { value: 'sur' } })
  fireEvent.click(rutas.getByRole('button', { name: 'Agregar etiqueta a Rutas' }))
  expect(await rutas.findByText('Ya existe')).toBeTruthy()
  expect(input.value).toBe('sur')
})

test('a category requires a name and a colour', async () => {
  show()
  const form = within(await screen.findByRole('form', { name: 'Agregar categoría' }))
  const submit = () => fireEvent.click(form.getByRole('button', { name: 'Agregar categoría' }))
  submit()
  expect(form.getByText('Escriba el nombre de la categoría')).toBeTruthy()
  expect(form.getByText('Seleccione el color de la categoría')).toBeTruthy()
  fireEvent.change(form.getByLabelText('Nueva categoría'), { target: { value: 'Sucursales' } })
  fireEvent.change(form.getByLabelText('Color'), { target: { value: 'geekblue' } })
  submit()
  expect(await screen.findByText('Se realizó la operación con éxito')).toBeTruthy()
  expect(sent(calls.createCategory.path, 'POST')).toEqual([
    { TagCategory: [{ TagCategoryName: 'Sucursales', TagColor: 'geekblue' }] },
  ])
})

test('deleting shows first where the tag is used, and can be undone', async () => {
  show()
  await card('Área')
  await act('Acciones de la etiqueta ventas', 'Eliminar etiqueta')
  const dialog = within(screen.getByRole('dialog', { name: 'Eliminar etiqueta' }))
  expect(await dialog.findByText('Se quitará de 12 vehículos y 1 usuario.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Eliminar etiqueta' }))
  expect(await screen.findByText('Etiqueta eliminada correctamente')).toBeTruthy()
  expect(sent(calls.remove.path, 'DELETE')).toEqual([{ tags: [{ tagId: 11, tagName: 'ventas' }] }])
  fireEvent.click(screen.getByRole('button', { name: /Deshacer/ }))
  expect(await screen.findByText('Etiquetas recuperadas correctamente')).toBeTruthy()
  expect(sent(calls.undo.path, 'POST')).toEqual([{ undoId: UNDO }])

  await act('Acciones de la categoría Área', 'Eliminar categoría')
  const whole = within(screen.getByRole('dialog', { name: 'Eliminar categoría' }))
  await whole.findByText('Se quitará de 12 vehículos y 1 usuario.')
  fireEvent.click(whole.getByRole('button', { name: 'Eliminar categoría' }))
  expect(await screen.findByText('Categoria eliminada correctamente')).toBeTruthy()
  expect(sent(calls.removeCategory.path, 'DELETE')).toEqual([
    { tagsGroup: [{ TagCategoryId: 1, TagCategoryName: 'Área' }] },
  ])
})

test('the confirmation can be closed while the uses are loading', async () => {
  show()
  await act('Acciones de la etiqueta ventas', 'Eliminar etiqueta')
  const dialog = within(screen.getByRole('dialog', { name: 'Eliminar etiqueta' }))
  expect(dialog.getByText('Viendo qué la usa…')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('deleting names the document types that will no longer be required', async () => {
  unasked = ['Póliza de seguro']
  show()
  await card('Área')
  await act('Acciones de la etiqueta ventas', 'Eliminar etiqueta')
  const dialog = within(screen.getByRole('dialog', { name: 'Eliminar etiqueta' }))
  expect(
    await dialog.findByText('Se quitará de 12 vehículos y 1 usuario. «Póliza de seguro» dejará de pedirse.'),
  ).toBeTruthy()
})

test('closing a changed dialog asks for confirmation, an unchanged one does not', async () => {
  show()
  await card('Área')
  for (const [menu, item, title, field] of [
    ['Acciones de la etiqueta ventas', 'Cambiar nombre', 'Cambiar el nombre de la etiqueta', 'Nombre'],
    ['Acciones de la categoría Área', 'Editar categoría', 'Editar categoría', 'Nombre'],
  ] as const) {
    await act(menu, item)
    const dialog = () => screen.getByRole('dialog', { name: title })
    const leave = () =>
      fireEvent.click(within(dialog()).getAllByRole('button', { name: 'Cerrar ventana' })[0] as HTMLElement)
    leave()
    expect(screen.queryByRole('dialog')).toBeNull()
    await act(menu, item)
    const input = within(dialog()).getByLabelText(field) as HTMLInputElement
    fireEvent.change(input, { target: { value: 'otro' } })
    leave()
    const question = () => within(screen.getByRole('dialog', { name: 'Cambios sin guardar' }))
    fireEvent.click(question().getByRole('button', { name: 'Seguir editando' }))
    expect(input.value).toBe('otro')
    fireEvent(dialog(), new Event('cancel', { cancelable: true }))
    fireEvent.click(question().getByRole('button', { name: 'Descartar cambios' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})

test('a new tag that the search hides is reported', async () => {
  show(ADMIN, '/catalogs/tags?text=venta')
  const area = await card('Área')
  fireEvent.change(area.getByRole('textbox', { name: 'Agregar etiqueta a Área' }), { target: { value: 'Taller' } })
  fireEvent.click(area.getByRole('button', { name: 'Agregar etiqueta a Área' }))
  expect(await screen.findByText(/«taller» no se ve aquí: se busca «venta»/)).toBeTruthy()
})

test('an existing category name is reported at its field, which gets the focus', async () => {
  show()
  const form = within(await screen.findByRole('form', { name: 'Agregar categoría' }))
  const name = form.getByLabelText('Nueva categoría')
  fireEvent.change(name, { target: { value: 'Área' } })
  fireEvent.change(form.getByLabelText('Color'), { target: { value: 'red' } })
  const message = 'Ya existe una categoría con ese nombre'
  answer = {
    status: 409,
    json: {
      type: 'about:blank',
      title: message,
      status: 409,
      errors: [{ path: 'TagCategory.0.TagCategoryName', message }],
    },
  }
  fireEvent.click(form.getByRole('button', { name: 'Agregar categoría' }))
  await form.findByText(message)
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(form.getByRole('alert').textContent).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(name))
  answer = undefined
  fireEvent.change(name, { target: { value: 'Áreas' } })
  expect(form.queryByText(message)).toBeNull()
})

test('a name that another user changed meanwhile is reported before it is overwritten', async () => {
  show()
  await card('Área')
  await act('Acciones de la etiqueta ventas', 'Cambiar nombre')
  const dialog = within(screen.getByRole('dialog', { name: 'Cambiar el nombre de la etiqueta' }))
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Guardar cambios' }))
  fireEvent.change(dialog.getByLabelText('Nombre'), { target: { value: 'mostrador' } })
  categories = first().map((one) => ({
    ...one,
    tags: one.tags.map((old) => (old.tagId === 11 ? { ...old, tagName: 'comercial' } : old)),
  }))
  server.sent.length = 0
  answer = problem(409, 'Otra persona cambió la etiqueta.')
  save()
  await dialog.findByText('Otra persona cambió la etiqueta.')
  answer = undefined
  await queryClient.invalidateQueries()
  expect(await dialog.findByText('comercial')).toBeTruthy()
  expect((dialog.getByLabelText('Nombre') as HTMLInputElement).value).toBe('mostrador')
  save()
  expectToStayWhileBusy()
  expect(await screen.findByText('Etiqueta guardada correctamente')).toBeTruthy()
  expect(sent(calls.rename.path, 'PUT').map(({ expected }) => expected)).toEqual(['ventas', 'comercial'])
})

test('the search is in the address, and an empty result says so', async () => {
  const router = show(ADMIN, '/catalogs/tags?text=alma')
  expect((await card('Área')).queryByText('ventas')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Rutas' })).toBeNull()
  const field = screen.getByRole('textbox', { name: 'Buscar etiqueta' })
  fireEvent.change(field, { target: { value: 'zzz' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByText('Sin coincidencias')).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ text: 'zzz' })
  fireEvent.click(screen.getAllByRole('button', { name: 'Limpiar filtros' })[0] as HTMLElement)
  expect(await screen.findByRole('region', { name: 'Rutas' })).toBeTruthy()
})

test('a failure is reported and can be retried; an empty list says what to do', async () => {
  answer = { status: 500, json: {} }
  show()
  const retry = await screen.findByRole('button', { name: 'Reintentar' }, { timeout: 10_000 })
  expect(screen.getAllByText('Error al recibir las etiquetas').length).toBeGreaterThan(0)
  answer = undefined
  categories = []
  fireEvent.click(retry)
  expect(await screen.findByText('Sin etiquetas')).toBeTruthy()
})
