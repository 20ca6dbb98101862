// Measures how long companies wait for one another: one holds locks in four ways while others list, edit and are
// checked. The longest wait of each counts, compared with a quiet run and with a run in which a query without locks
// uses one processor. Then it measures how a company is affected by the size of the others, and what an idle worker
// writes.
import { setTimeout as pause } from 'node:timers/promises'
import { enrolVehicles } from '@padron/server/checks/services/enrol'
import { asSystem, asTenant, type Tx } from '@padron/server/db/client'
import { sql } from 'kysely'
import { request } from 'undici'
import type { Row } from './catalogue.ts'
import { until } from './imports/calls.ts'
import { row } from './limit-row.ts'
import { median, quantile } from './load.ts'
import { type Call, type CallKind, sendCall, useAtPace } from './waits/calls.ts'
import { type Company, makeDue, openWaitsSite, RESOURCE_ID, type WaitsSite } from './waits/setup.ts'

/** `waitMs`: more than the longest wait of a span without the case, which a busy machine causes. */
const LIMIT = { waitMs: 250, filterMs: 10, summaryMs: 50, writesPerSecond: 1 }
const WARM_UP_MS = 15_000
const BETWEEN_MS = 5_000
const QUIET_MS = 10_000
const IDLE_MS = 20_000
const IMPORT_MS = 9_000
const LOCK_MS = 9_000
const LONG_LOCK_MS = 14_000
const IMPORTED = 500
const WAITING_EDITS = 10
const DUE_EVERY_MS = 100

type Span = { from: number; to: number }
const spanOf = async (work: () => Promise<unknown>): Promise<Span> => {
  const from = performance.now()
  await work()
  return { from, to: performance.now() }
}

