// Deleting tags: the effects are shown first, the deletion is immediate, and undo within a day restores whatever still
// exists.
import type { TagCategory, TagEffects } from '@padron/contract/tags'
import type { SavedView } from '@padron/contract/views'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { deleteExpiredTagUndos } from './undo-tags.ts'

let server: TestServer
let company: Company
let ana: Somebody
let stranger: Somebody
let clock = new Date()
let places = 0
beforeAll(async () => {
  server = await testServer(() => clock)
  stranger = await server.somebody(await server.company('sur'), 'ana', ['tags_admin'])
})
afterAll(() => server.stop())

const run = (text: string, values: unknown[] = []) => server.db.system.query(text, values)
const ask = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object, as = ana) =>
  server.ask(as, { method, url: `/api/v2/tags${url}`, payload })
const categories = async () =>
  ((await server.ask(ana, { url: '/api/v2/tags/categories' })).body as { categories: TagCategory[] }).categories
const titleOf = ({ body }: { body: unknown }) => (body as { title: string }).title

type Fleet = { zone: number; north: number; south: number; vehicles: number[] }
let fleet: Fleet
/** Each test has its own company: a category with two tags, on 300 vehicles of which some are sold. */
beforeEach(async () => {
  clock = new Date()
  company = await server.company(`norte${'abcdefghijklmnopqrstuvwxyz'[places++]}`)
  ana = await server.somebody(company, 'ana', ['tags_admin', 'vehicles_admin', 'users_admin', 'documents_admin'])
  await ask('POST', '/categories', { TagCategory: [{ TagCategoryName: 'Zona', TagColor: 'red' }] })
  const zone = (await categories())[0]?.tagCategoryId ?? 0
  const named = ['norte', 'sur'].map((tagName) => ({ tagCategoryId: zone, tagName }))
  await ask('POST', '', { tags: named })
  const [north = 0, south = 0] = ((await categories())[0]?.tags ?? []).map(({ tagId }) => tagId)
  const { rows } = await run(
    `with made as (insert into vehicle (tenant_id, plate, vin, state_id, asset_status_id)
       select $1, 'P' || lpad(n::text, 6, '0'), 'V' || lpad(n::text, 16, '0'), 19, case
         when n % 10 = 0 then 8
         else 1 end
       from generate_series(1, 300) n
       returning vehicle_id),
     linked as (insert into vehicle_tag (tenant_id, tag_id, vehicle_id) select $1, $2, vehicle_id from made)
     select vehicle_id::int from made order by 1`,
    [company.tenantId, north],
  )
  const vehicles = rows.map(({ vehicle_id }) => vehicle_id as number)
  await run('insert into vehicle_tag (tenant_id, tag_id, vehicle_id) values ($1, $2, $3)', [
    company.tenantId,
    south,
    vehicles[0],
  ])
  await run('insert into user_tag (tenant_id, tag_id, user_id) values ($1, $2, $3)', [
    company.tenantId,
    north,
    ana.userId,
  ])
  fleet = { zone, north, south, vehicles }
})

const remove = async (tagIds: readonly number[]) => {
  const { status, body } = await ask('DELETE', '', { tags: tagIds.map((tagId) => ({ tagId })) })
  expect(status).toBe(200)
  return (body as { undoId: string }).undoId
}
const undo = (undoId: string, as = ana) => ask('POST', '/undo', { undoId }, as)
const linksOf = async (tagId: number): Promise<number> =>
  (
    await run('select count(*)::int as n from vehicle_tag where tenant_id = $1 and tag_id = $2', [
      company.tenantId,
      tagId,
    ])
  ).rows[0]?.n
const saveView = async (name: string, tagIds: readonly number[]) => {
  const definition = {
    vehicleClass: { vehicleAsset: { plate: 'P' }, tags: tagIds.map((tagId) => ({ tagId })) },
    columns: null,
  }
  const { body } = await server.ask(ana, {
    method: 'POST',
    url: '/api/v2/views',
    payload: { name, shared: false, definition },
  })
  return body as SavedView
}
const views = async () =>
  ((await server.ask(ana, { url: '/api/v2/views' })).body as { views: SavedView[] }).views.map(
    ({ name, definition }) => [name, definition.vehicleClass.tags],
  )
