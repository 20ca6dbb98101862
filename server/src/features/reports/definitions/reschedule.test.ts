// The next sends of reports when the company's time zone changes: each period is sent once, on its day.
import { company as calls } from '@padron/contract/company'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runPadron } from '../../../testing/processes/padron-command.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { enqueueDueReports } from '../runs/scheduler.ts'
import { addReport, log, switchOn } from '../testing/reports.ts'

const CANCUN = 'America/Cancun' // -05:00 all year
const TIJUANA = 'America/Tijuana' // -08:00 in winter

let clock = new Date()
let server: TestServer
let company: Company
let main: Somebody
let turn = 0

beforeAll(async () => {
  server = await testServer(() => clock)
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`norte${turn++}`)
  main = await server.somebody(company, 'admin', ['admin'])
  await switchOn(server, company)
})

const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const liveIn = (timeZone: string) =>
  system('update company set time_zone = $1 where tenant_id = $2', timeZone, company.tenantId)
const moveTo = async (timeZone: string, at: string) => {
  clock = new Date(at)
  const answer = await server.ask(main, { method: 'PUT', url: calls.change.path, payload: { timeZone } })
  expect(answer.status).toBe(200)
}
/** @returns the number of rounds that were sent */
const sendAt = async (at: string) => (await enqueueDueReports({ db: server.db, now: () => new Date(at), log })).length
const nextOf = async () => {
  const { rows } = await system('select next_at from scheduled_report where tenant_id = $1', company.tenantId)
  return rows.map(({ next_at }) => new Date(next_at as string).toISOString())
}

// 23 November 2026 is a Monday.
describe('another time zone', () => {
  it('does not send again what was sent that day', async () => {
    await liveIn(CANCUN)
    await addReport(server, company, { hour: 8, nextAt: '2026-11-23T13:00:00Z' })
    expect(await sendAt('2026-11-23T13:00:00Z')).toBe(1)
    await moveTo(TIJUANA, '2026-11-23T13:30:00Z')
    expect(await sendAt('2026-11-23T16:00:00Z')).toBe(0)
    expect(await nextOf()).toEqual(['2026-11-30T16:00:00.000Z'])
  })

  it('sends at once what has its hour behind it there', async () => {
    await liveIn(TIJUANA)
    await addReport(server, company, { frequency: 'monthly', day: 23, hour: 8, nextAt: '2026-11-23T16:00:00Z' })
    await moveTo(CANCUN, '2026-11-23T15:30:00Z')
    expect(await sendAt('2026-11-23T15:30:00Z')).toBe(1)
    expect(await nextOf()).toEqual(['2026-12-23T13:00:00.000Z'])
  })

  it('sends at the hour there what was due and not yet sent', async () => {
    await liveIn(CANCUN)
    await addReport(server, company, { hour: 8, nextAt: '2026-11-23T13:00:00Z' })
    await moveTo(TIJUANA, '2026-11-23T13:00:20Z')
    expect(await sendAt('2026-11-23T13:01:00Z')).toBe(0)
    expect(await sendAt('2026-11-23T16:00:00Z')).toBe(1)
  })

  it('keeps the local day of a send at midnight, and the weeks of a biweekly report', async () => {
    await liveIn(CANCUN)
    const dates = { firstOn: '2026-11-23', nextAt: '2026-12-07T05:00:00Z' }
    await addReport(server, company, { frequency: 'biweekly', hour: 0, ...dates })
    await moveTo(TIJUANA, '2026-11-24T18:00:00Z')
    expect(await nextOf()).toEqual(['2026-12-07T08:00:00.000Z'])
    await moveTo(CANCUN, '2026-11-24T18:01:00Z')
    expect(await nextOf()).toEqual(['2026-12-07T05:00:00.000Z'])
  })
})

describe('the same time zone', () => {
  const NEXT = '2026-11-23T13:00:00.000Z'
  it('moves no report that is due', async () => {
    await liveIn(CANCUN)
    await addReport(server, company, { hour: 8, nextAt: NEXT })
    await moveTo(CANCUN, '2026-11-23T13:00:20Z')
    expect(await nextOf()).toEqual([NEXT])
    const { connectionString } = server.addressOf('padron_owner')
    const name = `norte${turn - 1}`
    const set = ['company', 'set', '--name', name, '--time-zone', CANCUN]
    expect(await runPadron({ DATABASE_URL: connectionString }, set)).toMatchObject({ code: 0 })
    expect(await nextOf()).toEqual([NEXT])
    expect(await sendAt('2026-11-23T13:01:00Z')).toBe(1)
  })
})
