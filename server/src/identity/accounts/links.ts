// Links by which a person chooses a password: an invitation to a new user, or the recovery of a forgotten password.
// The database stores hashes of their codes; a queued email has the code sealed. A link that an administrator sends
// ends the earlier ones, and so does a change of the user's address, password or status (migration 061).
import type { LinkEnd, LinkPurpose } from '@padron/contract/account-links'
import { sql } from 'kysely'
import { asSystem, asTenant, type Db, type Tx } from '../../db/client.ts'
import { type PlaceName, tokenAt } from '../../http/access/place.ts'
import { tokenHash } from '../../http/access/sessions.ts'
import { linkCodeOwner } from '../../mail/email-content.ts'
import { writeMails } from '../../mail/outbox.ts'
import { type Secrets, seal } from '../../secrets/sealing.ts'
import { newToken } from '../../secrets/tokens.ts'
import { AccountError } from './accounts.ts'
import { linkEmail } from './emails.ts'
import { typedUsername } from './username.ts'

/** Links per purpose: to one user in an hour, to one company in 24 hours. */
type Limits = { ofUser: number; ofCompany: number }
/** Recoveries requested without a session: beyond the limit the reply is the same, but no email is sent. */
export const REQUESTED_RECOVERIES: Limits = { ofUser: 3, ofCompany: 100 }
/** Links that an administrator sends. */
export const SENT_LINKS: Limits = { ofUser: 5, ofCompany: 300 }
/** Recoveries of both kinds are counted together: the sum leaves administrators their own limit in full. */
const LIMITS: Readonly<Record<LinkPurpose, Limits>> = {
  invitation: SENT_LINKS,
  recovery: {
    ofUser: SENT_LINKS.ofUser + REQUESTED_RECOVERIES.ofUser,
    ofCompany: SENT_LINKS.ofCompany + REQUESTED_RECOVERIES.ofCompany,
  },
}
/** The most users of one email address that a request writes to. */
const USERS_AT_MOST = 10

/** What creating a link needs. */
export type LinkTools = { secrets: Secrets; place: PlaceName }

type Target = {
  tenantId: number
  userId: number
  username: string
  email: string | null
  active: boolean
  company: string
  /** The user never signed in and never chose a password. */
  isNew: boolean
}

const TARGET = sql`
  select u.tenant_id as "tenantId", u.user_id as "userId", u.username, u.email, u.active,
    c.company_name as company, u.last_sign_in is null and u.password_changed_at is null as "isNew"
  from app_user u join company c on c.tenant_id = u.tenant_id`

/** Takes a lock, so that simultaneous requests are counted one after the other. */
const countLinks = async (tx: Tx, { tenantId, userId }: Target, purpose: LinkPurpose): Promise<Limits> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account links ${tenantId}`}, 0))`.execute(tx)
  const { rows } = await sql<Limits>`
    select count(*)::int as "ofCompany",
      (count(*) filter (where user_id = ${userId} and created_at > now() - interval '1 hour'))::int as "ofUser"
    from account_link
    where tenant_id = ${tenantId} and purpose = ${purpose} and created_at > now() - interval '24 hours'`.execute(tx)
  return rows[0] ?? { ofUser: 0, ofCompany: 0 }
}

/** Writes the link, its email and its activity row. @param email the target's */
const createLink = async (
  tx: Tx,
  { secrets, place }: LinkTools,
  { tenantId, userId, username, company, email, purpose }: Target & { email: string; purpose: LinkPurpose },
): Promise<void> => {
  const code = newToken()
  const { rows } = await sql<{ linkId: string; until: string }>`
    insert into account_link (tenant_id, user_id, purpose, code_hash, expires_at)
    values (${tenantId}, ${userId}, ${purpose}, ${tokenHash(code)}, now() + interval '30 minutes')
    returning link_id as "linkId", expires_at as until`.execute(tx)
  const [link] = rows
  if (!link) throw new Error('no link was written')
  const sealed = seal(secrets, linkCodeOwner(tenantId), tokenAt(place, code))
  const content = linkEmail(purpose, { username, company }, { code: sealed, until: link.until })
  const kind = `account ${purpose}`
  await writeMails(tx, { configured: true }, { tenantId, kind, subjectId: link.linkId, recipients: [email], content })
  const changes = JSON.stringify({ [`${purpose}_sent`]: [null, email] })
  await sql`select record_activity(${tenantId}, 'user', ${userId}, ${username}, 'update', ${changes}::jsonb)`.execute(
    tx,
  )
}

/**
 * Sends the user a link to choose a password: an invitation before their first sign-in, a recovery after it. Used by
 * the users' screen, the set-up and the operator's commands of an installation that sends emails.
 * @param tx the company's own, or the system's
 * @throws AccountError without an address, for a disabled user, and past the limits
 */
