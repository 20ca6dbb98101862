// What is due, over HTTP with a fixed clock: weeks, list, overdue dates, permissions, and the company's day.
import type { DocumentType } from '@padron/contract/documents/shapes'
import type { Obligation } from '@padron/contract/obligations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { documentCalls, EXPIRY } from '../../testing/files/documents.ts'
import { owe, setZone } from '../../testing/obligations.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

/** A Saturday at noon in Mexico City. */
let clock = new Date('2026-11-21T18:00:00Z')
let server: TestServer
let company: Company
let who: Somebody
let ids: number[]
let turn = 0

beforeAll(async () => {
  server = await testServer(() => clock)
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock = new Date('2026-11-21T18:00:00Z')
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'lee', ['vehicles_read', 'documents_read'])
  ids = await server.vehicles(company, [
    { plate: 'BBB222B' },
    { plate: 'AAA111A' },
    { plate: 'SLD333C', status: 8 },
    { plate: 'INA444D', status: 0 },
    { plate: 'TOT555E', status: 9 },
  ])
})

const vehicle = (i: number): number => ids[i] ?? 0
type List = { today: string; obligations: Obligation[]; totalCount: number }
const list = async (query = '', as = who) => (await server.ask(as, { url: `/api/v2/obligations${query}` })).body as List
type Weeks = {
  today: string
  overdue: { total: number; vehicles: number; byKind: Record<string, number> }
  weeks: {
    from: string
    to: string
    total: number
    vehicles: number
    amount: number | null
    byKind: Record<string, number>
  }[]
  later: number
  basis: { known: number; total: number }
}
const weeks = async (query = '', as = who) =>
  (await server.ask(as, { url: `/api/v2/obligations/weeks${query}` })).body as Weeks
const dates = ({ obligations }: List) => obligations.map(({ plate, dueOn }) => `${plate} ${dueOn}`)

describe('weeks', () => {
  it('are seven days each from today, with exact sums, and past and later dates apart', async () => {
    await owe(server, company, [
      { vehicleId: vehicle(0), key: 'r:1', dueOn: '2026-11-20' },
      { vehicleId: vehicle(0), key: 'r:2', dueOn: '2026-11-21', kind: 'card' },
      { vehicleId: vehicle(1), key: 'p:1:a', dueOn: '2026-11-22', kind: 'payment', amount: 100.5 },
      { vehicleId: vehicle(1), key: 'p:1:b', dueOn: '2026-11-27', kind: 'payment', amount: 50 },
      { vehicleId: vehicle(1), key: 'r:3', dueOn: '2026-11-28' },
      { vehicleId: vehicle(1), key: 'r:4', dueOn: '2027-02-19' },
      { vehicleId: vehicle(1), key: 'r:5', dueOn: '2027-02-20' },
    ])
    const sums = await weeks()
    expect(sums.today).toBe('2026-11-21')
    expect(sums.overdue).toMatchObject({ total: 1, vehicles: 1, byKind: { insurance: 1, payment: 0 } })
    expect(sums.weeks).toHaveLength(13)
    expect(sums.weeks[0]).toMatchObject({
      from: '2026-11-21',
      to: '2026-11-27',
      total: 3,
      vehicles: 2,
      amount: 150.5,
      byKind: { card: 1, payment: 2, insurance: 0 },
    })
    expect(sums.weeks[1]).toMatchObject({ from: '2026-11-28', to: '2026-12-04', total: 1, amount: null })
    expect(sums.weeks[12]).toMatchObject({ from: '2027-02-13', to: '2027-02-19', total: 1 })
    expect(sums.later).toBe(1)
    // Three of the five vehicles are out of use; both others have a known date.
    expect(sums.basis).toEqual({ known: 2, total: 2 })
    expect((await weeks('?kinds=card')).basis).toEqual({ known: 1, total: 2 })
    // The list of a week equals the week's sums.
    expect((await list('?from=2026-11-21&to=2026-11-27')).totalCount).toBe(3)
  })

  it('exclude sold, lost and unused vehicles, and other companies', async () => {
    const other = await server.company(`sur${turn}`)
    const [theirs = 0] = await server.vehicles(other, [{ plate: 'SUR1234' }])
    await owe(server, other, [{ vehicleId: theirs, key: 'r:1', dueOn: '2026-11-25' }])
    await owe(
      server,
      company,
      [2, 3, 4].map((i) => ({ vehicleId: vehicle(i), key: 'r:1', dueOn: '2026-11-25' })),
    )
    expect(await list()).toMatchObject({ obligations: [], totalCount: 0 })
    expect((await weeks()).weeks[0]?.total).toBe(0)
    expect((await weeks()).basis).toEqual({ known: 0, total: 2 })
    expect((await list(`?vehicleAssetId=${theirs}`)).totalCount).toBe(0)
  })
})

