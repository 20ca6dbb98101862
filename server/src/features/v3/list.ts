// A page of a resource: what is after the cursor, in an order that changes do not move under its reader. Without
// `updated_since` that is the order of keys, where new rows come last; with it the order in which rows changed, where
// one that changes again comes a second time.
import { V3_TEXTS } from '@padron/contract/v3/texts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { scopeOf } from '../../db/scope.ts'
import { refuse } from '../../errors/http-problem.ts'
import { type Order, type Place, readCursor, writeCursor } from './cursor.ts'

type Sql = RawBuilder<unknown>

export type Resource = {
  /** The table of its rows, or a query of them, and the name they go by. */
  rows: Sql
  as: string
  /** What its fields need beside. */
  joins?: Sql
  /** The columns that are one row's alone, with their types. */
  key: Order
  changedAt: string
  /**
   * Where no index finds what changed: how many rows a page looks at. It stays in the order of keys, and may be short.
   */
  looksAt?: number
  /** Which of the rows that a page looks at are of the resource, where no index finds those; with `looksAt`. */
  only?: Sql
  /** Where the key says when a row was written: which of them may have been since, instead of `changedAt`. */
  keysSince?: (moment: string) => Sql
  /** Each field's value; `id` is always answered. */
  fields: Readonly<Record<string, Sql>>
}

export type ListQuery = {
  limit: number
  cursor?: string | undefined
  fields?: string | undefined
  updated_since?: string | undefined
}

type Page<Row> = { data: Row[]; next: string | null; completeUntil: string }

/**
 * Before anything else is read: what began later is not looked at by a statement that follows. A list of all that is
 * there says the moment of its first page, so that what changes meanwhile is asked for afterwards.
 */
const completeUntil = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ at: string }>`select changes_complete_until() as at`.execute(tx)
  return rows[0]?.at ?? ''
}

const chosenFields = (fields: Resource['fields'], written: string | undefined): [string, Sql][] => {
  const names = written === undefined ? Object.keys(fields) : ['id', ...written.split(',')]
  return [...new Set(names)].flatMap((name) => {
    const value = fields[name]
    return value ? [[name, value] as [string, Sql]] : []
  })
}

const ORDERED = '$'

const isAfter = (order: Order, key: Place['key'], sign: '>' | '<=') => {
  const columns = sql.join(order.map(([column]) => sql.ref(column)))
  const values = sql.join(order.map(([, type], i) => sql`${key[i] ?? null}::${sql.raw(type)}`))
  return sql`and (${columns}) ${sql.raw(sign)} (${values})`
}

/** The key of the last row that a page looks at; undefined: it looks at all that are left. */
const lastLookedAt = async (
  tx: Tx,
  { rows: table, as, key }: Resource,
  where: Sql,
  looksAt: number,
): Promise<Place['key'] | undefined> => {
  const columns = sql.join(key.map(([column], i) => sql`${sql.ref(column)} as ${sql.ref(`${ORDERED}${i}`)}`))
  const { rows } = await sql<Record<string, string | number>>`
    select ${columns}
    from ${table} ${sql.ref(as)}
    where ${where}
    order by ${sql.join(key.map(([column]) => sql.ref(column)))}
    limit 1 offset ${looksAt - 1}`.execute(tx)
  const [row] = rows
  return row && key.map((_, i) => row[`${ORDERED}${i}`] as string | number)
}

/**
 * @param list its name, which its cursors are of
 * @param where of the rows that its reader may ask for
 */
export const listPage = async <Row>(
  tx: Tx,
  list: string,
  resource: Resource,
  query: ListQuery,
  where: Sql,
): Promise<Page<Row>> => {
  const { rows: table, as, joins = sql``, key, changedAt, fields, looksAt, only, keysSince } = resource
  const { updated_since: since, limit } = query
  if (since !== undefined && scopeOf(tx) !== undefined) throw refuse(403, V3_TEXTS.part, 'updated_since')
  const order: Order = since === undefined || looksAt ? key : [[changedAt, 'timestamptz'], ...key]
  const after: Place = readCursor(list, query, order) ?? { key: [], completeUntil: await completeUntil(tx) }
  const ofMoment = since === undefined || !keysSince ? sql`` : sql`and ${keysSince(since)}`
  const left = sql`${where} ${ofMoment} ${after.key.length > 0 ? isAfter(order, after.key, '>') : sql``}`
  const isBounded = looksAt !== undefined && (since !== undefined || only !== undefined)
  const inOrder = sql`order by ${sql.join(order.map(([column]) => sql.ref(column)))}`
  const chosen = [
    ...chosenFields(fields, query.fields),
    ...order.map(([column], i) => [`${ORDERED}${i}`, sql.ref(column)] as const),
  ]
  const readRows = async (from: Sql, until: Sql): Promise<Record<string, unknown>[]> => {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(chosen.map(([name, value]) => sql`${value} as ${sql.ref(name)}`))}
      from ${from} ${sql.ref(as)} ${joins}
      where ${left} ${until} ${only ? sql`and ${only}` : sql``}
        ${since === undefined || keysSince ? sql`` : sql`and ${sql.ref(changedAt)} >= ${since}::timestamptz`}
      ${inOrder}
      limit ${limit + 1}`.execute(tx)
    return rows
  }
  // A page that is full early has looked at no more than it shows.
  const some = sql`(select ${sql.ref(as)}.* from ${table} ${sql.ref(as)} where ${left} ${inOrder} limit ${looksAt})`
  let rows = await readRows(isBounded ? some : table, sql``)
  let bound: Place['key'] | undefined
  if (isBounded && rows.length <= limit) {
    bound = await lastLookedAt(tx, resource, left, looksAt)
    // Again, until there: what was deleted meanwhile may have moved it past a row that was not looked at.
    rows = await readRows(table, bound ? isAfter(key, bound, '<=') : sql``)
  }
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const place = last ? order.map((_, i) => last[`${ORDERED}${i}`] as string | number) : bound
  return {
    data: page.map(
      (row) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith(ORDERED))) as Row,
    ),
    next: place ? writeCursor(list, query, { key: place, completeUntil: after.completeUntil }) : null,
    completeUntil: after.completeUntil,
  }
}
