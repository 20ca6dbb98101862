// What a report is composed from (ReportContext) and into (ReportBody, ReportFile).
import type { Writable } from 'node:stream'
import type { Tx } from '../../../db/client.ts'
import type { CompanyFacts } from '../../../fleet/company.ts'
import type { ZipTools } from '../../../fleet/vehicle-pdf/zip.ts'
import type { ContentRole } from '../../../jobs/report-file.ts'
import type { MailBlock } from '../../../mail/email-content.ts'
import type { ReportQuery } from '../report-query.ts'

export type ReportContext = {
  /** The company's own, one snapshot. */
  tx: Tx
  /** For PDFs, which are written in transactions of their own. */
  tools: ZipTools
  facts: CompanyFacts
  name: string
  fleet: ReportQuery
  viewId: number | null
  /** Which vehicles it covers, as text. */
  scope: string
  /** Permissions that decide what it may contain. */
  roles: ReadonlySet<ContentRole>
  who: string
  /** The time of the data. */
  at: Date
  /** The period of changes. */
  since: Date
  until: Date
}

export type OnProgress = (done: number, total: number) => Promise<void>
/** Written only if the report is sent. `write` returns a remark about what the file lacks. */
export type ReportFile = {
  name: string
  type: string
  /** Reads in transactions of its own, so it is written after the report's transaction ended. */
  apart?: true
  write: (into: Writable, onProgress: OnProgress) => Promise<string | undefined>
}

export type ReportBody = {
  /** Follows the report's name in the subject. */
  subject: string
  lines: readonly string[]
  blocks: readonly MailBlock[]
  file?: ReportFile
  vehicles: number
  /** Nothing to report, and no gaps in the data. */
  empty: boolean
  /** Some source was not read: then the report is never skipped. */
  unread?: boolean
  /** The console's screen with the same content. */
  path: string
}
