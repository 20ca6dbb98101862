// Two portals of one contract: one credential, one monthly cap, one pause and one query an hour.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { accountOwner } from '../../secrets/owners.ts'
import { openSealed, seal, secretsOf } from '../../secrets/sealing.ts'
import { isDrill } from '../../testing/drill.ts'
import { claimDue } from '../engine/claims.ts'
import { startWorker } from '../engine/worker.ts'
import { openPortal, PORTAL, startPortal, type TestPortal } from '../testing/engine.ts'
import { connector, fleetAtPortal, HOURS } from '../testing/paused-portal.ts'
import { providerAccountOf, readCredential } from './accounts.ts'
import { credentialOpener, sealPlain } from './credentials.ts'
import { resumePortal } from './state.ts'

const ACCOUNT = 'verifik'
const OTHER = 'nubarium'
const fleet = fleetAtPortal()
const { pass, passMinutes, refuse, run, allHandled, start, stop, understood, until } = fleet
const first = connector()
const second = connector({ key: 'mx-repuve', portal: OTHER, types: [2] })
const answer = { outcome: 'ok', findings: [{ type: 2, status: 14, results: [] }] }
let other: TestPortal

beforeAll(async () => {
  other = await startPortal()
})
afterAll(() => other.stop())
beforeEach(async () => {
  other.queries.length = 0
  other.answer((_request, response) => void response.writeHead(402).end('{"error":"quota"}'))
  await run('update portal set account_key = null where account_key = $1', [ACCOUNT])
  await run(
    `
      update portal_account
      set credential = null, monthly_cap = null, credit_out_since = null, probe_at = null
      where account_key = $1`,
    [ACCOUNT],
  )
  await run('delete from portal_usage')
  await openPortal(
    fleet.server,
    fleet.portal.base,
    `concurrency = 1, price = 2, currency = 'USD', account_key = '${ACCOUNT}'`,
  )
  await run(
    `
      update portal
      set base_url = $1, pace_ms = 0, concurrency = 1, price = 2, currency = 'USD', monthly_cap = null,
        credential = null, failures = 0, recent = '', open_seconds = 0, open_until = null, next_at = '-infinity',
          drift = '{}', account_key = $2
        where portal_key = $3`,
    [other.base, ACCOUNT, OTHER],
  )
  await run(`update due_check set due_at = now(), attempts = 0, claim_id = null, claimed_until = null;
    update tenant_queue set next_at = now()`)
})

const questions = () => fleet.portal.queries.length + other.queries.length
const account = async () =>
  (
    await run('select credit_out_since is not null as out, credential from portal_account where account_key = $1', [
      ACCOUNT,
    ])
  ).rows[0]
const outages = async () =>
  (await run('select portal_key as portal, outcome, ended_at is null as open from source_outage order by 1')).rows

describe('an account without credit', () => {
  it('pauses both portals if one of them meets it, and one good answer resumes both', async () => {
    refuse()
    other.say(answer)
    start(first)
    await allHandled()
    expect(fleet.portal.queries).toHaveLength(1)
    start(second)
    await allHandled()
    expect(other.queries).toHaveLength(0)
    expect(await account()).toMatchObject({ out: true })
    expect(await outages()).toEqual([
      { portal: PORTAL, outcome: 'no-credit', open: true },
      { portal: OTHER, outcome: 'no-credit', open: true },
    ])
    await stop()
    start(second)
    await passMinutes(60)
    await until(async () => (await account())?.out === false)
    expect(fleet.portal.queries).toHaveLength(1)
    expect(await outages()).toEqual([
      { portal: PORTAL, outcome: 'no-credit', open: false },
      { portal: OTHER, outcome: 'no-credit', open: false },
    ])
  }, 60_000)

  it('costs 24 queries a day in total, for a whole fleet and two workers', async () => {
    refuse()
    start(first, second)
    start(first, second)
    await allHandled()
    await pass(HOURS - 0.5)
    expect(questions()).toBeLessThanOrEqual(HOURS)
    expect(questions()).toBeGreaterThan(HOURS - 4)
    const { rows } = await run(`select count(*)::int as count from check_run where outcome = 'no-credit'`)
    expect(rows).toEqual([{ count: questions() }])
  }, 60_000)

  it.runIf(isDrill)(
    'is resumed at all its portals when the operator resumes one',
    async () => {
      refuse()
      start(first, second)
      await allHandled()
      understood()
      other.say(answer)
      expect(await resumePortal(fleet.server.db, OTHER)).toEqual({ credit: true, connectors: [], account: ACCOUNT })
      await until(async () => fleet.portal.queries.length > 40 && other.queries.length > 40)
      expect((await outages()).map(({ open }) => open)).toEqual([false, false])
    },
    30_000,
  )

  it.runIf(isDrill)(
    'does not affect a portal that has its own credential',
    async () => {
      await run(`update portal set credential = 'propia' where portal_key = $1`, [OTHER])
      refuse()
      other.say(answer)
      start(first, second)
      await until(async () => other.queries.length > 50)
      expect(await account()).toMatchObject({ out: true })
      expect(await outages()).toEqual([{ portal: PORTAL, outcome: 'no-credit', open: true }])
    },
    30_000,
  )
})

