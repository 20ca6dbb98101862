// Creates companies and their users, for the operator's command line and the demo. A company's id is its main
// account's user id, and user names are `{company}-{user}`, so a company's name has no hyphen.
import { normalize } from '@padron/contract/normalize'
import { PERMISSIONS, ROLES, type Role } from '@padron/contract/permissions'
import type { Country } from '@padron/contract/places/countries'
import { Username } from '@padron/contract/rules/user-rules'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { highestIds } from './levels.ts'

/** A refusal with a sentence for the operator. */
export class AccountError extends Error {}

const SHORT_NAME = /^[a-z0-9ñ]{2,30}$/ // as the database has it

export type NewCompany = {
  shortName: string
  title: string
  country: Country
  timeZone: string
  passwordHash: string
  /** The main account's email. */
  email?: string
}
export type NewUser = {
  tenantId: number
  shortName: string
  user: string
  passwordHash: string
  roles: readonly Role[]
  profile?: string
  isMain?: boolean
  firstName?: string
  lastName?: string
  customId?: string
  email?: string
  phone?: string
}

const known = (timeZone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('es', { timeZone }))
  } catch {
    return false
  }
}

/** @throws AccountError */
export const checkTimeZone = (timeZone: string): void => {
  if (!known(timeZone))
    throw new AccountError(`La zona horaria «${timeZone}» no existe; por ejemplo America/Monterrey.`)
}

/** Creates a company and its main account, `{company}-admin`. @returns the company's id @throws AccountError */
export const createCompany = async (
  tx: Tx,
  { shortName, title, country, timeZone, passwordHash, email }: NewCompany,
): Promise<number> => {
  if (!SHORT_NAME.test(shortName))
    throw new AccountError('El nombre corto tiene de 2 a 30 letras minúsculas o dígitos, sin guiones ni espacios.')
  if (title.trim() === '') throw new AccountError('La empresa necesita un nombre.')
  checkTimeZone(timeZone)
  const values = { short_name: shortName, company_name: title.trim(), country, time_zone: timeZone }
  const inserted = await tx
    .insertInto('company')
    .values(values)
    .onConflict((on) => on.column('short_name').doNothing())
    .returning('tenant_id')
    .executeTakeFirst()
  if (!inserted) throw new AccountError(`Ya existe la empresa «${shortName}».`)
  await tx.insertInto('catalogue_version').values({ tenant_id: inserted.tenant_id }).execute()
  await createUser(tx, {
    tenantId: inserted.tenant_id,
    shortName,
    user: 'admin',
    passwordHash,
    roles: ['admin'],
    isMain: true,
    ...(email === undefined ? {} : { email }),
  })
  return inserted.tenant_id
}

/** @returns the whole user name @throws AccountError */
export const createUser = async (
  tx: Tx,
  { tenantId, shortName, user, passwordHash, roles, profile, isMain = false, ...person }: NewUser,
): Promise<string> => {
  const name = normalize(user, 'NFC')
  if (!Username.safeParse(name).success) {
    throw new AccountError('El usuario tiene hasta 30 letras minúsculas, dígitos o los signos . _ -')
  }
  const username = `${shortName}-${name}`
  const preset_id = profile === undefined ? null : await findProfile(tx, tenantId, profile)
  const inserted = await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenantId,
      username,
      password_hash: passwordHash,
      preset_id,
      first_name: person.firstName ?? '',
      last_name: person.lastName ?? '',
      custom_id: person.customId ?? null,
      email: person.email ?? null,
      phone: person.phone ?? null,
      role_ids: ROLES.filter(({ name: role }) => roles.includes(role)).map(({ roleId }) => roleId),
      ...(isMain ? { user_id: tenantId } : {}),
    })
    .onConflict((on) => on.column('username').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!inserted) throw new AccountError(`Ya existe el usuario «${username}».`)
  return username
}

/** @returns the profile's id */
export const createProfile = async (
  tx: Tx,
  { tenantId, name, roles }: { tenantId: number; name: string; roles: readonly Role[] },
): Promise<number> => {
  const role_ids = highestIds(ROLES.filter(({ name: role }) => roles.includes(role)).map(({ roleId }) => roleId))
  const values = { tenant_id: tenantId, preset_name: name, role_ids }
  return (await tx.insertInto('preset').values(values).returning('preset_id').executeTakeFirstOrThrow()).preset_id
}

