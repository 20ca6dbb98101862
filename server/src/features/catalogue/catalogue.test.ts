// The catalogue's calls as the console uses them: exact totals, filters, order, pages, the search box, and bad input.
import { catalogue } from '@padron/contract/catalogue'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { STATUS_COLUMNS } from '@padron/contract/resources'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { touchFleet } from '../../db/fleet-version.ts'
import { type Company, type Somebody, type TestServer, testServer, vinFor } from '../../testing/server.ts'

let server: TestServer
let company: Company
let who: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  who = await server.somebody(company, 'consulta', ['vehicles_read', 'tags_read'])
  const plain = Array.from({ length: 60 }, (_, i) => ({
    plate: `RKA${100 + i}B`,
    stateId: i % 2 ? 19 : 5,
    columns: { year: 2000 + (i % 20) },
  }))
  await server.vehicles(company, [
    ...plain,
    {
      plate: 'AAA111A',
      columns: {
        custom_id: 'ECO-100%_x',
        rfc_name: 'TRANSPORTES ÑANDÚ SA',
        ticket_status: 0,
        lessor_name: 'ARRENDADORA UNO',
      },
    },
    { plate: 'AAA222A', columns: { custom_id: 'ECO-1000', ticket_status: 0, tenencia_status: 2 } },
    { plate: 'AAA333A', status: 8, columns: { ticket_status: 0 } },
  ])
  const other = await server.company('sur')
  await server.vehicles(other, [{ plate: 'AAA111A', columns: { ticket_status: 0 } }])
})
afterAll(() => server.stop())

type Listed = { vehicles: VehicleRow[]; totalCount: number }
const list = async (vehicleClass: object = {}, pagination?: object) =>
  server.ask(who, {
    method: 'POST',
    url: '/api/v2/vehicleAsset',
    payload: { vehicleClass, ...(pagination ? { pagination } : {}) },
  })
const plates = async (vehicleClass: object, pagination?: object) =>
  ((await list(vehicleClass, pagination)).body as Listed).vehicles.map(({ vehicleAsset }) => vehicleAsset.plate)

