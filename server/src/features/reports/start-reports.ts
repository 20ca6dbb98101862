// What sends reports by themselves in a process that works: what is due is ordered, and what went out is told of.
import { keepLooking } from '../../jobs/looking.ts'
import { enqueueDueReports } from './runs/scheduler.ts'
import { type Tracking, trackRounds } from './tracking/track-rounds.ts'

const CHECK_EVERY_MS = 30_000

/** @returns how to stop */
export const startReports = (options: Tracking, everyMs = CHECK_EVERY_MS): (() => Promise<void>) =>
  keepLooking(
    everyMs,
    async (signal) => {
      await enqueueDueReports(options, signal)
      await trackRounds(options, signal)
    },
    (error) => options.log.error({ err: error }, 'scheduled reports could not be looked at'),
  )
