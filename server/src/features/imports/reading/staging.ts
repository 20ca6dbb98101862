// The temporary tables of one validation, which end with its transaction. COPY fills `import_stage` while the file is
// read; `import_note` holds the findings that need the whole file or the fleet; `import_match` holds the vehicle of
// each row.
import { pipeline } from 'node:stream/promises'
import { SHEET_ROWS } from '@padron/contract/imports/mapping'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from '../../../db/client.ts'
import { storedColumns } from '../columns.ts'
import { type ReadOptions, type ReadSummary, STAGED } from './pieces.ts'
import { readWorkbook } from './read-workbook.ts'

// The vehicle's columns come from the vehicle table itself, so that types and collations are the same and joins use
// its indexes.
const MAKE = `
  create temp table import_stage on commit drop as
    select 0 as row_number, false as omitted, false as wrong, false as blank, 0::bigint as given, false as reactivate,
      null::jsonb as texts, null::jsonb as notes, null::jsonb as tags, 0::smallint as asset_status_id,
      0::smallint as replacement_reason_id, 0::bigint as given_id, 0 as sheet_version, plate as current_plate,
        vin as current_vin, ${storedColumns}
      from vehicle with no data;
  create temp table import_note (row_number int, field text, level text, message text) on commit drop;
  create temp table import_match (row_number int primary key, target_id bigint) on commit drop`

/** @param client inside a transaction, not pipelined @throws WorkbookError; nothing is staged then */
export const stage = async (
  client: pg.ClientBase,
  bytes: Uint8Array<ArrayBuffer>,
  options: ReadOptions,
  signal?: AbortSignal,
): Promise<ReadSummary> => {
  await client.query(MAKE)
  const pieces = readWorkbook(bytes, options, signal)
  let summary: ReadSummary | undefined
  async function* lines(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { value, done } = await pieces.next()
      if (done) {
        summary = value
        return
      }
      yield value
    }
  }
  try {
    await pipeline(
      lines,
      client.query(copyFrom(`copy import_stage (${STAGED.join(', ')}, ${storedColumns}) from stdin`)),
    )
  } finally {
    await pieces.return(undefined as never)
  }
  // Only the columns of joins: analyzing all of them takes a third of the time of the COPY.
  await client.query('analyze import_stage (row_number, given_id, plate, vin, custom_id, current_plate, current_vin)')
  if (!summary) throw new Error('the reading ended without a summary of the file')
  return summary
}

/** The sheets that were read, if there are several. */
export const sheetsOf = ({ mapped }: Pick<ReadSummary, 'mapped'>): readonly string[] =>
  mapped && mapped.sheets.length > 1 ? mapped.sheets : []

/** A row's number as users know it: «7», or «7 de la hoja «Monterrey»». @param sheets as `sheetsOf` returns them */
export const rowName = (row: RawBuilder<unknown>, sheets: readonly string[]): RawBuilder<unknown> =>
  sheets.length === 0
    ? sql`${row}::text`
    : sql`((${row} - 1) % ${sql.lit(SHEET_ROWS)} + 1 || ' de la hoja «'
      || (${[...sheets]}::text[])[(${row} - 1) / ${sql.lit(SHEET_ROWS)} + 1] || '»')`

/** Rows that are validated: neither omitted nor blank. */
export const TAKES_PART = sql`not r.omitted and not r.blank`

/** Adds notes: `rows` selects row_number and message, any number of rows. */
export const addNotes = (
  tx: Tx,
  field: string | null,
  level: 'error' | 'warning',
  rows: RawBuilder<unknown>,
): Promise<unknown> =>
  sql`
    insert into import_note
    select n.row_number, ${field}::text, ${level}, n.message
    from (${rows}) as n(row_number, message)`.execute(tx)
