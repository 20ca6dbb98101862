// Prevents that tables are rebuilt while a backup copies every row in one snapshot: the snapshot is older than the new
// table's rows, and the old table is gone, so it would see neither. A copy holds two shared locks: partition
// maintenance gives up until the next hour, migrations wait.
import type { ClientBase } from 'pg'
import { PERIODS_LOCK } from '../periods/partitions.ts'

const REMAKE_LOCK = 7_236_108
const LOOK_AGAIN_MS = 100

type Kind = 'lock' | 'lock_shared'

/**
 * Polls, because a waiting statement would block an index that is created concurrently.
 * @param onWait runs once, before the first wait
 */
const takeLock = async (client: ClientBase, lock: number, kind: Kind, onWait: () => void): Promise<void> => {
  const ask = () => client.query<{ mine: boolean }>(`select pg_try_advisory_${kind}($1) as mine`, [lock])
  if ((await ask()).rows[0]?.mine) return
  onWait()
  do await new Promise((again) => setTimeout(again, LOOK_AGAIN_MS))
  while (!(await ask()).rows[0]?.mine)
}

/** Call it before the snapshot begins. @param onWait runs if another process holds a lock */
export const lockTablesForCopy = async (client: ClientBase, onWait: () => void): Promise<void> => {
  for (const lock of [REMAKE_LOCK, PERIODS_LOCK]) await takeLock(client, lock, 'lock_shared', onWait)
}
export const unlockTables = (client: ClientBase) => client.query('select pg_advisory_unlock_all()')

/** Holds the lock until the connection ends. @param onWait runs if a copy is in progress */
export const lockTablesForRemake = (client: ClientBase, onWait: () => void): Promise<void> =>
  takeLock(client, REMAKE_LOCK, 'lock', onWait)
