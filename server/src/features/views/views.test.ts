// Saved views and layouts: private or shared, one owner each, and each user's columns on every device.
import { TOKEN_TEXTS } from '@padron/contract/tokens'
import type { SavedView } from '@padron/contract/views'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let ana: Somebody
let beto: Somebody
let main: Somebody
let stranger: Somebody
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  ana = await server.somebody(company, 'ana', ['vehicles_read'])
  beto = await server.somebody(company, 'beto', ['vehicles_read'])
  main = await server.somebody(company, 'admin', ['admin'])
  stranger = await server.somebody(await server.company('sur'), 'ana', ['vehicles_read'])
})
afterAll(() => server.stop())

const definition = {
  vehicleClass: { vehicleAsset: { ticketStatus: [0] }, assetHistoric: { assetStatusId: [1] } },
  dateFilters: [{ dateParameter: 'creationDate', dateBy: 'after', startDate: '2026-01-01' }],
  sortBy: 'debt',
  sortFilterOrder: 'desc',
  columns: [{ key: 'plate' }, { key: 'debt', width: 180 }],
}
const names = async (who: Somebody) =>
  ((await server.ask(who, { url: '/api/v2/views' })).body as { views: SavedView[] }).views.map(({ name }) => name)
const save = async (who: Somebody, name: string, shared = false) =>
  (await server.ask(who, { method: 'POST', url: '/api/v2/views', payload: { name, shared, definition } })) as {
    status: number
    body: SavedView
  }
const change = (who: Somebody, { viewId, ...view }: SavedView, patch: object) =>
  server.ask(who, {
    method: 'PUT',
    url: `/api/v2/views/${viewId}`,
    payload: { name: view.name, shared: view.shared, definition: view.definition, version: view.version, ...patch },
  })
const remove = (who: Somebody, viewId: number) => server.ask(who, { method: 'DELETE', url: `/api/v2/views/${viewId}` })

it('a view is stored whole, private until shared, and never visible to another company', async () => {
  const { status, body } = await save(ana, '  Multas del año ')
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'Multas del año', shared: false, mine: true, deletable: true, definition })
  expect(await names(ana)).toEqual(['Multas del año'])
  expect(await names(beto)).toEqual([])
  const shared = (await change(ana, body, { shared: true })).body as SavedView
  expect(shared).toMatchObject({ shared: true, version: 2 })
  expect(await names(beto)).toEqual(['Multas del año'])
  expect(await names(stranger)).toEqual([])
  expect((await change(stranger, shared, {})).status).toBe(404)
  expect((await remove(stranger, shared.viewId)).status).toBe(404)
})

it('shared views are not visible to a user who sees a part of the fleet, who has their own', async () => {
  const part = await server.somebody(company, 'parte', ['vehicles_read'])
  await server.db.system.query(`update app_user set vehicle_scope = '{"states": [9]}' where user_id = $1`, [
    part.userId,
  ])
  const { body: others } = await save(ana, 'De los otros', true)
  const { body: own } = await save(part, 'Lo mío', true)
  expect(own).toMatchObject({ mine: true, owner: { name: part.username } })
  expect(await names(part)).toEqual(['Lo mío'])
  expect(await names(beto)).toContain('Lo mío')
  expect((await change(part, others, {})).status).toBe(404)
  expect((await remove(part, others.viewId)).status).toBe(404)
  const report = { name: 'De su vista', kind: 'debts', mails: ['ana@norte.mx'], frequency: 'weekly', sendDay: 1 }
  const used = { method: 'POST', url: '/api/v2/reports', payload: { ...report, viewId: own.viewId } } as const
  const made = (await server.ask(main, used)).body as { reportId: number }
  const refused = await remove(part, own.viewId)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('«De su vista»')])
  await server.ask(main, { method: 'DELETE', url: `/api/v2/reports/${made.reportId}` })
  const renamed = (await change(part, own, { name: 'Otro nombre' })).body as SavedView
  expect(renamed.name).toBe('Otro nombre')
  for (const view of [renamed, others]) expect((await remove(main, view.viewId)).status).toBe(200)
})

