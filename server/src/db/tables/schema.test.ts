// What holds of the schema as a whole, read from the catalogue, so that a new table that forgets it fails here.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const namesOf = async (query: string): Promise<string[]> =>
  (await fresh.db.system.query<{ name: string }>(query)).rows.map(({ name }) => name)

test('every table says in one line what a row of it is', async () => {
  const without = await namesOf(`
    select relname as name
    from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and coalesce(obj_description(oid), '') !~ '^[A-Z].{5,100}[.]$'`)
  expect(without).toEqual([])
})

/** Document types are few and their documents are not deleted with them. */
const WITHOUT_INDEX = ['document_tenant_id_document_type_id_fkey']

test('rows that go with a row of their company, or keep it, are found by an index', async () => {
  // A partial index serves where it leaves out only rows that refer to nothing.
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
