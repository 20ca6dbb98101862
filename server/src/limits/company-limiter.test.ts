// The order in which companies get the limited capacity.
import { expect, it } from 'vitest'
import { createCompanyLimiter } from './company-limiter.ts'

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { open, opened }
}

it('runs one of each company and a maximum in all, and continues after a failure', async () => {
  const turns = createCompanyLimiter({ atOnce: 2, perCompany: 1 })
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

it.each([
  { order: 'companies', perCompany: 1, started: ['a1', 'b1', 'a2', 'a3'] },
  { order: 'companies', started: ['a1', 'a2', 'b1', 'a3'] },
  { order: 'arrival', started: ['a1', 'a2', 'a3', 'b1'] },
] as const)('starts in this order: %o', async ({ started, ...options }) => {
  const limit = createCompanyLimiter({ atOnce: 1, ...options })
  const log: string[] = []
  await Promise.all(['a1', 'a2', 'a3', 'b1'].map((name) => limit(name.charCodeAt(0), async () => void log.push(name))))
  expect(log).toEqual(started)
})
