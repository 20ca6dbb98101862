// Users as an administrator manages them: the list, creation, edits of changed fields, status, passwords.
import { WRONG_PASSWORD } from '@padron/contract/account'
import type { PasswordKey } from '@padron/contract/session'
import { TOKEN_TEXTS } from '@padron/contract/tokens'
import type { UserRow } from '@padron/contract/users'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withLockHeld } from '../../testing/attacks/with-lock-held.ts'
import { someCases } from '../../testing/drill.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { seal } from '../../testing/sign-in/seal.ts'

let server: TestServer
let company: Company
let other: Company
let main: Somebody
let admin: Somebody
let profiles: { read: number; people: number; fleet: number; foreign: number }
let tags: { mine: number; second: number; foreign: number }
let key: PasswordKey

const tag = async ({ tenantId }: Company, name: string): Promise<number> => {
  const { rows } = await server.db.system.query<{ tag_id: number }>(
    `
      with c as (insert into tag_category (tenant_id, category_name, color)
      values ($1, $2, 'red')
      returning tag_category_id)
     insert into tag (tenant_id, tag_category_id, tag_name) select $1, tag_category_id, $2 from c returning tag_id`,
    [tenantId, name],
  )
  return rows[0]?.tag_id ?? 0
}

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  other = await server.company('sur')
  profiles = {
    read: await server.profile(company, 'Lectura', ['vehicles_read', 'tags_read']),
    people: await server.profile(company, 'Personal', ['users_admin', 'presets-admin', 'vehicles_read', 'tags_read']),
    fleet: await server.profile(company, 'Flota', ['vehicles_report']),
    foreign: await server.profile(other, 'Ajeno', ['vehicles_read']),
  }
  tags = { mine: await tag(company, 'centro'), second: await tag(company, 'costa'), foreign: await tag(other, 'ajena') }
  main = await server.somebody(company, 'admin', ['admin'])
  admin = await server.somebody(company, 'personal', [], { profile: profiles.people })
  key = (await server.ask(undefined, { url: '/connect/password-key' })).body as PasswordKey
})
afterAll(() => server.stop())

const list = async (who: Somebody, userClass: object = {}, filter_options: object = {}) => {
  const { status, body } = await server.ask(who, {
    method: 'POST',
    url: '/api/v2/users',
    payload: { userClass, filter_options },
  })
  expect(status).toBe(200)
  const { users, userTotalCount } = body as { users: UserRow[]; userTotalCount: number }
  return { users, total: userTotalCount, names: users.map(({ user }) => user.username) }
}
const find = async (username: string) => {
  const { users } = await list(main, { user: { username } })
  const found = users.find(({ user }) => user.username === username)
  if (!found) throw new Error(`no ${username}`)
  return found
}
const create = (who: Somebody, userClass: object) =>
  server.ask(who, { method: 'POST', url: '/api/v2/users/create', payload: { userClass } })
const edit = (who: Somebody, user: { userId: number; version: number }, userClass: object) =>
  server.ask(who, {
    method: 'PUT',
    url: '/api/v2/users',
    payload: { userClassFilter: { user: { userId: user.userId, version: user.version } }, userClass },
  })
const setStatus = (who: Somebody, id: number, userStatus: boolean) =>
  server.ask(who, { method: 'PUT', url: `/api/v2/users/${id}`, payload: { userStatus } })
const usernameOf = async (id: number): Promise<string> =>
  (await server.db.system.query('select username from app_user where user_id = $1', [id])).rows[0]?.username ?? 'nadie'
const reset = async (who: Somebody, id: number, password: string) =>
  server.ask(who, {
    method: 'PATCH',
    url: `/api/v2/roles/user/${id}/password`,
    payload: { password: await seal(password, key, { username: await usernameOf(id), use: 'new-password' }) },
  })
const signIn = async (username: string, password: string, remoteAddress = '10.1.1.1') => {
  const fields = { grant_type: 'password', username, password: await seal(password, key, { username }), client_id: 'x' }
  return server.ask(undefined, {
    method: 'POST',
    url: '/connect/token',
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    remoteAddress,
  })
}
const errorsOf = ({ body }: { body: unknown }) =>
  ((body as { errors?: { path: string; message: string }[] }).errors ?? []).map(
    ({ path, message }) => `${path}: ${message}`,
  )

