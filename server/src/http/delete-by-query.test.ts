// Calls that delete, for clients that send no body with DELETE.
import { ALL_CALLS } from '@padron/contract/features'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixtures, type Fixtures } from '../testing/fixtures.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let company: Company
let main: Somebody
let own: Fixtures
let foreign: Fixtures

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'ana', ['admin'])
  own = await createFixtures(server, company, 'PROPIO')
  foreign = await createFixtures(server, await server.company('sur'), 'AJENO')
})
afterAll(() => server.stop())

const remove = (url: string, payload?: object) =>
  server.ask(main, { method: 'DELETE', url: `/api/v2/${url}`, ...(payload === undefined ? {} : { payload }) })

it('no DELETE requires a body', () => {
  const needy = ALL_CALLS.filter(({ method, body, byQuery }) => method === 'DELETE' && body && !byQuery)
  expect(needy.map(({ name }) => name)).toEqual([])
})

it('a DELETE removes what its query names, only of its own company', async () => {
  expect(await remove(`document?documentId=${foreign.document}`)).toMatchObject({ status: 404 })
  expect(await remove(`document?documentId=${own.document}`)).toMatchObject({ status: 200 })
  expect(await remove(`tags?tagIds=${own.tag},${foreign.tag}`)).toMatchObject({ status: 404 })
  expect(await remove(`tags?tagIds=${own.tag}`)).toMatchObject({ status: 200, body: { undoId: expect.any(String) } })
  expect(await remove(`tags/categories?tagCategoryIds=${own.tagCategory}`)).toMatchObject({ status: 200 })
  expect(await remove(`documentType?DocumentTypeId=${own.documentType}`)).toMatchObject({
    status: 409,
    body: { title: expect.stringMatching(/^No se puede eliminar/) },
  })
  expect(await remove('vehicleAsset?confirmation=BORRAR')).toMatchObject({ status: 422 })
})

it('a DELETE reports which field of the query is wrong', async () => {
  const wrong = (path: string) => ({ status: 400, body: { errors: [{ path }] } })
  expect(await remove('document?documentId=uno')).toMatchObject(wrong('documentId'))
  expect(await remove('tags?tagIds=')).toMatchObject(wrong('tagIds'))
  expect(await remove('tags?tagIds=1&todo=1')).toMatchObject({ status: 400 })
})

it('a body takes precedence over the query', async () => {
  const two = await createFixtures(server, company, 'OTRO')
  expect(await remove(`tags?tagIds=${foreign.tag}`, { tags: [{ tagId: two.tag }] })).toMatchObject({ status: 200 })
})
