// The tags' screen: how categories and tags are created, renamed and counted, and what is rejected.
import type { TagCategory } from '@padron/contract/tags'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let ana: Somebody
let reader: Somebody
let stranger: Somebody
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  ana = await server.somebody(company, 'ana', ['tags_admin', 'vehicles_read'])
  reader = await server.somebody(company, 'lector', ['tags_read'])
  stranger = await server.somebody(await server.company('sur'), 'ana', ['tags_admin'])
})
afterAll(() => server.stop())

const ask = (as: Somebody, method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object) =>
  server.ask(as, { method, url: `/api/v2/tags${url}`, payload })
const categories = async (as = ana): Promise<TagCategory[]> =>
  ((await server.ask(as, { url: '/api/v2/tags/categories' })).body as { categories: TagCategory[] }).categories
const category = async (name: string, as = ana) => {
  const found = (await categories(as)).find(({ tagCategoryName }) => tagCategoryName === name)
  if (!found) throw new Error(`no category ${name}`)
  return found
}
const make = (names: readonly [string, string][], as = ana) =>
  ask(as, 'POST', '/categories', {
    TagCategory: names.map(([TagCategoryName, TagColor]) => ({ TagCategoryName, TagColor })),
  })
const add = (names: readonly [number, string][], as = ana) =>
  ask(as, 'POST', '', { tags: names.map(([tagCategoryId, tagName]) => ({ tagCategoryId, tagName })) })
const titleOf = ({ body }: { body: unknown }) => (body as { title: string }).title
const fleetVersion = async () => {
  const { rows } = await server.db.system.query(
    'select fields_version as v from catalogue_version where tenant_id = $1',
    [company.tenantId],
  )
  return rows[0]?.v as number
}

it('creates all categories of a list or none, and lists them with their colour and no tags', async () => {
  expect(
    await make([
      ['  Zona   norte ', 'red'],
      ['Uso', 'geekblue'],
    ]),
  ).toMatchObject({ status: 200, body: { message: 'Se realizó la operación con éxito' } })
  expect(
    (
      await make([
        ['Turno', 'red'],
        ['USO', 'lime'],
      ])
    ).status,
  ).toBe(409)
  expect(
    (
      await make([
        ['Región', 'red'],
        ['region', 'lime'],
      ])
    ).status,
  ).toBe(409)
  expect((await categories()).map(({ tagCategoryName, tagColor, tags }) => [tagCategoryName, tagColor, tags])).toEqual([
    ['Uso', 'geekblue', []],
    ['Zona norte', 'red', []],
  ])
  expect(await categories(stranger)).toEqual([])
})

it.each([
  ['  ', 'red', 422, 'Escriba el nombre de la categoría'],
  ['a'.repeat(51), 'red', 422, 'Máximo 50 caracteres'],
  ['ven\u202Etas', 'red', 422, 'El nombre tiene caracteres que no se ven'],
  ['Uso', 'red', 409, 'Ya existe una categoría con ese nombre'],
])('rejects a category named «%s»', async (name, color, status, title) => {
  const refused = await make([
    ['Libre', 'red'],
    [name, color],
  ])
  expect(refused).toMatchObject({ status, body: { title, errors: [{ path: 'TagCategory.1.TagCategoryName' }] } })
  expect((await categories()).some(({ tagCategoryName }) => tagCategoryName === 'Libre')).toBe(false)
})

it('needs one of the eleven colours, and the permission', async () => {
  const refused = await make([['Sin color', 'pink']])
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('Seleccione el color de la categoría')
  expect((await make([['Otra', 'red']], reader)).status).toBe(403)
  expect((await categories(reader)).length).toBe(2)
})

