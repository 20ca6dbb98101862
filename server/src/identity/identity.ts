// The identity service: a Fastify plugin that runs inside the product or alone. Three calls of RFC 6749 and 7009 shape,
// the key of the password step, and the metadata by which a standard client finds them.
import formbody from '@fastify/formbody'
import { NAME_THE_USER } from '@padron/contract/account-links'
import type { Input } from '@padron/contract/call'
import { MOVE_TEXTS } from '@padron/contract/common'
import {
  COMPANY_GRANT,
  identity as rows,
  SECOND_FACTOR_GRANT,
  type SessionUser,
  TERMS_VERSION,
  TOKEN_ERRORS,
} from '@padron/contract/session'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import { lockCompany } from '../db/company-lock.ts'
import { agentOf, originOf } from '../http/access/origin.ts'
import { type Directory, type PlaceName, refuseOtherPlace, tokenAt, withoutPlace } from '../http/access/place.ts'
import { type Session, tokenHash } from '../http/access/sessions.ts'
import { asProblem, sendProblem } from '../http/problem.ts'
import { type Handlers, type Kit, serve } from '../http/serve.ts'
import { newToken } from '../secrets/tokens.ts'
import { revokeServiceSecret } from './accounts/accounts.ts'
import { typedUsername } from './accounts/username.ts'
import { type CompanyEntrance, companyCallback, redirectUrlOf } from './company-sign-in/callback.ts'
import { findCompanyOf, isCompanySignInForced, startSignIn, tradeCode } from './company-sign-in/company-sign-in.ts'
import { countRequest } from './passwords/attempts.ts'
import { checkCredentials, type KnownUser, recordFailure } from './passwords/credentials.ts'
import type { PasswordStep } from './passwords/password-keys.ts'
import { CompanySignInError, type ProviderTools } from './provider.ts'
import { answerChallenge, CHALLENGE_SECONDS, challengeFor, type FactorTools } from './second-factor/challenge.ts'
import { writeCookie } from './sign-in-cookie.ts'

const TOKEN_SECONDS = 8 * 3600
/** Seconds until a client retries during a move, which lasts less than a minute. */
const RETRY_SECONDS = 60

/** An error of RFC 6749 §5.2. */
class OAuthError extends Error {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly retryAfter: number | undefined
  readonly more: Readonly<Record<string, unknown>>
  constructor(
    status: number,
    error: string,
    description: string,
    { retryAfter, ...more }: { retryAfter?: number } & Record<string, unknown> = {},
  ) {
    super(description)
    this.status = status
    this.error = error
    this.description = description
    this.retryAfter = retryAfter
    this.more = more
  }
}

type TokenRequest = {
  place: PlaceName
  clientId: string
  scope: string
  byProvider: boolean
  address: string
  agent: string
  now: Date
}

/** @throws OAuthError if the company is moving to another installation, or has moved */
const refuseMove = (company: { state: string | null; to: string | null } | undefined): void => {
  const { state = null, to = null } = company ?? {}
  if (state === 'moved') throw new OAuthError(400, 'invalid_grant', to ? MOVE_TEXTS.movedTo(to) : MOVE_TEXTS.moved)
  if (state !== null && state !== 'leaving')
    throw new OAuthError(503, 'temporarily_unavailable', MOVE_TEXTS.moving, { retryAfter: RETRY_SECONDS })
}

/**
 * @throws OAuthError if the password changed since it was checked: the change ended every earlier session
 */
const issueToken = async (
  db: Db,
  { tenantId, userId, passwordHash }: KnownUser,
  { place, clientId, scope, byProvider, address, agent, now }: TokenRequest,
): Promise<string> => {
  const token = tokenAt(place, newToken())
  const hash = tokenHash(token)
  const of = { tenant_id: tenantId, user_id: userId }
  const expires_at = new Date(now.getTime() + TOKEN_SECONDS * 1000).toISOString()
  const session = { ...of, token_hash: hash, client_id: clientId, scope, by_provider: byProvider, address, expires_at }
  await asSystem(db, async (tx) => {
    // Sent together, run in this order: a change of the password waits for the third, and then ends this session too.
    const [, company, { numUpdatedRows }] = await Promise.all([
      // A suspension waits for this, and then ends this session too.
      lockCompany(tx, tenantId),
      sql<{ state: string | null; to: string | null }>`
        select move_state as state, moved_to as to
        from company
        where tenant_id = ${tenantId} and suspended_at is null`.execute(tx),
      tx
        .updateTable('app_user')
        .set({ last_sign_in: now.toISOString() })
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .where('password_hash', '=', passwordHash)
        .where('active', '=', true)
        .executeTakeFirst(),
      tx.insertInto('access_token').values(session).execute(),
      tx
        .insertInto('sign_in')
        .values({ ...of, address, agent, succeeded: true, token_hash: hash })
        .execute(),
    ])
    if (numUpdatedRows === 0n || company.rows.length === 0)
      throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.wrong)
    refuseMove(company.rows[0])
  })
  return token
}