const PERSON = {
  firstName: 'María José',
  lastName: 'Núñez',
  userCustomId: 'E-7',
  userEmail: 'mj@norte.example',
  userPhone: '8155550101',
}

describe('creating a user', () => {
  it('returns a strong password once, which signs in after the terms; stores the row as sent', async () => {
    const made = await create(admin, {
      user: { username: 'mj.nuñez', userStatus: true },
      userInfo: PERSON,
      preset: { presetId: profiles.read },
      roles: [],
      tags: [{ tagId: tags.mine }],
    })
    expect(made.status).toBe(200)
    const { password, userName } = made.body as { password: string; userName: string }
    expect(userName).toBe('norte-mj.nuñez')
    expect(password).toMatch(/^[a-zA-Z0-9]{16}$/)
    expect(await find(userName)).toMatchObject({
      user: { userStatus: true, isMain: false, manageable: true, version: 1, lastSignIn: null },
      userInfo: { ...PERSON, deviceTokenId: null },
      preset: { presetId: profiles.read, rolePresetName: 'Lectura' },
      roles: [{ roleId: 11 }, { roleId: 21 }],
      tags: [{ tagId: tags.mine, tagName: 'centro' }],
    })
    expect(await signIn(userName, password)).toMatchObject({ body: { error_description: 'terms_not_accepted' } })
    expect(await signIn(userName, `${password}x`)).toMatchObject({
      body: { error_description: 'invalid_username_or_password' },
    })
  })

  it('rejects a name in use, with the form’s text', async () => {
    const again = { user: { username: 'mj.nuñez' }, preset: { presetId: profiles.read } }
    const refused = await create(admin, again)
    expect(refused.status).toBe(409)
    expect(errorsOf(refused)).toEqual(['userClass.user.username: Ya existe un usuario con ese nombre.'])
    expect((await create(admin, { ...again, user: { username: 'admin' } })).status).toBe(409)
  })

  it.each([
    [{ user: { username: '' } }, 'userClass.user.username: ¡Usuario es requerido!'],
    [{ user: { username: 'Ana' } }, 'userClass.user.username: No se permiten carácteres especiales, ni mayusculas'],
    [{ user: { username: 'a  b' } }, 'userClass.user.username: No se permiten carácteres especiales, ni mayusculas'],
    [{ user: { username: 'a'.repeat(31) } }, 'userClass.user.username: Tamaño máximo 30'],
    [{ userInfo: { firstName: '<b>' } }, 'userClass.userInfo.firstName: No se permiten carácteres especiales'],
    [{ userInfo: { lastName: 'x'.repeat(31) } }, 'userClass.userInfo.lastName: Tamaño máximo 30'],
    [{ userInfo: { userCustomId: 'x'.repeat(51) } }, 'userClass.userInfo.userCustomId: Tamaño máximo 50'],
    [{ userInfo: { userEmail: 'a@b\r\nBcc: c@d.mx' } }, 'userClass.userInfo.userEmail'],
    [{ userInfo: { userPhone: '555' } }, 'userClass.userInfo.userPhone'],
    [{ preset: { presetId: 0 } }, 'userClass.preset.presetId'],
    [{ roles: [{ roleId: 0 }] }, 'userClass.roles: Los permisos se asignan con un perfil'],
    [{ user: { username: 'ana', parentId: '0' } }, 'userClass.user'],
  ])('rejects %j', async (wrong, fault) => {
    const refused = await create(admin, { user: { username: 'ana' }, preset: { presetId: profiles.read }, ...wrong })
    expect(refused.status).toBe(400)
    expect(errorsOf(refused).join(' ')).toContain(fault)
    expect((await list(main, { user: { username: 'ana' } })).total).toBe(0)
  })

  it('rejects a profile above the session’s own, and profiles and tags of another company', async () => {
    const ask = (presetId: number, tagId?: number) =>
      create(admin, { user: { username: 'ana' }, preset: { presetId }, ...(tagId ? { tags: [{ tagId }] } : {}) })
    expect(await ask(profiles.fleet)).toMatchObject({
      status: 403,
      body: { title: 'No puede asignar un perfil con permisos que usted no tiene.' },
    })
    const [foreign, missing] = [await ask(profiles.foreign), await ask(999_999)]
    expect(foreign).toMatchObject({ status: 422, body: missing.body as object })
    expect(errorsOf(foreign)).toEqual(['userClass.preset.presetId: El perfil elegido no existe.'])
    expect((await ask(profiles.read, tags.foreign)).body).toEqual((await ask(profiles.read, 999_999)).body)
    expect((await list(main, { user: { username: 'ana' } })).total).toBe(0)
  })
})

