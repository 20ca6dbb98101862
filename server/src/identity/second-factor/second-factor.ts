// The second factor of a user: an application's codes (codes.ts), passkeys (passkeys.ts), or both. Either one
// answers a challenge (challenge.ts). This file adds and removes them, and decides which users must have one.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { FACTOR_OF_USER, type Session } from '../../http/access/sessions.ts'
import { writeMails } from '../../mail/outbox.ts'
import type { Secrets } from '../../secrets/sealing.ts'
import { type FactorChange, factorChangedEmail } from '../accounts/emails.ts'
import { type Named, type Owner, replaceRecoveryCodes, takeApplicationCode } from './codes.ts'
import { insertPasskey, type NewPasskey, type RelyingParty } from './passkeys.ts'

const recordedChange = (change: FactorChange): Record<string, [unknown, unknown]> => {
  if (change === 'other codes') return { recovery_codes: [null, 'Otros'] }
  if ('codesLeft' in change) return { recovery_codes: [change.codesLeft + 1, change.codesLeft] }
  const { isAdded, isWhole, passkey } = change
  return {
    ...(isWhole ? { second_factor: [!isAdded, isAdded] } : {}),
    ...(passkey !== undefined ? { passkey: isAdded ? [null, passkey] : [passkey, null] } : {}),
    ...(isWhole || passkey !== undefined ? {} : { factor_application: [!isAdded, isAdded] }),
  }
}

/** Records a change and emails the user, if they have an address: another person may have made it. */
export const recordChange = async (
  tx: Tx,
  { tenantId, userId, username }: Named,
  { change, mails }: { change: FactorChange; mails: boolean },
): Promise<void> => {
  const changes = JSON.stringify(recordedChange(change))
  await sql`
    select record_activity(${tenantId}, 'user', ${userId}, ${username}, 'update', ${changes}::jsonb)`.execute(tx)
  const { rows } = await sql<{ email: string; company: string }>`
    select u.email, c.company_name as company
    from app_user u
    join company c on c.tenant_id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.user_id = ${userId} and u.email is not null`.execute(tx)
  for (const { email, company } of rows)
    await writeMails(
      tx,
      { configured: mails },
      {
        kind: 'account factor',
        subjectId: randomUUID(),
        recipients: [email],
        content: factorChangedEmail({ username, company }, change),
        tenantId,
      },
    )
}

/** Makes the second factor required if it was not. @returns the recovery codes of the first factor, else none */
const recordAddition = async (
  tx: Tx,
  user: Named,
  { passkey, mails }: { passkey?: string; mails: boolean },
): Promise<string[]> => {
  const { numAffectedRows } = await sql`
    update second_factor set confirmed_at = now()
    where tenant_id = ${user.tenantId} and user_id = ${user.userId} and confirmed_at is null`.execute(tx)
  const isWhole = numAffectedRows === 1n
  const change = { isAdded: true, isWhole, ...(passkey === undefined ? {} : { passkey }) }
  await recordChange(tx, user, { change, mails })
  return isWhole ? replaceRecoveryCodes(tx, user) : []
}

/** Ends the application's set-up. @returns undefined if the code is wrong */
export const confirmApplication = async (
  tx: Tx,
  secrets: Secrets,
  user: Named,
  { code, now, mails }: { code: string; now: Date; mails: boolean },
): Promise<string[] | undefined> =>
  (await takeApplicationCode(tx, secrets, user, { typed: code, now, isSetUp: false }))
    ? recordAddition(tx, user, { mails })
    : undefined

/** @returns the recovery codes, or why it was not added */
export const addPasskey = async (
  tx: Tx,
  rp: RelyingParty,
  user: Named,
  { made, mails }: { made: NewPasskey & { name: string }; mails: boolean },
): Promise<string[] | 'full' | 'name' | 'known'> => {
  await sql`
    insert into second_factor (tenant_id, user_id)
    values (${user.tenantId}, ${user.userId})
    on conflict (tenant_id, user_id) do update set user_id = excluded.user_id`.execute(tx)
  return (await insertPasskey(tx, rp, user, made)) ?? recordAddition(tx, user, { passkey: made.name, mails })
}

/** @returns new recovery codes; the former ones are no longer valid */
export const giveOtherCodes = async (tx: Tx, user: Named, mails: boolean): Promise<string[]> => {
  await recordChange(tx, user, { change: 'other codes', mails })
  return replaceRecoveryCodes(tx, user)
}

type Kinds = { application: boolean; passkeys: { passkeyId: string; name: string; fits: boolean }[] }