describe('the list', () => {
  it('returns 25 rows in wire shape with the exact total', async () => {
    const { status, body } = await list({ assetHistoric: { assetStatusId: 1 } })
    const { vehicles, totalCount } = body as Listed
    expect(status).toBe(200)
    expect(totalCount).toBe(62)
    expect(vehicles).toHaveLength(25)
    expect(vehicles[0]).toMatchObject({
      vehicleAsset: { plate: 'AAA111A', vin: vinFor('AAA111A'), freshness: [] },
      state: { stateId: 19, stateName: 'Nuevo León' },
      assetHistoric: { assetStatusId: 1, replacedBy: null },
      tags: [],
    })
    for (const column of STATUS_COLUMNS) expect(vehicles[0]?.vehicleAsset[column]).toBeTypeOf('number')
  })

  it('pages without losing or repeating a row, in either order', async () => {
    for (const sortFilterOrder of ['asc', 'desc']) {
      const seen: string[] = []
      for (let page = 1; page <= 4; page++) seen.push(...(await plates({}, { page, sortBy: 'year', sortFilterOrder })))
      expect(seen).toHaveLength(63)
      expect(new Set(seen).size).toBe(63)
    }
  })

  it('keeps the total right after the fleet changes', async () => {
    const total = async () => ((await list({ vehicleAsset: { plate: 'ZZZ' } })).body as Listed).totalCount
    expect(await total()).toBe(0)
    await server.vehicles(company, [{ plate: 'ZZZ999Z', status: 9 }])
    await asTenant(server.db, company.tenantId, (tx) => touchFleet(tx, company.tenantId))
    expect(await total()).toBe(1)
  })

  it.each([
    ['a status', { vehicleAsset: { ticketStatus: 0 } }, ['AAA111A', 'AAA222A', 'AAA333A']],
    ['two statuses', { vehicleAsset: { ticketStatus: 0, tenenciaStatus: [2, 21] } }, ['AAA222A']],
    ['asset status', { assetHistoric: { assetStatusId: [8] } }, ['AAA333A']],
    ['part of a plate', { vehicleAsset: { plate: 'a33' } }, ['AAA333A']],
    ['part of a VIN', { vehicleAsset: { vin: vinFor('AAA222A').slice(-6) } }, ['AAA222A']],
    ['an identifier with % and _', { vehicleAsset: { customId: '100%_X' } }, ['AAA111A']],
    ['a name without its accents', { rfc: { rfcName: 'nandu' } }, ['AAA111A']],
    ['a lessor', { lessor: { lessorName: 'arrendadora u' } }, ['AAA111A']],
    ['nothing that exists', { rfc: { rfcName: "'; drop table vehicle; --" } }, []],
    ['a lone %', { rfc: { rfcName: '%' } }, []],
  ])('filters by %s', async (_name, filter, expected) => {
    expect(await plates(filter)).toEqual(expected)
  })

  it.each([
    ['an unknown filter', { vehicleClass: { vehicleAsset: { passwordHash: 'x' } } }],
    ['a tenant', { vehicleClass: {}, tenantId: 1 }],
    [
      'SQL as the order',
      { vehicleClass: {}, pagination: { page: 1, pageSize: 25, sortBy: 'plate; drop table vehicle' } },
    ],
    ['a page of zero', { vehicleClass: {}, pagination: { page: 0, pageSize: 25 } }],
    ['a page beyond counting', { vehicleClass: {}, pagination: { page: 1e15, pageSize: 25 } }],
    ['a million rows a page', { vehicleClass: {}, pagination: { page: 1, pageSize: 1e6 } }],
    ['a status as an object', { vehicleClass: { vehicleAsset: { ticketStatus: { $ne: 1 } } } }],
    ['a text of 10,000 characters', { vehicleClass: { vehicleAsset: { plate: 'x'.repeat(10_000) } } }],
  ])('rejects %s with 400 and the field', async (_name, payload) => {
    const { status, body } = await server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset', payload })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      title: 'Los datos enviados no son válidos.',
      errors: [{ path: expect.any(String), message: expect.any(String) }],
    })
  })

  it('handles NUL, broken JSON and emoji without a server error', async () => {
    const raw = (payload: string) =>
      server.ask(who, {
        method: 'POST',
        url: '/api/v2/vehicleAsset',
        payload,
        headers: { 'content-type': 'application/json' },
      })
    expect((await raw('{"vehicleClass":{"rfc":{"rfcName":"a\\u0000b"}}}')).status).toBe(400)
    expect(await raw('{"vehicleClass"')).toMatchObject({
      status: 400,
      body: { title: 'El cuerpo de la solicitud no es JSON válido.' },
    })
    expect(await raw('{"vehicleClass":{"rfc":{"rfcName":"🚚‮"}}}')).toMatchObject({
      status: 200,
      body: { totalCount: 0 },
    })
  })
})

it('the response has exactly the fields of the contract', async () => {
  const written = ['ESC0001', 'ESC0002', 'ESC0003']
  const fresh = await server.company('este')
  const reader = await server.somebody(fresh, 'consulta', ['vehicles_read', 'tags_read'])
  const [first = 0] = await server.vehicles(
    fresh,
    written.map((plate) => ({ plate, columns: { owner_name: 'José "El Güero" \\ Muñoz\n👍' } })),
  )
  const { body, headers } = await server.ask(reader, {
    method: 'POST',
    url: '/api/v2/vehicleAsset',
    payload: { vehicleClass: { vehicleAsset: { plate: 'ESC' } } },
  })
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const read = catalogue.list.reply.parse(body)
  expect(read).toEqual(body) // the parser removes unknown fields
  expect(read.vehicles.map(({ vehicleAsset: { plate } }) => plate)).toEqual(written)
  expect(read.vehicles[0]?.vehicleInfo.ownerName).toBe('José "El Güero" \\ Muñoz\n👍')
  const one = { vehicleClass: { vehicleAsset: { vehicleAssetId: first } } }
  const alone = await server.ask(reader, { method: 'POST', url: '/api/v2/vehicleAsset', payload: one })
  expect(alone.body).toEqual({ vehicles: [read.vehicles[0]], totalCount: 1 })
})

