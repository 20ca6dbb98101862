// Answers from a provider's cache: their freshness counts from when the source was queried, not from the check.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uuidV7 } from '../../db/uuid.ts'
import { type Company, type TestServer, testServer, vinFor } from '../../testing/server.ts'
import { builtInConnector } from '../connectors/registry.ts'
import { storeBatch } from '../store/store.ts'
import { jsonAnswer, subjectOf } from '../testing/connectors.ts'
import { readAnswers } from './check.ts'
import type { CheckResult } from './check-result.ts'

const HOUR = 3_600_000
let server: TestServer
let company: Company
let vehicleId = 0
let turn = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`cache${turn++}`, 'MX')
  ;[vehicleId = 0] = await server.vehicles(company, [{ plate: 'ABC123' }])
})

/** Registration (type 2, valid for 720 hours) of a check that ended at `endedAt`, with the source's data of `asOf`. */
const reported = (status: number, endedAt: Date, asOf?: Date): CheckResult => ({
  origin: 'check',
  fence: null,
  tenantId: company.tenantId,
  vehicle: { vehicleId, attempts: 0, jobItemId: null, plate: 'ABC123', vin: vinFor('ABC123') },
  connector: { key: 'mx-repuve', portal: 'nubarium', parserVersion: 1, types: [2] },
  resourceId: null,
  runId: uuidV7(endedAt),
  outcome: 'ok',
  remark: null,
  findings: [{ type: 2, status, results: [] }],
  registration: null,
  history: [],
  receivedFiles: [],
  files: [],
  unknownFields: [],
  answers: [],
  rawOf: null,
  retryAfterSeconds: 0,
  startedAt: endedAt,
  endedAt,
  ...(asOf ? { asOf } : {}),
  random: 0,
  by: null,
})
const registration = async () => {
  const { rows } = await server.db.system.query<{ status: number; good_at: string; fresh_until: string }>(
    'select status_id as status, good_at, fresh_until from vehicle_resource where vehicle_id = $1 and ' +
      'resource_type_id = 2',
    [vehicleId],
  )
  const iso = (text = '') => new Date(text).toISOString() // the database leaves zeros out
  return { status: rows[0]?.status, good_at: iso(rows[0]?.good_at), fresh_until: iso(rows[0]?.fresh_until) }
}
const now = new Date(Math.floor(Date.now() / 1000) * 1000)
const ago = (hours: number): Date => new Date(now.getTime() - hours * HOUR)

it('the freshness of a cached answer counts from when the source was queried', async () => {
  await storeBatch(server.db, [reported(14, now, ago(72))])
  expect(await registration()).toMatchObject({
    status: 14,
    good_at: ago(72).toISOString(),
    fresh_until: ago(72 - 720).toISOString(),
  })
})

it('a cached answer does not replace a newer answer', async () => {
  await storeBatch(server.db, [reported(10, ago(1))])
  await storeBatch(server.db, [reported(14, now, ago(72))])
  expect(await registration()).toMatchObject({ status: 10, good_at: ago(1).toISOString() })
})

it('a cached answer dated in the future counts from the check', async () => {
  await storeBatch(server.db, [reported(14, now, new Date(now.getTime() + HOUR))])
  expect(await registration()).toMatchObject({ status: 14, good_at: now.toISOString() })
})

it('PlacApi gives the date of a cached answer in «fetchedAt»', () => {
  const connector = builtInConnector('co-placapi')
  if (!connector) throw new Error('co-placapi')
  const body = {
    source: 'multas',
    status: 'ok',
    data: { totalDeuda: 0, totalMultas: 0, multas: [], acuerdosPago: 0 },
    mode: 'live',
    fromCache: true,
    fetchedAt: '2026-07-24T15:04:05.000Z',
  }
  expect(readAnswers(connector, [jsonAnswer(body)], subjectOf(connector), now)).toMatchObject({
    outcome: 'ok',
    asOf: new Date('2026-07-24T15:04:05.000Z'),
  })
})
