// Updates statistics and alarms. Every worker runs it; a database lock admits one process at a time.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/client.ts'
import type { Schedule } from '../../jobs/schedule.ts'
import { watchSources } from './alarms.ts'
import { deleteExpiredStats, SLOT_MS, updateStats } from './stats.ts'

type StatsOptions = { db: Db; log: FastifyBaseLogger; now: () => Date }

export const statsSchedule = ({ db, log, now }: StatsOptions): Schedule => {
  let since: Date | undefined
  /** Within one slot only the running slot and the one before it are recounted. */
  const run = async (): Promise<void> => {
    const at = now()
    const light = since !== undefined && slotOf(since) === slotOf(at)
    if (!(await updateStats(db, at, { since, reachMs: light ? SLOT_MS : undefined }))) return
    since = at
    if (!light) await deleteExpiredStats(db, at)
    await watchSources(db, log, at)
  }
  return { everyMs: 60_000, run, failure: 'statistics of the sources could not be computed' }
}

const slotOf = (at: Date): number => Math.floor(at.getTime() / SLOT_MS)
