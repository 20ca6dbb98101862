// Connectors of settings and services of resources, as an operator types them: a real database, a real source over
// HTTP.
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BODY, BY_HOLDER, EXAMPLE } from '../checks/testing/generic-example.ts'
import { isDrill } from '../testing/drill.ts'
import { runPadron } from '../testing/processes/padron-command.ts'
import { type Company, type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let company: Company
let folder: string
let source: Server
const requests: string[] = []
let reply: { status: number; body: unknown } = { status: 200, body: BODY }

const simple = { ...EXAMPLE, auth: { type: 'bearer' }, delivery: { type: 'sync' } }
const fines = {
  ...simple,
  key: 'mx-multas',
  types: [1],
  inputs: ['plate', 'vin'],
  lists: [{ ...EXAMPLE.lists[0], debts: [{ type: 1 }] }],
  sum: undefined,
  statuses: undefined,
}

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  folder = await mkdtemp(join(tmpdir(), 'padron-connector-'))
  source = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  }).listen(0, '127.0.0.1')
  await once(source, 'listening')
})
afterAll(async () => {
  source.close()
  await server.stop()
  await rm(folder, { recursive: true })
})

const padron = async (args: readonly string[], input = '') => {
  const env = {
    DATABASE_URL: server.addressOf('padron_owner').connectionString,
    PADRON_DATA_DIR: folder,
  }
  return runPadron(env, args, input)
}
const fileOf = async (definition: object, name = 'conector.json') => {
  await writeFile(join(folder, name), JSON.stringify(definition))
  return join(folder, name)
}
const rows = async <T extends object>(sql: string) => (await server.db.system.query<T>(sql)).rows
const checks = async () =>
  (await rows<{ k: string }>(`select connector_key || ' ' || portal_key as k from due_check order by 1`)).map(
    ({ k }) => k,
  )
const resourcesOf = async () =>
  (await rows<{ id: number }>('select distinct resource_id as id from vehicle_resource order by 1')).map(({ id }) => id)

test('check: no errors, or every error with its path; nothing is stored', async () => {
  expect(await padron(['connector', 'check', await fileOf(EXAMPLE)])).toMatchObject({
    code: 0,
    out:
      'mx-ejemplo: sin faltas. Responde Tenencias (0), Multas (1), Seguro (5), Multas ambientales (7); ' +
      'pide plate, ' +
      'vin. No se consultó ni se guardó nada.\n',
  })
  const bad = await padron(['connector', 'check', await fileOf({ ...EXAMPLE, types: [0, 1, 5, 7, 13], said: 'a..b' })])
  expect(bad).toMatchObject({ code: 1, out: '' })
  expect(bad.err).toMatch(/^said · «a\.\.b» no es una ruta/)
  expect((await padron(['connector', 'check', join(folder, 'nada.json')])).err).toContain('No se puede leer el archivo')
  await writeFile(join(folder, 'roto.json'), '{"key": ')
  expect((await padron(['connector', 'check', join(folder, 'roto.json')])).err).toContain('no es JSON')
  expect(await rows('select from json_connector')).toHaveLength(0)
})

test('check and add: a source that is queried by holder without a rule for known holders gets a warning', async () => {
  const silent = await fileOf(BY_HOLDER)
  for (const order of ['check', 'add'])
    expect(await padron(['connector', order, silent])).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Aviso: holderKnown · Falta: .*«No registrado» \(11\)/),
    })
  const withHolderKnown = { ...BY_HOLDER, holderKnown: [{ path: 'rfc', present: true }] }
  expect(await padron(['connector', 'add', await fileOf(withHolderKnown)])).toMatchObject({ code: 0, err: '' })
  expect((await padron(['connector', 'remove', 'mx-propietario'])).code).toBe(0)
})

test('the example of the documentation has no errors', async () => {
  const page = await readFile(`${import.meta.dirname}/../../../docs/connectors.md`, 'utf8')
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
  expect(await padron(['connector', 'check', await fileOf(JSON.parse(example), 'doc.json')])).toMatchObject({ code: 0 })
})

