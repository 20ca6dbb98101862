// The primary database is killed under load and its standby promoted: the product continues with it without a restart,
// and no acknowledged write is lost. `npm test` has the same with one server: product.test.ts.
import { expect, it } from 'vitest'
import { startProductWithStandby } from '../testing/restarts/failover.ts'
import { isPutOff } from '../testing/restarts/people.ts'
import { restartUnderLoad } from '../testing/restarts/restart.ts'

it('continues with the standby and with every acknowledged write', { timeout: 240_000 }, async () => {
  const away: number[] = []
  const outcome = await restartUnderLoad({
    signals: ['SIGKILL'],
    people: 10,
    calls: 3,
    start: startProductWithStandby,
    onRestarted: (milliseconds) => away.push(milliseconds),
  })
  process.stdout.write(
    `failover: every kind of call is answered again after ${((away[0] ?? 0) / 1_000).toFixed(1)} s\n`,
  )
  expect(outcome.wrong.map(({ kind, status, body }) => `${kind} ${status} ${body.slice(0, 120)}`)).toEqual([])
  expect(outcome).toMatchObject({ lost: [], doubled: [], unfinished: [], exit: 0 })
  expect(outcome.results.some(isPutOff)).toBe(true) // the users noticed it
})
