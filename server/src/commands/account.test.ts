// Accounts as an operator types them: one credential, one address and one cap for the portals that share it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountOwner } from '../secrets/owners.ts'
import { openSealed, secretsOf } from '../secrets/sealing.ts'
import { runPadron } from '../testing/processes/padron-command.ts'
import { type TestServer, testServer } from '../testing/server.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const VERIFIK = ['verifik-mx', 'verifik-runt', 'verifik-simit']
let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(() =>
  run(`
    update portal
    set base_url = null, credential = null, price = null, currency = null, account_key = 'verifik',
      credit_out_since = null
      where portal_key in ('verifik-mx', 'verifik-runt', 'verifik-simit');
    update portal_account set credential = null, monthly_cap = null, credit_out_since = null, probe_at = null;
    delete from portal_usage; delete from source_outage`),
)

const run = (text: string, values?: unknown[]) => server.db.system.query(text, values)
const padron = (args: readonly string[], input = '') => {
  const env = { DATABASE_URL: server.addressOf('padron_owner').connectionString, PADRON_SECRET: KEY }
  return runPadron(env, args, input)
}
const account = async (key = 'verifik') =>
  (await run('select * from portal_account where account_key = $1', [key])).rows[0]
const portal = async (key: string) => (await run('select * from portal where portal_key = $1', [key])).rows[0]

test('set: one token and one address for all portals of the account, stored sealed and never displayed', async () => {
  const result = await padron(
    ['account', 'set', 'verifik', '--url', 'https://api.example/', '--credential-stdin'],
    'token-1\n',
  )
  expect(result).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`la comparten ${VERIFIK.join(', ')}`) })
  expect(openSealed(secretsOf([KEY]), accountOwner('verifik'), (await account()).credential)).toBe('token-1')
  for (const key of VERIFIK)
    expect(await portal(key)).toMatchObject({ base_url: 'https://api.example', credential: null })
  const { out } = await padron(['account', 'list'])
  expect(out).toMatch(/^verifik +Verifik +sí +— +— +verifik-mx, verifik-runt, verifik-simit$/m)
  expect(out).not.toMatch(/sealed|token-1/)
  expect((await padron(['portal', 'list'])).out).toMatch(/^verifik-simit .* cuenta verifik /m)
  expect((await padron(['connector', 'list'])).out).toMatch(/^co-simit .* verifik-simit \(cuenta verifik\) /m)
})

test('set: an error is reported and changes nothing', async () => {
  expect((await padron(['account', 'set', 'verifik'])).err).toContain('Diga qué se ajusta')
  expect((await padron(['account', 'set', 'nada', '--credential', 'x'])).err).toContain('No existe la cuenta «nada»')
  expect((await padron(['account', 'set', 'verifik', '--url', 'ftp://x'])).err).toContain('http o https')
  await padron([
    'portal',
    'set',
    'verifik-simit',
    '--url',
    'https://uno.example',
    '--price',
    '0.4',
    '--currency',
    'USD',
  ])
  await padron(['portal', 'set', 'verifik-runt', '--url', 'https://uno.example'])
  const cap = ['account', 'set', 'verifik', '--monthly-cap', '200']
  expect((await padron(cap)).err).toContain('falta el de verifik-runt')
  await padron(['portal', 'set', 'verifik-runt', '--price', '900', '--currency', 'COP'])
  expect((await padron(cap)).err).toContain('una sola moneda; sus portales tienen COP y USD')
  expect((await account()).monthly_cap).toBeNull()
  await padron(['portal', 'set', 'verifik-runt', '--price', '0.4', '--currency', 'USD'])
  expect((await padron(cap)).code).toBe(0)
  expect((await account()).monthly_cap).toBe('200.00')
  expect((await padron(['portal', 'set', 'verifik-runt', '--price', 'sin'])).err).toContain('falta el de verifik-runt')
  expect((await portal('verifik-runt')).price).toBe('0.4000')
  expect((await padron(['account', 'set', 'verifik', '--monthly-cap', 'sin'])).code).toBe(0)
  expect((await account()).monthly_cap).toBeNull()
})

test('set: a price for all portals of an account at once; without one a warning says what has no effect', async () => {
  const { out } = await padron(['account', 'set', 'placapi', '--url', 'https://placapi.example/api'])
  expect(out).toMatch(/Sin precio no hay tope, ni pausa .*: placapi, placapi-mx, placapi-runt\./)
  expect((await padron(['account', 'set', 'placapi', '--price', '349'])).err).toContain('El precio necesita su moneda')
  const priced = await padron([
    'account',
    'set',
    'placapi',
    '--price',
    '349',
    '--currency',
    'COP',
    '--monthly-cap',
    '9000',
  ])
  expect(priced).toMatchObject({ code: 0 })
  expect(priced.out).not.toContain('Sin precio')
  for (const key of ['placapi', 'placapi-mx', 'placapi-runt'])
    expect(await portal(key), key).toMatchObject({ price: '349.0000', currency: 'COP' })
})

