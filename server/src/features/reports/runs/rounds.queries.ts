// Reads the last rounds with the outcome of their reports and emails.
import type { EmailCounts } from '@padron/contract/queue'
import type { Round } from '@padron/contract/reports/outcomes'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { emailFilePath, mayOpenReport } from '../../../jobs/report-file.ts'
import { samePart } from '../../../jobs/result-file.ts'
import { COUNT_EMAILS, NO_EMAILS } from '../../../mail/email-counts.ts'
import { emailKind, type Outcome } from './rounds.ts'

const MAX_ROUNDS = 50

type Stored = Omit<Round, 'reports'> & {
  outcomes: readonly Outcome[]
  files: readonly string[]
  /** By kind of email. */
  byReport: Readonly<Record<string, EmailCounts>>
  /** Whether the session sees the part of the fleet that its run saw. */
  samePart: boolean
}

/** A round's emails without its tracking report. */
const OF_ROUND = sql`
  mail m where m.tenant_id = r.tenant_id and m.subject_id = r.queue_item_id and m.kind like 'report %'`
const EMAIL_COUNTS = sql`(select ${COUNT_EMAILS} from ${OF_ROUND})`
const BY_REPORT = sql`(select coalesce(json_object_agg(kind, counts), '{}')
  from (select m.kind, ${COUNT_EMAILS} as counts from ${OF_ROUND} group by m.kind) k)`

/** Cost: fifty rounds by time; the emails of each by key. @param sign makes a temporary address of a file */
export const readRounds = async (
  tx: Tx,
  session: Pick<Session, 'tenantId' | 'roles'>,
  now: Date,
  sign: (path: string) => string,
): Promise<Round[]> => {
  const { tenantId } = session
  const { rows } = await sql<Stored>`
    select r.queue_item_id as "queueItemId", r.at as "dateTime", r.origin, case
      when r.origin <> 'scheduled' then q.actor ->> 'name' end as who, q.finished_at is not null as done, case
        when q.cancelled then 'Cancelado'
        else q.error_message end as error, r.tracked_at as "trackedAt", r.outcomes, ${EMAIL_COUNTS} as letters,
          ${BY_REPORT} as "byReport",
      array(select f.file_id::text
      from report_file f
      where f.tenant_id = r.tenant_id
        and f.queue_item_id = r.queue_item_id
        and f.until > ${now.toISOString()}) as files, ${samePart(tx)} as "samePart"
    from report_round r
    join queue_item q on q.tenant_id = r.tenant_id and q.queue_item_id = r.queue_item_id
    where r.tenant_id = ${tenantId}
    order by r.at desc, r.queue_item_id desc
    limit ${MAX_ROUNDS}`.execute(tx)
  return rows.map(({ outcomes, files, byReport, samePart, ...round }) => ({
    ...round,
    reports: outcomes.map((each) => ({
      name: each.name,
      outcome: each.outcome,
      vehicles: each.vehicles,
      why: each.why ?? null,
      unsent: each.unsent?.length ?? 0,
      notices: each.notices ?? 0,
      letters: byReport[emailKind(each.reportId)] ?? NO_EMAILS,
      fileUrl:
        samePart && each.fileId !== null && files.includes(each.fileId) && mayOpenReport(session.roles, each.content)
          ? sign(emailFilePath(tenantId, each.fileId))
          : null,
    })),
  }))
}
