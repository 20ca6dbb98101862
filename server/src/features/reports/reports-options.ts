// What the handlers of scheduled reports are given.

import type { FileStore } from '../../files/contents/file-store.ts'
import type { SignedLinks } from '../../files/signed-links.ts'

export type ReportsOptions = {
  /** Whether this installation sends letters. */
  mails: boolean
  links: SignedLinks
  emailFiles: FileStore
  publicUrl: string | undefined
}
