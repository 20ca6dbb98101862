// Tags in the format of workbooks, in SQL: the same as `tagWords` of contract/src/vehicles/tag-list.ts.
import { type RawBuilder, sql } from 'kysely'

const quoted = (column: string, signs: string): RawBuilder<string> =>
  sql`
    case
      when ${sql.ref(column)} ~ ${sql.lit(signs)} then '"' || replace(${sql.ref(column)}, '"', '""') || '"'
      else ${sql.ref(column)} end`

/** «Categoría: etiqueta» of a tag `g` and its category `c`. */
export const TAG_WORDS = sql<string>`(${quoted('c.category_name', '[",:]')} || ': ' || ${quoted('g.tag_name', '[",]')})`

/** All tags of the vehicle `v`, separated by commas; null without any. Cost: one key read, and one for each tag. */
export const VEHICLE_TAG_WORDS = sql<string | null>`
  (select string_agg(${TAG_WORDS}, ', ' order by c.category_name, g.tag_name)
  from vehicle_tag x
    join tag g on g.tenant_id = x.tenant_id and g.tag_id = x.tag_id
    join tag_category c on c.tenant_id = g.tenant_id and c.tag_category_id = g.tag_category_id
  where x.tenant_id = v.tenant_id and x.vehicle_id = v.vehicle_id)`
