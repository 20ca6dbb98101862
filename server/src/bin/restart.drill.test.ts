// The database is stopped and killed under twenty users, with running jobs and checks: calls get a reply to retry,
// never a failure; no session ends; afterwards everything continues by itself, and nothing is lost or doubled. The
// short case is product.test.ts, which kills the database once.
import { expect, it } from 'vitest'
import { type CallResult, isPutOff } from '../testing/restarts/people.ts'
import { restartUnderLoad } from '../testing/restarts/restart.ts'

const summaries = (results: readonly CallResult[]) =>
  results.map(({ kind, status, owed, body }) => `${kind} ${status} ${owed ? 'owed' : ''} ${body.slice(0, 120)}`)

it('continues by itself after a restart and a kill -9 of the database under load', { timeout: 240_000 }, async () => {
  const outcome = await restartUnderLoad({ signals: ['SIGINT', 'SIGKILL'], people: 20, calls: 3 })
  expect(summaries(outcome.wrong)).toEqual([])
  expect(outcome).toMatchObject({ lost: [], doubled: [], unfinished: [], exit: 0 })
  // The users noticed it: calls got a reply to retry.
  expect(outcome.results.some(isPutOff)).toBe(true)
})
