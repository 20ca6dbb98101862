// A round of reports as it is written: what became of each of them, beside the job that made them.
import type { RoundOrigin } from '@padron/contract/report-outcomes'
import type { RoundOutcome } from '@padron/contract/report-rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { asJsonb } from '../../../db/json.ts'
import type { ContentRole } from '../content/content-roles.ts'

/** What a round says of one report. */
export type Outcome = {
  /** Absent for a trial of what is not written down. */
  reportId?: number
  name: string
  outcome: RoundOutcome
  vehicles: number | null
  fileId: string | null
  /** What its file may tell beyond the fleet; absent of before rounds said it: whatever one may. */
  content?: readonly ContentRole[]
  /** Letters written. */
  letters: number
  /** Why it failed or was not sent, or what its file does not have, as its recipients may read it. */
  why?: string
  /** Recipients whose letter did not go: the company had none left that day. */
  unsent?: readonly string[]
}

/** The kind of a report's letters. @param reportId undefined: of a trial of what is not written down */
export const emailKind = (reportId: number | undefined): string => `report ${reportId ?? 'test'}`

/** @param tx the company's own */
export const insertRound = (
  tx: Tx,
  itemId: string,
  { at, origin }: { at: Date; origin: RoundOrigin },
): Promise<unknown> =>
  sql`insert into report_round (tenant_id, queue_item_id, at, origin)
    values (current_tenant(), ${itemId}, ${at.toISOString()}, ${origin})`.execute(tx)

/** @param lock to add to them: until the end of the transaction nobody else does */
export const readOutcomes = async (tx: Tx, tenantId: number, itemId: string, lock = false): Promise<Outcome[]> => {
  const { rows } = await sql<{ outcomes: Outcome[] }>`
    select outcomes
    from report_round
    where tenant_id = ${tenantId} and queue_item_id = ${itemId} ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows[0]?.outcomes ?? []
}

/** A job that comes forward may run again: how often it was is counted from here. */
export const addOutcome = async (tx: Tx, tenantId: number, itemId: string, outcome: Outcome): Promise<void> => {
  await sql`update report_round set outcomes = outcomes || ${asJsonb([outcome])}::jsonb
    where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
  await sql`update queue_item set runs = 0 where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
}

type Of = { reportId: number | undefined }
export const isDone = (outcomes: readonly Outcome[], { reportId }: Of): boolean =>
  outcomes.some((outcome) => outcome.reportId === reportId)

type Item = { tenantId: number; itemId: string }
const addTries = async (
  tx: Tx,
  { tenantId, itemId }: Item,
  { reportId }: Of,
  more: number,
): Promise<number | undefined> => {
  const key = `${reportId ?? 'test'}`
  const { rows } = await sql<{ n: number }>`
    update report_round
    set tries = tries || jsonb_build_object(${key}::text, coalesce((tries ->> ${key})::int, 0) + ${more}::int)
    where tenant_id = ${tenantId} and queue_item_id = ${itemId} returning (tries ->> ${key})::int as n`.execute(tx)
  return rows[0]?.n
}

/** @returns how often runs of the round began with this report, this time counted */
export const countTry = (tx: Tx, item: Item, of: Of): Promise<number | undefined> => addTries(tx, item, of, 1)
/** A stop in order is no failure of the report. */
export const uncountTry = (tx: Tx, item: Item, of: Of): Promise<number | undefined> => addTries(tx, item, of, -1)
