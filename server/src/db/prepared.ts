// Statements that a connection prepares once and then only runs: what reads or writes a few rows by their keys costs more to parse and to
// plan than to run (one vehicle for the list: 3.4 ms, prepared 0.6). After five runs PostgreSQL keeps one plan for all values, which suits
// keys; of what walks a company's fleet the plan must follow the company's size, so that is never prepared.
import type { CompiledQuery, Kysely, QueryExecutorProvider, RawBuilder } from 'kysely'
import type { DB } from './schema.gen.ts'

/** @property name of one text alone: the driver refuses the name with another */
export type Statement<T = unknown> = { name: string; query: Pick<RawBuilder<T>, 'compile'> }

type Prepared = CompiledQuery & { name: string }

export const runPrepared = async <T>(tx: Kysely<DB>, { name, query }: Statement<T>): Promise<T[]> => {
  const prepared: CompiledQuery<T> & Prepared = { ...query.compile(tx), name }
  return (await tx.executeQuery<T>(prepared)).rows
}

/** @returns the name it is to be prepared under, if it is */
export const nameOf = (query: CompiledQuery): string | undefined => (query as Partial<Prepared>).name

/** Stands where a value of each call will be. */
class Place {
  readonly nth: number
  constructor(nth: number) {
    this.nth = nth
  }
}

type Known<T> = { compiled: CompiledQuery<T>; put: (values: readonly unknown[]) => unknown[] }
const known = <T>(compiled: CompiledQuery<T>, name: string, places: number): Known<T> => {
  const order = compiled.parameters.map((given) => (given instanceof Place ? given.nth : { given }))
  const missing = Array.from({ length: places }, (_, nth) => nth).filter((nth) => !order.includes(nth))
  if (missing.length > 0) throw new Error(`${name}: values ${missing} are in no place of its text`)
  return { compiled, put: (values) => order.map((at) => (typeof at === 'number' ? values[at] : at.given)) }
}

/**
 * A statement that is compiled at its first call and afterwards only given its values: of fifty of them, a tenth of a millisecond.
 * @param write puts each value where it belongs and does nothing else with it: what it gets are places
 */
export const oneText = <A extends readonly unknown[], T>(name: string, write: (...values: A) => RawBuilder<T>): ((...values: A) => Statement<T>) => {
  let text: Known<T> | undefined
  return (...values) => {
    const compile = (tx: QueryExecutorProvider): CompiledQuery<T> => {
      text ??= known(write(...(values.map((_, nth) => new Place(nth)) as unknown as A)).compile(tx), name, values.length)
      return { ...text.compiled, parameters: text.put(values) }
    }
    return { name, query: { compile } }
  }
} // biome-ignore format: its type on one line
