// Sign-in as an outside client sees it: the three calls, the password step, the terms, the growing waits.
import { argon2Sync } from 'node:crypto'
import type { PasswordKey } from '@padron/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../db/client.ts'
import { lockCompanyAlone } from '../db/company-lock.ts'
import { isDrill } from '../testing/drill.ts'
import { type Company, PASSWORD, type TestServer, testServer } from '../testing/server.ts'
import { countHashes } from '../testing/sign-in/identity.ts'
import { seal } from '../testing/sign-in/seal.ts'
import { MEMORY, PASSES } from './passwords/hash-cost.ts'
import { hashPassword, missingCost, verifyPassword } from './passwords/passwords.ts'

let server: TestServer
let company: Company
let key: PasswordKey

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  await server.somebody(company, 'admin', ['admin'])
  await server.somebody(company, 'consulta', ['vehicles_edit'])
  await server.somebody(company, 'nuevo', ['vehicles_read'], { terms: null })
  await server.somebody(company, 'baja', ['vehicles_read'], { active: false })
  key = (await server.ask(undefined, { url: '/connect/password-key' })).body as PasswordKey
})
afterAll(() => server.stop())

const form = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  payload: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
const signIn = async (
  username: string,
  password: string,
  extra: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) =>
  server.ask(undefined, {
    ...form({
      grant_type: 'password',
      username,
      password: await seal(password, key, { username }),
      scope: 'padron',
      client_id: 'padron-console',
      ...extra,
    }),
    url: '/connect/token',
    remoteAddress,
  })
const tokenOf = ({ body }: { body: unknown }) => (body as { access_token: string }).access_token
const userinfo = (token: string) =>
  server.ask(undefined, { url: '/connect/userinfo', headers: { authorization: `Bearer ${token}` } })

describe('the password key', () => {
  it('is public and holds no private part', () => {
    expect(key).toEqual({ kty: 'OKP', crv: 'X25519', x: expect.any(String), kid: expect.any(String) })
  })
})

