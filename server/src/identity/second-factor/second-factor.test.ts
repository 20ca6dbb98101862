// The second factor: set-up with the password, the challenge at sign-in, codes that work once, recovery codes, limits,
// and that one user's codes and challenges do not work for another.
import { FACTOR_TEXTS } from '@padron/contract/account'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { factorSteps } from '../../testing/sign-in/factor-steps.ts'

let server: TestServer
let company: Company
let who: Somebody
let steps: Awaited<ReturnType<typeof factorSteps>>
/** The clock is fixed, so that a code belongs to the step that a test means. */
const now = new Date()
let turn = 0

beforeAll(async () => {
  server = await testServer(() => now, { mails: true })
  company = await server.company('norte')
  steps = await factorSteps(server, now)
})
afterAll(() => server.stop())
beforeEach(async () => {
  who = await server.somebody(company, `ana${turn++}`, ['vehicles_read'])
})

const password = (more: Record<string, string> = {}) => steps(who).password(more)
const second = (mfa_token: string, otp: string, more: Record<string, string> = {}) =>
  steps(who).second(mfa_token, { otp, ...more })
const challenge = () => steps(who).challenge()
const call = (url: string, payload: object, somebody = who) => steps(who).call(url, payload, somebody)
const current = (word = PASSWORD) => steps(who).current(word)
const me = () => steps(who).me()

/** @param steps of 30 seconds from now */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + steps * 30_000 })
const setUp = async () => {
  const { secret } = (await call('', { current: await current() })).body as { secret: string }
  const { codes } = (await call('/confirm', { code: codeOf(secret, -1) })).body as { codes: string[] }
  return { secret, codes }
}

describe('setting up the application', () => {
  it('requires the password and a code of the application; until then sign-in requires no code', async () => {
    expect(await call('', { current: await current('no-es') })).toMatchObject({ status: 422 })
    const begun = await call('', { current: await current() })
    expect(begun).toMatchObject({
      status: 200,
      body: {
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\/Padr%C3%B3n:norte-ana\d+\?/),
      },
    })
    expect((await password()).status).toBe(200)
    expect(await call('/confirm', { code: '000000' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'code' }] },
    })
    expect((await me()).secondFactor).toBeNull()
    const { secret } = begun.body as { secret: string }
    const { body } = await call('/confirm', { code: ` ${codeOf(secret).replace(/(...)/, '$1 ')}` })
    const { codes } = body as { codes: string[] }
    expect(new Set(codes).size).toBe(10)
    expect(codes[0]).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
    expect(await me()).toMatchObject({ secondFactor: { since: expect.any(String), recoveryCodesLeft: 10 } })
    expect(await call('', { current: await current() })).toMatchObject({ status: 409 })
  })

  it('stores neither the secret nor a recovery code in clear text', async () => {
    const { secret, codes } = await setUp()
    const { rows } = await server.db.system.query('select * from second_factor natural left join recovery_code')
    const stored = JSON.stringify(rows)
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text)
  })
})