const ROLLBACK = new Error('the transaction is rolled back')
/** Runs the work in an open transaction of the large company for this long, and rolls it back. */
const holdOpen = (site: WaitsSite, ms: number, work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  asTenant(site.db, site.large.tenantId, async (tx) => {
    await work(tx)
    await pause(ms)
    throw ROLLBACK
  }).catch((error: unknown) => {
    if (error !== ROLLBACK) throw error
  })

const openImport = (site: WaitsSite): Promise<void> =>
  holdOpen(site, IMPORT_MS, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into vehicle (tenant_id, plate, vin, state_id)
      select ${site.large.tenantId}::bigint, 'IMP' || lpad(i::text, 5, '0'), '3N1CN8AIMP' || lpad(i::text, 7, '0'), 19
      from generate_series(1, ${IMPORTED}::int) i
      returning vehicle_id as id`.execute(tx)
    await enrolVehicles(
      tx,
      'MX',
      rows.map(({ id }) => id),
    )
  })

const waitingEdits = async (site: WaitsSite): Promise<void> => {
  const { base, large } = site
  const over = new AbortController()
  const edits = Array.from({ length: WAITING_EDITS }, async (_, first) => {
    for (let nth = first; !over.signal.aborted; nth += WAITING_EDITS)
      await sendCall(base, large, 'edit', nth).catch(() => false)
  })
  await holdOpen(site, LOCK_MS, (tx) =>
    sql`select from catalogue_version where tenant_id = ${large.tenantId} for update`.execute(tx),
  )
  over.abort()
  await Promise.all(edits)
}

const lockedVehicles = (site: WaitsSite): Promise<void> =>
  holdOpen(site, LONG_LOCK_MS, async (tx) => {
    await sql`
      select count(*)
      from (select from vehicle where tenant_id = ${site.large.tenantId} for update) locked`.execute(tx)
    await makeDue(site, [site.large], 200)
  })

const ask = async <T>({ base }: WaitsSite, { token }: Company, path: string, body?: unknown): Promise<T> => {
  const reply = await request(`${base}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}: ${await reply.body.text()}`)
  return (await reply.body.json()) as T
}

/** Uses a processor but no lock: waits of others are then not caused by the company. */
const compute = ({ db }: WaitsSite): Promise<unknown> =>
  asSystem(db, (tx) =>
    sql`
      do $$
      declare
        ends constant timestamptz := clock_timestamp() + interval '${sql.raw(String(QUIET_MS))} ms';
      begin
        while clock_timestamp() < ends loop
          perform sum(sqrt(i)) from generate_series(1, 100000) i;
        end loop;
      end $$`.execute(tx),
  )

/** @returns the company's own edits */
const orderFleet = async (site: WaitsSite): Promise<Call[]> => {
  const { large, db } = site
  const over = new AbortController()
  const own = useAtPace(site.base, large, over.signal, ['edit'])
  await ask(site, large, '/api/v3/updateResource', {
    vehicleClass: null,
    resourceId: RESOURCE_ID,
    emails: ['banco@ejemplo.mx'],
  })
  await until('the whole fleet is ordered', async () => {
    const { rowCount } = await db.system.query('select from pending_order where tenant_id = $1', [large.tenantId])
    return rowCount === 0
  })
  over.abort()
  return own
}

type Waits = Record<CallKind | 'check', number[]> & { failed: number }
/** The waits of others in the span: for each call, and between two stored answers of a company. */
const waitsIn = ({ from, to }: Span, calls: readonly Call[], { others, storedAt }: WaitsSite): Waits => {
  const within = calls.filter(({ at }) => at >= from && at < to)
  const msOf = (kind: CallKind) => within.filter((call) => call.kind === kind).map(({ ms }) => ms)
  const check = others.flatMap(({ tenantId }) => {
    const times = [from, ...(storedAt.get(tenantId) ?? []).filter((at) => at > from && at < to), to]
    return times.slice(1).map((at, i) => at - (times[i] ?? at))
  })
  return { list: msOf('list'), edit: msOf('edit'), check, failed: within.filter(({ ok }) => !ok).length }
}

const WAITS = { list: 'a list', edit: 'an edit', check: 'the next stored answer' } as const
const longest = (list: readonly number[]): number => list.reduce((most, ms) => Math.max(most, ms), 0)

/**
 * @param without the waits of a span without the case, with the same amount of work
 * @param unlimited a kind of wait without a limit: checks that a person ordered precede the due ones
 */
const waitRows = (what: string, waits: Waits, without?: Waits, unlimited?: keyof typeof WAITS): Row[] => {
  const rows = (Object.keys(WAITS) as (keyof typeof WAITS)[]).map((kind) => {
    const sorted = waits[kind].toSorted((a, b) => a - b)
    const most = longest(sorted)
    const usual = without ? longest(without[kind]) : most
    const ratio = without ? `${(most / usual).toFixed(2)} × without it; ` : ''
    const rest = `half within ${quantile(sorted, 0.5).toFixed(0)}, 95 % ${quantile(sorted, 0.95).toFixed(0)}`
    const limit = without && kind !== unlimited ? { most: usual + LIMIT.waitMs } : undefined
    return row(`${what}: longest wait for ${WAITS[kind]}`, most, 'ms', limit, `${ratio}${rest}; ${sorted.length}`)
  })
  return waits.failed > 0 ? [...rows, row(`${what}: not answered`, waits.failed, 'calls', { most: 0 })] : rows
}

const timesOf = async (times: number, work: (nth: number) => Promise<unknown>): Promise<number[]> => {
  const list: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const { from, to } = await spanOf(() => work(nth))
    list.push(to - from)
  }
  return list
}

const sizeRows = async (site: WaitsSite): Promise<Row[]> => {
  const filter = (company: Company) =>
    timesOf(20, (nth) =>
      ask(site, company, '/api/v2/vehicleAsset', {
        vehicleClass: { vehicleAsset: { vin: `R00${(nth * 37) % 100}` } },
        pagination: { page: 1, pageSize: 25 },
      }),
    )
  await until('the large company is counted', async () => {
    const { rowCount } = await site.db.system.query('select from pending_resource_count')
    return rowCount === 0
  })
  const of = (what: string, list: readonly number[], most?: number) => {
    const limit = most === undefined ? undefined : { most }
    return row(what, median(list), 'ms', limit, `longest ${longest(list).toFixed(1)}`)
  }
  const { middle, large } = site
  return [
    of(`filter by VIN, ${middle.size} vehicles: half within`, await filter(middle), LIMIT.filterMs),
    of(`filter by VIN, ${large.size} vehicles: half within`, await filter(large)),
    of(
      `summary of captures, ${large.size} vehicles: half within`,
      await timesOf(20, () => ask(site, large, '/api/v2/captures/summary')),
      LIMIT.summaryMs,
    ),
  ]
}

const idleRow = async ({ db }: WaitsSite): Promise<Row> => {
  const read = async () => {
    const { rows } = await db.system.query<{ transactions: number }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as transactions',
    )
    return rows[0]?.transactions ?? 0
  }
  const before = await read()
  await pause(IDLE_MS)
  const perSecond = ((await read()) - before) / (IDLE_MS / 1000)
  return row('writing transactions of an idle product', perSecond, 'a second', { most: LIMIT.writesPerSecond })
}

const keepDue = async (site: WaitsSite, over: AbortSignal): Promise<void> => {
  while (!over.aborted) {
    await makeDue(site, site.others, 1_000)
    await pause(DUE_EVERY_MS)
  }
}

export const benchWaits = async (): Promise<Row[]> => {
  const site = await openWaitsSite()
  try {
    const rows = await sizeRows(site)
    await pause(BETWEEN_MS)
    rows.push(await idleRow(site))
    const over = new AbortController()
    const due = keepDue(site, over.signal)
    const using = site.others.map((company) => useAtPace(site.base, company, over.signal))
    await pause(WARM_UP_MS)
    const quiet = await spanOf(() => pause(QUIET_MS))
    const busy = await spanOf(() => compute(site))
    await pause(BETWEEN_MS)
    const cases: [string, Span][] = []
    for (const [what, hold] of [
      ['an open import of 9 s', openImport],
      ['ten edits wait for a lock of 9 s', waitingEdits],
      ['vehicles locked for 14 s', lockedVehicles],
    ] as const) {
      cases.push([what, await spanOf(() => hold(site))])
      await pause(BETWEEN_MS)
    }
    let own: Call[] = []
    const ordering = await spanOf(async () => {
      own = await orderFleet(site)
    })
    over.abort()
    const calls = (await Promise.all(using)).flat()
    await due
    const quietWaits = waitsIn(quiet, calls, site)
    const busyWaits = waitsIn(busy, calls, site)
    const order = `«Procesar» of ${site.large.size}`
    return [
      ...waitRows('quiet', quietWaits),
      ...waitRows('a processor taken', busyWaits),
      ...cases.flatMap(([what, span]) => waitRows(what, waitsIn(span, calls, site), quietWaits)),
      ...waitRows(order, waitsIn(ordering, calls, site), busyWaits, 'check'),
      row(`${order}: longest wait for its own edit`, longest(own.map(({ ms }) => ms)), 'ms'),
      ...rows,
    ]
  } finally {
    await site.close()
  }
}
