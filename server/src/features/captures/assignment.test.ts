// Who captures a vehicle: assignments, leases, the next vehicle, and the progress of each user.
import type { CaptureHolder, CaptureTask } from '@padron/contract/captures'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PDF } from '../../testing/files/proof-files.ts'
import { tenantRowHashes } from '../../testing/rows.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const FINES = 1901
const MAY = ['processing_admin', 'vehicles_read'] as const

let server: TestServer
let company: Company
let ana: Somebody
let luis: Somebody
let vehicles: number[]
let turn = 0

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`norte${turn++}`)
  ana = await server.somebody(company, 'ana', [...MAY])
  luis = await server.somebody(company, 'luis', [...MAY])
  vehicles = await server.vehicles(
    company,
    Array.from({ length: 6 }, (_, i) => ({ plate: `CAP${1000 + i}`, stateId: i < 4 ? 19 : 5 })),
  )
})

const put = (as: Somebody | undefined, path: string, payload: object = {}) =>
  server.ask(as, { method: 'PUT', url: `/api/v2/captures/${path}`, payload })
const assign = (payload: object, as = ana) => put(as, 'assign', { list: 'never', ...payload })
const next = async (as: Somebody, payload: object = {}) => {
  const url = '/api/v2/captures/next'
  const { body } = await server.ask(as, {
    method: 'POST',
    url,
    payload: { list: 'never', portalOf: FINES, ...payload },
  })
  return (body as { next: { vehicleAssetId: number } | null }).next?.vehicleAssetId
}
const lease = async (as: Somebody, vehicle: number, payload: object = {}) => {
  const { status, body } = await put(as, `lease/${vehicle}`, payload)
  return { status, holder: (body as { holder: CaptureHolder | null }).holder }
}
const list = async (as: Somebody, query: string) => {
  const { body } = await server.ask(as, { url: `/api/v2/captures?list=never&${query}` })
  return body as { captures: CaptureTask[]; totalCount: number }
}
const progressOf = async (who: Somebody) => {
  const { body } = await server.ask(ana, { url: '/api/v2/captures/progress' })
  return (body as { people: { userId: number; left: number }[] }).people.find(({ userId }) => userId === who.userId)
}

describe('an assignment', () => {
  it('covers a state or chosen vehicles; lists can be filtered by assignee', async () => {
    expect((await assign({ userId: ana.userId, stateId: 19 })).body).toMatchObject({ vehicles: 4 })
    expect((await assign({ userId: luis.userId, vehicleAssetIds: [vehicles[3]] })).body).toMatchObject({ vehicles: 1 })
    const mine = await list(ana, 'assignedTo=mine')
    expect(new Set(mine.captures.map(({ vehicleAssetId }) => vehicleAssetId))).toEqual(new Set(vehicles.slice(0, 3)))
    expect(mine.captures[0]?.assignedTo).toEqual({ userId: ana.userId, username: ana.username })
    expect((await list(ana, `assignedTo=${luis.userId}`)).captures.map(({ plate }) => plate)).toContain('CAP1003')
    const nobodys = await list(ana, 'assignedTo=none')
    expect(new Set(nobodys.captures.map(({ plate }) => plate))).toEqual(new Set(['CAP1004', 'CAP1005']))
    expect((await server.ask(ana, { url: '/api/v2/captures/summary?assignedTo=mine' })).body).toEqual({
      asked: 0,
      never: mine.totalCount,
      old: 0,
    })
    expect((await assign({ userId: null, stateId: 19 })).status).toBe(200)
    expect((await list(ana, 'assignedTo=mine')).totalCount).toBe(0)
  })

  it('is accepted only for users of the company with permission to capture, and its own vehicles', async () => {
    const reader = await server.somebody(company, 'lee', ['processing_read'])
    const south = await server.company(`sur${turn}`)
    const they = await server.somebody(south, 'ana', [...MAY])
    const before = await tenantRowHashes(server.db, company.tenantId)
    expect((await assign({ userId: reader.userId })).status).toBe(422)
    expect((await assign({ userId: they.userId })).status).toBe(422)
    expect((await assign({ userId: they.userId, vehicleAssetIds: vehicles }, they)).status).toBe(422)
    expect((await assign({ userId: ana.userId }, reader)).status).toBe(403)
    expect((await lease(they, vehicles[0] ?? 0)).status).toBe(404)
    expect(await next(they)).toBeUndefined()
    expect(await tenantRowHashes(server.db, company.tenantId)).toEqual(before)
  })

  it('counts what each user has captured today and what is left', async () => {
    await assign({ userId: ana.userId, vehicleAssetIds: vehicles.slice(0, 2) })
    const left = (await progressOf(ana))?.left ?? 0
    expect(await progressOf(ana)).toMatchObject({ vehicles: 2, doneToday: 0 })
    const query = new URLSearchParams({ vehicleAssetId: `${vehicles[0]}`, fileName: 'a.pdf' })
    const { body } = await server.ask(ana, {
      method: 'POST',
      url: `/api/v2/captures/files?${query}`,
      payload: PDF,
      headers: { 'content-type': 'application/pdf' },
    })
    const statement = {
      vehicleAssetId: vehicles[0],
      answers: [
        { resourceId: FINES, statusId: 1 },
        { resourceId: 1906, statusId: 7 },
      ],
      seenAt: new Date().toISOString(),
      fileIds: [(body as { fileId: string }).fileId],
    }
    await server.ask(ana, { method: 'POST', url: '/api/v2/captures/statement', payload: statement })
    expect(await progressOf(ana)).toMatchObject({ vehicles: 2, left: left - 2, doneToday: 2 })
    expect(await progressOf(luis)).toMatchObject({ vehicles: 0, left: 0, doneToday: 0 })
  })
})

