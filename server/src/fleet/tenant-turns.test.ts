// Whose turn it is.
import { expect, it } from 'vitest'
import { createTurns } from './tenant-turns.ts'

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { open, opened }
}

it('lets one of each company in, so many in all, and goes on after a failure', async () => {
  const turns = createTurns(2)
  const log: string[] = []
  const gates = ['a1', 'a2', 'b1', 'c1'].map((name) => ({ name, ...gate() }))
  const work = gates.map(({ name, opened }) =>
    turns(name.charCodeAt(0), async () => {
      log.push(`${name} begins`)
      await opened
      if (name === 'a1') throw new Error('broken')
      return name
    }),
  )
  const outcomes = Promise.allSettled(work)
  await expect.poll(() => log).toEqual(['a1 begins', 'b1 begins'])
  gates[2]?.open()
  await expect.poll(() => log).toEqual(['a1 begins', 'b1 begins', 'c1 begins'])
  gates[0]?.open()
  await expect.poll(() => log.at(-1)).toBe('a2 begins')
  gates[1]?.open()
  gates[3]?.open()
  expect((await outcomes).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    'failed',
    'a2',
    'b1',
    'c1',
  ])
})
