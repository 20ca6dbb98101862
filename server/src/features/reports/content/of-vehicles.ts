// The vehicle that a row is of, if the report asks for it, as SQL. Looked up by key, row by row: of a fleet that has
// just come the planner knows nothing, and would look through all of it for each row.
import { sql } from 'kysely'
import { whereOf } from '../../../fleet/where.ts'
import type { ReportContext } from './report-context.ts'

/** Behind the table of the rows; its vehicle is `v`. @param row what the rows are called */
export const joinVehicle = (row: 'o' | 'e') => sql`cross join lateral (select x.* from vehicle x
  where x.tenant_id = ${sql.raw(row)}.tenant_id and x.vehicle_id = ${sql.raw(row)}.vehicle_id offset 0) v`

/** Looked at after it was found: the conditions of a filter would lead to an index of all that fulfil them. */
export const matchesFilter = ({ fleet, facts }: ReportContext) => sql`${whereOf(fleet.query, facts)}`

export const STATE_NAME = sql`(select s.state_name from state s where s.state_id = v.state_id)`
