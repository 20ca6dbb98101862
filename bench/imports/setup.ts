// Starts the product of the imports' benchmark in a separate process, creates its users, and reads its memory.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@padron/contract/days'
import { ROLES } from '@padron/contract/permissions'
import { TERMS_VERSION } from '@padron/contract/session'
import { asSystem, type Db } from '@padron/server/db/client'
import { tokenHash } from '@padron/server/http/access/sessions'
import { type OpenDatabase, openDatabase } from '@padron/server/installation/open'
import { newToken } from '@padron/server/secrets/tokens'

export type Who = { tenantId: number; token: string }
export type Site = OpenDatabase & { base: string; pid: number; folder: string }

/** A company with its main account, signed in. */
export const openCompany = (db: Db, name: string): Promise<Who> =>
  asSystem(db, async (tx) => {
    const company = { short_name: name, company_name: name, country: 'MX', time_zone: 'America/Mexico_City' }
    const { tenant_id } = await tx
      .insertInto('company')
      .values(company)
      .returning('tenant_id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('catalogue_version').values({ tenant_id }).execute()
    const role_ids = ROLES.filter((role) => role.name === 'admin').map(({ roleId }) => roleId)
    const user = {
      tenant_id,
      user_id: tenant_id,
      username: `${name}-admin`,
      password_hash: 'x',
      terms_version: TERMS_VERSION,
      role_ids,
    }
    await tx.insertInto('app_user').values(user).execute()
    const token = newToken()
    const expires_at = new Date(Date.now() + DAY_MS).toISOString()
    const session = { token_hash: tokenHash(token), client_id: 'bench', scope: '', expires_at }
    await tx
      .insertInto('access_token')
      .values({ tenant_id, user_id: tenant_id, ...session })
      .execute()
    return { tenantId: tenant_id, token }
  })

const PRODUCT = new URL('./product.ts', import.meta.url)
/** All calls come from one user and address, so the limits are raised. */
const SETTINGS = JSON.stringify({ PADRON_USER_RATE: '1000000', PADRON_ADDRESS_RATE: '1000000' })

const end = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** @returns the product with a new data folder, and its database */
export const openSite = async (): Promise<Site> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const child = fork(PRODUCT, [folder, SETTINGS])
  const [base] = (await once(child, 'message')) as [string]
  const opened = await openDatabase({ databaseUrl: undefined, dataDir: folder, join: true })
  const close = async () => {
    await opened.close()
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...opened, close, base, pid: child.pid ?? 0, folder }
}

const statusOf = (pid: number | string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return '' // the process ended during the read
  }
}
const megabytes = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024

export const residentMb = (pid: number): number => megabytes(statusOf(pid), 'VmRSS')
/** The peak since `resetPeak`. */
export const peakMb = (pid: number): number => megabytes(statusOf(pid), 'VmHWM')
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/**
 * The private memory of a database's processes, without the shared memory.
 * @param main its first process
 */
export const databaseMb = (main: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statusOf)
    .filter((status) => Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === main)
    .reduce((sum, status) => sum + megabytes(status, 'RssAnon'), 0)
/** The database's first process, which is its connections' parent. */
export const mainOf = async ({ db }: Site): Promise<number> => {
  const { rows } = await db.system.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number(/^PPid:\s+(\d+)/m.exec(statusOf(rows[0]?.pid ?? 0))?.[1])
}
