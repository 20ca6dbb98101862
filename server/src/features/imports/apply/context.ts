// What applying an import receives and returns. Each kind has its own function: add.ts, edit.ts, replace.ts.
import type { Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { JobRefused } from '../../../jobs/job.ts'

/** The payload of an import job. */
export type ImportPayload = { importId: string; undo?: boolean }

export type ApplyContext = {
  /** The transaction of the import; the company is locked in it. */
  tx: Tx
  tenantId: number
  country: Country
  importId: string
  fileName: string
  /** The tags that its check said it would create, the first by name; absent: checked in the same transaction. */
  newTags?: { names: readonly string[]; count: number }
  /** Reports progress; throws if the job must end, and nothing is written. */
  onProgress: (done: number, total: number, what: string) => Promise<void>
}

export type Applied = {
  created: number
  changed: number
  replaced: number
  /** The lowest id of new vehicles to enrol; undefined if there are none. */
  firstNew: number | undefined
}

/** The sequence of vehicles' ids; evaluated once per statement, not once per row. */
export const VEHICLE_IDS = sql`(select pg_get_serial_sequence('vehicle', 'vehicle_id')::regclass)`

/** Rows per statement: between statements the job reports progress and checks for cancellation. */
const ROWS_AT_ONCE = 5_000

export const STALE =
  'La flota cambió después de la revisión. Revise el archivo de nuevo desde la pantalla y vuelva a aplicarlo.'
export const stale = (example: string): JobRefused => new JobRefused(`${STALE} ${example}`)

/** The ranges of row numbers to write, with at most ROWS_AT_ONCE rows each. */
export const rangesOf = async (
  tx: Tx,
  importId: string,
  action: 'new' | 'changed',
): Promise<{ from: number; to: number; rows: number }[]> => {
  const { rows } = await sql<{ from: number; to: number; rows: number }>`
    select min(row_number) as from, max(row_number) as to, count(*)::int as rows
    from (select row_number, (row_number() over (order by row_number) - 1) / ${ROWS_AT_ONCE}::int as part
      from vehicle_import_row where tenant_id = current_tenant() and import_id = ${importId} and action = ${action}) r
    group by part order by 1`.execute(tx)
  return rows
}

const MANY = 500

/**
 * Turns off nested loops for many rows. The planner has no statistics about rows that this transaction or the one
 * before wrote: it expects one row and joins fifty thousand with fifty thousand row by row (measured: four minutes
 * instead of a second). For few rows nested loops stay on, because other joins would read the whole of a large fleet.
 */
export const planForMany = async (tx: Tx, rows: number): Promise<void> => {
  if (rows > MANY) await sql`set local enable_nestloop = off`.execute(tx)
}
