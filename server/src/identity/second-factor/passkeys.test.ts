// Passkeys as the second factor, with real messages: added with the password, requested at sign-in, and refused if the
// origin, host, kind, challenge, key or count differs; one of several kinds removed; useless at another address.
import { FACTOR_TEXTS } from '@padron/contract/account'
import { PASSKEYS_AT_MOST, type PasskeyCreation, type PasskeyRequest } from '@padron/contract/passkeys'
import type { UserRow } from '@padron/contract/users'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { factorSteps } from '../../testing/sign-in/factor-steps.ts'
import { createVirtualAuthenticator, type VirtualAuthenticator } from '../../testing/sign-in/virtual-authenticator.ts'
import { relyingPartyOf } from './passkeys.ts'

let server: TestServer
let company: Company
let steps: Awaited<ReturnType<typeof factorSteps>>
let who: Somebody
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

const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const begin = async (somebody = who) => {
  const { call, current } = steps(somebody)
  return (await call('/passkeys/begin', { current: await current() })).body as PasskeyCreation
}
const add = async (
  key: VirtualAuthenticator,
  name = 'Portátil',
  wrong: Parameters<VirtualAuthenticator['create']>[1] = {},
) => steps(who).call('/passkeys', { name, passkey: key.create(await begin(), wrong) })
/** @returns a passkey that is the user's, and the recovery codes */
const added = async () => {
  const key = createVirtualAuthenticator()
  const { codes } = (await add(key)).body as { codes: string[] }
  return { key, codes }
}
type Challenge = { mfa_token: string; application: boolean; passkey?: PasskeyRequest }
const challengeOf = async () => (await steps(who).password()).body as Challenge
const enter = (mfa_token: string, passkey: string, more: Record<string, string> = {}) =>
  steps(who).second(mfa_token, { passkey, ...more })
const ask = async (): Promise<Challenge & { passkey: PasskeyRequest }> => {
  const { passkey, ...rest } = await challengeOf()
  if (!passkey) throw new Error('no passkey is asked for')
  return { ...rest, passkey }
}
const proveTo = async (key: VirtualAuthenticator, wrong: Parameters<VirtualAuthenticator['prove']>[1] = {}) =>
  key.prove((await steps(who).call('/passkeys/prove', {})).body as PasskeyRequest, wrong)
const WRONG = { status: 400, body: { error_description: 'invalid_passkey' } }
const ENDED = { status: 400, body: { error_description: 'sign_in_expired' } }