const asUser = (session: Session): SessionUser => ({
  sub: String(session.userId),
  userId: String(session.userId),
  name: session.username,
  role: [...session.roles],
  country: session.country,
  logoURL: session.logoUrl,
  parentId: session.isMain ? '0' : String(session.tenantId),
  parentName: session.companyName,
  timeZone: session.timeZone,
  demo: session.demo,
  ...(session.lacksFactor ? { lacksFactor: true } : {}),
  ...(session.vehicleScope === null ? {} : { vehicleScope: session.vehicleScope }),
})

type From = { address: string; agent: string; now: Date }

type Granted = { user: KnownUser; device?: string | undefined }
type GrantBody = Input<typeof rows.token>['body']

/** @throws OAuthError if it is missing (RFC 6749 §5.2) */
const needed = (
  body: GrantBody,
  name: 'username' | 'password' | 'mfa_token' | 'otp' | 'code' | 'code_verifier',
): string => {
  const value = body[name]
  if (value === undefined) throw new OAuthError(400, 'invalid_request', `${name} is missing.`)
  return value
}

const tooMany = (seconds: number) => new OAuthError(429, 'invalid_grant', TOKEN_ERRORS.locked, { retryAfter: seconds })

/** @throws OAuthError if it is wrong, or if the second factor is needed too */
const userOfPassword = async (
  db: Db,
  step: PasswordStep,
  { directory, place, rp }: { directory: Directory; place: PlaceName; rp: FactorTools['rp'] },
  body: GrantBody,
  from: From,
): Promise<KnownUser> => {
  const [username, sealed] = [needed(body, 'username'), needed(body, 'password')]
  await directory.refuseElsewhere(typedUsername(username))
  // The reply is the same whether the user exists or not, and whether the password is right or not.
  if (await isCompanySignInForced(db, typedUsername(username)))
    throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.company)
  const verdict = await checkCredentials(db, step, { username, sealed, use: 'sign-in', ...from })
  if (verdict.is === 'locked') throw tooMany(verdict.seconds)
  if (verdict.is === 'wrong') throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.wrong)
  // Replied only after a correct password, so that a stranger learns nothing.
  if (verdict.user.termsVersion !== TERMS_VERSION) throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.terms)
  const challenge = await challengeFor(db, rp, verdict.user, body.device_token ?? '')
  if (challenge !== undefined)
    throw new OAuthError(400, 'mfa_required', TOKEN_ERRORS.factor, {
      mfa_token: tokenAt(place, challenge.token),
      expires_in: CHALLENGE_SECONDS,
      application: challenge.application,
      ...(challenge.passkey ? { passkey: challenge.passkey } : {}),
    })
  return verdict.user
}

/** @throws OAuthError if the code or passkey is wrong, or the password was entered too long ago */
const userOfFactor = async (
  db: Db,
  place: PlaceName,
  tools: FactorTools,
  body: GrantBody,
  { address, agent, now, request }: From & { request: string },
): Promise<Granted> => {
  const challenge = needed(body, 'mfa_token')
  refuseOtherPlace(place, challenge)
  const remember = body.remember_device === 'true' ? { agent } : undefined
  const { passkey } = body
  const proof = passkey === undefined ? { code: needed(body, 'otp') } : { passkey }
  const given = { token: withoutPlace(challenge), proof, address, now, remember, request }
  const verdict = await answerChallenge(db, tools, given)
  if (verdict.is === 'known') return verdict
  if (verdict.is === 'locked') throw tooMany(verdict.seconds)
  if (verdict.is === 'ended') throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.ended)
  const { tenantId, userId } = verdict.user
  await recordFailure(db, { tenant_id: tenantId, user_id: userId, address, agent })
  throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS[passkey === undefined ? 'wrongCode' : 'wrongPasskey'])
}

/** @throws OAuthError if the code is unknown, or the terms are not accepted with it */
const userOfCompany = async (
  db: Db,
  place: PlaceName,
  body: GrantBody,
  actor: { address: string; request: string },
): Promise<KnownUser> => {
  const [code, verifier] = [needed(body, 'code'), needed(body, 'code_verifier')]
  refuseOtherPlace(place, code)
  const result = await tradeCode(db, { code, verifier, acceptsTerms: body.accepted_terms === TERMS_VERSION, actor })
  if (result === 'ended') throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.ended)
  if (result === 'terms') throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.terms)
  return result.user
}