const READS: readonly Role[] = [
  'vehicles_read',
  'tags_read',
  'documents_read',
  'processing_read',
  'dashboard_read',
  'programReports_read',
  'resource_read',
  'queue_read',
]
/** The profiles of a new company, so that it can create users at once; it may change or delete them. */
const FIRST_PROFILES: readonly { name: string; roles: readonly Role[] }[] = [
  { name: 'Consulta', roles: READS },
  {
    name: 'Operación',
    roles: [
      ...READS,
      'vehicles_report',
      'tags_admin',
      'documents_admin',
      'masive_upload',
      'masive_edit',
      'masive_replace',
      'processing_admin',
    ],
  },
  { name: 'Administración', roles: PERMISSIONS },
]

export const createFirstProfiles = async (tx: Tx, tenantId: number): Promise<void> => {
  for (const { name, roles } of FIRST_PROFILES) await createProfile(tx, { tenantId, name, roles })
}

const findProfile = async (tx: Tx, tenantId: number, profile: string): Promise<number> => {
  const found = await tx
    .selectFrom('preset')
    .select('preset_id')
    .where('tenant_id', '=', tenantId)
    .where('preset_name', '=', profile)
    .executeTakeFirst()
  if (!found) throw new AccountError(`La empresa no tiene el perfil «${profile}».`)
  return found.preset_id
}

/** @throws AccountError */
export const findCompany = async (tx: Tx, shortName: string) => {
  const found = await tx.selectFrom('company').selectAll().where('short_name', '=', shortName).executeTakeFirst()
  if (!found) throw new AccountError(`No existe la empresa «${shortName}».`)
  if (found.move_state !== null && found.move_state !== 'leaving')
    throw new AccountError(`La empresa «${shortName}» se traslada, o vive en otra instalación.`)
  return found
}

export const endSessions = (tx: Tx, tenantId: number, userId: number, but?: Buffer) => {
  const ended = tx.deleteFrom('access_token').where('tenant_id', '=', tenantId).where('user_id', '=', userId)
  return (but ? ended.where('token_hash', '!=', but) : ended).executeTakeFirst()
}

/** Ends the user's tokens and calendar address, after another person set the password or disabled the user. */
export const revokeTokens = async (tx: Tx, tenantId: number, userId: number): Promise<void> => {
  await sql`
    update personal_token
    set revoked_at = now()
    where tenant_id = ${tenantId} and user_id = ${userId} and revoked_at is null
    and expires_at > now()`.execute(tx)
  await sql`
    with ended as (
      delete from calendar_feed
      where tenant_id = ${tenantId} and user_id = ${userId}
      returning tenant_id, user_id)
    select record_activity(u.tenant_id, 'user', u.user_id, u.username, 'update', '{"calendar_feed": ["active", null]}')
    from ended
    join app_user u using (tenant_id, user_id)`.execute(tx)
}

/** Revokes the service account of a secret. A former secret, valid for a day after its change, ends alone. */
export const revokeServiceSecret = (tx: Tx, hash: Buffer) =>
  sql`
    update service_account
    set revoked_at = case when secret_hash = ${hash} then now() end,
      revoked_by = case when secret_hash = ${hash} then 'quien tenía su secreto' end,
      former_until = case when former_hash = ${hash} then now() else former_until end
    where (secret_hash = ${hash} and expires_at > now() or former_hash = ${hash} and former_until > now())
      and revoked_at is null`.execute(tx)

/** A new password, and the end of the user's sessions, tokens and calendar address. @throws AccountError */
export const setPassword = async (
  tx: Tx,
  { tenantId, username, passwordHash }: { tenantId: number; username: string; passwordHash: string },
): Promise<void> => {
  const changed = await tx
    .updateTable('app_user')
    .set((eb) => ({
      password_hash: passwordHash,
      password_changed_at: sql<string>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', tenantId)
    .where('username', '=', username)
    .returning('user_id')
    .executeTakeFirst()
  if (!changed) throw new AccountError(`La empresa no tiene el usuario «${username}».`)
  await endSessions(tx, tenantId, changed.user_id)
  await revokeTokens(tx, tenantId, changed.user_id)
}
