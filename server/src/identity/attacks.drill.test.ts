// The time of an answer does not say whether the name, the password or the user is wrong.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Visitor, visitor } from '../testing/identity.ts'
import { seal } from '../testing/seal.ts'
import { PASSWORD, type TestServer, testServer } from '../testing/server.ts'

const WRONG_PASSWORD = 'mala'

let server: TestServer
let caller: Visitor

beforeAll(async () => {
  server = await testServer()
  const company = await server.company('norte')
  await server.somebody(company, 'consulta', ['vehicles_read'])
  await server.somebody(company, 'baja', ['vehicles_read'], { active: false })
  caller = await visitor(server.app)
})
afterAll(() => server.stop())

let addresses = 0
/** An address nobody came from before, in a network of its own. */
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
 * Whether more rounds are off by 5 % to one side than a busy machine puts there by chance (three standard
 * deviations).
 */
const tellsApart = (ratios: readonly number[]): boolean => {
  const [slower, faster] = [ratios.filter((each) => each > 1.05), ratios.filter((each) => each < 0.95)]
  return Math.max(slower.length, faster.length) > ratios.length / 2 + 1.5 * Math.sqrt(ratios.length)
}
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

describe.each(CALLS)('$what', ({ send, use }) => {
  it('takes the same time for a name nobody has, a wrong password and an inactive user: within 5 %', async () => {
    const names = ['norte-nadie', 'norte-consulta', 'norte-baja']
    const passwords = [PASSWORD, WRONG_PASSWORD, PASSWORD]
    // Sealed before the clock starts; none of them is ever right, so each serves again.
    const sealed = await Promise.all(
      names.map((username, who) => seal(passwords[who] ?? '', caller.key, { username, use })),
    )
    // Each against the first of the same round, in every order: what else the machine does meanwhile falls on all
    // alike.
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
