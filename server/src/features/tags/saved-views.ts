// Tracks how deletions of tags left each saved view, so that a view edited since is not overwritten by undo, and
// deletions can be undone in any order.
import { sql } from 'kysely'

/**
 * The views of deletions that can be undone: `after`, as the deletions and undos left it, and `before`, which has the
 * places of all tags that they removed.
 */
export const storedViews = (tenantId: number) => sql`
  select k.at, (o ->> 'view_id')::bigint as view_id, o -> 'before' as before, o -> 'after' as after
  from tag_undo k
  cross join jsonb_array_elements(k.content -> 'views') o
  where k.tenant_id = ${tenantId} and k.undone_at is null`

/**
 * A deletion of tags or its undo does not count as an edit. For a statement with `views`, which it changes from `was`
 * to `after`. Cost: the company's deletions of a day.
 */
export const followViews = (tenantId: number) => {
  const follows = sql`x.view_id = (o ->> 'view_id')::bigint and x.was = o -> 'after'`
  return sql`
    update tag_undo k
    set content = jsonb_set(k.content, '{views}', (
      select jsonb_agg(case
        when x.view_id is null then o
        else jsonb_set(o, '{after}', x.after) end)
      from jsonb_array_elements(k.content -> 'views') o
      left join views x on ${follows}))
    where k.tenant_id = ${tenantId} and k.undone_at is null
      and exists (select from jsonb_array_elements(k.content -> 'views') o join views x on ${follows})`
}
