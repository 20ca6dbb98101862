// Connections by purpose: validations of workbooks use only their own connections, and are rejected when all of those
// are in use.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Company, type TestServer, testServer } from '../testing/server.ts'
import { asTenant, bulkAsTenant, canRetry, readAsTenant, type Tx, validateAsTenant } from './client.ts'
import { ownConnection, WORKBOOKS_AT_ONCE } from './connect.ts'
import { RetryWhenReady } from './retry.ts'
import { withCommit } from './transaction.ts'

let server: TestServer
let company: Company
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
})
afterAll(() => server.stop())

const seen = async (take: typeof bulkAsTenant) =>
  take(
    server.db,
    company.tenantId,
    async (tx) => (await sql`select current_tenant() as tenant, current_actor()->>'name' as who`.execute(tx)).rows[0],
    { origin: 'console', name: 'norte-ana' },
  )

test('validations of workbooks are rejected when all their connections are in use; other work is not', async () => {
  const goOn = Promise.withResolvers<void>()
  const begun = Array.from({ length: WORKBOOKS_AT_ONCE }, () => Promise.withResolvers<void>())
  const held = begun.map(({ resolve }) =>
    validateAsTenant(server.db, company.tenantId, async (tx) => {
      await sql`select`.execute(tx)
      resolve()
      await goOn.promise
    }),
  )
  // Also while none is open yet, because they are being opened.
  await expect(seen(validateAsTenant)).rejects.toMatchObject({ status: 429 })
  await Promise.all(begun.map(({ promise }) => promise))
  await expect(seen(validateAsTenant)).rejects.toMatchObject({
    status: 429,
    title: 'El servidor ya revisa otros archivos; intente de nuevo en unos segundos.',
    headers: { 'retry-after': '5' },
  })
  const one = { tenant: company.tenantId, who: 'norte-ana' }
  expect(await Promise.all([1, 2, 3].map(() => seen(bulkAsTenant)))).toEqual([one, one, one])
  goOn.resolve()
  await Promise.all(held)
  expect(await seen(validateAsTenant)).toEqual(one)
})

test.each([
  ['writes', asTenant],
  ['only reads', readAsTenant],
] as const)(
  'a query of a transaction that %s fails after it has ended, and is not run by the next user of its connection',
  async (_, begin) => {
    let ended: Tx | undefined
    await begin(server.db, company.tenantId, async (tx) => {
      ended = tx
      return sql`select 1`.execute(tx)
    })
    await expect(sql`select 1`.execute(ended as Tx)).rejects.toThrow('the transaction has ended')
    await begin(server.db, company.tenantId, async (tx) => {
      ended = tx
      throw new Error('fault')
    }).catch(() => undefined)
    await expect(sql`select 1`.execute(ended as Tx)).rejects.toThrow('the transaction has ended')
  },
)

test.each([
  ['bulk work', bulkAsTenant],
  ['a validation', validateAsTenant],
] as const)('a query through the connection of %s fails once its transaction has ended', async (_, begin) => {
  let ended: PoolClient | undefined
  const keep = async (_tx: Tx, client: PoolClient) => {
    ended = client
    const { rows } = await client.query<{ tenant: number }>('select current_tenant() as tenant')
    return rows[0]?.tenant
  }
  expect(await begin(server.db, company.tenantId, keep)).toBe(company.tenantId)
  await expect(ended?.query('select 1')).rejects.toThrow('the transaction has ended')
  expect(() => ended?.query(copyTo('copy (select 1) to stdout'))).toThrow('the transaction has ended')
  const failing = async (tx: Tx, client: PoolClient) => {
    await keep(tx, client)
    throw new Error('fault')
  }
  await expect(begin(server.db, company.tenantId, failing)).rejects.toThrow('fault')
  await expect(ended?.query('select 1')).rejects.toThrow('the transaction has ended')
})

test('a transaction that fails frees its connection', async () => {
  for (let n = 0; n <= WORKBOOKS_AT_ONCE; n++) {
    const failing = validateAsTenant(server.db, company.tenantId, (tx) => sql`select 1/0`.execute(tx))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
  }
  expect(await seen(validateAsTenant)).toMatchObject({ tenant: company.tenantId })
})

test('of statements sent together, the error is that of the one that failed', async () => {
  const late = async (tx: Tx) => {
    try {
      await sql`select 1 / 0`.execute(tx)
    } catch (error) {
      await setImmediate()
      throw error
    }
  }
  const work = (tx: Tx) => Promise.all([late(tx), sql`select 1`.execute(tx)])
  await expect(asTenant(server.db, company.tenantId, work)).rejects.toMatchObject({ code: '22012' })
  await expect(readAsTenant(server.db, company.tenantId, work)).rejects.toMatchObject({ code: '22012' })
})

