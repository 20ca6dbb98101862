// The identity service: a Fastify plugin that runs inside the product or alone. Three calls of RFC 6749 and 7009 shape,
// the key of the password step, and the metadata by which a standard client finds them.
import formbody from '@fastify/formbody'
import { NAME_THE_USER } from '@padron/contract/account-links'
import { COMPANY_GRANT, identity as rows, SECOND_FACTOR_GRANT, type SessionUser } from '@padron/contract/session'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { asSystem } from '../db/client.ts'
import { agentOf, originOf } from '../http/access/origin.ts'
import type { Directory } from '../http/access/place.ts'
import { type Session, tokenHash } from '../http/access/sessions.ts'
import { type Handlers, type Kit, serve } from '../http/serve.ts'
import { revokeServiceSecret } from './accounts/accounts.ts'
import { typedUsername } from './accounts/username.ts'
import { type CompanyEntrance, companyCallback, redirectUrlOf } from './company-sign-in/callback.ts'
import { findCompanyOf, startSignIn } from './company-sign-in/company-sign-in.ts'
import { CompanySignInError, type ProviderTools } from './company-sign-in/identity-provider.ts'
import { type Granted, userOfCompany, userOfFactor, userOfPassword } from './grants.ts'
import { issueToken, TOKEN_SECONDS } from './issue-token.ts'
import { answerOAuth, OAuthError, tooMany } from './oauth-error.ts'
import { countRequest } from './passwords/attempts.ts'
import type { PasswordStep } from './passwords/password-keys.ts'
import type { FactorTools } from './second-factor/challenge.ts'
import { writeCookie } from './sign-in-cookie.ts'

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