describe('the list', () => {
  beforeAll(async () => {
    for (let i = 1; i <= 30; i++)
      await server.somebody(company, `lote${String(i).padStart(2, '0')}`, ['vehicles_read'], { active: i % 3 > 0 })
  })

  it('has pages of 25 in the given order, each row once, with the exact total', async () => {
    const first = await list(admin)
    const second = await list(admin, {}, { page: 2 })
    expect(first.users).toHaveLength(25)
    expect(second.total).toBe(first.total)
    expect(new Set([...first.names, ...second.names]).size).toBe(first.total)
    expect(first.names).toEqual(first.names.toSorted())
    expect((await list(admin, {}, { page: 99 })).total).toBe(first.total)
    expect((await list(admin, {}, { sortBy: '', sortFilterOrder: '' })).names).toEqual(first.names)
    const descending = await list(admin, {}, { sortBy: 'username', sortFilterOrder: 'desc' })
    expect(descending.names[0]).toBe([...first.names, ...second.names].toSorted().at(-1))
  })

  it('sorts by every sortable field', async () => {
    for (const sortBy of someCases(
      ['userCustomId', 'username', 'fullName', 'userPhone', 'userEmail', 'rolePresetName', 'userStatus', 'lastSignIn'],
      2,
      2,
    ))
      for (const sortFilterOrder of ['asc', 'desc'])
        expect(
          (await list(admin, {}, { sortBy, sortFilterOrder, pageSize: 100 })).users.length,
          sortBy,
        ).toBeGreaterThan(30)
    const { users } = await list(admin, {}, { sortBy: 'userStatus', sortFilterOrder: 'asc', pageSize: 100 })
    const states = users.map(({ user }) => user.userStatus)
    expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)))
  })

  it('filters by each column ignoring case and accents, and takes % and _ literally', async () => {
    const only = ['norte-mj.nuñez']
    expect((await list(admin, { userInfo: { fullName: 'JOSE NUNEZ' } })).names).toEqual(only)
    expect((await list(admin, { userInfo: { firstName: 'josé' } })).names).toEqual(only)
    expect((await list(admin, { userInfo: { userCustomId: 'e-7' } })).names).toEqual(only)
    expect((await list(admin, { userInfo: { userEmail: 'MJ@' } })).names).toEqual(only)
    expect((await list(admin, { userInfo: { userPhone: '5550101' } })).names).toEqual(only)
    expect((await list(admin, { preset: { rolePresetName: 'lectura' } })).names).toEqual(only)
    expect((await list(admin, { preset: { rolePresetName: 'cuenta principal' } })).names).toEqual(['norte-admin'])
    expect((await list(admin, { tags: [{ tagId: tags.mine }] })).names).toEqual(only)
    expect((await list(admin, { tags: [{ tagId: tags.foreign }] })).total).toBe(0)
    expect((await list(admin, { user: { userStatus: false } })).total).toBe(10)
    for (const username of ['%', '_o_', '\\', "'"])
      expect((await list(admin, { user: { username } })).total, username).toBe(0)
  })

  it('shows and filters by tags only with the permission to read them', async () => {
    const plain = await server.somebody(company, 'sin-etiquetas', ['users_read'])
    expect((await list(plain, { user: { username: 'mj' } })).users[0]?.tags).toEqual([])
    const filtered = { userClass: { tags: [{ tagId: tags.mine }] } }
    expect((await server.ask(plain, { method: 'POST', url: '/api/v2/users', payload: filtered })).status).toBe(403)
  })

  it('marks which users the session can change: not the main account, itself or more powerful users', async () => {
    await server.somebody(company, 'fuerte', ['vehicles_report'])
    const { users } = await list(admin, {}, { pageSize: 100 })
    const flags = (name: string) => {
      const { manageable, isSelf } = users.find(({ user }) => user.username === name)?.user ?? {}
      return { manageable, isSelf }
    }
    expect(flags('norte-admin')).toEqual({ manageable: false, isSelf: false })
    expect(flags('norte-personal')).toEqual({ manageable: false, isSelf: true })
    expect(flags('norte-fuerte')).toEqual({ manageable: false, isSelf: false })
    expect(flags('norte-lote01')).toEqual({ manageable: true, isSelf: false })
    expect((await find('norte-fuerte')).user.manageable).toBe(true)
  })

  it('excludes users of other companies', async () => {
    await server.somebody(other, 'ajeno', ['vehicles_read'])
    expect((await list(main, { user: { username: 'ajeno' } })).total).toBe(0)
  })
})

