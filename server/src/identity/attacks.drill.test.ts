// The time of an answer does not reveal whether the name, the password or the user is wrong; a thousand guesses; an
// office of more than a hundred. The short cases are in attacks.test.ts and identity.test.ts.
import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, PASSWORD, type TestServer, testServer } from '../testing/server.ts'
import { type Visitor, visitor } from '../testing/sign-in/identity.ts'
import { seal } from '../testing/sign-in/seal.ts'
import { hashPassword, verifyPassword } from './passwords/passwords.ts'

const WRONG_PASSWORD = 'mala'

let server: TestServer
let company: Company
let caller: Visitor

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  await server.somebody(company, 'admin', ['admin'])
  await server.somebody(company, 'consulta', ['vehicles_read'])
  await server.somebody(company, 'baja', ['vehicles_read'], { active: false })
  caller = await visitor(server.app)
})
afterAll(() => server.stop())

let addresses = 0
/** A new address, in a network of its own. */
const fresh = () => {
  addresses++
  return { remoteAddress: `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` }
}

const CALLS = [
  {
    what: 'the token call',
    use: 'sign-in',
    send: (name: string, given: { sealed: string }, from: object) => caller.signIn(name, given, from),
  },
  {
    what: 'the terms call',
    use: 'terms',
    send: (name: string, given: { sealed: string }, from: object) => caller.accept(name, given, from),
  },
] as const

const ORDERS = [
  [0, 1, 2],
  [2, 1, 0],
  [1, 2, 0],
  [0, 2, 1],
  [2, 0, 1],
  [1, 0, 2],
]
/**
 * Whether more rounds differ by 5 % in one direction than chance explains on a busy machine (three standard
 * deviations).
 */
const tellsApart = (ratios: readonly number[]): boolean => {
  const [slower, faster] = [ratios.filter((each) => each > 1.05), ratios.filter((each) => each < 0.95)]
  return Math.max(slower.length, faster.length) > ratios.length / 2 + 1.5 * Math.sqrt(ratios.length)
}
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

describe.each(CALLS)('$what', ({ send, use }) => {
  it('takes the same time (within 5 %) for an unknown user, a wrong password and an inactive user', async () => {
    const names = ['norte-nadie', 'norte-consulta', 'norte-baja']
    const passwords = [PASSWORD, WRONG_PASSWORD, PASSWORD]
    // Sealed before the timing starts. All are wrong, so each can be sent again.
    const sealed = await Promise.all(
      names.map((username, who) => seal(passwords[who] ?? '', caller.key, { username, use })),
    )
    // Each is compared with the first of the same round, in every order, so that other load affects all alike.
    const ratios: number[][] = [[], []]
    const measure = async () => {
      await server.db.system.query('delete from sign_in_attempt')
      for (const order of ORDERS) {
        const times = [1, 1, 1]
        for (const who of order) {
          const from = fresh()
          const before = performance.now()
          await send(names[who] ?? '', { sealed: sealed[who] ?? '' }, from)
          times[who] = performance.now() - before
        }
        const [unknown = 1, ...known] = times
        for (const [i, time] of known.entries()) ratios[i]?.push(time / unknown)
      }
    }
    const isEven = () => ratios.every((each) => Math.abs(median(each) - 1) <= 0.05)
    for (let tries = 0; tries < 4 && !isEven(); tries++) await measure()
    if (!isEven()) expect(ratios.map(tellsApart), JSON.stringify(ratios)).toEqual([false, false])
  })
})

it('of a thousand guesses at one user from a thousand addresses, the limit allows ten checks', async () => {
  await server.db.system.query('delete from sign_in_attempt')
  const home = { remoteAddress: '192.0.2.7' }
  expect((await caller.signIn('norte-admin', PASSWORD, home)).status).toBe(200)
  const statuses: number[] = []
  for (let round = 0; round < 5; round++) {
    const guesses = Array.from({ length: 200 }, () => caller.signIn('norte-admin', WRONG_PASSWORD, fresh()))
    statuses.push(...(await Promise.all(guesses)).map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(990)
  expect((await caller.signIn('norte-admin', PASSWORD, fresh())).status).toBe(429) // not even the right one
  expect((await caller.signIn('norte-admin', PASSWORD, home)).status).toBe(200)
  expect((await caller.signIn('norte-consulta', PASSWORD, fresh())).status).toBe(200)
})

it('simultaneous sign-ins with right passwords from one address are not counted', async () => {
  await server.db.system.query('delete from sign_in_attempt')
  const office = { remoteAddress: '10.255.6.7' }
  const users = Array.from({ length: 110 }, (_, i) => `oficina${i}`)
  for (const each of users) await server.somebody(company, each, ['vehicles_read'])
  const replies = await Promise.all(users.map((each) => caller.signIn(`norte-${each}`, PASSWORD, office)))
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(100)
  for (const each of users.slice(0, 3))
    expect((await caller.signIn(`norte-${each}`, PASSWORD, office)).status).toBe(200)
  const { rows } = await server.db.system.query(
    'select from sign_in_attempt where failures > 0 or locked_until > now()',
  )
  expect(rows).toEqual([])
})

it('checking a hash with weaker parameters takes as long as any other', async () => {
  const times = { dated: [] as number[], unknown: [] as number[] }
  const tag = argon2Sync('argon2id', {
    message: 'x',
    nonce: Buffer.alloc(16),
    parallelism: 1,
    tagLength: 32,
    memory: 19_456,
    passes: 2,
  })
  const weak = `$argon2id$v=19$m=19456,t=2,p=1$${Buffer.alloc(16).toString('base64url')}$${tag.toString('base64url')}`
  const time = async (stored: string) => {
    // Processor time, because tests that run meanwhile do not lengthen it.
    const start = process.cpuUsage()
    await verifyPassword('otra', stored)
    return process.cpuUsage(start).user
  }
  const today = await hashPassword('x')
  for (let i = 0; i < 9; i++) {
    times.dated.push(await time(weak))
    times.unknown.push(await time(today))
  }
  const middle = (all: number[]) => all.toSorted((a, b) => a - b)[4] ?? 0
  const ratio = middle(times.dated) / middle(times.unknown)
  expect(ratio).toBeGreaterThan(0.6) // a third without the additional hash
})