export const inviteUser = async (
  tx: Tx,
  tools: LinkTools,
  { tenantId, username }: { tenantId: number; username: string },
): Promise<{ sentTo: string; purpose: LinkPurpose }> => {
  const { rows } = await sql<Target>`
    ${TARGET} where u.tenant_id = ${tenantId} and u.username = ${username} for update of u`.execute(tx)
  const [user] = rows
  if (!user) throw new AccountError(`La empresa no tiene el usuario «${username}».`)
  const { email, active, isNew } = user
  if (!active) throw new AccountError(`El usuario «${username}» está inactivo.`)
  if (!email) throw new AccountError(`El usuario «${username}» no tiene correo.`)
  const purpose = isNew ? 'invitation' : 'recovery'
  const { ofUser, ofCompany } = await countLinks(tx, user, purpose)
  const limits = LIMITS[purpose]
  if (ofUser >= limits.ofUser)
    throw new AccountError(`Ya se enviaron ${ofUser} enlaces a este usuario en una hora. Espere antes de enviar otro.`)
  if (ofCompany >= limits.ofCompany)
    throw new AccountError(`Su empresa llegó a ${ofCompany} enlaces en 24 horas. Envíe los demás mañana.`)
  await sql`
    update account_link
    set replaced_at = now()
    where tenant_id = ${tenantId} and user_id = ${user.userId} and used_at is null and replaced_at is null`.execute(tx)
  await createLink(tx, tools, { ...user, email, purpose })
  return { sentTo: email, purpose }
}

/** Active users of active companies with this name or email address; users without an address are left out. */
const findRecoverable = (db: Db, typed: string): Promise<(Target & { email: string })[]> =>
  asSystem(db, async (tx) => {
    const named = typed.includes('@')
      ? sql`lower(u.email) = ${typed.trim().toLowerCase()}`
      : sql`u.username = ${typedUsername(typed)} and u.email is not null`
    const { rows } = await sql<Target & { email: string }>`
      ${TARGET}
      where ${named} and u.active and c.suspended_at is null and c.move_state is distinct from 'moved'
      order by u.last_sign_in desc nulls last, u.user_id
      limit ${USERS_AT_MOST}`.execute(tx)
    return rows
  })

/**
 * Sends a link to the users with this name or address, within the limits. A reply must not wait for it, because the
 * time reveals whether the user exists. It ends no other link, because a stranger may have requested it.
 * @param typed a user name, or an email address
 * @param address of the requester
 */
export const sendRecovery = async (
  db: Db,
  tools: LinkTools,
  { typed, address, request }: { typed: string; address: string; request: string },
): Promise<void> => {
  const actor = { origin: 'system', name: 'Recuperación de contraseña', address, request } as const
  for (const user of await findRecoverable(db, typed)) {
    const send = async (tx: Tx): Promise<void> => {
      const { ofUser, ofCompany } = await countLinks(tx, user, 'recovery')
      if (ofUser >= REQUESTED_RECOVERIES.ofUser || ofCompany >= REQUESTED_RECOVERIES.ofCompany) return
      await createLink(tx, tools, { ...user, purpose: 'recovery' })
    }
    await asTenant(db, user.tenantId, send, actor)
  }
}

export type AccountLink = {
  tenantId: number
  linkId: string
  userId: number
  username: string
  company: string
  email: string | null
  purpose: LinkPurpose
  expiresAt: string
  state: 'open' | Exclude<LinkEnd, 'unknown'>
}

/** @returns undefined for an unknown code, or if its user may not sign in */
export const findLink = (db: Db, code: string): Promise<AccountLink | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<AccountLink>`
      select l.tenant_id as "tenantId", l.link_id as "linkId", u.user_id as "userId", u.username, u.email,
        c.company_name as company, l.purpose, l.expires_at as "expiresAt",
        case
          when l.used_at is not null then 'used'
          when l.replaced_at is not null then 'replaced'
          when l.expires_at <= now() then 'expired'
          else 'open' end as state
      from account_link l
      join app_user u on u.tenant_id = l.tenant_id and u.user_id = l.user_id and u.active
      join company c on c.tenant_id = l.tenant_id and c.suspended_at is null
        and c.move_state is distinct from 'moved'
      where l.code_hash = ${tokenHash(code)}`.execute(tx)
    return rows[0]
  })

/** Marks an open link as used. @param tx the company's own @returns false if it ended meanwhile */
export const useLink = async (tx: Tx, { tenantId, linkId, userId }: AccountLink): Promise<boolean> => {
  // The user first: every change of a user locks the user and then their links.
  await sql`select from app_user where tenant_id = ${tenantId} and user_id = ${userId} for update`.execute(tx)
  const { numAffectedRows } = await sql`
    update account_link
    set used_at = now()
    where tenant_id = ${tenantId} and link_id = ${linkId} and used_at is null and replaced_at is null
      and expires_at > now()`.execute(tx)
  return numAffectedRows === 1n
}
