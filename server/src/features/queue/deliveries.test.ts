// The emails of a job: who can see them, the state of each, filters, order and pages.
import type { Delivery, QueueItem } from '@padron/contract/queue'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let who: Somebody
let item: string

const order = (at: Company, by: Somebody) =>
  asTenant(server.db, at.tenantId, (tx) => enqueue(tx, { queueId: 5, description: 'Reporte', payload: {} }), {
    origin: 'console',
    id: by.userId,
    name: by.username,
  })

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  who = await server.somebody(company, 'cola', ['queue_read'])
  item = await order(company, who)
  await server.db.system.query(
    `insert into mail (tenant_id, kind, subject_id, recipient, content, state, problem, sent_at, next_at)
     select $1, 'result', $2, r, '{}', s, p, sent::timestamptz, coalesce(failed::timestamptz, now()) from (values
      ('ana@norte.mx',    'sent',   null,                                            '2026-11-20T10:00:00Z', null),
      ('beto@norte.mx',   'sent',   null,                                            '2026-11-20T09:00:00Z', null),
      ('Carla_1@sur.mx',  'queued', null,                                            null,                   null),
      ('dora@sur.mx',     'queued', 'connect ECONNREFUSED 10.0.0.5:25',              null,                   null),
      ('eva@sur.mx',      'kept',   null,                                            null,                   null),
      ('fito100%@sur.mx', 'failed', 'Can''t send mail - all recipients were rejected: 550 5.1.1 mx-secreto.sur.mx',
      null, '2026-11-20T08:00:00Z')
     ) x(r, s, p, sent, failed)`,
    [company.tenantId, item],
  )
})
afterAll(() => server.stop())

const ask = async (query = '', id = item, as = who) =>
  server.ask(as, { url: `/api/v2/scheduledReportQueueItems/${id}${query}` })
const list = async (query = '') => {
  const { status, body } = await ask(query)
  expect(status).toBe(200)
  const { totalReports, scheduledReportQueueItems } = body as {
    totalReports: number
    scheduledReportQueueItems: Delivery[]
  }
  return {
    total: totalReports,
    letters: scheduledReportQueueItems,
    names: scheduledReportQueueItems.map(({ SendTo }) => SendTo.split('@')[0]),
  }
}

it('shows each email as sent, pending or failed, with a reason in the product’s own words', async () => {
  const { letters: emails, total } = await list()
  expect(total).toBe(6)
  const rows = emails.map(({ Status, Success, SuccessDateTime, Error: error, ErrorDateTime, Remark }) => [
    Status,
    Success,
    SuccessDateTime,
    error,
    ErrorDateTime,
    Remark,
  ])
  expect(rows).toEqual([
    [2, true, '2026-11-20T10:00:00Z', null, null, null],
    [2, true, '2026-11-20T09:00:00Z', null, null, null],
    [1, false, null, null, null, null],
    [1, false, null, null, null, 'Se intenta de nuevo: el servidor de correo no responde.'],
    [1, false, null, null, null, 'Guardado sin enviar: no había servidor de correo'],
    [3, false, null, 'El buzón no existe o no recibe correos (550).', '2026-11-20T08:00:00Z', null],
  ])
  expect(JSON.stringify(emails)).not.toMatch(/secreto|10\.0\.0/)
})

it('the panel counts the emails of the job', async () => {
  const { body } = await server.ask(who, { url: '/api/v2/getQueueItems' })
  const { queueList } = (body as { queueInformation: { queueList: QueueItem[] } }).queueInformation
  expect(queueList.map(({ _id, deliveries }) => [_id, deliveries])).toEqual([[item, 6]])
})

it('filters by state and by a part of the address, without wildcards', async () => {
  expect(await list('?status=1')).toMatchObject({ total: 3, names: ['Carla_1', 'dora', 'eva'] })
  expect(await list('?status=3')).toMatchObject({ total: 1, names: ['fito100%'] })
  expect(await list('?sendTo=NORTE')).toMatchObject({ total: 2, names: ['ana', 'beto'] })
  expect((await list('?sendTo=%25')).names).toEqual(['fito100%'])
  expect((await list('?sendTo=_')).names).toEqual(['Carla_1'])
  expect(await list('?status=2&sendTo=sur')).toMatchObject({ total: 0, names: [] })
})

it('sorts as requested, with missing dates last', async () => {
  expect((await list('?sortBy=SendTo&sortOrder=-1')).names).toEqual([
    'fito100%',
    'eva',
    'dora',
    'Carla_1',
    'beto',
    'ana',
  ])
  expect((await list('?sortBy=SuccessDateTime')).names.slice(0, 2)).toEqual(['beto', 'ana'])
  expect((await list('?sortBy=ErrorDateTime&sortOrder=-1')).names[0]).toBe('fito100%')
  expect((await list('?sortBy=Status&sortOrder=1')).names).toEqual([
    'Carla_1',
    'dora',
    'eva',
    'ana',
    'beto',
    'fito100%',
  ])
})

it('returns pages, empty beyond the last', async () => {
  expect(await list('?pageSize=4')).toMatchObject({ total: 6, names: ['ana', 'beto', 'Carla_1', 'dora'] })
  expect(await list('?pageSize=4&page=2')).toMatchObject({ total: 6, names: ['eva', 'fito100%'] })
  expect(await list('?page=9')).toMatchObject({ total: 6, names: [] })
})

it.each(['?page=0', '?pageSize=101', '?status=4', '?sortBy=recipient', '?sortOrder=desc', '?otro=1'])(
  'rejects %s',
  async (query) => {
    expect((await ask(query)).status).toBe(400)
  },
)

it('is visible only to users of the company with permission to read the panel', async () => {
  const other = await server.company('sur')
  const stranger = await server.somebody(other, 'cola', ['queue_read'])
  const weak = await server.somebody(company, 'sin', rolesWithout('queue_read'))
  expect((await ask('', item, stranger)).status).toBe(404)
  expect((await ask('', item, weak)).status).toBe(403)
  expect((await ask('', '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await ask('', 'x')).status).toBe(400)
})
