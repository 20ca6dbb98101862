// Sign-in by the company's identity provider: which user a person becomes, who may sign in, and the messages.
import { FACTOR_TEXTS } from '@padron/contract/account'
import { type COMPANY_FAULTS, SIGN_IN_TEXTS } from '@padron/contract/company-sign-in'
import { SESSION_TEXTS, TERMS_VERSION } from '@padron/contract/session'
import type { UserRow } from '@padron/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allowPrivateAddresses } from '../../outgoing/agent.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { CLIENT, type IdentityProvider, identityProvider } from '../../testing/services/identity-provider.ts'
import { openCompanySignIn, settingsOf } from '../../testing/sign-in/company-sign-in.ts'
import { factorSteps } from '../../testing/sign-in/factor-steps.ts'
import { type Visitor, visitor } from '../../testing/sign-in/identity.ts'

let server: TestServer
let provider: IdentityProvider
let entrance: ReturnType<typeof openCompanySignIn>
let client: Visitor
let turn = 0
let company: Company
let main: Somebody
let profile: number

beforeAll(async () => {
  allowPrivateAddresses(true)
  server = await testServer()
  provider = await identityProvider()
  entrance = openCompanySignIn(server.app)
  client = await visitor(server.app)
})
afterAll(async () => {
  await provider.stop()
  await server.stop()
  allowPrivateAddresses(false)
})
beforeEach(async () => {
  provider.behave()
  company = await server.company(`norte${turn++}`)
  main = await server.somebody(company, 'admin', ['admin'])
  profile = await server.profile(company, 'Consulta', ['vehicles_read'])
})

const domain = () => `${company.name}.mx`
const url = '/api/v2/company/sign-in'
const save = async (setting: Parameters<typeof settingsOf>[2] = {}, version?: number, who = main) => {
  const secret = version === undefined ? CLIENT.secret : undefined
  const payload = { ...settingsOf(provider, secret, { domains: [domain()], ...setting }), version }
  return server.ask(who, { method: 'PUT', url, payload })
}
const set = async (setting: Parameters<typeof settingsOf>[2] = {}) =>
  expect(await save(setting)).toMatchObject({ status: 200 })
const withMail = async (name: string, email: string, more: object = {}) => {
  const who = await server.somebody(company, name, ['vehicles_read'], more)
  await server.db.system.query('update app_user set email = $2 where user_id = $1', [who.userId, email])
  return who
}
const come = async (claims: object) => {
  provider.claims = { sub: 'persona-1', ...claims }
  return entrance.enter(provider, company.name)
}
const fault = (name: keyof typeof COMPANY_FAULTS) => ({ location: `/empresa#fault=${name}`, token: undefined })
/** Marks the user's application as in use; no code is checked. */
const giveFactor = (who: Somebody) =>
  server.db.system.query(
    `insert into second_factor (tenant_id, user_id, secret, confirmed_at, last_step) values ($1, $2, 'x', now(), 1)`,
    [who.tenantId, who.userId],
  )
const trial = async (who: Somebody) => {
  const started = await server.ask(who, { method: 'POST', url: `${url}/trial` })
  const cookie = String(started.headers['set-cookie']).split(';')[0] ?? ''
  const { address } = started.body as { address: string }
  return (await entrance.comeBack(provider.agree(address), cookie)).location
}
const activity = async () => {
  const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/activity', payload: {} })
  return (body as { activities: { changes: { field: string; before: string | null; after: string | null }[] }[] })
    .activities
}