test('a statement sent with the commit is part of the transaction; if it fails nothing is written', async () => {
  const { tenantId } = company
  const insertCategory = (name: string) =>
    sql`insert into tag_category (category_name, color) values (${name}, '#123456')`
  const names = () =>
    readAsTenant(server.db, tenantId, async (tx) => {
      const { rows } = await sql<{ name: string }>`select category_name as name from tag_category order by 1`.execute(
        tx,
      )
      return rows.map(({ name }) => name)
    })
  const before = await names()
  await asTenant(server.db, tenantId, async (tx) => {
    await insertCategory('Con espera').execute(tx)
    withCommit(tx, { name: 'test.category', query: insertCategory('Con el commit') })
  })
  expect(await names()).toEqual([...before, 'Con el commit', 'Con espera'].toSorted())
  const failing = asTenant(server.db, tenantId, async (tx) => {
    await insertCategory('Nunca').execute(tx)
    withCommit(tx, { name: 'test.fails', query: sql`select 1/0` })
    withCommit(tx, { name: 'test.category', query: insertCategory('Tampoco') })
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await names()).toEqual([...before, 'Con el commit', 'Con espera'].toSorted())
  const lost = readAsTenant(server.db, tenantId, async (tx) =>
    withCommit(tx, { name: 'test.category', query: insertCategory('Leyendo') }),
  )
  await expect(lost).rejects.toThrow('read-only transaction')
})

test('companies that share a connection before its commit is answered each read their own rows', async () => {
  const other = await server.company('sur')
  const who = Array.from({ length: 300 }, (_, i) => (i % 2 ? company : other).tenantId)
  const read = (tenantId: number) =>
    readAsTenant(
      server.db,
      tenantId,
      async (tx) => (await sql<{ t: number }>`select current_tenant() as t`.execute(tx)).rows[0]?.t,
    )
  const turns: (number | undefined)[] = []
  for (let at = 0; at < who.length; at += 60) turns.push(...(await Promise.all(who.slice(at, at + 60).map(read))))
  expect(turns).toEqual(who)
})

test('every connection ends an idle transaction, and its pool works afterwards', async () => {
  const { db, addressOf } = server
  const own = await ownConnection(addressOf)
  for (const connection of [db.app, db.system, db.bulk, db.workbooks, own]) {
    const { rows } = await connection.query('show idle_in_transaction_session_timeout')
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: expect.stringMatching(/^[1-9]\d*min$/) }])
  }
  await own.end()
  const locked = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  const hanging = asTenant(db, company.tenantId, async (tx) => {
    await sql`select from company for update`.execute(tx)
    locked.resolve()
    await sql`set local idle_in_transaction_session_timeout = 1`.execute(tx)
    await waiting.promise
    return sql`select`.execute(tx)
  })
  const ended = expect(hanging).rejects.toThrow(/terminat|not queryable/)
  await locked.promise
  // Waits for the row until the server ends the transaction that locks it.
  await asTenant(db, company.tenantId, (tx) => sql`select from company for update`.execute(tx))
  waiting.resolve()
  await ended
  expect(await seen(validateAsTenant)).toMatchObject({ tenant: company.tenantId })
})

test('a permanent connection is outside of the pools', async () => {
  const before = [server.db.bulk, server.db.workbooks].map(({ totalCount, idleCount }) => totalCount - idleCount)
  const client = await ownConnection(server.addressOf)
  const { rows } = await client.query('select current_user as who')
  expect(rows).toEqual([{ who: 'padron_app' }])
  expect([server.db.bulk, server.db.workbooks].map(({ totalCount, idleCount }) => totalCount - idleCount)).toEqual(
    before,
  )
  await client.end()
})

test('a read waits for data without a connection, for a limited number of tries and a limited time', async () => {
  const inUse = () => server.db.app.totalCount - server.db.app.idleCount
  const ready = Promise.withResolvers<void>()
  let tries = 0
  const waiting = readAsTenant(server.db, company.tenantId, async (tx) => {
    await sql`select`.execute(tx)
    if (++tries === 1) throw new RetryWhenReady(ready.promise)
    return 'ready'
  })
  await expect.poll(() => [tries, inUse()]).toEqual([1, 0])
  ready.resolve()
  expect(await waiting).toBe('ready')

  const never = async (tx: Tx, until: Promise<void>) => {
    tries++
    await sql`select`.execute(tx)
    if (canRetry(tx)) throw new RetryWhenReady(until)
    return 'without'
  }
  tries = 0
  expect(await readAsTenant(server.db, company.tenantId, (tx) => never(tx, Promise.resolve()))).toBe('without')
  expect(tries).toBe(5)
  // A promise that never resolves.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    tries = 0
    const late = readAsTenant(server.db, company.tenantId, (tx) => never(tx, new Promise(() => undefined)))
    while (tries < 1 || inUse() > 0) await setImmediate()
    for (let turn = 0; turn < 5; turn++) await setImmediate() // from the release of the connection to the timer
    vi.advanceTimersByTime(8_000)
    expect(await late).toBe('without')
    expect(tries).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('all waits of a read together last no more than eight seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    let tries = 0
    const answer = await readAsTenant(server.db, company.tenantId, async (tx) => {
      await sql`select`.execute(tx)
      if (!canRetry(tx)) return 'without'
      tries++
      vi.advanceTimersByTime(5_000) // as if it had waited that long
      throw new RetryWhenReady(Promise.resolve())
    })
    expect([answer, tries]).toEqual(['without', 2])
  } finally {
    vi.useRealTimers()
  }
})