it('stores tags trimmed and in lower case, once per category, and all of a list or none', async () => {
  const before = await fleetVersion()
  const [uso, zona] = [(await category('Uso')).tagCategoryId, (await category('Zona norte')).tagCategoryId]
  expect(
    await add([
      [uso, '  Reparto  LOCAL '],
      [zona, 'Ñandú'],
    ]),
  ).toMatchObject({ status: 200, body: { message: 'Etiqueta agregada correctamente' } })
  expect((await category('Uso')).tags).toMatchObject([{ tagName: 'reparto local', tagColor: 'geekblue', vehicles: 0 }])
  expect(await fleetVersion()).toBeGreaterThan(before)
  const again = await add([
    [uso, 'nueva'],
    [uso, 'REPARTO local'],
  ])
  expect(again).toMatchObject({ status: 409, body: { title: 'Ya existe una etiqueta con ese nombre en la categoría' } })
  expect(
    (
      await add([
        [uso, 'una'],
        [uso, 'Una'],
      ])
    ).status,
  ).toBe(409)
  expect((await add([[zona, 'reparto local']])).status).toBe(200)
  expect((await category('Uso')).tags.length).toBe(1)
})

it.each([
  ['', 'Escriba el nombre de la etiqueta a agregar'],
  ['x'.repeat(51), 'Máximo 50 caracteres'],
  ['cero\u200Bancho', 'El nombre tiene caracteres que no se ven'],
  ['\u0007', 'El nombre tiene caracteres que no se ven'],
])('rejects a tag named «%s»', async (name, title) => {
  const { tagCategoryId } = await category('Uso')
  expect(await add([[tagCategoryId, name]])).toMatchObject({
    status: 422,
    body: { title, errors: [{ path: 'tags.0.tagName' }] },
  })
})

it('rejects another company’s category as unknown', async () => {
  const { tagCategoryId, tags } = await category('Uso')
  expect(await add([[tagCategoryId, 'ajena']], stranger)).toMatchObject({
    status: 422,
    body: { title: 'La categoría ya no existe.' },
  })
  expect(
    (await ask(stranger, 'PUT', '', { tagId: tags[0]?.tagId, tagName: 'x', expected: 'reparto local' })).status,
  ).toBe(404)
  expect((await ask(stranger, 'DELETE', '/categories', { tagsGroup: [{ TagCategoryId: tagCategoryId }] })).status).toBe(
    404,
  )
  expect((await ask(stranger, 'POST', '/effects', { tagCategoryIds: [tagCategoryId] })).status).toBe(404)
})

it('counts the vehicles that the catalogue shows with the tag', async () => {
  const ids = await server.vehicles(company, [
    { plate: 'TAG001A' },
    { plate: 'TAG002A' },
    { plate: 'TAG003A', status: 8 },
  ])
  const tagId = (await category('Uso')).tags[0]?.tagId ?? 0
  await server.db.system.query(
    'insert into vehicle_tag (tenant_id, tag_id, vehicle_id) select $1, $2, unnest($3::bigint[])',
    [company.tenantId, tagId, ids],
  )
  const page = await server.ask(ana, {
    method: 'POST',
    url: '/api/v2/vehicleAsset',
    payload: { vehicleClass: { tags: [{ tagId }], assetHistoric: { assetStatusId: 1 } } },
  })
  expect((await category('Uso')).tags[0]?.vehicles).toBe(2)
  expect(page.body).toMatchObject({ totalCount: 2 })
})

it('renames a tag only from its current name, and otherwise reports the current one', async () => {
  const { tagCategoryId, tags } = await category('Uso')
  const tagId = tags[0]?.tagId
  await add([[tagCategoryId, 'ventas']])
  const rename = (tagName: string, expected: string) => ask(ana, 'PUT', '', { tagId, tagName, expected })
  expect(titleOf(await rename('Ventas', 'reparto local'))).toBe('Ya existe una etiqueta con ese nombre en la categoría')
  expect((await rename(' Reparto FORÁNEO ', 'reparto local')).status).toBe(200)
  expect(await rename('otra', 'reparto local')).toMatchObject({
    status: 409,
    body: { title: 'Otra persona cambió la etiqueta: ahora es «reparto foráneo».' },
  })
  const listed = await server.ask(ana, {
    method: 'POST',
    url: '/api/v2/vehicleAsset',
    payload: { vehicleClass: { vehicleAsset: { plate: 'TAG001A' } } },
  })
  expect(JSON.stringify(listed.body)).toContain('reparto foráneo')
})