const documentType = async (name: string, tagIds: readonly number[]) => {
  await run(
    `
      with t as (insert into document_type (tenant_id, type_name, required)
      values ($1, $2, 'tags')
      returning document_type_id)
     insert into document_type_tag (tenant_id, document_type_id, tag_id)
     select $1, document_type_id, unnest($3::bigint[])
     from t`,
    [company.tenantId, name, tagIds],
  )
}
const documentTypes = async () =>
  (
    await run(
      `
     select type_name, required,
       array(select tag_id::int
       from document_type_tag x
       where x.tenant_id = d.tenant_id and x.document_type_id = d.document_type_id
       order by 1) as tags
     from document_type d where tenant_id = $1 order by 1`,
      [company.tenantId],
    )
  ).rows.map(({ type_name, required, tags }) => [type_name, required, tags])

it('the effects are shown, and undo restores all of them with the same ids', async () => {
  const { north, south, zone } = fleet
  await saveView('Ambas', [north, south])
  await saveView('Norte', [north])
  await documentType('Gafete', [north, south])
  await documentType('Permiso', [north])
  const effects = await ask('POST', '/effects', { tagIds: [north] })
  expect(effects.body as TagEffects).toEqual({
    tags: 1,
    vehicles: 300,
    users: 1,
    views: 2,
    documentTypes: 2,
    unasked: ['Permiso'],
  })
  expect((await ask('POST', '/effects', { tagCategoryIds: [zone], tagIds: [north] })).body).toEqual({
    tags: 2,
    vehicles: 300,
    users: 1,
    views: 2,
    documentTypes: 2,
    unasked: ['Gafete', 'Permiso'],
  })

  const undoId = await remove([north])
  expect((await categories())[0]?.tags.map(({ tagName }) => tagName)).toEqual(['sur'])
  expect(await linksOf(north)).toBe(0)
  expect(await views()).toEqual([
    ['Ambas', [{ tagId: south }]],
    ['Norte', undefined],
  ])
  expect(await documentTypes()).toEqual([
    ['Gafete', 'tags', [south]],
    ['Permiso', 'none', []],
  ])

  expect(await undo(undoId)).toMatchObject({ status: 200, body: { message: 'Etiquetas recuperadas correctamente' } })
  expect((await categories())[0]?.tags).toMatchObject([
    { tagId: north, tagName: 'norte', vehicles: 270 },
    { tagId: south, vehicles: 1 },
  ])
  expect(await linksOf(north)).toBe(300)
  expect(await views()).toEqual([
    ['Ambas', [{ tagId: north }, { tagId: south }]],
    ['Norte', [{ tagId: north }]],
  ])
  expect(await documentTypes()).toEqual([
    ['Gafete', 'tags', [north, south]],
    ['Permiso', 'tags', [north]],
  ])
  expect((await ask('POST', '/effects', { tagIds: [north] })).body).toMatchObject({ users: 1 })
})

it('a form opened before the undo cannot remove the restored tag without knowing of it', async () => {
  const { north, vehicles } = fleet
  const undoId = await remove([north])
  await undo(undoId)
  const vehicleAsset = { vehicleAssetId: vehicles[1], version: 1 }
  const payload = { vehicleClass: { vehicleAsset, tags: [] } }
  expect(await server.ask(ana, { method: 'PUT', url: '/api/v2/vehicle', payload })).toMatchObject({
    status: 409,
    body: { errors: [{ path: 'vehicleClass.vehicleAsset.version' }] },
  })
  expect(await linksOf(north)).toBe(300)
})

it('a deletion is one activity entry per vehicle, with the names of its tags', async () => {
  await remove([fleet.north, fleet.south])
  const { rows } = await run(
    `
      select changes
      from activity
      where tenant_id = $1 and subject_kind = 'vehicle' and subject_id = $2 and action = 'update'
      order by activity_id desc
      limit 1`,
    [company.tenantId, fleet.vehicles[0]],
  )
  expect(rows[0]?.changes).toEqual({ tags: [['norte', 'sur'], null] })
})

it('a category is deleted and restored with its tags', async () => {
  const { zone, north } = fleet
  const removal = await ask('DELETE', '/categories', { tagsGroup: [{ TagCategoryId: zone, TagCategoryName: 'Zona' }] })
  expect(removal).toMatchObject({ status: 200, body: { message: 'Categoria eliminada correctamente' } })
  expect(await categories()).toEqual([])
  expect((await undo((removal.body as { undoId: string }).undoId)).status).toBe(200)
  expect(await categories()).toMatchObject([{ tagCategoryId: zone, tagColor: 'red', tags: [{ tagId: north }, {}] }])
  expect(await linksOf(north)).toBe(300)
})

