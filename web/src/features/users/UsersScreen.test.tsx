// The users: the list and its filters, a new user with a password shown once, edits, refusals, the status switch, and
// resetting a password.
import { generateKeyPairSync } from 'node:crypto'
import { profiles } from '@padron/contract/profiles'
import { COMMON_PASSWORD_WARNING } from '@padron/contract/rules/common-passwords'
import { PASSWORDS_DIFFER, required } from '@padron/contract/rules/user-rules'
import { identity } from '@padron/contract/session'
import { tags } from '@padron/contract/tags'
import {
  INVITED_WITHOUT_MAIL,
  OWN_MAIL_WITHOUT_PASSWORD,
  USERS_GENERIC_ERROR,
  type UserRow,
  users,
} from '@padron/contract/users'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import type { User } from '../../session/session.ts'
import { expectToStayWhileBusy } from '../../testing/busy-dialog.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { UsersScreen } from './UsersScreen.tsx'

const PASSWORD = 'kxTw8mPqRs2vYz4B'
const TAG = { tagId: 3, tagName: 'Patio', tagCategoryId: 1, tagCategoryName: 'Sede', tagColor: 'blue' }

const person = (userId: number, name: string, more: Partial<UserRow['user']> = {}): UserRow => ({
  user: {
    userId,
    username: `norte-${name}`,
    userStatus: true,
    version: 4,
    isMain: false,
    manageable: true,
    isSelf: false,
    createdAt: '2026-01-01T00:00:00Z',
    lastSignIn: null,
    secondFactor: false,
    entersBy: ['password'],
    invitedAt: null,
    ...more,
  },
  userInfo: {
    firstName: 'Ana',
    lastName: 'Ruiz',
    userCustomId: null,
    userEmail: 'ana@norte.mx',
    userPhone: null,
    deviceTokenId: null,
  },
  preset: { presetId: 7, rolePresetName: 'Operación' },
  roles: [],
  tags: [TAG],
  vehicleScope: null,
})
const profile = (presetId: number, rolePresetName: string, editable = true) => ({
  preset: { presetId, rolePresetName, userId: 1, version: 1, userCount: 0, editable },
  roles: [],
  presetMaxLevels: [],
})
const ROWS = [
  person(1, 'admin', { isMain: true, manageable: false, isSelf: true }),
  person(2, 'ana'),
  person(3, 'jefe', { manageable: false }),
]

