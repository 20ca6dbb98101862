// Keeps the slots and the alarms that rest on them, in every worker: a lock of the database lets one at a time do it.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/client.ts'
import { watchSources } from './alarms.ts'
import { addUpSlots, forgetSlots, SLOT_MS } from './stats.ts'

export type SlotsOptions = { db: Db; log: FastifyBaseLogger; everyMs?: number; now?: () => Date }

/** @returns how to stop: it waits for the round under way */
export const startSlots = ({
  db,
  log,
  everyMs = 60_000,
  now = () => new Date(),
}: SlotsOptions): (() => Promise<void>) => {
  let since: Date | undefined
  /** Between two slots only the running one and the one before it are counted anew. */
  const round = async (): Promise<void> => {
    const at = now()
    const light = since !== undefined && slotOf(since) === slotOf(at)
    if (!(await addUpSlots(db, at, { since, reachMs: light ? SLOT_MS : undefined }))) return
    since = at
    if (!light) await forgetSlots(db, at)
    await watchSources(db, log, at)
  }
  const told = () => round().catch((error: unknown) => log.error({ err: error }, 'the sources could not be added up'))
  let running = told()
  const timer = setInterval(() => {
    running = running.then(told)
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

const slotOf = (at: Date): number => Math.floor(at.getTime() / SLOT_MS)
