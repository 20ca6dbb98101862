// The schema can be shared out by company: every key leads with it, but those that are named with their reason, and
// what is shared out points only at what lies beside it or is on every server. There is no Citus here: what is tested
// is the schema and the statements.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { asSystem } from './client.ts'
import { DIRECTORY, type Distribution, distributionSql, readDistribution } from './distribute.ts'

let fresh: FreshDatabase
let known: Distribution
beforeAll(async () => {
  fresh = await freshDatabase()
  known = await asSystem(fresh.db, readDistribution)
})
afterAll(() => fresh.drop())

it('every unique key of a table that is shared out has the company, and primary keys lead with it', async () => {
  const { rows } = await asSystem(fresh.db, (tx) =>
    sql<{ table: string; name: string; primary: boolean; columns: string[] }>`
      select c.relname as "table", n.relname as name, i.indisprimary as primary,
        array(select coalesce(a.attname::text, '') from unnest(i.indkey::int[]) with ordinality u(k, place)
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.k order by place) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
      where i.indisunique and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(tx),
  )
  const shared = rows.filter(({ table }) => known.distributed.includes(table))
  expect(shared.filter(({ columns }) => !columns.includes('tenant_id'))).toEqual([])
  expect(shared.filter(({ primary, columns }) => primary && columns[0] !== 'tenant_id')).toEqual([])
  expect(
    shared
      .filter(({ primary }) => primary)
      .map(({ table }) => table)
      .toSorted(),
  ).toEqual(known.distributed.toSorted())
})

it('distributed tables refer to colocated or reference tables; reference tables only to reference tables', () => {
  const isEverywhere = (table: string) => known.reference.includes(table)
  for (const { from, to, columns } of known.links) {
    if (isEverywhere(from)) expect([from, to, isEverywhere(to)]).toEqual([from, to, true])
    else if (!isEverywhere(to)) expect([from, to, columns.includes('tenant_id')]).toEqual([from, to, true])
  }
  expect(known.links.filter(({ from, to }) => from === 'check_result' && to === 'check_run')).toHaveLength(1)
})

it('names no table for nothing: each that is everywhere though a company’s is there, and has its reason', () => {
  for (const [table, why] of Object.entries(DIRECTORY))
    expect([table, known.reference.includes(table), why.length > 10]).toEqual([table, true, true])
})

it('says each table once, after those it points at', () => {
  const statements = distributionSql(known)
  const tables = statements.map((statement) => /'(\w+)'/.exec(statement)?.[1] ?? '')
  expect(tables.toSorted()).toEqual([...known.reference, ...known.distributed].toSorted())
  expect(new Set(tables).size).toBe(tables.length)
  for (const { from, to } of known.links)
    expect([from, to, tables.indexOf(to) <= tables.indexOf(from)]).toEqual([from, to, true])
  expect(statements).toContain(`select create_distributed_table('check_run', 'tenant_id', colocate_with => 'vehicle');`)
  expect(statements).toContain(`select create_reference_table('app_user');`)
})
