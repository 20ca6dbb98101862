// The operator's view of the sources, as typed: the settings of a portal with its sealed credential and its price, the
// state of each source, its latest runs, and old answers parsed again.
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONNECTORS } from '../checks/connectors/registry.ts'
import { updateStats } from '../checks/health/stats.ts'
import { pastRuns } from '../checks/testing/past-runs.ts'
import { asSystem } from '../db/client.ts'
import { openSealed, secretsOf } from '../secrets/sealing.ts'
import { runPadron } from '../testing/processes/padron-command.ts'
import { type TestServer, testServer } from '../testing/server.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
let server: TestServer
let tenantId: number
let vehicleId: number

beforeAll(async () => {
  server = await testServer()
  const company = await server.company('norte')
  tenantId = company.tenantId
  vehicleId = (await server.vehicles(company, [{ plate: 'NLA100A' }]))[0] ?? 0
})
afterAll(() => server.stop())

const padron = async (args: readonly string[], input = '') => {
  const env = {
    DATABASE_URL: server.addressOf('padron_owner').connectionString,
    PADRON_SECRET: KEY,
  }
  return runPadron(env, args, input)
}
const portalRow = (key: string) =>
  asSystem(server.db, (tx) =>
    tx.selectFrom('portal').selectAll().where('portal_key', '=', key).executeTakeFirstOrThrow(),
  )

test('portal set: the credential is read from the standard input, and sealed for its portal', async () => {
  expect(await padron(['portal', 'set', 'nubarium', '--credential-stdin'], 'ana:secreta-1\n')).toMatchObject({
    code: 0,
    err: '',
  })
  const stored = (await portalRow('nubarium')).credential ?? ''
  expect(stored).toMatch(/^sealed:v1:/)
  expect(openSealed(secretsOf([KEY]), 'nubarium', stored)).toBe('ana:secreta-1')
  const listed = await padron(['portal', 'list'])
  expect(listed.out).toMatch(/^nubarium .* sí /m)
  expect(listed.out).not.toMatch(/sealed|secreta/)
  expect((await padron(['portal', 'set', 'nubarium', '--credential-stdin', '--credential', 'x'], 'y')).err).toContain(
    'una sola manera',
  )
  await padron(['portal', 'set', 'nubarium', '--credential', ''])
  expect((await portalRow('nubarium')).credential).toBeNull()
})

test('portal set: a price needs a currency and a cap a price; an error changes nothing', async () => {
  expect((await padron(['portal', 'set', 'nubarium', '--price', '1.5'])).err).toContain('--currency')
  expect((await padron(['portal', 'set', 'nubarium', '--monthly-cap', '10'])).err).toContain('--price')
  expect((await padron(['portal', 'set', 'nubarium', '--price', '-1'])).code).toBe(1)
  expect(await portalRow('nubarium')).toMatchObject({ price: null, monthly_cap: null })
  expect(
    (await padron(['portal', 'set', 'nubarium', '--price', '1.5', '--currency', 'MXN', '--monthly-cap', '100'])).code,
  ).toBe(0)
  expect(await portalRow('nubarium')).toMatchObject({ price: '1.5000', currency: 'MXN', monthly_cap: '100.00' })
  expect((await padron(['portal', 'set', 'nubarium', '--monthly-cap', 'sin'])).code).toBe(0)
  expect((await portalRow('nubarium')).monthly_cap).toBeNull()
})

test('source status: backlog, breaker, success, cost, cap and alarms; the same as JSON', async () => {
  await server.db.system.query(`
    update portal
    set base_url = 'http://localhost:9', account_key = null, open_seconds = 120,
      open_until = now() + interval '1 hour', price = 2, currency = 'MXN', monthly_cap = 50
      where portal_key = 'apitude';
    update due_check set due_at = now() - interval '3 hours';
    insert into portal_usage values ('apitude', date_trunc('month', now() at time zone 'UTC'), 4, 8);
    insert into source_alarm (connector_key, kind, hard, detail)
    values ('mx-cdmx-adeudos', 'drift', true, 'Nadie la entiende.')`)
  const at = new Date()
  await pastRuns(server.db, tenantId, vehicleId, [
    { at, types: [1] },
    { at, outcome: 'timeout', ms: 5000 },
  ])
  await updateStats(server.db, new Date(Date.now() + 1000))
  const { out, code } = await padron(['source', 'status'])
  expect(code).toBe(0)
  expect(out).toMatch(/^apitude +1 +0 +3 h +abierto hasta \d{4}-.* +50\.0 % +8\.00 de 50\.00 MXN \(4 consultas\) +1$/m)
  expect(out).toContain('ALARMA · mx-cdmx-adeudos · desde ')
  expect(out).toContain('Nadie la entiende.')
  const json = (JSON.parse((await padron(['source', 'status', '--json'])).out) as { sources: { portalKey: string }[] })
    .sources
  expect(json.find(({ portalKey }) => portalKey === 'apitude')).toMatchObject({
    backlog: 1,
    inFlight: 0,
    breaker: 'open',
    runs: 2,
    good: 1,
    spent: 8,
    monthlyCap: 50,
    alarms: [{ kind: 'drift' }],
  })
})

