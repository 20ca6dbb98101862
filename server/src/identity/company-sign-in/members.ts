// Finds the user of a person at the company's identity provider, by issuer and subject. An unknown person is linked to
// an existing user by a verified email address of the company's domains, if the company allows it, or becomes a new
// user with the profile of their group.
import { normalize } from '@padron/contract/normalize'
import { USER_INFO, Username } from '@padron/contract/rules/user-rules'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { createUser } from '../accounts/accounts.ts'
import { asUsername } from '../accounts/username.ts'
import { hashPassword, newPassword } from '../passwords/passwords.ts'
import { type Claims, CompanySignInError } from './identity-provider.ts'

export type IdentityCompany = { tenantId: number; shortName: string; issuer: string; linksByMail: boolean }

type Member = { userId: number; username: string }
type Known = Member & { active: boolean }

const knownMember = async (tx: Tx, { tenantId, issuer }: IdentityCompany, subject: string) => {
  const { rows } = await sql<Known>`
    select u.user_id as "userId", u.username, u.active
    from user_identity i
    join app_user u on u.tenant_id = i.tenant_id and u.user_id = i.user_id
    where i.tenant_id = ${tenantId} and i.issuer = ${issuer} and i.subject = ${subject}
    for update of i`.execute(tx)
  return rows[0]
}

/** Writes the activity row of a new link. @param member the linked user */
const recordIdentity = (tx: Tx, { tenantId, issuer }: IdentityCompany, { userId, username }: Member) => {
  const changes = JSON.stringify({ company_identity: [null, issuer] })
  return sql`select record_activity(${tenantId}, 'user', ${userId}, ${username}, 'update', ${changes}::jsonb)`.execute(
    tx,
  )
}

const addIdentity = async (tx: Tx, company: IdentityCompany, subject: string, member: Member): Promise<void> => {
  await sql`
    insert into user_identity (tenant_id, issuer, subject, user_id)
    values (${company.tenantId}, ${company.issuer}, ${subject}, ${member.userId})`.execute(tx)
  await recordIdentity(tx, company, member)
}

type ByMail = Known & { isInvited: boolean }

export const membersByMail = async (tx: Tx, { tenantId }: IdentityCompany, email: string): Promise<ByMail[]> => {
  const { rows } = await sql<ByMail>`
    select u.user_id as "userId", u.username, u.active,
      u.last_sign_in is null and (exists (
        select from account_link l
        where l.tenant_id = u.tenant_id and l.user_id = u.user_id and l.purpose = 'invitation') or exists (
        select from provisioned_user v
        where v.tenant_id = u.tenant_id and v.user_id = u.user_id and v.deleted_at is null)) as "isInvited"
    from app_user u
    where u.tenant_id = ${tenantId} and lower(u.email) = ${email}
    for update of u`.execute(tx)
  return rows
}

export const isOwnDomain = async (tx: Tx, { tenantId }: IdentityCompany, email: string): Promise<boolean> => {
  const { rows } = await sql`
    select from company_idp_domain
    where tenant_id = ${tenantId} and domain = ${email.slice(email.lastIndexOf('@') + 1)}`.execute(tx)
  return rows.length > 0
}

/**
 * @returns undefined if no user has the address
 * @throws CompanySignInError if its user may not be linked
 */
const memberByMail = async (tx: Tx, company: IdentityCompany, claims: Claims): Promise<Member | undefined> => {
  if (claims.email === undefined) return undefined
  const found = await membersByMail(tx, company, claims.email)
  const [member] = found
  if (!member) return undefined
  if (!claims.isEmailVerified) throw new CompanySignInError('unverified')
  if (!(await isOwnDomain(tx, company, claims.email))) throw new CompanySignInError('foreignDomain')
  if (found.length > 1) throw new CompanySignInError('severalUsers')
  // The provider's administrator would otherwise control the whole company.
  if (member.userId === company.tenantId) throw new CompanySignInError('mainAccount')
  if (!member.active) throw new CompanySignInError('inactive')
  if (!company.linksByMail && !member.isInvited) throw new CompanySignInError('notInvited')
  return member
}

/** The user that the provider created by SCIM with this person's id. @throws CompanySignInError if deactivated */
const provisionedMember = async (tx: Tx, { tenantId }: IdentityCompany, subject: string) => {
  const { rows } = await sql<Known>`
    select u.user_id as "userId", u.username, u.active
    from provisioned_user p
    join app_user u on u.tenant_id = p.tenant_id and u.user_id = p.user_id
    where p.tenant_id = ${tenantId} and p.external_id = ${subject} and p.deleted_at is null
    for update of u`.execute(tx)
  const [member, another] = rows
  if (!member || another) return undefined
  if (!member.active) throw new CompanySignInError('inactive')
  return member
}

/**
 * @returns undefined if the company assigns no profiles to groups
 * @throws CompanySignInError if it assigns none to these groups
 */
const profileOf = async (tx: Tx, { tenantId }: IdentityCompany, groups: readonly string[]) => {
  const { rows } = await sql<{ profile: string; fits: boolean }>`
    select p.preset_name as profile, g.group_name = any(${groups}::text[]) as fits
    from company_idp_group g
    join preset p on p.tenant_id = g.tenant_id and p.preset_id = g.preset_id
    where g.tenant_id = ${tenantId}
    order by g.position`.execute(tx)
  const fitting = rows.find(({ fits }) => fits)?.profile
  if (rows.length > 0 && fitting === undefined) throw new CompanySignInError('noProfile')
  return fitting
}

