// The keys that seal credentials, where an archive holds them, beside those that this installation has already; and
// what no key opens.
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import { accountOwner, settingOwner } from '../checks/portals/accounts.ts'
import { openSealed, type Secrets } from '../checks/portals/credentials.ts'
import { openAddress } from '../features/channels/address.ts'
import { openSecret } from '../features/webhooks/secret.ts'
import { flushed } from '../files/contents/disk-writing.ts'

const keysIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/**
 * The archive's seal from now on; those that were there go on opening. Done twice, it changes nothing more.
 * @param path of the file of keys
 */
export const keepKeys = async (path: string, brought: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  const there = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error // what is there and cannot be read would be written over
  })
  const keys = [...new Set([...keysIn(brought), ...keysIn(there)])]
  await writeFile(`${path}.part`, `${keys.join('\n')}\n`, { mode: 0o600, flush: true })
  await chmod(`${path}.part`, 0o600)
  await rename(`${path}.part`, path)
  await flushed(dirname(path)) // rows that need them come next
}

type Sealed = { company: string; tenantId: number; name: string; secrets: string[] }

/** @returns the webhooks whose secret has to be made anew, with their company */
export const unopenedWebhooks = async (client: pg.ClientBase, secrets: Secrets): Promise<string[]> => {
  await client.query('begin; set local role padron_system')
  const { rows } = await client.query<Sealed>(
    `select c.short_name as company, w.tenant_id as "tenantId", w.webhook_name as name, w.secrets
    from webhook w
    join company c on c.tenant_id = w.tenant_id
    order by 1, 3`,
  )
  await client.query('commit')
  const isClosed = ({ tenantId, secrets: [first] }: Sealed) =>
    first !== undefined && openSecret(secrets, tenantId, first) === undefined
  return rows.filter(isClosed).map(({ name, company }) => `«${name}» (${company})`)
}

/** @returns the channels whose address has to be written anew, with their company */
export const unopenedChannels = async (client: pg.ClientBase, secrets: Secrets): Promise<string[]> => {
  await client.query('begin; set local role padron_system')
  const { rows } = await client.query<{ company: string; tenantId: number; name: string; address: string }>(
    `select c.short_name as company, h.tenant_id as "tenantId", h.channel_name as name, h.address
    from channel h
    join company c on c.tenant_id = h.tenant_id
    order by 1, 3`,
  )
  await client.query('commit')
  return rows
    .filter(({ tenantId, address }) => !openAddress(secrets, tenantId, address))
    .map(({ name, company }) => `«${name}» (${company})`)
}

const OWNERS = { account: accountOwner, portal: (key: string) => key, setting: settingOwner } as const

/** @returns the owners of credentials that have to be set anew: `accountOwner` of accounts, and keys of portals */
export const unopened = async (client: pg.ClientBase, secrets: Secrets): Promise<string[]> => {
  const { rows } = await client.query<{ kind: keyof typeof OWNERS; key: string; credential: string }>(
    `select 'account' as kind, account_key as key, credential from portal_account where credential <> ''
    union all select 'portal', portal_key, credential from portal where credential <> ''
    union all select 'setting', name, credential from installation_setting where credential <> '' order by 1, 2`,
  )
  return rows
    .map(({ kind, key, credential }) => ({ owner: OWNERS[kind](key), credential }))
    .filter(({ owner, credential }) => openSealed(secrets, owner, credential) === undefined)
    .map(({ owner }) => owner)
}