describe('signing in', () => {
  it('requires a code after the right password, and not after a wrong one', async () => {
    const { secret } = await setUp()
    const wrong = await steps(who).password({}, 'no')
    expect(wrong.body).toEqual({ error: 'invalid_grant', error_description: 'invalid_username_or_password' })
    const refused = await password()
    expect(refused).toMatchObject({
      status: 400,
      body: { error: 'mfa_required', error_description: 'second_factor_required', expires_in: 300 },
    })
    const { mfa_token } = refused.body as { mfa_token: string }
    expect(await second(mfa_token, '12345')).toMatchObject({ body: { error_description: 'invalid_code' } })
    const entered = await second(mfa_token, codeOf(secret))
    expect(entered).toMatchObject({ status: 200, body: { access_token: expect.any(String), token_type: 'Bearer' } })
    expect(await second(mfa_token, codeOf(secret, 1))).toMatchObject({ body: { error_description: 'sign_in_expired' } })
  })

  it('accepts a code one step early or late, and then neither the same one nor an older one', async () => {
    const { secret } = await setUp()
    expect((await second(await challenge(), codeOf(secret, 1))).status).toBe(200)
    for (const steps of [1, 0, -1, 2])
      expect(await second(await challenge(), codeOf(secret, steps)), `${steps}`).toMatchObject({ status: 400 })
  })

  it('accepts one of two simultaneous requests with the same code', async () => {
    const { secret } = await setUp()
    const tokens = [await challenge(), await challenge()]
    const answers = await Promise.all(tokens.map((token) => second(token, codeOf(secret))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('accepts a recovery code once, however it is typed', async () => {
    const { codes } = await setUp()
    const [first = ''] = codes
    expect((await second(await challenge(), first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await second(await challenge(), first)).toMatchObject({ body: { error_description: 'invalid_code' } })
    expect((await me()).secondFactor).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('reports the use of a recovery code in the activity log and by email, with the number left', async () => {
    await server.db.system.query(`update app_user set email = 'usado@norte.mx' where user_id = $1`, [who.userId])
    const { codes } = await setUp()
    await second(await challenge(), codes[0] ?? '')
    await call('/codes', { code: codes[1] })
    const { rows } = await server.db.system.query(
      `select who, origin, address, changes -> 'recovery_codes' as codes
       from activity where changes ? 'recovery_codes' and subject_id = $1 order by activity_id`,
      [who.userId],
    )
    expect(rows).toMatchObject([
      { who: who.username, origin: 'console', address: expect.any(String), codes: [10, 9] },
      { who: who.username, origin: 'console', address: expect.any(String), codes: [9, 8] },
      { codes: [null, 'Otros'] },
    ])
    const { rows: emails } = await server.db.system.query<{ subject: string; text: string }>(
      `select content ->> 'subject' as subject, content::text as text
       from mail where recipient = 'usado@norte.mx' order by created_at`,
    )
    const used = emails.filter(({ subject }) => subject === 'Se usó un código de recuperación de su cuenta de Padrón')
    expect(used.map(({ text }) => /Le quedan \d+/.exec(text)?.[0])).toEqual(['Le quedan 9', 'Le quedan 8'])
  })

  it('expires five minutes after the password, or when the password changes', async () => {
    const { secret } = await setUp()
    const late = await challenge()
    await server.db.system.query(`update sign_in_challenge set expires_at = now() - interval '1 second'`)
    expect(await second(late, codeOf(secret))).toMatchObject({ body: { error_description: 'sign_in_expired' } })
    const changed = await challenge()
    await server.db.system.query(`update app_user set password_hash = 'x' where user_id = $1`, [who.userId])
    expect(await second(changed, codeOf(secret))).toMatchObject({ body: { error_description: 'sign_in_expired' } })
  })

  it('counts wrong codes like wrong passwords, but separately', async () => {
    const { secret } = await setUp()
    const token = await challenge()
    const answers: number[] = []
    for (let i = 0; i < 6; i++) answers.push((await second(token, '000000')).status)
    expect(answers).toEqual([400, 400, 400, 400, 400, 429])
    expect((await second(token, codeOf(secret))).status).toBe(429)
    expect(await password()).toMatchObject({ body: { error: 'mfa_required' } })
    expect((await me()).signIns.filter(({ succeeded }) => !succeeded)).toHaveLength(5)
  })

  it('rejects another user’s code and an unknown challenge', async () => {
    const { codes } = await setUp()
    who = await server.somebody(company, `beto${turn++}`, ['vehicles_read'])
    const { secret } = await setUp()
    expect((await second(await challenge(), codes[1] ?? '')).status).toBe(400)
    expect((await second('x'.repeat(43), codeOf(secret))).status).toBe(400)
  })
})

describe('changing the second factor', () => {
  it('removal requires the password and a code; then the password alone is enough', async () => {
    const { secret, codes } = await setUp()
    expect((await call('/remove', { current: await current(), code: '000000' })).status).toBe(422)
    expect((await call('/remove', { current: await current('no-es'), code: codeOf(secret) })).status).toBe(422)
    expect((await call('/remove', { current: await current(), code: codes[3] })).status).toBe(200)
    expect((await password()).status).toBe(200)
    expect((await me()).secondFactor).toBeNull()
    const { rows } = await server.db.system.query(
      `select changes from activity where changes ? 'second_factor' and subject_id = $1 order by activity_id`,
      [who.userId],
    )
    expect(rows.map(({ changes }) => changes.second_factor)).toEqual([
      [false, true],
      [true, false],
    ])
  })

  it('new recovery codes require a code and replace the former ones; the log and an email report it', async () => {
    await server.db.system.query(`update app_user set email = 'otros@norte.mx' where user_id = $1`, [who.userId])
    const { secret, codes } = await setUp()
    const { body } = await call('/codes', { code: codeOf(secret) })
    const [fresh = ''] = (body as { codes: string[] }).codes
    expect((await second(await challenge(), codes[0] ?? '')).status).toBe(400)
    expect((await second(await challenge(), fresh)).status).toBe(200)
    const { rows } = await server.db.system.query(
      `select changes, who,
         (select content ->> 'subject' from mail where recipient = 'otros@norte.mx' order by created_at offset 1 limit 1) as mail
       from activity where subject_id = $1 and changes @> '{"recovery_codes": [null]}'`,
      [who.userId],
    )
    expect(rows).toEqual([
      {
        changes: { recovery_codes: [null, 'Otros'] },
        who: who.username,
        mail: 'Los códigos de recuperación de su cuenta de Padrón se cambiaron por otros',
      },
    ])
  })
})

it('a code that could not be checked because the database failed is not counted', async () => {
  const { secret } = await setUp()
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  try {
    await owner.query('revoke update on second_factor from padron_app')
    for (let tries = 0; tries < 6; tries++) expect((await call('/codes', { code: codeOf(secret) })).status).toBe(500)
  } finally {
    await owner.query('grant update on second_factor to padron_app')
    await owner.end()
  }
  expect((await call('/codes', { code: codeOf(secret) })).status).toBe(200)
})

describe('a remembered device', () => {
  const rememberedBy = async (secret: string, steps = 0) =>
    (await second(await challenge(), codeOf(secret, steps), { remember_device: 'true' })).body as {
      device_token: string
    }

  it('signs in with the password alone, for its user only', async () => {
    const { secret } = await setUp()
    expect((await second(await challenge(), codeOf(secret))).body).not.toHaveProperty('device_token')
    const { device_token } = await rememberedBy(secret, 1)
    expect((await password({ device_token })).status).toBe(200)
    expect((await password({ device_token: 'x'.repeat(43) })).body).toMatchObject({ error: 'mfa_required' })
    expect((await me()).secondFactor).toMatchObject({ devices: 1 })
    who = await server.somebody(company, `carla${turn++}`, ['vehicles_read'])
    await setUp()
    expect((await password({ device_token })).body).toMatchObject({ error: 'mfa_required' })
  })

  it('needs a code again after thirty days, a new password, or forgetting all devices', async () => {
    const { secret } = await setUp()
    const { device_token } = await rememberedBy(secret)
    const age = (days: number) =>
      server.db.system.query(`update known_device set expires_at = expires_at - make_interval(days => $1)`, [days])
    await age(29)
    expect((await password({ device_token })).status).toBe(200)
    await age(2)
    expect((await password({ device_token })).body).toMatchObject({ error: 'mfa_required' })
    await age(-31)
    expect((await password({ device_token })).status).toBe(200)
    await server.db.system.query(`update known_device set password_digest = 'x'`)
    expect((await password({ device_token })).body).toMatchObject({ error: 'mfa_required' })
    const { device_token: other } = await rememberedBy(secret, 1)
    expect(await call('/devices/forget', {})).toMatchObject({ status: 200, body: { forgotten: 2 } })
    expect((await password({ device_token: other })).body).toMatchObject({ error: 'mfa_required' })
  })

  it('replaces the oldest of twenty', async () => {
    const { codes } = await setUp()
    const { rows } = await server.db.system.query(
      `insert into known_device (tenant_id, device_hash, user_id, password_digest, agent, created_at, expires_at)
       select $1, ('\\x' || lpad(to_hex(n), 4, '0'))::bytea, $2, 'x', 'x', now() - make_interval(hours => n), now() + interval '1 day'
       from generate_series(1, 20) n
       returning device_hash`,
      [company.tenantId, who.userId],
    )
    expect(rows).toHaveLength(20)
    await second(await challenge(), codes[0] ?? '', { remember_device: 'true' })
    expect((await me()).secondFactor).toMatchObject({ devices: 20 })
    const { rowCount } = await server.db.system.query(
      `select from known_device where user_id = $1 and device_hash = '\\x0014'`,
      [who.userId],
    )
    expect(rowCount).toBe(0)
  })
})

describe('if a second factor is required', () => {
  const post = (url: string, somebody = who) => server.ask(somebody, { method: 'POST', url, payload: {} })
  const requireOf = (presetId: number, requires: boolean) =>
    server.db.system.query('update preset set requires_factor = $2 where preset_id = $1', [presetId, requires])

  it('by a profile, no other call is served before it is set up, and it cannot be removed', async () => {
    const profile = await server.profile(company, `Perfil ${turn}`, ['vehicles_read'])
    who = await server.somebody(company, `dora${turn++}`, [], { profile })
    expect((await post('/api/v2/vehicleAsset')).status).toBe(200)
    await requireOf(profile, true)
    const refused = { status: 403, body: { title: FACTOR_TEXTS.missing } }
    expect(await post('/api/v2/vehicleAsset')).toMatchObject(refused)
    expect(await server.ask(who, { url: '/api/v2/views' })).toMatchObject(refused)
    expect((await server.ask(who, { url: '/connect/userinfo' })).body).toMatchObject({ lacksFactor: true })
    expect((await me()).factorRequired).toEqual({ ofUser: true, ofAdmins: false })
    const { secret } = await setUp()
    expect((await post('/api/v2/vehicleAsset')).status).toBe(200)
    expect((await server.ask(who, { url: '/connect/userinfo' })).body).not.toHaveProperty('lacksFactor')
    expect(await call('/remove', { current: await current(), code: codeOf(secret) })).toMatchObject({
      status: 409,
      body: { title: FACTOR_TEXTS.required },
    })
    await requireOf(profile, false)
    expect((await call('/remove', { current: await current(), code: codeOf(secret) })).status).toBe(200)
  })

  it('of user administrators, only one who has it can require it, and other users need none', async () => {
    const firm = await server.company(`firma${turn}`)
    const main = await server.somebody(firm, 'admin', ['admin'])
    const reader = await server.somebody(firm, 'lector', ['vehicles_read'])
    const helper = await server.somebody(firm, 'ayuda', ['users_admin'])
    who = main
    const change = () =>
      server.ask(main, { method: 'PUT', url: '/api/v2/company', payload: { adminsNeedFactor: true } })
    expect(await change()).toMatchObject({ status: 409, body: { title: FACTOR_TEXTS.ownFirst } })
    await setUp()
    expect((await change()).status).toBe(200)
    const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/activity', payload: {} })
    expect((body as { activities: object[] }).activities[0]).toMatchObject({
      who: { name: main.username },
      subject: { kind: 'company' },
      changes: [
        { field: 'Pide la verificación en dos pasos a quienes administran usuarios', before: 'No', after: 'Sí' },
      ],
    })
    expect((await post('/api/v2/users', helper)).status).toBe(403)
    expect((await post('/api/v2/users', main)).status).toBe(200)
    expect((await post('/api/v2/vehicleAsset', reader)).status).toBe(200)
  })
})

describe('removal of a lost second factor', () => {
  const remove = (admin: Somebody, { userId }: Somebody) =>
    server.ask(admin, { method: 'DELETE', url: `/api/v2/users/${userId}/factor` })

  it('by an administrator with at least the same permissions is accepted; the user gets an email', async () => {
    const admin = await server.somebody(company, `jefe${turn}`, ['users_admin', 'vehicles_read'])
    await server.db.system.query(`update app_user set email = 'ana@norte.mx' where user_id = $1`, [who.userId])
    await setUp()
    const token = await challenge()
    for (let i = 0; i < 5; i++) await second(token, '000000')
    expect((await remove(admin, who)).status).toBe(200)
    expect((await password()).status).toBe(200)
    expect(await remove(admin, who)).toMatchObject({ status: 409, body: { title: FACTOR_TEXTS.none } })
    const { rows } = await server.db.system.query<{ subject: string }>(
      `select content ->> 'subject' as subject from mail where recipient = 'ana@norte.mx' order by created_at`,
    )
    expect(rows.map(({ subject }) => subject)).toEqual([
      'La verificación en dos pasos de Padrón se activó',
      'La verificación en dos pasos de Padrón se quitó',
    ])
    await setUp()
    expect((await second(await challenge(), '000000')).status).toBe(400)
  })

  it('is rejected by an administrator with fewer permissions or of another company, and by oneself', async () => {
    const other = await server.company(`otra${turn}`)
    const stranger = await server.somebody(other, 'jefe', ['users_admin'])
    const less = await server.somebody(company, `menor${turn++}`, ['users_admin'])
    await setUp()
    expect((await remove(stranger, who)).status).toBe(404)
    expect((await remove(less, who)).status).toBe(403)
    expect((await remove(who, who)).status).toBe(403)
    expect((await password()).body).toMatchObject({ error: 'mfa_required' })
  })
})