describe('a person who is not linked yet', () => {
  it('signs in as the user with their verified address if that is allowed, and stays linked to that user', async () => {
    const ana = await withMail('ana', `Ana@${domain()}`)
    await set({ linksByMail: true })
    const mail = { email: `ana@${domain()}`, email_verified: true }
    expect((await come(mail)).user).toMatchObject({ name: ana.username, role: ['vehicles_read'] })
    // A changed address at the provider is the same person, and another user's address does not make them that user.
    await withMail('beto', `beto@${domain()}`)
    expect((await come({ email: `beto@${domain()}`, email_verified: true })).user).toMatchObject({ name: ana.username })
    expect((await come({})).user).toMatchObject({ name: ana.username })
    expect((await activity()).flatMap(({ changes }) => changes)).toContainEqual({
      field: 'Enlazado con el proveedor de identidad',
      before: null,
      after: provider.issuer,
    })
  })

  it('with the address of a linked user is rejected until that user is unlinked', async () => {
    const ana = await withMail('ana', `ana@${domain()}`)
    await set({ linksByMail: true })
    const mail = { email: `ana@${domain()}`, email_verified: true }
    expect((await come(mail)).user).toMatchObject({ name: ana.username })
    expect(await come({ sub: 'persona-2', ...mail })).toMatchObject(fault('linked'))
    expect((await come(mail)).user).toMatchObject({ name: ana.username })
    await server.db.system.query('delete from user_identity where user_id = $1', [ana.userId])
    expect((await come({ sub: 'persona-2', ...mail })).user).toMatchObject({ name: ana.username })
  })

  it('is linked by address until the first sign-in if invited, even if linking by address is off', async () => {
    const ana = await withMail('ana', `ana@${domain()}`)
    await set()
    const mail = { email: `ana@${domain()}`, email_verified: true }
    expect(await come(mail)).toMatchObject(fault('notInvited'))
    await server.db.system.query(
      `insert into account_link (tenant_id, user_id, purpose, code_hash, expires_at)
       values ($1, $2, 'invitation', '\\x01', now())`,
      [company.tenantId, ana.userId],
    )
    const { system } = server.db
    // Once they signed in another way, their address alone proves nothing.
    await system.query('update app_user set last_sign_in = now() where user_id = $1', [ana.userId])
    expect(await come(mail)).toMatchObject(fault('notInvited'))
    await system.query('update app_user set last_sign_in = null where user_id = $1', [ana.userId])
    expect((await come(mail)).user).toMatchObject({ name: ana.username })
  })

  it.each([
    ['unverified', { email_verified: false }],
    ['unverified', { email_verified: 'true' }],
    ['unverified', {}],
  ] as const)('is not matched by an address that the provider did not verify: %s %j', async (why, claims) => {
    await withMail('ana', `ana@${domain()}`)
    await set({ linksByMail: true })
    expect(await come({ email: `ana@${domain()}`, ...claims })).toMatchObject(fault(why))
  })

  it('is not matched by an address of another domain, nor by one that two users have', async () => {
    await withMail('ana', 'ana@gmail.com')
    await withMail('uno', `todos@${domain()}`)
    await withMail('dos', `todos@${domain()}`)
    await set({ linksByMail: true })
    expect(await come({ email: 'ana@gmail.com', email_verified: true })).toMatchObject(fault('foreignDomain'))
    expect(await come({ email: `todos@${domain()}`, email_verified: true })).toMatchObject(fault('severalUsers'))
  })

  it('is never matched with the main account, which links itself by a trial', async () => {
    await server.db.system.query('update app_user set email = $2 where user_id = $1', [main.userId, `jefa@${domain()}`])
    await set({ linksByMail: true })
    const mail = { sub: 'jefa', email: `jefa@${domain()}`, email_verified: true }
    expect(await come(mail)).toMatchObject(fault('mainAccount'))
    expect(await trial(main)).toBe('/companySignIn#done')
    expect((await come(mail)).user).toMatchObject({ name: main.username })
  })

  it('becomes a user once, with the profile of the first configured group that they are in', async () => {
    const more = await server.profile(company, 'Operación', ['vehicles_report', 'tags_read'])
    await set({
      groups: [
        { group: 'Flota', presetId: more },
        { group: 'Todos', presetId: profile },
      ],
    })
    const claims = {
      groups: ['Todos', 'Flota'],
      preferred_username: 'Ana.Núñez@corp',
      given_name: 'Ana',
      family_name: '<b>',
      email: `ana@${domain()}`,
      email_verified: true,
    }
    const first = await come(claims)
    expect(first.user).toMatchObject({ name: `${company.name}-ana.nuñez` })
    expect(first.user?.role).toContain('vehicles_report')
    const { rows } = await server.db.system.query(
      'select first_name, last_name, email, preset_id from app_user where username = $1',
      [`${company.name}-ana.nuñez`],
    )
    expect(rows).toEqual([{ first_name: 'Ana', last_name: '', email: `ana@${domain()}`, preset_id: more }])
    expect((await come({ ...claims, groups: ['Todos'] })).user).toMatchObject({ name: `${company.name}-ana.nuñez` })
    // Another person with that name becomes another user.
    expect((await come({ ...claims, sub: 'persona-2', email: undefined })).user).toMatchObject({
      name: `${company.name}-ana.nuñez2`,
    })
  })

  it('is matched with the user that the provider created with this id by SCIM, if that user is active', async () => {
    await set({ groups: [{ group: 'Flota', presetId: profile }] })
    const eva = await server.somebody(company, 'eva', ['vehicles_read'])
    const other = await server.somebody(company, 'otra', ['vehicles_read'])
    const provision = (who: Somebody, id: string) =>
      server.db.system.query(
        'insert into provisioned_user (tenant_id, user_id, user_name, external_id) values ($1, $2, $3, $4)',
        [company.tenantId, who.userId, who.username, id],
      )
    await provision(eva, 'persona-1')
    await provision(other, 'persona-2')
    // The person is found by their SCIM id, not by the email address.
    expect((await come({ email: 'alguien@otra.mx' })).user).toMatchObject({ name: eva.username })
    await server.db.system.query('update app_user set active = false where user_id = $1', [other.userId])
    expect(await come({ sub: 'persona-2', groups: ['Flota'] })).toMatchObject(fault('inactive'))
  })

  it('is rejected with «noProfile» without a matching group, and with «unmatched» if none is configured', async () => {
    await set({ groups: [{ group: 'Flota', presetId: profile }] })
    expect(await come({ groups: ['Otros'] })).toMatchObject(fault('noProfile'))
    expect(await come({ groups: { Flota: true } })).toMatchObject(fault('noProfile'))
    const version = 1
    expect(await save({}, version)).toMatchObject({ status: 200 })
    expect(await come({ groups: ['Flota'] })).toMatchObject(fault('unmatched'))
  })

  it('is matched with the data of the userinfo address if the token has no email address or group', async () => {
    await set({ groups: [{ group: 'Flota', presetId: profile }] })
    provider.userinfo = { groups: 'Flota', preferred_username: 'eva' }
    expect((await come({ sub: 'eva' })).user).toMatchObject({ name: `${company.name}-eva` })
    // A userinfo of another person is refused.
    provider.userinfo = { sub: 'otra', groups: 'Flota' }
    expect(await come({ sub: 'iris' })).toMatchObject(fault('refused'))
  })
})

