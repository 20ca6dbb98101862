// How long it takes to claim a batch of five hundred, with twenty thousand and with two million checks due: a
// thousand companies, one of which has an eighth of everything and most next to nothing, before forty sources. Loaded
// as a replica would be.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimDue } from '@padron/server/checks/engine/claims'
import type { Db } from '@padron/server/db/client'
import { openDatabase } from '@padron/server/db/open'
import pg from 'pg'
import type { Row } from './catalogue.ts'
import { quantile } from './load.ts'

const SIZES = (process.env.BENCH_CLAIM_SIZES ?? '20000,2000000').split(',').map(Number)
const CLAIMS = 200
const BATCH = 500
const COMPANIES = 1_000
const PORTALS = 40
const CHECKS_PER_VEHICLE = 10
const LIMIT_MS = 50

const NAMES = Array.from({ length: PORTALS }, (_, i) => `banco-${i}`)

/** Sizes fall as one over the rank: the first company has some 13 % of all vehicles, the last a handful, or none. */
const SIZE_OF = (total: number) => `greatest(1, floor(${total / CHECKS_PER_VEHICLE} / (7.49 * i)))::int`

const fill = async (owner: pg.Client, total: number): Promise<void> => {
  for (const statement of [
    `set session_replication_role = replica`,
    `insert into portal (portal_key, portal_name, owner_name, country, base_url, pace_ms, concurrency)
     select 'banco-' || i, 'Banco', 'Banco', 'MX', 'http://127.0.0.1:9', 0, 1000000
     from generate_series(0, ${PORTALS - 1}) i`,
    `
      insert into company (short_name, company_name, country, time_zone)
      select 'banco' || i, 'Banco', 'MX', 'America/Mexico_City'
      from generate_series(1, ${COMPANIES}) i`,
    `insert into vehicle (tenant_id, plate, vin, state_id)
     select c.tenant_id, 'B' || lpad(n::text, 7, '0'), '3N1CN8ARK' || lpad(n::text, 8, '0'), 19
     from generate_series(1, ${COMPANIES}) i
     join company c on c.short_name = 'banco' || i
     cross join lateral generate_series(1, ${SIZE_OF(total)}) n`,
    // Each vehicle before ten sources of the forty, due at some moment of the last day.
    `insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at)
     select v.tenant_id, v.vehicle_id, 'banco-' || p, 'banco-' || p, now() - random() * interval '1 day'
     from vehicle v
     cross join generate_series(0, ${CHECKS_PER_VEHICLE - 1}) k
     cross join lateral (select (v.vehicle_id * 7 + k * 4) % ${PORTALS} as p) p`,
    `
      insert into due_queue (tenant_id, portal_key, next_at)
      select tenant_id, portal_key, min(due_at)
      from due_check
      group by 1, 2`,
    `set session_replication_role = origin`,
    `vacuum (analyze) due_check, due_queue, vehicle, portal, company`,
  ])
    await owner.query(statement)
}

/** As the store does when a check has ended; not measured here. What it leaves behind at the head of the index is. */
const finish = (db: Db, claimIds: readonly string[]): Promise<unknown> =>
  db.system.query(
    `
      update due_check
      set claim_id = null, claimed_until = null, due_at = now() + interval '1 day'
      where claim_id = any($1::uuid[])`,
    [claimIds],
  )

const measure = async (total: number): Promise<Row> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const { db, addressOf, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  const owner = new pg.Client({ connectionString: addressOf('padron_owner').connectionString })
  await owner.connect()
  await fill(owner, total)
  await owner.end()
  const { rows } = await db.system.query<{ due: number; companies: number }>(
    `select count(*)::int as due, count(distinct tenant_id)::int as companies from due_check`,
  )
  const took: number[] = []
  let claimed = 0
  for (let i = 0; i < CLAIMS; i++) {
    const portalKey = NAMES[(i * 17 + Math.floor(i / PORTALS)) % PORTALS] ?? ''
    const start = performance.now()
    const got = await claimDue(db, { portalKey, most: BATCH, leaseSeconds: 3600, connectors: NAMES })
    took.push(performance.now() - start)
    claimed += got?.claims.length ?? 0
    await finish(db, got?.claims.map(({ claimId }) => claimId) ?? [])
  }
  await close()
  rmSync(dataDir, { recursive: true, force: true })
  const sorted = took.toSorted((a, b) => a - b)
  const p95 = quantile(sorted, 0.95)
  return {
    'checks due': rows[0]?.due ?? 0,
    companies: rows[0]?.companies ?? 0,
    portals: PORTALS,
    claims: CLAIMS,
    'checks a claim': Math.round(claimed / CLAIMS),
    'first ms': took[0]?.toFixed(1) ?? '',
    'p50 ms': quantile(sorted, 0.5).toFixed(1),
    'p95 ms': p95.toFixed(1),
    'max ms': sorted.at(-1)?.toFixed(1) ?? '',
    'limit ms': LIMIT_MS,
    kept: p95 <= LIMIT_MS ? 'yes' : 'NO',
  }
}

export const benchClaims = async (): Promise<Row[]> => {
  const rows: Row[] = []
  for (const total of SIZES) rows.push(await measure(total))
  return rows
}
