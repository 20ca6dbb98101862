// Scheduled reports and their runs as programs read them: changes, deletions, and which files they can
// open.
import type { DeletionV3, ReportRunV3, ReportV3 } from '@padron/contract/v3/resources'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let main: Somebody
let reader: Somebody
let stranger: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  reader = await server.somebody(company, 'reader', ['programReports_read', 'vehicles_read'])
  stranger = await server.somebody(await server.company('sur'), 'admin', ['admin'])
})
afterAll(() => server.stop())
beforeEach(async () => {
  for (const table of ['scheduled_report', 'queue_item', 'report_file', 'deletion_notice'])
    await system(`delete from ${table}`)
})

const system = (text: string, values: unknown[] = []) => server.db.system.query(text, values)
type Page<Row> = { data: Row[]; next: string | null; completeUntil: string }
const list = async <Row = ReportV3>(path: string, query: Record<string, string> = {}, who = main) => {
  const { status, body } = await server.ask(who, { method: 'GET', url: `/api/v3/${path}`, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Page<Row>
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const addReport = async (name: string): Promise<number> => {
  const payload = { name, kind: 'debts', mails: ['flota@ejemplo.mx'], frequency: 'weekly', sendDay: 1 }
  const { status, body } = await server.ask(main, { method: 'POST', url: '/api/v2/reports', payload })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { reportId: number }).reportId
}
const FILE = '0193a1c0-0000-7000-8000-000000000001'
const addRun = async (reportId: number): Promise<string> => {
  const { rows } = await system(
    `insert into queue_item (tenant_id, queue_item_id, queue_id, queue_name, description, payload)
     values ($1, gen_random_uuid(), 6, 'x', 'x', '{}') returning queue_item_id as id`,
    [company.tenantId],
  )
  const [{ id }] = rows
  const outcomes = [{ reportId, name: 'Adeudos', outcome: 'sent', vehicles: 3, fileId: FILE, content: [], letters: 1 }]
  await system(`insert into report_round (tenant_id, queue_item_id, outcomes) values ($1, $2, $3::jsonb)`, [
    company.tenantId,
    id,
    JSON.stringify(outcomes),
  ])
  await system(
    `insert into report_file (tenant_id, file_id, queue_item_id, path, file_name, media_type, size, until)
     values ($1, $2, $3, 'x', 'x', 'x', 1, now() + interval '1 day')`,
    [company.tenantId, FILE, id],
  )
  return id
}

it('reports are listed, and listed again when they change or are sent', async () => {
  const id = await addReport('Adeudos')
  const other = await addReport('Otro')
  const { data } = await list('reports')
  expect(data).toMatchObject([
    { id, name: 'Adeudos', kind: 'debts', recipients: ['flota@ejemplo.mx'], isActive: true, lastAt: null, version: 1 },
    { id: other },
  ])
  expect((await list('reports', { fields: 'name', limit: '1' })).data).toEqual([{ id, name: 'Adeudos' }])
  expect((await list('reports', {}, stranger)).data).toEqual([])
  await system(`update scheduled_report set last_outcome = 'sent', last_at = now() where report_id = $1`, [id])
  const since = (await list('reports')).completeUntil
  const sent = await list('reports', { updated_since: since })
  expect(sent.data).toContainEqual(expect.objectContaining({ id, lastOutcome: 'sent' }))
  const gone = await server.ask(main, { method: 'DELETE', url: `/api/v2/reports/${other}` })
  expect(gone.status).toBe(200)
  const deletions = await list<DeletionV3>('deletions', { updated_since: minutesAgo(1) })
  expect(deletions.data).toMatchObject([{ kind: 'report', id: `${other}`, vehicleId: null }])
  const noReports = await server.somebody(company, 'vehículos', ['vehicles_read'])
  expect((await list('deletions', {}, noReports)).data).toEqual([])
})

it('runs are listed with their files for users who can open them', async () => {
  const reportId = await addReport('Adeudos')
  const id = await addRun(reportId)
  const [run] = (await list<ReportRunV3>('report-runs')).data
  expect(run).toMatchObject({
    id,
    origin: 'scheduled',
    finishedAt: null,
    error: null,
    reports: [{ reportId, name: 'Adeudos', outcome: 'sent', vehicles: 3, emails: 1, remark: null }],
  })
  expect(run?.reports?.[0]?.fileUrl).toContain(FILE)
  const [seen] = (await list<ReportRunV3>('report-runs', {}, reader)).data
  expect(seen?.reports?.[0]?.fileUrl).toBeNull()
  expect((await list('report-runs', {}, stranger)).data).toEqual([])
  expect((await list('report-runs', { fields: 'origin' })).data).toEqual([{ id, origin: 'scheduled' }])
})

it('a run is listed again when it ends', async () => {
  const id = await addRun(await addReport('Adeudos'))
  await system(`update report_round set changed_at = now() - interval '1 hour'`)
  const since = minutesAgo(30)
  expect((await list('report-runs', { updated_since: since })).data).toEqual([])
  await system('update queue_item set finished_at = now() where queue_item_id = $1', [id])
  const { data } = await list<ReportRunV3>('report-runs', { updated_since: since })
  expect(data).toMatchObject([{ id, finishedAt: expect.any(String) }])
})
