// Works out figures as they fall due: at night where each company is, when somebody waits for them, after large
// imports. One company at a time in a process; one that fails waits, and keeps nobody else from theirs.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/client.ts'
import type { Schedule } from '../../../jobs/schedule.ts'
import { addCompanies, claimDue, type Due, failedOnce, giveBack, putOff } from './claims.ts'
import { todayIn } from './periods.ts'
import { keepStatistics } from './write-statistics.ts'

export type Working = { db: Db; now: () => Date; log: FastifyBaseLogger }

/** Nobody waits, and the figures would be the same. */
const isIdle = ({ wanted, same, today, timeZone }: Due, at: Date): boolean =>
  !wanted && same && today === todayIn(at, timeZone)

const workOne = async ({ db, now, log }: Working, due: Due, signal?: AbortSignal): Promise<boolean> => {
  const { tenantId } = due
  const at = now() // before the fleet is read: whatever is wanted from here on is worked out again
  try {
    if (isIdle(due, at)) {
      await putOff(db, due, at)
      return false
    }
    const { tookMs, written } = await keepStatistics(db, due, at, signal)
    log.debug({ tenantId, tookMs, written }, 'statistics worked out')
    return written
  } catch (error) {
    if (signal?.aborted) await giveBack(db, due)
    else {
      log.error({ err: error, tenantId }, 'statistics could not be worked out')
      await failedOnce(db, due, now())
    }
    return false
  }
}

/**
 * All that is due, in turn; any number of processes may do so at once.
 * @returns of how many companies figures were worked out
 */
export const workOutDue = async (working: Working, signal?: AbortSignal): Promise<number> => {
  const { db, now } = working
  await addCompanies(db, now())
  let worked = 0
  while (!signal?.aborted) {
    const due = await claimDue(db, now())
    if (!due) break
    if (await workOne(working, due, signal)) worked++
  }
  return worked
}

/** Whoever asks for those of a small fleet sees them within four seconds. A look reads one small table. */
const LOOK_EVERY_MS = 2_000

export const statistics = (working: Working): Schedule => ({
  everyMs: LOOK_EVERY_MS,
  run: (signal) => workOutDue(working, signal),
  failure: 'statistics could not be looked after',
})
