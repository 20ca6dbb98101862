// Guessing at sign-in: which names exist, which password is right, and ways around the count of tries. Timing and a
// thousand guesses are in attacks.drill.test.ts.
import { SEAL_TEXTS, SEAL_USES } from '@padron/contract/session'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '../db/connect.ts'
import type { Answer } from '../testing/attacks/refusal.ts'
import { isDrill } from '../testing/drill.ts'
import { type Company, PASSWORD, type TestServer, testServer } from '../testing/server.ts'
import { appBeside, countHashes, inject, tokenOf, type Visitor, visitor } from '../testing/sign-in/identity.ts'
import { seal, sealContent } from '../testing/sign-in/seal.ts'
import { deleteExpiredSignIns } from './delete-expired.ts'

/** The limits of tries: at a user from one address, at a user from anywhere, and from one address at any user. */
const LIMITS = { pair: 5, user: 10, address: 100 }
const WRONG_PASSWORD = 'mala'
const WRONG = { error: 'invalid_grant', error_description: 'invalid_username_or_password' }
/** The response to a sealed password that was used before. */
const REPEATED = { error: 'invalid_request', error_description: SEAL_TEXTS.repeated }

let server: TestServer
let company: Company
let client: Visitor

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  await server.somebody(company, 'admin', ['admin'])
  await server.somebody(company, 'consulta', ['vehicles_read'])
  await server.somebody(company, 'muñoz', ['vehicles_read'])
  await server.somebody(company, 'nuevo', ['vehicles_read'], { terms: null })
  await server.somebody(company, 'baja', ['vehicles_read'], { active: false })
  const suspended = await server.company('cerrada')
  await server.somebody(suspended, 'admin', ['admin'])
  await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [suspended.tenantId])
  client = await visitor(server.app)
})
afterAll(() => server.stop())
beforeEach(() => server.db.system.query('delete from sign_in_attempt'))

let addresses = 0
/** A new address, in a network of its own. */
const fresh = () => {
  addresses++
  return { remoteAddress: `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` }
}
const repeat = <T>(times: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, i) => work(i)))
const tally = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The counted tries of a user, and their failures in the record of sign-ins. */
const countFailures = async (username: string) => {
  const { rows: tries } = await server.db.system.query<{ failures: number }>(
    'select coalesce(sum(failures), 0)::int as failures from sign_in_attempt',
  )
  const { rows: failed } = await server.db.system.query<{ n: number }>(
    `
      select count(*)::int as n
      from sign_in s
      join app_user u using (tenant_id, user_id)
      where u.username = $1 and not s.succeeded`,
    [username],
  )
  return { failures: tries[0]?.failures, failed: failed[0]?.n }
}

const ENDPOINTS = [
  {
    what: 'the token call',
    ask: (name: string, given: string | { sealed: string }, from: object) => client.signIn(name, given, from),
  },
  {
    what: 'the terms call',
    ask: (name: string, given: string | { sealed: string }, from: object) => client.accept(name, given, from),
  },
] as const

const CALLERS = [
  { who: 'a name nobody has', name: 'norte-nadie', given: 'right' },
  { who: 'a company that is not there', name: 'oriente-admin', given: 'right' },
  { who: 'a wrong password', name: 'norte-consulta', given: 'wrong' },
  { who: 'a main account’s wrong one', name: 'norte-admin', given: 'wrong' },
  { who: 'an inactive user’s own', name: 'norte-baja', given: 'right' },
  { who: 'a suspended company’s', name: 'cerrada-admin', given: 'right' },
  { who: 'one with the terms to come', name: 'norte-nuevo', given: 'wrong' },
] as const

/** The statements of a call, without the record of a failure, which no answer waits for. */
const collectStatements = async (call: () => Promise<unknown>): Promise<string[]> => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await call()
  const sent = query.mock.calls as unknown as [string | { text: string }][]
  query.mockRestore()
  return sent
    .map(([statement]) => (typeof statement === 'string' ? statement : statement.text).trim())
    .filter((text) => /^(select|insert|update|delete|with)\b/i.test(text) && !text.startsWith('insert into "sign_in"'))
    .toSorted()
}

