// Adds the keys that seal credentials in an archive to those of this installation, and finds secrets that no key opens.
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import { flushed } from '../files/contents/disk-writing.ts'
import { accountOwner, settingOwner } from '../secrets/owners.ts'
import { findUnopened, type Query, SEALED_COLUMNS } from '../secrets/sealed-columns.ts'
import { openSealed, type Secrets } from '../secrets/sealing.ts'

const keysIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/**
 * The archive's keys come first, so that they seal from now on; the existing keys still open. Idempotent.
 * @param path of the file of keys
 */
export const keepKeys = async (path: string, brought: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  const there = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error // a file that exists but cannot be read would be overwritten
  })
  const keys = [...new Set([...keysIn(brought), ...keysIn(there)])]
  await writeFile(`${path}.part`, `${keys.join('\n')}\n`, { mode: 0o600, flush: true })
  await chmod(`${path}.part`, 0o600)
  await rename(`${path}.part`, path)
  await flushed(dirname(path)) // must be on disk before the rows that need them
}

/** @returns a text for the operator for each column with secrets that no key opens */
export const unopenedRows = async (client: pg.ClientBase, secrets: Secrets): Promise<string[]> => {
  const query: Query = <R>(text: string, values: readonly unknown[]) =>
    client.query<R & pg.QueryResultRow>(text, [...values])
  await client.query('begin; set local role padron_system')
  const texts: string[] = []
  for (const column of SEALED_COLUMNS) {
    const names = await findUnopened(query, secrets, column)
    if (names.length > 0) texts.push(column.texts.restore(names))
  }
  await client.query('commit')
  return texts
}

const OWNERS = { account: accountOwner, portal: (key: string) => key, setting: settingOwner } as const

/** @returns the owners of credentials that must be set again: `accountOwner` of accounts, and keys of portals */
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
