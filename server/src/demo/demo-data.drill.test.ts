// The demo in a fresh database: everything that it promises, once, whatever the interruptions. load.drill.test.ts
// compares an interrupted load with one that was not.
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '../db/client.ts'
import { eraseDue } from '../db/company-data.ts'
import { registerWorkbook } from '../features/imports/register.ts'
import { diskContents } from '../files/contents/disk-contents.ts'
import { fileStore } from '../files/contents/file-store.ts'
import { createCompany } from '../identity/accounts/accounts.ts'
import { verifyPassword } from '../identity/passwords/passwords.ts'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { DEMO_PASSWORD } from './companies.ts'
import { demoNotice, installedDemo } from './demo-state.ts'
import type { DemoStores } from './documents.ts'
import { isDemoComplete, loadDemo } from './load.ts'

let fresh: FreshDatabase
const folder = mkdtempSync(join(tmpdir(), 'padron-demo-'))
const documents: DemoStores = {
  tools: { contents: diskContents(join(folder, 'documents')), scan: async () => 'unchecked', quotaBytes: 1e9 },
  room: { folder: join(folder, 'incoming'), bytes: 1e8 },
  evidence: fileStore(join(folder, 'evidence')),
}
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(async () => {
  await fresh.drop()
  rmSync(folder, { recursive: true, force: true })
})

const rowsOf = <T>(query: string) => asSystem(fresh.db, async (tx) => (await sql.raw<T>(query).execute(tx)).rows)
const load = (simulatorUrl: string, log: (line: string) => void = () => undefined) =>
  loadDemo(fresh.db, { simulatorUrl, documents, log })
const fleets = () =>
  rowsOf<{ name: string; vehicles: number; active: number; replaced: number }>(`
    select short_name as name, count(*)::int as vehicles, count(*) filter (where asset_status_id = 1)::int as active,
      count(replaced_by)::int as replaced
    from company join vehicle using (tenant_id) group by 1 order by 1`)
const EXPECTED = [
  { name: 'andina', vehicles: 200, active: 176, replaced: 2 },
  { name: 'norte', vehicles: 600, active: 528, replaced: 6 },
  { name: 'sureste', vehicles: 80, active: 69, replaced: 1 },
]

test('the demo fills an empty installation, however often it is interrupted', { timeout: 240_000 }, async () => {
  const cut = new Error('killed')
  const loadUntil = (words: string) =>
    load('http://localhost:3001', (line) => {
      if (line.includes(words)) throw cut
    })
  for (const words of ['usuarios', 'vehículos de norte', 'documentos de norte'])
    await expect(loadUntil(words)).rejects.toThrow(cut)
  await load('http://localhost:3001')
  expect(await fleets()).toEqual(EXPECTED)
})

test('the operator gets a notice about the demo at each start', async () => {
  const demo = await installedDemo(fresh.db)
  expect(demo && demoNotice(demo)).toMatch(
    /^Esta instalación tiene la demostración \(andina, norte y sureste\).* padron demo remove$/,
  )
})

test('the demo has a year of history, and nothing happened before a vehicle was added', async () => {
  const [past] = await rowsOf<{ fines: number; early: number; left: number; sooner: number }>(`
    select (select count(*)::int from debt where ended_as = 'paid' and ended_at < now() - interval '40 days') as fines,
      (select count(*)::int
      from check_event e
      join vehicle v using (tenant_id, vehicle_id)
      where e.at < v.created_at) as early,
        (select count(*)::int
        from vehicle_history
        where asset_status_id in (3, 8, 9) and at < now() - interval '100 days') as left,
      (select count(*)::int
      from vehicle_history h
      join vehicle v using (tenant_id, vehicle_id)
      where h.at < v.created_at) as sooner`)
  expect(past).toEqual({ fines: expect.any(Number), early: 0, left: 40, sooner: 0 })
  expect(past?.fines).toBeGreaterThan(60)
  const days = await rowsOf<{ name: string; weeks: number; jump: boolean }>(`
    select c.short_name as name, count(distinct day)::int as weeks, bool_or(resource_type_id in (0, 8)) as jump
    from daily_debt join company c using (tenant_id) where day < current_date and amount > 0 group by 1 order by 1`)
  expect(days).toEqual([
    { name: 'andina', weeks: 52, jump: false },
    { name: 'norte', weeks: 52, jump: true },
    { name: 'sureste', weeks: 52, jump: true },
  ])
  // Paid debts are not owed any more.
  const [total] = await rowsOf<{ owed: number; captured: number }>(`
    select (select sum(debt_total)::float8 from vehicle) as owed,
      (select sum(debt_total)::float8 from vehicle_resource where captured_at is not null) as captured`)
  expect(total?.owed).toBe(total?.captured)
  expect(total?.owed).toBeGreaterThan(100_000)
})

