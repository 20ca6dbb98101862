// Replaces the company's reports by those of a workbook, in the caller's transaction. Reports may swap names.
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { refuseOthersView } from '../definitions/rules.ts'
import {
  type Clock,
  insertReport,
  nextOf,
  refuseDuplicateName,
  type Saving,
  updateReport,
} from '../definitions/write.ts'
import type { Plan, PlannedReport } from './plan.ts'

/** A report whose row is unchanged keeps its content permissions: the sender may not even know its owner. */
const apply = async (
  tx: Tx,
  tenantId: number,
  { before, written, differs }: PlannedReport,
  { roles, ...clock }: Saving,
): Promise<void> => {
  if (!before) await insertReport(tx, written, { ...clock, roles })
  else if (differs) {
    await refuseOthersView(tx, tenantId, written.viewId, before.scopeUserId)
    await updateReport(tx, tenantId, before, written, { ...clock, roles })
  } else if (clock.firstSend !== -1) await updateReport(tx, tenantId, before, written, clock)
}

/** @param plan without faults; its reports are locked */
export const applyPlan = async (
  tx: Tx,
  tenantId: number,
  { reports, removed }: Plan,
  saving: Saving,
): Promise<void> => {
  await sql`set constraints scheduled_report_name deferred`.execute(tx)
  const removedIds = removed.map(({ reportId }) => reportId)
  await sql`
    delete from scheduled_report
    where tenant_id = ${tenantId} and report_id = any(${removedIds}::bigint[])`.execute(tx)
  for (const report of reports) await apply(tx, tenantId, report, saving)
  await sql`set constraints scheduled_report_name immediate`.execute(tx).catch(refuseDuplicateName)
}

const MAX_ITEMS = 20

/** When each is sent next, sorted by name; null if it is off. */
export const firstSendsOf = ({ reports }: Plan, clock: Clock): { name: string; at: string | null }[] =>
  reports
    .toSorted((a, b) => a.written.name.localeCompare(b.written.name, 'es'))
    .slice(0, MAX_ITEMS)
    .map(({ written, before }) => ({ name: written.name, at: nextOf(written, before, clock)?.toISOString() ?? null }))