describe.each(ENDPOINTS)('$what', ({ ask }) => {
  it('gives the same response after the same work, whether the name, the password or the user is wrong', async () => {
    const seen = new Set<string>()
    const works: { hashes: number; statements: string[] }[] = []
    for (const { name, given } of CALLERS) {
      let answer: Answer | undefined
      let statements: string[] = []
      const hashes = await countHashes(async () => {
        statements = await collectStatements(async () => {
          answer = await ask(name, given === 'right' ? PASSWORD : WRONG_PASSWORD, fresh())
        })
      })
      works.push({ hashes, statements })
      const { status, body, headers } = answer ?? { status: 0, body: {}, headers: {} }
      // These are new each time: the page's nonce, the answer's id.
      const { date: _, 'content-security-policy': __, 'x-request-id': ___, ...rest } = headers
      seen.add(JSON.stringify({ status, body, rest }))
    }
    expect([...seen]).toHaveLength(1)
    expect([...seen][0]).toMatch(/"status":400/)
    expect(works[0]).toMatchObject({
      hashes: 1,
      statements: expect.arrayContaining([expect.stringContaining('app_user')]),
    })
    for (const work of works) expect(work).toEqual(works[0])
  })
})

/** Sets the count of tries, which is faster than sending them all. */
const asIfTried = async (times: number, sent: number) => {
  const { rowCount } = await server.db.system.query('update sign_in_attempt set failures = $1 where failures = $2', [
    times,
    sent,
  ])
  expect(rowCount).toBe(1)
}

describe('guesses at one user, each from another address', () => {
  const guess = (name: string, times = 1) => repeat(times, () => client.signIn(name, WRONG_PASSWORD, fresh()))

  it('sent at once are checked only up to the limit; the user still signs in from a known address', async () => {
    const home = { remoteAddress: '192.0.2.7' }
    expect((await client.signIn('norte-admin', PASSWORD, home)).status).toBe(200)
    expect(tally(await guess('norte-admin', 50))).toEqual({ 400: LIMITS.user, 429: 50 - LIMITS.user })
    expect((await client.signIn('norte-admin', PASSWORD, fresh())).status).toBe(429) // not even the right one
    expect((await client.signIn('norte-admin', PASSWORD, home)).status).toBe(200)
    expect((await client.signIn('norte-consulta', PASSWORD, fresh())).status).toBe(200)
  })

  it('get no more tries because the user signs in meanwhile', async () => {
    const home = { remoteAddress: '192.0.2.8' }
    expect((await client.signIn('norte-consulta', PASSWORD, home)).status).toBe(200)
    expect(tally(await guess('norte-consulta', 2))).toEqual({ 400: 2 })
    await asIfTried(LIMITS.user - 1, 2)
    expect(tally(await guess('norte-consulta', 3))).toEqual({ 400: 1, 429: 2 })
    for (let i = 0; i < 3; i++) {
      expect((await client.signIn('norte-consulta', PASSWORD, home)).status).toBe(200)
      expect(tally(await guess('norte-consulta'))).toEqual({ 429: 1 })
    }
  })

  it('get the same responses whether or not the user exists', async () => {
    const locked: unknown[] = []
    for (const name of ['norte-nadie', 'norte-consulta']) {
      expect(tally(await guess(name, 2))).toEqual({ 400: 2 })
      await asIfTried(LIMITS.user - 1, 2)
      expect(tally(await guess(name, 3))).toEqual({ 400: 1, 429: 2 })
      const { status, body, headers } = await client.signIn(name, PASSWORD, fresh())
      locked.push({ status, body, retry: Number(headers['retry-after']) > 50 })
    }
    expect(locked[0]).toEqual(locked[1])
  })
})