test('add: stored with its portal; only a change raises its version; a built-in key is rejected', async () => {
  const file = await fileOf(fines)
  expect((await padron(['connector', 'add', file])).out).toMatch(
    /^Conector mx-multas guardado, versión 1\.\nFalta su dirección: padron portal set ejemplo /,
  )
  expect((await padron(['connector', 'add', file])).out).toMatch(/^Conector mx-multas: sin cambios\./)
  expect((await padron(['connector', 'add', await fileOf({ ...fines, deadlineSeconds: 31 })])).out).toMatch(
    /versión 2\./,
  )
  expect((await padron(['connector', 'add', await fileOf({ ...fines, key: 'mx-repuve' })])).err).toContain(
    'es de un conector del producto',
  )
  expect(
    (await padron(['connector', 'add', await fileOf({ ...fines, portal: { ...fines.portal, key: 'verifik-simit' } })]))
      .err,
  ).toContain('otro país')
  expect(await rows(`select portal_name, declared from portal where portal_key = 'ejemplo'`)).toEqual([
    { portal_name: 'Ejemplo', declared: false },
  ])
  expect((await padron(['connector', 'list'])).out).toMatch(
    /^mx-multas +de la instalación, v2 +MX +1 +licensed +sync +ejemplo +0 +Ejemplo: no se ha comparado con la fuente$/m,
  )
  expect((await padron(['connector', 'list'])).out).toMatch(/^mx-repuve .* Visto en clientes del proveedor$/m)
})

test('try: one query, what was understood, and nothing stored', async () => {
  const base = `http://127.0.0.1:${(source.address() as AddressInfo).port}/api`
  const ask = ['connector', 'try', await fileOf(simple), '--plate', 'FAA123A', '--url', base, '--credential-stdin']
  expect((await padron(ask, 'llave\n')).err).toContain('necesita vin')
  const { out, code } = await padron([...ask, '--vin', '3N1CN8AE1RL000101'], 'llave\n')
  expect(code).toBe(0)
  expect(requests).toEqual(['POST /api/v1/FAA123A?fin=00101 Bearer llave'])
  expect(out).toMatch(/^Consultado \(ok\)$/m)
  expect(out).toMatch(/^ {2}Multas: Con multas \(0\)$/m)
  expect(out).toMatch(/^ {4}Pagados: M-2$/m)
  expect(out).not.toContain('llave')
  reply = { status: 401, body: {} }
  expect((await padron([...ask, '--vin', '3N1CN8AE1RL000101'], 'x\n')).out).toMatch(
    /^La fuente rechazó las credenciales \(bad-credentials\)$/m,
  )
  expect((await padron(['connector', 'try', 'mx-multas', '--plate', 'A1', '--vin', 'B'])).err).toContain(
    'no tiene dirección',
  )
  expect(await rows('select from check_run')).toHaveLength(0)
})

test('resource serve: vehicles get checks for what applies now, and lose those that nobody queries', async () => {
  await server.vehicles(company, [
    { plate: 'RKA123A', stateId: 19 },
    { plate: 'TNA123A', stateId: 21 },
  ])
  const before = await checks()
  expect(before).toContain('mx-cdmx-adeudos apitude')
  const refuse = async (args: string[]) => (await padron(['resource', 'serve', ...args, '--by', 'Ana'])).err
  expect(await refuse(['mx-19-8', '--connector', 'mx-multas'])).toContain(
    'El conector no responde el tipo 8; responde 1.',
  )
  expect(await refuse(['co-1', '--connector', 'mx-multas'])).toContain('es de otro país')
  expect(await refuse(['co-1', '--connector', 'co-avit-medellin'])).toContain('sólo por algunas entidades')
  expect(await refuse(['nada', '--connector', 'mx-multas'])).toContain('No existe el recurso')
  expect(await refuse(['mx-19-1', '--connector', 'nada'])).toContain('No existe el conector')
  expect((await padron(['resource', 'serve', 'mx-21-1', '--connector', 'mx-multas'])).code).toBe(1)

  const served = await padron([
    'resource',
    'serve',
    'mx-21-1',
    '--connector',
    'mx-multas',
    '--by',
    'Ana',
    '--reason',
    'contrato 7',
  ])
  expect(served.out).toMatch(
    /^El recurso mx-21-1 lo responde mx-multas\.\nAviso: mx-multas es un ejemplo .*\nFalta la dirección del portal/,
  )
  expect(await checks()).toEqual([...before, 'mx-multas ejemplo'].toSorted())
  expect(await rows(`select inputs, mode, portal_key from resource where resource_key = 'mx-21-1'`)).toEqual([
    { inputs: ['plate', 'vin'], mode: 'licensed', portal_key: 'ejemplo' },
  ])
  expect((await padron(['resource', 'list', '--country', 'MX'])).out).toMatch(
    /^mx-21-1 .*Sin consulta automática +mx-multas +Ana, \d{4}-/m,
  )
  expect((await padron(['connector', 'remove', 'mx-multas'])).err).toContain('responde mx-21-1')

  // Served by a person: the checks are deleted, also those in progress.
  await server.db.system.query(
    `
      update due_check
      set claim_id = gen_random_uuid(), claimed_until = now() + interval '1 hour'
      where connector_key = 'mx-multas'`,
  )
  expect((await padron(['resource', 'manual', 'mx-21-1', '--by', 'Ana'])).code).toBe(0)
  expect(await checks()).toEqual(before)
  expect((await padron(['resource', 'list'])).out).toMatch(/^mx-21-1 .*Captura manual/m)
  expect((await padron(['resource', 'reset', 'mx-21-1'])).out).toContain('vuelve a lo declarado')
  expect((await padron(['resource', 'reset', 'mx-21-1'])).out).toContain('ya estaba')
  expect((await padron(['connector', 'remove', 'mx-multas'])).out).toContain('quitado')
  expect(await rows('select from json_connector')).toHaveLength(0)
})