describe('editing a user', () => {
  it('changes only sent fields, and keeps the first of two edits', async () => {
    const before = await find('norte-mj.nuñez')
    expect((await edit(admin, before.user, { userInfo: { userPhone: '', lastName: 'Peña' } })).status).toBe(200)
    const after = await find('norte-mj.nuñez')
    expect(after).toEqual({
      ...before,
      user: { ...before.user, version: before.user.version + 1 },
      userInfo: { ...before.userInfo, userPhone: null, lastName: 'Peña' },
    })
    const late = await edit(main, before.user, { userInfo: { lastName: 'Tarde' } })
    expect(late).toMatchObject({ status: 409, body: { title: expect.stringContaining('mientras usted lo editaba') } })
    expect((await find('norte-mj.nuñez')).userInfo.lastName).toBe('Peña')
  })

  it('accepts one of two concurrent edits', async () => {
    const { user } = await find('norte-lote01')
    const replies = await Promise.all([
      edit(admin, user, { userInfo: { firstName: 'Uno' } }),
      edit(main, user, { userInfo: { firstName: 'Dos' } }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('renames, unless the name is in use', async () => {
    const { user } = await find('norte-lote02')
    expect((await edit(admin, user, { user: { username: 'lote-dos' } })).status).toBe(200)
    const renamed = await find('norte-lote-dos')
    const conflict = await edit(admin, renamed.user, { user: { username: 'lote01' } })
    expect(conflict.status).toBe(409)
    expect(errorsOf(conflict)).toEqual(['userClass.user.username: Ya existe un usuario con ese nombre.'])
  })

  it('a profile replaces individual roles, from the next call on', async () => {
    const someone = await server.somebody(company, 'suelto', ['vehicles_read'])
    const catalogue = () => server.ask(someone, { method: 'POST', url: '/api/v2/vehicleAsset', payload: {} })
    expect((await catalogue()).status).toBe(200)
    const only = await server.profile(company, 'Solo perfiles', ['presets-read'])
    expect((await edit(main, (await find('norte-suelto')).user, { preset: { presetId: only } })).status).toBe(200)
    expect((await catalogue()).status).toBe(403)
    expect((await find('norte-suelto')).roles).toEqual([{ roleId: 121, roleTypeId: 12, level: 1 }])
  })

  it('sets the tags as sent', async () => {
    const before = await find('norte-mj.nuñez')
    expect((await edit(admin, before.user, { tags: [{ tagId: tags.second }, { tagId: tags.second }] })).status).toBe(
      200,
    )
    expect((await find('norte-mj.nuñez')).tags.map(({ tagId }) => tagId)).toEqual([tags.second])
  })

  it('accepts only personal data for the own user', async () => {
    const self = await find('norte-personal')
    expect((await edit(admin, self.user, { userInfo: { firstName: 'Yo' } })).status).toBe(200)
    const now = await find('norte-personal')
    expect((await edit(admin, now.user, { preset: { presetId: profiles.read } })).status).toBe(409)
    expect((await edit(admin, now.user, { user: { username: 'jefe' } })).status).toBe(409)
  })

  it('needs the password to change the own email address, and a token can change no address', async () => {
    const userClass = { userInfo: { userEmail: 'a@norte.example' } }
    const editOwn = async (more: object) => {
      const { userId, version } = (await find('norte-admin')).user
      const payload = { userClassFilter: { user: { userId, version } }, userClass, ...more }
      return server.ask(main, { method: 'PUT', url: '/api/v2/users', payload })
    }
    const sealed = (password: string) => seal(password, key, { username: 'norte-admin', use: 'current-password' })
    const { userEmail } = (await find('norte-admin')).userInfo
    const without = await editOwn({})
    expect(without).toMatchObject({ status: 422, body: { errors: [{ path: 'current' }] } })
    const wrong = await editOwn({ current: await sealed('no es esta') })
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'current', message: WRONG_PASSWORD }] } })
    expect((await find('norte-admin')).userInfo.userEmail).toBe(userEmail)
    expect((await editOwn({ current: await sealed(PASSWORD) })).status).toBe(200)
    expect((await find('norte-admin')).userInfo.userEmail).toBe('a@norte.example')

    const request = { name: 'personal', permissions: ['users_admin', 'vehicles_read', 'tags_read'], days: 30 }
    const made = await server.ask(main, { method: 'POST', url: '/api/v2/tokens', payload: request })
    const program = { ...main, token: (made.body as { token: string }).token }
    const { user, userInfo } = await find('norte-lote04')
    expect(await edit(program, user, userClass)).toMatchObject({ status: 403, body: { title: TOKEN_TEXTS.notByToken } })
    expect((await find('norte-lote04')).userInfo.userEmail).toBe(userInfo.userEmail)
    expect((await edit(program, user, { userInfo: { firstName: 'Uno' } })).status).toBe(200)
  })

  it('is rejected without changes, or for a filter of several users', async () => {
    const { user } = await find('norte-lote03')
    expect((await edit(admin, user, {})).status).toBe(400)
    for (const userClassFilter of [{}, { user: {} }, { user: { userStatus: true } }, { user: { userId: user.userId } }])
      expect(
        (await server.ask(admin, { method: 'PUT', url: '/api/v2/users', payload: { userClassFilter, userClass: {} } }))
          .status,
      ).toBe(400)
  })
})

