// Due dates from real checks over HTTP, from captures and from edits: what an answer writes, replaces and leaves.
import type { ResourceResult } from '@padron/contract/resource-status'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import { inspection, insurance } from '../connectors/co/runt-documents.ts'
import type { Finding } from '../connectors/connector.ts'
import type { CheckResult } from '../engine/check-result.ts'
import { recheckVehicles } from '../services/recheck.ts'
import {
  ask,
  CLEAR,
  checkOnce,
  claimSome,
  dueAgain,
  fines,
  openPortal,
  PORTAL,
  startPortal,
  type TestPortal,
  testConnector,
} from '../testing/engine.ts'
import { applyCapture } from './capture.ts'
import { storeBatch } from './store.ts'

/** Insurance, as if the state's portal reported it too. */
const INSURANCE = 5005
const connector = testConnector({ types: [0, 1, 5, 6, 8] })

let server: TestServer
let portal: TestPortal
let company: Company
let vehicle: number
let turn = 0
beforeAll(async () => {
  portal = await startPortal()
  server = await testServer()
  await openPortal(server, portal.base)
  await server.db.system.query('update resource set connector_key = $1, portal_key = $2 where resource_id = $3', [
    connector.key,
    PORTAL,
    INSURANCE,
  ])
})
afterAll(async () => {
  portal.stop()
  await server.stop()
})
beforeEach(async () => {
  await server.db.system.query('delete from due_check')
  company = await server.company(`norte${turn++}`)
  ;[vehicle = 0] = await server.vehicles(company, [{ plate: 'NLA100A' }])
})

const policy = (more: Partial<Finding>, notes: ResourceResult['notes'] = []): Finding => ({
  type: 5,
  status: 6,
  results: [
    { ...(fines({ x: 1 }).results[0] as ResourceResult), name: 'Póliza', total: null, scrapedTickets: [], notes },
  ],
  ...more,
})
const line = (paymentLine: string | null, paymentLineDueDate: string | null, total: number): ResourceResult => ({
  ...(fines({ x: total }).results[0] as ResourceResult),
  paymentLine,
  paymentLineDueDate,
})
const owing = (...results: ResourceResult[]): Finding => ({ type: 1, status: 0, results })
const answer = async (...message: Finding[]) => {
  const types = new Set(message.map(({ type }) => type))
  portal.say({ outcome: 'ok', findings: [...CLEAR.filter(({ type }) => !types.has(type)), ...message] })
  await dueAgain(server)
  expect(await checkOnce(server, connector)).toEqual([true])
}
type ResourceState = {
  key: string
  kind: string
  due: string
  title: string
  detail: string | null
  amount: number | null
  by: string
}
const held = async (vehicleId = vehicle) =>
  (
    await server.db.system.query<ResourceState>(
      `
        select source_key as key, kind, due_on as due, title, detail, amount::float8 as amount, told_by as by
        from obligation
        where vehicle_id = $1
        order by 1`,
      [vehicleId],
    )
  ).rows
const days = async () => (await held()).map(({ key, due }) => `${key} ${due}`)