describe('adding a passkey', () => {
  it('requires the password; the first returns recovery codes and is required at sign-in from then on', async () => {
    const { call, current, me, password } = steps(who)
    expect(await call('/passkeys/begin', { current: await current('no-es') })).toMatchObject({ status: 422 })
    const creation = await begin()
    expect(creation).toMatchObject({ rp: { id: 'padron.example' }, attestation: 'none', excludeCredentials: [] })
    expect((await password()).status).toBe(200)
    const key = createVirtualAuthenticator()
    const { status, body } = await call('/passkeys', { name: ' Portátil ', passkey: key.create(creation) })
    expect({ status, codes: (body as { codes: string[] }).codes.length }).toEqual({ status: 200, codes: 10 })
    expect(await challengeOf()).toMatchObject({
      application: false,
      passkey: { rpId: 'padron.example', allowCredentials: [{ id: key.id, transports: ['internal'] }] },
    })
    expect(await me()).toMatchObject({
      passkeyOrigin: 'https://padron.example',
      secondFactor: {
        application: false,
        recoveryCodesLeft: 10,
        passkeys: [{ name: 'Portátil', lastUsedAt: null, fits: true }],
      },
    })
    const payload = { userClass: { user: { userId: who.userId } } }
    const { users } = (
      await server.ask(await server.somebody(company, 'admin', ['admin']), {
        method: 'POST',
        url: '/api/v2/users',
        payload,
      })
    ).body as { users: UserRow[] }
    expect(users.map(({ user }) => user.entersBy)).toEqual([['password', 'passkey']])
    const { excludeCredentials } = await begin()
    expect(excludeCredentials).toMatchObject([{ id: key.id }])
    expect((await add(createVirtualAuthenticator(), 'Teléfono')).body).toEqual({ codes: [] })
  })

  it.each([
    ['another origin', { origin: 'https://padron.example.evil' }],
    ['another host', { rpId: 'evil.example' }],
    ['a response of another type', { type: 'webauthn.get' }],
    ['no user present', { flags: 0x40 }],
    ['an attestation with certificates', { x509: true }],
  ])('is rejected with %s', async (_, wrong) => {
    expect(await add(createVirtualAuthenticator(), 'Portátil', wrong)).toMatchObject({
      status: 422,
      body: { title: FACTOR_TEXTS.wrongPasskey },
    })
    expect((await steps(who).me()).secondFactor).toBeNull()
  })

  it('accepts a challenge once, of the same session and use, within five minutes', async () => {
    const { call } = steps(who)
    const refused = { status: 409, body: { title: FACTOR_TEXTS.ended } }
    const addWith = (creation: PasskeyCreation) =>
      call('/passkeys', { name: 'x', passkey: createVirtualAuthenticator().create(creation) })
    const creation = await begin()
    expect(await addWith({ ...creation, challenge: 'A'.repeat(43) })).toMatchObject(refused)
    const other = await server.somebody(company, `beto${turn++}`, ['vehicles_read'])
    expect(await addWith(await begin(other))).toMatchObject(refused)
    expect((await addWith(creation)).status).toBe(200)
    expect(await addWith(creation)).toMatchObject(refused)
    const request = (await call('/passkeys/prove', {})).body as PasskeyRequest
    expect(await addWith({ ...creation, challenge: request.challenge })).toMatchObject(refused)
    const late = await begin()
    await system(`update sign_in_challenge set expires_at = now() - interval '1 second'`)
    expect(await addWith(late)).toMatchObject(refused)
    // A challenge of a session, which needs no password, is not accepted at sign-in.
    const { challenge } = (await call('/passkeys/prove', {})).body as PasskeyRequest
    expect(await enter(challenge, 'x')).toMatchObject(ENDED)
  })

  it('rejects the same passkey again, a repeated name, and more than the maximum', async () => {
    const { key } = await added()
    expect(await add(key, 'Otra')).toMatchObject({ status: 409, body: { title: FACTOR_TEXTS.samePasskey } })
    expect(await add(createVirtualAuthenticator())).toMatchObject({
      status: 409,
      body: { title: FACTOR_TEXTS.sameName },
    })
    await system(
      `insert into passkey (tenant_id, user_id, credential_id, public_key, counter, transports, rp_id, passkey_name)
       select $1, $2, ('\\x' || lpad(to_hex(n), 4, '0'))::bytea, '\\x00', 0, '{}', 'padron.example', n
       from generate_series(2, $3) n`,
      company.tenantId,
      who.userId,
      PASSKEYS_AT_MOST,
    )
    expect(await add(createVirtualAuthenticator(), 'Otra')).toMatchObject({
      status: 409,
      body: { title: FACTOR_TEXTS.passkeysFull },
    })
  })
})