describe('the next vehicle', () => {
  it('is different for each user, also when they request it at once', async () => {
    const people = [ana, luis, await server.somebody(company, 'eva', [...MAY])]
    const given = await Promise.all([...people, ...people].map((as) => next(as)))
    const byPerson = people.map((_, i) => new Set([given[i], given[i + 3]]))
    const all = byPerson.flatMap((own) => [...own])
    expect(all).not.toContain(undefined)
    expect(new Set(all).size).toBe(all.length)
  })

  it('is never leased by or assigned to another user', async () => {
    await assign({ userId: luis.userId, vehicleAssetIds: [vehicles[0]] })
    await lease(luis, vehicles[1] ?? 0)
    expect(await next(ana)).toBe(vehicles[2])
    expect(await next(ana, { seen: [{ vehicleAssetId: vehicles[2] }] })).toBe(vehicles[3])
    expect(await next(luis, { assignedTo: 'mine' })).toBe(vehicles[0])
    expect(await next(ana, { seen: vehicles.slice(2).map((vehicleAssetId) => ({ vehicleAssetId })) })).toBeUndefined()
  })
})

describe('the lease of a vehicle', () => {
  it('lasts until its user releases it, it expires, or the main administrator takes it over', async () => {
    const [vehicle = 0] = vehicles
    expect(await lease(ana, vehicle)).toEqual({ status: 200, holder: null })
    const held = await lease(luis, vehicle)
    expect(held.holder).toMatchObject({ userId: ana.userId, username: ana.username })
    expect(Date.now() - Date.parse(held.holder?.since ?? '')).toBeLessThan(60_000)
    expect((await lease(luis, vehicle, { takeOver: true })).status).toBe(403)
    const main = await server.somebody(company, 'jefa', ['admin'])
    expect((await lease(main, vehicle, { takeOver: true })).holder).toBeNull()
    expect((await lease(ana, vehicle)).holder?.userId).toBe(main.userId)
    await server.ask(main, { method: 'DELETE', url: `/api/v2/captures/lease/${vehicle}` })
    expect((await lease(luis, vehicle)).holder).toBeNull()
    await server.db.system.query(`update capture_lease set until = now() - interval '1 second' where vehicle_id = $1`, [
      vehicle,
    ])
    expect((await lease(ana, vehicle)).holder).toBeNull()
  })

  it('prevents captures by other users', async () => {
    const [vehicle = 0] = vehicles
    await lease(ana, vehicle)
    const payload = {
      vehicleAssetId: vehicle,
      answers: [{ resourceId: FINES, statusId: 1 }],
      seenAt: new Date().toISOString(),
      fileIds: ['0197f5f0-0000-7000-8000-000000000001'],
    }
    const { status, body } = await server.ask(luis, { method: 'POST', url: '/api/v2/captures/statement', payload })
    expect(status).toBe(409)
    expect((body as { title: string }).title).toMatch(new RegExp(`^${ana.username} captura este vehículo desde el 20`))
  })

  it('is one of at most ten of a user', async () => {
    const many = await server.vehicles(
      company,
      Array.from({ length: 12 }, (_, i) => ({ plate: `MUC${1000 + i}` })),
    )
    for (const vehicle of many) await lease(ana, vehicle)
    const { rows } = await server.db.system.query('select 1 from capture_lease where user_id = $1', [ana.userId])
    expect(rows).toHaveLength(10)
    expect((await lease(luis, many[11] ?? 0)).holder?.userId).toBe(ana.userId)
    // Earlier assignments do not prevent limiting a user to a part of the fleet that has none of those vehicles.
    const [own = 0] = await server.vehicles(company, [{ plate: 'OWN0001', stateId: 9 }])
    await server.db.system.query(
      `update app_user set vehicle_scope = '{"states":[9]}', version = version + 1 where user_id = $1`,
      [ana.userId],
    )
    expect(await lease(ana, own)).toEqual({ status: 200, holder: null })
  })
})