describe('sign-in is rejected for', () => {
  it('a disabled user, linked or not', async () => {
    const ana = await withMail('ana', `ana@${domain()}`)
    await set({ linksByMail: true })
    const mail = { email: `ana@${domain()}`, email_verified: true }
    await come(mail)
    await server.db.system.query('update app_user set active = false where user_id = $1', [ana.userId])
    expect(await come(mail)).toMatchObject(fault('inactive'))
    expect(await come({ sub: 'otra', ...mail })).toMatchObject(fault('inactive'))
  })

  it('users of a company that is suspended or moved, even if that happens during the sign-in', async () => {
    await withMail('ana', `ana@${domain()}`)
    await set({ linksByMail: true })
    provider.claims = { sub: 'persona-1', email: `ana@${domain()}`, email_verified: true }
    const under = await entrance.start(company.name)
    const suspend = (at: string | null) =>
      server.db.system.query('update company set suspended_at = $2 where tenant_id = $1', [company.tenantId, at])
    const { location } = await entrance.comeBack(provider.agree(under.address), under.cookie)
    await suspend('2026-01-01')
    expect(await entrance.trade(location.split('=')[1] ?? '', under.verifier)).toMatchObject({ status: 400 })
    const unknown = { status: 400, body: { error: 'access_denied', error_description: 'unknown' } }
    expect((await entrance.start(company.name)).answer).toMatchObject(unknown)
    await suspend(null)
    await server.db.system.query(`update company set move_state = 'moved' where tenant_id = $1`, [company.tenantId])
    expect((await entrance.start(company.name)).answer).toMatchObject(unknown)
    await server.db.system.query('update company set move_state = null where tenant_id = $1', [company.tenantId])
  })

  it.each([
    ['a subject too long', { sub: 'x'.repeat(256) }],
    ['a subject with a NUL', { sub: 'a\0b' }],
    ['an address with a NUL', { email: 'a\0b@norte.mx', email_verified: true }],
    ['a group with a NUL', { groups: ['a\0b'] }],
  ])('a person with %s', async (_, claims) => {
    await set({ groups: [{ group: 'Flota', presetId: profile }] })
    expect(await come(claims)).toMatchObject(fault('refused'))
  })

  it('a user who has not accepted the terms, until they accept them', async () => {
    const ana = await withMail('ana', `ana@${domain()}`, { terms: null })
    await set({ linksByMail: true })
    provider.claims = { sub: 'persona-1', email: `ana@${domain()}`, email_verified: true }
    const { address, cookie, verifier } = await entrance.start(company.name)
    const { location } = await entrance.comeBack(provider.agree(address), cookie)
    const code = location.split('=')[1] ?? ''
    const refused = { status: 400, body: { error_description: 'terms_not_accepted' } }
    expect(await entrance.trade(code, verifier, '')).toMatchObject(refused)
    expect(await entrance.trade(code, verifier, '1999-01')).toMatchObject(refused)
    expect(await entrance.trade(code, verifier)).toMatchObject({ status: 200 })
    const { rows } = await server.db.system.query('select terms_version from app_user where user_id = $1', [ana.userId])
    expect(rows).toEqual([{ terms_version: TERMS_VERSION }])
  })
})