describe('the list', () => {
  it('is sorted by date, then plate, in pages with the exact total', async () => {
    const plates = Array.from({ length: 30 }, (_, i) => ({ plate: `LAR${1000 + i}` }))
    const many = await server.vehicles(company, plates)
    await owe(server, company, [
      ...many.map((vehicleId) => ({ vehicleId, key: 'r:1', dueOn: '2026-12-01' })),
      { vehicleId: vehicle(0), key: 'r:1', dueOn: '2026-11-30' },
      { vehicleId: vehicle(1), key: 'r:1', dueOn: '2026-11-30' },
    ])
    const first = await list()
    const second = await list('?page=2')
    expect([first.totalCount, first.obligations.length, second.totalCount, second.obligations.length]).toEqual([
      32, 25, 32, 7,
    ])
    expect(dates(first).slice(0, 3)).toEqual(['AAA111A 2026-11-30', 'BBB222B 2026-11-30', 'LAR1000 2026-12-01'])
    expect(second.obligations.at(-1)?.plate).toBe('LAR1029')
    expect(new Set([...first.obligations, ...second.obligations].map(({ obligationId }) => obligationId)).size).toBe(32)
    expect(await list('?page=9')).toMatchObject({ obligations: [], totalCount: 32 })
  })

  it('has the source and its time, and an item keeps its id when the date changes', async () => {
    await owe(server, company, [{ vehicleId: vehicle(0), key: 'r:1900', dueOn: '2026-11-30', resourceId: 1900 }])
    const [before] = (await list()).obligations
    expect(before).toMatchObject({
      kind: 'insurance',
      plate: 'BBB222B',
      stateName: 'Nuevo León',
      title: 'Póliza de seguro',
      toldAt: '2026-11-20T18:00:00Z',
      documentId: null,
    })
    expect(before?.source).toMatch(/^Seguro · .+/)
    await owe(server, company, [{ vehicleId: vehicle(0), key: 'r:1900', dueOn: '2026-12-30' }])
    const [after] = (await list()).obligations
    expect(after).toMatchObject({ obligationId: before?.obligationId, dueOn: '2026-12-30' })
  })

  it('lists overdue dates apart; payment lines only for thirty days', async () => {
    await owe(server, company, [
      { vehicleId: vehicle(0), key: 'r:1', dueOn: '2025-01-31' },
      { vehicleId: vehicle(0), key: 'p:1:a', dueOn: '2026-10-22', kind: 'payment' },
      { vehicleId: vehicle(0), key: 'p:1:b', dueOn: '2026-10-21', kind: 'payment' },
      { vehicleId: vehicle(0), key: 'r:2', dueOn: '2026-11-21' },
    ])
    expect(dates(await list('?overdue=true'))).toEqual(['BBB222B 2025-01-31', 'BBB222B 2026-10-22'])
    expect(dates(await list())).toEqual(['BBB222B 2026-11-21'])
    expect((await weeks()).overdue).toMatchObject({ total: 2, vehicles: 1 })
    expect(dates(await list('?overdue=true&kinds=payment'))).toEqual(['BBB222B 2026-10-22'])
  })

  it('has and counts documents only for users who may read them', async () => {
    await owe(server, company, [
      { vehicleId: vehicle(0), key: 'd:1:1', dueOn: '2026-11-24', kind: 'document' },
      { vehicleId: vehicle(0), key: 'r:1', dueOn: '2026-11-25' },
    ])
    const without = await server.somebody(company, 'sin', ['vehicles_read'])
    expect((await list('', without)).obligations.map(({ kind }) => kind)).toEqual(['insurance'])
    expect((await list('?kinds=document', without)).totalCount).toBe(0)
    expect((await weeks('', without)).weeks[0]).toMatchObject({ total: 1, byKind: { document: 0 } })
    expect((await weeks()).weeks[0]).toMatchObject({ total: 2, byKind: { document: 1 } })
    expect((await list('?kinds=document,card')).totalCount).toBe(1)
  })

  it('leaves out a document replaced by another of its type, until that one is removed', async () => {
    const documents = documentCalls(server, await server.somebody(company, 'admin', ['admin']))
    const [policy, permit] = [await documents.type('Póliza', [EXPIRY]), await documents.type('Permiso', [EXPIRY])]
    const createDocument = (of: number, type: DocumentType, expires: string, name = 'Papel') =>
      documents.create({
        name,
        vehicle: vehicle(of),
        type: type.documentTypeId,
        values: [[type.docFields[0]?.documentFieldId ?? 0, expires]],
      })
    await createDocument(0, policy, '2026-10-01')
    const newer = await createDocument(0, policy, '2026-11-25')
    await createDocument(0, permit, '2026-10-02') // another type
    await createDocument(1, policy, '2026-10-03') // another vehicle
    const sums = async () => [dates(await list('?overdue=true')), dates(await list()), (await weeks()).overdue.total]
    expect(await sums()).toEqual([['BBB222B 2026-10-02', 'AAA111A 2026-10-03'], ['BBB222B 2026-11-25'], 2])
    await documents.ask('DELETE', '/api/v2/document', newer.documentId)
    expect(await sums()).toEqual([['BBB222B 2026-10-01', 'BBB222B 2026-10-02', 'AAA111A 2026-10-03'], [], 3])
    // Two documents of the same day are both listed: neither replaces the other.
    await createDocument(0, policy, '2026-10-01', 'Otro')
    expect((await list('?overdue=true')).totalCount).toBe(4)
    // A document without a date never expires, as in the vehicle's documents.
    await documents.create({ name: 'Sin fecha', vehicle: vehicle(0), type: permit.documentTypeId, values: [] })
    expect(dates(await list('?overdue=true'))).not.toContain('BBB222B 2026-10-02')
  })

  it('starts the day in the company’s time zone', async () => {
    await owe(server, company, [{ vehicleId: vehicle(0), key: 'r:1', dueOn: '2026-11-20' }])
    clock = new Date('2026-11-21T07:30:00Z') // 01:30 of the 21st in Mexico City, 23:30 of the 20th in Tijuana
    expect((await list('?overdue=true')).totalCount).toBe(1)
    await setZone(server, company, 'America/Tijuana')
    const again = await server.somebody(company, 'tijuana', ['vehicles_read'])
    expect(await list('', again)).toMatchObject({ today: '2026-11-20', totalCount: 1 })
  })

  it('rejects invalid days, days in the wrong order, and unknown kinds', async () => {
    const refused = async (query: string) => {
      const { status, body } = await server.ask(who, { url: `/api/v2/obligations${query}` })
      return [status, (body as { errors: { path: string; message: string }[] }).errors[0]]
    }
    expect(await refused('?from=2026-02-31')).toEqual([400, { path: 'from', message: 'La fecha inicial no existe.' }])
    expect(await refused('?from=2026-03-02&to=2026-03-01')).toEqual([
      400,
      { path: 'to', message: 'La fecha final es anterior a la inicial.' },
    ])
    expect(await refused('?overdue=true&from=0000-01-01')).toEqual([
      400,
      { path: 'from', message: 'La fecha inicial debe estar entre los años 1900 y 2199.' },
    ])
    expect(await refused('?to=2200-01-01')).toEqual([
      400,
      { path: 'to', message: 'La fecha final debe estar entre los años 1900 y 2199.' },
    ])
    expect(
      (await server.ask(who, { url: '/api/v2/obligations?overdue=true&from=1900-01-01&to=2199-12-31' })).status,
    ).toBe(200)
    expect(await refused('/rules?from=0000-01-01&to=0000-12-31')).toMatchObject([400, { path: 'from' }])
    expect(await refused('?kinds=document,otro')).toMatchObject([400, { message: 'Tipo de vencimiento no válido' }])
    expect(await refused('?page=0')).toMatchObject([400, { message: 'Página no válida' }])
    expect(await refused('?overdue=yes')).toMatchObject([400, { message: 'Valor no válido' }])
  })

  it('needs vehicles_read', async () => {
    const other = await server.somebody(company, 'nada', rolesWithout('vehicles_read'))
    expect((await server.ask(undefined, { url: '/api/v2/obligations' })).status).toBe(401)
    expect((await server.ask(other, { url: '/api/v2/obligations' })).status).toBe(403)
  })
})

