// Statements that a connection prepares once and then only runs: what reads or writes a few rows by their keys costs
// more to parse and to plan than to run (one vehicle for the list: 3.4 ms, prepared 0.6). After five runs PostgreSQL
// keeps one plan for all values, which suits keys; of what walks a company's fleet the plan must follow the company's
// size, so that is never prepared.
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import type { DB } from './schema.gen.ts'
import { scopeOf } from './scope.ts'

/** @property name of one text alone: the driver refuses the name with another */
export type Statement<T = unknown> = { name: string; query: RawBuilder<T> }

type Prepared = CompiledQuery & { name: string }

/** The policies of who sees a part of the fleet give other plans: a connection keeps both. */
export const runPrepared = async <T>(tx: Kysely<DB>, { name, query }: Statement<T>): Promise<T[]> => {
  const own = scopeOf(tx) === undefined ? name : `${name} scoped`
  const prepared: CompiledQuery<T> & Prepared = { ...query.compile(tx), name: own }
  return (await tx.executeQuery<T>(prepared)).rows
}

/** @returns the name it is to be prepared under, if it is */
export const preparedName = (query: CompiledQuery): string | undefined => (query as Partial<Prepared>).name