const handlers = (
  step: PasswordStep,
  directory: Directory,
  factor: FactorTools,
  entrance: CompanyEntrance,
): Handlers<typeof rows> => ({
  passwordKey: () => step.publicKey(),

  token: async ({ body, kit, request, now }) => {
    const from = { address: request.ip, agent: agentOf(request), now }
    const actor = { address: request.ip, request: request.id }
    const grants: Readonly<Record<string, () => Promise<Granted>>> = {
      password: async () => ({
        user: await userOfPassword(kit.db, step, { directory, place: kit.place, ...factor }, body, from),
      }),
      [SECOND_FACTOR_GRANT]: () => userOfFactor(kit.db, kit.place, factor, body, { ...from, request: request.id }),
      [COMPANY_GRANT]: async () => ({ user: await userOfCompany(kit.db, kit.place, body, actor) }),
    }
    const grant = Object.hasOwn(grants, body.grant_type) ? grants[body.grant_type] : undefined
    if (!grant) throw new OAuthError(400, 'unsupported_grant_type', 'This grant is not offered.')
    const { user, device } = await grant()
    const scope = body.scope ?? ''
    const byProvider = body.grant_type === COMPANY_GRANT
    const given = { place: kit.place, clientId: body.client_id ?? '', scope, byProvider, ...from }
    const token = await issueToken(kit.db, user, given)
    const remembered = device === undefined ? {} : { device_token: device }
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope, ...remembered }
  },

  companyStart: async ({ body: { account, challenge }, kit, request, reply }) => {
    if (!account.includes('@')) await directory.refuseElsewhere(typedUsername(account))
    else if (directory.several) throw new OAuthError(400, 'invalid_request', NAME_THE_USER)
    const seconds = await countRequest(kit.db, 'company', request.ip)
    if (seconds > 0) throw tooMany(seconds)
    const tenantId = await findCompanyOf(kit.db, account)
    if (tenantId === undefined) throw new CompanySignInError('unknown')
    const redirectUrl = redirectUrlOf(request, entrance)
    const { address, cookie } = await startSignIn(entrance.tools, { tenantId, redirectUrl, challenge })
    writeCookie(reply, redirectUrl, cookie)
    return { address }
  },

  userinfo: ({ session }) => asUser(session),

  revocation: async ({ body, kit }) => {
    const hash = tokenHash(body.token)
    // A program's token may revoke itself, so that a leaked one can be ended at once.
    await asSystem(kit.db, async (tx) => {
      await tx.deleteFrom('access_token').where('token_hash', '=', hash).execute()
      await sql`
        update personal_token
        set revoked_at = now()
        where token_hash = ${hash} and revoked_at is null and expires_at > now()`.execute(tx)
      await revokeServiceSecret(tx, hash)
    })
    kit.sessions.evict(body.token)
    return {} // RFC 7009: unknown tokens answer the same
  },
})

/** Sends errors in the shape that OAuth clients read; other errors have the usual shape. */
const answerOAuth = (error: Error, reply: FastifyReply) => {
  if (error instanceof OAuthError) {
    if (error.retryAfter) reply.header('retry-after', String(error.retryAfter))
    const { error: name, description, more } = error
    return reply.status(error.status).send(JSON.stringify({ error: name, error_description: description, ...more }))
  }
  if (error instanceof CompanySignInError)
    return reply.status(400).send(JSON.stringify({ error: 'access_denied', error_description: error.fault }))
  const problem = asProblem(error)
  if (problem?.status === 400) {
    const description = problem.errors?.map(({ path, message }) => `${path}: ${message}`).join('; ') ?? problem.title
    return reply.status(400).send(JSON.stringify({ error: 'invalid_request', error_description: description }))
  }
  if (problem) return sendProblem(reply, problem)
  throw error
}

export const identityService = async (
  app: FastifyInstance,
  {
    kit,
    step,
    directory,
    factor,
    provider,
    publicUrl,
  }: {
    kit: Kit
    step: PasswordStep
    directory: Directory
    factor: FactorTools
    provider: ProviderTools
    publicUrl: string | undefined
  },
) => {
  const entrance = { tools: { db: kit.db, secrets: factor.secrets, provider }, place: kit.place, publicUrl }
  await app.register(formbody) // here alone: the other calls take JSON
  app.setErrorHandler((error: Error, _request, reply) => answerOAuth(error, reply.type('application/json')))
  app.addHook(
    'onSend',
    async (_request, reply) => void reply.header('cache-control', 'no-store').header('pragma', 'no-cache'),
  )
  serve(app, kit, rows, handlers(step, directory, factor, entrance))
  companyCallback(app, entrance)
  app.get('/.well-known/oauth-authorization-server', { schema: { hide: true } }, (request) => {
    const issuer = originOf(request, publicUrl)
    return {
      issuer,
      token_endpoint: `${issuer}/connect/token`,
      userinfo_endpoint: `${issuer}/connect/userinfo`,
      revocation_endpoint: `${issuer}/connect/revocation`,
      grant_types_supported: ['password', SECOND_FACTOR_GRANT, COMPANY_GRANT],
      response_types_supported: [],
      // the console is a public client: its secret opens nothing
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
    }
  })
}