const readKinds = async (tx: Tx, rp: RelyingParty | undefined, { tenantId, userId }: Owner): Promise<Kinds> => {
  const { rows } = await sql<{ application: boolean }>`
    select last_step > 0 as application
    from second_factor
    where tenant_id = ${tenantId} and user_id = ${userId} and confirmed_at is not null
    for update`.execute(tx)
  const { rows: passkeys } = await sql<Kinds['passkeys'][number]>`
    select passkey_id as "passkeyId", passkey_name as name, rp_id = ${rp?.id ?? ''} as fits
    from passkey
    where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  return { application: rows[0]?.application ?? false, passkeys }
}

/** @param passkeyId undefined: the application, or, if the user has neither kind, the recovery codes */
export type Removal = { passkeyId?: string | undefined; isRequired: boolean }

/** @returns the kinds left after the removal, or why it is refused */
const leftAfter = (
  { application, passkeys }: Kinds,
  { passkeyId, isRequired }: Removal,
): Kinds | 'unknown' | 'required' => {
  const left = {
    application: application && passkeyId !== undefined,
    passkeys: passkeys.filter((each) => each.passkeyId !== passkeyId),
  }
  const isKnown =
    passkeyId === undefined ? application || passkeys.length === 0 : left.passkeys.length < passkeys.length
  if (!isKnown) return 'unknown'
  return isRequired && !left.application && !left.passkeys.some(({ fits }) => fits) ? 'required' : left
}

/** @returns why it may not be removed */
export const findRemovalFault = async (
  tx: Tx,
  rp: RelyingParty | undefined,
  owner: Owner,
  removal: Removal,
): Promise<'unknown' | 'required' | undefined> => {
  const left = leftAfter(await readKinds(tx, rp, owner), removal)
  return typeof left === 'string' ? left : undefined
}

/** Removes one kind; the last one with the recovery codes. @returns why it was not removed */
export const removeKind = async (
  tx: Tx,
  rp: RelyingParty | undefined,
  user: Named,
  { mails, ...removal }: Removal & { mails: boolean },
): Promise<'unknown' | 'required' | undefined> => {
  const { tenantId, userId } = user
  const { passkeyId } = removal
  const kinds = await readKinds(tx, rp, user)
  const left = leftAfter(kinds, removal)
  if (typeof left === 'string') return left
  const isWhole = !left.application && left.passkeys.length === 0
  if (isWhole) await sql`delete from second_factor where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  else if (passkeyId === undefined)
    await sql`
      update second_factor set secret = null, last_step = 0
      where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  else await sql`delete from passkey where tenant_id = ${tenantId} and passkey_id = ${passkeyId}`.execute(tx)
  const passkey = kinds.passkeys.find((each) => each.passkeyId === passkeyId)?.name
  const change = { isAdded: false, isWhole, ...(passkey === undefined ? {} : { passkey }) }
  await recordChange(tx, user, { change, mails })
  return undefined
}

/** Removes all kinds, recovery codes and remembered devices. @returns whether there was a second factor */
export const removeFactor = async (tx: Tx, user: Named, mails: boolean): Promise<boolean> => {
  const { rows } = await sql<{ confirmed: boolean }>`
    delete from second_factor
    where tenant_id = ${user.tenantId} and user_id = ${user.userId}
    returning confirmed_at is not null as confirmed`.execute(tx)
  if (!rows[0]?.confirmed) return false
  await recordChange(tx, user, { change: { isAdded: false, isWhole: true }, mails })
  return true
}

export const hasFactor = async (tx: Tx, { tenantId, userId }: Owner): Promise<boolean> => {
  const { rows } = await sql`
    select from second_factor
    where tenant_id = ${tenantId} and user_id = ${userId} and confirmed_at is not null`.execute(tx)
  return rows.length > 0
}

/** Who must have a second factor: all administrators of users, and this user by profile or as the main account. */
export type FactorRules = { ofAdmins: boolean; ofUser: boolean }
/** SQL for FactorRules of user `u`, with company `c` and profile `p`. */
export const FACTOR_RULES = sql`c.admins_need_factor as "ofAdmins", ${sql.raw(FACTOR_OF_USER)} as "ofUser"`

/** Whether the user must have a second factor. */
export const requirementOf = ({ ofAdmins, ofUser }: FactorRules, { roles }: Pick<Session, 'roles'>) => ({
  ofAdmins,
  ofUser: ofUser || (ofAdmins && roles.has('users_admin')),
})

export const requiresFactor = async (tx: Tx, session: Session): Promise<boolean> => {
  const { rows } = await sql<FactorRules>`
    select ${FACTOR_RULES}
    from app_user u
    join company c on c.tenant_id = u.tenant_id
    left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id
    where u.tenant_id = ${session.tenantId} and u.user_id = ${session.userId}`.execute(tx)
  return rows[0] !== undefined && requirementOf(rows[0], session).ofUser
}
