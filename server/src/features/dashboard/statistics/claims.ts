// Which company's figures to compute next, in the order of requests and nights. A claim is a lease with an id: a
// process that lost it writes nothing. A company requested repeatedly pauses between two computations, so that it does
// not delay others; and times written by a clock that ran ahead block nothing once it is right again.
import { sql } from 'kysely'
import { asSystem, type Db } from '../../../db/client.ts'
import { doublingWait } from '../../../jobs/retry-waits.ts'
import { nextNight } from './next-night.ts'
import { SHAPE } from './stored-facts.ts'

export type Claim = {
  claim: string
  /** The number of requests at the claim; later requests cause another computation. */
  requestCount: number
}
export type Company = { tenantId: number; timeZone: string }
export type Due = Company &
  Claim & {
    /** There is an open request. */
    isRequested: boolean
    /** The fleet and the stored shape are unchanged since the last computation. */
    isUnchanged: boolean
    today: string | null
  }

const LEASE = sql`interval '5 minutes'`
/** Times further in the future were written by a clock that ran ahead. */
const AHEAD = sql`interval '1 minute'`
const NIGHT_AT_MOST = sql`interval '2 days'`
const REST_S = 10
/**
 * Pause after a computation, as a multiple of its duration: limits the share of a company that is requested repeatedly.
 */
const REST_TIMES = 20

/** Adds new companies; their first figures wait for the night, unless requested. */
export const addCompanies = (db: Db, now: Date): Promise<void> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ tenantId: number; timeZone: string }>`
      select c.tenant_id as "tenantId", c.time_zone as "timeZone"
      from company c
      where c.erase_at is null and not exists (
        select from dashboard_statistics s
        where s.tenant_id = c.tenant_id)`.execute(tx)
    if (rows.length === 0) return
    const nights = rows.map(({ tenantId, timeZone }) => nextNight(now, timeZone, tenantId).toISOString())
    await sql`
      insert into dashboard_statistics (tenant_id, next_at)
      select n.tenant_id, n.next_at
      from unnest(${rows.map(({ tenantId }) => tenantId)}::bigint[], ${nights}::timestamptz[]) as n(tenant_id,
        next_at)
      join company c on c.tenant_id = n.tenant_id
      on conflict do nothing`.execute(tx)
  })

/**
 * Claims one company; skips those due for erasure. After a failure only the retry's time counts, not open requests.
 */
export const claimDue = (db: Db, now: Date): Promise<Due | undefined> =>
  asSystem(db, async (tx) => {
    const at = sql`${now.toISOString()}::timestamptz`
    const { rows } = await sql<Due>`
      with due as (
        select s.tenant_id
        from dashboard_statistics s
        join company c on c.tenant_id = s.tenant_id and c.erase_at is null
        where (s.next_at <= ${at}
          or s.next_at > ${at} + ${NIGHT_AT_MOST}
          or s.failures = 0
          and s.requested_at is not null
          and (s.computed_at is null or s.computed_at > ${at} + ${AHEAD}
            or s.computed_at + greatest(${sql.lit(REST_S)},
              coalesce(s.duration_ms, 0) * ${sql.lit(REST_TIMES / 1000)}) * interval '1 second' <= ${at}))
          and (s.started_at is null or s.started_at not between ${at} - ${LEASE} and ${at} + ${LEASE})
        order by least(s.requested_at, s.next_at), s.tenant_id
        limit 1
        for update of s skip locked)
      update dashboard_statistics s
      set started_at = ${at}, claim_id = gen_random_uuid()
      from due, company c, catalogue_version n
      where s.tenant_id = due.tenant_id and c.tenant_id = due.tenant_id and n.tenant_id = due.tenant_id
      returning s.tenant_id as "tenantId", c.time_zone as "timeZone", s.claim_id as claim,
        s.request_count as "requestCount",
        s.requested_at is not null as "isRequested", s.facts ->> 'today' as today,
        s.version is not distinct from n.version
          and s.computed_documents_version is not distinct from s.documents_version
          and s.facts_format = ${SHAPE} is true as "isUnchanged"`.execute(tx)
    return rows[0]
  })

/** Claims a company at once, also from another process, for an operator's command. */
export const claimNow = (db: Db, { tenantId, timeZone }: Company, now: Date): Promise<Claim> =>
  asSystem(db, async (tx) => {
    const [at, next] = [now.toISOString(), nextNight(now, timeZone, tenantId).toISOString()]
    const { rows } = await sql<Claim>`
      insert into dashboard_statistics as s (tenant_id, next_at, started_at, claim_id)
      values (${tenantId}, ${next}, ${at}, gen_random_uuid())
      on conflict (tenant_id) do update set started_at = excluded.started_at, claim_id = excluded.claim_id
      returning s.claim_id as claim, s.request_count as "requestCount"`.execute(tx)
    return rows[0] as Claim
  })

const isMine = ({ tenantId, claim }: Pick<Due, 'tenantId' | 'claim'>) =>
  sql`tenant_id = ${tenantId} and claim_id = ${claim}`

/** Postpones unchanged figures to the next night. */
export const postpone = (db: Db, due: Due, now: Date): Promise<unknown> =>
  asSystem(db, (tx) => {
    const next = nextNight(now, due.timeZone, due.tenantId).toISOString()
    return sql`
      update dashboard_statistics
      set next_at = ${next}, started_at = null, claim_id = null
      where ${isMine(due)}`.execute(tx)
  })

/** Releases the claim, so that another process, or this one after its restart, continues at once. */
export const releaseClaim = (db: Db, due: Pick<Due, 'tenantId' | 'claim'>): Promise<unknown> =>
  asSystem(db, (tx) =>
    sql`update dashboard_statistics set started_at = null, claim_id = null where ${isMine(due)}`.execute(tx),
  )

/** Schedules the retry: after one minute, two, four, and so on to an hour. */
export const recordFailure = (db: Db, due: Due, now: Date): Promise<unknown> =>
  asSystem(db, (tx) =>
    sql`update dashboard_statistics set failures = least(failures + 1, 1000), started_at = null, claim_id = null,
        next_at = ${now.toISOString()}::timestamptz + ${doublingWait(60, 3_600)}
      where ${isMine(due)}`.execute(tx),
  )
