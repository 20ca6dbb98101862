// Parts of the queries about sources: by which connector a resource is asked, and what of that one's runs counts.
import { sql } from 'kysely'
import { serviceSql } from '../../checks/services/service-sql.ts'

/** Null where nobody asks by machine. Names as in `serviceSql`. */
export const askedSql = sql`case when ${serviceSql} = 'automatic' then r.connector_key end`
/**
 * Of a source that answers for many types, only the runs that could read this one; one of the past has no types to
 * read.
 */
export const goodSql = sql`case when a.purpose = 'history' then coalesce(t.good, 0)
  else coalesce(t.not_applicable, 0) + coalesce(d.good, 0) end`