test('the demo has captures if no source is queried: all with evidence, some old, some missing', async () => {
  const captures = await rowsOf<{
    name: string
    vehicles: number
    proofs: number
    captures: number
    statuses: number[]
  }>(`
    select c.short_name as name, count(*)::int as captures, count(distinct r.vehicle_id)::int as vehicles,
      (count(*) filter (where e.file_id is not null))::int as proofs,
      array_agg(distinct x.status_id order by x.status_id) as statuses
    from check_run r join company c using (tenant_id) join check_result x using (tenant_id, run_id)
    left join evidence_file e using (tenant_id, run_id) where r.origin = 'capture' group by 1 order by 1`)
  expect(captures.map(({ name }) => name)).toEqual(['norte', 'sureste'])
  for (const { captures: count, proofs } of captures) expect(proofs).toBe(count)
  const met = new Set(captures.flatMap(({ statuses }) => statuses))
  expect([0, 1, 2, 3, 6, 7, 8, 9, 16, 17, 27, 28].filter((status) => !met.has(status))).toEqual([])
  const files = await rowsOf<{ path: string }>('select distinct path from evidence_file')
  for (const { path } of files) {
    const file = await documents.evidence.read(path)
    const [head] = await (file as Readable).take(1).toArray()
    expect((head as Buffer).subarray(0, 5).toString()).toBe('%PDF-')
  }
  const [lists] = await rowsOf<{ old: number; never: number }>(`
    select (count(*) filter (where captured_at is not null and fresh_until < now()))::int as old,
      (count(*) filter (where captured_at is null and good_at is null and connector_key is null))::int as never
    from vehicle_resource
    join resource using (resource_id)
    join vehicle v using (tenant_id, vehicle_id)
    where v.asset_status_id = 1`)
  expect(lists?.old).toBeGreaterThan(20)
  expect(lists?.never).toBeGreaterThan(50)
})

test('vehicles have documents: expired, about to expire and missing ones, each with its file', async () => {
  const types = await rowsOf<{
    name: string
    type: string
    documents: number
    vehicles: number
    expired: number
    soon: number
    required: string
  }>(`
    select c.short_name as name, t.type_name as type, t.required, count(*)::int as documents,
      count(distinct d.vehicle_id)::int as vehicles, (count(*) filter (where d.expires_on < now()))::int as expired,
      (count(*) filter (where d.expires_on between now() and now() + interval '30 days'))::int as soon
    from document_type t
    join company c using (tenant_id)
    join document d using (tenant_id, document_type_id)
    group by 1, 2, 3
    order by 1, 2`)
  expect(new Set(types.map(({ name }) => name)).size).toBe(3)
  for (const { documents, vehicles } of types) expect(vehicles).toBe(documents)
  const required = types.filter(({ required }) => required === 'tags')
  expect(required.length).toBe(3)
  for (const { expired, soon } of required) expect([expired > 0, soon > 0]).toEqual([true, true])
  const files = await rowsOf<{ key: string; size: number }>(
    `select tenant_id || '/' || sha256 as key, size::int from stored_file`,
  )
  expect(files.length).toBeGreaterThan(50)
  for (const { key, size } of files) expect(await documents.tools.contents.look(key)).toMatchObject({ size })
  const dates = await rowsOf<{ same: boolean }>(`
    select bool_and(o.due_on = d.expires_on) as same
    from document d
    join obligation o using (tenant_id, document_id)
    where d.expires_on is not null`)
  expect(dates).toEqual([{ same: true }])
})

test('users can sign in: they have accepted the terms and have the roles of the demo', async () => {
  const users = await rowsOf<{
    username: string
    password_hash: string
    terms_version: string
    roles: string[]
    main: boolean
  }>(`
    select u.username, u.password_hash, u.terms_version, u.user_id = u.tenant_id as main,
      u.role_ids || p.role_ids as roles
    from app_user u left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id order by 1`)
  expect(users.map(({ username, main, roles }) => [username, main, roles.length])).toEqual([
    ['andina-admin', true, 1],
    ['norte-admin', true, 1],
    ['norte-consulta', false, 2],
    ['norte-operador', false, 8],
    ['norte-personal', false, 4],
    ['sureste-admin', true, 1],
  ])
  expect(users.every(({ terms_version }) => terms_version)).toBe(true)
  expect(await verifyPassword(DEMO_PASSWORD, users[0]?.password_hash ?? '')).toBe(true)
})

