// Which files of a letter travel with it. Every one is also a link; together they and the logo keep the letter below
// 10 MB.
import { ATTACHED_BYTES } from '@padron/contract/report-rules'
import type { EmailBranding } from './branding.ts'
import type { MailContent, MailFile } from './email-content.ts'

/** In order, each that still has room. @param gone ids of files that are no longer kept */
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
