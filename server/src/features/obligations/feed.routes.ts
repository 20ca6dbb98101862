// Serves the calendar file at a secret address without a session, as calendar programs need. Every fault of the address
// or its user gives the same 404, which does not reveal which addresses exist.
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { HttpProblem, notFound } from '../../errors/http-problem.ts'
import type { Kit } from '../../http/serve.ts'
import { withLocale } from '../../locale.ts'
import { sha256 } from '../../secrets/tokens.ts'
import { feedBook } from './feed.book.ts'
import { findFeed, markRead, readFeedContent } from './feed.queries.ts'

const READS_AN_HOUR = 60
const HOUR_MS = 3_600_000
const REMEMBER_AT_MOST = 10_000
const TOO_OFTEN = 'Este calendario se leyó demasiadas veces en una hora. Intente más tarde.'

/**
 * Limits the reads of each existing address in this process.
 * @returns a function that counts one read; it returns the seconds to wait when there were too many
 */
const makeTurns = (now: () => Date) => {
  const read = new LRUCache<string, { since: number; reads: number }>({ max: REMEMBER_AT_MOST })
  return {
    wait: (key: string): number => {
      const turn = read.get(key)
      const left = turn ? turn.since + HOUR_MS - now().getTime() : 0
      return turn && left > 0 && left <= HOUR_MS && turn.reads >= READS_AN_HOUR ? Math.ceil(left / 1000) : 0
    },
    count: (key: string): void => {
      const turn = read.get(key)
      const age = turn ? now().getTime() - turn.since : -1
      // A start in the future means that the clock was set back.
      if (turn && age >= 0 && age < HOUR_MS) turn.reads++
      else read.set(key, { since: now().getTime(), reads: 1 })
    },
  }
}

const FILE = /^([A-Za-z0-9_-]{43})\.ics$/
type Route = { Params: { file: string } }

/** @param publicUrl the console's address, for the links in the events */
export const obligationFeed = (app: FastifyInstance, kit: Kit, publicUrl: string | undefined): void => {
  const turns = makeTurns(kit.now)
  app.get<Route>('/files/calendar/:file', { schema: { hide: true } }, async ({ params: { file } }, reply) => {
    const token = FILE.exec(file)?.[1]
    if (!token) throw notFound()
    const hash = sha256(token)
    const key = hash.toString('base64')
    const wait = turns.wait(key)
    if (wait > 0) throw new HttpProblem(429, TOO_OFTEN, undefined, { 'retry-after': `${wait}` })
    const now = kit.now()
    const whose = await findFeed(kit.db, hash)
    const content = whose && (await readFeedContent(kit.db, whose, now))
    if (!whose || !content) throw notFound()
    turns.count(key)
    await markRead(kit.db, whose, now)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="vencimientos.ics"')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .send(withLocale(content.country, () => feedBook(content, publicUrl, now)))
  })
}
