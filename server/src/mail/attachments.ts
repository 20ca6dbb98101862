// The attachments of an email: its files, streamed from their store, and the company's logo.
import type { Readable } from 'node:stream'
import { LOGO_CID } from '@padron/contract/email-settings'
import { ATTACHED_BYTES } from '@padron/contract/reports/rules'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../db/client.ts'
import type { FileStore } from '../files/contents/file-store.ts'
import { type EmailBranding, emailLogo } from './branding.ts'
import type { MailContent, MailFile } from './email-content.ts'
import type { Attached } from './mailbox.ts'

type Store = { db: Db; emailFiles: FileStore }
export type Contents = {
  attached: readonly Attached[]
  /** Ids of files that have expired. */
  gone: ReadonlySet<string>
  /** Closes streams that were not read to the end. */
  close: () => void
}

/**
 * Which of an email's files are attached: in order, each that still fits. Together with the logo they keep the email
 * below 10 MB. Every file is linked as well.
 * @param gone ids of files that have expired
 */
export const attachedFiles = (
  { files = [], company }: Pick<MailContent, 'files' | 'company'>,
  branding: EmailBranding | undefined,
  gone: ReadonlySet<string> = new Set(),
): MailFile[] => {
  let room = ATTACHED_BYTES - (company ? (branding?.logo?.image.length ?? 0) : 0)
  return files.filter(({ fileId, size }) => {
    const fits = !gone.has(fileId) && size <= room
    if (fits) room -= size
    return fits
  })
}

/** The store paths of an email's files that have not expired, by id. @param tx the company's or the system's */
export const readStoredPaths = async (
  tx: Tx,
  tenantId: number,
  { files = [] }: MailContent,
): Promise<Map<string, string>> => {
  const ids = files.map(({ fileId }) => fileId)
  const { rows } = await sql<{ id: string; path: string }>`
    select file_id as id, path
    from report_file
    where tenant_id = ${tenantId} and file_id = any(${ids}::uuid[]) and until > now()`.execute(tx)
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/** Ids of the email's files that have expired. */
export const expiredFiles = ({ files = [] }: MailContent, stored: ReadonlyMap<string, string>): Set<string> =>
  new Set(files.map(({ fileId }) => fileId).filter((id) => !stored.has(id)))

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
  const stored = content.files?.length
    ? await asSystem(db, (tx) => readStoredPaths(tx, tenantId, content))
    : new Map<string, string>()
  const gone = expiredFiles(content, stored)
  const streams: Readable[] = []
  const attached = logoAttached(content, branding)
  for (const { fileId, name, type, size } of attachedFiles(content, branding, gone)) {
    const stream = await emailFiles.read(stored.get(fileId) ?? '')
    if (!stream) {
      gone.add(fileId)
      continue
    }
    stream.on('error', () => undefined) // the sending reports the error, or never begins
    streams.push(stream)
    attached.push({ name, type, size, content: stream })
  }
  return { attached, gone, close: () => streams.forEach((stream) => void stream.destroy()) }
}
