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
import { authorizationAddress } from '../provider.ts'

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

it('lets in who is who they say', async () => {
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
      'for this client and others, without saying whose it is',
      () => {
        provider.claims = { ...ANA, aud: ['padron', 'otro'] }
      },
    ],
    [
      'made out for another client of several',
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
  ])('%s lets nobody in', async (_what, attack) => {
    attack()
    await fails('refused')
  })

  it('of a minute ago is taken, as clocks differ; an older one, or one of later, is told of as such', async () => {
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

describe('an answer', () => {
  it('of another provider is not taken to this one (mix-up)', async () => {
    await fails('refused', (query) => query.set('iss', other.issuer))
    await fails('refused', (query) => query.delete('iss'))
    expect(provider.requests.filter(({ path }) => path === '/token')).toEqual([])
  })

  it('is good once, and so are its code and its state', async () => {
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

  it('in another browser, or after five minutes, opens nothing', async () => {
    const mine = await entrance.start('norte')
    const theirs = await entrance.start('norte')
    const query = provider.agree(mine.address)
    for (const cookie of ['', theirs.cookie, `${mine.cookie}; ${mine.cookie}`, `${mine.cookie}x`])
      expect((await entrance.comeBack(query, cookie)).location, cookie).toBe('/empresa#fault=expired')
    await server.db.system.query(`update provider_sign_in set expires_at = now() - interval '1 second'`)
    expect((await entrance.comeBack(query, mine.cookie)).location).toBe('/empresa#fault=expired')
  })

  it('without a state, or with one made up, opens nothing and asks nobody', async () => {
    const { cookie } = await entrance.start('norte')
    provider.requests.length = 0
    for (const query of ['', 'code=x', 'code=x&state=', 'state=x', 'code=x&state=%00', 'state=x&state=y'])
      expect((await entrance.comeBack(query, cookie)).location, query).toBe('/empresa#fault=expired')
    expect(provider.requests).toEqual([])
  })

  it('with a field twice is refused', async () => {
    await fails('refused', (query) => query.append('code', 'otro'))
    await fails('refused', (query) => query.append('iss', provider.issuer))
  })

  it('that says no is told of as such, and only of this provider', async () => {
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

  it('leads to a page of this console, whatever it says', async () => {
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

  it('is good once, also where it comes twice at once', async () => {
    const { code, verifier } = await codeNow()
    const answers = await Promise.all([entrance.trade(code, verifier), entrance.trade(code, verifier)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await entrance.trade(code, verifier)).toMatchObject(ended)
  })

  it('opens nothing for another page: whoever is made to open somebody’s address is not signed in as them', async () => {
    const [mine, theirs] = [await codeNow(), await codeNow()]
    expect(await entrance.trade(mine.code, theirs.verifier)).toMatchObject(ended)
    expect(await entrance.trade(mine.code, '')).toMatchObject(ended)
    expect(await entrance.trade('', '')).toMatchObject(ended)
    expect(await entrance.trade(mine.code, mine.verifier)).toMatchObject({ status: 200 })
  })

  it('opens nothing for a user who was disabled meanwhile', async () => {
    const { code, verifier } = await codeNow()
    await server.db.system.query(`update app_user set active = false where username = 'norte-ana'`)
    expect(await entrance.trade(code, verifier)).toMatchObject(ended)
    await server.db.system.query(`update app_user set active = true where username = 'norte-ana'`)
  })

  it('of a trial there is none, and the trial is of who began it', async () => {
    const started = await inject(server.app, {
      method: 'POST',
      url: '/api/v2/company/sign-in/trial',
      headers: { authorization: `Bearer ${main.token}` },
    })
    const cookie = String(started.headers['set-cookie']).split(';')[0] ?? ''
    const { address } = started.body as { address: string }
    // Ana's account at the provider is Ana's: the administrator does not become her.
    await entered()
    const { location } = await entrance.comeBack(provider.agree(address), cookie)
    expect(location).toBe('/companySignIn#fault=taken')
  })
})

describe('a company', () => {
  it('is entered by its own provider only: a subject of another is another person', async () => {
    await entered()
    other.claims = ANA
    expect((await entrance.enter(other, 'sur')).location).toBe('/empresa#fault=unmatched')
    const { address, cookie } = await entrance.start('sur')
    expect((await entrance.comeBack(provider.agree(address), cookie)).location).toBe('/empresa#fault=refused')
  })

  it('has a domain alone', async () => {
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
      'that calls itself by another name',
      'refused',
      () => {
        provider.odd.metadata = { issuer: other.issuer }
      },
    ],
    [
      'of everybody’s accounts',
      'refused',
      () => {
        provider.odd.metadata = { issuer: `${provider.issuer}/{tenantid}` }
      },
    ],
    [
      'that sends browsers to a script',
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
      'that answers without end',
      'refused',
      () => {
        provider.odd.bytes = 600_000
      },
    ],
  ])('%s: %s', async (_what, why, attack) => {
    attack()
    expect((await entrance.start('norte')).answer).toMatchObject({ status: 400, body: { error_description: why } })
  })

  it.each<[string, CompanyFault, () => void]>([
    [
      'that does not know this client',
      'settings',
      () => {
        provider.odd.token = { status: 401, body: { error: 'invalid_client' } }
      },
    ],
    [
      'that does not take the code',
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
  ])('%s: %s', async (_what, why, attack) => {
    attack()
    await fails(why)
  })

  it('that is late or away, or whose certificate is not valid, is told of as such', async () => {
    const question = {
      redirectUrl: 'https://padron.example/x',
      proof: { state: 's', nonce: 'n', verifier: 'v'.repeat(43) },
    }
    const client = createOutgoingFetch({ deadlineMs: 200, maxBytes: 10_000 })
    const ask = (issuer: string) =>
      authorizationAddress(
        { client, privateAddresses: true },
        { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret },
        question,
      )
    expect(await ask(provider.issuer)).toBeInstanceOf(URL)
    provider.odd.lateMs = 400
    await expect(ask(provider.issuer)).rejects.toMatchObject({ fault: 'unavailable' })
    await expect(ask('http://127.0.0.1:1')).rejects.toMatchObject({ fault: 'unavailable' })
    const tls = createServer(selfSigned(), (_request, response) => void response.end('{}'))
    await new Promise<void>((done) => tls.listen(0, '127.0.0.1', done))
    const { port } = tls.address() as AddressInfo
    await expect(ask(`https://127.0.0.1:${port}`)).rejects.toMatchObject({ fault: 'certificate' })
    tls.close()
    await client.close()
  })

  it('inside is not asked where the installation does not say so', async () => {
    allowPrivateAddresses(false)
    const app = await appBeside(server.db, { webhooks: { secrets: server.secrets, privateAddresses: false } })
    const started = await openCompanySignIn(app).start('norte')
    expect(started.answer).toMatchObject({ status: 400, body: { error: 'access_denied' } })
    expect(provider.requests).toEqual([])
    await app.close()
    allowPrivateAddresses(true)
  })
})

it('keeps the browser’s part in a cookie of this host alone, where people come over TLS', async () => {
  const webhooks = { secrets: server.secrets, privateAddresses: true }
  const app = await appBeside(server.db, { publicUrl: 'https://padron.example', webhooks })
  const safe = openCompanySignIn(app)
  const { address, cookie, answer } = await safe.start('norte')
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-padron-sign-in=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(new URL(address).searchParams.get('redirect_uri')).toBe('https://padron.example/connect/authorize/callback')
  const query = provider.agree(address)
  // A neighbour's cookie, or one that a page could set, is not it.
  expect((await safe.comeBack(query, cookie.replace('__Host-', ''))).location).toBe('/empresa#fault=expired')
  expect((await safe.comeBack(query, cookie)).location).toMatch(/^\/empresa#code=[\w-]{43}$/)
  await app.close()
})
