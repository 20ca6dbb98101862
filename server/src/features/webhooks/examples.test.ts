// The examples for programmers, run as they would run them: processes of plain Node against the API over
// HTTP.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowPrivateAddresses } from '../../outgoing/agent.ts'
import { EVIDENCE_RESOURCE } from '../../testing/fixtures.ts'
import { resultFolder, type TestWorker, testWorker } from '../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'
import { webhookSender } from './webhook-sender.ts'

const EXAMPLES = join(import.meta.dirname, '../../../../examples')

let server: TestServer
let company: Company
let main: Somebody
let app: FastifyInstance
let worker: TestWorker
let results: ReturnType<typeof resultFolder>
let base: string
let folder: string
const children: ChildProcess[] = []

beforeAll(async () => {
  allowPrivateAddresses(true)
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  results = resultFolder()
  app = await appBeside(server.db, { stores: { files: results.files } })
  worker = await testWorker(server, results.files)
  base = await app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'padron-examples-'))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await worker.stop()
  app.server.closeAllConnections()
  await app.close()
  await server.stop()
  results.remove()
  rmSync(folder, { recursive: true, force: true })
  allowPrivateAddresses(false)
})

let made = 0
const tokenWith = async (permissions: readonly string[]): Promise<string> => {
  const payload = { name: `Ejemplo ${made++}`, permissions, days: 1 }
  const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/tokens', payload })
  return (body as { token: string }).token
}
const run = (file: string, token: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(EXAMPLES, 'client', file), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, PADRON_URL: base, PADRON_TOKEN: token },
  })

describe('the example client', () => {
  const plates = Array.from({ length: 120 }, (_, i) => `EJE${String(i).padStart(3, '0')}A`)
  const OWING = 110
  beforeAll(async () => {
    const ids = await server.vehicles(
      company,
      plates.map((plate) => ({ plate })),
    )
    const owing = [company.tenantId, EVIDENCE_RESOURCE, ids.slice(0, OWING)]
    await server.db.system.query(
      `
        insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, description, total,
          first_seen_at, last_seen_at)
        select $1, v, $2, 'x', 1, 'Multa', 10, now(), now() from unnest($3::bigint[]) v`,
      owing,
    )
    await server.db.system.query(
      `
        insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at,
          debt_total)
        select $1, v, $2, 1, 0, now(), 10
        from unnest($3::bigint[]) v
        on conflict (tenant_id, vehicle_id, resource_id) do update
        set status_id = 0, good_at = now(), debt_total = 10`,
      owing,
    )
    await server.db.system.query(
      'update vehicle set debt_total = 10, ticket_status = 0 where tenant_id = $1 and vehicle_id = any($2)',
      [company.tenantId, ids.slice(0, OWING)],
    )
  })

  it('lists every vehicle with debts, page by page', async () => {
    const { stdout } = await run('adeudos.mjs', await tokenWith(['vehicles_read']))
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toBe('placa,vin,estado,adeudo,sin importe')
    expect(lines.slice(1).map((line) => line.slice(1, 8))).toEqual(plates.slice(0, OWING))
  })

  it('requests a workbook, waits for it and stores it', async () => {
    const token = await tokenWith(['vehicles_report', 'queue_read'])
    const { stdout } = await run('reporte.mjs', token, 'persona@ejemplo.mx')
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.xlsx'))
    expect(stdout).toContain(name)
    expect(readFileSync(join(folder, name)).subarray(0, 2).toString()).toBe('PK')
    await expect(run('reporte.mjs', token, 'no es un correo')).rejects.toThrow(/400: [\s\S]*mails/)
  })

  it('prints the API’s error without permission', async () => {
    const failed = run('adeudos.mjs', await tokenWith(['users_read']))
    await expect(failed).rejects.toThrow(/403: Error \(403\) Usted no tiene acceso a este recurso/)
  })
})

describe('the example receiver', () => {
  it('survives a client that disconnects in the middle of a body, and a signed body that is no JSON', async () => {
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
    const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: '0' }
    const child = spawn(process.execPath, [join(EXAMPLES, 'webhook-receiver.mjs')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    const [first] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const port = Number(/\d+$/.exec(first)?.[0])
    const cut = connect(port, '127.0.0.1')
    await once(cut, 'connect')
    cut.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"id"')
    // The receiver reads the first half before the client disconnects.
    expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })).status).toBe(401)
    cut.destroy()
    await once(cut, 'close')
    const signed = (body: string) => {
      const at = Math.floor(Date.now() / 1000)
      const mac = createHmac('sha256', Buffer.alloc(24, 1)).update(`m.${at}.${body}`).digest('base64')
      return {
        method: 'POST',
        body,
        headers: { 'webhook-id': 'm', 'webhook-timestamp': String(at), 'webhook-signature': `v1,${mac}` },
      }
    }
    expect((await fetch(`http://127.0.0.1:${port}/`, signed('no es JSON'))).status).toBe(204)
    expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })).status).toBe(401)
    expect(child.exitCode).toBe(null)
  })

  it('accepts only what is signed', async () => {
    const payload = { name: 'Ejemplo', url: 'http://127.0.0.1:1/', events: ['vehicle.created'] }
    const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/webhooks', payload })
    const { webhook, secret } = body as { webhook: { webhookId: number; version: number }; secret: string }
    const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: '0' }
    const child = spawn(process.execPath, [join(EXAMPLES, 'webhook-receiver.mjs')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const lines = createInterface({ input: child.stdout })
    const [first] = (await once(lines, 'line')) as [string]
    const url = `http://127.0.0.1:${/\d+$/.exec(first)?.[0]}/`
    const edited = { ...payload, url, version: webhook.version }
    expect(
      (await server.ask(main, { method: 'PUT', url: `/api/v2/webhooks/${webhook.webhookId}`, payload: edited })).status,
    ).toBe(200)
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    const { db, secrets } = server
    const log = pino({ level: 'silent' })
    const mailbox = { configured: false, domain: 'x', send: async () => 'sent' as const, close: () => undefined }
    const sender = webhookSender({ db, mailbox, secrets, log })
    await server.vehicles(company, [{ plate: 'AVI123A' }])
    const output = once(lines, 'line')
    await sender.runDue()
    expect((await output)[0]).toMatch(/^vehicle\.created AVI123A \{/)
    await sender.stop()
  })
})
