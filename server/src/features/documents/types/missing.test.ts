// Which vehicles lack which document, compared with a plain computation over every vehicle.
import type { DocumentTypeState } from '@padron/contract/documents/shapes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DocumentCalls, documentCalls, EXPIRY, TYPES } from '../../../testing/files/documents.ts'
import { createTag } from '../../../testing/fixtures.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'

let clock = new Date('2026-11-21T18:00:00Z')
let server: TestServer
let company: Company
let client: DocumentCalls
beforeAll(async () => {
  server = await testServer(() => clock)
  company = await server.company('norte')
  client = documentCalls(server, await server.somebody(company, 'admin', ['admin']))
})
afterAll(() => server.stop())

type Missing = {
  vehicles: { plate: string; standing: string; expiredOn: string | null; stateName: string }[]
  totalCount: number
}
const missing = async (id: number, page?: number): Promise<Missing> =>
  (await client.ask('GET', `${TYPES}/${id}/missing${page ? `?page=${page}` : ''}`)).body as Missing
const missingRows = async (id: number) =>
  (await missing(id)).vehicles.map(({ plate, standing, expiredOn }) => [plate, standing, expiredOn])
const countOf = async (id: number) => (await client.typeOf(id)).missing
const stateOf = async (vehicle: number, id: number): Promise<DocumentTypeState | undefined> =>
  ((await client.ask('GET', `${TYPES}/papers/${vehicle}`)).body as { papers: DocumentTypeState[] }).papers.find(
    ({ documentTypeId }) => documentTypeId === id,
  )
const require_ = async (id: number, required: string, tagIds: number[] = []) =>
  client.ask('PUT', `${TYPES}/required`, {
    documentTypeId: id,
    version: (await client.typeOf(id)).version,
    required,
    tagIds,
  })
const except = (id: number, vehicleAssetId: number, exception: string | null) =>
  client.ask('PUT', `${TYPES}/exception`, { documentTypeId: id, vehicleAssetId, exception })

describe('a type required of all vehicles', () => {
  it('is missing for active vehicles without a valid document, subject to exceptions and dates', async () => {
    const ids = await server.vehicles(company, [
      { plate: 'CCC111A' },
      { plate: 'AAA111A' },
      { plate: 'BBB111A' },
      { plate: 'VEN111A', status: 8 },
      { plate: 'BAJ111A', status: 0 },
      { plate: 'PER111A', status: 9 },
      { plate: 'DDD111A', status: 2 },
    ])
    const [c = 0, a = 0, b = 0, sold = 0, , , d = 0] = ids
    const type = await client.type('Seguro', [EXPIRY])
    const id = type.documentTypeId
    const field = type.docFields[0]?.documentFieldId ?? 0
    expect([await countOf(id), await missingRows(id)]).toEqual([null, []])
    expect((await require_(id, 'all')).status).toBe(200)
    expect([await countOf(id), (await missingRows(id)).map(([plate]) => plate)]).toEqual([
      4,
      ['AAA111A', 'BBB111A', 'CCC111A', 'DDD111A'],
    ])

    await client.create({ vehicle: a, type: id, values: [[field, '2026-11-21']] })
    await client.create({ vehicle: b, type: id, values: [[field, '2026-11-20']] })
    await client.create({ vehicle: b, type: id, values: [[field, '2025-01-01']] })
    const lasting = await client.create({ vehicle: c, type: id })
    await client.create({ vehicle: sold, type: id })
    expect(await missingRows(id)).toEqual([
      ['BBB111A', 'expired', '2026-11-20'],
      ['DDD111A', 'missing', null],
    ])
    expect(await countOf(id)).toBe(2)
    expect(await stateOf(a, id)).toMatchObject({
      standing: 'present',
      asked: true,
      expiresOn: '2026-11-21',
      exception: null,
    })
    expect(await stateOf(b, id)).toMatchObject({ standing: 'expired', expiresOn: '2026-11-20' })
    expect(await stateOf(c, id)).toMatchObject({ standing: 'present', expiresOn: null })
    expect(await stateOf(d, id)).toMatchObject({ standing: 'missing' })

    await except(id, d, 'exempt')
    expect(await stateOf(d, id)).toMatchObject({ standing: 'exempt', asked: false, exception: 'exempt' })
    // A document that is present but not required is distinguished from a required one.
    await except(id, b, 'exempt')
    expect(await stateOf(b, id)).toMatchObject({ asked: false })
    await except(id, b, null)
    expect(await stateOf(b, id)).toMatchObject({ standing: 'expired', asked: true })
    expect(await stateOf(sold, id)).toMatchObject({ standing: 'present', asked: false })
    await client.ask('DELETE', '/api/v2/document', lasting.documentId)
    expect([await countOf(id), (await missingRows(id)).map(([plate]) => plate)]).toEqual([2, ['BBB111A', 'CCC111A']])
    await except(id, d, null)
    expect(await countOf(id)).toBe(3)

    // In Mexico City the 21st ends at six in the morning of the 22nd in UTC.
    clock = new Date('2026-11-22T05:59:00Z')
    expect((await missingRows(id)).map(([plate]) => plate)).not.toContain('AAA111A')
    clock = new Date('2026-11-22T06:01:00Z')
    expect(await missingRows(id)).toContainEqual(['AAA111A', 'expired', '2026-11-21'])
    expect(await countOf(id)).toBe(4)
    clock = new Date('2026-11-21T18:00:00Z')
  })
})

