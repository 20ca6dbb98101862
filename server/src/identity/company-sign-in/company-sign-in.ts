// Sign-in by the company's identity provider, from its start to the code that the console trades for a session. A
// cookie binds the start to one browser, and a challenge (RFC 7636) binds the end to one page, so a stolen answer or
// code is useless. Only hashes are stored; PKCE's verifier and the nonce are derived from the cookie.
import { createHash, createHmac } from 'node:crypto'
import { COMPANY_SIGN_IN_SECONDS, type CompanyFault } from '@padron/contract/company-sign-in'
import { TERMS_VERSION } from '@padron/contract/session'
import { sql } from 'kysely'
import { type Actor, asSystem, asTenant, type Db, type Tx } from '../../db/client.ts'
import { tokenHash } from '../../http/access/sessions.ts'
import { openSealed, type Secrets } from '../../secrets/sealing.ts'
import { newToken } from '../../secrets/tokens.ts'
import { typedUsername } from '../accounts/username.ts'
import type { KnownUser } from '../passwords/credentials.ts'
import {
  authorizationAddress,
  CompanySignInError,
  type Proof,
  type Provider,
  type ProviderTools,
  readClaims,
} from './identity-provider.ts'
import { findMember, type IdentityCompany, linkOwnIdentity } from './members.ts'

export const providerOwner = (tenantId: number): string => `company-idp ${tenantId}`

export type SignInTools = { db: Db; secrets: Secrets; provider: ProviderTools }

type StoredProvider = IdentityCompany & { clientId: string; clientSecret: string; groupsClaim: string }

const PROVIDER = sql`
  select i.tenant_id as "tenantId", c.short_name as "shortName", i.issuer, i.client_id as "clientId",
    i.client_secret as "clientSecret", i.groups_claim as "groupsClaim", i.links_by_mail as "linksByMail"
  from company_idp i
  join company c on c.tenant_id = i.tenant_id and c.suspended_at is null and c.move_state is distinct from 'moved'`

const readProvider = async (tx: Tx, tenantId: number): Promise<StoredProvider | undefined> => {
  const { rows } = await sql<StoredProvider>`${PROVIDER} where i.tenant_id = ${tenantId}`.execute(tx)
  return rows[0]
}

const NAME_AT_MOST = 253

/**
 * Finds the company by its short name, the prefix of its user names, or by the domain of an email address. It does not
 * check that the user exists.
 * @returns the company's id
 */
export const findCompanyOf = (db: Db, typed: string): Promise<number | undefined> =>
  asSystem(db, async (tx) => {
    const domain = typed
      .slice(typed.lastIndexOf('@') + 1)
      .trim()
      .toLowerCase()
      .slice(0, NAME_AT_MOST)
    const [company = ''] = typedUsername(typed).split('-')
    const { rows } = await sql<{ tenantId: number }>`
      select p."tenantId"
      from (${PROVIDER}) p
      where ${
        typed.includes('@')
          ? sql`exists (
              select from company_idp_domain d
              where d.tenant_id = p."tenantId" and d.domain = ${domain})`
          : sql`p."shortName" = ${company}`
      }`.execute(tx)
    return rows[0]?.tenantId
  })

const openProvider = (secrets: Secrets, stored: StoredProvider): Provider => {
  const clientSecret = openSealed(secrets, providerOwner(stored.tenantId), stored.clientSecret)
  if (clientSecret === undefined) throw new CompanySignInError('settings')
  return { issuer: stored.issuer, clientId: stored.clientId, clientSecret }
}

const derive = (browser: string, use: string, state: string): string =>
  createHmac('sha256', browser).update(`${use} ${state}`).digest('base64url')
const proofOf = (browser: string, state: string): Proof => ({
  state,
  nonce: derive(browser, 'nonce', state),
  verifier: derive(browser, 'verifier', state),
})

type Start = {
  tenantId: number
  redirectUrl: string
  /** SHA-256, in base64url, of the verifier that trades the final code. */
  challenge?: string
  /** The administrator who tries the provider; absent: a sign-in. */
  trialOf?: number
}
/** `cookie`: the browser stores it and sends it with the provider's answer. */
export type Started = { address: string; cookie: string }

/** @throws CompanySignInError */
export const startSignIn = async (
  { db, secrets, provider: tools }: SignInTools,
  { tenantId, redirectUrl, challenge = '', trialOf }: Start,
): Promise<Started> => {
  const stored = await asSystem(db, (tx) => readProvider(tx, tenantId))
  if (!stored) throw new CompanySignInError('unknown')
  const [state, cookie] = [newToken(), newToken()]
  const proof = proofOf(cookie, state)
  const address = await authorizationAddress(tools, openProvider(secrets, stored), { redirectUrl, proof })
  await asSystem(db, (tx) =>
    sql`
      insert into provider_sign_in
        (tenant_id, state_hash, browser_hash, issuer, client_id, challenge, trial_of, expires_at)
      values (${tenantId}, ${tokenHash(state)}, ${tokenHash(cookie)}, ${stored.issuer}, ${stored.clientId},
        ${challenge}, ${trialOf ?? null}, now() + make_interval(secs => ${COMPANY_SIGN_IN_SECONDS}))`.execute(tx),
  )
  return { address: address.href, cookie }
}

type UnderWay = { tenantId: number; trialOf: number | null; issuer: string; clientId: string }

