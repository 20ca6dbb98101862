// Statements that a connection prepares once. A statement that reads or writes a few rows by key costs more to parse
// and plan than to execute (one vehicle for the list: 3.4 ms, prepared 0.6). After five executions PostgreSQL keeps one
// plan for all values, which suits keys. A statement that reads a company's fleet needs a plan for the fleet's size, so
// it is never prepared.
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import type { DB } from './schema.gen.ts'
import { scopeOf } from './scope.ts'

/** @property name identifies one text: the driver refuses the same name with another text */
export type Statement<T = unknown> = { name: string; query: RawBuilder<T> }

type Prepared = CompiledQuery & { name: string }

/** The policies of users who see a part of the fleet give other plans, so a connection keeps both. */
export const runPrepared = async <T>(tx: Kysely<DB>, { name, query }: Statement<T>): Promise<T[]> => {
  const own = scopeOf(tx) === undefined ? name : `${name} scoped`
  const prepared: CompiledQuery<T> & Prepared = { ...query.compile(tx), name: own }
  return (await tx.executeQuery<T>(prepared)).rows
}

/** @returns the name for its prepared statement, if it has one */
export const preparedName = (query: CompiledQuery): string | undefined => (query as Partial<Prepared>).name
