// A sender killed with SIGKILL after it claims, while it sends, and before it records: every message arrives, and a
// kill doubles at most the one message of a channel that was being sent. None of the services has an idempotency key
// (decision 076). The short case is «a claimed message is not claimed again» in channels.test.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Channel } from '@padron/contract/channels'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { writeChannelNotices } from '../../mail/channel-outbox.ts'
import { noMailbox } from '../../mail/mailbox.ts'
import { allowPrivateAddresses } from '../../outgoing/agent.ts'
import { secretsOf } from '../../secrets/sealing.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import { BOT_TOKEN, type ChatServices, chatServices, PATHS } from '../../testing/services/chat-services.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'
import { channelSender } from './channel-sender.ts'
import type { SenderProcess } from './testing/sender-process.ts'

const KEY = randomBytes(32).toString('base64')
const ROUNDS = 4
const STAGES = ['claimed', 'sending', 'sent'] as const
const KINDS = ['teams', 'slack', 'telegram'] as const
/** More than the minute in which notices are collected, and more than the lease of a killed sender. */
const MINUTE_MS = 61_000

let server: TestServer
let company: Company
let far: ChatServices
let channels: Channel[]
let ahead = 0
const children: ChildProcess[] = []

beforeAll(async () => {
  allowPrivateAddresses(true)
  server = await testServer()
  company = await server.company('norte')
  const { token } = await server.somebody(company, 'admin', ['admin'])
  far = await chatServices()
  const origins = originsOf()
  const secrets = secretsOf([KEY])
  const app = await appBeside(server.db, { webhooks: { secrets, privateAddresses: true }, channelOrigins: origins })
  const written = [
    { kind: 'teams', url: `${far.origin}${PATHS.teams}` },
    { kind: 'slack', url: `${far.origin}${PATHS.slack}` },
    { kind: 'telegram', token: BOT_TOKEN, chat: '-1001234567890' },
  ]
  channels = await Promise.all(
    written.map(async (payload) => {
      const headers = { authorization: `Bearer ${token}` }
      const body = { ...payload, name: payload.kind }
      const reply = await app.inject({ method: 'POST', url: '/api/v2/channels', headers, payload: body })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json()
    }),
  )
  await app.close()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await far.stop()
  await server.stop()
  allowPrivateAddresses(false)
})

const originsOf = () => ({ teams: far.origin, slack: far.origin, telegram: far.origin })
const notice = (title: string) =>
  asTenant(server.db, company.tenantId, (tx) =>
    writeChannelNotices(tx, {
      kind: 'alert',
      eventKey: title,
      channelIds: channels.map(({ channelId }) => channelId),
      content: { title, lines: [title], item: title, path: '/' },
    }),
  )
const arrivals = (kind: (typeof KINDS)[number], title: string): number =>
  far.received.filter(({ path, body }) => path === PATHS[kind] && body.includes(title)).length
const waiting = async (): Promise<number> => {
  const { rows } = await server.db.system.query(
    `select count(*)::int as n from channel_delivery where status <> 'delivered'`,
  )
  return rows[0].n
}

/** Resolves when the sender holds a message of each channel at this stage. */
const senderHeldAt = async (stage: (typeof STAGES)[number]): Promise<ChildProcess> => {
  const addresses = {
    padron_app: server.addressOf('padron_app'),
    padron_system: server.addressOf('padron_system'),
    padron_owner: server.addressOf('padron_owner'),
  }
  const holdAt = stage === 'claimed' ? 'claimed' : 'sent'
  const settings: SenderProcess = { addresses, key: KEY, origins: originsOf(), aheadMs: ahead, holdAt }
  if (stage === 'sending') for (const kind of KINDS) far.answers.set(PATHS[kind], 'silence')
  const program = join(import.meta.dirname, 'testing/sender-process.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let held = 0
  createInterface(child.stdout).on('line', (line) => {
    if (line === 'holding') held++
  })
  const before = far.received.length
  const isThere = () => (stage === 'sending' ? far.received.length - before : held) === KINDS.length
  await vi.waitUntil(() => isThere() || child.exitCode !== null, { timeout: 30_000 })
  expect(child.exitCode).toBeNull()
  return child
}
const otherSender = () =>
  channelSender({
    db: server.db,
    mailbox: noMailbox,
    secrets: secretsOf([KEY]),
    origins: originsOf(),
    publicUrl: undefined,
    log: pino({ level: 'silent' }),
    aheadMs: () => ahead,
  })

it('every message arrives, and a kill doubles at most the one that was being sent', async () => {
  const doubled = { claimed: 0, sending: 0, sent: 0 }
  for (let round = 0; round < ROUNDS; round++)
    for (const stage of STAGES) {
      const titles = [`Aviso ${round} ${stage} uno.`, `Aviso ${round} ${stage} dos.`]
      for (const title of titles) expect(await notice(title)).toBe(KINDS.length)
      ahead += MINUTE_MS
      const child = await senderHeldAt(stage)
      child.kill('SIGKILL')
      await once(child, 'exit')
      far.acceptAll()
      const sentBefore = far.received.length
      for (const kind of KINDS) for (const title of titles) expect(arrivals(kind, title)).toBeLessThanOrEqual(1)

      // A claimed message cannot be claimed; when the lease has ended, two others share the rest and send each once.
      const others = [otherSender(), otherSender()]
      const sendDue = async () => (await Promise.all(others.map((other) => other.runDue()))).reduce((a, b) => a + b)
      expect(await sendDue()).toBe(0)
      ahead += MINUTE_MS
      expect(await sendDue()).toBe(KINDS.length)
      await Promise.all(others.map((other) => other.stop()))
      expect(far.received.length - sentBefore).toBe(KINDS.length)
      expect(await waiting()).toBe(0)
      for (const kind of KINDS) {
        const [times = 0, same] = titles.map((title) => arrivals(kind, title))
        expect(times, `${stage} ${kind}`).toBe(stage === 'claimed' ? 1 : 2)
        expect(same).toBe(times)
        doubled[stage] += times - 1
      }
    }
  expect(doubled).toEqual({ claimed: 0, sending: ROUNDS * KINDS.length, sent: ROUNDS * KINDS.length })
})
