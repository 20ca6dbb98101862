// What would be sent now if the requester had saved the report: composed like a real run, but without writing a file or
// sending. The report of a user who sees a part of the fleet covers that part, whoever previews it.
import type { ReportDefinition, ReportFilter } from '@padron/contract/reports/definition'
import type { Preview } from '@padron/contract/reports/outcomes'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { restrictToScope, scopeOf } from '../../../db/scope.ts'
import { refuse } from '../../../errors/http-problem.ts'
import type { Session } from '../../../http/access/sessions.ts'
import type { Kit } from '../../../http/serve.ts'
import { JobRefused } from '../../../jobs/job.ts'
import { type ContentRole, contentRoles } from '../../../jobs/report-file.ts'
import { readEmailBranding } from '../../../mail/branding.ts'
import { composeEmail } from '../../../mail/compose.ts'
import { readAuthorAccess } from '../author-access.ts'
import { filterAfter } from '../definitions/rules.ts'
import { type ComposedReport, composeReport } from './compose-report.ts'
import { loadReportContext } from './load-report-context.ts'

/** Short, since a user waits and a connection is held. */
const STATEMENT_MS = 10_000

type Previewing = { tx: Tx; kit: Kit; session: Session; now: Date; origin: string }

type Definition = ReportDefinition & { reportId?: number | undefined }

/**
 * `changesFrom`: the end of the period that the report's last email covered. `scopeUserId`: its author, if they saw
 * only a part of the fleet.
 */
type Stored = { changesFrom: string | null; scopeUserId: number | null; filter: ReportFilter }
const NEW: Stored = { changesFrom: null, scopeUserId: null, filter: {} }

/** The stored report that is previewed or tested; undefined if there is no such report. */
export const readStored = async (
  tx: Tx,
  tenantId: number,
  reportId: number | undefined,
): Promise<Stored | undefined> => {
  if (reportId === undefined) return NEW
  const found = await tx
    .selectFrom('scheduled_report')
    .select(['changes_from as changesFrom', 'scope_user_id as scopeUserId', 'filter'])
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .executeTakeFirst()
  return found && { ...found, filter: found.filter as ReportFilter }
}

/**
 * Restricts the transaction to the author's part of the fleet.
 * @returns the permissions that decide the content
 */
const restrictToAuthor = async (
  tx: Tx,
  { tenantId, roles }: Session,
  { scopeUserId }: Stored,
): Promise<ReadonlySet<ContentRole>> => {
  const own = contentRoles(null, roles)
  if (scopeUserId === null || scopeOf(tx) !== undefined) return own
  const access = await readAuthorAccess(tx, tenantId, scopeUserId, own)
  if (access.isScoped) await restrictToScope(tx, scopeUserId)
  return access.roles
}

const compose = async (definition: Definition, { tx, kit, session, now }: Previewing): Promise<ComposedReport> => {
  const { tenantId, username } = session
  const { kind, emptyPolicy, reportId, ...defined } = definition
  await sql`set local statement_timeout = ${sql.lit(STATEMENT_MS)}`.execute(tx)
  const stored = (await readStored(tx, tenantId, reportId)) ?? NEW
  const roles = await restrictToAuthor(tx, session, stored)
  const { changesFrom } = stored
  const filter = filterAfter(stored.filter, defined)
  const tools = { db: kit.db, now: kit.now }
  const context = await loadReportContext(
    tx,
    tenantId,
    { ...defined, changesFrom, filter },
    { tools, roles, who: username, at: now },
  )
  return composeReport(kind, emptyPolicy, context)
}

const refuseAsProblem = (error: unknown): never => {
  throw error instanceof JobRefused ? refuse(422, error.message) : error
}

export const previewOf = async (definition: Definition, previewing: Previewing): Promise<Preview> => {
  const { tx, session, origin } = previewing
  const { content, file, vehicles, empty, outcome } = await compose(definition, previewing).catch(refuseAsProblem)
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
