// All that the database holds of one company, in a few letters: to show that nothing of it changed.
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'

/** The number of rows and a hash of them, for every table that belongs to companies, or for the ones named. */
export const tenantRowHashes = async (
  db: Db,
  tenantId: number,
  only?: readonly string[],
): Promise<Record<string, string>> =>
  asSystem(db, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      order by 1`.execute(tx)
    const wanted = tables.filter(({ name }) => only?.includes(name) ?? true)
    const { rows } = await sql<{ name: string; held: string }>`${sql.join(
      wanted.map(
        ({ name }) => sql`
          select ${sql.lit(name)} as name,
            count(*) || ' ' || coalesce(md5(string_agg(r.held, chr(10) order by r.held)), '') as held
          from ${sql.table(name)} t
          cross join lateral (select (to_jsonb(t) - 'changed_at')::text as held) r -- not when it was written last
          where t.tenant_id = ${tenantId}`,
      ),
      sql` union all `,
    )}`.execute(tx)
    return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
  })
