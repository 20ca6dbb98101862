// A row for every table that has none, made from the schema alone, so that a table made tomorrow is in the test too:
// keys are those of rows that are there, everything else is the least that its type and its checks allow.
import pg from 'pg'

type Column = {
  table: string
  name: string
  type: string
  needed: boolean
  given: string | null
  key: string | null
  target: string | null
  other: string | null
}

/** What a check wants and a type does not tell. */
const WANTED: Readonly<Record<string, string>> = {
  'account_link.purpose': `'invitation'`,
  'check_event.kind': `'new'`,
  'check_result.tenant_id': '(select tenant_id from check_run limit 1)',
  'check_result.run_id': '(select run_id from check_run limit 1)',
  'company_logo.media_type': `'image/png'`,
  'content_upload.sha256': `repeat('a', 64)`,
  'deletion_notice.kind': `'vehicle'`,
  'email_logo.media_type': `'image/png'`,
  'obligation.kind': `'payment'`,
  'onboarding.step': `'fleet'`,
  'provisioned_user.user_id':
    '(select user_id from app_user where user_id <> tenant_id and tenant_id = k0.tenant_id limit 1)',
  'vehicle_resource_count.list': `'asked'`,
  'vehicle_registry.found_by': `'plate'`,
}

const leastOf = ({ table, name, type }: Column): string => {
  const wanted = WANTED[`${table}.${name}`]
  if (wanted !== undefined) return wanted
  if (name === 'tenant_id') return '(select tenant_id from company order by tenant_id limit 1)'
  if (type.endsWith('[]')) return `'{}'`
  if (/int|numeric|double/.test(type)) return '1'
  if (type === 'boolean') return 'false'
  if (type === 'date') return 'current_date'
  if (type.startsWith('timestamp')) return 'now()'
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'jsonb') return `'{}'`
  if (type === 'bytea') return `'\\x0001ff'`
  return `'x'`
}

const columnsOf = async (client: pg.ClientBase): Promise<Map<string, Column[]>> => {
  const { rows } = await client.query<Column>(`
    select c.relname::text as table, a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and d.oid is null and a.attidentity = '' as needed, pg_get_expr(d.adbin, d.adrelid) as given,
      k.conname::text as key, k.confrelid::regclass::text as target, o.attname::text as other
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    left join lateral (select *
    from pg_constraint k
    where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)
      and k.conparentid = 0 order by cardinality(k.conkey) desc limit 1) k on true
    left join pg_attribute o on o.attrelid = k.confrelid and o.attnum = k.confkey[array_position(k.conkey, a.attnum)]
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1, a.attnum`)
  return Map.groupBy(rows, ({ table }) => table)
}

const insertion = (table: string, columns: readonly Column[]): string => {
  const used = columns.filter(({ needed, name }) => needed || name === 'tenant_id')
  const targets = [...new Set(used.flatMap(({ target }) => target ?? []))]
  const from = targets.map((target, i) => `(select * from ${target} limit 1) k${i}`).join(' cross join ')
  const values = used.map((column) =>
    column.target && column.other && WANTED[`${table}.${column.name}`] === undefined
      ? `k${targets.indexOf(column.target)}."${column.other}"`
      : leastOf(column),
  )
  const names = used.map(({ name }) => `"${name}"`).join(', ')
  return `insert into ${table} (${names}) select ${values.join(', ')}${from ? ` from ${from}` : ''}`
}

/** @param client of the system's role, in no transaction @returns the tables that could not be given a row, and why */
export const fillEmpty = async (client: pg.ClientBase): Promise<string[]> => {
  const tables = await columnsOf(client)
  let left = new Map<string, string>()
  for (let round = 0; round < 4; round++) {
    left = new Map()
    for (const [table, columns] of tables) {
      if (table.startsWith('kysely_')) continue
      const { rows } = await client.query(`select from ${pg.escapeIdentifier(table)} limit 1`)
      if (rows.length > 0) continue
      const why = await client.query(insertion(table, columns)).then(
        ({ rowCount }) => (rowCount === 0 ? 'nothing to point at' : ''),
        (error: Error) => error.message,
      )
      if (why) left.set(table, why)
    }
    if (left.size === 0) break
  }
  return [...left].map(([table, why]) => `${table}: ${why}`)
}