it('the catalogue’s filter reflects the deletion and the undo at once', async () => {
  const visible = async () =>
    (
      (
        await server.ask(ana, {
          method: 'POST',
          url: '/api/v2/vehicleAsset',
          payload: { vehicleClass: { tags: [{ tagId: fleet.north }] } },
        })
      ).body as { totalCount: number }
    ).totalCount
  expect(await visible()).toBe(300)
  const undoId = await remove([fleet.north])
  expect(await visible()).toBe(0)
  await undo(undoId)
  expect(await visible()).toBe(300)
})

it('undo restores only what still exists, and does not change what was edited since', async () => {
  const view = await saveView('Norte', [fleet.north])
  const undoId = await remove([fleet.north])
  await run('delete from vehicle where tenant_id = $1 and vehicle_id = any($2)', [
    company.tenantId,
    fleet.vehicles.slice(0, 100),
  ])
  const [stored] = ((await server.ask(ana, { url: '/api/v2/views' })).body as { views: SavedView[] }).views
  await server.ask(ana, {
    method: 'PUT',
    url: `/api/v2/views/${view.viewId}`,
    payload: { name: 'Mía', shared: false, version: stored?.version, definition: { vehicleClass: {}, columns: null } },
  })
  expect((await undo(undoId)).status).toBe(200)
  expect(await linksOf(fleet.north)).toBe(200)
  expect(await views()).toEqual([['Mía', undefined]])
})

it('undo is rejected if a tag or category with the same name exists by now, and names it', async () => {
  const tagUndo = await remove([fleet.north])
  await ask('POST', '', { tags: [{ tagCategoryId: fleet.zone, tagName: 'Norte' }] })
  expect(await undo(tagUndo)).toMatchObject({
    status: 409,
    body: { title: 'Entretanto se hizo otra etiqueta «norte»: cámbiele el nombre y deshaga de nuevo.' },
  })
  const { undoId } = (await ask('DELETE', '/categories', { tagsGroup: [{ TagCategoryId: fleet.zone }] })).body as {
    undoId: string
  }
  expect(titleOf(await undo(tagUndo))).toBe('La categoría de la etiqueta «norte» ya no existe: recupérela primero.')
  await ask('POST', '/categories', { TagCategory: [{ TagCategoryName: 'ZONA', TagColor: 'lime' }] })
  expect(titleOf(await undo(undoId))).toBe(
    'Entretanto se hizo otra categoría «ZONA»: cámbiele el nombre y deshaga de nuevo.',
  )
})

it('a deletion can be undone once, within a day, and only by its company', async () => {
  const undoId = await remove([fleet.north])
  expect((await undo(undoId, stranger)).status).toBe(404)
  clock = new Date(Date.now() + 24 * 3_600_000 + 60_000)
  expect(titleOf(await undo(undoId))).toBe('Ya pasaron 24 horas: no se puede deshacer.')
  clock = new Date()
  expect((await undo(undoId)).status).toBe(200)
  expect(titleOf(await undo(undoId))).toBe('Esta eliminación ya se deshizo.')
  await deleteExpiredTagUndos(server.db, clock)
  expect((await undo(undoId)).status).toBe(409)
  await deleteExpiredTagUndos(server.db, new Date(Date.now() + 26 * 3_600_000))
  expect((await undo(undoId)).status).toBe(404)
})

it('nothing is deleted if one of the tags does not exist or has another name by now', async () => {
  const { north, south, zone } = fleet
  const tags = (list: object[]) => ask('DELETE', '', { tags: list })
  expect((await tags([{ tagId: north }, { tagId: 999_999 }])).status).toBe(404)
  expect(await tags([{ tagId: north }, { tagId: south, tagName: 'costa' }])).toMatchObject({
    status: 409,
    body: { title: 'Otra persona cambió la etiqueta: ahora se llama «sur».' },
  })
  expect(
    (await ask('DELETE', '/categories', { tagsGroup: [{ TagCategoryId: zone, TagCategoryName: 'Uso' }] })).status,
  ).toBe(409)
  expect((await tags([])).status).toBe(400)
  expect(await linksOf(north)).toBe(300)
})

