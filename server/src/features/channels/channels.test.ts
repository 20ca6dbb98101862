// Channels from the notice to the message: the three services as they are documented, one message per minute, quiet
// hours, retries after a failure, and separation of companies. The receiver is a real HTTP server.
import { CHANNEL_TEXTS, CHANNEL_TRIALS_AN_HOUR, CHANNELS_AT_MOST, type Channel } from '@padron/contract/channels'
import { WEBHOOK_RETRY_SECONDS } from '@padron/contract/webhooks'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import type { LeasedWork } from '../../jobs/leased-work.ts'
import { writeChannelNotices } from '../../mail/channel-outbox.ts'
import { allowPrivateAddresses } from '../../outgoing/agent.ts'
import { createOutgoingClient } from '../../outgoing/outgoing-client.ts'
import { resealAll } from '../../secrets/sealed-columns.ts'
import { secretsOf } from '../../secrets/sealing.ts'
import { withLockHeld } from '../../testing/attacks/with-lock-held.ts'
import { isDrill } from '../../testing/drill.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { BOT_TOKEN, chatServices, PATHS, SLACK, TELEGRAM } from '../../testing/services/chat-services.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'
import { channelSender } from './channel-sender.ts'
import { claimMessages } from './claim-messages.ts'
import { bodyFor, composeMessage } from './message.ts'
import { recordMessage } from './record-message.ts'

let server: TestServer
let company: Company
let main: Somebody
let other: Company
let stranger: Somebody
let far: Awaited<ReturnType<typeof chatServices>>
let sender: LeasedWork
/** Its deadline is short, for a service that never answers. */
let impatient: LeasedWork
let app: Awaited<ReturnType<typeof appBeside>>
/** Milliseconds that the database's clock is ahead. */
let ahead = 0
const PUBLIC_URL = 'https://padron.ejemplo.mx'
const lines: string[] = []

const mailbox = { configured: true, domain: 'padron.test', send: async () => 'sent' as const, close: () => undefined }

beforeAll(async () => {
  allowPrivateAddresses(true)
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  other = await server.company('sur')
  stranger = await server.somebody(other, 'admin', ['admin'])
  far = await chatServices()
  const { db, secrets } = server
  const origins = { teams: far.origin, slack: far.origin, telegram: far.origin }
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  app = await appBeside(db, { log, webhooks: { secrets, privateAddresses: true }, channelOrigins: origins })
  const options = { db, mailbox, secrets, origins, publicUrl: PUBLIC_URL, log, aheadMs: () => ahead, random: () => 0.5 }
  sender = channelSender(options)
  impatient = channelSender({ ...options, client: createOutgoingClient({ deadlineMs: 500 }) })
})
afterAll(async () => {
  await Promise.all([sender.stop(), impatient.stop()])
  await app.close()
  await far.stop()
  await server.stop()
  allowPrivateAddresses(false)
})
beforeEach(async () => {
  ahead = 0
  far.takeAll()
  await system('delete from channel')
  await system('delete from alert')
  await system('delete from mail')
})