describe('the cap of an account', () => {
  it('applies to its portals together, with several workers', async () => {
    understood()
    other.say(answer)
    await run('update portal_account set monthly_cap = 21 where account_key = $1', [ACCOUNT])
    await run('update portal set concurrency = 8 where portal_key = any($1)', [[PORTAL, OTHER]])
    for (let times = 0; times < 3; times++) start(first, second)
    await until(async () => questions() >= 10)
    await stop()
    expect(questions()).toBe(10) // at 2 each; the eleventh would exceed it
    const { rows } = await run('select sum(spent)::float8 as spent, sum(queries)::int as queries from portal_usage')
    expect(rows).toEqual([{ spent: 20, queries: 10 }])
    await run('update portal_account set monthly_cap = 25 where account_key = $1', [ACCOUNT])
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        claimDue(fleet.server.db, {
          portalKey: index % 2 === 0 ? PORTAL : OTHER,
          most: 2,
          leaseSeconds: 60,
          connectors: [first.key, second.key],
        }),
      ),
    )
    expect(claims.flatMap((claimed) => claimed?.claims ?? [])).toHaveLength(2)
  }, 30_000)
})

describe('the credential of an account', () => {
  const secrets = secretsOf([Buffer.alloc(32, 7).toString('base64')])
  const claimOther = () =>
    claimDue(fleet.server.db, {
      portalKey: OTHER,
      most: 1,
      leaseSeconds: 60,
      connectors: [second.key],
      open: credentialOpener(secrets),
    })

  it('is used for its portals, and is sealed for the account only', async () => {
    await run(`update portal_account set credential = 'token' where account_key = $1`, [ACCOUNT])
    expect(await sealPlain(fleet.server.db, secrets)).toEqual([])
    const { credential } = (await account()) ?? {}
    expect(openSealed(secrets, accountOwner(ACCOUNT), credential)).toBe('token')
    expect(openSealed(secrets, ACCOUNT, credential)).toBeUndefined()
    expect((await claimOther())?.portal).toMatchObject({ credential: 'token', accountKey: ACCOUNT })
    expect(await asSystem(fleet.server.db, (tx) => readCredential(tx, OTHER))).toEqual({
      owner: accountOwner(ACCOUNT),
      stored: credential,
    })
  })

  it('is not used for a portal that has its own', async () => {
    await run(`update portal_account set credential = 'token' where account_key = $1`, [ACCOUNT])
    await run('update portal set credential = $1 where portal_key = $2', [seal(secrets, OTHER, 'propia'), OTHER])
    expect((await claimOther())?.portal).toMatchObject({ credential: 'propia', accountKey: null })
  })

  it('that no key opens is logged once for each portal, and nothing is queried or charged', async () => {
    await run('update portal_account set credential = $1 where account_key = $2', [seal(secrets, 'otra', 'x'), ACCOUNT])
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    let tries = 0
    const openCredential = (owner: string, stored: string) => {
      tries++
      return credentialOpener(secrets)(owner, stored)
    }
    const worker = startWorker({ db: fleet.server.db, log, connectors: [second], openCredential, idleMs: 10 })
    await until(async () => tries >= 6)
    await worker.stop()
    const errors = lines.filter((line) => line.includes('de la cuenta verifik no se abre'))
    expect(errors.map((line) => JSON.parse(line).portal).toSorted()).toEqual([PORTAL, OTHER])
    expect(other.queries).toEqual([])
    expect((await run('select from portal_usage')).rows).toEqual([])
  }, 30_000)
})

it('a portal belongs to the account whose key its own key begins with', () => {
  expect(['apitude', 'placapi-runt', 'verifik-mx', 'verifiko', 'nubarium'].map(providerAccountOf)).toEqual([
    'apitude',
    'placapi',
    'verifik',
    null,
    null,
  ])
})