it('nothing is deleted while a user’s vehicle scope uses the tag, and the error names the user', async () => {
  const { north, south, zone } = fleet
  const chief = await server.somebody(company, 'jefe', ['vehicles_read'])
  await run('update app_user set vehicle_scope = $2 where user_id = $1', [chief.userId, { tags: [south, north] }])
  const broker = await server.somebody(company, 'corredor', ['vehicles_read'])
  await run('update app_user set vehicle_scope = $2 where user_id = $1', [broker.userId, { states: [south, north] }])
  const refused = (which: string) => ({
    status: 409,
    body: {
      title:
        `No se puede eliminar: por ${which} se eligió qué vehículos ve ${company.name}-jefe. Cambie antes en ` +
        'Usuarios los que ve.',
    },
  })
  expect(await ask('DELETE', '', { tags: [{ tagId: north }] })).toMatchObject(refused('ella'))
  const tagsGroup = [{ TagCategoryId: zone }]
  expect(await ask('DELETE', '/categories', { tagsGroup })).toMatchObject(refused('sus etiquetas'))
  expect(await linksOf(north)).toBe(300)
  await run('update app_user set vehicle_scope = null where user_id = $1', [chief.userId])
  await remove([north])
})

const typeOf = async (name: string) =>
  (
    await run(
      'select document_type_id::int as id, row_version as version from document_type where tenant_id = $1 and ' +
        'type_name = $2',
      [company.tenantId, name],
    )
  ).rows[0] as { id: number; version: number }
const askOf = async (name: string, required: string, tagIds: readonly number[]) => {
  const { id, version } = await typeOf(name)
  const payload = { documentTypeId: id, version, required, tagIds }
  expect((await server.ask(ana, { method: 'PUT', url: '/api/v2/documentType/required', payload })).status).toBe(200)
}

it('undo does not change a document type whose requirement somebody changed meanwhile', async () => {
  const { north, south } = fleet
  for (const name of ['De otras', 'De nadie']) await documentType(name, [north])
  for (const name of ['De la otra', 'Igual']) await documentType(name, [north, south])
  const undoId = await remove([north])
  await askOf('De otras', 'tags', [south])
  await askOf('De nadie', 'none', [])
  await askOf('De la otra', 'tags', [south])
  expect((await undo(undoId)).status).toBe(200)
  expect(await documentTypes()).toEqual([
    ['De la otra', 'tags', [south]],
    ['De nadie', 'none', []],
    ['De otras', 'tags', [south]],
    ['Igual', 'tags', [north, south]],
  ])
})

it('undo restores the tags of a document type in any order', async () => {
  const { north, south } = fleet
  await documentType('Gafete', [north, south])
  const whole = [['Gafete', 'tags', [north, south]]]
  const both = async (inOrder: boolean) => {
    const undos = [await remove([north]), await remove([south])]
    expect(await documentTypes()).toEqual([['Gafete', 'none', []]])
    for (const undoId of inOrder ? undos : undos.toReversed()) expect((await undo(undoId)).status).toBe(200)
    expect(await documentTypes()).toEqual(whole)
  }
  await both(false)
  await both(true)
})

it('undo restores the tags of saved views, and their order, in any order', async () => {
  const { zone, north, south } = fleet
  await ask('POST', '', { tags: [{ tagCategoryId: zone, tagName: 'costa' }] })
  const coast = (await categories())[0]?.tags.find(({ tagName }) => tagName === 'costa')?.tagId ?? 0
  await saveView('Dos', [south, north])
  await saveView('Tres', [coast, north, south])
  const whole = await views()
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]
  for (const order of orders) {
    const undos = [await remove([north]), await remove([south]), await remove([coast])]
    expect(await views()).toEqual([
      ['Dos', undefined],
      ['Tres', undefined],
    ])
    for (const place of order) expect((await undo(undos[place] ?? '')).status).toBe(200)
    expect(await views()).toEqual(whole)
  }
})

it('tags of a view between a deletion and its undo: a later deletion stays, an edit is kept', async () => {
  const { north, south } = fleet
  const view = await saveView('Ambas', [north, south])
  const first = await remove([north])
  await remove([south])
  await undo(first)
  expect(await views()).toEqual([['Ambas', [{ tagId: north }]]])
  const second = await remove([north])
  const [stored] = ((await server.ask(ana, { url: '/api/v2/views' })).body as { views: SavedView[] }).views
  const definition = { vehicleClass: { vehicleAsset: { plate: 'X' } }, columns: null }
  const payload = { name: 'Ambas', shared: false, version: stored?.version, definition }
  await server.ask(ana, { method: 'PUT', url: `/api/v2/views/${view.viewId}`, payload })
  expect((await undo(second)).status).toBe(200)
  expect(await views()).toEqual([['Ambas', undefined]])
})
