// Runs scheduled reports in a worker process: enqueues due reports and sends tracking reports.
import { keepLooking } from '../../jobs/looking.ts'
import { enqueueDueReports } from './runs/scheduler.ts'
import { type Tracking, trackRounds } from './tracking/track-rounds.ts'

const CHECK_EVERY_MS = 30_000

/** @returns a function that stops it */
export const startReports = (options: Tracking, everyMs = CHECK_EVERY_MS): (() => Promise<void>) =>
  keepLooking(
    everyMs,
    async (signal) => {
      await enqueueDueReports(options, signal)
      await trackRounds(options, signal)
    },
    (error) => options.log.error({ err: error }, 'scheduled reports could not be looked at'),
  )
