// Dashboards: the figures of one company of 200,000 vehicles (BENCH_VEHICLES), and of a thousand companies of a
// thousand each (BENCH_COMPANIES); what the list costs while figures are worked out beside it; reading a dashboard.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '@padron/server/db/client'
import { openDatabase } from '@padron/server/db/open'
import { keepStatistics } from '@padron/server/features/dashboard/keep-statistics'
import { workOutDue } from '@padron/server/features/dashboard/start-statistics'
import { pino } from 'pino'
import type { Row } from './catalogue.ts'
import { startChild } from './child.ts'
import { makeLargeFleet, makeManyFleets } from './dashboard-fleet.ts'
import { median, type Shot, shoot } from './load.ts'

const SIZE = Number(process.env.BENCH_VEHICLES ?? 200_000)
const COMPANIES = Number(process.env.BENCH_COMPANIES ?? 1_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15)
const READERS = 8
const LIMITS = { oneMs: 10_000, manyMs: 300_000, slower: 1.5, readMs: 30 }
const ZONE = 'America/Mexico_City'

const rowOf = (what: string, value: string, limit: string, kept: boolean): Row => ({
  what,
  value,
  limit,
  kept: kept ? 'yes' : 'NO',
  load: loadavg()[0]?.toFixed(1) ?? '',
})

const one = async (db: Db, tenantId: number): Promise<Row> => {
  const took: number[] = []
  for (let i = 0; i < ROUNDS; i++)
    took.push((await keepStatistics(db, { tenantId, timeZone: ZONE }, new Date())).tookMs)
  const slowest = Math.max(...took)
  const value = `${took.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s`
  return rowOf(
    `figures of ${SIZE} vehicles, ${ROUNDS} times`,
    value,
    `${LIMITS.oneMs / 1000} s`,
    slowest <= LIMITS.oneMs,
  )
}

const PAGES = 40
const lists = (token: string): Shot[] =>
  Array.from({ length: PAGES }, (_, nth) => ({
    path: '/api/v2/vehicleAsset',
    token,
    body: {
      vehicleClass: { assetHistoric: { assetStatusId: 1 } },
      pagination: { page: 1 + nth * 97, pageSize: 25, sortBy: nth % 2 ? 'plate' : 'creationDate' },
    },
  }))

/** One after another, for as long as it is asked for. */
const beside = async (db: Db, tenantId: number, work: () => Promise<number>): Promise<number> => {
  const going = { on: true }
  const figures = (async () => {
    while (going.on) await keepStatistics(db, { tenantId, timeZone: ZONE }, new Date())
  })()
  const result = await work()
  going.on = false
  await figures
  return result
}

/** Alone and beside take turns, and medians are compared. */
const slowed = async (db: Db, url: string, tenantId: number, token: string): Promise<Row> => {
  const list = async () => (await shoot(url, lists(token), 1, SECONDS)).p95
  const [alone, together]: [number[], number[]] = [[], []]
  await list() // the first reads columns and counts
  for (let i = 0; i < ROUNDS; i++) {
    alone.push(await list())
    together.push(await beside(db, tenantId, list))
  }
  const ratio = median(together) / median(alone)
  const value = `${median(alone).toFixed(1)} → ${median(together).toFixed(1)} ms, × ${ratio.toFixed(2)}`
  return rowOf('list p95 alone → while figures are worked out', value, `× ${LIMITS.slower}`, ratio <= LIMITS.slower)
}

const reading = async (url: string, token: string): Promise<Row> => {
  const { p50, p95, perSecond, failed } = await shoot(url, [{ path: '/api/v2/dashboard', token }], READERS, SECONDS)
  const value = `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms; ${Math.round(perSecond)}/s, ${failed} failed`
  return rowOf(
    `reading a dashboard, ${READERS} connections`,
    value,
    `${LIMITS.readMs} ms`,
    p95 <= LIMITS.readMs && failed === 0,
  )
}

const many = async (db: Db, owner: string): Promise<Row> => {
  await makeManyFleets(owner, COMPANIES)
  const log = pino({ level: 'error' })
  const night = new Date(Date.now() + 48 * 3_600_000) // all are due by then
  await workOutDue({ db, now: () => new Date(), log }) // those that are due already
  const began = performance.now()
  const worked = await workOutDue({ db, now: () => night, log })
  const ms = performance.now() - began
  return rowOf(
    `figures of ${worked} companies of 1,000 vehicles, and of those above`,
    `${(ms / 1000).toFixed(0)} s`,
    `${LIMITS.manyMs / 1000} s`,
    ms <= LIMITS.manyMs && worked >= COMPANIES,
  )
}

export const benchDashboard = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const opened = await openDatabase({ databaseUrl: undefined, dataDir: folder })
  const urls = Object.fromEntries(
    (['padron_app', 'padron_system', 'padron_owner'] as const).map((role) => [
      role,
      opened.addressOf(role).connectionString,
    ]),
  )
  const api = await startChild('api-server.ts', [JSON.stringify({ urls })])
  const db = connect(opened.addressOf)
  try {
    const { tenantId, token } = await makeLargeFleet(opened.db, urls.padron_owner ?? '', SIZE)
    const table = [await one(db, tenantId), await reading(api.url, token)]
    table.push(await slowed(db, api.url, tenantId, token))
    if (COMPANIES > 0) table.push(await many(db, urls.padron_owner ?? ''))
    return table
  } finally {
    api.stop()
    await db.close()
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
