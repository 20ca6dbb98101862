// Tables are not made anew while somebody copies every row as of one moment: that moment is older than the new
// table's rows, and the table that had them is gone, so it would see neither. Who copies holds two locks beside
// others who copy: periods give up for the hour, migrations wait.
import type { ClientBase } from 'pg'
import { PERIODS_LOCK } from './partitions.ts'

const REMAKING_LOCK = 7_236_108
const LOOK_AGAIN_MS = 100

type Kind = 'lock' | 'lock_shared'

/**
 * Asked again and again: a statement that waits would hold up an index that is made without a lock.
 * @param waits hears of it once
 */
const takeLock = async (client: ClientBase, lock: number, kind: Kind, waits: () => void): Promise<void> => {
  const ask = () => client.query<{ mine: boolean }>(`select pg_try_advisory_${kind}($1) as mine`, [lock])
  if ((await ask()).rows[0]?.mine) return
  waits()
  do await new Promise((again) => setTimeout(again, LOOK_AGAIN_MS))
  while (!(await ask()).rows[0]?.mine)
}

/** To be held before the moment is taken. @param waits hears of it where somebody is at it */
export const keepTables = async (client: ClientBase, waits: () => void): Promise<void> => {
  for (const lock of [REMAKING_LOCK, PERIODS_LOCK]) await takeLock(client, lock, 'lock_shared', waits)
}
/** All rows are copied. */
export const letTablesGo = (client: ClientBase) => client.query('select pg_advisory_unlock_all()')

/** Until the connection ends. @param waits hears of it where somebody copies */
export const remakeTables = (client: ClientBase, waits: () => void): Promise<void> =>
  takeLock(client, REMAKING_LOCK, 'lock', waits)