describe('months', () => {
  type Months = { overdue: { total: number }; months: { from: string; to: string; total: number }[]; later: number }
  const months = async (query = '') =>
    (await server.ask(who, { url: `/api/v2/obligations/months${query}` })).body as Months

  it('are whole months with exact sums; past days of this month count as overdue too', async () => {
    await owe(server, company, [
      { vehicleId: vehicle(0), key: 'r:0', dueOn: '2026-10-31' },
      { vehicleId: vehicle(0), key: 'r:1', dueOn: '2026-11-01' },
      { vehicleId: vehicle(0), key: 'r:2', dueOn: '2026-11-30' },
      { vehicleId: vehicle(1), key: 'r:3', dueOn: '2026-12-01' },
      { vehicleId: vehicle(1), key: 'r:4', dueOn: '2027-10-31' },
      { vehicleId: vehicle(1), key: 'r:5', dueOn: '2027-11-01' },
    ])
    const sums = await months()
    expect(sums.months.map(({ total }) => total)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    expect(sums.months[0]).toMatchObject({ from: '2026-11-01', to: '2026-11-30' })
    expect(sums.months[3]).toMatchObject({ from: '2027-02-01', to: '2027-02-28' })
    expect([sums.overdue.total, sums.later]).toEqual([2, 1])
    expect((await list('?month=2026-11')).totalCount).toBe(2)
    expect((await list('?month=2026-10')).totalCount).toBe(1)
    expect((await months('?search=AAA')).months.map(({ total }) => total).slice(0, 2)).toEqual([0, 1])
  })

  it('are rejected together with other days, or if the month does not exist', async () => {
    for (const query of ['?month=2026-11&from=2026-11-01', '?month=2026-11&overdue=true', '?month=2026-13'])
      expect((await server.ask(who, { url: `/api/v2/obligations${query}` })).status).toBe(400)
  })
})

describe('groups and search', () => {
  type Grouped = List & { groups: { key: string | null; total: number; vehicles: number; amount: number | null }[] }
  const grouped = async (query: string) => (await list(query)) as Grouped
  beforeEach(async () => {
    await server.db.system.query(`update vehicle set rfc_name = 'Ázteca, S.A.' where vehicle_id = $1`, [vehicle(0)])
    await owe(server, company, [
      { vehicleId: vehicle(0), key: 'p:1', dueOn: '2026-11-24', kind: 'payment', amount: 10.5 },
      { vehicleId: vehicle(0), key: 'p:2', dueOn: '2026-11-23', kind: 'payment', amount: 1 },
      { vehicleId: vehicle(1), key: 'r:1', dueOn: '2026-11-22' },
    ])
  })

  it('groups are by kind or by holder, those without holder last, each with its total on every page', async () => {
    const byKind = await grouped('?month=2026-11&groupBy=kind')
    expect(byKind.groups).toEqual([
      { key: 'insurance', total: 1, vehicles: 1, amount: null },
      { key: 'payment', total: 2, vehicles: 1, amount: 11.5 },
    ])
    expect(dates(byKind)).toEqual(['AAA111A 2026-11-22', 'BBB222B 2026-11-23', 'BBB222B 2026-11-24'])
    const byHolder = await grouped('?month=2026-11&groupBy=holder')
    expect(byHolder.groups.map(({ key, total }) => [key, total])).toEqual([
      ['Ázteca, S.A.', 2],
      [null, 1],
    ])
    expect(byHolder.obligations.map(({ holder }) => holder)).toEqual(['Ázteca, S.A.', 'Ázteca, S.A.', null])
    expect((await grouped('?month=2026-11')).groups).toEqual([])
  })

  it('search matches a part of the plate, VIN or holder’s name, ignores accents, and has no wildcards', async () => {
    for (const [search, found] of [
      ['bb 2-22', 2],
      ['azteca', 2],
      ['aaa111a', 1],
      ['%', 0],
      ['-', 0],
    ] as const)
      expect([search, (await list(`?month=2026-11&search=${encodeURIComponent(search)}`)).totalCount]).toEqual([
        search,
        found,
      ])
  })
})
