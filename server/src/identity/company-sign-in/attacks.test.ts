// The public list of attacks on clients of OpenID Connect, by a hostile provider and a hostile browser: no sign-in
// succeeds, none as another user, and no answer leads to another address.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { CompanyFault } from '@padron/contract/company-sign-in'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allowPrivateAddresses } from '../../outgoing/agent.ts'
import { createOutgoingFetch } from '../../outgoing/outgoing-client.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { selfSigned } from '../../testing/services/certificate.ts'
import { CLIENT, type IdentityProvider, identityProvider } from '../../testing/services/identity-provider.ts'
import { openCompanySignIn, settingsOf } from '../../testing/sign-in/company-sign-in.ts'
import { appBeside, inject } from '../../testing/sign-in/identity.ts'
import { authorizationAddress } from './identity-provider.ts'

let server: TestServer
let provider: IdentityProvider
let other: IdentityProvider
let entrance: ReturnType<typeof openCompanySignIn>
let norte: Company
let main: Somebody

const saveAs = (who: Somebody, of: IdentityProvider, domain: string) =>
  server.ask(who, {
    method: 'PUT',
    url: '/api/v2/company/sign-in',
    payload: settingsOf(of, CLIENT.secret, { domains: [domain], linksByMail: true }),
  })

beforeAll(async () => {
  allowPrivateAddresses(true)
  server = await testServer()
  ;[provider, other] = await Promise.all([identityProvider(), identityProvider()])
  entrance = openCompanySignIn(server.app)
  norte = await server.company('norte')
  main = await server.somebody(norte, 'admin', ['admin'])
  const sur = await server.company('sur')
  const surMain = await server.somebody(sur, 'admin', ['admin'])
  for (const company of [norte, sur]) {
    const { userId } = await server.somebody(company, 'ana', ['vehicles_read'])
    await server.db.system.query('update app_user set email = $2 where user_id = $1', [
      userId,
      `ana@${company.name}.mx`,
    ])
  }
  expect(await saveAs(main, provider, 'norte.mx')).toMatchObject({ status: 200 })
  expect(await saveAs(surMain, other, 'sur.mx')).toMatchObject({ status: 200 })
})
afterAll(async () => {
  await Promise.all([provider.stop(), other.stop()])
  await server.stop()
  allowPrivateAddresses(false)
})
const ANA = { sub: 'ana', email: 'ana@norte.mx', email_verified: true }
beforeEach(() => {
  for (const each of [provider, other]) each.behave()
  provider.claims = ANA
})

const fails = async (why: CompanyFault, change: (query: URLSearchParams) => void = () => undefined) => {
  const { address, cookie } = await entrance.start('norte')
  const query = provider.agree(address)
  change(query)
  const { status, location } = await entrance.comeBack(query, cookie)
  expect({ status, location }).toEqual({ status: 303, location: `/empresa#fault=${why}` })
}
const entered = async () => (await entrance.enter(provider, 'norte')).user?.name

it('a valid response of the provider signs the user in', async () => {
  expect(await entered()).toBe('norte-ana')
})

describe('an ID token', () => {
  it.each([
    [
      'without a signature',
      () => {
        provider.odd.signs = 'nothing'
      },
    ],
    [
      'signed by a key that is not the provider’s',
      () => {
        provider.odd.signs = 'another key'
      },
    ],
    [
      'signed with the client’s secret',
      () => {
        provider.odd.signs = 'the secret'
      },
    ],
    [
      'for another client',
      () => {
        provider.claims = { ...ANA, aud: 'otro' }
      },
    ],
    [
      'for this client and others, without an authorized party',
      () => {
        provider.claims = { ...ANA, aud: ['padron', 'otro'] }
      },
    ],
    [
      'with another client as authorized party',
      () => {
        provider.claims = { ...ANA, aud: ['padron', 'otro'], azp: 'otro' }
      },
    ],
    [
      'of another issuer',
      () => {
        provider.claims = { ...ANA, iss: other.issuer }
      },
    ],
    [
      'without a nonce',
      () => {
        provider.claims = { ...ANA, nonce: undefined }
      },
    ],
    [
      'with another nonce',
      () => {
        provider.claims = { ...ANA, nonce: 'otro' }
      },
    ],
    [
      'without a subject',
      () => {
        provider.claims = { ...ANA, sub: undefined }
      },
    ],
    [
      'with an empty subject',
      () => {
        provider.claims = { ...ANA, sub: '' }
      },
    ],
    [
      'that is missing',
      () => {
        provider.odd.token = { status: 200, body: { access_token: 'a', token_type: 'Bearer' } }
      },
    ],
  ])('%s is rejected', async (_what, attack) => {
    attack()
    await fails('refused')
  })

  it('with times up to a minute off is accepted; beyond that the reported fault is the clock', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    provider.claims = { ...ANA, exp: seconds - 30 }
    expect(await entered()).toBe('norte-ana')
    provider.claims = { ...ANA, exp: seconds - 120 }
    await fails('clock')
    provider.claims = { ...ANA, nbf: seconds + 30 }
    expect(await entered()).toBe('norte-ana')
    provider.claims = { ...ANA, nbf: seconds + 120 }
    await fails('clock')
  })
})