it('a view is changed only by its owner; the main account can delete a shared one', async () => {
  const { body: shared } = await save(ana, 'De todos', true)
  const { body: own } = await save(ana, 'Mía')
  expect((await change(beto, shared, { name: 'Otra' })).status).toBe(403)
  expect((await remove(beto, shared.viewId)).status).toBe(403)
  expect((await remove(main, own.viewId)).status).toBe(404)
  expect((await remove(main, shared.viewId)).status).toBe(200)
  expect(await names(ana)).not.toContain('De todos')
})

it('a view is recorded while shared, and never while private', async () => {
  const actionsOf = async (name: string) =>
    (
      await server.db.system.query(
        `select action from activity where tenant_id = $1 and subject_kind = 'view' and subject_name = $2 order by 1`,
        [company.tenantId, name],
      )
    ).rows.map(({ action }) => action)
  const { body: secret } = await save(ana, 'Secreta')
  await change(ana, secret, { definition: { vehicleClass: {}, columns: null } })
  await remove(ana, secret.viewId)
  expect(await actionsOf('Secreta')).toEqual([])
  const { body: open } = await save(ana, 'Abierta', true)
  await remove(ana, open.viewId)
  expect(await actionsOf('Abierta')).toEqual(['create', 'delete'])
})

it('a view has a unique name per user, and an old version is rejected', async () => {
  const { body } = await save(beto, 'Única')
  expect(await save(beto, 'unica')).toMatchObject({
    status: 409,
    body: { errors: [{ path: 'name', message: 'Ya tiene una vista con ese nombre.' }] },
  })
  expect((await save(ana, 'Única')).status).toBe(200)
  expect((await change(beto, body, { name: 'Otra' })).status).toBe(200)
  expect((await change(beto, body, { name: 'Tercera' })).status).toBe(409)
})

it.each([
  ['no name', { name: '   ' }, 'name'],
  ['a long name', { name: 'x'.repeat(61) }, 'name'],
  ['an unknown filter', { definition: { ...definition, vehicleClass: { secret: 1 } } }, 'definition.vehicleClass'],
  ['an unknown order', { definition: { ...definition, sortBy: 'plate; drop' } }, 'definition.sortBy'],
  [
    'a column that is no word',
    { definition: { ...definition, columns: [{ key: '<b>' }] } },
    'definition.columns.0.key',
  ],
])('a view is rejected with %s, by its field', async (_name, wrong, path) => {
  const { status, body } = await server.ask(ana, {
    method: 'POST',
    url: '/api/v2/views',
    payload: { name: 'Mala', shared: false, definition, ...wrong },
  })
  expect(status).toBe(400)
  expect((body as { errors: { path: string }[] }).errors[0]?.path).toBe(path)
})

it('stores each user’s columns, and resets them', async () => {
  const url = '/api/v2/layouts/catalogue'
  const columns = [{ key: 'plate' }, { key: 'vin', width: 220 }]
  const layout = async (who: Somebody) => ((await server.ask(who, { url })).body as { columns: unknown }).columns
  const put = (payload: object) => server.ask(ana, { method: 'PUT', url, payload })
  expect(await layout(ana)).toBeNull()
  expect((await put({ columns })).status).toBe(200)
  expect((await put({ columns: [...columns, { key: 'debt' }] })).status).toBe(200)
  expect(await layout(ana)).toEqual([...columns, { key: 'debt' }])
  expect(await layout(beto)).toBeNull()
  expect((await put({ columns: [{ key: 'vin' }, { key: 'vin' }] })).status).toBe(422)
  expect((await put({ columns: [{ key: 'vin', width: 5 }] })).status).toBe(400)
  await put({ columns: null })
  expect(await layout(ana)).toBeNull()
})