describe('a guesser who changes', () => {
  it('the forwarded address in the headers is still the same client', async () => {
    const answers: Answer[] = []
    for (let i = 0; i < 12; i++) {
      const claimed = `203.0.113.${i}`
      const headers = {
        'x-forwarded-for': claimed,
        'x-real-ip': claimed,
        forwarded: `for=${claimed}`,
        'cf-connecting-ip': claimed,
      }
      answers.push(await client.signIn('norte-admin', WRONG_PASSWORD, { remoteAddress: '198.51.100.1', headers }))
    }
    expect(tally(answers)).toEqual({ 400: LIMITS.pair, 429: 12 - LIMITS.pair })
  })

  it('that address behind a trusted proxy is counted by the address that the proxy saw', async () => {
    const app = await appBeside(server.db, { trustedProxies: ['198.51.100.1'] })
    const behind = await visitor(app)
    const from = (claimed: string, seen: string) => ({
      remoteAddress: '198.51.100.1',
      headers: { 'x-forwarded-for': `${claimed}, ${seen}` },
    })
    for (let i = 0; i < LIMITS.pair; i++)
      expect((await behind.signIn('norte-admin', WRONG_PASSWORD, from(`203.0.113.${i}`, '192.0.2.50'))).status).toBe(
        400,
      )
    expect((await behind.signIn('norte-admin', PASSWORD, from('203.0.113.99', '192.0.2.50'))).status).toBe(429)
    expect((await behind.signIn('norte-admin', PASSWORD, from('203.0.113.99', '192.0.2.51'))).status).toBe(200)
    await app.close()
  })

  it.runIf(isDrill)('the case, spaces or spelling of the user name guesses at the same user', async () => {
    const spellings = [
      'norte-muñoz',
      'NORTE-MUÑOZ',
      ' Norte-Muñoz ',
      'norte-muñoz'.normalize('NFD'),
      '\tnorte-muñoz\u00a0',
      'Norte-MUÑOZ'.normalize('NFD'),
    ]
    const answers: Answer[] = []
    for (const name of [...spellings, ...spellings])
      answers.push(await client.signIn(name, WRONG_PASSWORD, { remoteAddress: '198.51.100.2' }))
    expect(tally(answers)).toEqual({ 400: LIMITS.pair, 429: 2 * spellings.length - LIMITS.pair })
    expect((await client.signIn('norte-muñoz', PASSWORD, { remoteAddress: '198.51.100.2' })).status).toBe(429)
  })

  it.runIf(isDrill)('fields that are not read is still the same client', async () => {
    const answers: Answer[] = []
    for (let i = 0; i < 10; i++) {
      const fields = {
        grant_type: 'password',
        username: 'norte-admin',
        password: await seal(WRONG_PASSWORD, client.key, { username: 'norte-admin' }),
        client_id: `c${i}`,
        scope: `s${i}`,
        nonce: `${i}`,
        user: `u${i}`,
      }
      const payload = new URLSearchParams(fields).toString()
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': `agent ${i}`,
        cookie: `visit=${i}`,
      }
      answers.push(
        await inject(server.app, {
          method: 'POST',
          url: `/connect/token?try=${i}`,
          payload,
          headers,
          remoteAddress: '198.51.100.3',
        }),
      )
    }
    expect(tally(answers)).toEqual({ 400: LIMITS.pair, 429: 10 - LIMITS.pair })
  })

  it.runIf(isDrill)('the user is stopped by the limit of the client address', async () => {
    const from = { remoteAddress: '198.51.100.4' }
    const tries = (times: number, name: string) =>
      repeat(times, (i) => client.signIn(`${name}${i}`, WRONG_PASSWORD, from))
    expect(tally(await tries(10, 'norte-uno'))).toEqual({ 400: 10 })
    await asIfTried(LIMITS.address - 5, 10) // at the address: each user was tried once
    expect(tally(await tries(20, 'norte-otro'))).toEqual({ 400: 5, 429: 15 })
    expect((await client.signIn('norte-admin', PASSWORD, from)).status).toBe(429)
  })

  it('the process finds the same limit there, and after a restart', async () => {
    const from = { remoteAddress: '198.51.100.5' }
    for (let i = 0; i < LIMITS.pair; i++) await client.signIn('norte-admin', WRONG_PASSWORD, from)
    const db = connect(server.addressOf)
    const again = await visitor(await appBeside(db))
    expect((await again.signIn('norte-admin', PASSWORD, from)).status).toBe(429)
    expect((await again.accept('norte-admin', PASSWORD, from)).status).toBe(429)
    await db.close()
  })

  it('the call has the same count: sign-in, terms and one’s own password share it', async () => {
    const token = tokenOf(await client.signIn('norte-consulta', PASSWORD))
    const from = { remoteAddress: '198.51.100.6' }
    const username = 'norte-consulta'
    const change = async (password: string) =>
      inject(server.app, {
        method: 'PUT',
        url: '/api/v2/account/password',
        payload: {
          current: await seal(password, client.key, { username, use: 'current-password' }),
          password: await seal('Otra-clave-1', client.key, { username, use: 'new-password' }),
        },
        headers: { authorization: `Bearer ${token}` },
        ...from,
      })
    expect((await client.signIn('norte-consulta', WRONG_PASSWORD, from)).status).toBe(400)
    expect((await client.accept('norte-consulta', WRONG_PASSWORD, from)).status).toBe(400)
    for (let i = 2; i < LIMITS.pair; i++) expect((await change(WRONG_PASSWORD)).status).toBe(422)
    expect((await change(PASSWORD)).status).toBe(429)
    expect((await client.accept('norte-consulta', PASSWORD, from)).status).toBe(429)
    expect((await client.signIn('norte-consulta', PASSWORD, from)).status).toBe(429)
  })
})