describe('an authorization response', () => {
  it('of another provider is rejected (mix-up)', async () => {
    await fails('refused', (query) => query.set('iss', other.issuer))
    await fails('refused', (query) => query.delete('iss'))
    expect(provider.requests.filter(({ path }) => path === '/token')).toEqual([])
  })

  it('is accepted once, and so are its code and its state', async () => {
    const { address, cookie } = await entrance.start('norte')
    const query = provider.agree(address)
    expect((await entrance.comeBack(query, cookie)).location).toMatch(/^\/empresa#code=/)
    expect((await entrance.comeBack(query, cookie)).location).toBe('/empresa#fault=expired')
    // The code of one start with the state of another: PKCE and the nonce are the other's.
    provider.odd.codesOften = true
    const again = await entrance.start('norte')
    query.set('state', new URL(again.address).searchParams.get('state') ?? '')
    expect((await entrance.comeBack(query, again.cookie)).location).toBe('/empresa#fault=refused')
  })

  it('in another browser or after five minutes is rejected as expired', async () => {
    const mine = await entrance.start('norte')
    const theirs = await entrance.start('norte')
    const query = provider.agree(mine.address)
    for (const cookie of ['', theirs.cookie, `${mine.cookie}; ${mine.cookie}`, `${mine.cookie}x`])
      expect((await entrance.comeBack(query, cookie)).location, cookie).toBe('/empresa#fault=expired')
    await server.db.system.query(`update provider_sign_in set expires_at = now() - interval '1 second'`)
    expect((await entrance.comeBack(query, mine.cookie)).location).toBe('/empresa#fault=expired')
  })

  it('without a state or with an unknown one is rejected without calling the provider', async () => {
    const { cookie } = await entrance.start('norte')
    provider.requests.length = 0
    for (const query of ['', 'code=x', 'code=x&state=', 'state=x', 'code=x&state=%00', 'state=x&state=y'])
      expect((await entrance.comeBack(query, cookie)).location, query).toBe('/empresa#fault=expired')
    expect(provider.requests).toEqual([])
  })

  it('with a repeated field is rejected', async () => {
    await fails('refused', (query) => query.append('code', 'otro'))
    await fails('refused', (query) => query.append('iss', provider.issuer))
  })

  it('with an error is reported as denied, but only if it is of this provider', async () => {
    const deny = (query: URLSearchParams) => {
      query.delete('code')
      query.set('error', 'access_denied')
      query.set('error_description', '<script>alert(1)</script>')
    }
    await fails('denied', deny)
    await fails('refused', (query) => {
      deny(query)
      query.set('iss', other.issuer)
    })
  })

  it('always redirects to a page of this console', async () => {
    const { answer } = await entrance.start('norte', { return: 'https://malo.example/', redirect: '//malo.example' })
    expect(answer.status).toBe(200)
    await fails('expired', (query) => {
      query.set('state', 'https://malo.example/')
      query.set('redirect_uri', 'https://malo.example/')
    })
  })
})

describe('the console’s code', () => {
  const codeNow = async () => {
    const { address, cookie, verifier } = await entrance.start('norte')
    const { location } = await entrance.comeBack(provider.agree(address), cookie)
    return { code: location.split('=')[1] ?? '', verifier }
  }
  const ended = { status: 400, body: { error: 'invalid_grant', error_description: 'sign_in_expired' } }

  it('is accepted once, even in two simultaneous requests', async () => {
    const { code, verifier } = await codeNow()
    const answers = await Promise.all([entrance.trade(code, verifier), entrance.trade(code, verifier)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await entrance.trade(code, verifier)).toMatchObject(ended)
  })

  it('is rejected with the verifier of another page, so that nobody is signed in as somebody else', async () => {
    const [mine, theirs] = [await codeNow(), await codeNow()]
    expect(await entrance.trade(mine.code, theirs.verifier)).toMatchObject(ended)
    expect(await entrance.trade(mine.code, '')).toMatchObject(ended)
    expect(await entrance.trade('', '')).toMatchObject(ended)
    expect(await entrance.trade(mine.code, mine.verifier)).toMatchObject({ status: 200 })
  })

  it('is rejected if the user was disabled meanwhile', async () => {
    const { code, verifier } = await codeNow()
    await server.db.system.query(`update app_user set active = false where username = 'norte-ana'`)
    expect(await entrance.trade(code, verifier)).toMatchObject(ended)
    await server.db.system.query(`update app_user set active = true where username = 'norte-ana'`)
  })

  it('is not issued for a trial, and a trial with another user’s identity is rejected', async () => {
    const started = await inject(server.app, {
      method: 'POST',
      url: '/api/v2/company/sign-in/trial',
      headers: { authorization: `Bearer ${main.token}` },
    })
    const cookie = String(started.headers['set-cookie']).split(';')[0] ?? ''
    const { address } = started.body as { address: string }
    // The identity at the provider is Ana's: the administrator cannot link it.
    await entered()
    const { location } = await entrance.comeBack(provider.agree(address), cookie)
    expect(location).toBe('/companySignIn#fault=taken')
  })
})

describe('a company', () => {
  it('accepts only its own provider: the same subject of another one is another person', async () => {
    await entered()
    other.claims = ANA
    expect((await entrance.enter(other, 'sur')).location).toBe('/empresa#fault=unmatched')
    const { address, cookie } = await entrance.start('sur')
    expect((await entrance.comeBack(provider.agree(address), cookie)).location).toBe('/empresa#fault=refused')
  })

  it('cannot use the domain of another company', async () => {
    const este = await server.company('este')
    const who = await server.somebody(este, 'admin', ['admin'])
    expect(await saveAs(who, provider, 'norte.mx')).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'domains.0', message: expect.stringContaining('norte.mx ya es de otra empresa') }] },
    })
    expect((await entrance.start('este')).answer.status).toBe(400)
  })
})

