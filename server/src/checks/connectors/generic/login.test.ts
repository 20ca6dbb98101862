// A login with a cached token: sent as the settings say, renewed once for all concurrent queries, and failures
// reported with their own outcome.
import { describe, expect, it } from 'vitest'
import { lineOf } from '../../testing/connectors.ts'
import { answer, BODY, clientWith, EXAMPLE, SUBJECT, TODAY } from '../../testing/generic-example.ts'
import { type Connector, type PortalClient, PortalTrouble, type RawAnswer } from '../connector.ts'
import { authorizeBy } from './authorization.ts'
import { createConnector } from './connector-of.ts'
import { validate } from './validate.ts'

const auth = {
  type: 'login',
  path: '/acceso',
  json: { usuario: '{user}', dentro: { clave: '{password}' } },
  token: 'datos.llave',
  life: 'datos.segundos',
} as const
const make = (change: object = {}): Connector => {
  const { definition, faults } = validate({ ...EXAMPLE, delivery: { type: 'sync' }, auth, ...change })
  if (!definition) throw new Error(JSON.stringify(faults))
  return createConnector(definition)
}

describe('a login', () => {
  const loggedIn = (text: unknown, seconds: unknown = 900) => answer({ datos: { llave: text, segundos: seconds } })
  const ask = (change: object, replies: readonly RawAnswer[]) => {
    const { client, queries } = clientWith(replies, 'ana:s:1')
    return { queries, done: make(change).fetch(SUBJECT, client) }
  }

  it('sends the credential as configured, and the token as a bearer until shortly before its end', async () => {
    let now = 0
    const authorize = authorizeBy(auth, () => now)
    const { client, queries } = clientWith([loggedIn('a'), loggedIn('b', '900')], 'ana:s:1')
    expect(await authorize.headers(client)).toEqual({ authorization: 'Bearer a' })
    expect(queries).toEqual([
      { method: 'POST', path: '/acceso', headers: {}, json: { usuario: 'ana', dentro: { clave: 's:1' } } },
    ])
    now = 839_000
    expect(await authorize.headers(client)).toEqual({ authorization: 'Bearer a' })
    now = 841_000
    expect(await authorize.headers(client)).toEqual({ authorization: 'Bearer b' })
    const fixed = authorizeBy({ ...auth, json: {}, basic: true, life: 60 }, () => now)
    const other = clientWith([loggedIn('c'), loggedIn('d')], 'ana:s:1')
    await fixed.headers(other.client)
    expect(other.queries[0]?.headers).toEqual({ authorization: `Basic ${Buffer.from('ana:s:1').toString('base64')}` })
    now += 31_000
    expect(await fixed.headers(other.client)).toEqual({ authorization: 'Bearer d' })
  })

  /** A source with many concurrent queries, whose tokens are `t1`, `t2`, …; only the last one is valid. */
  const sourceUnderLoad = (sent: number) => {
    let tokens = sent
    const logins: string[] = []
    const client: PortalClient = {
      ...clientWith([], 'ana:s:1').client,
      request: async ({ path, headers }) => {
        await new Promise((done) => setTimeout(done, 5))
        if (path === '/acceso') {
          tokens++
          logins.push(`t${tokens}`)
          return loggedIn(`t${tokens}`)
        }
        return headers?.authorization === `Bearer t${tokens}` ? answer(BODY) : answer({ error: 'expired' }, 403)
      },
    }
    return { client, logins, expire: () => void tokens++ }
  }

  it('is renewed once for all concurrent queries when the token ends', async () => {
    const source = sourceUnderLoad(0)
    const connector = make()
    const askMany = () => Promise.all(Array.from({ length: 40 }, () => connector.fetch(SUBJECT, source.client)))
    const ends = async () => (await askMany()).map((answers) => lineOf(connector.parse(answers, SUBJECT, TODAY)))
    expect(new Set(await ends())).toEqual(new Set(['ok 1:0 7:0 0:2 5:6']))
    expect(source.logins).toEqual(['t1'])
    source.expire()
    expect(new Set(await ends())).toEqual(new Set(['ok 1:0 7:0 0:2 5:6']))
    expect(source.logins).toEqual(['t1', 't3'])
  })

  it('leaves a new token valid when a late response rejects an old one', async () => {
    const authorize = authorizeBy(auth)
    const { client, queries } = clientWith([loggedIn('a'), loggedIn('b')], 'ana:s:1')
    const first = await authorize.headers(client)
    authorize.renewal?.drop(first)
    await authorize.headers(client)
    authorize.renewal?.drop(first)
    expect(await authorize.headers(client)).toEqual({ authorization: 'Bearer b' })
    expect(queries).toHaveLength(2)
  })

  it('is repeated by the other checks when the check that started it times out', async () => {
    const authorize = authorizeBy(auth)
    const timeout = new PortalTrouble('timeout', 'La fuente no respondió a tiempo.')
    const late = { ...clientWith([], 'ana:s:1').client, request: () => Promise.reject(timeout) }
    const { client } = clientWith([loggedIn('a')], 'ana:s:1')
    const [first, second] = await Promise.allSettled([authorize.headers(late), authorize.headers(client)])
    expect(first).toMatchObject({ status: 'rejected', reason: timeout })
    expect(second).toMatchObject({ status: 'fulfilled', value: { authorization: 'Bearer a' } })
  })

  it('is retried once: a second 401 is reported, and an error with another meaning renews no token', async () => {
    const refused = ask({}, [loggedIn('a'), answer({}, 401), loggedIn('b'), answer({}, 401)])
    expect((await refused.done).map(({ status }) => status)).toEqual([401])
    expect(refused.queries).toHaveLength(4)
    const errors = [{ http: [403], when: [{ path: 'code', is: 'NO_CREDITS' }], outcome: 'no-credit' }]
    const noCredits = ask({ errors }, [loggedIn('a'), answer({ code: 'NO_CREDITS' }, 403)])
    await noCredits.done
    expect(noCredits.queries).toHaveLength(2)
  })

  it.each<[string, RawAnswer, string]>([
    ['a wrong password', answer({ hint: 's:1' }, 401), 'bad-credentials'],
    ['an unknown user', answer({ hint: 's:1' }, 404), 'bad-credentials'],
    ['a used-up contract', answer({}, 402), 'no-credit'],
    ['too many at once', answer({}, 429), 'rate-limited'],
    ['a source that failed', answer({}, 500), 'http-error'],
    ['another address', answer({}, 302), 'shape-drift'],
    ['a page', answer('<p>s:1</p>'), 'shape-drift'],
    ['a captcha', answer('<p>captcha</p>'), 'captcha'],
    ['no token', answer({ datos: { segundos: 900, clave: 's:1' } }), 'shape-drift'],
    ['a token with spaces', loggedIn('a b'), 'shape-drift'],
    ['no life', answer({ datos: { llave: 'a' } }), 'shape-drift'],
    ['an invalid life', loggedIn('a', 'una hora'), 'shape-drift'],
    ['a life of zero', loggedIn('a', 0), 'shape-drift'],
  ])('that answers %s ends with that outcome, without the text of the answer', async (_what, reply, outcome) => {
    await expect(ask({}, [reply]).done).rejects.toMatchObject({ outcome, message: expect.not.stringContaining('s:1') })
  })
})