const NAME_AT_MOST = 30
const NAMES_TRIED = 99

/** A free user name like that of the provider. */
const freeName = async (
  tx: Tx,
  { shortName }: IdentityCompany,
  { username, email, subject }: Claims,
): Promise<string> => {
  const typed = asUsername((username ?? email ?? subject).split('@')[0] ?? '')
  const plain = normalize(typed, 'NFD')
    .replace(/n\u0303/g, 'ñ')
    .replace(/[^a-z0-9ñ._-]/g, '')
    .slice(0, NAME_AT_MOST - 3)
  const base = Username.safeParse(plain).success ? plain : 'usuario'
  const names = [base, ...Array.from({ length: NAMES_TRIED }, (_, i) => `${base}${i + 2}`)]
  const { rows } = await sql<{ name: string }>`
    select name
    from unnest(${names}::text[]) with ordinality as n(name, place)
    where not exists (select from app_user where username = ${`${shortName}-`} || name)
    order by place
    limit 1`.execute(tx)
  const [free] = rows
  if (!free) throw new CompanySignInError('unmatched')
  return free.name
}

const fitting = (rule: (typeof USER_INFO)[keyof typeof USER_INFO], value: string | undefined): string | undefined =>
  value !== undefined && rule.safeParse(value).success ? value : undefined

/** @param passwordHash of a password that no one knows */
export const createMember = async (
  tx: Tx,
  company: IdentityCompany,
  claims: Claims,
  profile: string,
  passwordHash: string,
): Promise<Member> => {
  const { tenantId, shortName } = company
  const isOwnMail =
    claims.email !== undefined && claims.isEmailVerified && (await isOwnDomain(tx, company, claims.email))
  const email = isOwnMail ? fitting(USER_INFO.userEmail, claims.email) : undefined
  const username = await createUser(tx, {
    tenantId,
    shortName,
    user: await freeName(tx, company, claims),
    passwordHash,
    roles: [],
    profile,
    firstName: fitting(USER_INFO.firstName, claims.firstName) ?? '',
    lastName: fitting(USER_INFO.lastName, claims.lastName) ?? '',
    ...(email === undefined ? {} : { email }),
  })
  const { user_id: userId } = await tx
    .selectFrom('app_user')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return { userId, username }
}

/** Takes a lock, so that two simultaneous sign-ins of one person create one user. */
export const lockIdentities = (tx: Tx, { tenantId }: IdentityCompany) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`company sign-in ${tenantId}`}, 0))`.execute(tx)

/** A user with a link cannot be linked to a second person: the provider may have given the address to another. */
const isLinked = async (tx: Tx, { tenantId, issuer }: IdentityCompany, { userId }: Member): Promise<boolean> => {
  const { rows } = await sql`
    select from user_identity
    where tenant_id = ${tenantId} and user_id = ${userId} and issuer = ${issuer}
    limit 1`.execute(tx)
  return rows.length > 0
}

/** @param tx the company's own @returns the user's id @throws CompanySignInError */
export const findMember = async (tx: Tx, company: IdentityCompany, claims: Claims): Promise<number> => {
  await lockIdentities(tx, company)
  const known = await knownMember(tx, company, claims.subject)
  if (known) {
    if (!known.active) throw new CompanySignInError('inactive')
    await sql`
      update user_identity
      set last_used_at = now()
      where tenant_id = ${company.tenantId} and issuer = ${company.issuer} and subject = ${claims.subject}`.execute(tx)
    return known.userId
  }
  const linked = (await provisionedMember(tx, company, claims.subject)) ?? (await memberByMail(tx, company, claims))
  if (linked && (await isLinked(tx, company, linked))) throw new CompanySignInError('linked')
  const profile = linked ? undefined : await profileOf(tx, company, claims.groups)
  if (!linked && profile === undefined) throw new CompanySignInError('unmatched')
  const member = linked ?? (await createMember(tx, company, claims, profile ?? '', await hashPassword(newPassword())))
  await addIdentity(tx, company, claims.subject, member)
  return member.userId
}

/** Links the administrator who tries the provider to their own user. @throws CompanySignInError */
export const linkOwnIdentity = async (
  tx: Tx,
  company: IdentityCompany,
  claims: Claims,
  userId: number,
): Promise<void> => {
  await lockIdentities(tx, company)
  const known = await knownMember(tx, company, claims.subject)
  if (known && known.userId !== userId) throw new CompanySignInError('taken')
  const { rows } = await sql<Known>`
    select user_id as "userId", username, active
    from app_user
    where tenant_id = ${company.tenantId} and user_id = ${userId}
    for update`.execute(tx)
  const [own] = rows
  if (!own?.active) throw new CompanySignInError('inactive')
  if (!known) return addIdentity(tx, company, claims.subject, own)
  await sql`
    update user_identity
    set last_used_at = now()
    where tenant_id = ${company.tenantId} and issuer = ${company.issuer} and subject = ${claims.subject}`.execute(tx)
}