describe('the start of a sign-in', () => {
  it('accepts the company’s name, any of its user names, or an address of its domains', async () => {
    await set()
    for (const account of [
      company.name,
      `${company.name}-nadie`,
      ` ${company.name.toUpperCase()}-X `,
      `x@${domain()}`,
    ]) {
      const { address, answer } = await entrance.start(account)
      expect(answer.status, account).toBe(200)
      expect(address, account).toContain(`${provider.issuer}/authorize?`)
    }
  })

  it('gives the same response for a company without a provider and for unknown accounts', async () => {
    await server.somebody(company, 'ana', ['vehicles_read'])
    const answers = await Promise.all(
      [
        company.name,
        `${company.name}-ana`,
        `${company.name}-otra`,
        'nadie',
        `ana@${domain()}`,
        'x@nada.mx',
        '%',
        '-',
      ].map(async (account) => (await entrance.start(account)).answer),
    )
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  })

  it('requests no class of authentication', async () => {
    await set()
    const { address } = await entrance.start(company.name)
    const { searchParams } = new URL(address)
    expect([...searchParams.keys()].toSorted()).toEqual([
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'nonce',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ])
    expect(searchParams.get('code_challenge_method')).toBe('S256')
  })

  it('is limited for each client address', async () => {
    const statusOfStart = async () => (await entrance.start('nadie', {}, '10.9.9.9')).answer.status
    await server.db.system.query('delete from sign_in_attempt')
    expect(await statusOfStart()).toBe(400)
    await server.db.system.query('update sign_in_attempt set failures = 299') // as if requested so often
    expect(await statusOfStart()).toBe(400)
    expect((await entrance.start('nadie', {}, '10.9.9.9')).answer).toMatchObject({
      status: 429,
      body: { error_description: 'too_many_attempts' },
    })
  })
})

