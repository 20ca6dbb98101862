// Applies reports about a portal to its row: breaker and pause, shared by every process, and outages, which begin when
// the breaker opens or the credit is used up and end with the first answer. Portals that share an account share the
// account's pause.
import type { Outcome } from '@padron/contract/resource-status'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { asJsonb } from '../../db/json.ts'
import { beginAccountOutages, endAccountOutages, lockAccountOf, resumeAccount } from './accounts.ts'
import { after, type Breaker } from './breaker.ts'
import { afterQuestion, type Pause, type Question } from './pause.ts'

/** What one check reports about its portal. */
export type PortalReport = {
  answered: boolean
  outcome: Outcome
  remark: string | null
  at: Date
  /** The Retry-After of the source. */
  retryAfterSeconds: number
  /** False for a repeated failure of one vehicle: its Retry-After counts, its failure does not. */
  counts: boolean
  /** The query, if its answer shows whether there is credit and whether it is understood. */
  question?: Omit<Question, 'outcome'>
}
/** A Retry-After for the whole portal is cut to this. */
const PEACE_AT_MOST_SECONDS = 3600

type Row = {
  account_key: string | null
  failures: number
  failing_since: string | null
  recent: string
  open_until: string | null
  open_seconds: number
  credit_out_since: string | null
  drift: Pause['drift']
  probe_at: string | null
  priced: boolean
  now: string
}
const date = (text: string | null): Date | null => (text === null ? null : new Date(text))

const breakerOf = (row: Row): Breaker => ({
  failures: row.failures,
  failingSince: date(row.failing_since),
  recent: row.recent,
  openUntil: date(row.open_until),
  openSeconds: row.open_seconds,
})

const pauseOf = (row: Pick<Row, 'credit_out_since' | 'drift' | 'probe_at'>): Pause => ({
  creditOutSince: date(row.credit_out_since),
  drift: row.drift,
  probeAt: date(row.probe_at),
})

const pausedBy = (pause: Pause, reports: readonly PortalReport[], isPriced: boolean, now: Date): Pause =>
  reports.reduce(
    (next, { question, outcome }) => (question ? afterQuestion(next, { ...question, outcome }, isPriced, now) : next),
    pause,
  )

/** The row of a portal with its account's pause, both locked; undefined where there is no such portal. */
const lockPortal = async (tx: Tx, portalKey: string): Promise<Row | undefined> => {
  await lockAccountOf(tx, portalKey)
  await sql`select from portal where portal_key = ${portalKey} for no key update`.execute(tx)
  const { rows } = await sql<Row>`
    select p.shared_account_key as account_key, p.failures, p.failing_since, p.recent, p.open_until, p.open_seconds,
      case when a.account_key is null then p.credit_out_since else a.credit_out_since end as credit_out_since, p.drift,
      case
        when a.account_key is null then p.probe_at
        else a.probe_at end as probe_at, (p.price > 0) is true as priced, clock_timestamp() as now
    from portal p
    left join portal_account a on a.account_key = p.shared_account_key
    where p.portal_key = ${portalKey}`.execute(tx)
  return rows[0]
}

/** Stores an account's pause, and begins or ends the outages of all its portals. */
const storeAccountPause = async (tx: Tx, portalKey: string, accountKey: string, before: Pause, pause: Pause) => {
  const since = pause.creditOutSince
  await sql`
    update portal_account
    set credit_out_since = ${since?.toISOString() ?? null}, probe_at = ${pause.probeAt?.toISOString() ?? null}
    where account_key = ${accountKey}`.execute(tx)
  if (before.creditOutSince === null && since !== null) await beginAccountOutages(tx, accountKey, since, portalKey)
  if (before.creditOutSince !== null && since === null) await endAccountOutages(tx, accountKey)
}

/**
 * Cost: the portal's row and its account's are locked for a few statements. An answer of a portal without failures
 * changes nothing and need not be reported.
 */
