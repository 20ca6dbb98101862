// Two transactions at once, in an order that a test decides: a request waits for rows that another one locks.
import type pg from 'pg'
import { expect } from 'vitest'
import type { TestServer } from '../server.ts'

type Held = { hold: (client: pg.PoolClient) => Promise<unknown>; waitsIn: string }

/**
 * @param waitsIn a piece of the statement that waits; then what was held is committed
 * @returns what the product answers
 */
export const withLockHeld = async <T>(
  { db }: TestServer,
  { hold, waitsIn }: Held,
  ask: () => Promise<T>,
): Promise<T> => {
  const holder = await db.system.connect()
  // Statements are seen by their own role only.
  const waiting = () =>
    db.bulk.query(
      `
        select
        from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
      [waitsIn],
    )
  try {
    await holder.query('begin')
    await hold(holder)
    const answer = ask()
    await expect.poll(async () => (await waiting()).rowCount, { timeout: 10_000 }).toBe(1)
    await holder.query('commit')
    return await answer
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}