describe('a good answer', () => {
  it('stores until when a policy is valid, its insurer and its source; the next answer replaces it', async () => {
    await answer(
      policy({ validUntil: '2027-01-31' }, [
        { label: 'Aseguradora', value: 'Qualitas' },
        { label: 'Póliza', value: '88' },
      ]),
    )
    expect(await held()).toEqual([
      {
        key: 'r:5005',
        kind: 'insurance',
        due: '2027-01-31',
        title: 'Póliza de seguro',
        detail: 'Póliza 88, Aseguradora Qualitas',
        amount: null,
        by: expect.stringMatching(/^Seguro/),
      },
    ])
    await answer(policy({ validUntil: '2028-01-31' }))
    expect(await days()).toEqual(['r:5005 2028-01-31'])
    await answer(policy({ status: 8 }))
    expect(await days()).toEqual([])
  })

  it('stores the last day of an expired policy', async () => {
    await answer(policy({ status: 8, endsOn: '2026-02-28' }))
    expect(await days()).toEqual(['r:5005 2026-02-28'])
  })

  it('lists each payable line once, until the source lists it no more', async () => {
    await answer(
      owing(
        line('A1', '2026-12-31', 100.5),
        line('A2 ', '2026-12-30T00:00:00', 50),
        line('A2', '2026-12-30', 50),
        line(null, '2026-12-31', 7),
        line('A3', '2026-02-30', 7),
      ),
    )
    expect(await held()).toEqual([
      {
        key: 'p:1901:A1',
        kind: 'payment',
        due: '2026-12-31',
        title: 'Línea de captura A1',
        detail: 'Multas',
        amount: 100.5,
        by: expect.stringMatching(/^Multas/),
      },
      {
        key: 'p:1901:A2',
        kind: 'payment',
        due: '2026-12-30',
        title: 'Línea de captura A2',
        detail: 'Multas',
        amount: 100,
        by: expect.stringMatching(/^Multas/),
      },
    ])
    await answer(owing(line('A2', '2027-01-15', 55)))
    expect(await days()).toEqual(['p:1901:A2 2027-01-15'])
    await answer(fines({}))
    expect(await days()).toEqual([])
  })

  it('with two days for one line stores the earlier, and does not block the other vehicles', async () => {
    await server.vehicles(company, [{ plate: 'NLA200A' }])
    const long = 'L'.repeat(100)
    portal.say({
      outcome: 'ok',
      findings: [
        ...CLEAR.filter(({ type }) => type !== 1),
        owing(
          line('A1', '2027-01-31', 120),
          line('A1', '2026-12-31', 100),
          line(`${long}1`, '2026-12-31', 1),
          line(`${long}2`, '2026-12-30', 1),
        ),
      ],
    })
    const claimed = await claimSome(server, 2)
    if (!claimed) throw new Error('nothing was due')
    const ends = await Promise.all(claimed.claims.map((claim) => ask({ ...claimed, claims: [claim] }, connector)))
    expect(await storeBatch(server.db, ends.flat() as CheckResult[])).toEqual([true, true])
    expect(await days()).toEqual(['p:1901:A1 2026-12-31', `p:1901:${long} 2026-12-30`])
    expect((await held())[0]?.amount).toBe(100)
  })

  it('stores a line of several resources once with the sum; without a sum if one has no amount', async () => {
    const refrendo = (total: number | null) =>
      ({
        type: 8,
        status: 16,
        results: [{ ...line('C1', '2026-12-31', 50), name: 'Refrendo', total, scrapedTickets: [] }],
      }) as Finding
    await answer(owing(line('C1', '2026-12-31', 100.5)), refrendo(50))
    const [only, ...more] = await held()
    expect(more).toEqual([])
    expect(only).toMatchObject({ key: 'p:1901:C1', detail: 'Multas, Refrendo', amount: 150.5 })
    await answer(owing(line('C1', '2026-12-31', 100.5)), refrendo(null))
    expect((await held()).map(({ amount }) => amount)).toEqual([null])
    await answer(fines({}), refrendo(50))
    expect(await days()).toEqual(['p:1908:C1 2026-12-31'])
  })

  it('leaves the due dates of other resources and of documents', async () => {
    await answer(policy({ validUntil: '2027-01-31' }), owing(line('A1', '2026-12-31', 100)))
    await server.db.system.query(
      `
        insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, told_at, told_by)
        values ($1, $2, 'd:1:1', 'document', '2027-03-01', 'Factura', now(), 'Ana')`,
      [company.tenantId, vehicle],
    )
    await answer(fines({}), policy({ validUntil: '2027-02-01' }))
    expect(await days()).toEqual(['d:1:1 2027-03-01', 'r:5005 2027-02-01'])
  })

  it('with characters that the database rejects is still stored', async () => {
    await answer(
      owing(line('A1\0', '2026-12-31', 100), line('A1', '2026-12-31', 100), line('😀'.repeat(99), '2026-12-31', 1)),
    )
    expect((await days()).length).toBe(2)
  })
})