describe('a type required by tags', () => {
  it('is missing once for each vehicle with one of the tags, and for those required by exception', async () => {
    const [one = 0, two = 0, three = 0] = await server.vehicles(company, [
      { plate: 'TAG111A' },
      { plate: 'TAG222A' },
      { plate: 'TAG333A' },
    ])
    const [red, blue] = [await createTag(server, company, 'reparto'), await createTag(server, company, 'nocturno')]
    for (const [tag, vehicle] of [
      [red, one],
      [blue, one],
      [blue, two],
    ] as const)
      await server.db.system.query('insert into vehicle_tag (tenant_id, tag_id, vehicle_id) values ($1, $2, $3)', [
        company.tenantId,
        tag,
        vehicle,
      ])
    const { documentTypeId: id } = await client.type('Permiso', [])
    expect((await require_(id, 'tags')).body).toMatchObject({
      status: 422,
      errors: [{ path: 'tagIds', message: 'Elija al menos una etiqueta' }],
    })
    await require_(id, 'tags', [red, blue])
    expect(await client.typeOf(id)).toMatchObject({ required: 'tags', requiredTags: [red, blue], missing: 2, asked: 2 })
    await except(id, three, 'required')
    await except(id, two, 'exempt')
    expect((await missingRows(id)).map(([plate]) => plate)).toEqual(['TAG111A', 'TAG333A'])
    expect(await countOf(id)).toBe(2)
    expect([
      (await stateOf(one, id))?.standing,
      (await stateOf(two, id))?.standing,
      (await stateOf(three, id))?.standing,
    ]).toEqual(['missing', 'exempt', 'missing'])
    await require_(id, 'none')
    expect([await countOf(id), (await missingRows(id)).map(([plate]) => plate)]).toEqual([1, ['TAG333A']])
    expect((await stateOf(one, id))?.standing).toBe('optional')
    const stale = await client.ask('PUT', `${TYPES}/required`, { documentTypeId: id, version: 1, required: 'all' })
    expect(stale.status).toBe(409)
  })
})

describe('the list', () => {
  it('has 25 vehicles a page, each once, and an exact total on every page', async () => {
    const many = await server.company('grande')
    const own = documentCalls(server, await server.somebody(many, 'admin', ['admin']))
    await server.vehicles(
      many,
      Array.from({ length: 60 }, (_, i) => ({ plate: `GRA${String(i).padStart(3, '0')}A`, stateId: 9 })),
    )
    const { documentTypeId: id } = await own.type('Factura')
    await own.ask('PUT', `${TYPES}/required`, { documentTypeId: id, version: 1, required: 'all' })
    const page = async (n: number) => (await own.ask('GET', `${TYPES}/${id}/missing?page=${n}`)).body as Missing
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.map(({ vehicles, totalCount }) => [vehicles.length, totalCount])).toEqual([
      [25, 60],
      [25, 60],
      [10, 60],
      [0, 60],
    ])
    const plates = pages.flatMap(({ vehicles }) => vehicles.map(({ plate }) => plate))
    expect([new Set(plates).size, plates]).toEqual([60, plates.toSorted()])
    expect(pages[0]?.vehicles[0]?.stateName).toBe('Ciudad de México')
    for (const wrong of ['0', '-1', 'x', '1.5'])
      expect((await own.ask('GET', `${TYPES}/${id}/missing?page=${wrong}`)).status, wrong).toBe(400)
  })
})