describe('status and password', () => {
  it('deactivation ends sessions at once, and reactivation does not restore them', async () => {
    const someone = await server.somebody(company, 'temporal', ['vehicles_read'])
    const userinfo = () => server.ask(someone, { url: '/connect/userinfo' })
    expect((await userinfo()).status).toBe(200)
    expect((await setStatus(admin, someone.userId, false)).status).toBe(200)
    expect((await userinfo()).status).toBe(401)
    expect((await find('norte-temporal')).user.userStatus).toBe(false)
    expect((await setStatus(admin, someone.userId, true)).status).toBe(200)
    expect((await userinfo()).status).toBe(401)
  })

  it('a reset ends the old password and all sessions, and the new password signs in', async () => {
    const someone = await server.somebody(company, 'olvido', ['vehicles_read'])
    expect((await reset(admin, someone.userId, 'Nueva clave-1')).status).toBe(200)
    expect((await server.ask(someone, { url: '/connect/userinfo' })).status).toBe(401)
    expect((await signIn('norte-olvido', 'Clave-de-prueba-1')).status).toBe(400)
    expect((await signIn('norte-olvido', 'Nueva clave-1')).status).toBe(200)
  })

  it('a locked-out user can sign in with the new password', async () => {
    const someone = await server.somebody(company, 'terco', ['vehicles_read'])
    for (let i = 0; i < 12; i++) await signIn('norte-terco', 'mala', `10.1.2.${i % 2}`)
    expect((await signIn('norte-terco', 'mala', '10.1.2.0')).status).toBe(429)
    expect((await signIn('norte-terco', 'mala', '10.1.2.99')).status).toBe(429)
    expect((await reset(admin, someone.userId, 'Nueva-2')).status).toBe(200)
    expect((await signIn('norte-terco', 'Nueva-2', '10.1.2.0')).status).toBe(200)
  })

  it.each([
    ['abc', 'Mínimo 4 caracteres'],
    ['x'.repeat(51), 'Máximo 50 caracteres'],
    ['contraseña', 'Caracteres permitidos'],
    ['<script>', 'Caracteres permitidos'],
  ])('rejects the password %j and names the field', async (password, fault) => {
    const { user } = await find('norte-olvido')
    const refused = await reset(admin, user.userId, password)
    expect(refused.status).toBe(422)
    expect(errorsOf(refused)[0]).toContain(`password: ${fault}`)
  })

  it('rejects a password that is not sealed', async () => {
    const { user } = await find('norte-olvido')
    const plain = {
      method: 'PATCH' as const,
      url: `/api/v2/roles/user/${user.userId}/password`,
      payload: { password: 'Clave-1' },
    }
    expect((await server.ask(admin, plain)).status).toBe(422)
  })

  it('is rejected for the main account, oneself and users with more permissions', async () => {
    const strong = (await find('norte-fuerte')).user.userId
    for (const id of [main.userId, strong]) {
      expect((await setStatus(admin, id, false)).status).toBe(403)
      expect((await reset(admin, id, 'Robada-1')).status).toBe(403)
    }
    expect((await setStatus(admin, admin.userId, false)).status).toBe(409)
    expect((await reset(admin, admin.userId, 'Mia-1234')).status).toBe(409)
    expect((await setStatus(main, main.userId, false)).status).toBe(409)
    expect((await find('norte-fuerte')).user.userStatus).toBe(true)
  })
})

