// An identity provider that a test makes say what it likes: OpenID Connect's addresses over HTTP, honest until it is
// told otherwise. It keeps the code flow's own rules (a code once, PKCE, the client's secret).
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export const CLIENT = { id: 'padron', secret: 'secreto del cliente' }

type ProviderRequest = { path: string; body: string; authorization: string | undefined }
type Grant = { nonce: string; challenge: string; redirect: string }
type JsonObject = Record<string, unknown>

export type IdentityProvider = {
  issuer: string
  /** Of the person at the provider, in ID tokens; undefined takes one away. */
  claims: JsonObject
  userinfo: JsonObject
  /** How it misbehaves; emptied by `behave`. */
  odd: {
    metadata?: JsonObject
    /** What signs ID tokens. */
    signs?: 'nothing' | 'another key' | 'the secret'
    token?: { status: number; body: JsonObject }
    /** Every answer comes so late. */
    lateMs?: number
    /** Answers have so many bytes more. */
    bytes?: number
    /** Where discovery redirects to. */
    redirect?: string
    codesOften?: boolean
  }
  behave: () => void
  requests: ProviderRequest[]
  /** A person agrees at the address of a start. @returns the query with which the browser comes back */
  agree: (address: string, more?: Record<string, string>) => URLSearchParams
  stop: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const BASIC = `Basic ${Buffer.from(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`).toString('base64')}`
const unsigned = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

export const identityProvider = async (): Promise<IdentityProvider> => {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'uno', alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  const requests: ProviderRequest[] = []

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: IdentityProvider = {
    issuer,
    claims: {},
    userinfo: {},
    odd: {},
    behave: () => {
      provider.claims = { sub: 'persona-1' }
      provider.userinfo = {}
      provider.odd = {}
      requests.length = 0
    },
    requests,
    agree: (address, more = {}) => {
      const question = new URL(address).searchParams
      const code = randomBytes(16).toString('hex')
      grants.set(code, {
        nonce: question.get('nonce') ?? '',
        challenge: question.get('code_challenge') ?? '',
        redirect: question.get('redirect_uri') ?? '',
      })
      return new URLSearchParams({ code, state: question.get('state') ?? '', iss: issuer, ...more })
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }

  const idToken = async (nonce: string): Promise<string> => {
    const seconds = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: CLIENT.id, iat: seconds, exp: seconds + 300, nonce, ...provider.claims }
    const { signs } = provider.odd
    if (signs === 'nothing') return `${unsigned({ alg: 'none' })}.${unsigned(claims)}.`
    const token = new SignJWT(claims)
    if (signs === 'the secret')
      return token.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(CLIENT.secret.repeat(2)))
    return token
      .setProtectedHeader({ alg: 'RS256', kid: 'uno' })
      .sign((signs === 'another key' ? other : own).privateKey)
  }

  const tokens = async (body: string, authorization: string | undefined): Promise<[number, JsonObject]> => {
    if (provider.odd.token) return [provider.odd.token.status, provider.odd.token.body]
    if (authorization !== BASIC) return [401, { error: 'invalid_client' }]
    const form = new URLSearchParams(body)
    const grant = grants.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== challenge || grant.redirect !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }]
    if (!provider.odd.codesOften) grants.delete(form.get('code') ?? '')
    return [
      200,
      { access_token: 'acceso', token_type: 'Bearer', expires_in: 300, id_token: await idToken(grant.nonce) },
    ]
  }

  const contents = async ({ path, body, authorization }: ProviderRequest): Promise<[number, JsonObject]> => {
    if (path === '/.well-known/openid-configuration')
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/userinfo`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
          ...provider.odd.metadata,
        },
      ]
    if (path === '/jwks') return [200, { keys: [jwk] }]
    if (path === '/token') return tokens(body, authorization)
    if (path === '/userinfo') return [200, { sub: provider.claims.sub, ...provider.userinfo }]
    return [404, {}]
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization } = request.headers
    const question = { path: request.url ?? '', body: await bodyOf(request), authorization }
    requests.push(question)
    const { lateMs = 0, bytes = 0, redirect } = provider.odd
    await new Promise((done) => setTimeout(done, lateMs))
    if (redirect !== undefined) return void response.writeHead(302, { location: redirect }).end()
    const [status, reply] = await contents(question)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply) + ' '.repeat(bytes))
  }

  provider.behave()
  return provider
}
