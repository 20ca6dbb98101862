// The stored answer as served: with its stored hash, and an explicit error if it was altered.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { signedLinks } from '../../files/signed-links.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const KEEPER = '01900000-0000-7000-8000-000000000001'
const POINTER = '01900000-0000-7000-8000-000000000002'
const DIFFERS = 'La respuesta guardada no coincide con su huella'
const stored = (body: string) => JSON.stringify([{ request: 'GET /', status: 200, contentType: 'text/html', body }])
const printOf = (text: string) => createHash('sha256').update(text).digest('hex')

let server: TestServer
let company: Company
let turn = 0

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`norte${turn++}`)
  const [vehicleId] = await server.vehicles(company, [{ plate: 'EVI1234' }])
  const answerText = stored('Adeudo: 500')
  await asSystem(server.db, async (tx) => {
    await sql`delete from check_run`.execute(tx)
    await sql`
      insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
      duration_ms, outcome, raw, raw_sha256, raw_of)
      values (${company.tenantId}, ${KEEPER}, ${vehicleId}, 'c', 'apitude', 1, now(), 1, 'ok', ${gzipSync(answerText)},
        decode(${printOf(answerText)}, 'hex'), null),
        (${company.tenantId}, ${POINTER}, ${vehicleId}, 'c', 'apitude', 1, now(), 1, 'ok', null, null,
        ${KEEPER})`.execute(tx)
  })
})

const open = async (runId: string) => {
  const links = await signedLinks(server.db, () => new Date())
  const reply = await server.app.inject({ url: links.sign(`/files/evidence/${company.tenantId}/${runId}`) })
  return { status: reply.statusCode, text: reply.body }
}
const alter = (raw: Buffer) => server.db.system.query('update check_run set raw = $1 where run_id = $2', [raw, KEEPER])

it('opens with its stored hash, also for a run whose answer another run stores', async () => {
  for (const runId of [KEEPER, POINTER]) {
    const { status, text } = await open(runId)
    expect([status, text]).toEqual([200, expect.stringContaining('Adeudo: 500')])
    expect(text).toContain(`SHA-256 de la respuesta guardada: ${printOf(stored('Adeudo: 500'))}`)
    expect(text).not.toContain(DIFFERS)
  }
})

it('reports an altered answer', async () => {
  await alter(gzipSync(stored('Sin adeudo')))
  for (const runId of [KEEPER, POINTER]) {
    const { status, text } = await open(runId)
    expect([status, text]).toEqual([200, expect.stringContaining(DIFFERS)])
    expect(text).toContain(printOf(stored('Adeudo: 500')))
    expect(text).toContain(printOf(stored('Sin adeudo')))
  }
})

it('reports an unreadable answer', async () => {
  for (const raw of [Buffer.from('nada'), gzipSync('no es JSON'), gzipSync('{"a":1}')]) {
    await alter(raw)
    const { status, text } = await open(KEEPER)
    expect([status, text]).toEqual([200, expect.stringContaining(DIFFERS)])
  }
})

it('is offered only to users who see all vehicles: a query by holder has answers for several', async () => {
  const { rows } = await server.db.system.query<{ id: number }>(
    `update vehicle_resource set good_run_id = $1, good_at = now(), last_run_id = $1, last_at = now(), last_outcome = 'ok'
     where tenant_id = $2 and resource_id = (select min(resource_id) from vehicle_resource where tenant_id = $2)
     returning vehicle_id as id`,
    [POINTER, company.tenantId],
  )
  const namesFor = async (who: Somebody) => {
    const { body } = await server.ask(who, { url: `/sapy/v2/${rows[0]?.id}` })
    const { scrapedResources } = body as { scrapedResources: { scraped: { evidenceURL: { name: string }[] } }[] }
    return scrapedResources.flatMap(({ scraped }) => scraped.evidenceURL.map(({ name }) => name))
  }
  const whole = await server.somebody(company, 'todo', ['vehicles_read'])
  expect(await namesFor(whole)).toEqual(['Respuesta original de la fuente'])
  await server.db.system.query('update app_user set vehicle_scope = $1 where user_id = $2', [
    '{"states":[19]}',
    whole.userId,
  ])
  await server.db.system.query('update vehicle set state_id = 19 where tenant_id = $1', [company.tenantId])
  expect(await namesFor(whole)).toEqual([])
})

it('does not open for a suspended company', async () => {
  expect((await open(KEEPER)).status).toBe(200)
  await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [company.tenantId])
  expect((await open(KEEPER)).status).toBe(404)
})
