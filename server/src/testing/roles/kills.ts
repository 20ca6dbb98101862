// People at work while processes of every role are killed with -9 and started again; then quiet, until all that was
// ordered has ended. What would come with time alone (the lease of a dead process) is brought forward; nothing else
// is touched.
import { sql } from 'kysely'
import { releaseAbandoned } from '../../checks/engine/claim-release.ts'
import { asSystem, type Db } from '../../db/client.ts'
import { type Random, seededRandom } from '../random.ts'
import type { Cluster } from './cluster.ts'
import type { Member, Role } from './member.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'
import { workDay } from './work-day.ts'

export type KillOptions = {
  kills: number
  /** Calls that are answered at least, in all. */
  calls: number
  seed: number
  /** People of the cluster at work; each of them once. */
  people?: number
}
export type Killed = { requests: RequestLog; dead: { role: Role; pid: number }[] }

const LOOK_EVERY_MS = 50
/** At most so many calls are answered between two kills. */
const BETWEEN = 40

/** Every role before any a second time. */
const victims = (members: readonly Member[], kills: number, random: Random): Member[] => {
  const roles: Role[] = ['worker', 'api', 'identity', 'api', 'worker']
  return Array.from({ length: kills }, (_, n) => {
    const of = members.filter(({ role }) => role === roles[n % roles.length])
    return of[random(of.length)] as Member
  })
}

/** Resolves after so many answers more, or when nobody is at work any more. */
const countdown = () => {
  let left = 0
  let notify: () => void = () => undefined
  return {
    answered: () => void (--left <= 0 && notify()),
    after: (count: number): Promise<void> => {
      left = count
      return new Promise((resolve) => {
        notify = resolve
      })
    },
  }
}

const count = async (db: Db, question: string): Promise<number> =>
  Number((await db.system.query<{ n: number }>(`select count(*)::int as n from ${question}`)).rows[0]?.n)
const jobsRunning = (db: Db): Promise<number> =>
  count(db, 'queue_item where queue_id <> 1 and started_at is not null and finished_at is null')

const look = () => new Promise((again) => setTimeout(again, LOOK_EVERY_MS))

/** Waits until every member of the role is ready, so that one at a time is down (as with a disruption budget). */
const whole = (cluster: Cluster, role: Role) =>
  Promise.all(cluster.members.filter((member) => member.role === role).map((member) => member.ready()))

export const killUnderLoad = async (
  cluster: Cluster,
  { kills, calls, seed, people = 4 }: KillOptions,
): Promise<Killed> => {
  const requests = createRequestLog()
  const random = seededRandom(seed)
  const clock = countdown()
  const dead: Killed['dead'] = []
  let over = false
  const identity = cluster.members.find(({ role }) => role === 'identity') as Member
  const days = cluster.people.slice(0, people).map((person, digit) =>
    workDay({
      url: cluster.balancer.url,
      requests,
      random: seededRandom(seed + 1 + digit),
      person,
      digit,
      isOver: () => over,
      waitForSignIn: () => identity.ready(),
      answered: clock.answered,
    }),
  )
  const work = Promise.all(days)
  const kill = async () => {
    for (const victim of victims(cluster.members, kills, random)) {
      await clock.after(1 + random(BETWEEN))
      await whole(cluster, victim.role)
      // A worker is struck while some job is in hand.
      while (victim.role === 'worker' && !over && (await jobsRunning(cluster.db)) === 0) await look()
      if (over) return
      dead.push({ role: victim.role, pid: await victim.kill() })
    }
    while (requests.answered < calls) await clock.after(calls - requests.answered)
  }
  try {
    await Promise.race([kill(), work]) // a day that ends before its time has failed
  } finally {
    over = true
  }
  await work
  await Promise.all(cluster.members.map((member) => member.ready()))
  return { requests, dead }
}

/** Frees what the dead held: it would come with time. Living processes' own is left alone. */
const passTime = async (db: Db, dead: readonly string[], since: string): Promise<void> => {
  await asSystem(db, async (tx) => {
    await sql`
      update portal
      set failures = 0, failing_since = null, recent = '', open_until = null, open_seconds = 0
      where open_seconds > 0`.execute(tx)
    await sql`update due_check d set claimed_until = now() - interval '1 second' from seen_claim s
      where s.claim_id = d.claim_id and s.vehicle_id = d.vehicle_id and s.process = any(${dead}::text[])`.execute(tx)
    await sql`
      update due_check d
      set due_at = now()
      where claim_id is null and due_at > now() and not exists (select from check_run r
      where r.tenant_id = d.tenant_id and r.vehicle_id = d.vehicle_id and r.connector_key = d.connector_key)
      and not exists (
        select from pending_callback w
        where w.tenant_id = d.tenant_id
          and w.vehicle_id = d.vehicle_id
          and w.connector_key = d.connector_key
          and w.ended_at is null)`.execute(tx)
    await sql`
      update pending_callback
      set expires_at = now()
      where ended_at is null and started_at < ${since}::timestamptz`.execute(tx)
    await sql`
      update mail
      set next_at = now()
      where state = 'sending' and begun_at < ${since}::timestamptz and next_at > now()`.execute(tx)
    await sql`
      update webhook_delivery
      set next_at = now()
      where status = 'waiting' and last_at < ${since}::timestamptz and next_at > now()`.execute(tx)
  })
  await releaseAbandoned(db)
}

const LEFT = `(
  select 1
  from queue_item
  where finished_at is null
  union all select 1 from mail where state in ('queued', 'sending')
  union all select 1 from webhook_event where sequence is null
  union all select 1 from webhook_delivery where status = 'waiting'
  union all select 1 from pending_enrolment
  union all select 1 from pending_callback where ended_at is null
  union all select 1 from due_check d where d.claim_id is not null or not exists (select from check_run r
    where r.tenant_id = d.tenant_id and r.vehicle_id = d.vehicle_id and r.connector_key = d.connector_key)) left_over`

/** Until nothing is left to be done. */
export const waitUntilIdle = async ({ db }: Cluster, { dead }: Killed): Promise<void> => {
  const names = dead.map(({ pid }) => `padron:${pid}`)
  const { rows } = await db.system.query<{ at: string }>('select clock_timestamp()::text as at')
  while ((await count(db, LEFT)) > 0) {
    await passTime(db, names, rows[0]?.at ?? '')
    await look()
  }
}