describe('the terms call', () => {
  it('reveals nothing without the right password, and with it only whether the terms are accepted', async () => {
    const unknown = await client.accept('norte-nadie', PASSWORD, fresh())
    for (const [name, given] of [
      ['norte-nuevo', 'mala'],
      ['norte-admin', 'mala'],
      ['norte-baja', PASSWORD],
      ['cerrada-admin', PASSWORD],
    ] as const) {
      const { status, body } = await client.accept(name, given, fresh())
      expect({ status, body }, name).toEqual({ status: unknown.status, body: unknown.body })
    }
    expect(await client.accept('norte-admin', PASSWORD, fresh())).toMatchObject({
      status: 409,
      body: { title: 'El usuario ya aceptó los últimos términos y condiciones.' },
    })
    const accepted = await client.accept('norte-nuevo', PASSWORD, fresh())
    expect(accepted).toMatchObject({ status: 200, body: { message: 'Términos y condiciones aceptados.' } })
    expect(JSON.stringify(accepted.body)).not.toMatch(/token/)
  })

  it('rejects a second acceptance and keeps the time and address of the first', async () => {
    const { rows: before } = await server.db.system.query(
      `select terms_at, terms_address from app_user where username = 'norte-nuevo'`,
    )
    const sealed = await seal(PASSWORD, client.key, { username: 'norte-nuevo', use: 'terms' })
    expect((await client.accept('norte-nuevo', { sealed }, fresh())).status).toBe(409)
    const { rows: after } = await server.db.system.query(
      `select terms_at, terms_address from app_user where username = 'norte-nuevo'`,
    )
    expect(after).toEqual(before)
  })
})