export const reportToPortal = (db: Db, portalKey: string, reports: readonly PortalReport[]): Promise<void> =>
  asSystem(db, async (tx) => {
    const row = await lockPortal(tx, portalKey)
    if (!row) return
    const now = new Date(row.now) // the clock that claims use; this process's may differ
    const state = reports.reduce(
      (next, { answered, at, counts }) => (counts ? after(next, answered, at, now) : next),
      breakerOf(row),
    )
    const before = pauseOf(row)
    const pause = pausedBy(before, reports, row.priced, now)
    const own = row.account_key === null ? pause : undefined
    const peace = Math.min(PEACE_AT_MOST_SECONDS, Math.max(0, ...reports.map((report) => report.retryAfterSeconds)))
    await sql`
      update portal
      set failures = ${state.failures}, failing_since = ${state.failingSince?.toISOString() ?? null},
        recent = ${state.recent}, open_until = ${state.openUntil?.toISOString() ?? null},
        open_seconds = ${state.openSeconds}, credit_out_since = ${own?.creditOutSince?.toISOString() ?? null},
        drift = ${asJsonb(pause.drift)}, probe_at = ${own?.probeAt?.toISOString() ?? null},
        next_at = greatest(next_at, now() + make_interval(secs => ${peace}))
      where portal_key = ${portalKey}`.execute(tx)
    if (row.account_key !== null) await storeAccountPause(tx, portalKey, row.account_key, before, pause)
    const last = reports.findLast(({ answered, outcome }) => !answered || outcome === 'no-credit')
    const isOut = state.openSeconds > 0 || pause.creditOutSince !== null
    if (isOut && last)
      await sql`
        insert into source_outage (portal_key, began_at, outcome, remark)
        values (${portalKey}, ${(state.failingSince ?? pause.creditOutSince ?? last.at).toISOString()},
          ${last.outcome}, ${last.remark?.slice(0, 500) ?? null})
        on conflict (portal_key)
        where ended_at is null do update
        set outcome = excluded.outcome, remark = excluded.remark`.execute(tx)
    const answered = reports.findLast((report) => report.answered)
    if (!isOut && answered)
      await sql`
        update source_outage
        set ended_at = ${answered.at.toISOString()}
        where portal_key = ${portalKey} and ended_at is null`.execute(tx)
  })

/**
 * Ends every pause of a portal and of its account, by the operator's command.
 * @returns the pauses that it ended; undefined: there is no such portal
 */
export const resumePortal = (
  db: Db,
  portalKey: string,
): Promise<{ credit: boolean; connectors: string[]; account: string | null } | undefined> =>
  asSystem(db, async (tx) => {
    const row = await lockPortal(tx, portalKey)
    if (!row) return undefined
    await sql`
      update portal
      set credit_out_since = null, drift = '{}', probe_at = null
      where portal_key = ${portalKey}`.execute(tx)
    await sql`
      update source_outage
      set ended_at = now()
      where portal_key = ${portalKey} and ended_at is null and outcome = 'no-credit'`.execute(tx)
    if (row.account_key !== null) await resumeAccount(tx, row.account_key)
    const connectors = Object.entries(row.drift).flatMap(([key, { since }]) => (since ? [key] : []))
    return { credit: row.credit_out_since !== null, connectors, account: row.account_key }
  })

export type PortalReporter = { report: (portalKey: string, report: PortalReport) => Promise<void> }

/** Sends one batch of reports at a time to each portal; reports that arrive meanwhile join the next batch. */
export const createPortalReporter = (db: Db): PortalReporter => {
  const queues = new Map<string, PortalReport[]>()
  const busy = new Map<string, Promise<void>>()
  const run = async (portalKey: string): Promise<void> => {
    try {
      for (;;) {
        const queue = queues.get(portalKey) ?? []
        queues.delete(portalKey)
        if (queue.length === 0) return
        await reportToPortal(db, portalKey, queue)
      }
    } finally {
      busy.delete(portalKey) // in the same turn as the check for an empty queue: no report can arrive in between
    }
  }
  return {
    report: (portalKey, report) => {
      queues.set(portalKey, [...(queues.get(portalKey) ?? []), report])
      const running = busy.get(portalKey) ?? run(portalKey)
      busy.set(portalKey, running)
      return running
    },
  }
}
