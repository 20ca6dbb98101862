// Callbacks over real HTTP: accepted, delivered once or twice, unsigned, or never delivered; their PDF becomes
// evidence.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScrapedResourceType } from '@padron/contract/resource-status'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { resultFolder } from '../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import type { Parsed } from '../connectors/connector.ts'
import {
  answerWith,
  ask,
  claimSome,
  fines,
  openPortal,
  PORTAL,
  startPortal,
  type TestPortal,
  testConnector,
} from '../testing/engine.ts'
import {
  deleteEndedCallbacks,
  expireCallbacks,
  pendingCallbacksIn,
  reportArrival,
  storePendingCallback,
} from './callbacks.ts'
import type { CheckResult } from './check-result.ts'

const SECRET = 'llave-de-prueba'
const PDF = Buffer.from('%PDF-1.4\n%prueba\n').toString('base64')

let server: TestServer
let portal: TestPortal
let app: Awaited<ReturnType<typeof buildApp>>
let address = ''
let company: Company
let who: Somebody
let vehicleId: number
let openCredential: (portal: string, stored: string) => string
/** The address to which the portal sends its answer. */
let callback = ''
const folder = resultFolder()
const logged: string[] = []

const callbackConnector = testConnector({
  delivery: 'webhook',
  webhook: {
    giveUpSeconds: 600,
    refused: ([answer]) =>
      answer?.status === 202 ? undefined : { outcome: 'http-error', why: 'La fuente no aceptó la consulta.' },
    signature: { header: 'x-signature', algorithm: 'sha256', encoding: 'hex' },
  },
  fetch: async ({ plate }, client) => [
    await client.request({ method: 'POST', path: '/', query: { plate }, json: { callback: client.callback } }),
  ],
  parse: (answers): Parsed => {
    const message = JSON.parse(answers.at(-1)?.body ?? '')
    return message.pdf
      ? { ...message.parsed, files: [{ name: 'Reporte.pdf', base64: message.pdf }] }
      : (message.parsed as Parsed)
  },
})

beforeAll(async () => {
  server = await testServer()
  portal = await startPortal()
  app = await buildApp({
    db: server.db,
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    state: { ready: true, simulated: false },
    publicUrl: undefined,
    parts: new Set(['api']),
    stores: { evidence: folder.files },
    hooks: {
      connectors: async () => [callbackConnector],
      openCredential: (portal, stored) => openCredential(portal, stored),
    },
  })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  portal.stop()
  folder.remove()
  await server.stop()
})
beforeEach(async () => {
  openCredential = (_portal, stored) => stored
  logged.length = 0
  await server.db.system.query('delete from due_check')
  await server.db.system.query('delete from pending_callback')
  company = await server.company(`c${Math.random().toString(36).slice(2, 12)}`)
  who = await server.somebody(company, 'consulta', ['vehicles_read'])
  await openPortal(server, portal.base, `credential = '${SECRET}'`)
  const [id] = await server.vehicles(company, [{ plate: 'RKA123A' }])
  vehicleId = id ?? 0
  portal.answer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      callback = JSON.parse(body).callback
      response
        .writeHead(202, { 'content-type': 'application/json' })
        .end(JSON.stringify({ accepted: true, echo: callback }))
    })
  })
})

/** Queries the source, which accepts. */
const storeOneCallback = async (): Promise<void> => {
  const claimed = await claimSome(server, 1, [callbackConnector])
  if (!claimed) throw new Error('nothing was due')
  const came = await ask(claimed, callbackConnector, {
    callbackBase: address,
    pendingCallbacks: pendingCallbacksIn(server.db),
  })
  if (Array.isArray(came)) throw new Error(`it ended at once: ${came[0]?.outcome}`)
  expect(await storePendingCallback(server.db, came)).toBe(true)
}
const deliver = async (message: unknown, { to = callback, secret = SECRET } = {}) => {
  const body = JSON.stringify(message)
  const headers = {
    'content-type': 'application/json',
    'x-signature': createHmac('sha256', secret).update(body).digest('hex'),
  }
  const reply = await fetch(to, { method: 'POST', headers, body })
  return { status: reply.status, body: (await reply.json()) as { message?: string } }
}
const finesNow = async () => {
  const { body } = await server.ask(who, { url: `/sapy/v2/${vehicleId}/byType` })
  const types = (body as { scrapedResourceTypes: ScrapedResourceType[] }).scrapedResourceTypes
  return types.find(({ resourceType }) => resourceType.resourceTypeId === 1)?.resources[0]?.scraped
}
const all = async <T extends object>(query: string) => (await server.db.system.query<T>(query, [vehicleId])).rows
const open = async () => (await all('select from pending_callback where vehicle_id = $1 and ended_at is null')).length
const due = () =>
  all(
    `
      select claim_id is not null as claimed, due_at > now() as later
      from due_check
      where vehicle_id = $1 and connector_key = '${callbackConnector.key}'`,
  )
