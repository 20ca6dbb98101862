// Service accounts: created, changed and revoked by people who administer the company's users, never by a program.
// Nobody can give an account more permissions than they have, nor get the secret of an account with more.
import { expandRoles, type Permission, ROLES, rolesOf } from '@padron/contract/permissions'
import {
  type serviceAccounts as rows,
  SERVICE_ACCOUNTS_AT_MOST,
  SERVICE_ACCOUNTS_LISTED,
  SERVICE_TEXTS,
  type ServiceAccount,
} from '@padron/contract/service-accounts'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { tokenAt } from '../../http/access/place.ts'
import { newProgramToken } from '../../http/access/program-tokens.ts'
import { type Session, tokenHash } from '../../http/access/sessions.ts'
import type { Handlers, Kit } from '../../http/serve.ts'
import { covers, highestIds, rolesFrom } from '../../identity/accounts/levels.ts'
import {
  createAccountUser,
  lockAccount,
  lockNames,
  readAccounts,
  readNames,
  renameAccountUser,
  type StoredAccount,
} from './service-accounts.queries.ts'

const asAccount = ({ roleIds, ...account }: StoredAccount): ServiceAccount => ({
  ...account,
  permissions: expandRoles(rolesOf(roleIds).map(({ name }) => name)),
})

const one = async (tx: Tx, tenantId: number, id: number): Promise<ServiceAccount> => {
  const [found] = await readAccounts(tx, tenantId, id)
  if (!found) throw notFound()
  return asAccount(found)
}

/** @throws HttpProblem if the session lacks a permission of the account */
const lockCovered = async (tx: Tx, { tenantId, roles }: Session, id: number) => {
  const found = await lockAccount(tx, tenantId, id)
  if (!found) throw notFound()
  if (!covers(roles, rolesFrom(found.roleIds))) throw refuse(403, SERVICE_TEXTS.above)
  return found
}

type Written = { name: string; permissions: readonly Permission[]; addresses: readonly string[] }

const columnsOf = ({ roles }: Session, { name, permissions, addresses }: Written) => {
  const granted = expandRoles(permissions)
  if (!covers(roles, granted)) throw refuse(403, SERVICE_TEXTS.notHeld, 'permissions')
  const ids = highestIds(ROLES.filter((role) => granted.includes(role.name)).map(({ roleId }) => roleId))
  const allowed = [...new Set(addresses.map((each) => each.trim().toLowerCase()))]
  return {
    account_name: name.trim(),
    role_ids: sql<number[]>`${ids}::integer[]`,
    addresses: sql<string[]>`${allowed}::text[]`,
  }
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
/** By the database's clock, which also checks it. */
const endsIn = (days: number) => sql<string>`now() + ${days} * interval '1 day'`

const newSecret = ({ place }: Kit) => {
  const secret = tokenAt(place, newProgramToken('service'))
  return { secret, columns: { secret_hash: tokenHash(secret), ending: secret.slice(-4) } }
}

const changeAccount = (tx: Tx, tenantId: number, id: number) =>
  tx.updateTable('service_account').where('tenant_id', '=', tenantId).where('user_id', '=', id)

export const serviceAccounts: Handlers<typeof rows> = {
  list: async ({ session: { tenantId }, tx }) => ({
    serviceAccounts: (await readAccounts(tx, tenantId)).map(asAccount),
  }),

  create: async ({ body: { days, ...written }, kit, session, tx }) => {
    const { tenantId, username } = session
    const columns = columnsOf(session, written)
    await lockNames(tx, tenantId)
    const all = await readNames(tx, tenantId)
    const open = all.filter(({ isRevoked }) => !isRevoked)
    if (open.some(({ name }) => isSameName(name, columns.account_name)))
      throw refuse(409, SERVICE_TEXTS.nameInUse, 'name')
    if (open.length >= SERVICE_ACCOUNTS_AT_MOST) throw refuse(422, SERVICE_TEXTS.tooMany)
    if (all.length >= SERVICE_ACCOUNTS_LISTED) throw refuse(422, SERVICE_TEXTS.tooManyListed)
    const { secret, columns: secretColumns } = newSecret(kit)
    const id = await createAccountUser(tx, tenantId, columns.account_name)
    await tx
      .insertInto('service_account')
      .values({
        ...columns,
        ...secretColumns,
        tenant_id: tenantId,
        user_id: id,
        created_by: username,
        expires_at: endsIn(days),
      })
      .execute()
    return { secret, serviceAccount: await one(tx, tenantId, id) }
  },

  edit: async ({ params: { serviceAccountId: id }, body: { version, days, ...written }, session, tx }) => {
    const { tenantId } = session
    await lockNames(tx, tenantId)
    const before = await lockCovered(tx, session, id)
    const columns = columnsOf(session, written)
    if (before.version !== version) throw refuse(409, SERVICE_TEXTS.changed, 'version')
    const others = (await readNames(tx, tenantId)).filter((each) => each.id !== id && !each.isRevoked)
    if (others.some(({ name }) => isSameName(name, columns.account_name)))
      throw refuse(409, SERVICE_TEXTS.nameInUse, 'name')
    await changeAccount(tx, tenantId, id)
      .set({ ...columns, ...(days === undefined ? {} : { expires_at: endsIn(days) }), row_version: version + 1 })
      .execute()
    await renameAccountUser(tx, tenantId, id, columns.account_name)
    return one(tx, tenantId, id)
  },

  newSecret: async ({ params: { serviceAccountId: id }, body: { keepFormer }, kit, session, tx }) => {
    const { tenantId } = session
    const before = await lockCovered(tx, session, id)
    // With two former secrets, the older one would end before the promised day.
    if (keepFormer && before.formerOpens) throw refuse(409, SERVICE_TEXTS.formerInForce, 'keepFormer')
    const { secret, columns } = newSecret(kit)
    await changeAccount(tx, tenantId, id)
      .set({
        ...columns,
        secret_at: sql<string>`now()`,
        former_hash: keepFormer ? before.secretHash : null,
        former_until: keepFormer ? endsIn(1) : null,
        row_version: before.version + 1,
      })
      .execute()
    return { secret, serviceAccount: await one(tx, tenantId, id) }
  },

  revoke: async ({ params: { serviceAccountId: id }, session: { tenantId, username }, tx }) => {
    // User administrators may revoke an account with more permissions than they have, like a token.
    if (!(await lockAccount(tx, tenantId, id))) throw notFound()
    await changeAccount(tx, tenantId, id).set({ revoked_at: sql<string>`now()`, revoked_by: username }).execute()
    return { message: 'Cuenta de servicio revocada' }
  },
}
