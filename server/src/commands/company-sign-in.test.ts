// What an operator can do for a company whose identity provider is unavailable.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runPadron } from '../testing/processes/padron-command.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { visitor } from '../testing/sign-in/identity.ts'

let server: TestServer
let company: Company
let ana: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  await server.somebody(company, 'admin', ['admin'])
  ana = await server.somebody(company, 'ana', ['vehicles_read'])
})
afterAll(() => server.stop())

const padron = (...args: string[]) =>
  runPadron({ DATABASE_URL: server.addressOf('padron_owner').connectionString }, [
    'company',
    'sign-in',
    '--name',
    'norte',
    ...args,
  ])
const link = (userId = ana.userId) =>
  server.db.system.query(
    `insert into user_identity (tenant_id, issuer, subject, user_id) values ($1, 'https://idp.norte.mx', 'ana', $2)`,
    [company.tenantId, userId],
  )
const setUp = async () => {
  const { system } = server.db
  await system.query(
    `insert into company_idp (tenant_id, issuer, client_id, client_secret, forced)
     values ($1, 'https://idp.norte.mx', 'padron', 'x', true)`,
    [company.tenantId],
  )
  await system.query(`insert into company_idp_domain (tenant_id, domain) values ($1, 'norte.mx')`, [company.tenantId])
  await link()
}

it('shows the provider, allows passwords, releases a domain, unlinks users and removes the provider', async () => {
  expect((await padron()).out).toContain('no tiene un proveedor de identidad')
  expect(await padron('--allow-passwords')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no es obligatoria'),
  })
  await setUp()
  const shown = await padron()
  for (const text of ['https://idp.norte.mx', 'sí: solo la cuenta principal', 'norte.mx', 'Usuarios enlazados'])
    expect(shown.out).toContain(text)

  const client = await visitor(server.app)
  expect(await client.signIn(ana.username, PASSWORD)).toMatchObject({ status: 400 })
  expect(await padron('--allow-passwords')).toMatchObject({ code: 0 })
  expect(await client.signIn(ana.username, PASSWORD)).toMatchObject({ status: 200 })

  expect(await padron('--release-domain', 'otro.mx')).toMatchObject({ code: 1 })
  expect(await padron('--release-domain', 'Norte.mx')).toMatchObject({ code: 0 })
  expect(await padron('--unlink', 'ana')).toMatchObject({ code: 0 })
  expect((await server.ask(ana, { url: '/connect/userinfo' })).status).toBe(401)
  expect(await padron('--unlink', 'ana')).toMatchObject({ code: 1 })
  expect(await padron('--unlink-all')).toMatchObject({ code: 1 })
  await link()
  expect(await padron('--unlink-all', '--remove')).toMatchObject({ code: 1 })
  const all = await padron('--unlink-all')
  expect([all.code, all.out]).toEqual([0, expect.stringContaining('1 usuario ya no está enlazado')])
  expect(await padron('--remove')).toMatchObject({ code: 0 })
  expect(await padron('--remove')).toMatchObject({ code: 1 })
  const { rows } = await server.db.system.query(
    `select origin, subject_kind as kind, changes from activity where origin = 'operator' order by activity_id`,
  )
  expect(rows).toEqual([
    { origin: 'operator', kind: 'company', changes: { provider_forced: [true, false] } },
    { origin: 'operator', kind: 'company', changes: { provider_domains: [['norte.mx'], []] } },
    ...[1, 2].map(() => ({
      origin: 'operator',
      kind: 'user',
      changes: { company_identity: ['https://idp.norte.mx', null] },
    })),
    { origin: 'operator', kind: 'company', changes: { provider_issuer: ['https://idp.norte.mx', null] } },
  ])
})

it('unlinks a user whose name is typed with separate accents', async () => {
  const { userId } = await server.somebody(company, 'peña', ['vehicles_read'])
  await link(userId)
  expect(await padron('--unlink', 'peña'.normalize('NFD'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('norte-peña ya no está enlazado'),
  })
})