test('an additional source of a type is unused until somebody decides; then the type waits for it', async () => {
  const status = async () =>
    (await rows<{ s: number }>(`select ticket_status as s from vehicle where plate = 'TNA123A'`))[0]?.s
  expect(await resourcesOf()).not.toContain(5103)
  await server.db.system.query(`update vehicle_resource set status_id = 1, good_at = now() where resource_id = 2101;
    update vehicle set ticket_status = 1 where plate = 'TNA123A'`)
  const version = async () =>
    (await rows<{ version: number }>('select version from catalogue_version'))[0]?.version ?? 0
  const before = await version()
  expect((await padron(['resource', 'manual', 'mx-puebla-foto', '--by', 'Ana'])).code).toBe(0)
  expect(await resourcesOf()).toContain(5103)
  expect(await status()).toBe(-1)
  expect(await version()).toBeGreaterThan(before)
  expect((await padron(['resource', 'reset', 'mx-puebla-foto'])).out).toContain('queda fuera de uso')
  expect(await resourcesOf()).not.toContain(5103)
  expect(await status()).toBe(1)
})

test('a history source is queried and decides nothing: it has a check, and no row among the resources', async () => {
  const co = await server.company('andina', 'CO')
  await server.db.system.query(
    `
      insert into vehicle (tenant_id, plate, vin, state_id, asset_status_id)
      values (${co.tenantId}, 'ABC123', '9FB4SREB4RM001414', 1011, 1)`,
  )
  await padron(['resource', 'manual', 'co-1', '--by', 'Ana']) // a change enrols every vehicle
  expect(await checks()).toEqual(
    expect.arrayContaining(['co-parque-automotor datos-gov-co', 'co-simit-historico datos-gov-co']),
  )
  const mine = await rows<{ id: number }>(
    `select resource_id as id from vehicle_resource where tenant_id = ${co.tenantId} order by 1`,
  )
  expect(mine.map(({ id }) => id)).toEqual([6001, 6005, 6012, 6013])
  expect((await padron(['resource', 'manual', 'co-simit-historico', '--by', 'Ana'])).err).toContain('es historia')
})

test.runIf(isDrill)(
  'try: one that understands its portal with the installation’s account is recorded, others are not',
  async () => {
    const base = `http://127.0.0.1:${(source.address() as AddressInfo).port}/api`
    const ask = ['connector', 'try', 'mx-ejemplo', '--plate', 'FAA123A', '--vin', '3N1CN8AE1RL000101']
    const readListLine = async () => /^mx-ejemplo .*$/m.exec((await padron(['connector', 'list'])).out)?.[0]
    await padron(['connector', 'add', await fileOf(simple)])
    reply = { status: 200, body: BODY }
    await padron([...ask, '--url', base, '--credential-stdin'], 'llave\n')
    expect(await readListLine()).not.toContain('probado')
    await padron(['portal', 'set', 'ejemplo', '--url', base, '--credential-stdin'], 'llave\n')
    reply = { status: 401, body: {} }
    await padron(ask)
    expect(await readListLine()).not.toContain('probado')
    reply = { status: 200, body: BODY }
    expect((await padron(ask)).out).toContain('Se anotó que esta versión se probó con cuenta')
    expect(await readListLine()).toMatch(/; probado con cuenta el \d{4}-\d\d-\d\d \(UTC\) por Operador \(.+\)$/)
    await padron(['connector', 'add', await fileOf({ ...simple, about: 'Otra versión.' })])
    expect(await readListLine()).not.toContain('probado')
  },
)
