// Directus on the database of a benchmark, as a process of its own: as its administrator by a fixed token, without a
// cache and without a record of activity. Its own tables are in a schema of their own, which goes when it is stopped.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Known } from './asked-shots.ts'
import type { Child } from './child.ts'
import { type Installed, installDirectus } from './directus-install.ts'
import { urlsOf, type Yard } from './many-companies.ts'

export const TOKEN = 'clave-fija-del-banco-de-pruebas'
/** What it calls the checks of a vehicle. */
export const CHECKS = 'checks'
const PATIENCE_MS = 180_000

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

const asOwner = async (yard: Yard, statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: urlsOf(yard).padron_owner })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * It knows no key of two columns: of the same table it is told that the vehicle's id, which is unique by itself, is
 * the primary key. Only what the database says of its indexes changes, in a database of the benchmark's own.
 */
const primaryKey = (table: string, name: string, other: string): string[] => [
  'set allow_system_table_mods = on',
  `
    update pg_index
    set indisprimary = (indexrelid = '${name}'::regclass)
    where indrelid = '${table}'::regclass and indexrelid in ('${name}'::regclass, '${other}'::regclass)`,
]
/**
 * It adds a foreign key beside the one that is there, which every insert would pay for, ours too; it knows the
 * relation by a row of its own.
 */
const FREE = 'alter table vehicle_resource drop constraint if exists vehicle_resource_vehicle_id_foreign'
const firstOfList = (tenantId: number) =>
  `
    select vehicle_id
    from vehicle
    where tenant_id = ${tenantId} and asset_status_id = 1 and ticket_status = 0
    order by plate
    limit 1000`
/** A vehicle's checks have no column that is unique by itself: those that are asked for get one, and every new one. */
const letIn = ({ tenantId, ids }: Pick<Known, 'tenantId' | 'ids'>): string[] => [
  FREE,
  'drop schema if exists directus cascade',
  'create schema directus',
  'create unique index if not exists bench_by_id on vehicle (vehicle_id)',
  ...primaryKey('vehicle', 'bench_by_id', 'vehicle_pkey'),
  'alter table vehicle_resource drop column if exists bench_id',
  'drop sequence if exists bench_ids',
  'create sequence bench_ids',
  'grant usage on sequence bench_ids to public',
  'alter table vehicle_resource add column bench_id bigint',
  `alter table vehicle_resource alter column bench_id set default nextval('bench_ids')`,
  `
    update vehicle_resource
    set bench_id = default
    where tenant_id = ${tenantId} and (vehicle_id in (${ids.join(',')}) or vehicle_id in (${firstOfList(tenantId)}))`,
  'create unique index bench_by_check on vehicle_resource (bench_id)',
  ...primaryKey('vehicle_resource', 'bench_by_check', 'vehicle_resource_pkey'),
]
const LET_OUT = [
  FREE,
  ...primaryKey('vehicle', 'vehicle_pkey', 'bench_by_id'),
  ...primaryKey('vehicle_resource', 'vehicle_resource_pkey', 'bench_by_check'),
  'drop index bench_by_id',
  'alter table vehicle_resource drop column bench_id',
  'drop sequence bench_ids',
  'drop schema directus cascade',
]

const settings = (yard: Yard, port: number): string => {
  const { searchParams, username } = new URL(urlsOf(yard).padron_owner.replace('@/', '@localhost/'))
  const wanted = {
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    KEY: 'banco',
    SECRET: 'secreto-del-banco-de-pruebas-0001',
    DB_CLIENT: 'pg',
    DB_HOST: searchParams.get('host') ?? '',
    DB_PORT: 5432,
    DB_USER: username,
    DB_PASSWORD: '',
    DB_DATABASE: 'padron',
    DB_SEARCH_PATH: 'array:directus,public',
    DB_POOL__MAX: 10,
    ADMIN_EMAIL: 'banco@ejemplo.mx',
    ADMIN_PASSWORD: 'Clave-de-banco-1',
    ADMIN_TOKEN: TOKEN,
    CACHE_ENABLED: false,
    RATE_LIMITER_ENABLED: false,
    PRESSURE_LIMITER_ENABLED: false,
    TELEMETRY: false,
    LOG_LEVEL: 'error',
    WEBSOCKETS_ENABLED: false,
  }
  return Object.entries(wanted)
    .map(([name, value]) => `${name}="${value}"`)
    .join('\n')
}

const ask = async (url: string, path: string, method = 'GET', body?: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

const ready = async (url: string, ended: () => boolean): Promise<void> => {
  const last = Date.now() + PATIENCE_MS
  while (!(await ask(url, '/server/ping').catch(() => undefined))?.ok) {
    if (ended() || Date.now() > last) throw new Error('Directus did not start')
    await pause(250)
  }
}

const PLAIN = { meta: { accountability: null, versioning: false } }
/** It shows no table that nobody registered, and of a vehicle's checks it must be told whose they are. */
const TOLD: readonly [method: string, path: string, body: object][] = [
  ['PATCH', '/collections/vehicle', PLAIN],
  ['PATCH', '/collections/vehicle_resource', PLAIN],
  ['POST', '/fields/vehicle', { field: CHECKS, type: 'alias', meta: { interface: 'list-o2m', special: ['o2m'] } }],
  [
    'POST',
    '/relations',
    {
      collection: 'vehicle_resource',
      field: 'vehicle_id',
      related_collection: 'vehicle',
      schema: null,
      meta: { one_field: CHECKS },
    },
  ],
]
const register = async (url: string): Promise<void> => {
  for (const [method, path, body] of TOLD) {
    const reply = await ask(url, path, method, body)
    if (!reply.ok) throw new Error(`Directus did not take ${path}: ${await reply.text()}`)
  }
}

const start = async ({ folder, node, cli }: Installed, port: number): Promise<Child> => {
  execFileSync(node, [cli, 'bootstrap'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const child = spawn(node, [cli, 'start'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  try {
    await ready(url, () => child.exitCode !== null)
    await register(url)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return { url, pid: child.pid ?? 0, stop: () => void child.kill('SIGKILL') }
}

export type Directus = Child & { leave: () => Promise<void> }
/**
 * `leave`: stops it and takes everything of it out of the database.
 * @param asked whose vehicles are asked for with their checks
 */
export const startDirectus = async (yard: Yard, asked: Pick<Known, 'tenantId' | 'ids'>): Promise<Directus> => {
  const installed = installDirectus()
  const port = await freePort()
  await asOwner(yard, letIn(asked))
  // What stands in this file is stronger than the environment, so nothing of ours is left to chance.
  writeFileSync(join(installed.folder, '.env'), settings(yard, port), { mode: 0o600 })
  const leave = () => asOwner(yard, LET_OUT)
  try {
    const child = await start(installed, port)
    await asOwner(yard, [FREE])
    const ended = async () => {
      child.stop()
      await pause(500)
      await leave()
    }
    return { ...child, leave: ended }
  } catch (error) {
    await leave()
    throw error
  }
}
