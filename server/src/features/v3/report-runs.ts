// Runs of reports as programs read them, with addresses of the files that their reader may open.
import type { RanReportV3, ReportRunV3 } from '@padron/contract/v3/resources'
import type { z } from 'zod/mini'
import type { Session } from '../../http/access/sessions.ts'
import { type ContentRole, emailFilePath, mayOpenReport } from '../../jobs/report-file.ts'

type RanReport = z.infer<typeof RanReportV3>
/** As features/reports stores it. */
type Outcome = Pick<RanReport, 'name' | 'outcome' | 'vehicles'> & {
  reportId?: number
  fileId: string | null
  content?: readonly ContentRole[]
  letters: number
  why?: string
}
export type StoredRun = Omit<ReportRunV3, 'reports'> & {
  reports?: { outcomes: readonly Outcome[]; files: readonly string[] }
}

type Reader = { session: Pick<Session, 'tenantId' | 'roles'>; sign: (path: string) => string }

const ranReport = (
  { reportId, name, outcome, vehicles, letters, why, fileId, content }: Outcome,
  files: readonly string[],
  { session: { tenantId, roles }, sign }: Reader,
): RanReport => ({
  reportId: reportId ?? null,
  name,
  outcome,
  vehicles,
  emails: letters,
  remark: why ?? null,
  fileUrl:
    fileId !== null && files.includes(fileId) && mayOpenReport(roles, content)
      ? sign(emailFilePath(tenantId, fileId))
      : null,
})

export const reportRunOf = ({ reports, ...run }: StoredRun, reader: Reader): ReportRunV3 => ({
  ...run,
  ...(reports ? { reports: reports.outcomes.map((each) => ranReport(each, reports.files, reader)) } : {}),
})