test('a portal with a credential of its own is a separate contract until its credential is removed', async () => {
  await padron(['portal', 'set', 'verifik-simit', '--credential', 'propia'])
  expect(await portal('verifik-simit')).toMatchObject({ account_key: 'verifik', shared_account_key: null })
  const { out } = await padron(['account', 'set', 'verifik', '--url', 'https://api.example'])
  expect(out).toMatch(/la comparten verifik-mx, verifik-runt\.\nSin precio /)
  expect(out).toContain('\nCon credencial propia, que se sigue usando: verifik-simit.')
  expect((await portal('verifik-simit')).base_url).toBeNull()
  expect((await padron(['portal', 'set', 'verifik-simit', '--account', 'verifik'])).err).toContain('credencial propia')
  await padron(['portal', 'set', 'verifik-simit', '--account', 'verifik', '--credential', ''])
  expect((await portal('verifik-simit')).shared_account_key).toBe('verifik')
  await padron(['portal', 'set', 'verifik-simit', '--account', 'sin'])
  expect((await portal('verifik-simit')).account_key).toBeNull()
})

test('add: a second contract, for portals that are assigned to it', async () => {
  expect((await padron(['account', 'add', 'Otra cuenta', '--title', 'x'])).err).toContain('letras minúsculas')
  expect((await padron(['account', 'add', 'otra', '--title', ' '])).err).toContain('--title')
  expect((await padron(['account', 'add', 'otra', '--title', 'Segundo contrato'])).code).toBe(0)
  expect((await padron(['account', 'add', 'otra', '--title', 'x'])).err).toContain('ya existe')
  expect((await padron(['portal', 'set', 'nubarium', '--account', 'nada'])).err).toContain('No existe la cuenta «nada»')
  await padron(['portal', 'set', 'nubarium', '--account', 'otra'])
  expect((await portal('nubarium')).shared_account_key).toBe('otra')
  expect((await account('otra')).account_name).toBe('Segundo contrato')
})

test('source status and resume: what an account has spent and why it is paused, once', async () => {
  await run(`
    update portal
    set base_url = 'http://localhost:9', price = 2, currency = 'USD'
    where portal_key in ('verifik-runt', 'verifik-simit');
    update portal_account
    set monthly_cap = 50, credit_out_since = '2026-11-20T10:00:00Z', probe_at = '2026-11-20T11:00:00Z'
    where account_key = 'verifik';
    insert into portal_usage
    select portal_key, date_trunc('month', now() at time zone 'UTC'), 4, 8
    from portal
    where portal_key like 'verifik-%t';
    insert into source_outage (portal_key, began_at, outcome)
    values ('verifik-runt', now(), 'no-credit'), ('verifik-simit', now(), 'no-credit')`)
  const { out } = await padron(['source', 'status'])
  expect(out).toMatch(/^verifik-simit .* sin saldo .* 8\.00 USD \(4 consultas\) /m)
  expect(out).toContain('Cuenta verifik · verifik-runt, verifik-simit · este mes 16.00 de 50.00 USD (8 consultas)\n')
  expect(out.match(/^Sin saldo · .*$/gm)).toEqual([
    'Sin saldo · cuenta verifik · desde 2026-11-20 10:00Z · próxima consulta 2026-11-20 11:00Z; padron source ' +
      'resume verifik-runt',
  ])
  expect((await padron(['source', 'resume', 'verifik-simit'])).out).toContain(
    'El portal verifik-simit, y los demás de la cuenta verifik, se consultan de nuevo a su ritmo; estaba en ' +
      'pausa: sin saldo.',
  )
  expect(await account()).toMatchObject({ credit_out_since: null, probe_at: null })
  expect((await run('select from source_outage where ended_at is null')).rows).toEqual([])
  // Changing any setting that may have been wrong ends the pause of the account too.
  for (const args of [
    ['account', 'set', 'verifik', '--credential', 'x'],
    ['portal', 'set', 'verifik-runt', '--pace-ms', '10'],
  ]) {
    await run(`update portal_account set credit_out_since = now() where account_key = 'verifik'`)
    expect((await padron(args)).code).toBe(0)
    expect((await account()).credit_out_since).toBeNull()
  }
})