describe('a provider', () => {
  it.each<[string, CompanyFault, () => void]>([
    [
      'with another issuer in its metadata',
      'refused',
      () => {
        provider.odd.metadata = { issuer: other.issuer }
      },
    ],
    [
      'with a template as issuer',
      'refused',
      () => {
        provider.odd.metadata = { issuer: `${provider.issuer}/{tenantid}` }
      },
    ],
    [
      'with a script as authorization address',
      'refused',
      () => {
        provider.odd.metadata = { authorization_endpoint: 'javascript:alert(1)' }
      },
    ],
    [
      'that redirects',
      'refused',
      () => {
        provider.odd.redirect = 'http://127.0.0.1:1/'
      },
    ],
    [
      'with too large a response',
      'refused',
      () => {
        provider.odd.bytes = 600_000
      },
    ],
  ])('%s is reported as «%s»', async (_what, why, attack) => {
    attack()
    expect((await entrance.start('norte')).answer).toMatchObject({ status: 400, body: { error_description: why } })
  })

  it.each<[string, CompanyFault, () => void]>([
    [
      'that rejects the client',
      'settings',
      () => {
        provider.odd.token = { status: 401, body: { error: 'invalid_client' } }
      },
    ],
    [
      'that rejects the code',
      'refused',
      () => {
        provider.odd.token = { status: 400, body: { error: 'invalid_grant' } }
      },
    ],
    [
      'that fails',
      'unavailable',
      () => {
        provider.odd.token = { status: 503, body: {} }
      },
    ],
  ])('%s is reported as «%s»', async (_what, why, attack) => {
    attack()
    await fails(why)
  })

  it('that is slow, unreachable or has an invalid certificate is reported as such', async () => {
    const question = {
      redirectUrl: 'https://padron.example/x',
      proof: { state: 's', nonce: 'n', verifier: 'v'.repeat(43) },
    }
    const impatient = createOutgoingFetch({ deadlineMs: 200, maxBytes: 10_000 })
    const patient = createOutgoingFetch({ deadlineMs: 10_000, maxBytes: 10_000 })
    const ask = (issuer: string, client = patient) =>
      authorizationAddress(
        { client, privateAddresses: true },
        { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret },
        question,
      )
    expect(await ask(provider.issuer)).toBeInstanceOf(URL)
    provider.odd.lateMs = 400
    await expect(ask(provider.issuer, impatient)).rejects.toMatchObject({ fault: 'unavailable' })
    await expect(ask('http://127.0.0.1:1')).rejects.toMatchObject({ fault: 'unavailable' })
    const tls = createServer(selfSigned(), (_request, response) => void response.end('{}'))
    await new Promise<void>((done) => tls.listen(0, '127.0.0.1', done))
    const { port } = tls.address() as AddressInfo
    await expect(ask(`https://127.0.0.1:${port}`)).rejects.toMatchObject({ fault: 'certificate' })
    tls.close()
    await Promise.all([patient.close(), impatient.close()])
  })

  it('with a private address is not called unless the installation allows it', async () => {
    allowPrivateAddresses(false)
    const app = await appBeside(server.db, { webhooks: { secrets: server.secrets, privateAddresses: false } })
    const started = await openCompanySignIn(app).start('norte')
    expect(started.answer).toMatchObject({ status: 400, body: { error: 'access_denied' } })
    expect(provider.requests).toEqual([])
    await app.close()
    allowPrivateAddresses(true)
  })
})

it('the state of a sign-in is in a cookie with the prefix __Host- when the console uses TLS', async () => {
  const webhooks = { secrets: server.secrets, privateAddresses: true }
  const app = await appBeside(server.db, { publicUrl: 'https://padron.example', webhooks })
  const safe = openCompanySignIn(app)
  const { address, cookie, answer } = await safe.start('norte')
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-padron-sign-in=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(new URL(address).searchParams.get('redirect_uri')).toBe('https://padron.example/connect/authorize/callback')
  const query = provider.agree(address)
  // A cookie without the prefix, which another host or a page could set, is not accepted.
  expect((await safe.comeBack(query, cookie.replace('__Host-', ''))).location).toBe('/empresa#fault=expired')
  expect((await safe.comeBack(query, cookie)).location).toMatch(/^\/empresa#code=[\w-]{43}$/)
  await app.close()
})
