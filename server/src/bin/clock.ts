// The time, from the database's clock. Processes on several machines then agree, and a machine with a wrong clock
// stores no answer of next year. Between two synchronisations the machine's own clock goes on.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import type { Step } from './shutdown.ts'

const LOOK_EVERY_MS = 30_000
/** Less is nobody's fault: a question takes a while, and clocks are set now and then. */
const WRONG_MS = 1_000

export type Clock = { now: () => Date; stop: Step }

/** By the database's clock. */
export const timeOf = async (db: Db): Promise<Date> => {
  const { rows } = await db.system.query<{ ms: number }>('select (extract(epoch from now()) * 1000)::float8 as ms')
  return new Date(rows[0]?.ms ?? Number.NaN)
}

/** @returns how far the database is ahead of this machine, in ms; 0 where the question took longer than they differ */
const aheadBy = async (db: Db): Promise<number> => {
  const before = Date.now()
  const theirs = (await timeOf(db)).getTime()
  const after = Date.now()
  const off = theirs < before ? theirs - before : Math.max(0, theirs - after)
  return Math.abs(off) < WRONG_MS ? 0 : off
}

/** Looks once before it answers. @throws where the database does not answer that first look */
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
  const timer = setInterval(() => void look().catch(() => undefined), everyMs) // away: the last look holds
  return { now: () => new Date(Date.now() + ahead), stop: async () => clearInterval(timer) }
}