test('every vehicle has checks; a replaced one refers to its newer replacement with the reason', async () => {
  expect(
    await rowsOf(
      'select vehicle_id from vehicle v where not exists (select from due_check d where d.vehicle_id = v.vehicle_id)',
    ),
  ).toEqual([])
  const pairs = await rowsOf<{ status: number; reason: number; newer: boolean }>(`
    select o.asset_status_id as status, n.acquisition_reason_id as reason, n.year > o.year
      and n.asset_status_id = 1 as newer
    from vehicle o join vehicle n on n.tenant_id = o.tenant_id and n.vehicle_id = o.replaced_by`)
  expect(pairs.every(({ status, reason, newer }) => [3, 8, 9].includes(status) && reason === 2 && newer)).toBe(true)
})

test('a second load duplicates nothing; simulated portals follow the simulator, and real ones stay', async () => {
  await rowsOf(`update portal set base_url = 'https://real.example', simulated = false where portal_key = 'apitude'`)
  await load('http://localhost:4001')
  expect(await fleets()).toEqual(EXPECTED)
  const portals = await rowsOf<{ portal_key: string; base_url: string }>(
    `select portal_key, base_url from portal where base_url is not null order by 1`,
  )
  expect(portals.map(({ portal_key, base_url }) => `${portal_key} ${base_url}`)).toEqual([
    'apitude https://real.example',
    'apitude-runt http://localhost:4001/apitude',
    'avit-medellin http://localhost:4001/avit',
    'datos-gov-co http://localhost:4001/socrata',
    'nubarium http://localhost:4001/nubarium',
    'placapi http://localhost:4001/placapi',
    'placapi-mx http://localhost:4001/placapi',
    'placapi-runt http://localhost:4001/placapi',
    'rapidapi http://localhost:4001/rapidapi',
    'verifik-mx http://localhost:4001/verifik',
    'verifik-runt http://localhost:4001/verifik',
    'verifik-simit http://localhost:4001/verifik',
  ])
})

test('an installation with a company of its own gets no demo', async () => {
  const other = await freshDatabase()
  try {
    await asSystem(other.db, (tx) =>
      tx
        .insertInto('company')
        .values({ short_name: 'propia', company_name: 'Propia', country: 'MX', time_zone: 'America/Mexico_City' })
        .execute(),
    )
    await loadDemo(other.db, { simulatorUrl: 'http://localhost:3001', documents, log: () => undefined })
    expect(await asSystem(other.db, (tx) => tx.selectFrom('company').select('short_name').execute())).toEqual([
      { short_name: 'propia' },
    ])
    expect(
      await asSystem(other.db, (tx) =>
        tx.selectFrom('portal').select('portal_key').where('simulated', '=', true).execute(),
      ),
    ).toEqual([])
  } finally {
    await other.drop()
  }
})

test('the demo’s workbook sent by hand is rejected as a whole', async () => {
  const [norte] = await rowsOf<{ tenant_id: number }>(`select tenant_id from company where short_name = 'norte'`)
  const workbook = await readFile(`${import.meta.dirname}/norte.xlsx`)
  const result = await registerWorkbook(fresh.db, { tenantId: norte?.tenant_id ?? 0, country: 'MX' }, workbook, {
    thisYear: 2026,
    file: 'flota.xlsx',
  })
  expect(result).toMatchObject({ imported: null })
  expect((await fleets())[1]).toEqual(EXPECTED[1])
})

test('each company has settings of emails, scheduled reports and an alert', async () => {
  const set = await rowsOf<{
    name: string
    active: boolean
    reports: number
    soon: number
    alerts: number
    mail: string
  }>(`
    select c.short_name as name, e.active, u.email as mail,
      (select count(*)::int from scheduled_report r where r.tenant_id = c.tenant_id) as reports,
      (select count(*)::int
      from scheduled_report r
      where r.tenant_id = c.tenant_id and r.next_at between now() and now() + interval '32 days') as soon,
        (select count(*)::int from alert a where a.tenant_id = c.tenant_id) as alerts
    from company c
    join email_setting e using (tenant_id)
    join app_user u on u.tenant_id = c.tenant_id and u.user_id = c.tenant_id
    order by 1`)
  const each = { active: true, reports: 3, soon: 3, alerts: 1 }
  expect(set).toEqual(
    ['andina', 'norte', 'sureste'].map((name) => ({ name, ...each, mail: `direccion@${name}.example` })),
  )
})

test('a new company with the name of an erased demo company gets no fleet', async () => {
  await rowsOf(`update company set erase_at = now() where short_name = 'sureste'`)
  await eraseDue(
    fresh.db,
    fileStore('/nonexistent'),
    () => undefined,
    (error) => {
      throw error
    },
  )
  const duplicate = { shortName: 'sureste', title: 'Sureste', country: 'MX', timeZone: 'America/Merida' } as const
  await asSystem(fresh.db, (tx) => createCompany(tx, { ...duplicate, passwordHash: 'x' }))
  expect(await isDemoComplete(fresh.db)).toBe(true)
  await load('http://localhost:3001')
  expect(await fleets()).toEqual([EXPECTED[0], EXPECTED[1]])
})
