// Updates statistics and alarms in every worker; a database lock lets one process at a time do it.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/client.ts'
import { watchSources } from './alarms.ts'
import { deleteExpiredStats, SLOT_MS, updateStats } from './stats.ts'

export type StatsOptions = { db: Db; log: FastifyBaseLogger; everyMs?: number; now?: () => Date }

/** @returns stops the schedule and waits for the running round */
export const startStats = ({
  db,
  log,
  everyMs = 60_000,
  now = () => new Date(),
}: StatsOptions): (() => Promise<void>) => {
  let since: Date | undefined
  /** Within one slot only the running slot and the one before it are recounted. */
  const round = async (): Promise<void> => {
    const at = now()
    const light = since !== undefined && slotOf(since) === slotOf(at)
    if (!(await updateStats(db, at, { since, reachMs: light ? SLOT_MS : undefined }))) return
    since = at
    if (!light) await deleteExpiredStats(db, at)
    await watchSources(db, log, at)
  }
  const loggedRound = () =>
    round().catch((error: unknown) => log.error({ err: error }, 'the sources could not be added up'))
  let running = loggedRound()
  const timer = setInterval(() => {
    running = running.then(loggedRound)
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

const slotOf = (at: Date): number => Math.floor(at.getTime() / SLOT_MS)
