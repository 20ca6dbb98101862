// Copies a company's rows between two installations that work on: one snapshot of the source, one transaction of the
// target, table by table. Both sides are compared before the target commits.
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Secrets } from '../checks/portals/credentials.ts'
import { asSystem } from '../db/client.ts'
import { tenantTables } from '../db/company-data.ts'
import { listTables, PLAIN_TEXT, quoted, quotedColumns, rowsOut, sumOf, type Table } from '../db/table-rows.ts'
import { openSecret, sealSecret } from '../features/webhooks/secret.ts'
import { MoveError, onConnection, type Place } from './place.ts'

/** Sessions end: people sign in again where the company lives. */
const LEFT_OUT = new Set(['access_token'])

/** Each after those that it points at. */
export const companyTables = async (source: Place): Promise<Table[]> => {
  const names = (await asSystem(source.db, tenantTables)).toReversed().filter((name) => !LEFT_OUT.has(name))
  const all = await onConnection(source, (client) => listTables(client))
  const byName = new Map(all.filter(({ schema }) => schema === 'public').map((table) => [table.name, table]))
  return names.flatMap((name) => byName.get(name) ?? [])
}

/**
 * COPY does not fill a table under row-level security, so rows come through a temporary one.
 * @returns how many there are
 * @throws MoveError where the row counts or checksums of both sides differ
 */
const copyTable = async (from: pg.Client, into: pg.Client, table: Table, tenantId: number): Promise<number> => {
  const columns = quotedColumns(table)
  await into.query(`create temp table arriving on commit drop as select ${columns} from ${quoted(table)} where false`)
  await pipeline(rowsOut(from, table, tenantId), into.query(copyFrom(`copy pg_temp.arriving (${columns}) from stdin`)))
  const [here] = await Promise.all([
    sumOf(from, table, tenantId),
    into.query(`
      insert into ${quoted(table)} (${columns}) overriding system value
      select ${columns}
      from pg_temp.arriving`),
  ])
  const there = await sumOf(into, table, tenantId)
  if (here.rows !== there.rows || here.sum !== there.sum)
    throw new MoveError(`La tabla ${table.name} no llegó como estaba (${there.rows} de ${here.rows} renglones).`)
  await into.query('drop table pg_temp.arriving')
  return here.rows
}

type Keys = { from: Secrets; into: Secrets }

/** @throws MoveError where no key of the source opens a secret: it could not be sealed for the target */
const resealWebhooks = async (into: pg.Client, tenantId: number, keys: Keys): Promise<void> => {
  const { rows } = await into.query<{ id: number; name: string; secrets: string[] }>(
    'select webhook_id as id, webhook_name as name, secrets from webhook where tenant_id = $1',
    [tenantId],
  )
  for (const { id, name, secrets } of rows) {
    const plain = secrets.flatMap((stored) => openSecret(keys.from, tenantId, stored) ?? [])
    if (plain.length < secrets.length)
      throw new MoveError(`Ninguna clave abre el secreto del webhook «${name}»: su empresa debe hacer uno nuevo.`)
    const sealed = plain.map((each) => sealSecret(keys.into, tenantId, each))
    await into.query('update webhook set secrets = $3 where tenant_id = $1 and webhook_id = $2', [tenantId, id, sealed])
  }
}

type Rows = { tenantId: number; tables: readonly Table[]; onTable: (name: string) => void | Promise<void> }

const fillTarget = async (from: pg.Client, into: pg.Client, { tenantId, tables, onTable }: Rows): Promise<number> => {
  let rows = 0
  for (const table of tables) {
    await onTable(table.name)
    rows += await copyTable(from, into, table, tenantId)
  }
  return rows
}

/** @returns how many rows were copied; the company is `arriving` in the target then @throws MoveError; nothing is there */
export const copyRows = (source: Place, target: Place, rows: Rows): Promise<number> =>
  onConnection(source, (from) =>
    onConnection(target, async (into) => {
      await from.query('begin isolation level repeatable read read only')
      await from.query(PLAIN_TEXT)
      await into.query(`begin; set local app.arrival = 'on'`)
      await into.query(PLAIN_TEXT)
      const copied = await fillTarget(from, into, rows)
      await resealWebhooks(into, rows.tenantId, { from: source.secrets, into: target.secrets })
      await into.query(`update company set move_state = 'arriving' where tenant_id = $1`, [rows.tenantId])
      await into.query('commit')
      return copied
    }),
  )
