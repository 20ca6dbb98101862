// The users that a company's identity provider administers by SCIM. It sees only these. It takes over an existing user
// under the conditions of the sign-in (identity/company-sign-in/members.ts), but never the main account.
import { USER_INFO, USER_LABELS } from '@padron/contract/rules/user-rules'
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { endSessions, revokeTokens } from '../accounts/accounts.ts'
import {
  createMember,
  type IdentityCompany,
  isOwnDomain,
  lockIdentities,
  membersByMail,
} from '../company-sign-in/members.ts'
import type { ProvisionedPerson, StoredPerson, UserFilter } from './resource.ts'
import { ScimError } from './scim-error.ts'

export type ScimClient = IdentityCompany & { presetId: number | null }

const notFound = () => new ScimError(404, 'El proveedor no administra a ese usuario.')
const conflict = (detail: string) => new ScimError(409, detail, 'uniqueness')

const PERSON = sql`
  select p.user_id as id, p.user_name as "userName", p.external_id as "externalId", u.first_name as "firstName",
    u.last_name as "lastName", coalesce(u.email, '') as email, coalesce(u.phone, '') as phone, u.active,
    p.created_at as "createdAt"
  from provisioned_user p
  join app_user u on u.tenant_id = p.tenant_id and u.user_id = p.user_id`

const matches = (filter: UserFilter | undefined) => {
  if (!filter) return sql<SqlBool>`true`
  const { by, value } = filter
  if (by === 'userName') return sql<SqlBool>`lower(p.user_name) = lower(${value})`
  if (by === 'externalId') return sql<SqlBool>`p.external_id = ${value}`
  if (by === 'email') return sql<SqlBool>`lower(u.email) = lower(${value})`
  return sql<SqlBool>`p.user_id::text = ${value}`
}

/** @param from of the first, from 1 */
export const listPeople = async (
  tx: Tx,
  { tenantId }: ScimClient,
  filter: UserFilter | undefined,
  { from, count }: { from: number; count: number },
): Promise<{ people: StoredPerson[]; total: number }> => {
  const where = sql`p.tenant_id = ${tenantId} and p.deleted_at is null and ${matches(filter)}`
  const counted = await sql<{ total: number }>`
    select count(*)::int as total
    from provisioned_user p
    join app_user u on u.tenant_id = p.tenant_id and u.user_id = p.user_id
    where ${where}`.execute(tx)
  const { rows } = await sql<StoredPerson>`
    ${PERSON}
    where ${where}
    order by p.user_id
    limit ${count} offset ${from - 1}`.execute(tx)
  return { people: rows, total: counted.rows[0]?.total ?? 0 }
}

/** @throws ScimError 404 if the provider does not administer the user */
export const findPerson = async (
  tx: Tx,
  { tenantId }: ScimClient,
  id: number,
  locks = false,
): Promise<StoredPerson> => {
  const { rows } = await sql<StoredPerson>`
    ${PERSON}
    where p.tenant_id = ${tenantId} and p.user_id = ${id} and p.deleted_at is null
    ${locks ? sql`for update of p, u` : sql``}`.execute(tx)
  const [person] = rows
  if (!person) throw notFound()
  return person
}

/** Refuses addresses of other domains: their owner could recover the password and sign in. */
const checkMail = async (tx: Tx, client: ScimClient, email: string): Promise<void> => {
  const fault = USER_INFO.userEmail.safeParse(email).error?.issues[0]?.message
  if (fault) throw new ScimError(400, `${USER_LABELS.userEmail}: ${fault}`, 'invalidValue')
  if (email && !(await isOwnDomain(tx, client, email)))
    throw new ScimError(400, `El correo ${email} no es de los dominios de la empresa.`, 'invalidValue')
}

const checkName = async (tx: Tx, { tenantId }: ScimClient, userName: string, userId: number): Promise<void> => {
  const { rows } = await sql`
    select from provisioned_user
    where tenant_id = ${tenantId} and lower(user_name) = lower(${userName}) and user_id <> ${userId}`.execute(tx)
  if (rows.length > 0) throw conflict(`Ya hay un usuario «${userName}».`)
}

/**
 * A deactivation is never refused for another attribute, because the user would keep their access: then it alone is
 * written.
 * @throws ScimError
 */
const personToWrite = async (
  tx: Tx,
  client: ScimClient,
  before: StoredPerson,
  person: ProvisionedPerson,
): Promise<ProvisionedPerson> => {
  try {
    if (person.email !== before.email) await checkMail(tx, client, person.email)
    await checkName(tx, client, person.userName, before.id)
    return person
  } catch (error) {
    const deactivates = before.active && person.active === false
    if (!(error instanceof ScimError) || !deactivates) throw error
    return { ...before, active: false }
  }
}