describe('the vehicle scope of a user', () => {
  const NONE_SENT = { total: 0, names: [] }
  const count = (who: Somebody, vehicleScope: object, email?: string) =>
    server.ask(who, { method: 'POST', url: '/api/v2/users/scope', payload: { vehicleScope, email } })
  const listVisible = async (who: Somebody) => {
    const { status, body } = await server.ask(who, {
      method: 'POST',
      url: '/api/v2/vehicleAsset',
      payload: { vehicleClass: {} },
    })
    return status === 200 ? (body as { totalCount: number }).totalCount : status
  }
  let chief: Somebody
  beforeAll(async () => {
    chief = await server.somebody(company, 'jefe', [], { profile: profiles.read })
    const [one = 0] = await server.vehicles(company, [
      { plate: 'SCO111A', stateId: 19, columns: { tax_identifier: 'ABC010101AB1', lessor_name: 'Arrendadora Ñandú' } },
      { plate: 'SCO222B', stateId: 9, columns: { tax_identifier: 'ABC010101AB1' } },
      { plate: 'SCO333C', stateId: 9 },
    ])
    await server.db.system.query('insert into vehicle_tag (tenant_id, vehicle_id, tag_id) values ($1, $2, $3)', [
      company.tenantId,
      one,
      tags.mine,
    ])
  })
  const change = async (who: Somebody, vehicleScope: object | null) =>
    edit(who, (await find('norte-jefe')).user, { vehicleScope })

  it('can be previewed: how many of all vehicles it shows', async () => {
    for (const [scope, vehicles] of [
      [{ states: [9] }, 2],
      [{ holders: [' abc010101ab1 '] }, 2],
      [{ lessors: ['ARRENDADORA NANDU'] }, 1],
      [{ tags: [tags.mine], states: [19] }, 1],
      [{ tags: [tags.mine], states: [9] }, 0],
    ] as const)
      expect([scope, (await count(admin, scope)).body]).toEqual([
        scope,
        { vehicles, total: 3, reports: NONE_SENT, alerts: NONE_SENT },
      ])
    expect(await listVisible(chief)).toBe(3)
  })

  it('has a preview of reports and alerts of the whole fleet that are sent to the user', async () => {
    const foreign = await server.company('este')
    const add = (tenantId: number, name: string, mail: string, more: { off?: boolean; of?: number } = {}) =>
      server.db.system.query(
        `
          insert into scheduled_report (tenant_id, report_name, kind, mails, frequency, send_day, send_hour,
            empty_policy, first_on, active, scope_user_id)
          values ($1, $2, 'debts', array['otra@norte.mx', $3], 'weekly', 1, 7, 'send', '2026-01-05', $4, $5)`,
        [tenantId, name, mail, !more.off, more.of ?? null],
      )
    await add(company.tenantId, 'Semanal', 'Jefe@norte.mx')
    await add(company.tenantId, 'Altas', 'jefe@norte.mx')
    await add(company.tenantId, 'Apagado', 'jefe@norte.mx', { off: true })
    await add(company.tenantId, 'De su parte', 'jefe@norte.mx', { of: chief.userId })
    await add(company.tenantId, 'De otra', 'mijefe@norte.mx')
    await add(foreign.tenantId, 'Ajeno', 'jefe@norte.mx')
    const alert = (name: string, mail: string, active = true) =>
      server.db.system.query(
        `
          with seen as (
            insert into saved_view (tenant_id, user_id, view_name, shared, definition)
            values ($1, $1, $2, true, '{}') returning tenant_id, view_id)
          insert into alert (tenant_id, alert_name, view_id, measure, threshold, mails, active)
          select tenant_id, $2, view_id, 'vehicles', 1, array[$3], $4 from seen`,
        [company.tenantId, name, mail, active],
      )
    await alert('Robados', 'JEFE@norte.mx')
    await alert('Apagada', 'jefe@norte.mx', false)
    await alert('De otra', 'mijefe@norte.mx')
    const scope = { states: [9] }
    expect((await count(main, scope, ' JEFE@norte.mx')).body).toEqual({
      vehicles: 2,
      total: 3,
      reports: { total: 2, names: ['Altas', 'Semanal'] },
      alerts: { total: 1, names: ['Robados'] },
    })
    // Without the permission to read reports: only the number, no names.
    expect((await count(admin, scope, 'jefe@norte.mx')).body).toMatchObject({
      reports: { total: 2, names: [] },
      alerts: { total: 1, names: [] },
    })
    expect((await count(main, scope, '')).body).toMatchObject({ reports: NONE_SENT, alerts: NONE_SENT })
    for (let n = 0; n < 20; n++) await add(company.tenantId, `R ${n}`, 'jefe@norte.mx')
    const { reports } = (await count(main, scope, 'jefe@norte.mx')).body as { reports: { names: string[] } }
    expect(reports).toMatchObject({ total: 22 })
    expect(reports.names).toHaveLength(20)
  })

  it('applies from the next call on, is recorded in words, and can be removed', async () => {
    expect((await change(admin, { states: [9], holders: ['abc010101ab1'] })).status).toBe(200)
    expect((await find('norte-jefe')).vehicleScope).toEqual({ states: [9], holders: ['ABC010101AB1'] })
    expect(await listVisible(chief)).toBe(1)
    expect((await server.ask(chief, { url: '/api/v2/tags/categories' })).status).toBe(403)
    const { body } = await server.ask(main, {
      method: 'POST',
      url: '/api/v2/activity',
      payload: { filter: { subjectKind: 'user', subjectId: chief.userId } },
    })
    expect(JSON.stringify(body)).toContain('Estados: Ciudad de México; RFC o NIT: ABC010101AB1')
    expect((await change(admin, null)).status).toBe(200)
    expect(await listVisible(chief)).toBe(3)
  })

  it('can be set when a user is created', async () => {
    const made = await create(admin, {
      user: { username: 'corredor' },
      preset: { presetId: profiles.read },
      vehicleScope: { tags: [tags.mine] },
    })
    expect(made.status).toBe(200)
    expect((await find('norte-corredor')).vehicleScope).toEqual({ tags: [tags.mine] })
  })

  it.each([
    ['no kind', () => ({}), 400],
    ['a kind without values', () => ({ states: [] }), 400],
    ['a tag of another company', () => ({ tags: [tags.foreign] }), 422],
    ['a state of another country', () => ({ states: [1005] }), 422],
    ['an empty name', () => ({ lessors: [' '] }), 400],
  ])('is rejected with %s', async (_name, scope, status) => {
    expect((await change(admin, scope())).status).toBe(status)
    expect((await count(admin, scope())).status).toBe(status)
    expect(await listVisible(chief)).toBe(3)
  })

  it('is rejected with a tag that is being deleted', async () => {
    const tagId = await tag(company, 'disputada')
    const deleting = {
      hold: (client: pg.PoolClient) => client.query('delete from tag where tag_id = $1', [tagId]),
      waitsIn: 'for key share',
    }
    expect(await withLockHeld(server, deleting, () => change(admin, { tags: [tagId] }))).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'userClass.vehicleScope.tags' }] },
    })
  })

  it('cannot be changed by the user themselves, and not be set for the main account', async () => {
    for (const [who, username] of [
      [admin, 'norte-personal'],
      [admin, 'norte-admin'],
      [main, 'norte-admin'],
    ] as const) {
      const { status } = await edit(who, (await find(username)).user, { vehicleScope: { states: [9] } })
      expect([403, 409]).toContain(status)
    }
    expect((await count(chief, { states: [9] })).status).toBe(403)
  })

  it('prevents its user from managing users, who could get more', async () => {
    const person = await server.somebody(company, 'personal2', [], { profile: profiles.people })
    await edit(admin, (await find('norte-personal2')).user, { vehicleScope: { states: [9] } })
    expect((await create(person, { user: { username: 'x1' }, preset: { presetId: profiles.read } })).status).toBe(403)
    expect((await change(person, null)).status).toBe(403)
  })
})
