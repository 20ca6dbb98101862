// No user gains permissions: not by a role's or a profile's name, not through another user, not by claiming to be the
// main account. Each attempt is refused with a reason in Spanish and changes no row of the company.
import { holdsExactly, ROLES, type Role } from '@padron/contract/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS, requestOf } from '../../testing/attacks/openapi.ts'
import { expectRefused } from '../../testing/attacks/refusal.ts'
import { isDrill, someCases } from '../../testing/drill.ts'
import { tenantRowHashes } from '../../testing/rows.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { type Visitor, visitor } from '../../testing/sign-in/identity.ts'
import { seal } from '../../testing/sign-in/seal.ts'

/** A user who administers users and profiles, and may only edit vehicles. */
const OFFICE: readonly Role[] = ['users_admin', 'presets-admin', 'vehicles_edit']
const BOSS: readonly Role[] = ['users_admin', 'presets-admin', 'vehicles_admin', 'documents_admin']

let server: TestServer
let company: Company
let client: Visitor
let main: Somebody
let office: Somebody
let boss: Somebody
let clerk: Somebody
let profiles: { office: number; boss: number; clerk: number; higher: number }

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  profiles = {
    office: await server.profile(company, 'Oficina', OFFICE),
    boss: await server.profile(company, 'Jefatura', BOSS),
    clerk: await server.profile(company, 'Consulta', ['vehicles_read']),
    higher: await server.profile(company, 'Altas', ['vehicles_admin']),
  }
  office = await server.somebody(company, 'oficina', [], { profile: profiles.office })
  boss = await server.somebody(company, 'jefa', [], { profile: profiles.boss })
  clerk = await server.somebody(company, 'consulta', [], { profile: profiles.clerk })
  client = await visitor(server.app)
})
afterAll(() => server.stop())