test('source status and resume: what is queried only once an hour, why, and how that ends', async () => {
  const pause = `credit_out_since = '2026-11-20T10:00:00Z', probe_at = '2026-11-20T11:00:00Z',
    drift = '{"mx-cdmx-adeudos": {"since": "2026-11-20T09:00:00Z"}, "mx-otro": {"since": null}}'`
  await server.db.system.query(`update portal set ${pause} where portal_key = 'apitude'`)
  const { out } = await padron(['source', 'status'])
  expect(out).toMatch(/^apitude .* sin saldo /m)
  expect(out).toContain(
    'Sin saldo · apitude · desde 2026-11-20 10:00Z · próxima consulta 2026-11-20 11:00Z; padron source resume apitude',
  )
  expect(out).toContain('En pausa · mx-cdmx-adeudos · sus respuestas no se entienden desde 2026-11-20 09:00Z')
  expect(out).not.toContain('mx-otro')
  expect((await padron(['source', 'resume', 'apitude'])).out).toContain('estaba en pausa: sin saldo, mx-cdmx-adeudos.')
  expect(await portalRow('apitude')).toMatchObject({ credit_out_since: null, drift: {}, probe_at: null })
  expect((await padron(['source', 'resume', 'apitude'])).out).toContain('no estaba en pausa')
  expect((await padron(['source', 'resume', 'nada'])).err).toContain('No existe el portal')
  await server.db.system.query(`update portal set ${pause} where portal_key = 'apitude'`)
  await padron(['portal', 'set', 'apitude', '--pace-ms', '10'])
  expect(await portalRow('apitude')).toMatchObject({ credit_out_since: null, drift: { 'mx-cdmx-adeudos': {} } })
  await padron(['portal', 'set', 'apitude', '--monthly-cap', 'sin', '--price', 'sin'])
  expect(await portalRow('apitude')).toMatchObject({ drift: {} })
})

test('source runs: the latest first, with their outcomes; an unknown portal is rejected', async () => {
  const { out } = await padron(['source', 'runs', 'apitude', '--limit', '2'])
  expect(out.split('\n').slice(1, 3).sort()).toEqual([
    expect.stringMatching(/norte +NLA100A +mx-cdmx-adeudos +check +ok +100 +Consultado$/),
    expect.stringMatching(/norte +NLA100A +mx-cdmx-adeudos +check +timeout +5000 +La fuente no respondió a tiempo$/),
  ])
  expect(await padron(['source', 'runs', 'nada'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('No existe el portal'),
  })
  expect((await padron(['source', 'runs', 'apitude', '--limit', '0'])).err).toContain('entre 1 y 1000')
})

test('source reparse: reports changes, and changes nothing with --dry-run', async () => {
  const connector = CONNECTORS.find(({ key }) => key === 'mx-cdmx-adeudos')
  await asSystem(server.db, async (tx) => {
    const answers = [{ request: 'GET /', status: 200, contentType: 'text/html', body: '<p>otra cosa</p>' }]
    await sql`update check_run set parser_version = ${connector?.parserVersion ?? 1}`.execute(tx)
    await sql`
      update check_run
        set raw = ${gzipSync(JSON.stringify(answers))}, parser_version = ${(connector?.parserVersion ?? 1) - 1},
          asked = (select jsonb_build_object('plate', plate, 'vin', vin) from vehicle where vehicle_id = ${vehicleId})
        where outcome = 'ok'`.execute(tx)
  })
  const { out, code } = await padron(['source', 'reparse', '--connector', 'mx-cdmx-adeudos', '--dry-run'])
  expect(code).toBe(0)
  expect(out).toContain('1 respuestas de una versión anterior leídas de nuevo; 1 cambian.')
  expect(out).toMatch(/1 {2}ok → shape-drift/)
  expect(out).not.toContain('no se leyeron')
  const { rows } = await server.db.system.query(`select count(*)::int as count from check_run where origin = 'reparse'`)
  expect(rows).toEqual([{ count: 0 }])
  await server.db.system.query(`update check_run set asked = asked || '{"plate":"OTRA123"}'`)
  expect((await padron(['source', 'reparse', '--connector', 'mx-cdmx-adeudos'])).out).toContain(
    '1 respuestas no se leyeron: son de otra placa, otro NIV, otra entidad u otro propietario que los de ahora.',
  )
  expect(await padron(['source', 'reparse', '--connector', 'nada'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('No existe el conector'),
  })
  expect((await padron(['source', 'reparse', '--connector', 'x', '--since', 'ayer'])).err).toContain('2026-11-21')
})

test('source status: a source without an address is not queried and has no backlog', async () => {
  await server.db.system.query(`update portal set base_url = null where portal_key = 'apitude'`)
  const { out } = await padron(['source', 'status'])
  expect(out).toMatch(/^apitude +1 +0 +— +sin configurar /m)
  expect(out).toMatch(/^Sin configurar: .*\bapitude\b.*\. No se les pregunta nada mientras no tengan dirección;/m)
  await server.db.system.query(`update portal set base_url = 'http://localhost:9' where portal_key = 'apitude'`)
  expect((await padron(['source', 'status'])).out).toMatch(/^apitude +1 +0 +3 h /m)
})

test('source status: resources that a release left to manual capture, since when and why', async () => {
  await server.db.system.query(
    `
      insert into resource_service (resource_id, connector_key, decided_by, reason)
      values (1901, null, 'Padrón', 'El portal pide una persona')`,
  )
  const { out } = await padron(['source', 'status'])
  expect(out).toMatch(
    /^A captura manual desde \d{4}-\d\d-\d\d \(UTC\) · El portal pide una persona: Multas · Nuevo León; vea padron resource list\.$/m,
  )
})
