// A connection that is lost after the database has committed and before it confirms: the caller cannot know.
import pg from 'pg'
import { vi } from 'vitest'

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')

/**
 * Of the next transaction that inserts into this table the commit is made and its answer lost.
 * @returns whether that has happened
 */
export const loseCommit = (table: string): (() => boolean) => {
  const real = pg.Client.prototype.query as (this: unknown, ...args: unknown[]) => Promise<unknown>
  let client: unknown
  let lost = false
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...args: unknown[]) {
    const text = textOf(args[0])
    if (new RegExp(`insert into ${table}\\b`).test(text)) client = this
    if (text !== 'commit' || client !== this) return real.apply(this, args)
    spy.mockRestore()
    lost = true
    return real.apply(this, args).then(() => Promise.reject(new Error('Connection terminated unexpectedly')))
  } as never)
  return () => lost
}
