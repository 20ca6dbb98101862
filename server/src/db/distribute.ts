// How a distributed PostgreSQL (Citus) distributes the tables: a company's rows lie together on one of its
// servers, by the tenant id that leads every key. What is everybody's, and what is looked for before the company is
// known, is on each server whole.
import { sql } from 'kysely'
import type { Tx } from './client.ts'

/**
 * Of companies, and yet whole on each server: why a key of theirs does not lead with the company. All are small:
 * nothing in them grows with vehicles.
 */
export const DIRECTORY: Readonly<Record<string, string>> = {
  company: 'a short name is one company’s, among all',
  company_logo: 'its address opens it without a session',
  email_logo: 'its address opens it without a session',
  preset: 'users point at their profile',
  app_user: 'a username tells the company, and is one user’s among all',
  access_token: 'a session’s token tells the company',
  personal_token: 'a program’s token tells the company',
  calendar_feed: 'its address opens it without a session',
}
/** What the database says of itself stays where it is migrated from. */
const LOCAL = ['kysely_migration', 'kysely_migration_lock']

export type Link = { from: string; to: string; columns: string[] }
export type Distribution = {
  reference: string[]
  distributed: string[]
  links: Link[]
  /** Of distributed tables: what must be looked at by whoever shares them out. */
  triggers: { table: string; trigger: string; each: 'row' | 'statement' }[]
}

/** Each after those it points at. @throws Error where tables point at each other in a ring */
const inOrder = (tables: readonly string[], links: readonly Link[]): string[] => {
  const left = new Set(tables)
  const ordered: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      (table) => !links.some(({ from, to }) => from === table && to !== table && left.has(to)),
    )
    if (free.length === 0) throw new Error(`tables that point at each other: ${[...left].join(', ')}`)
    for (const table of free) left.delete(table)
    ordered.push(...free)
  }
  return ordered
}

/** As the schema is, so that a table made tomorrow is in it. */
export const readDistribution = async (tx: Tx): Promise<Distribution> => {
  const { rows: tables } = await sql<{ name: string; tenant: boolean }>`
    select c.relname as name,
      exists (select
      from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as tenant
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    order by 1`.execute(tx)
  const { rows: links } = await sql<Link>`
    select distinct f.relname as "from", t.relname as "to",
      array(select a.attname::text from unnest(k.conkey) with ordinality u(n, i)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by i) as columns
    from pg_constraint k join pg_class f on f.oid = coalesce(pg_partition_root(k.conrelid), k.conrelid)
    join pg_class t on t.oid = coalesce(pg_partition_root(k.confrelid), k.confrelid)
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace order by 1, 2`.execute(tx)
  const { rows: triggers } = await sql<Distribution['triggers'][number]>`
    select c.relname as "table", t.tgname as trigger, case when t.tgtype & 1 = 1 then 'row' else 'statement' end as each
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and not c.relispartition and c.relnamespace = 'public'::regnamespace
    order by 1, 2`.execute(tx)
  const ordered = inOrder(
    tables.map(({ name }) => name).filter((name) => !LOCAL.includes(name)),
    links,
  )
  const isShared = (name: string) => name in DIRECTORY || !tables.some((table) => table.name === name && table.tenant)
  const distributed = ordered.filter((name) => !isShared(name))
  return {
    reference: ordered.filter(isShared),
    distributed,
    links,
    triggers: triggers.filter(({ table }) => distributed.includes(table)),
  }
}

/** Where its rows of a company lie, those of every other table do. */
const LEAD = 'vehicle'

/** The statements, each table once, in an order in which every foreign key finds what it points at. */
export const distributionSql = ({ reference, distributed }: Distribution): string[] => [
  ...reference.map((table) => `select create_reference_table('${table}');`),
  `select create_distributed_table('${LEAD}', 'tenant_id');`,
  ...distributed
    .filter((table) => table !== LEAD)
    .map((table) => `select create_distributed_table('${table}', 'tenant_id', colocate_with => '${LEAD}');`),
]
