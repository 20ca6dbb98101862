// News for channels: each notice of the operator once; and that a source fails, and that it answers again, each once
// even if it fails repeatedly.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addChannel, channelNotices } from '../../testing/channels.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { sendNews } from './channel-news.ts'

const NOW = new Date('2026-11-20T20:05:00Z')
let server: TestServer
let ana: Somebody
let stranger: Somebody
let channel: number
let clock = NOW
let portal = ''
const errors: unknown[] = []

const run = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const tell = (db = server.db) =>
  sendNews({ db, now: () => clock, log: { error: (problem: unknown) => void errors.push(problem) } as never })
/** Titles of the notices written for channels. */
const titles = async () => (await channelNotices(server)).map(({ content: { title } }) => title)
const minutes = (n: number) => {
  clock = new Date(clock.getTime() + n * 60_000)
}
const fails = () =>
  run(`insert into source_outage (portal_key, began_at, outcome) values ('apitude', $1, 'timeout')`, clock)
const answers = () =>
  run(`update source_outage set ended_at = $1 where portal_key = 'apitude' and ended_at is null`, clock)

beforeAll(async () => {
  server = await testServer(() => clock)
  const company = await server.company('norte')
  const other = await server.company('sur')
  ana = await server.somebody(company, 'ana', ['admin'])
  stranger = await server.somebody(other, 'eva', ['admin'])
  await server.vehicles(company, [{ plate: 'NLA100A' }])
  await run(`update portal set base_url = 'http://nowhere.invalid'; update resource set connector_key = 'x'`)
  const { rows } = await run(`select portal_name as name from portal where portal_key = 'apitude'`)
  portal = rows[0]?.name
})
afterAll(async () => {
  expect(errors).toEqual([])
  await server.stop()
})
beforeEach(async () => {
  clock = NOW
  await run('delete from channel; delete from outage_notice; delete from source_outage; delete from news_item')
  channel = await addChannel(server, ana, { events: ['outages', 'notices'] })
})

describe('a source', () => {
  it('that fails is reported once, and once that it answers again', async () => {
    await tell()
    await fails()
    for (let i = 0; i < 3; i++) {
      minutes(50)
      await tell()
    }
    await answers()
    for (let i = 0; i < 3; i++) {
      minutes(50)
      await tell()
    }
    const written = await channelNotices(server)
    expect(written).toMatchObject([
      {
        channelId: channel,
        kind: 'outages',
        content: { title: `${portal} no responde desde el 20/11/2026 14:05`, path: '/health' },
      },
      { channelId: channel, kind: 'outages', content: { title: `${portal} volvió el 20/11/2026 16:35` } },
    ])
  })

  it('is reported once by several processes', async () => {
    await fails()
    await Promise.all([tell(), tell(), tell()])
    await answers()
    await Promise.all([tell(), tell(), tell()])
    expect(await titles()).toHaveLength(2)
  })

  it('that fails repeatedly is reported as failing at most once an hour, and only if it still fails', async () => {
    await fails()
    await tell()
    for (let i = 0; i < 6; i++) {
      minutes(4)
      await answers()
      await tell()
      minutes(4)
      await fails()
      await tell()
    }
    expect(await titles()).toEqual([expect.stringContaining('no responde'), expect.stringContaining('volvió')])
    minutes(61)
    await tell()
    expect((await titles()).slice(2)).toEqual([expect.stringContaining('no responde')])
    minutes(5)
    await answers()
    await tell()
    expect(await titles()).toHaveLength(4)
  })

  it('that serves no vehicle of the company any more is not reported as answering again', async () => {
    await fails()
    await tell()
    await run(`update resource set retired = true where portal_key = 'apitude'`)
    minutes(5)
    await answers()
    await tell()
    await run(`update resource set retired = false where portal_key = 'apitude'`)
    await tell()
    expect(await titles()).toHaveLength(1)
  })

  it('is not reported to paused or unsubscribed channels, or to a company without vehicles there', async () => {
    await run('delete from channel')
    await addChannel(server, ana, { name: 'Apagado', events: ['outages'], active: false })
    await addChannel(server, ana, { name: 'Callado', events: ['changes'] })
    await addChannel(server, stranger, { events: ['outages'] })
    await fails()
    await tell()
    minutes(61)
    await answers()
    await tell()
    expect(await titles()).toEqual([])
  })

  it('that answered while the channel was paused is not reported when the channel is active again', async () => {
    await fails()
    await tell()
    await run('update channel set active = false')
    minutes(5)
    await tell()
    await answers()
    await run('update channel set active = true')
    minutes(5)
    await tell()
    expect(await titles()).toHaveLength(1)
  })

  it('is not reported again for a company that was being moved', async () => {
    await fails()
    await tell()
    await run(`update company set move_state = 'read-only' where tenant_id = $1`, ana.tenantId)
    await tell()
    await run('update company set move_state = null')
    await tell()
    expect(await titles()).toHaveLength(1)
  })
})

describe('the operator’s notices', () => {
  it('are sent once, from the last day, in their country, when they are published', async () => {
    const at = (n: number) => new Date(NOW.getTime() + n * 3_600_000)
    const insert = (title: string, country: string | null, hours: number) =>
      run(
        'insert into news_item (title, information, country, published_at) values ($1, $2, $3, $4)',
        title,
        `Texto de ${title}`,
        country,
        at(hours),
      )
    await insert('De hoy', null, -2)
    await insert('De Colombia', 'CO', -2)
    await insert('De anteayer', 'MX', -48)
    await insert('De mañana', 'MX', 2)
    await tell()
    await tell()
    expect(await channelNotices(server)).toMatchObject([
      { kind: 'notices', content: { title: 'De hoy', lines: ['Texto de De hoy'], path: '/' } },
    ])
    minutes(121)
    await tell()
    expect(await titles()).toEqual(['De hoy', 'De mañana'])
  })
})
