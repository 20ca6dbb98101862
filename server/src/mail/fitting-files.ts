// Which of an email's files are attached: together with the logo they keep the email below 10 MB. Every file is linked
// as well.
import { ATTACHED_BYTES } from '@padron/contract/report-rules'
import type { EmailBranding } from './branding.ts'
import type { MailContent, MailFile } from './email-content.ts'

/** In order, each that still fits. @param gone ids of files that have expired */
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
