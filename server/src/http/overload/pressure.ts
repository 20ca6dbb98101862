// Overload protection: refuses new work at once, with a time to retry, so that the work under way ends soon. It has two
// signs: many calls wait for a database connection, or the event loop stays late. One long step is not an overload,
// because it ends before a refusal would help.
import type { FastifyInstance } from 'fastify'
import { createOverloadError, type Db, isCrowded, WAITING_PER_SYSTEM_CONNECTION } from '../../db/client.ts'
import { count } from '../../metrics/counters.ts'
import { isRefusable } from './refusable.ts'

const LOOK_EVERY_MS = 250
/** The loop counts as late after this many late checks in a row: two seconds or more. */
const LOOKS = 4
const LATE_MS = 400

/** @returns whether the event loop was late at each of the last checks, and a function that stops them */
const watchLoop = (lateMs: number) => {
  const clock = () => process.uptime() * 1000 // not performance.now, which tests set forward without blocking the loop
  let last = clock()
  let late = 0
  const timer = setInterval(() => {
    const now = clock()
    late = now - last - LOOK_EVERY_MS > lateMs ? late + 1 : 0
    last = now
  }, LOOK_EVERY_MS).unref()
  return { isLate: () => late >= LOOKS, stop: () => clearInterval(timer) }
}

export const rejectWhenBusy = (app: FastifyInstance, db: Db, lateMs = LATE_MS): void => {
  const loop = watchLoop(lateMs)
  app.addHook('onClose', async () => loop.stop())
  app.addHook('onRequest', (request, _reply, next) => {
    if (
      !isRefusable(request) ||
      !(loop.isLate() || isCrowded(db.app) || isCrowded(db.system, WAITING_PER_SYSTEM_CONNECTION))
    )
      return next()
    count.refused('overload')
    next(createOverloadError())
  })
}
