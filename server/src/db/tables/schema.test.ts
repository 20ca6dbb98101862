// Properties of the whole schema, read from the catalogue, so that a new table that lacks one fails here.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const namesOf = async (query: string): Promise<string[]> =>
  (await fresh.db.system.query<{ name: string }>(query)).rows.map(({ name }) => name)

test('every table has a comment of one line that says what a row is', async () => {
  const without = await namesOf(`
    select relname as name
    from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and coalesce(obj_description(oid), '') !~ '^[A-Z].{5,100}[.]$'`)
  expect(without).toEqual([])
})

/** Document types are few and their documents are not deleted with them. */
const WITHOUT_INDEX = ['document_tenant_id_document_type_id_fkey']

test('every foreign key to a row of the company has an index', async () => {
  // A partial index is enough if it leaves out only rows without a reference.
  const without = await namesOf(`
    select k.conname as name
    from pg_constraint k
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace
      and cardinality(k.conkey) > 1
      and not exists (select
        from pg_index i
        where i.indrelid = k.conrelid and i.indisvalid
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
          and coalesce(pg_get_expr(i.indpred, i.indrelid), '') ~ '^([(][a-z_]+ IS NOT NULL[)])?$')`)
  expect(without).toEqual(WITHOUT_INDEX)
})
