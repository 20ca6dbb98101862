// Copies a company's rows between two running installations, table by table in one transaction of the target. Each
// table is compared with the source before the commit.
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { asSystem } from '../db/client.ts'
import { tenantTables } from '../db/company-data.ts'
import {
  listTables,
  ofCompany,
  PLAIN_TEXT,
  quoted,
  quotedColumns,
  rowsOut,
  sumOf,
  type Table,
} from '../db/copy/table-rows.ts'
import { type Query, resealColumn, SEALED_COLUMNS } from '../secrets/sealed-columns.ts'
import type { Secrets } from '../secrets/sealing.ts'
import { MoveError, onConnection, type Place } from './place.ts'

/** Sessions are not copied: users sign in again in the new installation. */
export const LEFT_OUT = new Set(['access_token', 'provider_sign_in', 'sign_in_challenge'])

/** Tables of a company, each after those that it references. */
export const companyTables = async (source: Place): Promise<Table[]> => {
  const names = (await asSystem(source.db, tenantTables)).toReversed().filter((name) => !LEFT_OUT.has(name))
  const all = await onConnection(source, (client) => listTables(client))
  const byName = new Map(all.filter(({ schema }) => schema === 'public').map((table) => [table.name, table]))
  return names.flatMap((name) => byName.get(name) ?? [])
}

export type Arrival = {
  tenantId: number
  from: pg.Client
  /** In the transaction that inserts the company. */
  into: pg.Client
}

/** @param work its rows are in the target only after the commit */
export const withArrival = <T>(
  source: Place,
  target: Place,
  tenantId: number,
  work: (arrival: Arrival) => Promise<T>,
): Promise<T> =>
  onConnection(source, (from) =>
    onConnection(target, async (into) => {
      await into.query(`begin; set local app.arrival = 'on'`)
      await into.query(PLAIN_TEXT)
      return work({ tenantId, from, into })
    }),
  )

/** Runs the work with one snapshot of the source. */
export const withSnapshot = async <T>({ from }: Arrival, work: () => Promise<T>): Promise<T> => {
  await from.query('begin isolation level repeatable read read only')
  await from.query(PLAIN_TEXT)
  const result = await work()
  await from.query('commit')
  return result
}

/** Inserts from a temporary table, because COPY cannot write to a table under row-level security. */
const insertion = (table: Table): string => `
  insert into ${quoted(table)} (${quotedColumns(table)}) overriding system value
  select ${quotedColumns(table)}
  from pg_temp.arriving`

/**
 * @param where a condition for the company's rows
 * @param write a statement that writes the rows of `pg_temp.arriving` to the table
 * @returns the number of rows
 * @throws MoveError if the row counts or checksums of both sides differ
 */
export const copyTable = async (
  { from, into, tenantId }: Arrival,
  table: Table,
  where = ofCompany(tenantId),
  write = insertion(table),
): Promise<number> => {
  const columns = quotedColumns(table)
  await into.query(`create temp table arriving on commit drop as select ${columns} from ${quoted(table)} where false`)
  await pipeline(rowsOut(from, table, where), into.query(copyFrom(`copy pg_temp.arriving (${columns}) from stdin`)))
  const [here] = await Promise.all([sumOf(from, table, where), into.query(write)])
  const there = await sumOf(into, table, where)
  if (here.rows !== there.rows || here.sum !== there.sum)
    throw new MoveError(`La tabla ${table.name} no llegó como estaba (${there.rows} de ${here.rows} filas).`)
  await into.query('drop table pg_temp.arriving')
  return here.rows
}

/** @throws MoveError if no key of the source opens a secret: it could not be sealed for the target */
const reseal = async ({ into, tenantId }: Arrival, opens: Secrets, seals: Secrets): Promise<void> => {
  const query: Query = <R>(text: string, values: readonly unknown[]) =>
    into.query<R & pg.QueryResultRow>(text, [...values])
  for (const column of SEALED_COLUMNS) {
    const [unopened] = await resealColumn(query, column, { opens, seals, tenantId })
    if (unopened !== undefined) throw new MoveError(column.texts.move(unopened))
  }
}

/** After this the company has the state `arriving` in the target. @throws MoveError */
export const commitArrival = async (arrival: Arrival, source: Place, target: Place): Promise<void> => {
  await reseal(arrival, source.secrets, target.secrets)
  await arrival.into.query(`update company set move_state = 'arriving' where tenant_id = $1`, [arrival.tenantId])
  await arrival.into.query('commit')
}
