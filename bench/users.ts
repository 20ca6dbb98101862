// Measures two hundred users (BENCH_USERS) on a million vehicles for five minutes (BENCH_SECONDS). The product runs in
// a separate process, with its jobs and its nightly work; every user has a session, think time, and the calls that the
// console makes by itself.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from './catalogue.ts'
import { residentMb } from './imports/setup.ts'
import { quantile } from './load.ts'
import { openFleets, type Place, signIn, VEHICLES } from './many-companies.ts'
import { type CallTimes, type Tally, userClient } from './users/calls.ts'
import { useConsole } from './users/session.ts'

const USERS = Number(process.env.BENCH_USERS ?? 200)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 300)
/**
 * Seconds from the product's start until the first user signs in: meanwhile it reads the columns of large fleets. 0:
 * all users find it without caches.
 */
const WARM_UP = Number(process.env.BENCH_WARM_UP ?? 60)
const LIMITS = { p95: 300, drift: 5 }
/** The share of the time until all users have signed in. */
const ARRIVING = 0.1
const PRODUCT = new URL('./imports/product.ts', import.meta.url)
/** All users have one address, as in an office; an operator with such users changes this setting too. */
const SETTINGS = { PADRON_ADDRESS_RATE: '1000000' }

/** Users per company, in proportion to its fleet; at least one of each while there are enough. */
const shared = (places: readonly Place[]): Place[] => {
  const whole = places.reduce((sum, { size }) => sum + size, 0)
  const each = places.flatMap((place) =>
    Array.from({ length: Math.max(1, Math.round((USERS * place.size) / whole)) }, () => place),
  )
  return Array.from({ length: USERS }, (_, i) => each[(i * 7_919) % each.length] ?? each[0]).filter(
    (place) => place !== undefined,
  )
}

type Memory = { at: number; mb: number }
const watch = (pid: number): { marks: Memory[]; stop: () => void } => {
  const marks: Memory[] = []
  const began = performance.now()
  const timer = setInterval(
    () => void marks.push({ at: (performance.now() - began) / 1_000, mb: residentMb(pid) }),
    500,
  )
  return { marks, stop: () => clearInterval(timer) }
}

/** The memory in a fifth of the time (a minute, if the whole is five), counted from 0. */
const fifth = (marks: readonly Memory[], nth: number): number => {
  const within = marks.filter(({ at }) => at >= (nth * SECONDS) / 5 && at < ((nth + 1) * SECONDS) / 5)
  return within.reduce((sum, { mb }) => sum + mb, 0) / Math.max(1, within.length)
}

const rowOf = (what: string, { ms, faults }: CallTimes): Row => {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (q: number): string => quantile(sorted, q).toFixed(0)
  const failed = [...faults.values()].reduce((sum, n) => sum + n, 0)
  const isWithin = quantile(sorted, 0.95) <= LIMITS.p95 && failed === 0
  return {
    what,
    count: ms.length,
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'p99 ms': at(0.99),
    'most ms': at(1),
    errors: failed,
    limit: `p95 ${LIMITS.p95} ms, 0 errors`,
    met: isWithin ? 'yes' : 'NO',
  }
}

const together = (tally: Tally): CallTimes => ({
  ms: [...tally.values()].flatMap(({ ms }) => ms),
  at: [...tally.values()].flatMap(({ at }) => at),
  faults: new Map(
    [...tally].flatMap(([name, { faults }]) => [...faults].map(([fault, n]) => [`${name}: ${fault}`, n])),
  ),
})

/** The p95 of each fifth of the time: the first shows the cost of the first calls, the others the steady state. */
const fifthsRow = ({ ms, at }: CallTimes): Row => {
  const began = at.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
  const within = (nth: number) =>
    ms.filter((_, i) => Math.floor(((at[i] ?? 0) - began) / (SECONDS * 200)) === nth).toSorted((a, b) => a - b)
  return {
    what:
      'p95 by fifths of the time: ' +
      `${[0, 1, 2, 3, 4].map((nth) => quantile(within(nth), 0.95).toFixed(0)).join(', ')} ms`,
  }
}

const memoryRow = (marks: readonly Memory[]): Row => {
  const [second, last] = [fifth(marks, 1), fifth(marks, 4)]
  const drift = 100 * (last / second - 1)
  const isWithin = Math.abs(drift) <= LIMITS.drift
  const fifths = [0, 1, 2, 3, 4].map((nth) => fifth(marks, nth).toFixed(0)).join(', ')
  return {
    what: `memory of the product by fifths of the time: ${fifths} MB`,
    'p50 ms': '',
    errors: `${drift.toFixed(1)} %`,
    limit: `last within ${LIMITS.drift} % of the second`,
    met: isWithin ? 'yes' : 'NO',
  }
}

const end = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

type Prepared = { folder: string; tokens: string[]; remove: () => void }
/** Loads the fleets, signs all users in, and closes the database. */
const prepare = async (): Promise<Prepared> => {
  const fleets = await openFleets()
  const tokens: string[] = []
  for (const place of shared(fleets.places)) tokens.push(await signIn(fleets.db, place))
  await fleets.close()
  return { folder: fleets.folder, tokens, remove: fleets.remove }
}

/** @returns the durations of each kind of call, and the product's memory every half second */
const work = async (
  base: string,
  pid: number,
  tokens: readonly string[],
): Promise<{ tally: Tally; marks: Memory[] }> => {
  const tally: Tally = new Map()
  const over = new AbortController()
  const memory = watch(pid)
  const people = tokens.map((token, i) => {
    const after = (i / tokens.length) * ARRIVING * SECONDS * 1_000
    return useConsole(userClient(base, token, tally, over.signal), i, after, over.signal)
  })
  setTimeout(() => over.abort(), SECONDS * 1_000)
  await Promise.all(people)
  memory.stop()
  return { tally, marks: memory.marks }
}

export const benchUsers = async (): Promise<Row[]> => {
  const { folder, tokens, remove } = await prepare()
  process.stdout.write(
    `${tokens.length} users, ${VEHICLES} vehicles, ${SECONDS} s, from ${WARM_UP} s after the start\n`,
  )
  const child = fork(PRODUCT, [folder, JSON.stringify(SETTINGS)])
  try {
    const [base] = (await once(child, 'message')) as [string]
    await pause(WARM_UP * 1_000)
    const { tally, marks } = await work(base, child.pid ?? 0, tokens)
    const all = together(tally)
    for (const [fault, n] of all.faults) process.stdout.write(`${n} × ${fault}\n`)
    const names = [...tally.keys()].toSorted()
    const table = [
      ...names.map((name) => rowOf(name, tally.get(name) ?? { ms: [], at: [], faults: new Map() })),
      fifthsRow(all),
      rowOf('all of them', all),
      memoryRow(marks),
    ]
    if (table.slice(-2).some(({ met }) => met !== 'yes')) process.exitCode = 1
    return table
  } finally {
    await end(child)
    remove()
  }
}