it('changes a category’s name and colour only from the current ones', async () => {
  const { tagCategoryId } = await category('Uso')
  const edit = (tagCategoryName: string, tagColor: string, expected: [string, string]) =>
    ask(ana, 'PUT', '/categories', {
      tagCategoryId,
      tagCategoryName,
      tagColor,
      expected: { tagCategoryName: expected[0], tagColor: expected[1] },
    })
  expect((await edit('ZONA NORTE', 'red', ['Uso', 'geekblue'])).status).toBe(409)
  expect((await edit('uso', 'gold', ['Uso', 'geekblue'])).status).toBe(200)
  expect(titleOf(await edit('Otro', 'red', ['Uso', 'geekblue']))).toBe(
    'Otra persona cambió la categoría: ahora es «uso».',
  )
  expect(await category('uso')).toMatchObject({ tagColor: 'gold' })
})

it('rejects more categories or tags than a company may have', async () => {
  const many = await server.company('este')
  const who = await server.somebody(many, 'ana', ['tags_admin'])
  await server.db.system.query(
    `
      insert into tag_category (tenant_id, category_name, color)
      select $1, 'c' || n, 'red'
      from generate_series(1, 99) n`,
    [many.tenantId],
  )
  expect(
    (
      await make(
        [
          ['C100', 'red'],
          ['C101', 'red'],
        ],
        who,
      )
    ).status,
  ).toBe(422)
  expect((await make([['C100', 'red']], who)).status).toBe(200)
  expect(titleOf(await make([['C101', 'red']], who))).toBe(
    'Una empresa tiene 100 categorías como máximo; ya tiene 100.',
  )
  const { tagCategoryId } = await category('c1', who)
  await server.db.system.query(
    `insert into tag (tenant_id, tag_category_id, tag_name) select $1, $2, 't' || n from generate_series(1, 2000) n`,
    [many.tenantId, tagCategoryId],
  )
  expect(titleOf(await add([[tagCategoryId, 'una más']], who))).toBe(
    'Una empresa tiene 2,000 etiquetas como máximo; ya tiene 2,000.',
  )
})

it('sorts tags for selectors like the screen, ignoring accents and case', async () => {
  const elsewhere = await server.company('oeste')
  const eva = await server.somebody(elsewhere, 'eva', ['tags_admin'])
  await make(
    [
      ['Zona', 'red'],
      ['Ámbar', 'lime'],
      ['barrio', 'red'],
    ],
    eva,
  )
  const idOf = async (name: string) => (await category(name, eva)).tagCategoryId
  const [zona, amber, barrio] = [await idOf('Zona'), await idOf('Ámbar'), await idOf('barrio')]
  await add(
    [
      [zona, 'única'],
      [zona, 'zeta'],
      [zona, 'alta'],
      [barrio, 'ñandú'],
      [barrio, 'norte'],
      [barrio, 'oeste'],
      [amber, 'uno'],
    ],
    eva,
  )
  const { body } = await server.ask(eva, { url: '/api/v2/tags' })
  const listed = (body as { userTags: { tagCategoryName: string; tagName: string }[] }).userTags.map(
    ({ tagCategoryName, tagName }) => [tagCategoryName, tagName],
  )
  expect(listed).toEqual(
    (await categories(eva)).flatMap(({ tagCategoryName, tags }) =>
      tags.map(({ tagName }) => [tagCategoryName, tagName]),
    ),
  )
  expect(listed.map(([of]) => of)).toEqual(['Ámbar', 'barrio', 'barrio', 'barrio', 'Zona', 'Zona', 'Zona'])
  expect(listed.slice(-3).map(([, name]) => name)).toEqual(['alta', 'única', 'zeta'])
})
