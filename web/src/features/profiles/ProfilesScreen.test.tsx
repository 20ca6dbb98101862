// The permission profiles: opened, edited, saved, created and deleted, with every refusal.
import { PROFILE_TEXTS, type Profile, profiles, type RoleGroup } from '@padron/contract/profiles'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { ProfilesScreen } from './ProfilesScreen.tsx'

const role = (roleTypeId: number, description: string, level: number) => ({
  roleId: roleTypeId * 10 + level,
  description,
  level,
})
const GROUPS: RoleGroup[] = [
  {
    roleTypeId: 1,
    name: 'Vehículos',
    maxLevel: 3,
    roles: [role(1, 'Consultar', 1), role(1, 'Editar', 2), role(1, 'Agregar', 3)],
  },
  {
    roleTypeId: 2,
    name: 'Etiquetas',
    maxLevel: 1,
    roles: [role(2, 'Ver etiquetas', 1), role(2, 'Crear etiquetas', 2)],
  },
  { roleTypeId: 3, name: 'Cola', maxLevel: 0, roles: [role(3, 'Ver la cola', 1)] },
]
const profile = (presetId: number, rolePresetName: string, rest: Partial<Profile['preset']> = {}): Profile => ({
  preset: {
    presetId,
    rolePresetName,
    userId: 1,
    version: 1,
    userCount: 2,
    requiresFactor: false,
    editable: presetId > 0,
    ...rest,
  },
  roles: [],
  presetMaxLevels: presetId ? [{ roleTypeId: 1, level: 2 }] : [],
})

type Answer = { status?: number; json: unknown }
const problem = (status: number, title: string, path?: string): Answer => ({
  status,
  json: { type: 'about:blank', title, status, ...(path && { errors: [{ path, message: title }] }) },
})
let stored: Profile[] = []
let refusal: Answer | undefined
let broken = false
/** Delays the response to a request. */
let slow: PromiseWithResolvers<void> | undefined

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [profiles.groups.path]: () => ({ json: { orderRoles: GROUPS } }),
    [profiles.list.path]: async (_, method) => {
      if (method === 'GET') return broken ? { status: 500, json: {} } : { json: { catalogFilter: stored } }
      await slow?.promise
      return refusal ?? { json: method === 'POST' ? { presetId: 9 } : { message: '' } }
    },
    '/api/v2/roles/presets/5': () => refusal ?? { json: { message: '' } },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = [profile(0, 'Sin roles'), profile(5, 'Patio'), profile(6, 'Oficina', { userCount: 0, editable: false })]
  refusal = undefined
  broken = false
  slow = undefined
  server.sent.length = 0
  localStorage.clear()
  notices.set([])
})
afterEach(cleanup)

const open = async (address = '/catalogs/roles?perfil=5', user = ADMIN) => {
  const router = showScreen(ProfilesScreen, address, user)
  await screen.findByRole('navigation', { name: 'Perfiles de la empresa' })
  return router
}
const slider = (name: string, within_: HTMLElement = document.body) =>
  within(within_).getByRole<HTMLInputElement>('slider', { name })
const slide = (name: string, level: number, inside?: HTMLElement) =>
  fireEvent.change(slider(name, inside), { target: { value: String(level) } })
const button = (name: string) => screen.getByRole('button', { name })
const saveButton = () => button('Guardar Cambios')
const nameField = () => screen.getByLabelText<HTMLInputElement>(/^Nombre del perfil/)
const sentBodies = (method: string) =>
  server.sent.filter((one) => one.method === method).map(({ body }) => (body ? JSON.parse(body) : undefined))
const noticed = () => notices.get().map(({ text }) => text)

test('the list omits «Sin roles» and counts the users of each profile; no profile is open at first', async () => {
  await open('/catalogs/roles')
  const list = screen.getByRole('navigation', { name: 'Perfiles de la empresa' })
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['OficinaSin usuarios', 'Patio2 usuarios'])
  expect(screen.getByText(PROFILE_TEXTS.nothingSelected)).toBeTruthy()
  expect(document.title).toContain('Perfiles')
})

