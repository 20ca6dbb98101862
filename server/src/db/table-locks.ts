// Tables are not made anew while somebody copies every row as of one moment: that moment is older than the new
// table's rows, and the table that had them is gone, so it would see neither. Who copies holds two locks beside
// others who copy: periods give up for the hour, migrations wait.
import type { ClientBase } from 'pg'
import { PERIODS_LOCK } from './partitions.ts'

const REMAKE_LOCK = 7_236_108
const LOOK_AGAIN_MS = 100

type Kind = 'lock' | 'lock_shared'

/**
 * Asked again and again: a statement that waits would hold up an index that is made without a lock.
 * @param onWait hears of it once
 */
const takeLock = async (client: ClientBase, lock: number, kind: Kind, onWait: () => void): Promise<void> => {
  const ask = () => client.query<{ mine: boolean }>(`select pg_try_advisory_${kind}($1) as mine`, [lock])
  if ((await ask()).rows[0]?.mine) return
  onWait()
  do await new Promise((again) => setTimeout(again, LOOK_AGAIN_MS))
  while (!(await ask()).rows[0]?.mine)
}

/** To be held before the moment is taken. @param onWait hears of it where somebody is at it */
export const lockTablesForCopy = async (client: ClientBase, onWait: () => void): Promise<void> => {
  for (const lock of [REMAKE_LOCK, PERIODS_LOCK]) await takeLock(client, lock, 'lock_shared', onWait)
}
/** All rows are copied. */
export const unlockTables = (client: ClientBase) => client.query('select pg_advisory_unlock_all()')

/** Until the connection ends. @param onWait hears of it where somebody copies */
export const lockTablesForRemake = (client: ClientBase, onWait: () => void): Promise<void> =>
  takeLock(client, REMAKE_LOCK, 'lock', onWait)
