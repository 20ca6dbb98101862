// When reports are enqueued: once per date, whatever number of processes look; missed dates once; in the company's
// zone; never while sending is off.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../../db/connect.ts'
import { setZone } from '../../../testing/obligations.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'
import { addReport, log, switchOn } from '../testing/reports.ts'
import { enqueueDueReports } from './scheduler.ts'

let server: TestServer
let company: Company
let turn = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db.system.query('delete from scheduled_report')
  company = await server.company(`norte${turn++}`)
  await switchOn(server, company)
})

const look = (at: string, db = server.db) => enqueueDueReports({ db, now: () => new Date(at), log })
const nextOf = async (reportId: number) =>
  (
    await server.db.system.query<{ next: string }>(
      'select next_at as next from scheduled_report where report_id = $1',
      [reportId],
    )
  ).rows[0]?.next
type Ordered = { payload: { reportIds: number[]; dueAt: string }; description: string; origin: string; actor: object }
const ordered = async (whose = company): Promise<Ordered[]> =>
  (
    await server.db.system.query<Ordered>(
      `
       select q.payload, q.description, q.actor, r.origin
       from queue_item q
       join report_round r using (tenant_id, queue_item_id)
       where q.tenant_id = $1 order by q.queue_item_id`,
      [whose.tenantId],
    )
  ).rows

describe('a due report', () => {
  it('is enqueued once, with all due reports of its company in one round, and gets its next date', async () => {
    const ids = [await addReport(server, company), await addReport(server, company, { name: 'Otro', day: 3, hour: 9 })]
    const second = await addReport(server, company, { name: 'Después', nextAt: '2026-01-06T13:00:00Z' })
    expect(await look('2026-01-05T12:59:59Z')).toEqual([])
    expect(await look('2026-01-05T13:00:10Z')).toHaveLength(1)
    expect(await look('2026-01-05T13:00:40Z')).toEqual([])
    expect(await ordered()).toEqual([
      {
        payload: { reportIds: ids, dueAt: '2026-01-05T13:00:10.000Z' },
        description: 'Reportes programados: 2',
        origin: 'scheduled',
        actor: { name: 'Padrón', origin: 'system' },
      },
    ])
    expect(await Promise.all([...ids, second].map(nextOf))).toEqual([
      '2026-01-12T13:00:00Z',
      '2026-01-07T15:00:00Z',
      '2026-01-06T13:00:00Z',
    ])
  })

  it('is enqueued once if several processes look at the same moment', async () => {
    await addReport(server, company)
    await addReport(server, company, { name: 'Otro' })
    const others = [connect(server.addressOf), connect(server.addressOf)]
    const looks = [server.db, ...others].flatMap((db) => [0, 1, 2].map(() => look('2026-01-05T13:00:10Z', db)))
    await Promise.all(looks)
    await Promise.all(others.map((db) => db.close()))
    const sent = (await ordered()).flatMap(({ payload }) => payload.reportIds)
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(2)
  })

  it('that was missed is sent once, and then on its dates again', async () => {
    const id = await addReport(server, company)
    expect(await look('2026-02-04T10:00:00Z')).toHaveLength(1)
    expect(await nextOf(id)).toBe('2026-02-09T13:00:00Z')
    expect(await look('2026-02-04T10:00:30Z')).toEqual([])
  })

  it('keeps its local hour across clock changes', async () => {
    await setZone(server, company, 'America/Tijuana')
    const id = await addReport(server, company, { firstOn: '2026-03-02', nextAt: '2026-03-02T15:00:00Z' })
    await look('2026-03-02T15:00:01Z')
    expect(await nextOf(id)).toBe('2026-03-09T14:00:00Z') // daylight saving time began on the 8th
    await look('2026-10-26T14:00:01Z')
    expect(await nextOf(id)).toBe('2026-11-02T15:00:00Z')
  })

  it('that was missed keeps its two-week pace, or the last day of a short month', async () => {
    const fortnight = await addReport(server, company, { frequency: 'biweekly' })
    const monthly = await addReport(server, company, {
      name: 'Mensual',
      frequency: 'monthly',
      day: 31,
      firstOn: '2026-01-31',
      nextAt: '2026-01-31T13:00:00Z',
    })
    await look('2026-02-03T13:00:00Z')
    expect([await nextOf(fortnight), await nextOf(monthly)]).toEqual(['2026-02-16T13:00:00Z', '2026-02-28T13:00:00Z'])
  })

  it('is enqueued even if users of the company have ten jobs in the queue', async () => {
    await server.db.system.query(
      `insert into queue_item (tenant_id, queue_item_id, queue_id, queue_name, description, payload, actor)
       select $1, gen_random_uuid(), 5, 'x', 'x', to_jsonb(n), '{"origin": "console", "id": 1, "name": "ana"}'
       from generate_series(1, 10) n`,
      [company.tenantId],
    )
    await addReport(server, company)
    expect(await look('2026-01-05T13:00:10Z')).toHaveLength(1)
  })
})

describe('no report is enqueued', () => {
  it.each([
    ['with the switch off', (id: number) => `update email_setting set active = false where tenant_id = ${id}`],
    ['with no settings at all', (id: number) => `delete from email_setting where tenant_id = ${id}`],
    ['of a suspended company', (id: number) => `update company set suspended_at = now() where tenant_id = ${id}`],
  ])('%s, and its missed dates are not sent later', async (_, change) => {
    const id = await addReport(server, company)
    await server.db.system.query(change(company.tenantId))
    expect(await look('2026-01-05T13:00:10Z')).toEqual([])
    await switchOn(server, company)
    await server.db.system.query('update company set suspended_at = null where tenant_id = $1', [company.tenantId])
    expect(await look('2026-01-05T14:00:00Z')).toEqual([])
    expect(await nextOf(id)).toBe('2026-01-12T13:00:00Z')
    expect(await look('2026-01-12T13:00:00Z')).toHaveLength(1)
  })

  it('in another company’s round', async () => {
    const other = await server.company(`sur${turn}`)
    await switchOn(server, other)
    const [mine, theirs] = [await addReport(server, company), await addReport(server, other)]
    expect(await look('2026-01-05T13:00:10Z')).toHaveLength(2)
    const sent = async (whose: Company) => (await ordered(whose)).map(({ payload }) => payload.reportIds)
    expect([await sent(company), await sent(other)]).toEqual([[[mine]], [[theirs]]])
  })
})