describe('when sign-in by the provider is obligatory', () => {
  const force = async () => {
    await set({ linksByMail: true })
    provider.claims = { sub: 'jefa' }
    expect(await save({ linksByMail: true, forced: true }, 1)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'forced' }] },
    })
    expect(await trial(main)).toBe('/companySignIn#done')
    expect(await save({ linksByMail: true, forced: true }, 1)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'forced', message: SIGN_IN_TEXTS.mainFactor }] },
    })
    await giveFactor(main)
    expect(await save({ linksByMail: true, forced: true }, 1)).toMatchObject({ status: 200 })
  }
  const mainEnters = async () =>
    expect(await client.signIn(main.username, PASSWORD)).toMatchObject({ body: { error: 'mfa_required' } })

  it('the main account keeps its password and must have a second factor', async () => {
    await force()
    await mainEnters()
    const steps = await factorSteps(server, new Date())
    expect((await steps(main).me()).factorRequired).toEqual({ ofUser: true, ofAdmins: false })
    expect(await steps(main).call('/remove', { current: await steps(main).current(), code: '123456' })).toMatchObject({
      status: 409,
      body: { title: FACTOR_TEXTS.required },
    })
    // After the operator removes its second factor, its password signs in, and it can only set up another one.
    await server.db.system.query('delete from second_factor where user_id = $1', [main.userId])
    expect(await client.signIn(main.username, PASSWORD)).toMatchObject({ status: 200 })
    expect(await server.ask(main, { url })).toMatchObject({ status: 403, body: { title: FACTOR_TEXTS.missing } })
    await giveFactor(main)
    expect(await server.ask(main, { url })).toMatchObject({ status: 200 })
    expect(await save({ forced: false }, 2)).toMatchObject({ status: 200 })
    expect((await steps(main).me()).factorRequired).toEqual({ ofUser: false, ofAdmins: false })
  })

  it('only the main account can sign in with a password, and responses do not reveal which users exist', async () => {
    await withMail('ana', `ana@${domain()}`)
    await force()
    const required = { status: 400, body: { error: 'invalid_grant', error_description: 'company_sign_in_required' } }
    expect(await client.signIn(`${company.name}-ana`, PASSWORD)).toMatchObject(required)
    expect(await client.signIn(`${company.name}-ana`, 'otra')).toMatchObject(required)
    expect(await client.signIn(`${company.name}-nadie`, PASSWORD)).toMatchObject(required)
    const refusal = { status: 400, body: { title: SESSION_TEXTS.company } }
    for (const [name, password] of [
      ['ana', PASSWORD],
      ['ana', 'otra'],
      ['nadie', PASSWORD],
    ] as const)
      expect(await client.accept(`${company.name}-${name}`, password)).toMatchObject(refusal)
    expect(await client.accept(main.username, PASSWORD)).toMatchObject({ status: 409 })
    await mainEnters()
    expect(await client.signIn(main.username, 'otra')).toMatchObject({
      status: 400,
      body: { error_description: 'invalid_username_or_password' },
    })
    const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/users', payload: { userClass: {} } })
    const { users } = body as { users: UserRow[] }
    expect(users.map(({ user }) => [user.username, user.entersBy])).toEqual([
      [main.username, ['password', 'application']],
      [`${company.name}-ana`, ['company']],
    ])
    const mail = { email: `ana@${domain()}`, email_verified: true }
    expect((await come(mail)).user).toMatchObject({ name: `${company.name}-ana` })
  })

  it('an administrator must have made a trial with the current settings of the provider', async () => {
    await force()
    const other = await server.somebody(company, 'otra', ['vehicles_read'], {
      profile: await server.profile(company, 'Todo', await everything()),
    })
    expect(await save({ linksByMail: true, forced: false }, 2)).toMatchObject({ status: 200 })
    expect(await save({ linksByMail: true, forced: true }, 3, other)).toMatchObject({ status: 409 })
    // With another secret no one has signed in yet.
    const payload = { ...settingsOf(provider, 'otro secreto', { domains: [domain()], forced: true }), version: 3 }
    expect(await server.ask(main, { method: 'PUT', url, payload })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'forced', message: SIGN_IN_TEXTS.untried }] },
    })
    expect(await server.ask(main, { method: 'PUT', url, payload: { ...payload, forced: false } })).toMatchObject({
      status: 200,
    })
    expect(await save({ forced: true }, 4)).toMatchObject({ status: 409 })
  })

  it('a provider that fails is reported, and the main account can still sign in', async () => {
    await force()
    provider.odd.redirect = '/x'
    expect((await entrance.start(company.name)).answer).toMatchObject({
      status: 400,
      body: { error_description: 'refused' },
    })
    await mainEnters()
  })
})

const everything = async () => (await import('@padron/contract/permissions')).PERMISSIONS