it('a failed check leaves the due dates', async () => {
  await answer(policy({ validUntil: '2027-01-31' }))
  portal.say({ outcome: 'shape-drift', why: 'La fuente cambió su respuesta.' })
  await dueAgain(server)
  await checkOnce(server, connector)
  expect(await days()).toEqual(['r:5005 2027-01-31'])
})

it('an older answer changes nothing', async () => {
  await answer(policy({ validUntil: '2027-01-31' }))
  await capture(
    INSURANCE,
    { type: 5, status: 6, results: [], validUntil: '2026-12-01' },
    new Date(Date.now() - 86_400_000),
  )
  expect(await days()).toEqual(['r:5005 2027-01-31'])
})

const capture = (resourceId: number, finding: Finding, at = new Date()) =>
  asTenant(server.db, company.tenantId, (tx) =>
    applyCapture(tx, {
      tenantId: company.tenantId,
      vehicleId: vehicle,
      resourceId,
      at,
      finding,
      raw: {},
      by: { id: company.tenantId, name: 'ana' },
    }),
  )

it('a capture counts like an automatic answer, and is named as a capture', async () => {
  await capture(INSURANCE, { type: 5, status: 6, results: [], validUntil: '2027-01-31' })
  expect(await held()).toMatchObject([{ due: '2027-01-31', by: expect.stringMatching(/\(captura\)$/) }])
})

it('due dates in Colombia have the local names', async () => {
  for (const [id, type] of [
    [6005, 5],
    [6012, 12],
  ])
    await server.db.system.query(
      'insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id) values ($1, $2, $3, $4)',
      [company.tenantId, vehicle, id, type],
    )
  await capture(6005, { type: 5, status: 6, results: [], validUntil: '2027-01-31' })
  await capture(6012, { type: 12, status: 22, results: [], validUntil: '2027-02-28' })
  expect((await held()).map(({ title, kind }) => [title, kind])).toEqual([
    ['SOAT', 'insurance'],
    ['RTM', 'inspection'],
  ])
})

it('an edit of the plate deletes the due dates from earlier answers', async () => {
  await answer(policy({ validUntil: '2027-01-31' }), owing(line('A1', '2026-12-31', 100)))
  await asTenant(server.db, company.tenantId, (tx) =>
    recheckVehicles(tx, { country: 'MX', tenantId: company.tenantId }, [vehicle], ['plate']),
  )
  expect(await days()).toEqual([])
})

describe('RUNT', () => {
  const soat = (estado: string, fechaVencimiento: string | null) => ({
    estado,
    fechaVencimiento,
    fechaVigencia: null,
    noPoliza: '1',
    entidadExpideSoat: null,
  })
  const rtm = (vigente: 'SI' | 'NO' | 'NO APLICA', fechaVencimiento: string | null) => ({
    tipoRevision: 'REVISION TECNICO-MECANICO',
    vigente,
    fechaVencimiento,
    cdaExpide: null,
    nroCertificado: null,
    noCertificado: null,
  })
  it('gives the last day of what expired, but none of what was cancelled before its day', () => {
    expect(insurance([soat('NO VIGENTE', '2026-03-01'), soat('NO VIGENTE', '2025-03-01')], '2026-11-21')).toMatchObject(
      { status: 8, endsOn: '2026-03-01' },
    )
    expect(insurance([soat('ANULADO', '2027-03-01')], '2026-11-21')).not.toHaveProperty('endsOn')
    expect(insurance([soat('VIGENTE', '2027-03-01')], '2026-11-21')).toMatchObject({
      status: 6,
      validUntil: '2027-03-01',
    })
    expect(inspection([rtm('NO', '2026-03-01')], '2026-11-21')).toMatchObject([{ status: 23, endsOn: '2026-03-01' }])
    expect(inspection([rtm('NO APLICA', '2026-03-01')], '2026-11-21')[0]).not.toHaveProperty('endsOn')
  })
})
