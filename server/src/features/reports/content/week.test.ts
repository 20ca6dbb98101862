// "Esta semana" is the same seven days in emails, dashboard and calendar, on every day of the week.
import { addDays } from '@padron/contract/days'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { owe } from '../../../testing/obligations.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'

const ZONE_HOURS = 6
let server: TestServer
let company: Company
let who: Somebody
let today = '2026-11-23'
let turn = 0
let vehicleId = 0

beforeAll(async () => {
  server = await testServer(() => new Date(Date.parse(`${today}T12:00:00Z`) + ZONE_HOURS * 3_600_000))
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'admin', ['admin'])
  ;[vehicleId = 0] = await server.vehicles(company, [{ plate: 'RKA123A' }])
})

/** Rows of the email's table with that caption. */
const emailed = async (kind: 'debts' | 'changes', caption: string): Promise<number> => {
  const payload = { name: 'Reporte', kind, mails: ['ana@norte.mx'], frequency: 'weekly', sendDay: 1 }
  const { body } = await server.ask(who, { method: 'POST', url: '/api/v2/reports/preview', payload })
  const [, table = ''] = (body as { text: string }).text.split(`${caption}\n`)
  return table.split('\n\n')[0]?.match(/RKA123A/g)?.length ?? 0
}

it.each(['2026-11-23', '2026-11-25', '2026-11-29'])(
  'on %s, emails, dashboard and calendar count the same seven days',
  async (day) => {
    today = day
    const lines = Array.from({ length: 10 }, (_, nth) => ({
      vehicleId,
      key: `p:1:${nth}`,
      kind: 'payment' as const,
      amount: 10,
      dueOn: addDays(day, nth - 1),
    }))
    await owe(server, company, lines)
    const { body: actions } = await server.ask(who, { url: '/api/v2/dashboard/actions' })
    const { body: calendar } = await server.ask(who, { url: '/api/v2/obligations/weeks' })
    const { weekEnds, payments } = actions as { weekEnds: string; payments: { count: number } }
    const [week] = (calendar as { weeks: { from: string; to: string; total: number }[] }).weeks
    expect([week?.from, week?.to, week?.total]).toEqual([day, addDays(day, 6), 7])
    expect([weekEnds, payments.count]).toEqual([addDays(day, 6), 7])
    expect(await emailed('debts', 'Líneas de captura que vencen esta semana')).toBe(7)
    expect(await emailed('changes', 'Vence esta semana')).toBe(7)
  },
)
