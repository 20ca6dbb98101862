// Each result of a batch is reported by itself: what is in the database is reported as stored, whatever happened to
// the others.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'
import type { CheckResult } from '../engine/check-result.ts'
import {
  answerWith,
  ask,
  claimSome,
  fines,
  openPortal,
  startPortal,
  type TestPortal,
  testConnector,
} from '../testing/engine.ts'
import { createBatchWriter } from './batch-writer.ts'

let server: TestServer
let portal: TestPortal
let owner: pg.Client
beforeAll(async () => {
  server = await testServer()
  portal = await startPortal()
  owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  portal.stop()
  await server.stop()
})

/**
 * Several runs at once fail with a value that cannot be stored; one at a time, those of the last vehicles lose the
 * database.
 */
const breakFor = (vehicleId: number) =>
  owner.query(`
    create function broken() returns trigger language plpgsql as $$ begin
      if (select count(*) from fresh) > 1 then raise 'too large' using errcode = '22003'; end if;
      if exists (select from fresh where vehicle_id >= ${vehicleId}) then raise 'away' using errcode = '57P01'; end if;
      return null;
    end $$;
    create trigger broken after insert on check_run
      referencing new table as fresh for each statement execute function broken()`)

it('if the database goes away within a batch, the results before it are stored and the others later', async () => {
  await openPortal(server, portal.base)
  const company = await server.company('norte')
  const ids = await server.vehicles(
    company,
    ['NLA100A', 'NLB200B', 'NLC300C', 'NLD400D'].map((plate) => ({ plate })),
  )
  portal.say(answerWith(fines({ F1: 100 })))
  const claimed = await claimSome(server, 4)
  const ends: CheckResult[] = []
  for (const claim of claimed?.claims ?? []) {
    const came = await ask({ ...(claimed as NonNullable<typeof claimed>), claims: [claim] }, testConnector())
    if (Array.isArray(came)) ends.push(...(came as CheckResult[]))
  }
  ends.sort((a, b) => a.vehicle.vehicleId - b.vehicle.vehicleId)
  await breakFor(ids[2] ?? 0)
  const checkedVehicles = async () => {
    const text = 'select vehicle_id as id from check_run where tenant_id = $1 order by 1'
    return (await server.db.system.query(text, [company.tenantId])).rows.map(({ id }) => id)
  }
  const { put, deferredCompanies } = createBatchWriter(server.db)
  let deferredCount = 0
  const { promise: allDeferred, resolve } = Promise.withResolvers<void>()
  const onDeferred = () => {
    deferredCount += 1
    if (deferredCount === 2) resolve()
  }
  const stored = ends.map((end) => put(end, onDeferred))
  expect(await Promise.all(stored.slice(0, 2))).toEqual([true, true])
  await allDeferred
  expect(deferredCompanies()).toEqual([company.tenantId])
  expect(await checkedVehicles()).toEqual(ids.slice(0, 2))
  await owner.query('drop trigger broken on check_run')
  expect(await Promise.all(stored)).toEqual([true, true, true, true])
  expect(await checkedVehicles()).toEqual(ids)
  expect(deferredCompanies()).toEqual([])
})

it('a company stays deferred while its results are retried, so that no check is claimed for it', async () => {
  await openPortal(server, portal.base)
  const company = await server.company('centro')
  await server.vehicles(company, [{ plate: 'NLA100A' }])
  portal.say(answerWith(fines({ F1: 100 })))
  const claimed = await claimSome(server, 1)
  const [end] = (await ask(claimed as NonNullable<typeof claimed>, testConnector())) as CheckResult[]
  if (!end) throw new Error('nothing was due')
  await owner.query('begin')
  await owner.query(`set local role padron_system`)
  await owner.query('select from vehicle where tenant_id = $1 for update', [company.tenantId])
  const { put, deferredCompanies } = createBatchWriter(server.db)
  const { promise: wasDeferred, resolve } = Promise.withResolvers<void>()
  const stored = put(end, resolve)
  await wasDeferred
  // Each role sees its own statements only.
  const waiting = () =>
    server.db.bulk.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
  await expect.poll(async () => (await waiting()).rowCount, { interval: 5 }).toBe(1)
  expect(deferredCompanies()).toEqual([company.tenantId])
  await owner.query('rollback')
  expect(await stored).toBe(true)
  expect(deferredCompanies()).toEqual([])
})

it.each(['21000', '54000', '23514'])(
  'an answer that the database rejects with %s is stored as shape-drift; the others are unaffected',
  async (code) => {
    await openPortal(server, portal.base)
    const company = await server.company(`sur${code}`)
    const [bad = 0, good = 0] = await server.vehicles(company, [{ plate: 'NLA100A' }, { plate: 'NLB200B' }])
    portal.say(answerWith(fines({ F1: 100 })))
    await owner.query(`
    drop trigger if exists broken on check_run;
    create or replace function refused() returns trigger language plpgsql as $$ begin
      if new.vehicle_id = ${bad} then raise 'refused' using errcode = '${code}', constraint = 'some'; end if;
      return null;
    end $$;
    create or replace trigger refused after insert on debt for each row execute function refused()`)
    const claimed = await claimSome(server, 2)
    if (!claimed) throw new Error('nothing was due')
    const ends = await Promise.all(claimed.claims.map((claim) => ask({ ...claimed, claims: [claim] }, testConnector())))
    const { put } = createBatchWriter(server.db)
    const outcomes = await Promise.allSettled((ends.flat() as CheckResult[]).map((end) => put(end)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const { rows } = await server.db.system.query(
      'select vehicle_id as id, outcome from check_run where tenant_id = $1 order by 1',
      [company.tenantId],
    )
    expect(rows).toEqual([
      { id: bad, outcome: 'shape-drift' },
      { id: good, outcome: 'ok' },
    ])
  },
)
