// The embedded database stopped and killed by turns under people at work: what they were told, what was lost or
// doubled, how long it was away. Ends with exit code 1 where a rule is broken.
import { isPutOff } from '@padron/server/testing/restarts/people'
import { restartUnderLoad } from '@padron/server/testing/restarts/restart'

const RESTARTS = Number(process.env.BENCH_RESTARTS ?? 20)
const PEOPLE = Number(process.env.BENCH_RESTART_PEOPLE ?? 20)
const CALLS = Number(process.env.BENCH_RESTART_CALLS ?? 20)
const LIMIT_MS = 15_000

export const benchRestart = async (): Promise<object[]> => {
  const away: number[] = []
  const signals = Array.from({ length: RESTARTS }, (_, nth) => (nth % 2 === 0 ? 'SIGINT' : 'SIGKILL'))
  const { said, wrong, lost, doubled, unfinished, exit } = await restartUnderLoad({
    signals,
    people: PEOPLE,
    calls: CALLS,
    told: (ms) => void away.push(ms),
  })
  const broken = wrong.length + lost.length + doubled.length + unfinished.length
  if (broken > 0 || exit !== 0) {
    process.exitCode = 1
    for (const { kind, status, owed, body } of wrong)
      process.stderr.write(`${kind} ${status} ${owed} ${body.slice(0, 200)}\n`)
  }
  const longest = Math.max(...away)
  return [
    {
      restarts: RESTARTS,
      calls: said.length,
      'put off': said.filter(isPutOff).length,
      wrong: wrong.length,
      lost: lost.length,
      doubled: doubled.length,
      'not ended': unfinished.length,
      'away, median s': Math.round(away.sort((a, b) => a - b)[Math.floor(away.length / 2)] ?? 0) / 1000,
      'away, longest s': Math.round(longest) / 1000,
      limit: LIMIT_MS / 1000,
      kept: broken === 0 && longest <= LIMIT_MS,
    },
  ]
}
