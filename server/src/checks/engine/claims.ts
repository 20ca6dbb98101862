// Claims due checks. `due_check` is the queue: a portal's worker loop claims a few rows with SKIP LOCKED and a lease
// while it holds the account's and then the portal's row, so pace, concurrency, breaker and budget hold across
// processes. Companies take turns through `tenant_queue`.
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { accountOwner } from '../../secrets/owners.ts'
import { accountMonthSql, lockAccountOf, setProbeAt } from '../portals/accounts.ts'
import { isPausedFor, type Pause, PROBE_EVERY_SECONDS } from '../portals/pause.ts'
import { asVehicle, type Claim, type ClaimedBatch, type ClaimRequest, RETURNING, type Row } from './claim.ts'
import { gatherHolders } from './holder-claims.ts'

type PortalRow = {
  account_key: string | null
  base_url: string
  credential: string | null
  half_open: boolean
  quiet: boolean
  pace_ms: number
  free: number
  waiting: boolean
  affordable: number | null
  capped_by_account: boolean
  month: string
  priced: boolean
  credit_out: boolean
  probe_due: boolean
  drift: Pause['drift']
  now: string
}

/** Portals with a configured address. */
export const askablePortals = (db: Db): Promise<string[]> =>
  asSystem(db, async (tx) => {
    const rows = await tx.selectFrom('portal').select('portal_key').where('base_url', 'is not', null).execute()
    return rows.map(({ portal_key }) => portal_key)
  })

/** Nothing is claimed of a company that moves to another installation. */
const STAYS = sql`not exists (select from company c where c.tenant_id = q.tenant_id and c.move_state is not null)`

/** The portals that may have a check to claim now. It locks and writes nothing, so an idle worker may call it often. */
export const claimablePortals = (db: Db, portalKeys: readonly string[]): Promise<string[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ key: string }>`
      select p.portal_key as key
      from portal p
      left join portal_account a on a.account_key = p.shared_account_key
      where p.portal_key = any(${portalKeys}::text[])
        and (p.open_until > now() or p.next_at > now()) is not true
        and (case when a.account_key is null then p.credit_out_since is not null and p.probe_at > now()
          else a.credit_out_since is not null and a.probe_at > now() end) is not true
        and exists (
          select from tenant_queue q
          where q.portal_key = p.portal_key and q.next_at <= now() and ${STAYS})`.execute(tx)
    return rows.map(({ key }) => key)
  })

const THIS_MONTH = sql.raw(`date_trunc('month', now() at time zone 'UTC')::date`)

/** What the portal and its account allow now; undefined: it has no address. */
const readPortal = async (tx: Tx, request: ClaimRequest): Promise<PortalRow | undefined> => {
  const places = sql`${request.places ?? 1}::int`
  const since = sql`case when a.account_key is null then p.credit_out_since else a.credit_out_since end`
  const { rows } = await sql<PortalRow>`
    select p.shared_account_key as account_key, p.base_url,
      coalesce(nullif(p.credential, ''), a.credential) as credential,
      p.pace_ms * ${places} as pace_ms, p.open_seconds > 0 as half_open,
      (p.failures = 0 and p.open_seconds = 0 and position('-' in p.recent) = 0 and ${since} is null
        and not exists (
          select from jsonb_each(p.drift) d
          where d.value ->> 'since' is not null or position('-' in d.value ->> 'recent') > 0)) as quiet,
      (p.price > 0) is true as priced, ${since} is not null as credit_out,
      (case when a.account_key is null then p.probe_at else a.probe_at end > now()) is not true as probe_due,
      case when p.price > 0 then p.drift else '{}' end as drift,
      (case
        when p.open_seconds > 0
        or ${since} is not null then 1 - f.held
        when p.pace_ms > 0 then least(1, c.concurrency - f.held)
        else c.concurrency - f.held end)::int as free,
      (p.open_until > now() or p.next_at > now()) is true as waiting,
      case
        when p.price > 0
        and p.monthly_cap is not null then greatest(0,
          floor((p.monthly_cap / ${places} - coalesce(m.spent, 0)) / p.price))::float8 end as affordable,
      (p.price > 0 and a.monthly_cap is not null) is true as capped_by_account,
      ${THIS_MONTH}::text as month, clock_timestamp() as now
    from portal p
    left join portal_account a on a.account_key = p.shared_account_key
    left join portal_usage m on m.portal_key = p.portal_key and m.month = ${THIS_MONTH}
    cross join lateral (select greatest(1, p.concurrency / ${places}) as concurrency) c
    cross join lateral (select count(distinct d.claim_id) as held from due_check d
      where d.portal_key = p.portal_key
        and d.claim_id is not null
        and d.claimed_until > now()
        and d.answered_at is null) f
    where p.portal_key = ${request.portalKey} and p.base_url is not null`.execute(tx)
  return rows[0]
}