it('can be read with a token, and written only by a user', async () => {
  const payload = { name: 'lee', permissions: ['vehicles_read'], days: 30 }
  const { body } = await server.ask(ana, { method: 'POST', url: '/api/v2/tokens', payload })
  const program = { ...ana, token: (body as { token: string }).token }
  const { body: view } = await save(ana, 'De la persona', true)
  expect(await names(program)).toContain('De la persona')
  const refusal = { status: 403, body: { title: TOKEN_TEXTS.notByToken } }
  expect(await save(program, 'Del programa')).toMatchObject(refusal)
  expect(await change(program, view, { name: 'Otra' })).toMatchObject(refusal)
  expect(await remove(program, view.viewId)).toMatchObject(refusal)
  expect(await names(ana)).toEqual(expect.arrayContaining(['De la persona']))
})

it.each([
  ['of a newer release', { vehicleClass: { later: 1 }, columns: null }],
  ['that is no object', ['x']],
])(
  'a view with a definition %s is listed as unreadable, without a filter, can be renamed, corrected and deleted',
  async (_, stored) => {
    const none = { vehicleClass: {}, columns: null }
    const { body: made } = await save(ana, 'Ilegible')
    const ofDatabase = async () =>
      (await server.db.system.query('select definition from saved_view where view_id = $1', [made.viewId])).rows[0]
    await server.db.system.query('update saved_view set definition = $1 where view_id = $2', [
      JSON.stringify(stored),
      made.viewId,
    ])
    expect(await names(ana)).toContain('Ilegible')
    const renamed = (await change(ana, { ...made, definition: none }, { name: 'Ilegible otra' })).body as SavedView
    expect(renamed).toMatchObject({ name: 'Ilegible otra', definition: none, unreadable: true, deletable: true })
    expect(await ofDatabase()).toEqual({ definition: stored })
    const { body: corrected } = await change(ana, renamed, { definition })
    expect(corrected).toMatchObject({ definition })
    expect(corrected).not.toHaveProperty('unreadable')
    expect(await ofDatabase()).toEqual({ definition })
    expect((await remove(ana, made.viewId)).status).toBe(200)
  },
)

it('a view stored without its columns has none', async () => {
  const { body } = await save(ana, 'Sin columnas')
  await server.db.system.query(`update saved_view set definition = '{"vehicleClass": {}}' where view_id = $1`, [
    body.viewId,
  ])
  const { views } = (await server.ask(ana, { url: '/api/v2/views' })).body as { views: SavedView[] }
  expect(views.find(({ viewId }) => viewId === body.viewId)?.definition).toEqual({ vehicleClass: {}, columns: null })
})

let turn = 0
it('lists all own views however many are shared, and the shared ones up to the limit', async () => {
  const big = await server.company(`grande${turn++}`)
  const eva = await server.somebody(big, 'eva', ['vehicles_read'])
  for (let n = 0; n < 6; n++) {
    const { userId } = await server.somebody(big, `comparte${n}`, ['vehicles_read'])
    await server.db.system.query(
      `insert into saved_view (tenant_id, user_id, view_name, shared, definition)
       select $1, $2, 'Compartida ' || $3 || '-' || i, true, $4 from generate_series(1, 200) i`,
      [big.tenantId, userId, n, JSON.stringify(definition)],
    )
  }
  const { body: own } = await save(eva, 'Zona mía')
  const { body: shared } = await save(eva, 'Zurda compartida', true)
  const listed = await names(eva)
  expect(listed.filter((name) => name.startsWith('Z'))).toEqual([own.name, shared.name])
  expect(listed).toHaveLength(1002)
  expect(listed.at(-1)).toBe('Zurda compartida')
})

it('are limited to 200 per user, also when several are saved at once', async () => {
  const many = await server.somebody(company, 'muchas', ['vehicles_read'])
  await server.db.system.query(
    `insert into saved_view (tenant_id, user_id, view_name, shared, definition)
     select $1, $2, 'Vista ' || i, false, $3 from generate_series(1, 199) i`,
    [company.tenantId, many.userId, JSON.stringify(definition)],
  )
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => save(many, name)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
  expect(await names(many).then((all) => all.filter((name) => name.length === 1))).toHaveLength(1)
})