describe('signing in', () => {
  it('accepts a passkey in place of a code, once; the list shows when it was used', async () => {
    const { key } = await added()
    const { mfa_token, passkey } = await ask()
    const answer = key.prove(passkey)
    expect(await enter(mfa_token, answer)).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
    expect(await enter(mfa_token, answer)).toMatchObject(ENDED)
    const { mfa_token: next } = await ask()
    expect(await enter(next, answer)).toMatchObject(WRONG)
    expect((await steps(who).me()).secondFactor?.passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }])
  })

  it('accepts one of two simultaneous requests with the same response, if the passkey has no counter', async () => {
    const { key } = await added()
    const { mfa_token, passkey } = await ask()
    const answer = key.prove(passkey, { counter: 0 })
    const answers = await Promise.all([enter(mfa_token, answer), enter(mfa_token, answer)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it.each([
    ['another origin', { origin: 'http://padron.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a response of another type', { type: 'webauthn.create' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['no user present', { flags: 0 }],
    ['a message changed after it was signed', { tampered: true }],
  ])('rejects %s, and then accepts the right response', async (_, wrong) => {
    const { key } = await added()
    const { mfa_token, passkey } = await ask()
    expect(await enter(mfa_token, key.prove(passkey, wrong))).toMatchObject(WRONG)
    expect((await enter(mfa_token, key.prove(passkey))).status).toBe(200)
  })

  it('rejects a counter that does not increase: the passkey may have been copied', async () => {
    const { key } = await added()
    const first = await ask()
    expect((await enter(first.mfa_token, key.prove(first.passkey, { counter: 9 }))).status).toBe(200)
    for (const counter of [0, 8, 9]) {
      const { mfa_token, passkey } = await ask()
      expect(await enter(mfa_token, key.prove(passkey, { counter })), `${counter}`).toMatchObject(WRONG)
    }
  })

  it('rejects the passkey or challenge of another user, and a malformed response', async () => {
    const { key } = await added()
    const theirs = who
    who = await server.somebody(company, `carla${turn++}`, ['vehicles_read'])
    const { key: own } = await added()
    const { mfa_token, passkey } = await ask()
    expect(await enter(mfa_token, key.prove(passkey))).toMatchObject(WRONG)
    expect(await enter(mfa_token, '{"id":1}')).toMatchObject(WRONG)
    who = theirs
    const other = await ask()
    expect(await enter(mfa_token, own.prove(other.passkey))).toMatchObject(WRONG)
    expect(await enter(mfa_token, key.prove(passkey))).toMatchObject(WRONG)
  })

  it('counts wrong responses like wrong codes', async () => {
    const { key, codes } = await added()
    const { mfa_token, passkey } = await ask()
    for (let i = 0; i < 5; i++) await enter(mfa_token, key.prove(passkey, { tampered: true }))
    expect(await enter(mfa_token, key.prove(passkey))).toMatchObject({ status: 429 })
    expect(await steps(who).second(mfa_token, { otp: codes[0] ?? '' })).toMatchObject({ status: 429 })
  })

  it('can remember the browser, and accepts a recovery code instead', async () => {
    const { key, codes } = await added()
    const { mfa_token, passkey } = await ask()
    const { body } = await enter(mfa_token, key.prove(passkey), { remember_device: 'true' })
    const { device_token } = body as { device_token: string }
    expect((await steps(who).password({ device_token })).status).toBe(200)
    const token = await steps(who).challenge()
    expect((await steps(who).second(token, { otp: codes[0] ?? '' })).status).toBe(200)
  })
})

describe('with passkeys and an application', () => {
  const codeOf = (secret: string, at = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + at * 30_000 })
  const begun = async () => {
    const { call, current } = steps(who)
    return ((await call('', { current: await current() })).body as { secret: string }).secret
  }
  const remove = async (given: object) => {
    const { call, current } = steps(who)
    return call('/remove', { current: await current(), ...given })
  }
  const idOf = async (name: string) =>
    (await steps(who).me()).secondFactor?.passkeys.find((each) => each.name === name)?.passkeyId

  it('an application is not accepted before it is confirmed, and returns no other recovery codes', async () => {
    await added()
    const secret = await begun()
    const token = await steps(who).challenge()
    expect(await steps(who).second(token, { otp: codeOf(secret) })).toMatchObject({
      body: { error_description: 'invalid_code' },
    })
    expect((await steps(who).call('/confirm', { code: codeOf(secret) })).body).toEqual({ codes: [] })
    expect(await challengeOf()).toMatchObject({ application: true, passkey: {} })
    expect((await steps(who).second(token, { otp: codeOf(secret, 1) })).status).toBe(200)
  })

  it('each is removed with the password and a proof, with an email; the last one ends the second factor', async () => {
    await system(`update app_user set email = 'ana@norte.mx' where user_id = $1`, who.userId)
    const { key, codes } = await added()
    const secret = await begun()
    await steps(who).call('/confirm', { code: codeOf(secret, -1) })
    const passkeyId = await idOf('Portátil')
    const wrong = await proveTo(key, { tampered: true })
    expect(await remove({ passkeyId, passkey: wrong })).toMatchObject({ status: 422 })
    expect(await remove({ passkeyId, passkey: await proveTo(key), code: '1' })).toMatchObject({ status: 400 })
    expect(await remove({ passkeyId })).toMatchObject({ status: 400 })
    const unknown = { passkeyId: '00000000-0000-4000-8000-000000000000', code: codes[1] }
    expect((await remove(unknown)).status).toBe(404)
    expect((await remove({ passkeyId, passkey: await proveTo(key) })).status).toBe(200)
    expect(await steps(who).me()).toMatchObject({ secondFactor: { application: true, passkeys: [] } })
    expect((await steps(who).call('/passkeys/prove', {})).status).toBe(409)
    await add(createVirtualAuthenticator(), 'Otra')
    expect((await remove({ code: codeOf(secret) })).status).toBe(200)
    expect((await remove({ code: codes[1] })).status).toBe(404) // the application was removed already
    expect(await remove({ passkeyId: await idOf('Otra'), code: codes[2] })).toMatchObject({ status: 200 })
    expect((await steps(who).me()).secondFactor).toBeNull()
    const { rows } = await system(
      `select changes
       from activity
       where subject_kind = 'user' and subject_id = $1 and changes ?| '{second_factor,passkey,factor_application}'
       order by activity_id`,
      who.userId,
    )
    expect(rows.map(({ changes }) => changes)).toEqual([
      { second_factor: [false, true], passkey: [null, 'Portátil'] },
      { factor_application: [false, true] },
      { passkey: ['Portátil', null] },
      { passkey: [null, 'Otra'] },
      { factor_application: [true, false] },
      { second_factor: [true, false], passkey: ['Otra', null] },
    ])
    const { rows: mails } = await system(
      `select content ->> 'subject' as subject from mail where recipient = 'ana@norte.mx' order by created_at`,
    )
    expect(mails.map(({ subject }) => subject)).toEqual([
      'La verificación en dos pasos de Padrón se activó',
      'La aplicación de códigos se agregó a su cuenta de Padrón',
      'Una llave de acceso se quitó de su cuenta de Padrón',
      'Una llave de acceso se agregó a su cuenta de Padrón',
      'La aplicación de códigos se quitó de su cuenta de Padrón',
      'Se usó un código de recuperación de su cuenta de Padrón',
      'La verificación en dos pasos de Padrón se quitó',
    ])
  })

  it('a user cannot remove the passkey of another user', async () => {
    await added()
    const passkeyId = await idOf('Portátil')
    who = await server.somebody(company, `dora${turn++}`, ['vehicles_read'])
    const { codes } = await added()
    expect((await remove({ passkeyId, code: codes[0] })).status).toBe(404)
  })

  it('an administrator removes all passkeys of a user at once', async () => {
    const admin = await server.somebody(company, `jefe${turn++}`, ['users_admin', 'vehicles_read'])
    await added()
    await add(createVirtualAuthenticator(), 'Otra')
    const removal = { method: 'DELETE', url: `/api/v2/users/${who.userId}/factor` } as const
    expect((await server.ask(admin, removal)).status).toBe(200)
    expect((await steps(who).password()).status).toBe(200)
    const { rows } = await system('select from passkey where user_id = $1', who.userId)
    expect(rows).toEqual([])
  })

  it('the response of a passkey gives new recovery codes, once', async () => {
    const { key } = await added()
    const passkey = await proveTo(key, { counter: 0 })
    const { body } = await steps(who).call('/codes', { passkey })
    expect((body as { codes: string[] }).codes).toHaveLength(10)
    expect((await steps(who).call('/codes', { passkey })).status).toBe(422)
  })

  it('a passkey alone is enough if a second factor is required, and then it cannot be removed', async () => {
    const profile = await server.profile(company, `Perfil ${turn}`, ['vehicles_read'])
    who = await server.somebody(company, `eva${turn++}`, [], { profile })
    await system('update preset set requires_factor = true where preset_id = $1', profile)
    const list = () => server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset', payload: {} })
    expect((await list()).status).toBe(403)
    const { codes } = await added()
    expect((await list()).status).toBe(200)
    expect(await remove({ passkeyId: await idOf('Portátil'), code: codes[0] })).toMatchObject({
      status: 409,
      body: { title: FACTOR_TEXTS.required },
    })
  })

  it('a passkey of another address is not accepted; a recovery code signs in, and a new one can be added', async () => {
    const profile = await server.profile(company, `Perfil ${turn}`, ['vehicles_read'])
    who = await server.somebody(company, `fany${turn++}`, [], { profile })
    const { codes } = await added()
    await system(`update passkey set rp_id = 'antes.example' where user_id = $1`, who.userId)
    const challenge = await challengeOf()
    expect(challenge).not.toHaveProperty('passkey')
    expect((await steps(who).second(challenge.mfa_token, { otp: codes[0] ?? '' })).status).toBe(200)
    expect((await steps(who).me()).secondFactor?.passkeys).toMatchObject([{ fits: false }])
    await system('update preset set requires_factor = true where preset_id = $1', profile)
    const list = () => server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset', payload: {} })
    expect((await list()).status).toBe(403)
    await add(createVirtualAuthenticator(), 'Nueva')
    expect((await list()).status).toBe(200)
    expect((await remove({ passkeyId: await idOf('Portátil'), code: codes[1] })).status).toBe(200)
  })
})

it('passkeys require an address with a host name, on TLS or on this machine', () => {
  expect(relyingPartyOf('https://padron.mx/')).toEqual({ id: 'padron.mx', origin: 'https://padron.mx' })
  expect(relyingPartyOf('http://localhost:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
  for (const address of ['http://padron.mx', 'https://10.0.0.3', 'https://[::1]:3000', 'http://127.0.0.1:3000'])
    expect(relyingPartyOf(address), address).toBeUndefined()
})
