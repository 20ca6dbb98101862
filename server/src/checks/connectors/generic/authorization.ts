// Authorizes requests with the portal's credential. Tokens are requested below the portal's own address and cached in
// this process until shortly before they expire; they are never stored as evidence.
import { createHash } from 'node:crypto'
import { type PortalClient, PortalTrouble, type RawAnswer } from '../connector.ts'
import { findTrouble, readJson } from '../parsing/answers.ts'
import type { Definition } from './definition.ts'
import { fillAll } from './request.ts'
import { textAt } from './values.ts'

type Auth = Definition['auth']
type OAuth = Extract<Auth, { type: 'oauth2' }>
type Login = Extract<Auth, { type: 'login' }>
type Headers = Record<string, string>
export type Authorize = {
  headers: (client: PortalClient) => Promise<Headers>
  /** Only for cached tokens: the HTTP statuses that may mean an expired token, and how to drop the refused token. */
  renewal?: { statuses: readonly number[]; drop: (refused: Headers) => void }
}

const basic = (credential: string): string => `Basic ${Buffer.from(credential).toString('base64')}`

const TOKEN = /^[\x21-\x7e]{1,8000}$/
const EARLY_MS = 60_000
const DEFAULT_LIFE_SECONDS = 300
const LONGEST_LIFE_SECONDS = 30 * 86_400

type Token = { text: string; seconds: number }

/**
 * The failure of a login or token service that gave no token. Its answer is not quoted, because it may contain the
 * credential.
 */
const refusedLogin = (answer: RawAnswer): PortalTrouble | undefined => {
  const { status } = answer
  if (status >= 200 && status < 300) return undefined
  const trouble = findTrouble(answer)
  const isOwn = trouble && trouble.outcome !== 'shape-drift' && trouble.outcome !== 'needs-input'
  if (isOwn) return new PortalTrouble(trouble.outcome, trouble.why)
  return status >= 400
    ? new PortalTrouble('bad-credentials', 'La fuente no dio la llave de acceso de la credencial.')
    : new PortalTrouble('shape-drift', `La fuente respondió ${status} al pedir la llave de acceso.`)
}

/** @param life seconds, or the path of the lifetime in the answer */
const tokenIn = (answer: RawAnswer, path: string, life: number | { path: string; otherwise?: number }): Token => {
  const refused = refusedLogin(answer)
  if (refused) throw refused
  const json = readJson(answer)
  if (json.trouble) throw new PortalTrouble(json.trouble.outcome, json.trouble.why)
  const changed = (name: string) =>
    new PortalTrouble('shape-drift', `En la respuesta que da la llave de acceso falta o cambió «${name}».`)
  const text = textAt(json.value, path)
  if (text === null || !TOKEN.test(text)) throw changed(path)
  if (typeof life === 'number') return { text, seconds: life }
  const seconds = Number(textAt(json.value, life.path) ?? life.otherwise)
  if (seconds > 0) return { text, seconds: Math.min(seconds, LONGEST_LIFE_SECONDS) }
  if (life.otherwise === undefined) throw changed(life.path)
  return { text, seconds: life.otherwise }
}

const requestOAuthToken = async (
  { path, scope, client: style = 'basic' }: OAuth,
  client: PortalClient,
): Promise<Token> => {
  const [id = '', ...secret] = client.credential.split(':')
  const own = style === 'form' ? { client_id: id, client_secret: secret.join(':') } : {}
  const form = { grant_type: 'client_credentials', ...(scope ? { scope } : {}), ...own }
  const headers = style === 'basic' ? { authorization: basic(client.credential) } : {}
  const answer = await client.request({ method: 'POST', path, headers, form })
  return tokenIn(answer, 'access_token', { path: 'expires_in', otherwise: DEFAULT_LIFE_SECONDS })
}

/** The credential, and its two parts if it has the form `usuario:contraseña`. */
export const CREDENTIAL_PARTS: Readonly<Record<string, (credential: string) => string>> = {
  credential: (credential) => credential,
  user: (credential) => credential.split(':')[0] ?? '',
  password: (credential) => credential.split(':').slice(1).join(':'),
}

const requestLoginToken = async (login: Login, client: PortalClient): Promise<Token> => {
  const answer = await client.request({
    method: 'POST',
    path: login.path,
    headers: login.basic ? { authorization: basic(client.credential) } : {},
    json: fillAll(login.json, (name) => CREDENTIAL_PARTS[name]?.(client.credential)),
  })
  return tokenIn(answer, login.token, typeof login.life === 'number' ? login.life : { path: login.life })
}

/** Whether a renewal failed only because the check's own time ran out: waiting checks may then try again. */
const isOwnTimeout = (error: unknown): boolean =>
  error instanceof PortalTrouble && (error.outcome === 'timeout' || error.outcome === 'cancelled')

/**
 * Caches a connector's token. Of concurrent queries one requests the token and the others wait for it.
 * @param clock returns the current time in milliseconds
 */
const keepToken = (
  requestToken: (client: PortalClient) => Promise<Token>,
  statuses: readonly number[],
  clock: () => number,
): Authorize => {
  type Current = { credential: string; headers: Headers; until: number }
  let current: Current | undefined
  let renewing: { credential: string; done: Promise<Current> } | undefined
  const renew = async (client: PortalClient, credential: string): Promise<Current> => {
    const { text, seconds } = await requestToken(client)
    const lifeMs = seconds * 1000
    const until = clock() + lifeMs - Math.min(EARLY_MS, lifeMs / 2)
    current = { credential, headers: { authorization: `Bearer ${text}` }, until }
    return current
  }
  const headers = async (client: PortalClient): Promise<Headers> => {
    const credential = createHash('sha256').update(client.credential).digest('hex')
    if (current?.credential === credential && current.until > clock()) return current.headers
    if (renewing?.credential === credential) {
      try {
        return (await renewing.done).headers
      } catch (error) {
        if (isOwnTimeout(error)) return headers(client)
        throw error
      }
    }
    const own = { credential, done: renew(client, credential) }
    renewing = own
    try {
      return (await own.done).headers
    } finally {
      if (renewing === own) renewing = undefined
    }
  }
  // A late refusal of an earlier token does not drop the current one.
  const drop = (refused: Headers) => {
    if (current?.headers.authorization === refused.authorization) current = undefined
  }
  return { headers, renewal: { statuses, drop } }
}

const always = (make: (credential: string) => Headers): Authorize => ({
  headers: async (client) => make(client.credential),
})

export const authorizeBy = (auth: Auth, clock: () => number = Date.now): Authorize => {
  switch (auth.type) {
    case 'none':
      return always(() => ({}))
    case 'bearer':
      return always((credential) => ({ authorization: `Bearer ${credential}` }))
    case 'basic':
      return always((credential) => ({ authorization: basic(credential) }))
    case 'header':
      return always((credential) => ({ [auth.name.toLowerCase()]: `${auth.prefix ?? ''}${credential}` }))
    case 'oauth2':
      return keepToken((client) => requestOAuthToken(auth, client), [401], clock)
    case 'login':
      return keepToken((client) => requestLoginToken(auth, client), [401, 403], clock)
  }
}
