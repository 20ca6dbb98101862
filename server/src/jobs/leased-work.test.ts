// Leased work: how many rows at once, when the next are claimed, and what a stop does with those in progress.
import { expect, it } from 'vitest'
import { type LeaseDefinition, leasedWork } from './leased-work.ts'

const ignore = { error: () => undefined }

/** Rows that wait in memory: a claim takes the first of them. */
const rowsOf = (waiting: string[]) => ({
  concurrency: 2,
  everyMs: 5,
  failure: 'it failed',
  claim: async (free: number) => waiting.splice(0, free),
})
/** Runs that end when the test says so. */
const gates = () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run: LeaseDefinition<string>['run'] = (row) => {
    begun.push(row)
    const gate = Promise.withResolvers<void>()
    ends.set(row, gate.resolve)
    return gate.promise
  }
  return { begun, ends, run }
}

it('works on the maximum of rows at once, and claims the next as soon as one ends', async () => {
  const { begun, ends, run } = gates()
  const work = leasedWork({ ...rowsOf(['a', 'b', 'c']), everyMs: 60_000, run }, ignore)
  const done = work.runDue()
  await expect.poll(() => begun).toEqual(['a', 'b'])
  ends.get('b')?.()
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  ends.get('a')?.()
  ends.get('c')?.()
  expect(await done).toBe(3)
})

it('passes the rows in progress and the free capacity to the claim', async () => {
  const { ends, run } = gates()
  const waiting = ['a']
  const calls: unknown[] = []
  const claim = async (free: number, running: readonly string[]) => {
    calls.push([free, running])
    return waiting.splice(0, 1)
  }
  const work = leasedWork({ ...rowsOf([]), claim, run }, ignore)
  const done = work.runDue()
  await expect
    .poll(() => calls)
    .toEqual([
      [2, []],
      [1, ['a']],
    ])
  ends.get('a')?.()
  await done
})

it('continues after a failed row or claim, and counts neither those nor rows with nothing to do', async () => {
  const failures: unknown[][] = []
  const log = { error: (...line: unknown[]) => void failures.push(line) }
  const run = async (row: string) => {
    if (row === 'bad') throw new Error('no')
    return row !== 'idle'
  }
  const work = leasedWork({ ...rowsOf(['bad', 'idle', 'good', 'better']), run }, log)
  expect(await work.runDue()).toBe(0)
  expect(failures).toEqual([[{ err: new Error('no') }, 'it failed']])
  expect(await work.runDue()).toBe(2)
  const away = leasedWork({ ...rowsOf([]), claim: () => Promise.reject(new Error('away')), run }, log)
  expect(await away.runDue()).toBe(0)
  expect(failures).toHaveLength(2)
})

it('claims nothing more after a failed row until the next run', async () => {
  const waiting = ['a', 'b', 'c']
  const work = leasedWork({ ...rowsOf(waiting), run: () => Promise.reject(new Error('no')) }, ignore)
  await work.runDue()
  expect(waiting).toEqual(['c'])
})

it('claims nothing more if every row fails before the next is claimed', async () => {
  const waiting = ['a', 'b', 'c', 'd']
  const claim = async () => waiting.splice(0, 1)
  const work = leasedWork({ ...rowsOf([]), claim, run: () => Promise.reject(new Error('no')) }, ignore)
  await work.runDue()
  expect(waiting.length).toBeGreaterThanOrEqual(2)
})

it('continues after a row whose work throws synchronously', async () => {
  const waiting = ['bad', 'good']
  const run = (row: string) => {
    if (row === 'bad') throw new Error('no')
    return Promise.resolve()
  }
  const work = leasedWork({ ...rowsOf(waiting), concurrency: 1, run }, ignore)
  expect(await work.runDue()).toBe(0)
  expect(await work.runDue()).toBe(1)
  await work.stop()
})

it('claims by itself once it is started, and nothing more once it is stopped', async () => {
  const { begun, ends, run } = gates()
  const waiting: string[] = []
  const work = leasedWork({ ...rowsOf(waiting), graceMs: 10_000, run }, ignore)
  const stop = work.start()
  waiting.push('a')
  await expect.poll(() => begun).toEqual(['a'])
  const stopped = stop()
  waiting.push('b')
  ends.get('a')?.()
  await stopped
  expect(waiting).toEqual(['b'])
})

it('waits for rows in progress, then aborts them and closes what they use', async () => {
  const order: string[] = []
  let isBegun = false
  const run = (row: string, signal: AbortSignal) => {
    isBegun = true
    return new Promise<void>((end) =>
      signal.addEventListener('abort', () => {
        order.push(`${row} aborted`)
        setTimeout(() => {
          order.push(`${row} recorded`)
          end()
        }, 5)
      }),
    )
  }
  const work = leasedWork({ ...rowsOf(['a']), graceMs: 10, run, close: () => order.push('closed') }, ignore)
  void work.runDue()
  await expect.poll(() => isBegun).toBe(true)
  await work.stop()
  expect(order).toEqual(['a aborted', 'closed', 'a recorded'])
})