test('each slider has the levels of its role type and names the selected one', async () => {
  await open()
  const vehicles = slider('Vehículos')
  expect([vehicles.min, vehicles.max, vehicles.value]).toEqual(['0', '3', '2'])
  expect(vehicles.getAttribute('aria-valuetext')).toBe('Editar')
  slide('Vehículos', 0)
  expect(vehicles.getAttribute('aria-valuetext')).toBe('Ningun permiso')
  const meanings = document.getElementById(vehicles.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
  expect(
    within(meanings as HTMLElement)
      .getAllByRole('listitem', { hidden: true })
      .map((one) => one.textContent),
  ).toEqual(['Ningun permiso', 'Consultar', 'Editar', 'Agregar'])
})

test('a level above the user’s own cannot be selected, and the reason is shown', async () => {
  await open()
  slide('Etiquetas', 2)
  expect(slider('Etiquetas').value).toBe('1')
  expect(screen.getByText('Puede dar hasta «Ver etiquetas», su propio nivel.')).toBeTruthy()
  slide('Cola', 1)
  expect(slider('Cola').value).toBe('0')
  expect(screen.getByText('Usted no lo tiene: no puede darlo.')).toBeTruthy()
})

test('a change is sent with its version and the highest role of each type', async () => {
  await open()
  expect(saveButton().getAttribute('aria-disabled')).toBe('true')
  slide('Vehículos', 3)
  slide('Etiquetas', 1)
  expect(screen.getByText('2 usuarios tienen este perfil; el cambio les llega en segundos.')).toBeTruthy()
  stored[1] = {
    ...profile(5, 'Patio', { version: 2 }),
    presetMaxLevels: [
      { roleTypeId: 1, level: 3 },
      { roleTypeId: 2, level: 1 },
    ],
  }
  fireEvent.click(saveButton())
  await waitFor(() => expect(noticed()).toContain('Los cambios han sido guardados con éxito'))
  expect(sentBodies('PUT')).toEqual([{ preset: { presetId: 5, version: 1 }, roleIDs: [13, 21] }])
  await waitFor(() => expect(saveButton().getAttribute('aria-disabled')).toBe('true'))
  expect(slider('Vehículos').value).toBe('3')
})

test('a new name is sent; an existing, empty or too long one is reported under its field', async () => {
  await open()
  for (const [name, fault] of [
    ['  oficina', PROFILE_TEXTS.nameInUse],
    [' ', PROFILE_TEXTS.nameRequired],
    ['x'.repeat(151), PROFILE_TEXTS.nameLong],
  ] as const) {
    fireEvent.change(nameField(), { target: { value: name } })
    expect(screen.getByText(fault)).toBeTruthy()
    fireEvent.click(saveButton())
  }
  expect(sentBodies('PUT')).toEqual([])
  fireEvent.change(nameField(), { target: { value: 'Patio sur' } })
  fireEvent.click(saveButton())
  await waitFor(() => expect(sentBodies('PUT')).toHaveLength(1))
  expect(sentBodies('PUT')[0].preset).toEqual({ presetId: 5, version: 1, rolePresetName: 'Patio sur' })
})

test('a profile without permissions is not saved', async () => {
  await open()
  slide('Vehículos', 0)
  expect(screen.getByText(PROFILE_TEXTS.empty)).toBeTruthy()
  fireEvent.click(saveButton())
  expect(sentBodies('PUT')).toEqual([])
})

test('a name that another user has just taken is reported', async () => {
  await open()
  fireEvent.change(nameField(), { target: { value: 'Taller' } })
  refusal = problem(409, PROFILE_TEXTS.nameInUse, 'presetName')
  fireEvent.click(saveButton())
  expect(await screen.findByText(PROFILE_TEXTS.nameInUse)).toBeTruthy()
  expect(document.activeElement).toBe(nameField())
  expect(noticed()).toEqual([])
})

const editBehindSomebodysBack = async () => {
  await open()
  slide('Vehículos', 1)
  stored[1] = { ...profile(5, 'Patio norte', { version: 2 }), presetMaxLevels: [{ roleTypeId: 1, level: 3 }] }
  refusal = problem(409, 'Otra persona cambió este perfil mientras usted lo editaba.', 'preset.version')
  fireEvent.click(saveButton())
  await screen.findByText('Otra persona cambió este perfil mientras usted lo editaba.')
  await screen.findByRole('link', { name: /^Patio norte/ })
  refusal = undefined
}

test('after a conflict the newest version can be loaded', async () => {
  await editBehindSomebodysBack()
  expect(slider('Vehículos').value).toBe('1')
  fireEvent.click(button('Cargar la versión más reciente'))
  await waitFor(() => expect(slider('Vehículos').value).toBe('3'))
  expect(nameField().value).toBe('Patio norte')
  expect(screen.queryByText(/Otra persona/)).toBeNull()
})

test('after a conflict the user’s change can be saved on top of the newest version', async () => {
  await editBehindSomebodysBack()
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toContain('Nombre: Patio → Patio norte')
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toContain('Vehículos: Editar → Agregar')
  fireEvent.click(button('Conservar mis cambios'))
  expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Perfil Patio norte' }))
  expect(nameField().value).toBe('Patio norte') // the other user's: it was not changed here
  expect(slider('Vehículos').value).toBe('1') // the own change
  fireEvent.click(saveButton())
  await waitFor(() => expect(sentBodies('PUT')).toHaveLength(2))
  expect(sentBodies('PUT')[1]).toEqual({ preset: { presetId: 5, version: 2 }, roleIDs: [11] })
})

test('the user’s own save is not reported as another user’s', async () => {
  await open()
  const alarms: string[] = []
  const watch = new MutationObserver(() => {
    if (/Otra persona/.test(document.body.textContent)) alarms.push('told')
  })
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  slide('Vehículos', 3)
  stored[1] = { ...profile(5, 'Patio', { version: 2 }), presetMaxLevels: [{ roleTypeId: 1, level: 1 }] }
  fireEvent.click(saveButton())
  await waitFor(() => expect(slider('Vehículos').value).toBe('1'))
  watch.disconnect()
  expect(alarms).toEqual([])
  expect(saveButton().getAttribute('aria-disabled')).toBe('true')
})

test('a level of Etiquetas that Vehículos implies cannot be lowered, and the reason is shown', async () => {
  await open()
  expect(slider('Etiquetas').value).toBe('1')
  expect(screen.getByText('Incluido por Vehículos')).toBeTruthy()
  slide('Etiquetas', 0)
  expect(slider('Etiquetas').value).toBe('1')
  slide('Vehículos', 1)
  expect(slider('Etiquetas').value).toBe('0')
  expect(screen.queryByText('Incluido por Vehículos')).toBeNull()
})

test('a draft of a profile that changed meanwhile is offered, not discarded', async () => {
  await open()
  slide('Vehículos', 1)
  cleanup()
  stored[1] = { ...profile(5, 'Patio norte', { version: 2 }), presetMaxLevels: [{ roleTypeId: 1, level: 2 }] }
  await open()
  expect(screen.getByText(/^Se recuperaron los cambios .* otra persona cambió este perfil/)).toBeTruthy()
  expect(slider('Vehículos').value).toBe('1')
  fireEvent.click(button('Conservar mis cambios'))
  expect(nameField().value).toBe('Patio norte')
  expect(slider('Vehículos').value).toBe('1')
})

test('opening another profile with unsaved changes asks for confirmation', async () => {
  const router = await open()
  slide('Vehículos', 1)
  fireEvent.click(screen.getByRole('link', { name: /^Oficina/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Seguir editando' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.searchStr).toBe('?perfil=5')
  expect(slider('Vehículos').value).toBe('1')

  fireEvent.click(screen.getByRole('link', { name: /^Oficina/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Cambios sin guardar' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Descartar cambios' }))
  await waitFor(() => expect(nameField().value).toBe('Oficina'))
})

test('an unsaved draft is recovered after the session has ended', async () => {
  await open()
  slide('Vehículos', 1)
  cleanup()
  await open()
  expect(screen.getByText('Se recuperaron los cambios que no había guardado.')).toBeTruthy()
  expect(slider('Vehículos').value).toBe('1')
  fireEvent.click(button('Descartar cambios'))
  expect(slider('Vehículos').value).toBe('2')
})

test('a profile above the user’s own, or without permission to edit, is read only', async () => {
  await open('/catalogs/roles?perfil=6')
  expect(screen.getByText(/^Solo lectura: este perfil tiene permisos que usted no tiene/)).toBeTruthy()
  slide('Vehículos', 3)
  expect(slider('Vehículos').value).toBe('2')
  expect(nameField().readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Guardar Cambios' })).toBeNull()
  cleanup()
  await open('/catalogs/roles?perfil=5', { ...ADMIN, role: ['presets-read'] })
  expect(screen.getByText('Solo lectura: usted puede consultar los perfiles, no cambiarlos.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Agregar perfil' })).toBeNull()
})

const openDialog = async () => {
  const router = await open('/catalogs/roles')
  fireEvent.click(button('Agregar perfil'))
  return { router, dialog: await screen.findByRole('dialog', { name: 'Agregar perfil' }) }
}

test('a new profile: missing values are reported, then it is created and opened', async () => {
  const { router, dialog } = await openDialog()
  const inside = within(dialog)
  fireEvent.click(inside.getByRole('button', { name: 'Guardar' }))
  expect(inside.getByText(PROFILE_TEXTS.nameRequired)).toBeTruthy()
  expect(inside.getByText(PROFILE_TEXTS.empty)).toBeTruthy()
  fireEvent.change(inside.getByLabelText(/^Nombre del perfil/), { target: { value: 'patio' } })
  expect(inside.getByText(PROFILE_TEXTS.nameInUse)).toBeTruthy()
  fireEvent.change(inside.getByLabelText(/^Nombre del perfil/), { target: { value: 'Taller' } })
  slide('Vehículos', 2, dialog)
  expect(sentBodies('POST')).toEqual([])
  stored.push(profile(9, 'Taller'))
  fireEvent.click(inside.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe('?perfil=9'))
  expect(sentBodies('POST')).toEqual([{ presetName: 'Taller', roleIDs: [12, 21] }])
  expect(noticed()).toContain('Perfil agregado')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('during the request a new profile can be neither closed, changed nor created twice', async () => {
  slow = Promise.withResolvers()
  const { router, dialog } = await openDialog()
  const inside = within(dialog)
  const save = inside.getByRole('button', { name: 'Guardar' })
  fireEvent.change(inside.getByLabelText(/^Nombre del perfil/), { target: { value: 'Taller' } })
  slide('Vehículos', 2, dialog)
  fireEvent.click(save)
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'))
  fireEvent.change(inside.getByLabelText(/^Nombre del perfil/), { target: { value: 'Talleres' } })
  fireEvent.click(save)
  fireEvent.click(inside.getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByText('Cambios sin guardar')).toBeNull()
  stored.push(profile(9, 'Taller'))
  slow.resolve()
  await waitFor(() => expect(router.state.location.searchStr).toBe('?perfil=9'))
  expect(sentBodies('POST')).toHaveLength(1)
})

test('closing a changed new profile asks for confirmation', async () => {
  const { dialog } = await openDialog()
  expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Nombre del perfil/))
  slide('Vehículos', 2, dialog)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Seguir editando' }))
  expect(slider('Vehículos', dialog).value).toBe('2')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Descartar perfil' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a profile in use is not deleted and the reason is shown; afterwards it is deleted', async () => {
  const router = await open()
  fireEvent.click(button('Eliminar perfil'))
  const dialog = await screen.findByRole('dialog', { name: 'Eliminar perfil' })
  refusal = problem(409, '2 usuarios tienen este perfil; asígneles otro antes de eliminarlo.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Eliminar perfil' }))
  expect(
    await within(dialog).findByText('2 usuarios tienen este perfil; asígneles otro antes de eliminarlo.'),
  ).toBeTruthy()
  refusal = undefined
  stored = stored.filter(({ preset }) => preset.presetId !== 5)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Eliminar perfil' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  expect(document.activeElement).toBe(screen.getByRole('navigation', { name: 'Perfiles de la empresa' }))
  expect(noticed()).toContain('Perfil eliminado')
  expect(sentBodies('DELETE')).toHaveLength(2)
})

test('a failure is reported and can be retried; no profiles at all is not a failure', async () => {
  broken = true
  showScreen(ProfilesScreen, '/catalogs/roles')
  expect(await screen.findByRole('status', { name: 'Cargando perfiles' })).toBeTruthy()
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  expect(screen.getAllByText('No se pudieron cargar los presets roles').length).toBeGreaterThan(0)
  broken = false
  stored = [profile(0, 'Sin roles')]
  await act(async () => fireEvent.click(retry))
  expect(await screen.findByText('Sin perfiles')).toBeTruthy()
})