const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, who = main) => {
  const headers = { authorization: `Bearer ${who.token}` }
  const reply = await app.inject({ method, url: `/api/v2/channels${path}`, headers, ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}
const WRITTEN = {
  teams: () => ({ kind: 'teams', name: 'Despacho', url: `${far.origin}${PATHS.teams}` }),
  slack: () => ({ kind: 'slack', name: 'Flota', url: `${far.origin}${PATHS.slack}` }),
  telegram: () => ({ kind: 'telegram', name: 'Guardia', token: BOT_TOKEN, chat: '-1001234567890', thread: 7 }),
}
const add = async (kind: keyof typeof WRITTEN, change: object = {}, who = main): Promise<Channel> => {
  const { status, body } = await ask('POST', '', { ...WRITTEN[kind](), ...change }, who)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const seen = async ({ channelId }: Channel): Promise<Channel | undefined> =>
  (await ask('GET', '')).body.channels.find((each: Channel) => each.channelId === channelId)
const logOf = async ({ channelId }: Channel) => (await ask('GET', `/${channelId}/deliveries`)).body.deliveries
const wait = (seconds: number) => {
  ahead += seconds * 1000
}
let notices = 0
const notice = (channels: readonly Channel[], title = `Aviso ${++notices}`, eventKey = title) =>
  asTenant(server.db, company.tenantId, (tx) =>
    writeChannelNotices(tx, {
      kind: 'alert',
      eventKey,
      channelIds: channels.map(({ channelId }) => channelId),
      content: { title, lines: [`${title}: <todos> & más`], item: title, path: '/?vista=3' },
    }),
  )
/** Sends after the minute in which notices are collected. */
const sendAll = async (): Promise<number> => {
  wait(61)
  return sender.runDue()
}
const sentTo = (kind: keyof typeof PATHS) => far.received.filter(({ path }) => path === PATHS[kind])
const bodyOf = (kind: keyof typeof PATHS, n = 0) => JSON.parse(sentTo(kind)[n]?.body ?? 'null')
const trial = async (channel: Channel) => {
  expect((await ask('POST', `/${channel.channelId}/test`, {})).status).toBe(200)
  await sender.runDue()
  return (await logOf(channel))[0]
}

describe('the message format', () => {
  it('Teams: an Adaptive Card with plain text and a button', async () => {
    const channel = await add('teams')
    await notice([channel], 'Alerta: Norte')
    await sendAll()
    const [{ contentType, content }] = bodyOf('teams').attachments
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive')
    expect(content.body.map((block: { inlines: { text: string }[] }) => block.inlines[0]?.text)).toEqual([
      'Alerta: Norte',
      'Alerta: Norte: <todos> & más',
    ])
    expect(content.actions).toEqual([
      { type: 'Action.OpenUrl', title: 'Abrir en Padrón', url: `${PUBLIC_URL}/?vista=3` },
    ])
    expect(await seen(channel)).toMatchObject({ deliveries: { delivered: 1, waiting: 0, failed: 0 } })
  })

  it('Slack: text without unwanted mentions or links', async () => {
    const channel = await add('slack')
    await notice([channel], 'Alerta: <!channel>')
    await sendAll()
    expect(bodyOf('slack').text).toBe(
      '*Alerta: &lt;!channel&gt;*\nAlerta: &lt;!channel&gt;: &lt;todos&gt; &amp; más\n' +
        `<${PUBLIC_URL}/?vista=3|Abrir en Padrón>`,
    )
  })

  it('Telegram: plain text in the topic of the chat', async () => {
    const channel = await add('telegram')
    await notice([channel], 'Alerta: Norte')
    await sendAll()
    expect(bodyOf('telegram')).toEqual({
      chat_id: '-1001234567890',
      message_thread_id: 7,
      text: `Alerta: Norte\nAlerta: Norte: <todos> & más\n${PUBLIC_URL}/?vista=3`,
      link_preview_options: { is_disabled: true },
    })
  })
})

describe('notices', () => {
  it('are cut to Telegram’s 4,096 characters, however long they are', () => {
    const long = 'ñ'.repeat(500)
    const notice = { title: long, lines: Array(60).fill(long), item: long, path: `/?vista=${'1'.repeat(15)}` }
    const address = { token: BOT_TOKEN, chat: '-100', thread: null }
    for (const notices of [[notice], Array(500).fill(notice)]) {
      const { text } = JSON.parse(bodyFor('telegram', address, composeMessage(notices, 'https://padron.ejemplo.mx')))
      expect(text.length).toBeLessThanOrEqual(4096)
      expect(text).toMatch(/^y \d+ más$/m)
    }
  })

  it.runIf(isDrill)('of one minute are sent as one message with their number', async () => {
    const channel = await add('slack')
    for (let i = 0; i < 100; i++) await notice([channel], `Alerta ${i}`)
    expect(await sender.runDue()).toBe(0)
    await sendAll()
    expect(sentTo('slack')).toHaveLength(1)
    expect(bodyOf('slack').text).toMatch(/^\*100 avisos\*\n· Alerta 0\n[\s\S]*\ny 90 más\n/)
    expect(await seen(channel)).toMatchObject({ deliveries: { delivered: 100, waiting: 0 } })
    // The second page is full, and still the last.
    const at = `/${channel.channelId}/deliveries`
    const { body: newest } = await ask('GET', at)
    expect(newest).toMatchObject({ total: 100, hasMore: true })
    const { body: oldest } = await ask('GET', `${at}?before=${newest.deliveries.at(-1)?.deliveryId}`)
    expect([newest, oldest].map(({ deliveries }) => deliveries.length)).toEqual([50, 50])
    expect(oldest.hasMore).toBe(false)
  })

  it('count the lines that were not stored among those that are not shown', () => {
    const notice = { title: 'Muchos', lines: Array(100).fill('Línea'), omitted: 1_000, item: 'Muchos', path: '/' }
    expect(composeMessage([notice], undefined).lines.at(-1)).toBe('y 1,080 más')
  })

  it('are written once per channel and event', async () => {
    const channel = await add('slack')
    expect(await notice([channel], 'Cruce', 'alert 1')).toBe(1)
    expect(await notice([channel], 'Cruce', 'alert 1')).toBe(0)
  })

  it('wait during quiet hours, also over midnight, and are sent together at their end', async () => {
    const { rows } = await system(`select to_char(now() at time zone time_zone, 'HH24:MI') as now,
      to_char((now() at time zone time_zone) - interval '2 hours', 'HH24:MI') as early,
      to_char((now() at time zone time_zone) + interval '2 hours', 'HH24:MI') as later
      from company where tenant_id = ${company.tenantId}`)
    const { early, later } = rows[0] as { early: string; later: string }
    const channel = await add('slack', { quiet: { from: early, to: later } })
    await notice([channel])
    await notice([channel])
    await sendAll()
    expect(sentTo('slack')).toHaveLength(0)
    expect(await trial(channel)).toMatchObject({ status: 'delivered', kind: 'test' })
    wait(2 * 3_600)
    await sender.runDue()
    expect(sentTo('slack').map(({ body }) => JSON.parse(body).text.split('\n')[0])).toEqual([
      '*Prueba de Padrón*',
      '*2 avisos*',
    ])
  })

  it('are not written for a paused channel; pausing it makes waiting ones fail', async () => {
    const channel = await add('slack')
    await notice([channel])
    const { channelId, name, version } = channel
    expect((await ask('PUT', `/${channelId}`, { name, version, active: false })).status).toBe(200)
    expect(await notice([channel])).toBe(0)
    await sendAll()
    expect(far.received).toEqual([])
    expect(await logOf(channel)).toMatchObject([
      { status: 'failed', problem: 'El canal se puso en pausa antes de enviarlo' },
    ])
  })
})

describe('a failed message', () => {
  it.each([
    ['slack', SLACK.tooFast, 30, 'Slack respondió 429: rate_limited'],
    ['telegram', TELEGRAM.tooFast, 35, 'Telegram respondió 429: Too Many Requests: retry after 35'],
  ] as const)(
    '%s: waits as long as the service requests, and so do later notices',
    async (kind, answer, seconds, text) => {
      const channel = await add(kind)
      far.answers.set(PATHS[kind], answer)
      await notice([channel])
      await sendAll()
      expect((await logOf(channel))[0]).toMatchObject({ status: 'waiting', attempts: 1, answered: 429, problem: text })
      far.takeAll()
      await system(`update channel_delivery set next_at = now()`)
      wait(seconds - 2)
      await sender.runDue()
      expect(sentTo(kind)).toHaveLength(0)
      wait(3)
      await sender.runDue()
      expect(sentTo(kind)).toHaveLength(1)
      const { rows } = await system('select failures from channel')
      expect(rows).toEqual([{ failures: 0 }])
    },
  )

  it('with a wait for another reason than its rate holds back later notices as long', async () => {
    const channel = await add('slack')
    far.answers.set(PATHS.slack, (response) => void response.writeHead(503, { 'retry-after': '600' }).end('later'))
    await notice([channel])
    await sendAll()
    expect((await logOf(channel))[0]).toMatchObject({ status: 'waiting', answered: 503 })
    far.takeAll()
    await notice([channel])
    wait(590)
    await sender.runDue()
    expect(sentTo('slack')).toHaveLength(0)
    wait(20)
    await sender.runDue()
    expect(sentTo('slack')).not.toHaveLength(0)
  })

  it('is retried seven times with growing waits, and then fails', async () => {
    const channel = await add('slack')
    far.answers.set(PATHS.slack, SLACK.broken)
    await notice([channel])
    await sendAll()
    for (let tries = 1; tries < 8; tries++) {
      expect((await logOf(channel))[0]).toMatchObject({ status: 'waiting', attempts: tries })
      wait((WEBHOOK_RETRY_SECONDS[tries - 1] ?? 0) + 1)
      await sender.runDue()
    }
    expect((await logOf(channel))[0]).toMatchObject({ status: 'failed', attempts: 8, answered: 500 })
  })

  it('for three days pauses the channel, with the reason in the list and an email to its owner', async () => {
    await system(`update app_user set email = 'eva@norte.mx' where user_id = $1`, main.userId)
    const channel = await add('telegram')
    far.answers.set(PATHS.telegram, TELEGRAM.noChat)
    await notice([channel])
    await sendAll()
    wait(3 * 86_400)
    await notice([channel])
    await sender.runDue()
    expect(await seen(channel)).toMatchObject({ active: false, offReason: CHANNEL_TEXTS.off })
    const { rows } = await system(`select recipient, content ->> 'subject' as subject from mail`)
    expect(rows).toEqual([{ recipient: 'eva@norte.mx', subject: 'Padrón puso en pausa el canal «Guardia»' }])
  })

  it('with status 410 pauses the channel at once', async () => {
    const channel = await add('slack')
    far.answers.set(PATHS.slack, SLACK.archived)
    await notice([channel])
    await sendAll()
    expect(await seen(channel)).toMatchObject({
      active: false,
      offReason: 'Se puso en pausa porque el canal respondió que ya no existe (410)',
    })
  })

  it('of a trial shows the service’s answer and is not repeated', async () => {
    const channel = await add('slack')
    far.answers.set(PATHS.slack, SLACK.noService)
    expect(await trial(channel)).toMatchObject({ status: 'failed', problem: 'Slack respondió 404: no_service' })
    expect((await seen(channel))?.verifiedAt).toBeNull()
    far.takeAll()
    expect(await trial(channel)).toMatchObject({ status: 'delivered', answered: 200, problem: null })
    expect((await seen(channel))?.verifiedAt).not.toBeNull()
  })

  it('shows the beginning of an answer that is not JSON', async () => {
    const channel = await add('telegram')
    far.answers.set(PATHS.telegram, (response) => response.writeHead(502).end(`<html>${'x'.repeat(100_000)}`))
    expect((await trial(channel))?.problem).toMatch(/^Telegram respondió 502: <html>x{190,200}$/)
  })

  it('a claimed message is not claimed again until its claim expires', async () => {
    const channel = await add('slack')
    await notice([channel])
    wait(61)
    const [first] = await claimMessages(server.db, 10, ahead)
    expect(first).toMatchObject({ channelId: channel.channelId, attempts: 1 })
    expect(await claimMessages(server.db, 10, ahead)).toEqual([])
    await notice([channel])
    wait(30)
    expect(await claimMessages(server.db, 10, ahead)).toEqual([])
    wait(61)
    expect(await claimMessages(server.db, 10, ahead)).toMatchObject([{ attempts: 1, notices: [{}, {}] }])
  })

  it('a result recorded after the claim was lost changes nothing', async () => {
    const channel = await add('slack')
    await notice([channel])
    wait(61)
    const [lost] = await claimMessages(server.db, 10, ahead)
    wait(61)
    const [current] = await claimMessages(server.db, 10, ahead)
    if (!lost || !current) throw new Error('nothing was claimed')
    const read = async () => [
      (await system('select * from channel')).rows,
      (await system('select * from channel_delivery')).rows,
      (await system('select * from mail')).rows,
    ]
    const before = await read()
    const options = { db: server.db, mailbox, random: 0.5, aheadMs: ahead }
    const outcome = { answered: 200, problem: null, tookMs: 1, countsForChannel: true } as const
    await recordMessage(options, lost, { ...outcome, is: 'delivered' })
    await recordMessage(options, lost, { ...outcome, is: 'never', answered: 410, retryAfter: 60, gone: true })
    expect(await read()).toEqual(before)
    await recordMessage(options, current, { ...outcome, is: 'delivered' })
    expect(await logOf(channel)).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })
})

describe('a channel’s owner', () => {
  it('must still have the permission, or nothing is sent', async () => {
    const clerk = await server.somebody(company, 'avisos', ['programReports_admin'])
    const channel = await add('slack', {}, clerk)
    await notice([channel])
    await system('update app_user set active = false where user_id = $1', clerk.userId)
    await sendAll()
    expect(far.received).toEqual([])
    expect((await logOf(channel))[0]).toMatchObject({
      status: 'failed',
      problem: expect.stringMatching(/^Quien guardó/),
    })
  })
})

describe('the list', () => {
  it('says why a channel sends nothing: its owner may no longer configure it', async () => {
    const clerk = await server.somebody(company, 'saliente', ['programReports_admin'])
    await add('slack', {}, clerk)
    const blocked = async () => (await ask('GET', '')).body.channels[0].blockedReason
    expect(await blocked()).toBeNull()
    await system(`update app_user set vehicle_scope = '{"states": [9]}' where user_id = $1`, clerk.userId)
    expect(await blocked()).toMatch(/^Quien guardó el canal/)
    await system('update app_user set vehicle_scope = null where user_id = $1', clerk.userId)
    expect(await blocked()).toBeNull()
    await system('update app_user set active = false where user_id = $1', clerk.userId)
    expect(await blocked()).toMatch(/^Quien guardó el canal/)
  })
})

describe('the address of a channel', () => {
  it.each([
    [{ kind: 'slack', url: '' }, 'url', CHANNEL_TEXTS.noUrl],
    [{ kind: 'slack', url: 'https://ejemplo.mx/services/T0/B0/x' }, 'url', CHANNEL_TEXTS.slackHost],
    [{ kind: 'slack', url: 'http://hooks.slack.com/services/x' }, 'url', CHANNEL_TEXTS.url],
    [{ kind: 'slack', url: 'https://a:b@hooks.slack.com/services/x' }, 'url', CHANNEL_TEXTS.url],
    [{ kind: 'teams', url: 'https://norte.webhook.office.com/webhookb2/x' }, 'url', CHANNEL_TEXTS.teamsHost],
    [{ kind: 'teams', url: 'https://xapi.powerplatform.com/x' }, 'url', CHANNEL_TEXTS.teamsHost],
    [{ kind: 'teams', url: 'https://logic.azure.com.ejemplo.mx/x' }, 'url', CHANNEL_TEXTS.teamsHost],
    [{ kind: 'telegram', chat: '1' }, 'token', CHANNEL_TEXTS.noToken],
    [{ kind: 'telegram', token: '1:2', chat: '1' }, 'token', CHANNEL_TEXTS.token],
    [{ kind: 'telegram', token: `${BOT_TOKEN}/../x`, chat: '1' }, 'token', CHANNEL_TEXTS.token],
    [{ kind: 'telegram', token: BOT_TOKEN }, 'chat', CHANNEL_TEXTS.noChat],
    [{ kind: 'telegram', token: BOT_TOKEN, chat: 'norte' }, 'chat', CHANNEL_TEXTS.chat],
  ])('is rejected: %j', async (written, path, message) => {
    const { status, body } = await ask('POST', '', { name: 'Canal', ...written })
    expect([status, body.errors]).toEqual([422, [{ path, message }]])
    expect((await ask('GET', '')).body.channels).toEqual([])
  })

  it.each([
    'https://defaultb0.5c.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/1?sig=x',
    'https://prod-11.southeastasia.logic.azure.com:443/workflows/7/triggers/manual/paths/invoke?sig=x',
    'https://api.powerautomate.com/webhook/x',
  ])('is accepted for Teams: %s', async (url) => {
    expect(await add('teams', { url })).toMatchObject({ shown: new URL(url).host, verifiedAt: null })
  })

  it('is in no response, no log line and no activity', async () => {
    const added = await Promise.all([add('teams'), add('slack'), add('telegram')])
    for (const channel of added) await trial(channel)
    far.answers.set(PATHS.telegram, 'silence')
    await notice(added)
    wait(61)
    await impatient.runDue()
    const list = await ask('GET', '')
    const logs = await Promise.all(added.map(logOf))
    const { rows: activity } = await system('select * from activity')
    const { rows: stored } = await system('select * from channel')
    const all = JSON.stringify([added, list.body, logs, activity, stored, lines])
    expect(all).toContain('Guardia')
    for (const secret of ['AAEhBOweik6ad9r', 'clave-secreta', 'sig=clave']) expect(all).not.toContain(secret)
  })

  it('stays the same in an edit without one; a new one must be verified again', async () => {
    const channel = await add('telegram')
    await trial(channel)
    const { channelId, name } = channel
    const edit = { name, chat: '-1001234567890', thread: 7 }
    const edited = await ask('PUT', `/${channelId}`, { ...edit, version: channel.version })
    expect(edited.body.verifiedAt).not.toBeNull()
    const moved = await ask('PUT', `/${channelId}`, { ...edit, chat: '@otro_canal', version: edited.body.version })
    expect(moved.body).toMatchObject({
      shown: '@otro_canal · tema 7',
      chat: '@otro_canal',
      thread: 7,
      verifiedAt: null,
    })
    await trial(moved.body)
    expect(bodyOf('telegram', 1).chat_id).toBe('@otro_canal')
    expect((await ask('PUT', `/${channelId}`, { ...edit, version: channel.version })).status).toBe(409)
  })

  it('is encrypted again under a new key; without its key nothing is sent', async () => {
    const channel = await add('slack')
    const key = Buffer.alloc(32, 7).toString('base64')
    const foreign = secretsOf([key])
    expect(await resealAll(server.db, foreign)).toMatchObject([{ names: [channel.name] }])
    const [current] = server.secrets
    const [fresh] = foreign
    expect(await resealAll(server.db, [fresh, current])).toEqual([])
    expect(await trial(channel)).toMatchObject({
      status: 'failed',
      problem: 'La dirección del canal no se puede abrir; escríbala de nuevo',
    })
    expect(await resealAll(server.db, [current, fresh])).toEqual([])
    expect(await trial(channel)).toMatchObject({ status: 'delivered' })
  })
})

describe('news', () => {
  it('are selected per channel; an edit that does not name them leaves them unchanged', async () => {
    const channel = await add('slack')
    expect(channel).toMatchObject({ events: [], usedBy: { alerts: [], reports: [], reminders: 0 } })
    const { channelId, name, version } = channel
    const events = ['outages', 'changes', 'outages']
    const chosen = await ask('PUT', `/${channelId}`, { name, version, events })
    expect(chosen.body.events).toEqual(['outages', 'changes'])
    const unchanged = await ask('PUT', `/${channelId}`, { name, version: version + 1 })
    expect(unchanged.body.events).toEqual(['outages', 'changes'])
    const none = await ask('PUT', `/${channelId}`, { name, version: version + 2, events: [] })
    expect(none.body.events).toEqual([])
    expect((await add('teams', { events: ['notices'] })).events).toEqual(['notices'])
    expect((await ask('PUT', `/${channelId}`, { name, version: version + 3, events: ['pagos'] })).status).toBe(400)
  })

  it('wait for the end of quiet hours like other notices', async () => {
    const { rows } =
      await system(`select to_char((now() at time zone time_zone) - interval '2 hours', 'HH24:MI') as early,
      to_char((now() at time zone time_zone) + interval '2 hours', 'HH24:MI') as later
      from company where tenant_id = ${company.tenantId}`)
    const { early, later } = rows[0] as { early: string; later: string }
    const channel = await add('slack', { quiet: { from: early, to: later }, events: ['outages'] })
    const content = { title: 'Una fuente no responde', lines: [], item: 'Una fuente no responde', path: '/health' }
    await asTenant(server.db, company.tenantId, (tx) =>
      writeChannelNotices(tx, { kind: 'outages', eventKey: 'outage 1', content }),
    )
    await sendAll()
    expect(sentTo('slack')).toEqual([])
    wait(2 * 3_600)
    await sender.runDue()
    expect(bodyOf('slack').text).toContain('Una fuente no responde')
    expect(await logOf(channel)).toMatchObject([{ kind: 'outages', status: 'delivered' }])
  })
})

describe('limits', () => {
  it('a company has ten channels with different names', async () => {
    for (let i = 0; i < CHANNELS_AT_MOST; i++) await add('slack', { name: `Canal ${i}` })
    expect(await ask('POST', '', { ...WRITTEN.slack(), name: 'Otro' })).toMatchObject({
      status: 422,
      body: { title: CHANNEL_TEXTS.tooMany },
    })
    await add('slack', {}, stranger)
    await system('delete from channel where channel_name = $1', 'Canal 9')
    expect((await ask('POST', '', { ...WRITTEN.slack(), name: 'canal 1' })).body.errors).toEqual([
      { path: 'name', message: CHANNEL_TEXTS.nameInUse },
    ])
  })

  it('a channel has a limited number of trials per hour', async () => {
    const channel = await add('slack')
    for (let i = 0; i < CHANNEL_TRIALS_AN_HOUR; i++)
      expect((await ask('POST', `/${channel.channelId}/test`, {})).status).toBe(200)
    const refused = await ask('POST', `/${channel.channelId}/test`, {})
    expect([refused.status, refused.body.title]).toEqual([429, CHANNEL_TEXTS.tooManyTrials])
  })

  it('quiet hours need two different times of a day', async () => {
    const refused = await ask('POST', '', { ...WRITTEN.slack(), quiet: { from: '22:00', to: '22:00' } })
    expect([refused.status, refused.body.errors[0]]).toEqual([400, { path: 'quiet.to', message: CHANNEL_TEXTS.quiet }])
    expect((await ask('POST', '', { ...WRITTEN.slack(), quiet: { from: '25:00', to: '22:00' } })).status).toBe(400)
  })
})

describe('deleting a channel', () => {
  it('can be undone with its uses, but only for the last one', async () => {
    const [first, second] = [await add('slack'), await add('teams')]
    await system(
      `
      insert into scheduled_report (tenant_id, report_name, kind, mails, channel_ids, frequency, send_day, send_hour,
        empty_policy, active, first_on)
      values ($1, 'Semanal', 'debts', '{ana@norte.mx}', $2, 'weekly', 1, 7, 'send', false, '2026-01-05')`,
      company.tenantId,
      [second.channelId],
    )
    for (const { channelId } of [first, second]) expect((await ask('DELETE', `/${channelId}`)).status).toBe(200)
    expect((await ask('GET', '')).body.channels).toEqual([])
    expect((await ask('POST', `/${first.channelId}/restore`, {})).status).toBe(404)
    const restored = await ask('POST', `/${second.channelId}/restore`, {})
    expect(restored.body).toMatchObject({ name: 'Despacho', active: true, usedBy: { reports: ['Semanal'] } })
    expect(await trial(second)).toMatchObject({ status: 'delivered' })
  })

  it('sends reminders without another channel by email', async () => {
    const [slack, teams] = [await add('slack'), await add('teams')]
    const ana = await server.somebody(company, 'ana', ['vehicles_read', 'programReports_read'])
    const url = '/api/v2/obligations/reminders'
    const payload = {
      active: true,
      days: [7],
      kinds: ['insurance'],
      byEmail: false,
      channels: [slack.channelId, teams.channelId],
    }
    expect(await server.ask(ana, { method: 'PUT', url, payload })).toMatchObject({ status: 200 })
    const isByEmail = async () => ((await server.ask(ana, { url })).body as { byEmail: boolean }).byEmail
    expect((await ask('DELETE', `/${slack.channelId}`)).status).toBe(200)
    expect(await isByEmail()).toBe(false)
    expect((await ask('DELETE', `/${teams.channelId}`)).status).toBe(200)
    expect(await isByEmail()).toBe(true)
  })

  it('waits for another deletion: a report keeps one of its channels', async () => {
    const [first, second] = [await add('slack'), await add('teams')]
    await system('delete from scheduled_report')
    await system(
      `
      insert into scheduled_report (tenant_id, report_name, kind, mails, channel_ids, frequency, send_day, send_hour,
        empty_policy, active, first_on)
      values ($1, 'Solo canales', 'debts', '{}', $2, 'weekly', 1, 7, 'send', false, '2026-01-05')`,
      company.tenantId,
      [first.channelId, second.channelId],
    )
    const held = {
      hold: async (client: pg.PoolClient) => {
        await client.query(`select pg_advisory_xact_lock(hashtextextended('channel ' || $1::bigint, 0))`, [
          company.tenantId,
        ])
        await client.query('update channel set removed_at = now() where channel_id = $1', [first.channelId])
      },
      waitsIn: 'pg_advisory_xact_lock',
    }
    const answer = await withLockHeld(server, held, () => ask('DELETE', `/${second.channelId}`))
    expect(answer).toMatchObject({ status: 409, body: { title: expect.stringContaining('«Solo canales»') } })
  })

  it('discards the messages that wait', async () => {
    const channel = await add('slack')
    await notice([channel])
    await ask('DELETE', `/${channel.channelId}`)
    await sendAll()
    expect(far.received).toEqual([])
  })
})

it('another company can neither see nor use a channel', async () => {
  const channel = await add('slack')
  const at = `/${channel.channelId}`
  expect((await ask('GET', '', undefined, stranger)).body.channels).toEqual([])
  for (const reply of [
    await ask('GET', `${at}/deliveries`, undefined, stranger),
    await ask('POST', `${at}/test`, {}, stranger),
    await ask('DELETE', at, undefined, stranger),
    await ask('PUT', at, { name: 'x', version: 1 }, stranger),
  ])
    expect(reply.status).toBe(404)
  const written = await asTenant(server.db, other.tenantId, (tx) =>
    writeChannelNotices(tx, {
      kind: 'alert',
      eventKey: 'x',
      channelIds: [channel.channelId],
      content: { title: 'x', lines: [], item: 'x', path: '/' },
    }),
  )
  expect(written).toBe(0)
})
