// Edits what a workbook says and nothing else: a column changes only in the rows that name it, thousands of rows a
// statement.
import { ACTIVE } from '@padron/contract/assets'
import { sql } from 'kysely'
import { assignments, type ChangedColumn, changedColumns } from './changed-columns.ts'
import { type Applied, type Applying, rangesOf } from './context.ts'
import { ASKED_BY, askChanged, type Changed } from './recheck-changed.ts'
import { lockTargets, orStale, refuseTaken, toWrite } from './targets.ts'
import { makeTags, tagVehicles } from './write-tags.ts'

const DOING = 'Editando vehículos'
const ASKING = 'Preparando las consultas a las fuentes'

/** The fields that any row changes. */
const fieldsOf = async (doing: Applying): Promise<string[]> => {
  const { rows } = await sql<{ field: string }>`
    select distinct k as field
    from vehicle_import_row r
    cross join lateral jsonb_object_keys(r.before) k
    where ${toWrite(doing)}`.execute(doing.tx)
  return rows.map(({ field }) => field)
}

/** What active vehicles would have that did not have it, or were not active. */
const refuseTakenValues = (doing: Applying): Promise<void> =>
  refuseTaken(doing, (field, column) => {
    const changes = (name: string) => sql`r.before ? ${sql.lit(name)}`
    const value = sql`case when ${changes(field)} then ${sql.ref(`r.${column}`)} else ${sql.ref(`v.${column}`)} end`
    return sql`select ${value} as value, v.vehicle_id as own
      from vehicle_import_row r join vehicle v on v.tenant_id = r.tenant_id and v.vehicle_id = r.target_id
      where ${toWrite(doing)} and (${changes(field)} or ${changes('assetStatusId')})
        and case
          when ${changes('assetStatusId')} then r.asset_status_id
          else v.asset_status_id end = ${sql.lit(ACTIVE)}`
  })

/** What undoing needs, and the version this leaves each vehicle at. */
const keepBefore = (doing: Applying): Promise<unknown> =>
  sql`insert into vehicle_import_done (import_id, vehicle_id, row_number, row_version, before)
    select r.import_id, r.target_id, r.row_number, r.row_version + 1, r.before
    from vehicle_import_row r
    where ${toWrite(doing)}`.execute(doing.tx)

const writeRange = (
  doing: Applying,
  columns: readonly ChangedColumn[],
  range: { from: number; to: number },
): Promise<unknown> =>
  sql`update vehicle v set ${assignments(columns, 'r', ({ column }) => sql.ref(`r.${column}`))}
      row_version = v.row_version + 1, updated_at = now()
    from vehicle_import_row r
    where ${toWrite(doing, range)} and v.tenant_id = r.tenant_id and v.vehicle_id = r.target_id`.execute(doing.tx)

const askedOf = async (doing: Applying): Promise<Changed[]> => {
  const by = sql`${[...ASKED_BY]}::text[]`
  const { rows } = await sql<Changed>`
    select r.target_id as "vehicleId", array(select k from unnest(${by}) k where r.before ? k) as fields
    from vehicle_import_row r where ${toWrite(doing)} and r.before ?| ${by} order by r.target_id`.execute(doing.tx)
  return rows
}

export const applyEdit = (doing: Applying): Promise<Applied> =>
  orStale(async () => {
    const { tx, importId, told } = doing
    await lockTargets(doing)
    await refuseTakenValues(doing)
    await keepBefore(doing)
    const fields = await fieldsOf(doing)
    const columns = changedColumns(fields)
    const ranges = await rangesOf(tx, importId, 'changed')
    const total = ranges.reduce((sum, { rows }) => sum + rows, 0)
    let done = 0
    for (const range of ranges) {
      await told(done, total, DOING)
      await writeRange(doing, columns, range)
      done += range.rows
    }
    if (fields.includes('tags')) {
      await makeTags(tx, importId)
      await tagVehicles(tx, importId)
    }
    await askChanged(tx, doing, await askedOf(doing), () => told(done, total, ASKING))
    return { created: 0, changed: total, replaced: 0, firstNew: undefined }
  })