/** Takes a started sign-in: once, and only in the browser that started it. */
const takeReturn = (db: Db, state: string, cookie: string): Promise<UnderWay | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<UnderWay>`
      update provider_sign_in
      set returned_at = now()
      where state_hash = ${tokenHash(state)} and browser_hash = ${tokenHash(cookie)} and returned_at is null
        and expires_at > now()
      returning tenant_id as "tenantId", trial_of as "trialOf", issuer, client_id as "clientId"`.execute(tx)
    return rows[0]
  })

const writeCode = async (tx: Tx, { tenantId }: UnderWay, state: string, userId: number): Promise<string> => {
  const code = newToken()
  await sql`
    update provider_sign_in
    set user_id = ${userId}, code_hash = ${tokenHash(code)},
      expires_at = now() + make_interval(secs => ${COMPANY_SIGN_IN_SECONDS})
    where tenant_id = ${tenantId} and state_hash = ${tokenHash(state)}`.execute(tx)
  return code
}

type Return = {
  /** The redirect address with the provider's parameters. */
  url: URL
  cookie: string
  actor: Pick<Actor, 'address' | 'request'>
}
/** `code`: for the console; a trial has none. */
export type Returned = { isTrial: boolean; code?: string; fault?: CompanyFault; error?: unknown }

const finish = async (
  { db, secrets, provider: tools }: SignInTools,
  underWay: UnderWay,
  state: string,
  { url, cookie, actor }: Return,
): Promise<Pick<Returned, 'code'>> => {
  const { tenantId, trialOf } = underWay
  const stored = await asSystem(db, (tx) => readProvider(tx, tenantId))
  // The settings changed meanwhile, so the answer is from another provider.
  if (stored?.issuer !== underWay.issuer || stored.clientId !== underWay.clientId)
    throw new CompanySignInError('expired')
  const { groupsClaim } = stored
  const claims = await readClaims(tools, openProvider(secrets, stored), {
    url,
    proof: proofOf(cookie, state),
    groupsClaim,
  })
  const as: Actor = { origin: 'system', name: 'Entrada con la empresa', ...actor }
  const end = async (tx: Tx): Promise<Pick<Returned, 'code'>> => {
    if (trialOf === null) return { code: await writeCode(tx, underWay, state, await findMember(tx, stored, claims)) }
    await linkOwnIdentity(tx, stored, claims, trialOf)
    return {}
  }
  return asTenant(db, tenantId, end, as)
}

/** A fault of a provider or a stranger is a result, never an exception. */
export const finishSignIn = async (tools: SignInTools, given: Return): Promise<Returned> => {
  const state = given.url.searchParams.get('state') ?? ''
  const underWay = await takeReturn(tools.db, state, given.cookie)
  if (!underWay) return { isTrial: false, fault: 'expired' }
  const isTrial = underWay.trialOf !== null
  try {
    return { isTrial, ...(await finish(tools, underWay, state, given)) }
  } catch (error) {
    if (!(error instanceof CompanySignInError)) throw error
    return { isTrial, fault: error.fault, error: error.cause }
  }
}

type Trade = { code: string; verifier: string; acceptsTerms: boolean; actor: Pick<Actor, 'address' | 'request'> }
export type TradeResult = { user: KnownUser } | 'terms' | 'ended'

const acceptTerms = async (db: Db, user: KnownUser, actor: Trade['actor']): Promise<void> => {
  const { tenantId, userId, username } = user
  const accept = (tx: Tx) =>
    sql`
      update app_user
      set terms_version = ${TERMS_VERSION}, terms_at = now(), terms_address = ${actor.address ?? ''}
      where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  await asTenant(db, tenantId, accept, { origin: 'console', id: userId, name: username, ...actor })
}

/** Trades the console's code, once, for the page that started. Until the terms are accepted the code stays valid. */
export const tradeCode = async (db: Db, { code, verifier, acceptsTerms, actor }: Trade): Promise<TradeResult> => {
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const fits = sql`code_hash = ${tokenHash(code)} and challenge = ${challenge} and expires_at > now()`
  const { rows } = await asSystem(db, (tx) =>
    sql<KnownUser>`
      select u.tenant_id as "tenantId", u.user_id as "userId", u.username, u.terms_version as "termsVersion",
        u.password_hash as "passwordHash"
      from provider_sign_in s
      join app_user u on u.tenant_id = s.tenant_id and u.user_id = s.user_id and u.active
      where ${fits}`.execute(tx),
  )
  const [user] = rows
  if (!user) return 'ended'
  if (user.termsVersion !== TERMS_VERSION && !acceptsTerms) return 'terms'
  const { numAffectedRows } = await asSystem(db, (tx) => sql`delete from provider_sign_in where ${fits}`.execute(tx))
  if (numAffectedRows !== 1n) return 'ended'
  if (user.termsVersion !== TERMS_VERSION) await acceptTerms(db, user, actor)
  return { user }
}

/** Whether the user's company refuses passwords; its main account may always use one. @param username as stored */
export const isCompanySignInForced = (db: Db, username: string): Promise<boolean> =>
  asSystem(db, async (tx) => {
    const [company = ''] = username.split('-')
    const { rows } = await sql`
      select from company_idp i
      join company c on c.tenant_id = i.tenant_id
      where c.short_name = ${company} and i.forced and not exists (
        select from app_user u
        where u.tenant_id = i.tenant_id and u.user_id = i.tenant_id and u.username = ${username})`.execute(tx)
    return rows.length > 0
  })
