// What would be sent now if the requester had saved the report: composed like a real run, but without writing a file or
// sending.
import type { ReportDefinition } from '@padron/contract/reports/definition'
import type { Preview } from '@padron/contract/reports/outcomes'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { refuse } from '../../../errors/http-problem.ts'
import type { Session } from '../../../http/access/sessions.ts'
import type { Kit } from '../../../http/serve.ts'
import { JobRefused } from '../../../jobs/job.ts'
import { contentRoles } from '../../../jobs/report-file.ts'
import { readEmailBranding } from '../../../mail/branding.ts'
import { composeEmail } from '../../../mail/compose.ts'
import { type ComposedReport, composeReport } from './compose-report.ts'
import { loadReportContext } from './load-report-context.ts'

/** Short, since a user waits and a connection is held. */
const STATEMENT_MS = 10_000

type Previewing = { tx: Tx; kit: Kit; session: Session; now: Date; origin: string }

type Definition = ReportDefinition & { reportId?: number | undefined }

/** The end of the period that the report's last email covered. */
const readChangesFrom = async (tx: Tx, tenantId: number, reportId: number | undefined): Promise<string | null> => {
  if (reportId === undefined) return null
  const found = await tx
    .selectFrom('scheduled_report')
    .select('changes_from')
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .executeTakeFirst()
  return found?.changes_from ?? null
}

const compose = async (definition: Definition, { tx, kit, session, now }: Previewing): Promise<ComposedReport> => {
  const { tenantId, username } = session
  const roles = contentRoles(null, session.roles)
  const { kind, emptyPolicy, reportId, ...defined } = definition
  await sql`set local statement_timeout = ${sql.lit(STATEMENT_MS)}`.execute(tx)
  const changesFrom = await readChangesFrom(tx, tenantId, reportId)
  const tools = { db: kit.db, now: kit.now }
  const context = await loadReportContext(
    tx,
    tenantId,
    { ...defined, changesFrom },
    { tools, roles, who: username, at: now },
  )
  return composeReport(kind, emptyPolicy, context).catch((error: unknown) => {
    throw error instanceof JobRefused ? refuse(422, error.message) : error
  })
}

export const previewOf = async (definition: Definition, previewing: Previewing): Promise<Preview> => {
  const { tx, session, origin } = previewing
  const { content, file, vehicles, empty, outcome } = await compose(definition, previewing)
  const branding = await readEmailBranding(tx, session.tenantId)
  const addressOf = (path: string): string => `${origin}${path}`
  const words = composeEmail(content, branding, { addressOf, picture: 'data' })
  return {
    ...words,
    vehicles,
    empty,
    sends: outcome !== 'skipped',
    file: file ? { name: file.name, attached: null } : null,
  }
}
