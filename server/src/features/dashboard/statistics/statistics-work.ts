// Computes figures when due: at each company's night, on request, and after large imports. One company at a time in a
// process; a failed one is retried without delaying others.
import { localTime } from '@padron/contract/days'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/client.ts'
import { type LeasedWork, leasedWork } from '../../../jobs/leased-work.ts'
import { addCompanies, claimDue, type Due, postpone, recordFailure, releaseClaim } from './claims.ts'
import { writeStatistics } from './write-statistics.ts'

type Tools = { db: Db; now: () => Date; log: FastifyBaseLogger }

const ADD_EVERY_MS = 60_000

/** No request is open, and the figures would be the same. */
const isIdle = ({ isRequested, isUnchanged, today, timeZone }: Due, at: Date): boolean =>
  !isRequested && isUnchanged && today === localTime(at, timeZone).day

/** @returns whether figures were computed */
const workOne = async ({ db, now, log }: Tools, due: Due, signal: AbortSignal): Promise<boolean> => {
  const { tenantId } = due
  const at = now() // before the fleet is read: a request from here on causes another computation
  try {
    signal.throwIfAborted()
    if (isIdle(due, at)) {
      await postpone(db, due, at)
      return false
    }
    const { tookMs, written } = await writeStatistics(db, due, at, signal)
    log.debug({ tenantId, tookMs, written }, 'statistics computed')
    return written
  } catch (error) {
    if (signal.aborted) await releaseClaim(db, due)
    else {
      log.error({ err: error, tenantId }, 'statistics could not be computed')
      await recordFailure(db, due, now())
    }
    return false
  }
}

/** Stopping aborts the current computation. */
export const statisticsWork = (tools: Tools): LeasedWork => {
  const { db, now, log } = tools
  let addedAt = 0
  const addNew = async (): Promise<void> => {
    addedAt = now().getTime()
    await addCompanies(db, now())
  }
  return leasedWork<Due>(
    {
      concurrency: 1,
      // Requested figures of a small fleet are ready within four seconds. Each poll reads one small table.
      everyMs: 2_000,
      claim: async () => {
        const due = await claimDue(db, now())
        // also while there is always something due: a new company would otherwise never have its first night
        if (!due || now().getTime() - addedAt > ADD_EVERY_MS) await addNew()
        return due ? [due] : []
      },
      run: (due, signal) => workOne(tools, due, signal),
      failure: 'statistics work failed',
    },
    log,
  )
}