describe('signing in', () => {
  it('returns a token that opens userinfo with the expanded roles and is not stored in clear text', async () => {
    const reply = await signIn('norte-consulta', PASSWORD)
    expect(reply.status).toBe(200)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 28_800,
      scope: 'padron',
    })
    const info = await userinfo(tokenOf(reply))
    expect(info.body).toMatchObject({
      name: 'norte-consulta',
      role: ['vehicles_read', 'vehicles_edit', 'tags_read'],
      country: 'MX',
      logoURL: null,
      parentId: String(company.tenantId),
      parentName: 'norte',
    })
    const { rows } = await server.db.system.query(
      'select token_hash from access_token where user_id = (select user_id from app_user where username = $1)',
      ['norte-consulta'],
    )
    expect(JSON.stringify(rows)).not.toContain(tokenOf(reply))
  })

  it('renews a hash made with weaker parameters, without an entry in the activity log', async () => {
    const { tenantId } = await server.somebody(company, 'antiguo', ['vehicles_read'])
    const nonce = Buffer.alloc(16, 7)
    const tag = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: MEMORY / 4,
      passes: 1,
    })
    const weak = `$argon2id$v=19$m=${MEMORY / 4},t=1,p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`
    const stored = () => server.db.system.query(`select password_hash from app_user where username = 'norte-antiguo'`)
    await server.db.system.query(`update app_user set password_hash = $1 where username = 'norte-antiguo'`, [weak])
    const recorded = () => server.db.system.query('select count(*) from activity where tenant_id = $1', [tenantId])
    const before = (await recorded()).rows
    expect((await signIn('norte-antiguo', 'otra')).status).toBe(400)
    expect((await stored()).rows).toEqual([{ password_hash: weak }])
    expect((await signIn('norte-antiguo', PASSWORD)).status).toBe(200)
    expect((await stored()).rows[0]?.password_hash).toContain(`$argon2id$v=19$m=${MEMORY},t=${PASSES},p=1$`)
    expect((await signIn('norte-antiguo', PASSWORD)).status).toBe(200)
    expect((await recorded()).rows).toEqual(before)
  })

  it('reports parent 0 for a main account', async () => {
    const info = await userinfo(tokenOf(await signIn('norte-admin', PASSWORD)))
    expect(info.body).toMatchObject({ parentId: '0', userId: String(company.tenantId) })
  })

  it('is refused for a moment while the company is being suspended', async () => {
    await asSystem(server.db, async (tx) => {
      await lockCompanyAlone(tx, company.tenantId)
      const reply = await signIn('norte-consulta', PASSWORD)
      expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2'])
      // Its own short limit for locks ended it, not the limit of statements.
      expect(reply.body).toMatchObject({ title: expect.stringContaining('Otra operación tiene en uso') })
    })
    expect((await signIn('norte-consulta', PASSWORD)).status).toBe(200)
  })

  it('accepts the user name in any case and in either spelling of ñ', async () => {
    expect((await signIn(' NORTE-Consulta ', PASSWORD)).status).toBe(200)
    await server.somebody(company, 'muñoz'.normalize('NFC'), ['vehicles_read'])
    expect((await signIn('norte-MUÑOZ'.normalize('NFD'), PASSWORD)).status).toBe(200)
  })

  it('gives the same response for a wrong password, an unknown or inactive user, and a broken seal', async () => {
    const wrong = { status: 400, body: { error: 'invalid_grant', error_description: 'invalid_username_or_password' } }
    const [address, username] = ['10.0.0.1', 'norte-admin']
    expect(await signIn('norte-admin', 'otra', {}, address)).toMatchObject(wrong)
    expect(await signIn('norte-nadie', PASSWORD, {}, address)).toMatchObject(wrong)
    expect(await signIn('norte-baja', PASSWORD, {}, address)).toMatchObject(wrong)
    for (const password of [
      '',
      'plain',
      await seal(PASSWORD, key, { username, seconds: 1_000_000 }),
      await seal(PASSWORD, key, { username, typ: 'JWT' }),
      await seal(PASSWORD, { ...key, kid: 'other' }, { username }),
    ]) {
      expect(await signIn('norte-admin', '', { password }, `10.0.1.${password.length % 200}`)).toMatchObject(wrong)
    }
  })

  it('gives the same response to too long a user name or password, and counts it', async () => {
    const wrong = { status: 400, body: { error: 'invalid_grant', error_description: 'invalid_username_or_password' } }
    const address = '10.0.1.250'
    for (const username of ['n'.repeat(121), `norte-admin${'x'.repeat(5_000)}`, 'ñ'.repeat(100_000)])
      expect(await signIn(username, PASSWORD, {}, address)).toMatchObject(wrong)
    expect(await signIn('norte-admin', 'p'.repeat(20_000), {}, address)).toMatchObject(wrong)
    const long = 'm'.repeat(400)
    for (let i = 0; i < 5; i++) await signIn(long, PASSWORD, {}, address)
    expect((await signIn(long, PASSWORD, {}, address)).status).toBe(429)
  })

  it('responds to an invalid request as RFC 6749 defines', async () => {
    expect(await signIn('norte-admin', PASSWORD, { grant_type: 'authorization_code' })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    })
    expect(await server.ask(undefined, { ...form({ grant_type: 'password' }), url: '/connect/token' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })

  it('is blocked after five failures at one address, says how long, and works at other addresses', async () => {
    const address = '10.9.9.9'
    await server.db.system.query('delete from sign_in_attempt')
    for (let i = 0; i < 5; i++) expect((await signIn('norte-admin', `mala-${i}`, {}, address)).status).toBe(400)
    const locked = await signIn('norte-admin', PASSWORD, {}, address)
    expect(locked).toMatchObject({ status: 429, body: { error_description: 'too_many_attempts' } })
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(50)
    expect((await signIn('norte-admin', PASSWORD, {}, '10.9.9.10')).status).toBe(200)
  })

  it('counts guesses before it checks them: the right one among many simultaneous ones is rejected', async () => {
    const address = '10.8.8.8'
    const passwords = [...Array.from({ length: 30 }, (_, i) => `mala-${i}`), PASSWORD]
    const replies = await Promise.all(passwords.map((password) => signIn('norte-consulta', password, {}, address)))
    expect(replies.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5)
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(25)
    expect(replies.filter(({ status }) => status === 200)).toEqual([])
  })

  it('allows one try when the wait is over, and doubles the wait if it fails', async () => {
    const address = '10.7.7.7'
    const passTime = () =>
      server.db.system.query(
        `update sign_in_attempt set locked_until = now() - interval '1 s' where locked_until is not null`,
      )
    for (let i = 0; i < 5; i++) await signIn('norte-nuevo', 'mala', {}, address)
    await passTime()
    expect((await signIn('norte-nuevo', 'mala', {}, address)).status).toBe(400)
    const locked = await signIn('norte-nuevo', 'mala', {}, address)
    expect(locked.status).toBe(429)
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(100)
    await server.db.system.query(`delete from sign_in_attempt`)
  })

  it.runIf(isDrill)(
    'limits guesses at one user from many addresses, but not the user at their known address',
    async () => {
      await server.db.system.query(`delete from sign_in_attempt`)
      expect((await signIn('norte-admin', PASSWORD, {}, '10.3.0.1')).status).toBe(200)
      for (let i = 0; i < 30; i++) await signIn('norte-admin', 'mala', {}, `10.4.0.${i}`)
      expect((await signIn('norte-admin', PASSWORD, {}, '10.5.0.1')).status).toBe(429)
      expect((await signIn('norte-admin', PASSWORD, {}, '10.3.0.1')).status).toBe(200)
      await server.db.system.query(`delete from sign_in_attempt`)
    },
  )

  it.runIf(isDrill)(
    'blocks only the user who fails: repeating an old password does not block colleagues at the address',
    async () => {
      await server.db.system.query('delete from sign_in_attempt')
      const office = '10.6.6.6'
      for (let i = 0; i < 110; i++) await signIn('norte-consulta', 'vieja', {}, office)
      expect((await signIn('norte-admin', PASSWORD, {}, office)).status).toBe(200)
      await server.db.system.query('delete from sign_in_attempt')
    },
  )

  it.runIf(isDrill)('does not count simultaneous right passwords from one office', async () => {
    const users = Array.from({ length: 12 }, (_, i) => `oficina${i}`)
    for (const each of users) await server.somebody(company, each, ['vehicles_read'])
    // Wrong tries from the address, until only ten are left.
    for (let i = 0; i < 2; i++) await signIn(`norte-nadie${i}`, 'mala', {}, '10.6.6.7')
    await server.db.system.query('update sign_in_attempt set failures = 90 where failures = 2')
    const failures = async () =>
      (
        await server.db.system.query(
          'select failures from sign_in_attempt where failures > 0 or locked_until > now() order by 1',
        )
      ).rows
    const before = await failures()
    expect(before.at(-1)).toEqual({ failures: 90 })
    const replies = await Promise.all(users.map((each) => signIn(`norte-${each}`, PASSWORD, {}, '10.6.6.7')))
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10)
    for (const each of users.slice(0, 3))
      expect((await signIn(`norte-${each}`, PASSWORD, {}, '10.6.6.7')).status).toBe(200)
    expect(await failures()).toEqual(before)
    await server.db.system.query('delete from sign_in_attempt')
  })

  it('stops counting failures after a quarter of an hour, even if a sign-in succeeded in between', async () => {
    await server.db.system.query('delete from sign_in_attempt')
    const age = (minutes: number) =>
      server.db.system.query(
        `update sign_in_attempt set last_failure = last_failure - make_interval(mins => $1::int)`,
        [minutes],
      )
    for (let i = 0; i < 3; i++) await signIn('norte-admin', 'mala', {}, `10.6.7.${i}`)
    await age(14)
    expect((await signIn('norte-admin', PASSWORD, {}, '10.6.7.9')).status).toBe(200)
    await age(2)
    expect((await signIn('norte-admin', 'mala', {}, '10.6.7.10')).status).toBe(400)
    const { rows } = await server.db.system.query(
      `select failures from sign_in_attempt where attempt_key like 'user:%'`,
    )
    expect(rows).toEqual([{ failures: 1 }])
    await server.db.system.query('delete from sign_in_attempt')
  })

  it('does the same work for a hash with weaker parameters by computing a second one', async () => {
    const [memory, passes] = [MEMORY / 2, 2]
    const nonce = Buffer.alloc(16)
    const tag = argon2Sync('argon2id', { message: 'x', nonce, parallelism: 1, tagLength: 32, memory, passes })
    const [salt, hash] = [nonce.toString('base64url'), tag.toString('base64url')]
    const weak = `$argon2id$v=19$m=${memory},t=${passes},p=1$${salt}$${hash}`
    const today = await hashPassword('x')
    expect(await countHashes(() => verifyPassword('otra', today))).toBe(1)
    expect(await countHashes(() => verifyPassword('otra', weak))).toBe(2)
    const second = missingCost(memory, passes)
    expect(memory * passes + (second?.memory ?? 0) * (second?.passes ?? 0)).toBe(MEMORY * PASSES)
  })

  it('has hash parameters above OWASP’s minimum outside of tests', async () => {
    const shipped = `${import.meta.dirname}/passwords/hash-cost.ts?shipped`
    expect(await import(shipped)).toMatchObject({ MEMORY: 32_768, PASSES: 3 })
  })

  it('counts an IPv6 network as one address', async () => {
    for (let i = 0; i < 5; i++) await signIn('norte-consulta', 'mala', {}, `2001:db8:1:2::${i + 1}`)
    expect((await signIn('norte-consulta', PASSWORD, {}, '2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await signIn('norte-consulta', PASSWORD, {}, '2001:db8:1:3::1')).status).toBe(200)
  })
})

describe('signing out', () => {
  it('ends the session at once, and gives the same response for an unknown token', async () => {
    const token = tokenOf(await signIn('norte-consulta', PASSWORD))
    expect((await userinfo(token)).status).toBe(200)
    for (const each of [token, token, 'unknown']) {
      expect(
        (
          await server.ask(undefined, {
            ...form({ token: each, client_id: 'padron-console' }),
            url: '/connect/revocation',
          })
        ).status,
      ).toBe(200)
    }
    expect((await userinfo(token)).status).toBe(401)
  })
})

describe('the terms', () => {
  const accept = async (username: string, password: string, address = '10.1.1.1') =>
    server.ask(undefined, {
      method: 'POST',
      url: '/api/v2/TermsAndConditions',
      payload: { username, password: await seal(password, key, { username, use: 'terms' }) },
      remoteAddress: address,
    })

  it('are required only after the right password, accepted once, and then the sign-in continues', async () => {
    expect(await signIn('norte-nuevo', 'otra')).toMatchObject({
      body: { error_description: 'invalid_username_or_password' },
    })
    expect(await signIn('norte-nuevo', PASSWORD)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'terms_not_accepted' },
    })
    expect((await accept('norte-nuevo', 'otra')).status).toBe(400)
    expect((await accept('norte-nadie', PASSWORD)).body).toEqual((await accept('norte-nuevo', 'otra')).body)
    expect((await accept('norte-nuevo', PASSWORD)).status).toBe(200)
    expect(await accept('norte-nuevo', PASSWORD)).toMatchObject({
      status: 409,
      body: { title: expect.stringContaining('ya aceptó los últimos términos') },
    })
    expect((await signIn('norte-nuevo', PASSWORD)).status).toBe(200)
    const { rows } = await server.db.system.query(
      'select terms_version, terms_address from app_user where username = $1',
      ['norte-nuevo'],
    )
    expect(rows).toEqual([{ terms_version: '2024-05', terms_address: '10.1.1.1' }])
    const { rows: recorded } = await server.db.system.query(
      `select who, address, changes from activity where subject_name = 'norte-nuevo' order by activity_id desc limit 1`,
    )
    expect(recorded).toMatchObject([
      {
        who: 'norte-nuevo',
        address: '10.1.1.1',
        changes: { terms_version: [null, '2024-05'], terms_address: [null, '10.1.1.1'] },
      },
    ])
  })

  it('count against the same limits as sign-in', async () => {
    for (let i = 0; i < 5; i++) await accept('norte-nuevo', `mala-${i}`, '10.2.2.2')
    expect((await signIn('norte-nuevo', PASSWORD, {}, '10.2.2.2')).status).toBe(429)
  })
})
