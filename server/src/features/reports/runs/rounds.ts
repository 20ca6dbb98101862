// Writes and reads rounds: the outcome of each report of a job.
import type { RoundOrigin } from '@padron/contract/reports/outcomes'
import type { RoundOutcome } from '@padron/contract/reports/rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { asJsonb } from '../../../db/json.ts'
import type { ContentRole } from '../../../jobs/report-file.ts'

/** The outcome of one report. Stored as JSON. */
export type Outcome = {
  /** Absent for the trial of an unsaved report. */
  reportId?: number
  name: string
  outcome: RoundOutcome
  vehicles: number | null
  fileId: string | null
  /** Permissions that shaped its file; absent in old rounds: assume all. */
  content?: readonly ContentRole[]
  /** Number of emails written. */
  letters: number
  /** Number of channels notified; absent: none. */
  notices?: number
  /** Why it failed or was not sent, or what its file lacks; shown to recipients. */
  why?: string
  /** Recipients without an email because of the daily limit. */
  unsent?: readonly string[]
}

/** The kind of a report's emails. @param reportId undefined: the trial of an unsaved report */
export const emailKind = (reportId: number | undefined): string => `report ${reportId ?? 'test'}`

/** @param tx the company's own */
export const insertRound = (
  tx: Tx,
  itemId: string,
  { at, origin }: { at: Date; origin: RoundOrigin },
): Promise<unknown> =>
  sql`insert into report_round (tenant_id, queue_item_id, at, origin)
    values (current_tenant(), ${itemId}, ${at.toISOString()}, ${origin})`.execute(tx)

/** @param lock keeps others from adding outcomes until the transaction ends */
export const readOutcomes = async (tx: Tx, tenantId: number, itemId: string, lock = false): Promise<Outcome[]> => {
  const { rows } = await sql<{ outcomes: Outcome[] }>`
    select outcomes
    from report_round
    where tenant_id = ${tenantId} and queue_item_id = ${itemId} ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows[0]?.outcomes ?? []
}

/** A job that makes progress may run again, so its runs are counted from zero. */
export const addOutcome = async (tx: Tx, tenantId: number, itemId: string, outcome: Outcome): Promise<void> => {
  await sql`update report_round set outcomes = outcomes || ${asJsonb([outcome])}::jsonb
    where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
  await sql`update queue_item set runs = 0 where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
}

type ReportRef = { reportId: number | undefined }
export const isDone = (outcomes: readonly Outcome[], { reportId }: ReportRef): boolean =>
  outcomes.some((outcome) => outcome.reportId === reportId)

type Item = { tenantId: number; itemId: string }
const addTries = async (
  tx: Tx,
  { tenantId, itemId }: Item,
  { reportId }: ReportRef,
  more: number,
): Promise<number | undefined> => {
  const key = `${reportId ?? 'test'}`
  const { rows } = await sql<{ n: number }>`
    update report_round
    set tries = tries || jsonb_build_object(${key}::text, coalesce((tries ->> ${key})::int, 0) + ${more}::int)
    where tenant_id = ${tenantId} and queue_item_id = ${itemId}
    returning (tries ->> ${key})::int as n`.execute(tx)
  return rows[0]?.n
}

/** @returns how many runs began this report, including this one */
export const countTry = (tx: Tx, item: Item, ref: ReportRef): Promise<number | undefined> => addTries(tx, item, ref, 1)
/** An orderly stop of the process does not count as a failed attempt. */
export const uncountTry = (tx: Tx, item: Item, ref: ReportRef): Promise<number | undefined> =>
  addTries(tx, item, ref, -1)