/**
 * Claims up to `most` queries; fewer where concurrency, pace, breaker or budget limit them. A half-open portal gets
 * one.
 */
export const claimDue = (db: Db, request: ClaimRequest): Promise<ClaimedBatch | undefined> =>
  asSystem(db, async (tx) => {
    const { portalKey, most } = request
    // Pipelined: counts must be read after the locks are held, and a statement's snapshot is taken before. `for update`
    // would wait for every company's uncommitted checks, because they reference the portal's row.
    const accountLock = lockAccountOf(tx, portalKey)
    const lock = sql`select 1 from portal where portal_key = ${portalKey} for no key update`.execute(tx)
    const read = readPortal(tx, request)
    const [locked, , row] = await Promise.all([accountLock, lock, read])
    if (!row) return undefined
    const { base_url: baseUrl, credential, half_open: halfOpen, quiet, priced: isPriced, month } = row
    const { account_key: accountKey, pace_ms: paceMs } = row
    const known = { portalKey, accountKey, baseUrl, claimedAt: new Date(row.now) }
    const portal = { ...known, credential: '', halfOpen, quiet, isProbe: false, isPriced, paceMs, month }
    if (accountKey !== locked) return { portal, claims: [] } // the operator has just assigned another account
    const shared = row.capped_by_account ? await affordableOf(tx, request) : most
    const limit = Math.min(most, row.free, row.affordable ?? most, shared)
    if (row.waiting || limit < 1) return { portal, claims: [] }
    const owner = accountKey === null ? portalKey : accountOwner(accountKey)
    try {
      portal.credential = credential ? (request.open?.(owner, credential) ?? credential) : ''
    } catch (credentialError) {
      return { portal, claims: [], credentialError }
    }
    const { claims, isProbe } = await claimUnpaused(tx, request, limit, row)
    if (claims.length > 0) await charge(tx, portalKey, claims.length, row.pace_ms)
    return { portal: { ...portal, isProbe }, claims }
  })

/**
 * Number of queries that the rest of the account's cap pays for. The account is locked, so no other portal spends it.
 */
const affordableOf = async (tx: Tx, { portalKey, places = 1 }: ClaimRequest): Promise<number> => {
  const { rows } = await sql<{ affordable: number }>`
    select greatest(0, floor((a.monthly_cap / ${places}::int - m.spent) / p.price))::float8 as affordable
    from portal p
    join portal_account a on a.account_key = p.shared_account_key
    cross join lateral ${accountMonthSql(THIS_MONTH)} m
    where p.portal_key = ${portalKey}`.execute(tx)
  return rows[0]?.affordable ?? 0
}

/** A paused portal or connector gets one query an hour, over all processes. */
const claimProbe = async (tx: Tx, request: ClaimRequest, accountKey: string | null): Promise<Claim[]> => {
  const claims = await claimRows(tx, request, 1)
  const inAnHour = sql`now() + make_interval(secs => ${PROBE_EVERY_SECONDS})`
  if (claims.length > 0) await setProbeAt(tx, { portalKey: request.portalKey, accountKey }, inAnHour)
  return claims
}

/** Without credit all portals of the account are paused; with drift only the connector. */
const claimUnpaused = async (tx: Tx, request: ClaimRequest, limit: number, row: PortalRow) => {
  const { connectors, parsers } = request
  const isPaused = (key: string) => isPausedFor(row.drift[key], parsers?.get(key) ?? 0)
  const paused = connectors.filter(isPaused)
  const free = connectors.filter((key) => !isPaused(key))
  if (row.credit_out) {
    // An answer that is not understood would not show whether there is credit again.
    const understood = free.length > 0 ? free : paused
    const claims = row.probe_due ? await claimProbe(tx, { ...request, connectors: understood }, row.account_key) : []
    return { claims, isProbe: true }
  }
  const probe =
    paused.length > 0 && row.probe_due ? await claimProbe(tx, { ...request, connectors: paused }, row.account_key) : []
  if (probe.length > 0) return { claims: probe, isProbe: true }
  return { claims: free.length > 0 ? await claimRows(tx, { ...request, connectors: free }, limit) : [], isProbe: false }
}

/** Claims are charged before they are sent, so that a budget is never overrun, not even by a process that dies. */
const charge = async (tx: Tx, portalKey: string, queries: number, paceMs: number): Promise<void> => {
  await Promise.all([
    sql`insert into portal_usage (portal_key, month, queries, spent)
      select portal_key, ${THIS_MONTH}, ${queries}::int, coalesce(price, 0) * ${queries}::int
      from portal
      where portal_key = ${portalKey}
      on conflict (portal_key, month) do update
      set queries = portal_usage.queries + excluded.queries, spent = portal_usage.spent + excluded.spent`.execute(tx),
    paceMs > 0
      ? sql`
        update portal
        set next_at = now() + make_interval(secs => ${paceMs / 1000})
        where portal_key = ${portalKey}`.execute(tx)
      : undefined,
  ])
}

