// Registers a workbook of vehicles: all of it or nothing. Rows stream into a staging table, the whole is judged by set,
// and one transaction writes vehicles, tags and their first checks. The same file twice is refused as duplicates.
import type { Country } from '@padron/contract/countries'
import { TAG_COLORS } from '@padron/contract/tags'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Actor, bulkAsTenant, type Db, type Tx } from '../../db/client.ts'
import { touchFleet } from '../../db/fleet-version.ts'
import type { SheetRow } from '../../files/xlsx-reader.ts'
import { enrolVehicles, lockCompany } from '../../resources/enrol.ts'
import { findDuplicates } from './import-checks.ts'
import { columnList, notebook, type RowNote, stageRows } from './import-staging.ts'

export type ImportResult =
  | { imported: number; warnings: RowNote[]; warningCount: number }
  | { imported: null; errors: RowNote[]; errorCount: number }

export type ImportOptions = {
  thisYear: number
  /** The workbook's name, as it is recorded. */
  file: string
  actor?: Actor | undefined
  /** Told now and then how many rows have been read. */
  onProgress?: (rows: number) => void
}

/**
 * @param rows the sheet's rows, headings first
 * @returns the number of vehicles registered, or every fault found, by row, and then nothing was written
 * @throws whatever reading the rows throws (WorkbookError); nothing was written then either
 */
export const importVehicles = async (
  db: Db,
  tenant: { tenantId: number; country: Country },
  rows: AsyncIterable<SheetRow>,
  { thisYear, file, actor, onProgress }: ImportOptions,
): Promise<ImportResult> => {
  const { tenantId, country } = tenant
  const errors = notebook()
  const warnings = notebook()
  try {
    const write = async (tx: Tx, client: pg.PoolClient) => {
      await stageRows(client, rows, { country, thisYear, errors, warnings, onProgress })
      await lockCompany(tx, tenantId)
      // One import of a company at a time: a second one judges what the first has written.
      await sql`select pg_advisory_xact_lock(hashtextextended('vehicle import', ${tenantId}))`.execute(tx)
      await findDuplicates(tx, errors)
      if (errors.count() > 0) return null
      const written = await writeVehicles(tx, country)
      const told = JSON.stringify({ vehicles: [null, written] })
      await sql`select record_activity(${tenantId}, 'import', null, ${file}, 'create', ${told}::jsonb)`.execute(tx)
      await touchFleet(tx, tenantId)
      return written
    }
    const imported = await bulkAsTenant(db, tenantId, write, actor)
    if (imported !== null) return { imported, warnings: warnings.kept, warningCount: warnings.count() }
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    errors.add(0, [
      { column: '', message: 'Otra persona registró uno de estos vehículos al mismo tiempo; vuelva a intentarlo.' },
    ])
  }
  return { imported: null, errors: errors.kept.toSorted((a, b) => a.row - b.row), errorCount: errors.count() }
}

/** From the staging table to the fleet, in the file's order. */
const writeVehicles = async (tx: Tx, country: Country): Promise<number> => {
  const columns = sql.raw(columnList)
  const { rows } = await sql<{ vehicle_id: number }>`
    insert into vehicle (${columns}) select ${columns} from import_row order by row_number returning vehicle_id`.execute(
    tx,
  )
  await writeTags(tx)
  await enrolVehicles(tx, country, rows.map(({ vehicle_id }) => vehicle_id)) // biome-ignore format: one call
  return rows.length
}

const NAMED = sql`import_row r cross join jsonb_to_recordset(r.tags) as t(category text, name text)`

/** Categories are one whatever their case and accents; new ones take the colours in turn. */
const writeTags = async (tx: Tx): Promise<void> => {
  await sql`
    with wanted as (
      select distinct on (fold(t.category)) t.category, r.row_number from ${NAMED}
      where not exists (select from tag_category c where fold(c.category_name) = fold(t.category))
      order by fold(t.category), r.row_number)
    insert into tag_category (category_name, color)
    select category, (${[...TAG_COLORS]}::text[])[
      1 + ((select count(*) from tag_category) + row_number() over (order by row_number, category) - 1) % ${TAG_COLORS.length}]
    from wanted`.execute(tx)
  await sql`
    insert into tag (tag_category_id, tag_name)
    select distinct c.tag_category_id, t.name from ${NAMED} join tag_category c on fold(c.category_name) = fold(t.category)
    on conflict do nothing`.execute(tx)
  await sql`
    insert into vehicle_tag (tag_id, vehicle_id)
    select distinct g.tag_id, v.vehicle_id from ${NAMED}
    join tag_category c on fold(c.category_name) = fold(t.category)
    join tag g on g.tag_category_id = c.tag_category_id and g.tag_name = t.name
    join vehicle v on v.plate = r.plate and v.asset_status_id = 1`.execute(tx)
}
