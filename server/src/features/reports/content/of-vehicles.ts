// SQL that joins a row's vehicle if the report's filter matches it. The vehicle is looked up by key for each row: for a
// newly imported fleet the planner has no statistics and would scan the fleet for each row.
import { sql } from 'kysely'
import { whereOf } from '../../../fleet/where.ts'
import type { ReportContext } from './report-context.ts'

/** Follows the table of the rows; the vehicle is `v`. @param row the table's alias */
export const joinVehicle = (row: 'o' | 'e') => sql`cross join lateral (select x.* from vehicle x
  where x.tenant_id = ${sql.raw(row)}.tenant_id and x.vehicle_id = ${sql.raw(row)}.vehicle_id offset 0) v`

/** Checked after the lookup, so that the filter's conditions do not lead the planner to an index scan. */
export const matchesFilter = ({ fleet, facts }: ReportContext) => sql`${whereOf(fleet.query, facts)}`

export const STATE_NAME = sql`(select s.state_name from state s where s.state_id = v.state_id)`
