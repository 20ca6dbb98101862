// History sources of one vehicle that end together or out of order: each keeps its own newest answer.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uuidV7 } from '../../db/uuid.ts'
import { type Company, type TestServer, testServer, vinFor } from '../../testing/server.ts'
import type { CheckResult } from '../engine/check-result.ts'
import { storeBatch } from './store.ts'

let server: TestServer
let company: Company
let vehicleId = 0
let turn = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`andina${turn++}`, 'CO')
  ;[vehicleId = 0] = await server.vehicles(company, [{ plate: 'ABC123' }])
})

const historyResult = (key: string, hour: number, description: string): CheckResult => {
  const at = new Date(`2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`)
  return {
    origin: 'check',
    fence: null,
    tenantId: company.tenantId,
    vehicle: { vehicleId, attempts: 0, jobItemId: null, plate: 'ABC123', vin: vinFor('ABC123') },
    connector: { key, portal: 'datos-gov-co', parserVersion: 1, types: [] },
    resourceId: null,
    runId: uuidV7(at),
    outcome: 'ok',
    remark: null,
    findings: [],
    registration: null,
    history: [{ description, dateTime: null, amount: null, paid: null }],
    receivedFiles: [],
    files: [],
    unknownFields: [],
    answers: [],
    rawOf: null,
    retryAfterSeconds: 0,
    startedAt: at,
    endedAt: at,
    random: 0,
    by: null,
  }
}
const reported = async () =>
  (
    await server.db.system.query<{ key: string; text: string }>(
      `
        select r.connector_key as key, h.rows->0->>'description' as text
        from vehicle_record h
        join resource r using (resource_id)
        where h.vehicle_id = $1
        order by 1`,
      [vehicleId],
    )
  ).rows.map((row) => `${row.key}: ${row.text}`)
const FINES = 'co-simit-historico'
const PARK = 'co-parque-automotor'

it('of two sources in one batch, the newest answer of each is stored, whatever their order', async () => {
  await storeBatch(server.db, [
    historyResult(FINES, 12, 'nueva'),
    historyResult(PARK, 11, 'bus'),
    historyResult(FINES, 10, 'vieja'),
  ])
  expect(await reported()).toEqual([`${PARK}: bus`, `${FINES}: nueva`])
})

it('an answer that ended earlier does not replace the stored one', async () => {
  for (const [hour, text] of [
    [12, 'nueva'],
    [10, 'vieja'],
  ] as const)
    await storeBatch(server.db, [historyResult(FINES, hour, text)])
  expect(await reported()).toEqual([`${FINES}: nueva`])
  await storeBatch(server.db, [historyResult(FINES, 13, 'otra')])
  expect(await reported()).toEqual([`${FINES}: otra`])
})

it('of two registry answers in one batch, the newest is stored', async () => {
  const registered = (hour: number, brandName: string): CheckResult => ({
    ...historyResult(PARK, hour, 'bus'),
    registration: { foundBy: 'plate', fields: { brandName } },
  })
  await storeBatch(server.db, [registered(12, 'NISSAN'), registered(10, 'FORD')])
  const { rows } = await server.db.system.query('select fields from vehicle_registry where vehicle_id = $1', [
    vehicleId,
  ])
  expect(rows).toEqual([{ fields: { brandName: 'NISSAN' } }])
})
