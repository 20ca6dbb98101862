// The installation of the benchmark of waits: many companies, of which the first is large; the product in a separate
// process; a slow source; and a notification from the database for each company whose answers are stored.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type SimulatorProcess, startSimulator } from '@padron/server/bin/simulator-process'
import type { Db } from '@padron/server/db/client'
import { DEMO_PORTALS } from '@padron/server/demo/companies'
import pg from 'pg'
import { answerWithoutFailures } from '../checks.ts'
import { loadCompanies, sampleOf } from '../fleet.ts'
import { openSite, type Site } from '../imports/setup.ts'
import { type Place, signIn } from '../many-companies.ts'

const COMPANIES = Number(process.env.BENCH_COMPANIES ?? 1_000)
const VEHICLES = Number(process.env.BENCH_VEHICLES ?? 50_000)
const LARGE = Math.round((VEHICLES * 4) / 7)
/** The size of a company whose filter was slow, in proportion to a whole of 350,000. */
const MIDDLE = Math.round(VEHICLES / 41)
const SMALL = Math.max(10, Math.round((VEHICLES - LARGE - MIDDLE) / (COMPANIES - 2)))
/** Number of other companies whose calls and checks are measured. */
const OTHERS = 4

/** The vehicle registry: every vehicle is checked there. */
export const RESOURCE_ID = 5002
const CHECK = { portal: 'nubarium', connector: 'mx-repuve' }
/** Few concurrent checks, and slow ones: their waiting is measured, not the processors' work. */
const CONCURRENCY = 4
const SOURCE_MS = 30

export type Company = Place & { token: string }
export type WaitsSite = Site & {
  owner: pg.Client
  large: Company
  middle: Company
  others: Company[]
  /** The times at which answers of a company were stored. */
  storedAt: ReadonlyMap<number, number[]>
}

const load = async ({ addressOf }: Site): Promise<number[]> => {
  const began = performance.now()
  const { connectionString } = addressOf('padron_owner')
  const ids = await loadCompanies(connectionString, [
    ['grande', LARGE],
    ['mediana', MIDDLE],
    ['chica', SMALL, COMPANIES - 2],
  ])
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    `insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at)
     select tenant_id, vehicle_id, $1, $2, now() + interval '30 days'
     from vehicle
     on conflict (tenant_id, vehicle_id, connector_key) do update set due_at = excluded.due_at`,
    [CHECK.connector, CHECK.portal],
  )
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `update vehicle_resource set fresh_until = now() - interval '1 hour' where tenant_id = $1 and resource_id = $2`,
    [ids[0], RESOURCE_ID],
  )
  await client.query('insert into pending_resource_count (tenant_id) values ($1)', [ids[0]])
  await client.query('vacuum analyze due_check, vehicle_resource')
  await client.end()
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`${COMPANIES} companies with ${VEHICLES} vehicles loaded in ${seconds} s\n`)
  return ids
}

/** A slow proxy that forwards each query to the simulator. */
const startSource = async ({ url }: SimulatorProcess): Promise<{ url: string; stop: () => void }> => {
  const server = createServer(async (request, reply) => {
    const { method = 'GET', headers } = request
    const body = await buffer(request)
    await pause(SOURCE_MS)
    const answer = await fetch(`${url}${request.url}`, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': headers['content-type'] ?? '' },
      ...(body.length > 0 ? { body } : {}),
    })
    const type = answer.headers.get('content-type') ?? ''
    reply.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() }
}

const configurePortals = async (db: Db, source: string): Promise<void> => {
  for (const { key, path, credential } of DEMO_PORTALS)
    await db.system.query(
      'update portal set base_url = $1, credential = $2, pace_ms = 0, concurrency = $3 where portal_key = $4',
      [`${source}${path}`, credential, CONCURRENCY, key],
    )
}

const STORED = `
  create function bench_stored() returns trigger language plpgsql as $$
  begin
    perform pg_notify('bench_stored', tenant_id::text) from (select distinct tenant_id from stored) s;
    return null;
  end $$;
  create trigger bench_stored after insert on check_run referencing new table as stored
    for each statement execute function bench_stored()`

const watchStored = async (owner: pg.Client): Promise<ReadonlyMap<number, number[]>> => {
  const storedAt = new Map<number, number[]>()
  owner.on('notification', ({ payload }) => {
    const times = storedAt.get(Number(payload)) ?? []
    storedAt.set(Number(payload), times)
    times.push(performance.now())
  })
  await owner.query(STORED)
  await owner.query('listen bench_stored')
  return storedAt
}

/** Makes the companies' checks due; running ones are not changed. */
export const makeDue = async ({ db }: Pick<Site, 'db'>, companies: readonly Company[], most: number): Promise<void> => {
  await db.system.query(
    `update due_check d
     set due_at = now(), attempts = 0
     from (
       select tenant_id, vehicle_id, connector_key
       from due_check
       where tenant_id = any($1) and claim_id is null and due_at > now()
       limit $2
       for update skip locked) x
     where d.tenant_id = x.tenant_id and d.vehicle_id = x.vehicle_id and d.connector_key = x.connector_key`,
    [companies.map(({ tenantId }) => tenantId), most],
  )
}

export const openWaitsSite = async (): Promise<WaitsSite> => {
  const site = await openSite()
  const ids = await load(site)
  const company = async (tenantId: number, size: number): Promise<Company> => {
    const place = { tenantId, size, ...(await sampleOf(site.db, tenantId)) }
    return { ...place, token: await signIn(site.db, place) }
  }
  const [largeId = 0, middleId = 0, ...smallIds] = ids
  const large = await company(largeId, LARGE)
  const middle = await company(middleId, MIDDLE)
  const others = await Promise.all(smallIds.slice(0, OTHERS).map((id) => company(id, SMALL)))
  const simulator = await startSimulator(0)
  await answerWithoutFailures(simulator)
  const source = await startSource(simulator)
  await configurePortals(site.db, source.url)
  const owner = new pg.Client({ connectionString: site.addressOf('padron_owner').connectionString })
  await owner.connect()
  const storedAt = await watchStored(owner)
  const close = async () => {
    await owner.end()
    await site.close()
    source.stop()
    await simulator.stop()
  }
  return { ...site, owner, large, middle, others, storedAt, close }
}
