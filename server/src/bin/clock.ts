// The current time, by the database's clock, so that processes on several machines agree, and a machine with a wrong
// clock stores no answers with future dates. Between two synchronisations the machine's own clock runs.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import type { Step } from './shutdown.ts'

const LOOK_EVERY_MS = 30_000
/** Smaller differences are ignored: the query takes time, and clocks are adjusted occasionally. */
const WRONG_MS = 1_000

export type Clock = { now: () => Date; stop: Step }

/** The database's current time. */
export const timeOf = async (db: Db): Promise<Date> => {
  const { rows } = await db.system.query<{ ms: number }>('select (extract(epoch from now()) * 1000)::float8 as ms')
  return new Date(rows[0]?.ms ?? Number.NaN)
}

/** @returns how far the database is ahead of this machine, in ms; 0 if the query took longer than the difference */
const aheadBy = async (db: Db): Promise<number> => {
  const before = Date.now()
  const theirs = (await timeOf(db)).getTime()
  const after = Date.now()
  const off = theirs < before ? theirs - before : Math.max(0, theirs - after)
  return Math.abs(off) < WRONG_MS ? 0 : off
}

/** Synchronises once before it returns. @throws if the database does not answer that query */
export const startClock = async (db: Db, log: FastifyBaseLogger, everyMs = LOOK_EVERY_MS): Promise<Clock> => {
  let ahead = 0
  const look = async () => {
    const was = ahead
    ahead = await aheadBy(db)
    if ((ahead === 0) !== (was === 0))
      log.warn(
        { aheadMs: ahead },
        ahead === 0 ? 'this machine’s clock is right again' : 'this machine’s clock is wrong: the database’s is used',
      )
  }
  await look()
  // database unavailable: the last difference applies
  const timer = setInterval(() => void look().catch(() => undefined), everyMs)
  return { now: () => new Date(Date.now() + ahead), stop: async () => clearInterval(timer) }
}