const idOf = (name: Role): number => ROLES.find((role) => role.name === name)?.roleId ?? -1
const ask = (who: Somebody, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  server.ask(who, { method, url, ...(payload ? { payload } : {}) })
const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
/** Calls that any session may make; they change only what its user has seen. */
const OPEN = new Set([
  'identity.userinfo',
  'catalogue.basicStats',
  'catalogue.states',
  'processing.resources',
  'account.me',
  'news.list',
  'news.seen',
  'tokens.list',
])
/** Calls about the user's own data: they fail by a wrong body or a missing row, never by a missing permission. */
const OWN = /^account\.|^tokens\.(?:create|revoke)$/
const withPermission = OPERATIONS.filter(({ guarded, anySession }) => guarded && !anySession)

type Attempt = {
  what: string
  is: number
  by: () => Somebody
  send: () => Parameters<typeof ask> extends [Somebody, ...infer Rest] ? Rest : never
}
const edit = (who: Somebody, userClass: object, version = 1) => ({
  userClassFilter: { user: { userId: who.userId, version } },
  userClass,
})
const given = (presetId: number) => ({ preset: { presetId } })

const ATTEMPTS: readonly Attempt[] = [
  {
    what: 'make a profile above one’s own',
    is: 403,
    by: () => office,
    send: () => ['POST', '/api/v2/roles/presets', { presetName: 'Mía', roleIDs: [idOf('vehicles_admin')] }],
  },
  {
    what: 'make one with one level too many',
    is: 403,
    by: () => office,
    send: () => [
      'POST',
      '/api/v2/roles/presets',
      { presetName: 'Mía', roleIDs: [...OFFICE.map(idOf), idOf('queue_read')] },
    ],
  },
  {
    what: 'make one with the main account’s role',
    is: 400,
    by: () => office,
    send: () => ['POST', '/api/v2/roles/presets', { presetName: 'Mía', roleIDs: [0] }],
  },
  {
    what: 'make one with it beside others',
    is: 400,
    by: () => main,
    send: () => ['POST', '/api/v2/roles/presets', { presetName: 'Mía', roleIDs: [11, 0] }],
  },
  {
    what: 'make one with a role that does not exist',
    is: 422,
    by: () => main,
    send: () => ['POST', '/api/v2/roles/presets', { presetName: 'Mía', roleIDs: [11, 9999] }],
  },
  {
    what: 'raise the profile one has',
    is: 403,
    by: () => office,
    send: () => [
      'PUT',
      '/api/v2/roles/presets',
      { preset: { presetId: profiles.office, version: 1 }, roleIDs: [...OFFICE.map(idOf), idOf('vehicles_report')] },
    ],
  },
  {
    what: 'raise another profile',
    is: 403,
    by: () => office,
    send: () => [
      'PUT',
      '/api/v2/roles/presets',
      { preset: { presetId: profiles.clerk, version: 1 }, roleIDs: [idOf('vehicles_admin')] },
    ],
  },
  {
    what: 'lower a profile that holds more',
    is: 403,
    by: () => office,
    send: () => [
      'PUT',
      '/api/v2/roles/presets',
      { preset: { presetId: profiles.boss, version: 1 }, roleIDs: [idOf('vehicles_read')] },
    ],
  },
  {
    what: 'rename a profile that holds more',
    is: 403,
    by: () => office,
    send: () => [
      'PUT',
      '/api/v2/roles/presets',
      { preset: { presetId: profiles.boss, version: 1, rolePresetName: 'X' }, roleIDs: BOSS.map(idOf) },
    ],
  },
  {
    what: 'remove a profile that holds more',
    is: 403,
    by: () => office,
    send: () => ['DELETE', `/api/v2/roles/presets/${profiles.higher}`],
  },
  {
    what: 'give another user a higher profile',
    is: 403,
    by: () => office,
    send: () => ['PUT', '/api/v2/users', edit(clerk, given(profiles.higher))],
  },
  {
    what: 'give another user the boss’s profile',
    is: 403,
    by: () => office,
    send: () => ['PUT', '/api/v2/users', edit(clerk, given(profiles.boss))],
  },
  {
    what: 'give oneself a higher profile',
    is: 409,
    by: () => office,
    send: () => ['PUT', '/api/v2/users', edit(office, given(profiles.boss))],
  },
  {
    what: 'give oneself one’s own profile',
    is: 409,
    by: () => office,
    send: () => ['PUT', '/api/v2/users', edit(office, given(profiles.office))],
  },
  {
    what: 'rename oneself',
    is: 409,
    by: () => office,
    send: () => ['PUT', '/api/v2/users', edit(office, { user: { username: 'jefe' } })],
  },
  {
    what: 'make a user with a higher profile',
    is: 403,
    by: () => office,
    send: () => [
      'POST',
      '/api/v2/users/create',
      { userClass: { user: { username: 'nuevo' }, ...given(profiles.higher) } },
    ],
  },
  {
    what: 'make a user with roles of their own',
    is: 400,
    by: () => main,
    send: () => [
      'POST',
      '/api/v2/users/create',
      { userClass: { user: { username: 'nuevo' }, ...given(profiles.clerk), roles: [{ roleId: 0 }] } },
    ],
  },
  {
    what: 'make a user without a profile',
    is: 400,
    by: () => office,
    send: () => ['POST', '/api/v2/users/create', { userClass: { user: { username: 'nuevo' }, ...given(0) } }],
  },
  {
    what: 'make a second main account',
    is: 409,
    by: () => main,
    send: () => [
      'POST',
      '/api/v2/users/create',
      { userClass: { user: { username: 'admin' }, ...given(profiles.clerk) } },
    ],
  },
  {
    what: 'make a user of no company',
    is: 400,
    by: () => main,
    send: () => [
      'POST',
      '/api/v2/users/create',
      { userClass: { user: { username: 'nuevo', parentId: '0' }, ...given(profiles.clerk) } },
    ],
  },
  {
    what: 'give a more powerful user a new password',
    is: 403,
    by: () => office,
    send: () => ['PATCH', `/api/v2/roles/user/${boss.userId}/password`, { password: sealed }],
  },
  {
    what: 'disable a more powerful user',
    is: 403,
    by: () => office,
    send: () => ['PUT', `/api/v2/users/${boss.userId}`, { userStatus: false }],
  },
  {
    what: 'rename a more powerful user',
    is: 403,
    by: () => office,
    send: () => ['PUT', '/api/v2/users', edit(boss, { user: { username: 'nadie' } })],
  },
  {
    what: 'edit a more powerful user',
    is: 403,
    by: () => office,
    send: () => ['PUT', '/api/v2/users', edit(boss, { userInfo: { userEmail: 'mio@ejemplo.mx' } })],
  },
  {
    what: 'lower a more powerful user',
    is: 403,
    by: () => office,
    send: () => ['PUT', '/api/v2/users', edit(boss, given(profiles.clerk))],
  },
  {
    what: 'tag a more powerful user',
    is: 403,
    by: () => office,
    send: () => ['PUT', '/api/v2/users', edit(boss, { tags: [] })],
  },
  {
    what: 'give the main account a new password',
    is: 403,
    by: () => boss,
    send: () => ['PATCH', `/api/v2/roles/user/${main.userId}/password`, { password: sealed }],
  },
  {
    what: 'disable the main account',
    is: 403,
    by: () => boss,
    send: () => ['PUT', `/api/v2/users/${main.userId}`, { userStatus: false }],
  },
  {
    what: 'rename the main account',
    is: 403,
    by: () => boss,
    send: () => ['PUT', '/api/v2/users', edit(main, { user: { username: 'nadie' } })],
  },
  {
    what: 'edit the main account',
    is: 403,
    by: () => boss,
    send: () => ['PUT', '/api/v2/users', edit(main, { userInfo: { firstName: 'Nadie' } })],
  },
  {
    what: 'give the main account a profile',
    is: 403,
    by: () => boss,
    send: () => ['PUT', '/api/v2/users', edit(main, given(profiles.clerk))],
  },
  {
    what: 'disable oneself',
    is: 409,
    by: () => office,
    send: () => ['PUT', `/api/v2/users/${office.userId}`, { userStatus: false }],
  },
  {
    what: 'give oneself a password without one’s own',
    is: 409,
    by: () => office,
    send: () => ['PATCH', `/api/v2/roles/user/${office.userId}/password`, { password: sealed }],
  },
  {
    what: 'disable oneself, the main account',
    is: 409,
    by: () => main,
    send: () => ['PUT', `/api/v2/users/${main.userId}`, { userStatus: false }],
  },
  {
    what: 'give oneself a profile, the main account',
    is: 409,
    by: () => main,
    send: () => ['PUT', '/api/v2/users', edit(main, given(profiles.clerk))],
  },
  {
    what: 'edit every user at once',
    is: 400,
    by: () => main,
    send: () => ['PUT', '/api/v2/users', { userClassFilter: {}, userClass: given(profiles.clerk) }],
  },
  {
    what: 'edit users by another field',
    is: 400,
    by: () => main,
    send: () => [
      'PUT',
      '/api/v2/users',
      { userClassFilter: { user: { userStatus: true, version: 1 } }, userClass: given(profiles.clerk) },
    ],
  },
  {
    what: 'say that one’s profile is the main one',
    is: 409,
    by: () => main,
    send: () => ['POST', '/api/v2/roles/presets', { presetName: 'CUENTA principal ', roleIDs: [11] }],
  },
]
let sealed = ''

describe('an attempt to', () => {
  it.each(ATTEMPTS)(
    '$what is refused with a reason, and leaves every row as it was',
    async ({ what, is, by, send }) => {
      sealed = await seal('Otra-clave-1', client.key, { username: boss.username, use: 'new-password' })
      const before = await tenantRowHashes(server.db, company.tenantId)
      expectRefused(await ask(by(), ...send()), [is], what)
      expect(await tenantRowHashes(server.db, company.tenantId)).toEqual(before)
    },
  )

  it('gain permissions through a user that one creates is refused: the new user has the same limits', async () => {
    const { status, body } = await ask(office, 'POST', '/api/v2/users/create', {
      userClass: { user: { username: 'copia' }, ...given(profiles.office) },
    })
    expect(status).toBe(200)
    const { userName, password } = body as { userName: string; password: string }
    expect((await client.accept(userName, password)).status).toBe(200)
    const { body: token } = await client.signIn(userName, password)
    const copy = { ...office, token: (token as { access_token: string }).access_token }
    expectRefused(
      await ask(copy, 'POST', '/api/v2/roles/presets', { presetName: 'Más', roleIDs: [idOf('vehicles_admin')] }),
      [403],
      'copy',
    )
    expectRefused(await ask(copy, 'PUT', '/api/v2/users', edit(clerk, given(profiles.higher))), [403], 'copy')
    // The new user administers their creator, an equal, and cannot grant them more.
    expectRefused(await ask(copy, 'PUT', '/api/v2/users', edit(office, given(profiles.boss))), [403], 'copy')
  })
})

describe('a user who administers only users or only profiles', () => {
  it('cannot get the permissions of the other', async () => {
    const onlyUsers = await server.somebody(company, 'usuarios', [], {
      profile: await server.profile(company, 'Usuarios', ['users_admin']),
    })
    const ownProfile = await server.profile(company, 'Perfiles', ['presets-admin'])
    const onlyProfiles = await server.somebody(company, 'perfiles', [], { profile: ownProfile })
    const before = await tenantRowHashes(server.db, company.tenantId)
    const tries: [Somebody, 'POST' | 'PUT', string, object][] = [
      [onlyUsers, 'POST', '/api/v2/roles/presets', { presetName: 'Mía', roleIDs: [idOf('users_admin')] }],
      [
        onlyUsers,
        'PUT',
        '/api/v2/roles/presets',
        { preset: { presetId: profiles.clerk, version: 1 }, roleIDs: [idOf('users_admin')] },
      ],
      [onlyUsers, 'POST', '/api/v2/users/create', { userClass: { user: { username: 'n' }, ...given(ownProfile) } }],
      // `clerk` has vehicles_read, which `onlyUsers` lacks
      [onlyUsers, 'PUT', '/api/v2/users', edit(clerk, given(profiles.clerk))],
      [
        onlyProfiles,
        'PUT',
        '/api/v2/roles/presets',
        { preset: { presetId: ownProfile, version: 1 }, roleIDs: [idOf('presets-admin'), idOf('users_admin')] },
      ],
      [onlyProfiles, 'POST', '/api/v2/roles/presets', { presetName: 'Mía', roleIDs: [idOf('users_read')] }],
      [onlyProfiles, 'POST', '/api/v2/users/create', { userClass: { user: { username: 'n' }, ...given(ownProfile) } }],
      [onlyProfiles, 'PUT', '/api/v2/users', edit(onlyProfiles, given(profiles.boss))],
    ]
    for (const [who, method, url, payload] of tries)
      expectRefused(await ask(who, method, url, payload), [403], `${who.username} ${method} ${url}`)
    expect(await tenantRowHashes(server.db, company.tenantId)).toEqual(before)
  })
})

describe('roles and their names', () => {
  let round = 0
  const statusesOf = async (who: Somebody) => {
    const requests = someCases(withPermission, 50, round++).map((operation) => ({
      name: operation.name,
      request: requestOf(operation, { id: 1, vehicleId: 1 }, operation.body ? {} : undefined),
    }))
    const statuses: { name: string; status: number }[] = []
    // One after another: all at once would be refused as an overload.
    for (const { name, request } of requests) statuses.push({ name, status: (await server.ask(who, request)).status })
    return statuses.filter(({ status }) => status !== 403)
  }

  it('an unknown role grants no permission, even if its text contains the name of one', () => {
    for (const role of [
      'not_users_admin',
      'users_administrator',
      'tags_administrator',
      'xusers_adminx',
      'ADMIN',
      'admin ',
      ' admin',
      'Admin',
      'administrator',
      'superadmin',
      'users_admin,tags_admin',
      'users_admin ',
      '',
      '*',
      'constructor',
      '__proto__',
    ])
      for (const { name } of ROLES.filter(({ roleId }) => roleId > 0))
        expect(holdsExactly(new Set([role]), name as Exclude<Role, 'admin'>), `${role} / ${name}`).toBe(false)
  })

  it.each(someCases([[[9999]], [[-1]], [[1, 2, 3]], [[2_147_483_647, -2_147_483_648]], [[10, 15, 20]]], 1, 2))(
    'unknown role ids in a user’s row (%j) grant nothing',
    async (ids) => {
      const who = await server.somebody(company, `ajeno${ids.join('.')}`, [])
      await system('update app_user set role_ids = $1 where user_id = $2', ids, who.userId)
      expect((await client.userinfo(who.token)).body).toMatchObject({ role: [], parentId: String(company.tenantId) })
      expect(await statusesOf(who)).toEqual([])
    },
  )

  it('the database rejects the main account’s role for other users and for profiles', async () => {
    await expect(system(`update app_user set role_ids = '{0}' where user_id = $1`, clerk.userId)).rejects.toThrow(
      /app_user_only_main_is_admin/,
    )
    await expect(system(`update app_user set role_ids = '{11,0}' where user_id = $1`, clerk.userId)).rejects.toThrow(
      /app_user_only_main_is_admin/,
    )
    await expect(system(`update preset set role_ids = '{0}' where preset_id = $1`, profiles.clerk)).rejects.toThrow(
      /preset_grants_something/,
    )
    await expect(system(`update preset set role_ids = '{11,0}' where preset_id = $1`, profiles.clerk)).rejects.toThrow(
      /preset_grants_something/,
    )
  })

  it('a profile named like the main account’s role grants only the roles in it', async () => {
    for (const name of ['admin', 'ADMIN', ...(isDrill ? ['superadmin', 'administrador', 'users_admin'] : [])]) {
      const { status } = await ask(main, 'POST', '/api/v2/roles/presets', {
        presetName: name,
        roleIDs: [idOf('dashboard_read')],
      })
      // Names that differ only in case are the same profile.
      expect(status, name).toBe(name === 'ADMIN' ? 409 : 200)
      if (status !== 200) continue
      const { rows } = await system(
        'select preset_id from preset where preset_name = $1 and tenant_id = $2',
        name,
        company.tenantId,
      )
      const who = await server.somebody(company, `de-${name}`, [], { profile: rows[0]?.preset_id })
      expect((await client.userinfo(who.token)).body).toMatchObject({ role: ['dashboard_read'] })
      const others = (await statusesOf(who)).filter((call) => !call.name.startsWith('dashboard.'))
      expect(others).toEqual([])
    }
    for (const presetName of ['Cuenta principal', 'cuenta PRINCIPAL', ' Sin roles ', 'Permisos propios'])
      expectRefused(await ask(main, 'POST', '/api/v2/roles/presets', { presetName, roleIDs: [11] }), [409], presetName)
  })

  it('a user named like the main account gets only their own roles', async () => {
    for (const name of someCases(['admin2', 'admin.', 'root', 'superadmin'], 2, 0)) {
      const who = await server.somebody(company, name, ['queue_read'])
      expect((await client.userinfo(who.token)).body).toMatchObject({
        role: ['queue_read'],
        parentId: String(company.tenantId),
      })
    }
  })
})

describe('a sub-user', () => {
  it('is never the main account, even with every permission', async () => {
    const all = ROLES.map(({ name }) => name).filter((name) => name !== 'admin')
    const mighty = await server.somebody(company, 'todo', all)
    const { body } = await client.userinfo(mighty.token)
    expect(body).toMatchObject({
      userId: String(mighty.userId),
      parentId: String(company.tenantId),
      parentName: 'norte',
    })
    expect((body as { role: string[] }).role).not.toContain('admin')
    expect((await ask(mighty, 'GET', '/api/v2/account')).body).toMatchObject({ isMain: false })
    expectRefused(await ask(mighty, 'PUT', `/api/v2/users/${main.userId}`, { userStatus: false }), [403], 'todo')
    expectRefused(
      await ask(mighty, 'PATCH', `/api/v2/roles/user/${main.userId}/password`, {
        password: await seal('Otra-clave-1', client.key, { username: main.username, use: 'new-password' }),
      }),
      [403],
      'todo',
    )
  })

  it('does not become the main account by sending `parentId`: no call has this field', async () => {
    for (const parentId of someCases(['0', 0, '00', String(company.tenantId), null], 1, 3)) {
      for (const operation of OPERATIONS.filter(({ guarded, body }) => guarded && body?.type === 'object')) {
        const answer = await server.ask(
          boss,
          requestOf(operation, { id: clerk.userId, vehicleId: 1, screen: 'catalogue' }, { parentId }),
        )
        expectRefused(answer, [400, 403], `${operation.name} ${parentId}`)
        if (answer.status === 400) expect(JSON.stringify(answer.body), operation.name).toContain('parentId')
      }
    }
    expect((await client.userinfo(boss.token)).body).toMatchObject({ parentId: String(company.tenantId) })
  })

  it('without any role can make only the calls about their own session and data', async () => {
    const nobody = await server.somebody(company, 'nadie', [])
    for (const operation of OPERATIONS.filter(({ guarded }) => guarded)) {
      const { status } = await server.ask(
        nobody,
        requestOf(operation, { id: 1, vehicleId: 1, screen: 'catalogue' }, operation.body ? {} : undefined),
      )
      // A user may save any layout, whatever it lets them see.
      if (operation.name.startsWith('views.') && operation.anySession)
        expect([200, 400], operation.name).toContain(status)
      else if (OPEN.has(operation.name)) expect(status, operation.name).toBe(200)
      // They have no passkey to prove.
      else if (operation.name === 'account.provePasskey') expect(status).toBe(409)
      else if (OWN.test(operation.name)) expect([200, 400, 404], operation.name).toContain(status)
      else expect(status, operation.name).toBe(403)
    }
  })
})

it('after all these attempts, roles and passwords are unchanged', async () => {
  const rolesOf = async ({ token }: Somebody) =>
    ((await client.userinfo(token)).body as { role: string[] }).role.toSorted()
  expect(await rolesOf(clerk)).toEqual(['vehicles_read'])
  expect(await rolesOf(office)).toEqual([
    'presets-admin',
    'presets-read',
    'tags_read',
    'users_admin',
    'users_read',
    'vehicles_edit',
    'vehicles_read',
  ])
  expect(await rolesOf(boss)).toContain('vehicles_admin')
  for (const { username } of [main, boss, office, clerk])
    expect((await client.signIn(username, PASSWORD)).status).toBe(200)
})