it('slow coverage does not delay the response: it is null first, and available later', async () => {
  const coverage = () =>
    server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset/coverage', payload: { vehicleClass: {} } })
  const { totalCount } = (await list()).body as Listed
  const inTheWay = await server.db.system.connect()
  await inTheWay.query('begin; lock table vehicle_resource in access exclusive mode')
  try {
    expect(await coverage()).toMatchObject({ status: 200, body: null, bytes: Buffer.from('null') })
  } finally {
    await inTheWay.query('commit')
    inTheWay.release()
  }
  await expect.poll(async () => (await coverage()).body).toMatchObject({ vehicles: totalCount, at: expect.any(String) })
})

describe('the search box', () => {
  const match = async (like: string) =>
    (
      (await server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset/bestmatch', payload: { like } })).body as {
        plate: string
      }[]
    ).map(({ plate }) => plate)

  it('finds plate, VIN and identifier anywhere, best first, ten at most, and only of its own company', async () => {
    expect((await match('aaa111a'))[0]).toBe('AAA111A')
    expect(await match('aaa111a')).toHaveLength(1)
    expect(await match('AAA-222-A')).toEqual(['AAA222A'])
    expect((await match('eco-1000'))[0]).toBe('AAA222A')
    expect(await match('rka')).toHaveLength(10)
    expect(await match(vinFor('AAA333A'))).toEqual(['AAA333A'])
    expect(await match('100%_')).toEqual(['AAA111A'])
    expect(await match('%%%')).toEqual([])
    expect(await match('  ')).toEqual([])
  })
})

it('counts the account’s vehicles and clients, and lists its country’s states', async () => {
  const stats = (await server.ask(who, { url: '/api/v2/basicStats' })).body
  expect(stats).toEqual({ vehicles: { vehicles: 64, clients: 1 } })
  const { states } = (await server.ask(who, { url: '/api/v2/states' })).body as { states: { stateId: number }[] }
  expect(states.map(({ stateId }) => stateId)).toEqual(Array.from({ length: 32 }, (_, i) => i + 1))
})

describe('without permission to read tags, a user', () => {
  it('sees no tags, and can neither filter nor sort by them', async () => {
    const plain = await server.somebody(company, 'sin-etiquetas', ['vehicles_read'])
    const [vehicle] = await server.vehicles(company, [{ plate: 'ETI001A' }])
    const { rows } = await server.db.system.query<{ tag_id: number }>(
      `
       with c as (insert into tag_category (tenant_id, category_name, color)
       values ($1, 'Secreta', 'red')
       returning tag_category_id),
       t as (insert into tag (tenant_id, tag_category_id, tag_name)
       select $1, tag_category_id, 'secreta'
       from c
       returning tag_id)
       insert into vehicle_tag (tenant_id, tag_id, vehicle_id) select $1, tag_id, $2 from t returning tag_id`,
      [company.tenantId, vehicle],
    )
    const ask = (vehicleClass: object, pagination = {}) =>
      server.ask(plain, { method: 'POST', url: '/api/v2/vehicleAsset', payload: { vehicleClass, pagination } })
    const seen = (await ask({ vehicleAsset: { vehicleAssetId: vehicle } })).body as Listed
    expect(seen.vehicles.map(({ tags }) => tags)).toEqual([[]])
    expect((await ask({ tags: [{ tagId: rows[0]?.tag_id }] })).status).toBe(403)
    expect((await ask({}, { sortBy: 'tags' })).status).toBe(403)
    const coverage = {
      method: 'POST' as const,
      url: '/api/v2/vehicleAsset/coverage',
      payload: { vehicleClass: { tags: [{ tagId: rows[0]?.tag_id }] } },
    }
    expect((await server.ask(plain, coverage)).status).toBe(403)
  })
})

it('a plate is found with separators and in lower case', async () => {
  expect(await plates({ vehicleAsset: { plate: 'aaa-222 a' } })).toEqual(['AAA222A'])
})