describe('a sealed password', () => {
  it('from ten minutes ago or ahead is rejected', async () => {
    const at = Math.floor(Date.now() / 1000)
    for (const seconds of [at - 600, at + 600, 0, Number.NaN]) {
      const sealed = await seal(PASSWORD, client.key, { username: 'norte-admin', seconds })
      expect(await client.signIn('norte-admin', { sealed }, fresh())).toMatchObject({ status: 400, body: WRONG })
    }
  })

  it('that is malformed, or is the password in clear text, is rejected', async () => {
    const right = await seal(PASSWORD, client.key, { username: 'norte-admin' })
    const [head = '', ...rest] = right.split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: client.key.kid, typ: 'pwd+jwe' })).toString('base64url')
    const direct = Buffer.from(
      JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid: client.key.kid, typ: 'pwd+jwe' }),
    ).toString('base64url')
    const cut = right.slice(0, -4)
    for (const sealed of [
      PASSWORD,
      '',
      '....',
      `${head}....`,
      [none, ...rest].join('.'),
      [direct, ...rest].join('.'),
      cut,
      right.repeat(20).slice(0, 4096),
    ])
      expect(await client.signIn('norte-admin', { sealed }, fresh())).toMatchObject({ status: 400, body: WRONG })
  })

  it('is accepted once, whatever the process and however many requests are simultaneous', async () => {
    const beside = await appBeside(server.db)
    const [sealed, other] = [await seal(PASSWORD, client.key, { username: 'norte-admin' }), await visitor(beside)]
    const answers = await repeat(6, (i) => (i % 2 ? client : other).signIn('norte-admin', { sealed }, fresh()))
    expect(tally(answers)).toEqual({ 200: 1, 400: 5 })
    for (const { body } of answers.filter(({ status }) => status === 400)) expect(body).toEqual(REPEATED)
    expect(await client.signIn('norte-admin', { sealed }, fresh())).toMatchObject({ status: 400, body: REPEATED })
    expect((await client.signIn('norte-admin', PASSWORD, fresh())).status).toBe(200)
    await beside.close()
  })

  it('that is sent again after a lost response is not counted as a failure, even if the password changed', async () => {
    const username = 'norte-muñoz'
    const sealed = await seal(PASSWORD, client.key, { username })
    expect((await client.signIn(username, { sealed }, fresh())).status).toBe(200)
    await server.db.system.query('delete from sign_in_attempt')
    const before = await countFailures(username)
    const from = fresh()
    // One after the other: a try is counted while it is checked, and withdrawn if it is a repeat.
    const again = async () => {
      const answers: Answer[] = []
      while (answers.length <= LIMITS.pair) answers.push(await client.signIn(username, { sealed }, from))
      return answers
    }
    expect(tally(await again())).toEqual({ 400: LIMITS.pair + 1 })
    const { rows } = await server.db.system.query<{ hash: string }>(
      'select password_hash as hash from app_user where username = $1',
      [username],
    )
    await server.db.system.query(`update app_user set password_hash = 'x' where username = $1`, [username])
    for (const answer of await again()) expect(answer).toMatchObject({ status: 400, body: REPEATED })
    await server.db.system.query('update app_user set password_hash = $2 where username = $1', [
      username,
      rows[0]?.hash,
    ])
    expect(await countFailures(username)).toEqual(before)
    expect((await client.signIn(username, PASSWORD, from)).status).toBe(200)
  })

  it('with the id of a used one gets the same response whether its password is right or wrong', async () => {
    const jti = 'x'.repeat(22)
    const content = { iat: Math.floor(Date.now() / 1000), use: 'sign-in', jti }
    const own = await sealContent({ ...content, p: PASSWORD, sub: 'norte-consulta' }, client.key)
    expect((await client.signIn('norte-consulta', { sealed: own }, fresh())).status).toBe(200)
    for (const p of [PASSWORD, WRONG_PASSWORD]) {
      const guess = await sealContent({ ...content, p, sub: 'norte-admin' }, client.key)
      expect(await client.signIn('norte-admin', { sealed: guess }, fresh())).toMatchObject({
        status: 400,
        body: REPEATED,
      })
    }
  })

  it('from a page that was open during an upgrade gets a response to reload, and is not counted', async () => {
    const username = 'norte-muñoz'
    const from = fresh()
    const before = await countFailures(username)
    const OLD = { error: 'invalid_request', error_description: SEAL_TEXTS.oldPage }
    for (let i = 0; i <= LIMITS.pair; i++) {
      const sealed = await sealContent({ p: PASSWORD, iat: Math.floor(Date.now() / 1000) }, client.key)
      expect(await client.signIn(username, { sealed }, from)).toMatchObject({ status: 400, body: OLD })
    }
    const terms = await sealContent({ p: PASSWORD, iat: 1 }, client.key)
    expect(await client.accept(username, { sealed: terms }, from)).toMatchObject({
      status: 400,
      body: { title: SEAL_TEXTS.oldPage },
    })
    expect(await countFailures(username)).toEqual(before)
    // Every other password is still wrong.
    for (const content of [{ p: PASSWORD }, { p: PASSWORD, iat: 1, sub: username }, { p: 1, iat: 1 }, []])
      expect(await client.signIn(username, { sealed: await sealContent(content, client.key) }, fresh())).toMatchObject({
        status: 400,
        body: WRONG,
      })
    const otherType = await sealContent({ p: PASSWORD, iat: 1 }, client.key, 'JWT')
    expect(await client.signIn(username, { sealed: otherType }, fresh())).toMatchObject({ status: 400, body: WRONG })
  })

  it('that is wrong is rejected in the same way the second time', async () => {
    const sealed = await seal(WRONG_PASSWORD, client.key, { username: 'norte-admin' })
    for (let i = 0; i < 2; i++)
      expect(await client.signIn('norte-admin', { sealed }, fresh())).toMatchObject({ status: 400, body: WRONG })
  })

  it('for one user is rejected for another user with the same password', async () => {
    const sealed = await seal(PASSWORD, client.key, { username: 'norte-consulta' })
    expect(await client.signIn('norte-admin', { sealed }, fresh())).toMatchObject({ status: 400, body: WRONG })
    expect((await client.signIn(' Norte-CONSULTA', { sealed }, fresh())).status).toBe(200)
  })

  it.each(SEAL_USES.filter((use) => use !== 'sign-in'))('for the use %s is rejected at sign-in', async (use) => {
    const sealed = await seal(PASSWORD, client.key, { username: 'norte-admin', use })
    expect(await client.signIn('norte-admin', { sealed }, fresh())).toMatchObject({ status: 400, body: WRONG })
  })

  it('for sign-in cannot change a password, and one for another user cannot reset it', async () => {
    const { body } = await client.signIn('norte-admin', PASSWORD, fresh())
    const headers = { authorization: `Bearer ${(body as { access_token: string }).access_token}` }
    const idOf = async (name: string) =>
      (await server.db.system.query('select user_id from app_user where username = $1', [name])).rows[0]?.user_id
    const reset = async (name: string, sealed: string) =>
      inject(server.app, {
        method: 'PATCH',
        url: `/api/v2/roles/user/${await idOf(name)}/password`,
        payload: { password: sealed },
        headers,
      })
    const username = 'norte-muñoz'
    expect((await reset(username, await seal('Robada-1', client.key, { username }))).status).toBe(422)
    const sealed = await seal('Nueva-clave-1', client.key, { username, use: 'new-password' })
    expect((await reset('norte-consulta', sealed)).status).toBe(422)
    expect((await reset(username, sealed)).status).toBe(200)
    expect(await reset(username, sealed)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'password', message: expect.stringContaining('No se pudo leer') }] },
    })
    expect((await client.signIn(username, 'Nueva-clave-1', fresh())).status).toBe(200)
  })

  it('is remembered as long as it is valid, and then deleted', async () => {
    const used = async () =>
      (await server.db.system.query('select count(*)::int as n from used_sealed_password')).rows[0]?.n
    expect((await client.signIn('norte-consulta', PASSWORD, fresh())).status).toBe(200)
    const before = await used()
    expect(before).toBeGreaterThan(0)
    await server.db.system.query(`insert into used_sealed_password values ('old', now() - interval '2 hours')`)
    await deleteExpiredSignIns(server.db)
    expect(await used()).toBe(before)
  })
})
