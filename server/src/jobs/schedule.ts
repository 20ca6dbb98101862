// A schedule is work that a process repeats for as long as it runs, in any number of processes at once. Runs of one
// process do not overlap: a run that takes longer than the interval skips the runs it misses.
import type { FastifyBaseLogger } from 'fastify'

export type Schedule = {
  everyMs: number
  /** @param signal aborted when the process stops, which waits for the run */
  run: (signal: AbortSignal) => Promise<unknown>
  /** The log line of a run that failed. */
  failure: string
  /** The first run waits for one interval. */
  isDelayed?: boolean
}

export type Stop = () => Promise<void>

export const startSchedule = (
  { everyMs, run, failure, isDelayed = false }: Schedule,
  log: Pick<FastifyBaseLogger, 'error'>,
): Stop => {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const runOnce = () => {
    running ??= Promise.resolve(stopping.signal)
      .then(run)
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error }, failure),
      )
      .finally(() => {
        running = undefined
      })
  }
  if (!isDelayed) runOnce()
  const timer = setInterval(runOnce, everyMs)
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await running
  }
}
