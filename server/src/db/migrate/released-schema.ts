// What the previous release relies on while both releases run on one database: its tables and columns with what it may
// read and write, the keys of its `on conflict` clauses, and the functions it calls. Recorded in released-schema.json
// by `node tools/gen.ts --release`, when a release is made.
import type { ClientBase } from 'pg'

type ReleasedColumn = {
  type: string /** Has to be given by whoever writes a row. */
  needed: boolean
  nullable: boolean
}
export type ReleasedSchema = {
  migration: string
  tables: Record<string, Record<string, ReleasedColumn>>
  /** Per table, the columns of each key or unique index. */
  keys: Record<string, string[]>
  functions: string[]
}

/** Former names of tables, which are views for the previous release (025-table-names.sql, 027-alert-names.sql). */
export const FORMER_TABLES: Readonly<Record<string, string>> = {
  content_put: 'content_upload',
  debt_day: 'daily_debt',
  due_queue: 'tenant_queue',
  enrolment: 'pending_enrolment',
  fleet_statistics: 'dashboard_statistics',
  news_seen: 'news_last_read',
  portal_month: 'portal_usage',
  reminder_sent: 'sent_reminder',
  report_alert: 'alert',
  source_hour: 'source_hourly_stats',
  source_slot: 'source_stats',
  vehicle_import_done: 'vehicle_import_change',
  webhook_wait: 'pending_callback',
}

const COLUMNS = `
  select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, a.atttypmod) as type,
    not a.attnotnull as nullable, a.attnotnull
      and d.oid is null
      and a.attidentity = ''
      and a.attgenerated = '' as needed
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e') order by 1, 2`
const KEYS = `
  select c.relname::text as table, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  join pg_class c on c.oid = i.indrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition
  order by 1, 2`
const FUNCTIONS = `
  select p.oid::regprocedure::text as name
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and p.prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`

const grouped = <T extends { table: string }, V>(rows: readonly T[], of: (rows: T[]) => V): Record<string, V> =>
  Object.fromEntries([...Map.groupBy(rows, ({ table }) => table)].map(([table, of_]) => [table, of(of_)]))

/** Only the columns and the condition: an index may have another name, or belong to a partition. */
const keyOf = (definition: string): string => definition.replace(/^.* USING \w+ /, '').trim()

export const readSchema = async (client: ClientBase, migration: string): Promise<ReleasedSchema> => {
  const columns = (await client.query<ReleasedColumn & { table: string; column: string }>(COLUMNS)).rows
  const keys = (await client.query<{ table: string; definition: string }>(KEYS)).rows
  const functions = (await client.query<{ name: string }>(FUNCTIONS)).rows
  return {
    migration,
    tables: grouped(columns, (own) =>
      Object.fromEntries(own.map(({ column, type, needed, nullable }) => [column, { type, needed, nullable }])),
    ),
    keys: grouped(keys, (own) => own.map(({ definition }) => keyOf(definition))),
    functions: functions.map(({ name }) => name),
  }
}

const columnFault = (was: ReleasedColumn, now: ReleasedColumn | undefined): string | undefined => {
  if (!now) return 'is gone'
  if (now.type !== was.type) return `was ${was.type} and is ${now.type}`
  if (was.nullable && !now.nullable) return 'may be null no more'
  return now.needed && !was.needed ? 'has to be given now' : undefined
}

/** Changes that would break the previous release. @internal for a test */
export const incompatible = (was: ReleasedSchema, now: ReleasedSchema): string[] => {
  const faults: string[] = []
  for (const [table, columns] of Object.entries(was.tables)) {
    const there = now.tables[table]
    if (!there) {
      faults.push(`${table} is gone`)
      continue
    }
    for (const [column, known] of Object.entries(columns)) {
      const fault = columnFault(known, there[column])
      if (fault) faults.push(`${table}.${column} ${fault}`)
    }
    for (const [column, { needed }] of Object.entries(there))
      if (needed && !columns[column]) faults.push(`${table}.${column} is new and has to be given`)
    for (const key of was.keys[table] ?? [])
      if (!now.keys[table]?.includes(key)) faults.push(`${table} has no key ${key}`)
  }
  for (const name of was.functions) if (!now.functions.includes(name)) faults.push(`function ${name} is gone`)
  return faults
}