const COMPANIES_AT_ONCE = 32

/** Companies with due checks: those with an order first, then by the time of their last service. */
const queuedCompanies = async (tx: Tx, { portalKey, without = [] }: ClaimRequest): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select q.tenant_id as id
    from tenant_queue q
    where q.portal_key = ${portalKey} and q.next_at <= now() and q.tenant_id <> all(${without}::bigint[]) and ${STAYS}
    order by q.urgent desc, q.served_at
    limit ${COMPANIES_AT_ONCE}
    for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Cost: two short ranges of due_check_next per company, whatever the number of due rows. Companies take turns, ordered
 * checks first. A company gets at most twice its even share, so that unused shares are filled.
 */
const claimRows = async (tx: Tx, request: ClaimRequest, limit: number): Promise<Claim[]> => {
  const { portalKey, leaseSeconds, connectors, byHolder = [] } = request
  const companies = await queuedCompanies(tx, request)
  if (companies.length === 0) return []
  const share = companies.length === 1 ? limit : Math.min(limit, 2 * Math.ceil(limit / companies.length))
  const due = (priority: number, most: number) => sql`
    (select d.tenant_id, d.vehicle_id, d.connector_key, d.priority, d.due_at from due_check d
     where d.tenant_id = l.id
       and d.portal_key = ${portalKey}
       and d.priority = ${sql.lit(priority)}
       and d.claim_id is null
       and not d.suspended
       and d.due_at <= now() and d.connector_key = any(${connectors}::text[])
     order by d.due_at
     limit ${most}::int)`
  const { rows } = await sql<Row>`
    with near as materialized (
      select x.tenant_id, x.vehicle_id, x.connector_key, x.priority, l.turn,
        row_number() over (partition by x.tenant_id order by x.priority desc, x.due_at) as place
      from unnest(${companies}::bigint[]) with ordinality as l(id, turn)
      cross join lateral (${due(1, limit)} union all ${due(0, share)}) x),
    next as materialized (select * from near order by priority desc, place, turn limit ${limit}::int),
    held as materialized (
      select d.tenant_id, d.vehicle_id, d.connector_key
      from due_check d
      join next n on d.tenant_id = n.tenant_id and d.vehicle_id = n.vehicle_id and d.connector_key = n.connector_key
      where d.claim_id is null
      for update of d skip locked)
    update due_check d
    set claim_id = gen_random_uuid(), answered_at = null,
      claimed_until = now() + make_interval(secs => ${leaseSeconds})
    from held n
    join vehicle v on v.tenant_id = n.tenant_id and v.vehicle_id = n.vehicle_id
    where d.tenant_id = n.tenant_id and d.vehicle_id = n.vehicle_id and d.connector_key = n.connector_key
    ${RETURNING}`.execute(tx)
  const claims = rows.map(asClaim)
  const single = claims.filter(
    ({ connectorKey, vehicles: [{ taxIdentifier }] }) => !byHolder.includes(connectorKey) || !taxIdentifier,
  )
  const holderClaims = await gatherHolders(
    tx,
    request,
    claims.filter((claim) => !single.includes(claim)),
  )
  await rotateQueue(tx, request, companies, [...new Set(claims.map(({ tenantId }) => tenantId))])
  return [...single, ...holderClaims]
}

const asClaim = (row: Row): Claim => ({
  claimId: row.claimId,
  tenantId: row.tenantId,
  connectorKey: row.connectorKey,
  vehicles: [asVehicle(row)],
})

/**
 * Moves companies that were served, or have nothing that this process can query, to the end of the queue. Their next
 * turn is when their next check is due, within ten minutes at the latest.
 */
const rotateQueue = async (
  tx: Tx,
  { portalKey, connectors }: ClaimRequest,
  companies: readonly number[],
  served: readonly number[],
): Promise<void> => {
  const own = sql`d.tenant_id = q.tenant_id and d.portal_key = q.portal_key and d.claim_id is null and not d.suspended`
  const first = (priority: number) =>
    sql`(select min(d.due_at) from due_check d where ${own} and d.priority = ${sql.lit(priority)})`
  const hasDue = (priority: number) =>
    sql`
      exists (
        select from due_check d
        where ${own}
          and d.priority = ${sql.lit(priority)}
          and d.due_at <= now()
          and d.connector_key = any(${connectors}::text[]))`
  await sql`
    update tenant_queue q
    set urgent = coalesce(${first(1)} <= now(), false),
      served_at = case
        when q.tenant_id = any(${served}::bigint[])
        or not (${hasDue(1)} or ${hasDue(0)}) then clock_timestamp()
        else q.served_at end,
      next_at = least(${first(1)}, ${first(0)}, now() + interval '10 minutes')
    where q.portal_key = ${portalKey} and q.tenant_id = any(${companies}::bigint[])`.execute(tx)
}
