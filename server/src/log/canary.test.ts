// Every call of the API description, with names, plates, tax ids, emails, telephones and secrets in bodies, addresses
// and headers, valid and invalid, while the database works and while it rejects each row with its values; then jobs,
// emails and checks with the same. None of it is in the log at `debug`, nor in the metrics.
import type { PasswordKey } from '@padron/contract/session'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../checks/engine/worker.ts'
import { sourceFigures } from '../checks/health/source-figures.ts'
import { CLEAR, openPortal, startPortal, testConnector } from '../checks/testing/engine.ts'
import { emailSender } from '../mail/email-sender.ts'
import { smtpMailbox } from '../mail/mailbox.ts'
import { makeMetrics } from '../metrics/metrics.ts'
import { type Json, OPERATIONS, type Operation, placesOf, put, requestOf, sample } from '../testing/attacks/openapi.ts'
import { isDrill, someCases } from '../testing/drill.ts'
import { createFixtures, EVIDENCE_RESOURCE, type Fixtures } from '../testing/fixtures.ts'
import { resultFolder, testWorker } from '../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { testSmtp } from '../testing/services/smtp.ts'
import { appBeside } from '../testing/sign-in/identity.ts'
import { seal } from '../testing/sign-in/seal.ts'
import { makeLog } from './log.ts'

const PASSWORD = 'Clave-Canario-9'
const VIN = '3N1CN8AE0LB987654'
const RFC = 'CAN010101AB1'
const PHONE = '8187654321'
const CANARIES = /canario|3N1CN8AE0LB987654|CAN010101AB1|8187654321/i

let server: TestServer
let app: FastifyInstance
let company: Company
let main: Somebody
let own: Fixtures
let known: Record<string, Json>
const lines: string[] = []
const log = makeLog('debug', 'all', { write: (line) => void lines.push(line) })
const { files, remove } = resultFolder()

beforeAll(async () => {
  server = await testServer()
  app = await appBeside(server.db, { log, stores: { files } })
  company = await server.company('canario')
  main = await server.somebody(company, 'admin', ['admin'])
  own = await createFixtures(server, company, 'CANARIO', main.userId)
  const { body } = await server.ask(undefined, { url: '/connect/password-key' })
  const password = await seal(PASSWORD, body as PasswordKey, { username: main.username })
  known = {
    version: 1,
    stateId: 19,
    roleIDs: 11,
    username: 'canario',
    presetName: 'Canario',
    rolePresetName: 'Canario',
    userEmail: 'canario@ejemplo.mx',
    userPhone: PHONE,
    plate: 'CANARIO7',
    vin: VIN,
    customId: 'CANARIO-7',
    name: 'Canario',
    year: '2020',
    doors: '4',
    taxIdentifier: RFC,
    acquisitionReasonId: 2,
    assetStatusId: 8,
    mails: 'canario@ejemplo.mx',
    emails: 'canario@ejemplo.mx',
    notifyTo: 'canario@ejemplo.mx',
    fromEmail: 'canario@ejemplo.mx',
    url: 'https://canario.mx/gancho',
    password,
    current: password,
    firstName: 'Canario',
    lastName: 'Canario',
    tagName: 'Canario',
    TagCategoryName: 'Canario',
    DocumentTypeName: 'Canario',
    value: 'Canario',
    search: 'Canario',
    resourceId: EVIDENCE_RESOURCE,
    vehicleId: own.vehicle,
    ids: own.vehicle,
    tags: own.tag,
    tagIds: own.tag,
    userId: own.user,
    documentId: own.document,
    webhookId: own.webhook,
  }
})
afterAll(async () => {
  await app.close()
  await server.stop()
  remove()
})

const ids = new Proxy({} as Record<string, number | string>, {
  get: (_, name) => own[String(name).replace(/Id$/, '') as keyof Fixtures] ?? own.vehicle,
})
/** Sends the request as it is, and with everything that anybody may add to a call. */
const send = (operation: Operation, body?: Json) => {
  const request = requestOf(operation, ids, operation.body ? body : undefined)
  const more = {
    cookie: `padron_token=${main.token}`,
    'x-request-id': 'CANARIO',
    traceparent: 'CANARIO',
    'user-agent': 'CANARIO',
    referer: 'http://x/?plate=CANARIO',
  }
  const url = `${String(request.url)}${String(request.url).includes('?') ? '&' : '?'}plate=CANARIO&token=${main.token}`
  return Promise.all(
    [request.url, url].map((at) =>
      app.inject({
        ...request,
        url: at as string,
        headers: { ...more, ...request.headers, authorization: `Bearer ${main.token}` },
      }),
    ),
  )
}

const HOSTILE = `Canario "o'Canario" «${RFC}» ${PHONE} canario@ejemplo.mx`
const spoiled = (body: Json, schema: NonNullable<Operation['body']>): Json[] => {
  const texts = placesOf(schema, body).filter(({ value }) => typeof value === 'string' || typeof value === 'number')
  return texts.slice(0, 6).map(({ at }) => put(body, at, HOSTILE))
}

