// Copies every row of a database to an empty one on another server, table by table, and verifies that both are equal.
import pg from 'pg'
import { jobsVersion, orderWaitingJobs, prepareJobs } from '../job-schema.ts'
import { ensureDatabase, migrateAlone, withMigrationLock } from '../migrate/migrate.ts'
import { executedMigrations } from '../migrate/run-migrations.ts'
import { differingTables, emptyTables, rowsIn, setSequences } from './table-load.ts'
import {
  asReader,
  fullName,
  listSequences,
  listTables,
  PLAIN_TEXT,
  quoted,
  rowsOut,
  sumOf,
  type Table,
} from './table-rows.ts'

const DATABASE = 'padron'

const copyTable = async (from: pg.Client, into: pg.Client, table: Table): Promise<number> => {
  const before = await asReader(from, table, async () => {
    await rowsIn(into, table, rowsOut(from, table))
    return sumOf(from, table)
  })
  const after = await sumOf(into, table)
  if (before.rows !== after.rows || before.sum !== after.sum)
    throw new Error(`La tabla ${fullName(table)} no quedó como estaba: sus datos siguen en la base de datos anterior.`)
  return after.rows
}

/** The tables to copy: all, except those of the job queue if its library has another version. */
const tablesToCarry = async (from: pg.Client, into: pg.Client): Promise<{ tables: Table[]; jobs: boolean }> => {
  const jobs = (await jobsVersion(from)) === (await jobsVersion(into))
  const tables = (await listTables(from)).filter(({ schema }) => jobs || schema === 'public')
  const wrong = await differingTables(into, tables)
  if (wrong.length > 0)
    throw new Error(
      `Estas tablas no son como las de su versión: ${wrong.map(fullName).join(', ')}. Nada se ha cambiado.`,
    )
  return { tables, jobs }
}

const carry = async (from: pg.Client, into: pg.Client): Promise<number> => {
  const { tables, jobs } = await tablesToCarry(from, into)
  await from.query(`begin isolation level repeatable read read only; ${PLAIN_TEXT}`)
  await into.query(`begin; ${PLAIN_TEXT}`)
  const putBack = await emptyTables(into, await listTables(into))
  let rows = 0
  for (const table of tables) rows += await copyTable(from, into, table)
  await putBack()
  await setSequences(into, await listSequences(from))
  if (!jobs) await orderWaitingJobs(into)
  await into.query('commit')
  for (const table of tables) await into.query(`analyze ${quoted(table)}`)
  return rows
}

const exists = async (maintenance: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: maintenance })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
  await client.end()
  return rowCount === 1
}

type AddressOf = (database: string) => string

/** @returns the number of rows; 0 if the old database is empty */
export const copyDatabase = async (oldOne: AddressOf, newOne: AddressOf): Promise<number> => {
  await ensureDatabase(newOne('postgres'), DATABASE)
  if (!(await exists(oldOne('postgres')))) return 0
  const from = new pg.Client({ connectionString: oldOne(DATABASE) })
  await from.connect()
  try {
    const seen = await executedMigrations(from)
    const upTo = seen.at(-1)
    if (upTo === undefined) return 0
    return await withMigrationLock({ connectionString: newOne(DATABASE), role: null }, async (into) => {
      await migrateAlone(into, { upTo })
      await prepareJobs(into)
      return carry(from, into)
    })
  } finally {
    await from.end().catch(() => undefined)
  }
}