/** Writes only what differs, so that the activity record has only changes. */
const write = async (tx: Tx, client: ScimClient, before: StoredPerson, changed: ProvisionedPerson): Promise<void> => {
  const { tenantId } = client
  const person = await personToWrite(tx, client, before, changed)
  const { userName, externalId, firstName, lastName, email, phone, active = before.active } = person
  await sql`
    update provisioned_user
    set user_name = ${userName}, external_id = ${externalId}, deleted_at = null
    where tenant_id = ${tenantId} and user_id = ${before.id}`.execute(tx)
  await sql`
    update app_user
    set first_name = ${firstName}, last_name = ${lastName}, email = nullif(${email}, ''), phone = nullif(${phone}, ''),
      active = ${active}, version = version + 1
    where tenant_id = ${tenantId} and user_id = ${before.id}
      and (first_name, last_name, coalesce(email, ''), coalesce(phone, ''), active)
        is distinct from (${firstName}, ${lastName}, ${email}, ${phone}, ${active}::boolean)`.execute(tx)
  if (active || !before.active) return
  await endSessions(tx, tenantId, before.id)
  await revokeTokens(tx, tenantId, before.id)
}

/** @throws ScimError */
export const changePerson = async (
  tx: Tx,
  client: ScimClient,
  id: number,
  change: (before: StoredPerson) => ProvisionedPerson,
): Promise<StoredPerson> => {
  await lockIdentities(tx, client)
  const before = await findPerson(tx, client, id, true)
  await write(tx, client, before, change(before))
  return findPerson(tx, client, id)
}

/** Deactivates the user, whose history stays; the provider no longer sees them. @throws ScimError */
export const deletePerson = async (tx: Tx, client: ScimClient, id: number): Promise<void> => {
  await changePerson(tx, client, id, (before) => ({ ...before, active: false }))
  await sql`
    update provisioned_user
    set deleted_at = now()
    where tenant_id = ${client.tenantId} and user_id = ${id}`.execute(tx)
}

/** Also one that the provider deleted. */
const isProvisioned = async (tx: Tx, { tenantId }: ScimClient, userId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from provisioned_user
    where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  return rows.length > 0
}

/** The existing user that the provider takes over. @throws ScimError if it may not */
const existingUser = async (tx: Tx, client: ScimClient, email: string): Promise<number | undefined> => {
  if (!email) return undefined
  const found = await membersByMail(tx, client, email)
  const [user] = found
  if (!user) return undefined
  if (found.length > 1) throw conflict(`Varios usuarios tienen el correo ${email}.`)
  if (user.userId === client.tenantId) throw conflict(`El correo ${email} es de la cuenta principal.`)
  // Whoever the provider never administered was deactivated by an administrator, who alone reactivates them.
  if (!user.active && !(await isProvisioned(tx, client, user.userId)))
    throw conflict(`El usuario con el correo ${email} está inactivo: actívelo en Usuarios para enlazarlo.`)
  if (!client.linksByMail && !user.isInvited)
    throw conflict(`Ya hay un usuario con el correo ${email}, y no se permitió enlazarlo.`)
  return user.userId
}

const newUser = async (tx: Tx, client: ScimClient, person: ProvisionedPerson, passwordHash: string) => {
  const { rows } = await sql<{ profile: string }>`
    select preset_name as profile
    from preset
    where tenant_id = ${client.tenantId} and preset_id = ${client.presetId}`.execute(tx)
  const [preset] = rows
  if (!preset) throw new ScimError(403, 'El perfil de los usuarios nuevos se borró: elija otro en Acceso de empresa.')
  const { firstName, lastName, email, userName } = person
  const claims = { subject: '', username: userName, email, isEmailVerified: true, firstName, lastName, groups: [] }
  const { userId } = await createMember(tx, client, claims, preset.profile, passwordHash)
  return userId
}

/** A user that the provider deleted and creates again. */
const deletedUser = async (tx: Tx, { tenantId }: ScimClient, userName: string): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select user_id as id
    from provisioned_user
    where tenant_id = ${tenantId} and lower(user_name) = lower(${userName}) and deleted_at is not null`.execute(tx)
  return rows[0]?.id
}

/**
 * Creates the user, or takes over the existing user with their email address.
 * @param passwordHash of a password that no one knows
 * @throws ScimError
 */
export const createPerson = async (
  tx: Tx,
  client: ScimClient,
  person: ProvisionedPerson,
  passwordHash: string,
): Promise<StoredPerson> => {
  await lockIdentities(tx, client)
  await checkMail(tx, client, person.email)
  const again = await deletedUser(tx, client, person.userName)
  if (again === undefined) await checkName(tx, client, person.userName, 0)
  const id =
    again ?? (await existingUser(tx, client, person.email)) ?? (await newUser(tx, client, person, passwordHash))
  const { rows } = await sql`
    insert into provisioned_user (tenant_id, user_id, user_name)
    values (${client.tenantId}, ${id}, ${person.userName})
    on conflict (tenant_id, user_id) do update set deleted_at = null
    where provisioned_user.deleted_at is not null
    returning user_id`.execute(tx)
  if (rows.length === 0) throw conflict(`El proveedor ya administra a quien tiene el correo ${person.email}.`)
  return changePerson(tx, client, id, () => ({ ...person, active: person.active ?? true }))
}
