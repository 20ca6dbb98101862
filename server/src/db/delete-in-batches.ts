// Deletes what has expired, in batches so that locks are short.
import { type RawBuilder, sql } from 'kysely'
import { asSystem, type Db } from './client.ts'

const AT_ONCE = 10_000
/** Per hour: the next run continues. */
const BATCHES = 100

/** @param keys columns of the table's key @param expired a select of the expired keys, without a limit */
export const deleteInBatches = async (
  db: Db,
  table: string,
  keys: readonly string[],
  expired: RawBuilder<unknown>,
): Promise<void> => {
  const columns = sql.join(keys.map((key) => sql.ref(key)))
  for (let batch = 0; batch < BATCHES; batch++) {
    const deletion = await asSystem(db, (tx) =>
      sql`delete from ${sql.table(table)} where (${columns}) in (${expired} limit ${AT_ONCE})`.execute(tx),
    )
    if (Number(deletion.numAffectedRows ?? 0) < AT_ONCE) break
  }
}
