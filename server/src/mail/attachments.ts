// What an email attaches: its files, streamed from their store, and the company's logo.
import type { Readable } from 'node:stream'
import { LOGO_CID } from '@padron/contract/email-settings'
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import type { FileStore } from '../files/contents/file-store.ts'
import type { EmailBranding } from './branding.ts'
import { emailLogo } from './compose.ts'
import type { MailContent } from './email-content.ts'
import { attachedFiles } from './fitting-files.ts'
import type { Attached } from './mailbox.ts'

type Store = { db: Db; emailFiles: FileStore }
export type Contents = {
  attached: readonly Attached[]
  /** Ids of files that have expired. */
  gone: ReadonlySet<string>
  /** Closes streams that were not read to the end. */
  close: () => void
}

/** The store paths of those files that have not expired. */
export const storedPaths = async (db: Db, tenantId: number, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  return asSystem(db, async (tx) => {
    const { rows } = await sql<{ id: string; path: string }>`
      select file_id as id, path from report_file
      where tenant_id = ${tenantId} and file_id = any(${ids}::uuid[]) and until > now()`.execute(tx)
    return new Map(rows.map(({ id, path }) => [id, path]))
  })
}

const logoAttached = (content: MailContent, branding: EmailBranding | undefined): Attached[] => {
  const logo = emailLogo(content, branding)
  if (!logo) return []
  const name = logo.mediaType === 'image/png' ? 'logotipo.png' : 'logotipo.jpg'
  return [{ name, type: logo.mediaType, content: logo.image, size: logo.image.length, cid: LOGO_CID }]
}

export const openContents = async (
  { db, emailFiles }: Store,
  tenantId: number,
  content: MailContent,
  branding: EmailBranding | undefined,
): Promise<Contents> => {
  const ids = (content.files ?? []).map(({ fileId }) => fileId)
  const stored = await storedPaths(db, tenantId, ids)
  const gone = new Set(ids.filter((id) => !stored.has(id)))
  const streams: Readable[] = []
  const attached = logoAttached(content, branding)
  for (const { fileId, name, type, size } of attachedFiles(content, branding, gone)) {
    const stream = await emailFiles.read(stored.get(fileId) ?? '')
    if (!stream) {
      gone.add(fileId)
      continue
    }
    stream.on('error', () => undefined) // the sending reports it, or never begins
    streams.push(stream)
    attached.push({ name, type, size, content: stream })
  }
  return { attached, gone, close: () => streams.forEach((stream) => void stream.destroy()) }
}
