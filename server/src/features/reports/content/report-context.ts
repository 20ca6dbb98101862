// What a report's letter is made from, and what is made: its words and blocks, and the file that goes with them.
import type { Writable } from 'node:stream'
import type { Tx } from '../../../db/client.ts'
import type { CompanyFacts } from '../../../fleet/company.ts'
import type { ZipTools } from '../../../fleet/vehicle-pdf/zip.ts'
import type { MailBlock } from '../../../mail/email-content.ts'
import type { ContentRole } from './content-roles.ts'
import type { ReportQuery } from '../report-query.ts'

export type ReportContext = {
  /** The company's own; all that is read is of one moment. */
  tx: Tx
  /** For PDFs, which are made in transactions of their own. */
  tools: ZipTools
  facts: CompanyFacts
  name: string
  fleet: ReportQuery
  viewId: number | null
  /** Of which vehicles it is, in words. */
  scope: string
  /** What it may tell. */
  roles: ReadonlySet<ContentRole>
  who: string
  /** The moment that everything said is of. */
  at: Date
  /** The period of what changed. */
  since: Date
  until: Date
}

export type OnProgress = (done: number, total: number) => Promise<void>
/** Written only where it is sent. What `write` answers is told beside it: what the file does not have. */
export type ReportFile = {
  name: string
  type: string
  /** Reads for itself, in transactions of its own: it is written when that of the report is over. */
  apart?: true
  write: (into: Writable, onProgress: OnProgress) => Promise<string | undefined>
}

export type ReportBody = {
  /** What the subject says behind the report's name. */
  subject: string
  lines: readonly string[]
  blocks: readonly MailBlock[]
  file?: ReportFile
  vehicles: number
  /** Nothing to report, and nothing that is not known. */
  empty: boolean
  /** Something was not read: then it is not passed over in silence. */
  unread?: boolean
  /** Where the console shows the same. */
  path: string
}
