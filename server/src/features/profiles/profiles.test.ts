// Profiles: what can be granted, and when a change reaches their users.
import type { Profile, RoleGroup } from '@padron/contract/profiles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let main: Somebody
let author: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  author = await server.somebody(company, 'autora', ['presets-admin', 'vehicles_edit', 'users_read'])
})
afterAll(() => server.stop())

const PRESETS = '/api/v2/roles/presets'
const list = async (who: Somebody): Promise<Profile[]> =>
  ((await server.ask(who, { url: PRESETS })).body as { catalogFilter: Profile[] }).catalogFilter
const find = async (name: string) => {
  const found = (await list(main)).find(({ preset }) => preset.rolePresetName === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}
const create = (who: Somebody, presetName: unknown, roleIDs: unknown) =>
  server.ask(who, { method: 'POST', url: PRESETS, payload: { presetName, roleIDs } })
const edit = (who: Somebody, preset: object, roleIDs: number[]) =>
  server.ask(who, { method: 'PUT', url: PRESETS, payload: { preset, roleIDs } })
const remove = (who: Somebody, id: number) => server.ask(who, { method: 'DELETE', url: `${PRESETS}/${id}` })
const titleOf = ({ body }: { body: unknown }) => (body as { title?: string }).title

const READ = 11
const EDIT = 12
const REPORT = 14
const PRESETS_READ = 121

describe('groups', () => {
  it('list every type with its levels in order, and the session’s own level', async () => {
    const groups = async (who: Somebody) =>
      ((await server.ask(who, { url: '/api/v2/roles/groups' })).body as { orderRoles: RoleGroup[] }).orderRoles
    const own = await groups(author)
    expect(own).toHaveLength(13)
    expect(own[0]).toEqual({
      roleTypeId: 1,
      name: 'Vehículos',
      maxLevel: 2,
      roles: [
        { roleId: 11, description: 'Consultar vehículos', level: 1 },
        { roleId: 12, description: 'Editar, dar de baja y de alta', level: 2 },
        { roleId: 13, description: 'Agregar vehículos', level: 3 },
        { roleId: 14, description: 'Generar reportes', level: 4 },
      ],
    })
    expect(own.find(({ name }) => name === 'Etiquetas')?.maxLevel).toBe(1) // vehicles_edit includes tags_read
    expect((await groups(main)).every(({ roles, maxLevel }) => maxLevel === roles.length)).toBe(true)
  })

  it('can be read by users who read users, because their screen shows profiles', async () => {
    const reader = await server.somebody(company, 'lectora', ['users_read'])
    expect((await server.ask(reader, { url: PRESETS })).status).toBe(200)
    expect((await server.ask(reader, { url: '/api/v2/roles/groups' })).status).toBe(200)
  })
})

describe('a profile', () => {
  it('has the highest level of each type, and is returned with all included permissions', async () => {
    const made = await create(author, '  Operación  ', [READ, EDIT, PRESETS_READ])
    expect(made.status).toBe(200)
    expect(await find('Operación')).toMatchObject({
      preset: { userId: company.tenantId, version: 1, userCount: 0, editable: true },
      roles: [{ roleId: READ }, { roleId: EDIT }, { roleId: 21 }, { roleId: PRESETS_READ }],
      presetMaxLevels: [
        { roleTypeId: 1, level: 2 },
        { roleTypeId: 2, level: 1 },
        { roleTypeId: 12, level: 1 },
      ],
    })
  })

  it('lists «no profile» first, with id 0', async () => {
    expect((await list(author))[0]).toMatchObject({
      preset: { presetId: 0, rolePresetName: 'Sin roles', editable: false },
      roles: [],
    })
  })

  it.each([
    ['', 'Perfil obligatorio'],
    ['   ', 'Perfil obligatorio'],
    ['x'.repeat(151), 'Máximo 150 caracteres'],
    ['Con\u200bsulta', 'El nombre tiene caracteres que no se ven'],
    ['\u202eatlusnoC', 'El nombre tiene caracteres que no se ven'],
    ['a\u0000b', 'El nombre tiene caracteres que no se ven'],
  ])('is rejected with the name %j', async (name, fault) => {
    const refused = await create(author, name, [READ])
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'presetName', message: fault }] } })
  })

  it('has a unique name regardless of case and accents', async () => {
    for (const name of [
      'operacion',
      'OPERACIÓN',
      'Sin roles',
      'sin ROLES',
      'Cuenta principal',
      'Sín Roles',
      'Operacio\u0301n',
    ]) {
      const refused = await create(author, name, [READ])
      expect([name, refused.status, titleOf(refused)]).toEqual([name, 409, 'Ya existe un perfil con ese nombre!'])
    }
    const elsewhere = await server.company('sur')
    const theirs = await server.somebody(elsewhere, 'admin', ['admin'])
    expect((await create(theirs, 'Operación', [READ])).status).toBe(200)
  })

  it('is never empty, and has only existing roles', async () => {
    expect(await create(author, 'Vacío', [])).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'roleIDs', message: 'No se permiten perfiles vacíos' }] },
    })
    expect((await create(main, 'Raro', [READ, 999])).status).toBe(422)
    expect((await create(main, 'Raro', [0])).status).toBe(400)
  })

  it('cannot exceed its author’s permissions, nor be changed by users with fewer', async () => {
    expect(await create(author, 'Alto', [REPORT])).toMatchObject({
      status: 403,
      body: { title: 'No puede dar permisos que usted no tiene.' },
    })
    expect((await create(main, 'Alto', [REPORT])).status).toBe(200)
    const { preset } = await find('Alto')
    const seen = (await list(author)).find(({ preset: { presetId } }) => presetId === preset.presetId)
    expect(seen?.preset.editable).toBe(false)
    expect((await edit(author, { presetId: preset.presetId, version: 1 }, [READ])).status).toBe(403)
    expect((await remove(author, preset.presetId)).status).toBe(403)
    expect((await find('Alto')).presetMaxLevels).toEqual([
      { roleTypeId: 1, level: 4 },
      { roleTypeId: 2, level: 1 },
    ])
  })

  it('applies an edit at its users’ next call', async () => {
    const { preset } = await find('Operación')
    const user = await server.somebody(company, 'usuaria', [], { profile: preset.presetId })
    const roles = async () => ((await server.ask(user, { url: '/connect/userinfo' })).body as { role: string[] }).role
    expect(await roles()).toEqual(expect.arrayContaining(['vehicles_edit', 'presets-read']))
    expect((await server.ask(user, { url: PRESETS })).status).toBe(200)
    const changed = { presetId: preset.presetId, version: preset.version, rolePresetName: 'Operación básica' }
    expect((await edit(author, changed, [READ])).status).toBe(200)
    expect(await roles()).toEqual(['vehicles_read'])
    expect((await server.ask(user, { url: PRESETS })).status).toBe(403)
    expect(await find('Operación básica')).toMatchObject({ preset: { userCount: 1, version: 2 } })
  })

  it('keeps the first of two concurrent edits', async () => {
    const { preset } = await find('Operación básica')
    const late = await edit(author, { presetId: preset.presetId, version: 1 }, [EDIT])
    expect(late).toMatchObject({ status: 409, body: { title: expect.stringContaining('mientras usted lo editaba') } })
    const { presetId, version } = preset
    const both = await Promise.all([
      edit(author, { presetId, version }, [EDIT]),
      edit(main, { presetId, version }, [REPORT]),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is not changed at all when renamed to a name in use', async () => {
    const { preset } = await find('Alto')
    const refused = await edit(
      main,
      { presetId: preset.presetId, version: preset.version, rolePresetName: 'operación BÁSICA' },
      [READ],
    )
    expect(refused).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'preset.rolePresetName', message: 'Ya existe un perfil con ese nombre!' }] },
    })
    expect((await find('Alto')).presetMaxLevels[0]).toEqual({ roleTypeId: 1, level: 4 })
  })

  it('can be removed only without users', async () => {
    const { preset } = await find('Operación básica')
    const refused = await remove(main, preset.presetId)
    expect([refused.status, titleOf(refused)]).toEqual([
      409,
      'Un usuario tiene este perfil; asígnele otro antes de eliminarlo.',
    ])
    expect((await remove(main, (await find('Alto')).preset.presetId)).status).toBe(200)
    expect((await list(main)).map(({ preset: { rolePresetName } }) => rolePresetName)).toEqual([
      'Sin roles',
      'Operación básica',
    ])
  })
})