const CALLED = OPERATIONS.filter(({ guarded, form, name }) => guarded && !form && name !== 'session.revoke')
const driveAll = async (alsoWrong: boolean): Promise<number[]> => {
  const statuses: number[] = []
  const withSpoiled = someCases(CALLED, 40, 0)
  for (const operation of CALLED) {
    const body = operation.body ? sample(operation.body, known) : null
    const bodies = [
      body,
      ...(alsoWrong && operation.body && withSpoiled.includes(operation) ? spoiled(body, operation.body) : []),
    ]
    for (const each of bodies) statuses.push(...(await send(operation, each)).map(({ statusCode }) => statusCode))
  }
  return statuses
}

const asOwner = async (statement: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}
/**
 * With row-level security, PostgreSQL itself shows no row in an error; a function may, in its message and its detail.
 */
const SHOWS = `
  create function broken() returns trigger language plpgsql as $$ begin
    raise exception 'refused "%"', new using errcode = '23514', detail = new::text, hint = new::text; end $$;`
const onEachTable = (change: string) => `
  do $$ declare t regclass; begin
    for t in
    select c.oid::regclass
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname not like 'kysely%' loop execute format('${change}', t); end loop; end $$`

test.runIf(isDrill)(
  'the log gets lines of calls that fail in the database, whose errors have the rejected row',
  { timeout: 240_000 },
  async () => {
    await asOwner(
      SHOWS + onEachTable('create trigger broken before insert or update on %s for each row execute function broken()'),
    )
    const statuses = await driveAll(false)
    await asOwner(`drop function broken cascade`)
    expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(20)
    expect(lines.filter((line) => line.includes('"code":"23514"')).length).toBeGreaterThan(20)
  },
)

test('the log gets lines of valid, invalid and hostile calls', { timeout: 240_000 }, async () => {
  const statuses = await driveAll(true)
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(30)
  expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(100)
})

test('the log gets lines of a job, of a rejected email and of a source that repeats its query', {
  timeout: 120_000,
}, async () => {
  const smtp = await testSmtp()
  smtp.answers.push(550)
  const mailbox = smtpMailbox(smtp.url, 'avisos@padron.mx')
  const worker = await testWorker(server, files, { mailbox, log })
  await server.db.system.query(`update app_user set active = true where user_id = $1`, [main.userId])
  const ordered = await app.inject({
    method: 'POST',
    url: '/api/v2/vehiclesReport',
    payload: { mails: ['canario@ejemplo.mx'] },
    headers: { authorization: `Bearer ${main.token}` },
  })
  if (ordered.statusCode === 200) await worker.ended(ordered.json<{ queueItemId: string }>().queueItemId)
  await worker.stop()
  await server.db.system.query(`update mail set state = 'queued', next_at = now()`)
  await emailSender({ db: server.db, mailbox, log, addressOf: (path) => path, emailFiles: server.emailFiles }).runDue()
  mailbox.close()
  await smtp.stop()
  const portal = await startPortal()
  portal.answer(
    (request, response) =>
      void response
        .writeHead(request.url?.includes('CANARIO9') ? 500 : 200)
        .end(JSON.stringify({ outcome: 'ok', findings: CLEAR, owner: HOSTILE })),
  )
  await openPortal(server, portal.base, `credential = 'clave-CANARIO', concurrency = 8`)
  const [vehicle] = await server.vehicles(company, [{ plate: 'CANARIO9', vin: VIN }])
  expect(vehicle).toBeGreaterThan(0)
  let left = 1
  await new Promise<void>((stored) => {
    const checks = startWorker({
      db: server.db,
      log,
      connectors: [testConnector()],
      idleMs: 20,
      onStored: () => {
        left--
        if (left === 0) void checks.stop().then(stored)
      },
    })
  })
  portal.stop()
  expect(lines.some((line) => line.includes('"msg":"email"') && line.includes('"code":"550"'))).toBe(true)
  expect(lines.some((line) => line.includes('"msg":"check"'))).toBe(true)
  expect(lines.some((line) => line.includes('"msg":"job"'))).toBe(true)
})

test('no value and no token is in the log, and each line has only allowed fields', () => {
  expect(lines.length).toBeGreaterThan(500)
  const found = lines.filter((line) => CANARIES.test(line) || line.includes(main.token))
  expect(found.slice(0, 3)).toEqual([])
  expect(lines.filter((line) => line.includes('"omitted"')).slice(0, 3)).toEqual([])
})

test('no value is in the metrics, whose number is limited', async () => {
  const { text } = await makeMetrics(server.db, sourceFigures, { cacheMs: 0 }).read()
  expect(text).not.toMatch(CANARIES)
  const routes = new Set(
    [...text.matchAll(/padron_http_requests_total\{[^}]*route="([^"]*)"/g)].map(([, route]) => route),
  )
  // The name of a parameter in a route, such as `:sha256`, is not a value.
  const values = (route = '') => route.replaceAll(/:\w+/g, '')
  expect([...routes].filter((route) => /\d{3}|@/.test(values(route)))).toEqual([])
})