type Answer = { status?: number; json: unknown }
const done = { json: { message: 'ok' } }
let rows: readonly UserRow[] = ROWS
let onCreate: Answer = { json: { userName: 'norte-juan', password: PASSWORD } }
let onEdit: Answer = done
/** Delays the response to a creation. */
let slow: PromiseWithResolvers<void> | undefined
let onStatus: Answer = done
const NONE_SENT = { total: 0, names: [] as string[] }
let onCount = { vehicles: 83, total: 528, reports: NONE_SENT, alerts: NONE_SENT }
let onLink: Answer = done
let onList: Answer | Promise<Answer> | undefined
const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [users.list.path]: (_, method) =>
      method === 'PUT' ? onEdit : (onList ?? { json: { users: rows, userTotalCount: rows.length } }),
    [users.create.path]: async () => {
      await slow?.promise
      return onCreate
    },
    [users.scopeCount.path]: () => ({ json: onCount }),
    '/api/v2/users/2': () => onStatus,
    '/api/v2/users/2/link': () => onLink,
    '/api/v2/roles/user/2/password': () => done,
    [identity.passwordKey.path]: () => ({ json: { kty: 'OKP', crv: 'X25519', x, kid: 'k1' } }),
    [profiles.list.path]: () => ({
      json: { catalogFilter: [profile(0, 'Sin roles'), profile(7, 'Operación'), profile(8, 'Dirección', false)] },
    }),
    [tags.list.path]: () => ({ json: { userTags: [TAG] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  rows = ROWS
  onCreate = { json: { userName: 'norte-juan', password: PASSWORD } }
  onEdit = done
  onStatus = done
  onList = undefined
  slow = undefined
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  localStorage.clear()
  notices.set([])
})

const show = async (address = '/roles', user?: User) => {
  const router = showScreen(UsersScreen, address, user)
  await screen.findByText(/usuarios?$/, { selector: '.listing__total' })
  server.sent.length = 0
  return router
}
const calls = (path: string, method: string) =>
  server.sent.filter((one) => one.path === path && one.method === method).map(({ body }) => JSON.parse(body))
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => fireEvent.click(button(name))
/** The topmost dialog, or the page. */
const place = () => within([...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body)
const field = (name: string) => place().getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const fault = (name: string): string | undefined =>
  (field(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id))
    .find((element) => element?.className === 'field__fault')?.textContent ?? undefined
const save = () => press('Guardar')

const fillNew = () => {
  press('Agregar usuario')
  type('Usuario', 'juan')
}

test('the list shows every user with the actions that are available', async () => {
  await show()
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
  expect(row('norte-admin').getByText('Cuenta principal')).toBeTruthy()
  expect(row('norte-admin').queryByRole('switch')).toBeNull()
  expect(row('norte-ana').getByRole('switch').getAttribute('aria-checked')).toBe('true')
  const locked = row('norte-jefe').getByRole('button', { name: /^Editar/ })
  expect(locked.title).toContain('permisos que usted no tiene')
  fireEvent.click(locked)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain('Este usuario tiene permisos que usted no tiene.')
})

test('a user with read permission only sees no buttons or switches, and no tags without their permission', async () => {
  await show('/roles?tags=3', { ...ADMIN, userId: '9', role: ['users_read'] })
  expect(screen.queryByRole('button', { name: 'Agregar usuario' })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Etiquetas' })).toBeNull()
  expect(within(screen.getByRole('table')).getAllByText('Activo')).toHaveLength(3)
  press('Actualizar')
  await waitFor(() => expect(calls(users.list.path, 'POST')).toHaveLength(1))
  expect(calls(users.list.path, 'POST')[0].userClass).toEqual({})
})

test('filters, order and page of the address are in the request, and a filter returns to page 1', async () => {
  const router = await show('/roles?status=inactivo&page=2&sort=fullName&order=desc')
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('page'))
  expect(screen.getByText(/^Status:/)).toBeTruthy()
  type('Email', 'norte.mx')
  fireEvent.keyDown(field('Email'), { key: 'Enter' })
  await waitFor(() => expect(calls(users.list.path, 'POST').at(-1).userClass.userInfo).toBeDefined())
  expect(calls(users.list.path, 'POST').at(-1)).toEqual({
    userClass: { user: { userStatus: false }, userInfo: { userEmail: 'norte.mx' } },
    filter_options: { page: 1, pageSize: 25, sortBy: 'fullName', sortFilterOrder: 'desc' },
  })
  rows = []
  press('Actualizar')
  expect(await screen.findByText('Sin coincidencias')).toBeTruthy()
  rows = ROWS
  press('Quitar filtro Status')
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('status'))
})

test('when a reload fails the rows stay and it is reported; without rows it can be retried', async () => {
  const router = await show()
  onList = { status: 500, json: {} }
  press('Actualizar')
  expect(await screen.findByText(users.list.fails)).toBeTruthy()
  expect(screen.getByRole('row', { name: /norte-ana/ })).toBeTruthy()
  await act(() => router.navigate({ to: '.', search: { status: 'activo' } as never }))
  const again = await screen.findByRole('button', { name: 'Reintentar' })
  onList = undefined
  again.focus()
  fireEvent.click(again)
  expect(await screen.findByRole('row', { name: /norte-ana/ })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Usuarios' }))
})

test('removing a filter focuses the next chip, removing the last one the filters', async () => {
  await show('/roles?username=a&status=activo')
  const off = button('Quitar filtro Nombre de usuario')
  off.focus()
  fireEvent.click(off)
  await waitFor(() => expect(document.activeElement).toBe(button('Quitar filtro Status')))
  fireEvent.click(button('Quitar filtro Status'))
  await waitFor(() => expect(document.activeElement).toBe(field('Nombre de usuario')))
})

test('a new user: missing values are reported, the password is shown once and stored nowhere', async () => {
  await show()
  press('Agregar usuario')
  save()
  expect(fault('Usuario')).toBe(required('Usuario'))
  expect(fault('Perfil')).toBe(required('Perfil'))
  expect(document.activeElement).toBe(field('Usuario'))
  await screen.findByRole('option', { name: 'Operación' })
  const options = within(screen.getByLabelText('Perfil')).getAllByRole<HTMLOptionElement>('option')
  expect(options.map(({ value, disabled }) => [value, disabled])).toEqual([
    ['0', false],
    ['7', false],
    ['8', true],
  ])

  type('Usuario', 'juan')
  type('Perfil', '7')
  type('Teléfono', '55')
  fireEvent.blur(field('Teléfono'))
  expect(fault('Teléfono')).toBe('Debe tener 10 números')
  type('Teléfono', '5512345678')
  fireEvent.click(screen.getByLabelText('Patio'))
  save()
  save()
  const dialog = await screen.findByRole('dialog', { name: 'Usuario generado correctamente' })
  expect(calls(users.create.path, 'POST')).toEqual([
    {
      userClass: {
        user: { username: 'juan', userStatus: true },
        userInfo: { userPhone: '5512345678' },
        preset: { presetId: 7 },
        roles: [],
        tags: [{ tagId: 3 }],
      },
    },
  ])
  expect(within(dialog).getByText(PASSWORD)).toBeTruthy()

  fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
  fireEvent.click(button('Volver'))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
  fireEvent.click(button('Cerrar sin copiar'))
  expect(screen.queryByText(PASSWORD)).toBeNull()
  await waitFor(() => expect(queryClient.getMutationCache().getAll()).toEqual([]))
  const cached = queryClient.getQueriesData({}).map(([, data]) => data)
  expect(JSON.stringify([cached, { ...localStorage }, { ...sessionStorage }])).not.toContain(PASSWORD)
})

const makeSlowly = async () => {
  slow = Promise.withResolvers()
  const router = await show()
  fillNew()
  await screen.findByRole('option', { name: 'Operación' })
  type('Perfil', '7')
  save()
  await waitFor(() => expect(server.sent.some(({ path }) => path === users.create.path)).toBe(true))
  expectToStayWhileBusy()
  return { router, answer: slow.resolve }
}

test('leaving during a creation asks for confirmation, because the password is shown once', async () => {
  const { router, answer } = await makeSlowly()
  void router.navigate({ to: '/elsewhere' as never })
  expect(await screen.findByText(/Si sale ahora no la verá/)).toBeTruthy()
  answer()
  expect(await screen.findByRole('dialog', { name: 'Usuario generado correctamente' })).toBeTruthy()
  expect(screen.getByText(PASSWORD)).toBeTruthy()
  expect(screen.queryByText(/Si sale ahora no la verá/)).toBeNull()
})

test('after leaving anyway, a notice says that the password was not displayed or the user not created', async () => {
  const first = await makeSlowly()
  void first.router.navigate({ to: '/elsewhere' as never })
  fireEvent.click(await screen.findByRole('button', { name: 'Salir sin verla' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  first.answer()
  expect(await screen.findByText(/su contraseña no llegó a mostrarse/)).toBeTruthy()
  expect(screen.getByText(/norte-juan/)).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  cleanup()
  notices.set([])
  const second = await makeSlowly()
  onCreate = { status: 500, json: {} }
  void second.router.navigate({ to: '/elsewhere' as never })
  fireEvent.click(await screen.findByRole('button', { name: 'Salir sin verla' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  second.answer()
  expect(await screen.findByText(USERS_GENERIC_ERROR)).toBeTruthy()
})

test('a refused name is reported under its field, and what was typed stays', async () => {
  const nameError = { path: 'userClass.user.username', message: 'Ya existe un usuario con ese nombre.' }
  onCreate = { status: 409, json: { type: 'about:blank', title: 'x', status: 409, errors: [nameError] } }
  await show()
  fillNew()
  await screen.findByRole('option', { name: 'Operación' })
  type('Perfil', '7')
  save()
  expect(await screen.findByText(users.create.fails)).toBeTruthy()
  expect(fault('Usuario')).toBe(nameError.message)
  expect(document.activeElement).toBe(field('Usuario'))
  expect(field('Usuario').value).toBe('juan')
})

test('a server error has the generic text', async () => {
  onCreate = { status: 503, json: {} }
  await show()
  fillNew()
  await screen.findByRole('option', { name: 'Operación' })
  type('Perfil', '7')
  save()
  expect(await screen.findByText(USERS_GENERIC_ERROR)).toBeTruthy()
})

test('a draft is recovered, and deleted when it is discarded', async () => {
  await show()
  fillNew()
  cleanup()
  await show()
  press('Agregar usuario')
  expect(field('Usuario').value).toBe('juan')
  expect(screen.getByText(/Se recuperó/)).toBeTruthy()
  press('Cancelar')
  press('Descartar cambios')
  press('Agregar usuario')
  expect(field('Usuario').value).toBe('')
})

test('an edit sends only the changed fields, with the version that was read', async () => {
  await show()
  press('Editar norte-ana')
  expect(field('Usuario').value).toBe('ana')
  save()
  expect(await screen.findByText('No hay cambios que guardar.')).toBeTruthy()
  type('Nombre', 'Beatriz')
  press('Limpiar campos')
  expect(field('Nombre').value).toBe('Ana')
  type('Nombre', 'Beatriz ')
  type('Email', '')
  save()
  expect(await screen.findByText(users.edit.done)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls(users.edit.path, 'PUT')).toEqual([
    {
      userClassFilter: { user: { userId: 2, version: 4 } },
      userClass: { userInfo: { firstName: 'Beatriz', userEmail: '' } },
    },
  ])
})

test('a conflict lists the changed fields, and merges what was typed with the newest values', async () => {
  onEdit = { status: 409, json: { type: 'about:blank', title: 'x', status: 409 } }
  await show()
  press('Editar norte-ana')
  type('Nombre', 'Beatriz')
  const now = person(2, 'ana', { version: 5 })
  rows = [{ ...now, userInfo: { ...now.userInfo, lastName: 'Soto' } }]
  save()
  expect(await screen.findByText(/Otra persona cambió a este usuario/)).toBeTruthy()
  expect(screen.getByText(/^Apellido: /).textContent).toBe('Apellido: Ruiz → Soto')
  press('Cargar los valores más recientes')
  expect([field('Nombre').value, field('Apellido').value]).toEqual(['Beatriz', 'Soto'])
  onEdit = done
  save()
  expect(await screen.findByText(users.edit.done)).toBeTruthy()
  expect(calls(users.edit.path, 'PUT').at(-1)).toEqual({
    userClassFilter: { user: { userId: 2, version: 5 } },
    userClass: { userInfo: { firstName: 'Beatriz' } },
  })
})

test('the switch sends one request and can be undone', async () => {
  await show()
  const status = screen.getByRole('switch', { name: 'Status de norte-ana' })
  fireEvent.click(status)
  fireEvent.click(status)
  expect(status.getAttribute('aria-busy')).toBe('true')
  expect(await screen.findByText(users.setStatus.done)).toBeTruthy()
  expect(screen.getByText(/norte-ana: Inactivo/)).toBeTruthy()
  await waitFor(() => expect(status.getAttribute('aria-busy')).toBe('false'))
  expect(calls('/api/v2/users/2', 'PUT')).toEqual([{ userStatus: false }])
  press('Deshacer')
  await waitFor(() => expect(calls('/api/v2/users/2', 'PUT').at(-1)).toEqual({ userStatus: true }))

  onStatus = { status: 500, json: {} }
  await waitFor(() => expect(status.getAttribute('aria-busy')).toBe('false'))
  fireEvent.click(status)
  expect(await screen.findByText(USERS_GENERIC_ERROR)).toBeTruthy()
})

test('an undo before the list has been reloaded is applied', async () => {
  await show()
  let come = (): void => {}
  onList = new Promise((resolve) => {
    come = () => resolve({ json: { users: rows, userTotalCount: rows.length } })
  })
  const status = screen.getByRole('switch', { name: 'Status de norte-ana' })
  fireEvent.click(status)
  expect(await screen.findByText(users.setStatus.done)).toBeTruthy()
  await waitFor(() => expect(calls(users.list.path, 'POST')).toHaveLength(1))
  expect(status.getAttribute('aria-busy')).toBe('true')
  fireEvent.click(status)
  press('Deshacer')
  await waitFor(() => expect(calls('/api/v2/users/2', 'PUT')).toEqual([{ userStatus: false }, { userStatus: true }]))
  come()
  expect(await screen.findByText(/norte-ana: Activo/)).toBeTruthy()
  await waitFor(() => expect(status.getAttribute('aria-busy')).toBe('false'))
})

test('a password is reset by the rule, sent encrypted, and never in plain text', async () => {
  await show()
  press('Restablecer contraseña de norte-ana')
  expect(document.activeElement).toBe(field('Contraseña'))
  press('Restablecer')
  expect(fault('Contraseña')).toBe(required('Contraseña'))
  type('Contraseña', 'abc')
  expect(fault('Contraseña')).toBe('Mínimo 4 caracteres')
  type('Contraseña', 'abcd')
  type('Confirmar contraseña', 'abce')
  press('Restablecer')
  expect(fault('Confirmar contraseña')).toBe(PASSWORDS_DIFFER)
  expect(document.activeElement).toBe(field('Confirmar contraseña'))
  type('Contraseña', 'qwerty')
  type('Confirmar contraseña', 'qwerty')
  expect(await place().findAllByText(COMMON_PASSWORD_WARNING)).toHaveLength(1)
  press('Generar')
  expect(place().queryByText(COMMON_PASSWORD_WARNING)).toBeNull()
  const password = field('Contraseña').value
  expect(password).toMatch(/^[A-Za-z2-9]{16}$/)
  expect(field('Confirmar contraseña').value).toBe(password)
  press('Restablecer')
  // Generated and not copied: it is shown once more.
  const dialog = await screen.findByRole('dialog', { name: 'Contraseña generada' })
  expect(within(dialog).getByText(password)).toBeTruthy()
  expect(screen.getByText(users.resetPassword.done)).toBeTruthy()
  const [body] = calls('/api/v2/roles/user/2/password', 'PATCH')
  expect(body.password.split('.')).toHaveLength(5)
  expect(JSON.stringify(server.sent)).not.toContain(password)
})

test('a new user may be invited: the email address is required, and no password is shown', async () => {
  onCreate = { json: { userName: 'norte-juan', password: '', invitedTo: 'juan@norte.mx' } }
  await show()
  fillNew()
  await screen.findByRole('option', { name: 'Operación' })
  type('Perfil', '7')
  fireEvent.click(await place().findByLabelText(/^Invitar por correo/))
  save()
  expect(fault('Email')).toBe(INVITED_WITHOUT_MAIL)
  expect(calls(users.create.path, 'POST')).toEqual([])
  type('Email', 'juan@norte.mx')
  save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls(users.create.path, 'POST')).toMatchObject([
    { invite: true, userClass: { userInfo: { userEmail: 'juan@norte.mx' } } },
  ])
  expect(notices.get().map(({ text }) => text)).toEqual([
    'Usuario creado. La invitación va en camino a juan@norte.mx; sirve 30 minutos.',
  ])
})

test('a change of the user’s own email address requires the password, sent encrypted; others do not', async () => {
  onEdit = {
    status: 422,
    json: {
      title: OWN_MAIL_WITHOUT_PASSWORD,
      status: 422,
      errors: [{ path: 'current', message: OWN_MAIL_WITHOUT_PASSWORD }],
    },
  }
  await show()
  press('Editar norte-admin')
  await screen.findByRole('option', { name: 'Operación' })
  type('Apellido', 'Paz')
  expect(place().queryByLabelText('Su contraseña actual')).toBeNull()
  type('Email', 'yo@norte.mx')
  save()
  await waitFor(() => expect(fault('Su contraseña actual')).toBe(OWN_MAIL_WITHOUT_PASSWORD))
  await waitFor(() => expect(document.activeElement).toBe(field('Su contraseña actual')))
  type('Su contraseña actual', PASSWORD)
  expect(fault('Su contraseña actual')).toBeUndefined()
  expect(Object.values({ ...localStorage }).join()).not.toContain(PASSWORD)
  onEdit = done
  save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [without, sent] = calls(users.list.path, 'PUT') as { current?: string; userClass: unknown }[]
  expect(without).not.toHaveProperty('current')
  expect(sent?.userClass).toEqual({ userInfo: { lastName: 'Paz', userEmail: 'yo@norte.mx' } })
  expect(sent?.current?.split('.')).toHaveLength(5)
})

test('an unused invitation is marked and can be resent; a refusal is reported', async () => {
  rows = [person(2, 'ana', { invitedAt: '2026-11-27T17:00:00Z' })]
  await show()
  expect(screen.getByText('Invitación pendiente')).toBeTruthy()
  press('Restablecer contraseña de norte-ana')
  onLink = { status: 409, json: { title: 'Ya se enviaron 5 enlaces.', status: 409 } }
  fireEvent.click(await place().findByRole('button', { name: 'Enviar otra invitación' }))
  await waitFor(() => expect(notices.get().map(({ text }) => text)).toEqual(['Ya se enviaron 5 enlaces.']))
  onLink = { json: { sentTo: 'ana@norte.mx', purpose: 'invitation' } }
  const again = () => place().getByRole('button', { name: 'Enviar otra invitación' })
  await waitFor(() => expect(again().getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(again())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(notices.get().at(-1)?.text).toBe('La invitación va en camino a ana@norte.mx; sirve 30 minutos.')
})

test('shows what a user may do and see, and why', async () => {
  const roles = [
    { roleId: 11, roleTypeId: 1, level: 1 },
    { roleId: 12, roleTypeId: 1, level: 2 },
    { roleId: 21, roleTypeId: 2, level: 1 },
  ]
  rows = [
    {
      ...person(1, 'admin', { isMain: true, manageable: false }),
      preset: { presetId: 0, rolePresetName: 'Cuenta principal' },
    },
    { ...person(2, 'ana'), roles },
    { ...person(3, 'luis', { userStatus: false }), preset: { presetId: 0, rolePresetName: 'Sin roles' }, tags: [] },
  ]
  await show()
  const open = async (name: RegExp, title: string) => {
    fireEvent.click(screen.getByRole('button', { name }))
    return screen.findByRole('dialog', { name: title })
  }
  const termsOf = (dialog: HTMLElement) =>
    within(dialog)
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

  const ana = await open(/Operación.*norte-ana/, 'Qué puede Ana Ruiz')
  expect(ana.textContent).toContain('Lo que da su perfil, «Operación».')
  expect(termsOf(ana).slice(0, 4)).toEqual([
    'Ve: Todos los vehículos de la empresa, donde sus permisos los muestran. Sus etiquetas no limitan lo que ve.',
    'Entra con: Contraseña',
    'Vehículos: Consultar vehículos · Editar, dar de baja y de alta',
    'Etiquetas: Consultar etiquetas',
  ])
  expect(termsOf(ana).at(-1)).toMatch(/^No puede nada de: Documentos · .* · Trabajos$/)
  fireEvent.click(within(ana).getByRole('button', { name: 'Cambiar su perfil' }))
  const form = await screen.findByRole('dialog', { name: /Editar/ })
  fireEvent.click(within(form).getByRole('button', { name: 'Cancelar' }))

  const main = await open(/Cuenta principal.*norte-admin/, 'Qué puede Ana Ruiz')
  expect(main.textContent).toContain('Es la cuenta principal: puede todo, y nadie se lo puede quitar.')
  expect(main.textContent).not.toContain('No puede nada de')
  expect(within(main).queryByRole('button', { name: 'Cambiar su perfil' })).toBeNull()
  fireEvent.click(within(main).getByRole('button', { name: /^Cerrar/ }))

  const luis = await open(/Sin roles.*norte-luis/, 'Qué puede Ana Ruiz')
  expect(luis.textContent).toContain('Está inactivo: hoy no puede entrar.')
  expect(luis.textContent).toContain('Nada: solo puede entrar y cambiar su contraseña.')
})

test('«qué puede» of a user with part of the fleet lists what the profile grants without effect', async () => {
  const level = (roleTypeId: number, level: number) => ({ roleId: roleTypeId * 10 + level, roleTypeId, level })
  rows = [
    {
      ...person(2, 'ana', { secondFactor: true, entersBy: ['password', 'application', 'passkey'] }),
      roles: [...[1, 2, 3, 4].map((each) => level(1, each)), level(11, 1), level(11, 2)],
      vehicleScope: { tags: [3] },
    },
    {
      ...person(3, 'jefe', { secondFactor: true, entersBy: ['company'] }),
      roles: [level(11, 1)],
      vehicleScope: { tags: [3] },
    },
    person(4, 'luz', { secondFactor: true, entersBy: ['password', 'passkey'] }),
  ]
  await show()
  const termsOf = async (name: string) => {
    press(new RegExp(`Operación.*norte-${name}`))
    const dialog = await screen.findByRole('dialog')
    const terms = within(dialog).getAllByRole('term')
    const texts = Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]))
    fireEvent.click(within(dialog).getByRole('button', { name: /^Cerrar/ }))
    return texts
  }
  const ana = await termsOf('ana')
  expect(ana).toMatchObject({
    'Entra con': expect.stringMatching(/^Contraseña y código de su aplicación o llave de acceso/),
    Vehículos: 'Consultar vehículos · Editar, dar de baja y de alta · Generar reportes',
    'En sus permisos, pero sin efecto mientras vea solo una parte':
      'Agregar vehículos · Consultar usuarios · Administrar usuarios',
  })
  expect(Object.keys(ana)).not.toContain('Usuarios')
  expect(await termsOf('jefe')).toMatchObject({
    Ve: 'Nada: sus permisos no se tienen mientras se vea solo una parte de los vehículos.',
    'Entra con': expect.stringMatching(/^El proveedor de identidad de su empresa/),
  })
  expect(await termsOf('luz')).toMatchObject({ 'Entra con': expect.stringMatching(/^Contraseña y llave de acceso/) })
})

test('a user’s part of the fleet: its number is shown beforehand, it is sent as selected, and explained', async () => {
  await show()
  press('Editar norte-ana')
  fireEvent.click(await screen.findByRole('radio', { name: 'Solo los de…' }))
  save()
  expect(await screen.findByText(/^Elija al menos una etiqueta/)).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('radio'))
  expect(calls(users.edit.path, 'PUT')).toEqual([])
  type('RFC o NIT', 'ABC010101AB1\n  \nXYZ010101XY2')
  expect(await screen.findByText('Vería 83 de 528.')).toBeTruthy()
  expect(screen.queryByText(/^Recibe por correo/)).toBeNull()
  expect(calls(users.scopeCount.path, 'POST').at(-1)).toMatchObject({ email: 'ana@norte.mx' })
  onCount = { vehicles: 0, total: 528, reports: { total: 3, names: ['Altas', 'Semanal'] }, alerts: NONE_SENT }
  type('Arrendadoras', 'Arrendadora Uno')
  expect(await screen.findByText('Ningún vehículo cumple esto hoy: no vería ninguno.')).toBeTruthy()
  expect(
    screen.getByText(
      'Recibe por correo reportes de toda la flota: «Altas», «Semanal» y 1 más. Quítelo de sus destinatarios en ' +
        'Reportes programados.',
    ),
  ).toBeTruthy()
  onCount = { vehicles: 1, total: 528, reports: { total: 1, names: [] }, alerts: { total: 1, names: ['Robados'] } }
  type('Email', 'ana@otra.mx')
  expect(
    await screen.findByText(
      'Recibe por correo 1 reporte de toda la flota. Quítelo de sus destinatarios en Reportes programados.',
    ),
  ).toBeTruthy()
  expect(
    screen.getByText('Recibe por correo alertas de toda la flota: «Robados». Quítelo de sus destinatarios en Alertas.'),
  ).toBeTruthy()
  type('Email', 'ana@norte.mx')
  save()
  await waitFor(() => expect(calls(users.edit.path, 'PUT')).toHaveLength(1))
  const vehicleScope = { holders: ['ABC010101AB1', 'XYZ010101XY2'], lessors: ['Arrendadora Uno'] }
  expect(calls(users.edit.path, 'PUT')[0].userClass).toEqual({ vehicleScope })
})

test('a user’s part of the fleet is removed; it is not offered for oneself or the main account', async () => {
  const scoped = { ...person(2, 'ana'), vehicleScope: { states: [19, 9], tags: [3] } }
  rows = [
    { ...scoped, roles: [{ roleId: 1, roleTypeId: 1, level: 1 }] },
    ...ROWS.filter(({ user }) => user.userId !== 2),
  ]
  await show()
  press(/Operación.*norte-ana/)
  expect(
    await screen.findByText(/^Solo los vehículos de Nuevo León o Ciudad de México, y además con la etiqueta Patio/),
  ).toBeTruthy()
  press('Cambiar su perfil')
  fireEvent.click(await screen.findByRole('radio', { name: 'Todos los vehículos' }))
  save()
  await waitFor(() => expect(calls(users.edit.path, 'PUT')[0]?.userClass).toEqual({ vehicleScope: null }))
  press('Editar norte-admin')
  await screen.findByRole('dialog')
  expect(screen.queryByRole('radio', { name: 'Solo los de…' })).toBeNull()
})

test('a user’s part of the fleet that is emptied is not saved: it would be the whole fleet', async () => {
  const scoped = { ...person(2, 'ana'), vehicleScope: { holders: ['ABC010101AB1'] } }
  rows = [scoped, ...ROWS.filter(({ user }) => user.userId !== 2)]
  await show()
  press('Editar norte-ana')
  await screen.findByRole('radio', { name: 'Solo los de…' })
  type('RFC o NIT', '')
  save()
  expect(await screen.findByText(/^Elija al menos una etiqueta/)).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('radio'))
  expect(calls(users.edit.path, 'PUT')).toEqual([])
  type('RFC o NIT', 'XYZ010101XY2')
  save()
  await waitFor(() => expect(calls(users.edit.path, 'PUT')).toHaveLength(1))
  expect(calls(users.edit.path, 'PUT')[0].userClass).toEqual({ vehicleScope: { holders: ['XYZ010101XY2'] } })
})
