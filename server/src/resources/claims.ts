// Taking due checks. The due table is its own queue: a lane claims a few rows of its portal with SKIP LOCKED and a lease,
// holding the portal's row for the moment of claiming, so that pace, concurrency and the breaker are kept across processes.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'

export type Claim = {
  claimId: string
  tenantId: number
  vehicleId: number
  connectorKey: string
  attempts: number
  plate: string
  vin: string
  stateId: number
  taxIdentifier: string | null
}

/** `halfOpen`: the breaker has been open and lets one check through to see. */
export type PortalState = {
  portalKey: string
  baseUrl: string
  credential: string
  halfOpen: boolean
}
export type Claimed = { portal: PortalState; claims: Claim[] }

type PortalRow = {
  portal_key: string; base_url: string; credential: string | null; half_open: boolean; pace_ms: number; free: number; waiting: boolean
} // biome-ignore format: a row

/** Portals that may be asked at all: those an installation gave an address. */
export const askablePortals = (db: Db): Promise<string[]> =>
  asSystem(db, async (tx) => {
    const rows = await tx.selectFrom('portal').select('portal_key').where('base_url', 'is not', null).execute()
    return rows.map(({ portal_key }) => portal_key)
  })

/**
 * Claims up to `wanted` due checks of a portal; fewer where its concurrency, its pace or its breaker say so. Past half
 * open the breaker lets one through.
 * @param leaseSeconds after which a claim counts as abandoned @param connectors keys this process knows; others wait
 */
export const claimDue = (
  db: Db,
  portalKey: string,
  wanted: number,
  leaseSeconds: number,
  connectors: readonly string[],
): Promise<Claimed | undefined> =>
  asSystem(db, async (tx) => {
    // Two statements, sent together: the count must be read after the lock was got, and a statement's snapshot is older.
    const lock = sql`select 1 from portal where portal_key = ${portalKey} for update`.execute(tx)
    const read = sql<PortalRow>`
      select p.portal_key, p.base_url, p.credential, p.pace_ms, p.open_seconds > 0 as half_open,
        (case when p.open_seconds > 0 then 1 when p.pace_ms > 0 then 1 else p.concurrency end
          - (select count(*) from due_check d where d.portal_key = p.portal_key and d.claim_id is not null and d.claimed_until > now()))::int as free,
        (p.open_until > now() or p.next_at > now()) is true as waiting
      from portal p where p.portal_key = ${portalKey} and p.base_url is not null`.execute(tx)
    const [, { rows }] = await Promise.all([lock, read])
    const portal = rows[0]
    if (!portal) return undefined
    const state = {
      portalKey,
      baseUrl: portal.base_url,
      credential: portal.credential ?? '',
      halfOpen: portal.half_open,
    }
    const limit = Math.min(wanted, portal.free)
    if (portal.waiting || limit < 1) return { portal: state, claims: [] }
    const claims = await takeRows(tx, portalKey, limit, leaseSeconds, connectors)
    if (claims.length > 0 && portal.pace_ms > 0) {
      await sql`update portal set next_at = now() + make_interval(secs => ${portal.pace_ms / 1000}) where portal_key = ${portalKey}`.execute(
        tx,
      )
    }
    return { portal: state, claims }
  })

type Row = Omit<Claim, 'claimId'> & { claimId: string }

const takeRows = async (
  tx: Parameters<Parameters<typeof asSystem>[1]>[0],
  portalKey: string,
  limit: number,
  leaseSeconds: number,
  connectors: readonly string[],
): Promise<Claim[]> => {
  const { rows } = await sql<Row>`
    with next as (
      select d.tenant_id, d.vehicle_id, d.connector_key from due_check d
      where d.portal_key = ${portalKey} and d.claim_id is null and not d.suspended and d.due_at <= now() and d.connector_key = any(${connectors}::text[])
      order by d.priority desc, d.due_at limit ${limit} for update skip locked)
    update due_check d set claim_id = gen_random_uuid(), claimed_until = now() + make_interval(secs => ${leaseSeconds})
    from next n join vehicle v on v.tenant_id = n.tenant_id and v.vehicle_id = n.vehicle_id
    where d.tenant_id = n.tenant_id and d.vehicle_id = n.vehicle_id and d.connector_key = n.connector_key
    returning d.claim_id as "claimId", d.tenant_id as "tenantId", d.vehicle_id as "vehicleId", d.connector_key as "connectorKey",
      d.attempts, v.plate, v.vin, v.state_id as "stateId", v.tax_identifier as "taxIdentifier"`.execute(tx)
  return rows
}

/** Gives back what a worker that died was holding. Passes over locked rows: whoever changes many of a company must not meet it half way. */
export const releaseAbandoned = (db: Db): Promise<number> =>
  asSystem(db, async (tx) => {
    const { numAffectedRows } = await sql`
      update due_check set claim_id = null, claimed_until = null where claim_id in (
        select claim_id from due_check where claim_id is not null and claimed_until < now() for update skip locked)
        and claim_id is not null and claimed_until < now()`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })

/** Gives back claims untouched: the worker stops before it asked. */
export const releaseClaims = (db: Db, claimIds: readonly string[]): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`update due_check set claim_id = null, claimed_until = null where claim_id = any(${claimIds}::uuid[])`.execute(
      tx,
    )
  })

const OPENS_AFTER = 5
const OPEN_FIRST_SECONDS = 120
const OPEN_LONGEST_SECONDS = 1800

/** The breaker: five faults in a row open it for two minutes, doubling to thirty; an answer closes it. */
export const countFault = (db: Db, portalKey: string): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`
      update portal set failures = failures + 1,
        open_seconds = case when failures + 1 < ${OPENS_AFTER} then open_seconds when open_seconds = 0 then ${OPEN_FIRST_SECONDS}
          when open_until > now() then open_seconds else least(${OPEN_LONGEST_SECONDS}, open_seconds * 2) end,
        open_until = case when failures + 1 < ${OPENS_AFTER} then open_until when open_until > now() then open_until
          else now() + make_interval(secs => case when open_seconds = 0 then ${OPEN_FIRST_SECONDS} else least(${OPEN_LONGEST_SECONDS}, open_seconds * 2) end) end
      where portal_key = ${portalKey}`.execute(tx)
  })

export const closeBreaker = (db: Db, portalKey: string): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`update portal set failures = 0, open_seconds = 0, open_until = null where portal_key = ${portalKey} and failures > 0`.execute(
      tx,
    )
  })

/** Run ids sort by time, so that a vehicle's runs lie together. RFC 9562, version 7. */
export const uuidV7 = (now: Date): string => {
  const time = now.getTime().toString(16).padStart(12, '0')
  const random = randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