const runs = async () =>
  (
    await server.db.system.query<{ origin: string; outcome: string }>(
      'select origin, outcome from check_run where vehicle_id = $1',
      [vehicleId],
    )
  ).rows

describe('a source that answers by callback', () => {
  it('changes no status and writes no run until its answer arrives', async () => {
    await storeOneCallback()
    expect((await finesNow())?.status.statusId).toBe(-1)
    expect(await runs()).toEqual([])
    expect(await deliver({ parsed: answerWith(fines({ A1: 100 })) })).toMatchObject({
      status: 200,
      body: { message: 'Recibido.' },
    })
    expect(await finesNow()).toMatchObject({ status: { statusId: 0 }, freshness: { state: 'current' } })
    expect(await runs()).toEqual([{ origin: 'webhook', outcome: 'ok' }])
  })

  it('is not queried again while its answer is pending', async () => {
    await storeOneCallback()
    expect((await claimSome(server, 5, [callbackConnector]))?.claims).toEqual([])
  })

  it('may deliver its answer before it responds to the query', async () => {
    const replies: { status: number }[] = []
    portal.answer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', async () => {
        callback = JSON.parse(body).callback
        replies.push(await deliver({ parsed: answerWith(fines({ A1: 100 })) }))
        response.writeHead(202, { 'content-type': 'application/json' }).end('{"accepted":true}')
      })
    })
    await storeOneCallback()
    expect(replies).toMatchObject([{ status: 200, body: { message: 'Recibido.' } }])
    expect(await finesNow()).toMatchObject({ status: { statusId: 0 }, freshness: { state: 'current' } })
    expect(await runs()).toEqual([{ origin: 'webhook', outcome: 'ok' }])
    expect(await due()).toEqual([{ claimed: false, later: true }])
  })

  it('that rejects the query leaves no pending callback', async () => {
    portal.answer((request, response) => {
      request.resume()
      request.on('end', () => response.writeHead(500).end())
    })
    const claimed = await claimSome(server, 1, [callbackConnector])
    if (!claimed) throw new Error('nothing was due')
    const [end] = (await ask(claimed, callbackConnector, {
      callbackBase: address,
      pendingCallbacks: pendingCallbacksIn(server.db),
    })) as CheckResult[]
    expect(end?.outcome).toBe('http-error')
    expect(await open()).toBe(0)
  })

  it('whose worker died before storing the acceptance: a delivery counts, an expiry writes no run', async () => {
    const claimed = await claimSome(server, 1, [callbackConnector])
    if (!claimed) throw new Error('nothing was due')
    // The worker does not store the acceptance.
    await ask(claimed, callbackConnector, { callbackBase: address, pendingCallbacks: pendingCallbacksIn(server.db) })
    await server.db.system.query('update pending_callback set expires_at = now()')
    await expireCallbacks(server.db, () => callbackConnector, { now: () => new Date(), random: () => 0.5 })
    expect([await open(), await runs()]).toEqual([0, []])
    await server.db.system.query('update pending_callback set ended_at = null')
    expect(await deliver({ parsed: answerWith(fines({ A1: 100 })) })).toMatchObject({ body: { message: 'Recibido.' } })
    expect(await due()).toEqual([{ claimed: false, later: true }])
  })

  it('may deliver twice, even different answers: only the first counts', async () => {
    await storeOneCallback()
    await deliver({ parsed: answerWith(fines({ A1: 100 })) })
    expect(await deliver({ parsed: answerWith(fines({})) })).toMatchObject({
      status: 200,
      body: { message: 'Ya se había recibido.' },
    })
    expect(await finesNow()).toMatchObject({ status: { statusId: 0 } })
    expect(await runs()).toHaveLength(1)
    const both = await Promise.all(Array.from({ length: 8 }, () => deliver({ parsed: answerWith(fines({})) })))
    expect(both.every(({ status }) => status === 200)).toBe(true)
    expect(await runs()).toHaveLength(1)
  })

  it('that delivers several times at once is stored once', async () => {
    await storeOneCallback()
    const all = await Promise.all(Array.from({ length: 8 }, () => deliver({ parsed: answerWith(fines({ A1: 100 })) })))
    expect(all.filter(({ body }) => body.message === 'Recibido.')).toHaveLength(1)
    expect(await runs()).toHaveLength(1)
  })

  it('must sign with the right key and use the exact address', async () => {
    await storeOneCallback()
    expect((await deliver({ parsed: answerWith(fines({})) }, { secret: 'otra' })).status).toBe(401)
    expect((await deliver({ parsed: answerWith(fines({})) }, { to: `${callback.slice(0, -4)}AAAA` })).status).toBe(404)
    expect((await deliver({}, { to: `${address}/hooks/sources/x` })).status).toBe(404)
    await fetch(callback)
    expect(await runs()).toEqual([])
    expect((await finesNow())?.status.statusId).toBe(-1)
  })

  it('gets 401 when the portal has no credential to check the signature with', async () => {
    await storeOneCallback()
    for (const none of ['null', `''`]) {
      await server.db.system.query(`update portal set credential = ${none} where portal_key = '${PORTAL}'`)
      expect((await deliver({ parsed: answerWith(fines({})) }, { secret: '' })).status).toBe(401)
    }
    await server.db.system.query(`update portal set credential = 'x' where portal_key = '${PORTAL}'`)
    openCredential = () => ''
    expect((await deliver({ parsed: answerWith(fines({})) }, { secret: '' })).status).toBe(401)
    expect(await runs()).toEqual([])
  })

  it('gets 401 for a signature of the right length with characters outside ASCII', async () => {
    await storeOneCallback()
    const signature = Buffer.from('é'.repeat(64)).toString('latin1').slice(0, 64)
    const reply = await fetch(callback, { method: 'POST', headers: { 'x-signature': signature }, body: '{}' })
    expect(reply.status).toBe(401)
  })

  it('gets 503 while its credential cannot be opened; the log names the portal but no secret', async () => {
    await storeOneCallback()
    openCredential = (portalKey, stored) => {
      throw new Error(`${portalKey}: ${stored}`)
    }
    const body = JSON.stringify({ parsed: answerWith(fines({})) })
    const reply = await fetch(callback, { method: 'POST', headers: { 'x-signature': 'ab' }, body })
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(await reply.text()).not.toContain(SECRET)
    expect(logged.join()).toContain(PORTAL)
    expect(logged.join()).not.toContain(SECRET)
    expect(logged.join()).not.toContain(callback.split('/').at(-1))
    openCredential = (_portal, stored) => stored
    expect((await deliver({ parsed: answerWith(fines({})) })).status).toBe(200)
  })

  it('is decoded with the charset of its Content-Type', async () => {
    await storeOneCallback()
    const finding = fines({ A1: 100 })
    const [result] = finding.results
    const message = {
      parsed: answerWith({
        ...finding,
        results: [{ ...result, name: 'Infracción en Peñón' }] as typeof finding.results,
      }),
    }
    const body = Buffer.from(JSON.stringify(message), 'latin1')
    const headers = {
      'content-type': 'application/json; charset=ISO-8859-1',
      'x-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
    }
    expect((await fetch(callback, { method: 'POST', headers, body })).status).toBe(200)
    expect((await finesNow())?.result[0]?.name).toBe('Infracción en Peñón')
  })

  it('that sends an unreadable answer ends as shape-drift, not as a clear vehicle', async () => {
    await storeOneCallback()
    await deliver('cualquier cosa')
    expect(await runs()).toEqual([{ origin: 'webhook', outcome: 'shape-drift' }])
    expect((await finesNow())?.status.statusId).toBe(15)
  })

  it('with five unreadable answers is paused if queries cost money, until a newer parser understands one', async () => {
    const state = async () => {
      const { rows } = await server.db.system.query<{ paused: boolean; out: boolean }>(
        `
          select drift -> $2 ->> 'since' is not null as paused, credit_out_since is not null as out
          from portal
          where portal_key = $1`,
        [PORTAL, callbackConnector.key],
      )
      return rows[0]
    }
    await server.db.system.query(
      `update portal set price = 1, currency = 'MXN', credit_out_since = now() where portal_key = $1`,
      [PORTAL],
    )
    const arrive = (outcome: 'ok' | 'shape-drift', connector = callbackConnector) =>
      reportArrival(
        server.db,
        { isProbe: false },
        { connector, outcome, remark: null, startedAt: new Date(), endedAt: new Date() },
      )
    for (let times = 0; times < 4; times++) await arrive('shape-drift')
    expect(await state()).toMatchObject({ paused: false })
    await arrive('shape-drift')
    expect(await state()).toMatchObject({ paused: true })
    await arrive('ok')
    // The answer to a query from before the credit ran out does not prove that there is credit.
    expect(await state()).toEqual({ paused: true, out: true })
    await arrive('ok', { ...callbackConnector, parserVersion: 2 })
    expect(await state()).toEqual({ paused: false, out: true })
  })

  it('uses one hour of a pause, and not a second one for an unreadable answer', async () => {
    const paused = { version: 1, failures: 5, recent: '-----', pausedVersion: 1, since: '2026-11-20T09:00:00Z' }
    await server.db.system.query(
      `
        update portal
        set price = 1, currency = 'MXN', drift = jsonb_build_object($2::text, $3::jsonb)
        where portal_key = $1`,
      [PORTAL, callbackConnector.key, JSON.stringify(paused)],
    )
    const hours = async () => {
      const { rows } = await server.db.system.query<{ hours: number }>(
        'select extract(epoch from probe_at - now())::float8 / 3600 as hours from portal where portal_key = $1',
        [PORTAL],
      )
      return rows[0]?.hours
    }
    await storeOneCallback()
    expect(await hours()).toBeCloseTo(1, 1)
    await deliver('cualquier cosa')
    expect(await runs()).toEqual([{ origin: 'webhook', outcome: 'shape-drift' }])
    expect(await hours()).toBeCloseTo(1, 1)
  })

  it('that never answers ends as timeout; a later delivery has no effect', async () => {
    await storeOneCallback()
    await server.db.system.query(
      `update pending_callback set expires_at = now() - interval '1 second' where ended_at is null`,
    )
    const time = { now: () => new Date(), random: () => 0.5 }
    const moves = (state: string | null) =>
      server.db.system.query('update company set move_state = $2 where tenant_id = $1', [company.tenantId, state])
    await moves('leaving')
    expect(await expireCallbacks(server.db, () => callbackConnector, time)).toBe(0)
    await moves(null)
    expect(await expireCallbacks(server.db, () => callbackConnector, time)).toBe(1)
    expect(await expireCallbacks(server.db, () => callbackConnector, time)).toBe(0)
    expect((await deliver({ parsed: answerWith(fines({})) })).body.message).toBe('Ya se había recibido.')
    expect(await runs()).toEqual([{ origin: 'webhook', outcome: 'timeout' }])
    expect((await finesNow())?.lastAttempt).toMatchObject({ outcome: 'timeout' })
  })

  it('gets 200 for a repeated delivery during a month after the first; then the callback is deleted', async () => {
    const endedBefore = (interval: string) =>
      server.db.system.query(`update pending_callback set ended_at = now() - interval '${interval}'`)
    await storeOneCallback()
    await server.db.system.query(`update pending_callback set started_at = now() - interval '40 days'`)
    await deleteEndedCallbacks(server.db)
    expect(await open()).toBe(1)
    await deliver({ parsed: answerWith(fines({ A1: 100 })) })
    await endedBefore('29 days')
    await deleteEndedCallbacks(server.db)
    expect(await deliver({ parsed: answerWith(fines({})) })).toMatchObject({ status: 200 })
    await endedBefore('31 days')
    await deleteEndedCallbacks(server.db)
    expect(await deliver({ parsed: answerWith(fines({})) })).toMatchObject({ status: 404 })
  })

  it('has its PDF stored as evidence, and its callback token nowhere', async () => {
    await storeOneCallback()
    await deliver({ parsed: answerWith(fines({ A1: 100 })), pdf: PDF })
    const proof = (await finesNow())?.evidenceURL.find(({ name }) => name === 'Reporte.pdf')
    const file = await app.inject({ url: proof?.url ?? '' })
    expect(file.headers['content-type']).toContain('application/pdf')
    expect(file.body).toContain('%PDF-1.4')
    const { rows } = await server.db.system.query<{ path: string }>(
      'select path from evidence_file where vehicle_id = $1',
      [vehicleId],
    )
    expect(readFileSync(join(folder.folder, rows[0]?.path ?? ''), 'latin1')).toContain('%PDF-1.4')
    const { body } = await app.inject({ url: (await finesNow())?.evidenceURL.at(-1)?.url ?? '' })
    expect(body).toContain('"accepted":true')
    expect(body).not.toContain(callback.split('/').at(-1))
  })

  it('is not queried without a callback address: the check ends as needs-input', async () => {
    const claimed = await claimSome(server, 1, [callbackConnector])
    if (!claimed) throw new Error('nothing was due')
    expect(await ask(claimed, callbackConnector)).toMatchObject([{ outcome: 'needs-input' }])
  })
})
