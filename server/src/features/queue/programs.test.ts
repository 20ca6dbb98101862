// What an access token can do to its user's jobs: read them, and cancel or resend those it could request itself.
import type { Permission } from '@padron/contract/permissions'
import type { Delivery, QueueItem } from '@padron/contract/queue'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { enqueue, type Order } from '../../jobs/enqueue.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const NOT_GIVEN = 'Este token o cuenta de servicio no tiene el permiso con que se pide este trabajo.'
const HELD = ['queue_read', 'vehicles_report', 'masive_upload', 'processing_admin', 'programReports_admin'] as const

let server: TestServer
let company: Company
let who: Somebody
beforeAll(async () => {
  server = await testServer(undefined, { mails: true })
  company = await server.company('norte')
  who = await server.somebody(company, 'pide', HELD)
})
afterAll(() => server.stop())
beforeEach(() => server.db.system.query('delete from queue_item'))

let turn = 0
const programOf = async (...permissions: Permission[]): Promise<Somebody> => {
  const payload = { name: `programa ${turn++}`, permissions, days: 30 }
  const { status, body } = await server.ask(who, { method: 'POST', url: '/api/v2/tokens', payload })
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...who, token: (body as { token: string }).token }
}
const order = (queueId: Order['queueId'] = 5) =>
  asTenant(server.db, company.tenantId, (tx) => enqueue(tx, { queueId, description: 'Prueba', payload: {} }), {
    origin: 'console',
    id: who.userId,
    name: who.username,
  })
const offered = async (as: Somebody, id: string) => {
  const { body } = await server.ask(as, { url: '/api/v2/getQueueItems' })
  const { queueList } = (body as { queueInformation: { queueList: QueueItem[] } }).queueInformation
  return queueList.find(({ _id }) => _id === id)?.cancellable
}
const cancel = (as: Somebody, id: string) => server.ask(as, { method: 'POST', url: `/api/v2/queueItems/${id}/cancel` })
const storedEmail = async (item: string): Promise<string> => {
  const { rows } = await server.db.system.query(
    `insert into mail (tenant_id, kind, subject_id, recipient, content, state, sent_at)
     values ($1, 'result', $2, 'ana@norte.mx', '{}', 'sent', now()) returning mail_id as id`,
    [company.tenantId, item],
  )
  return rows[0].id
}
const emailsUrl = (item: string) => `/api/v2/scheduledReportQueueItems/${item}`
const resendable = async (as: Somebody, item: string) => {
  const { body } = await server.ask(as, { url: emailsUrl(item) })
  return (body as { scheduledReportQueueItems: Delivery[] }).scheduledReportQueueItems.map(
    ({ Resendable }) => Resendable,
  )
}
const resend = (as: Somebody, item: string, email: string) =>
  server.ask(as, { method: 'POST', url: `${emailsUrl(item)}/deliveries/${email}/resend` })

const KINDS: readonly [Order['queueId'], Permission][] = [
  [1, 'processing_admin'],
  [2, 'masive_upload'],
  [5, 'vehicles_report'],
  [6, 'programReports_admin'],
]

it.each(KINDS)(
  'a job of queue %i can be cancelled only by tokens with the permission to request it',
  async (queueId, needs) => {
    const id = await order(queueId)
    const [less, more] = [await programOf('queue_read'), await programOf('queue_read', needs)]
    expect([await offered(less, id), await offered(more, id), await offered(who, id)]).toEqual([false, true, true])
    expect(await cancel(less, id)).toMatchObject({ status: 403, body: { title: NOT_GIVEN } })
    expect(await offered(who, id)).toBe(true)
    expect((await cancel(more, id)).status).toBe(200)
  },
)

it('the emails of a job can be resent only by a token that could request the job', async () => {
  const id = await order()
  const email = await storedEmail(id)
  const [less, more] = [await programOf('queue_read'), await programOf('queue_read', 'vehicles_report')]
  expect([await resendable(less, id), await resendable(more, id), await resendable(who, id)]).toEqual([
    [false],
    [true],
    [true],
  ])
  expect(await resend(less, id, email)).toMatchObject({ status: 403, body: { title: NOT_GIVEN } })
  const { rows } = await server.db.system.query('select state from mail where mail_id = $1', [email])
  expect(rows).toEqual([{ state: 'sent' }])
  expect((await resend(more, id, email)).status).toBe(200)
})

it('a user can cancel their own job, also after losing the permission to request it', async () => {
  const id = await order()
  await server.db.system.query('update app_user set role_ids = $2 where user_id = $1', [who.userId, [131]])
  expect((await cancel(who, id)).status).toBe(200)
})
