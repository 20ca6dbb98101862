// What the handlers of scheduled reports need.

import type { FileStore } from '../../files/contents/file-store.ts'
import type { SignedLinks } from '../../files/signed-links.ts'

export type ReportsOptions = {
  /** Whether this installation sends emails. */
  mails: boolean
  links: SignedLinks
  emailFiles: FileStore
  publicUrl: string | undefined
}
