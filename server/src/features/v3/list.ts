// A page of a resource: the rows after the cursor, in an order that stays stable for the reader while rows change.
// Without `updated_since` that is the order of keys, where new rows come last. With it, rows are in the order of their
// changes, and a row that changes again appears a second time.
import { V3_TEXTS } from '@padron/contract/v3/texts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { scopeOf } from '../../db/scope.ts'
import { refuse } from '../../errors/http-problem.ts'
import { type Order, type Place, readCursor, writeCursor } from './cursor.ts'

type Sql = RawBuilder<unknown>

export type Resource = {
  /** The table or query of its rows, and its alias. */
  rows: Sql
  as: string
  /** The joins that its fields need. */
  joins?: Sql
  /** The columns that identify a row, with their types. */
  key: Order
  changedAt: string
  /**
   * The number of rows that a page examines, if no index finds changed rows. Such a list is always in the order of
   * keys, and its pages may be short.
   */
  looksAt?: number
  /** Which of the examined rows belong to the resource, if no index finds them; requires `looksAt`. */
  only?: Sql
  /** If the key contains the time of writing: the rows that may have been written since. Replaces `changedAt`. */
  keysSince?: (moment: string) => Sql
  /** The SQL of each field; `id` is always returned. */
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
 * The moment until which changes are complete. It must be read first: then the following statements see every change
 * before it. A full list returns the moment of its first page, from which the client requests later changes.
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

/** The key of the last row that a page examines; undefined: it examines all remaining rows. */
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

/** @param list its name, to which its cursors belong @param where the rows that the reader may request */
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
  // A page that is full early examines no more rows than it returns.
  const some = sql`(select ${sql.ref(as)}.* from ${table} ${sql.ref(as)} where ${left} ${inOrder} limit ${looksAt})`
  let rows = await readRows(isBounded ? some : table, sql``)
  let bound: Place['key'] | undefined
  if (isBounded && rows.length <= limit) {
    bound = await lastLookedAt(tx, resource, left, looksAt)
    // Reads again up to that key: a deletion in between may have moved it past rows that were not examined.
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
