// What a source's answers do to its row: the breaker and the pause, kept for every process together, and its outages, begun when
// the breaker opens or the credit is used up, and ended by the first answer.
import type { Outcome } from '@padron/contract/resource-status'
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import { after, type Breaker } from './breaker.ts'
import { afterQuestion, type Pause, type Question } from './portal-pause.ts'

/** One check that tells something of its source. */
export type Sign = {
  answered: boolean
  outcome: Outcome
  remark: string | null
  at: Date
  /** How long the source asked to be left alone. */
  retryAfterSeconds: number
  /** False for the repeated failure of one vehicle: it may ask for peace, and says nothing of the source's health. */
  counts: boolean
  /** What was asked, where the answer says whether there is credit and whether it is understood. */
  question?: Omit<Question, 'outcome' | 'at'>
}
/** A source may ask for an hour of peace, not for more. */
const PEACE_AT_MOST_SECONDS = 3600

type Row = {
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

const pausedBy = (pause: Pause, signs: readonly Sign[], isPriced: boolean, now: Date): Pause =>
  signs.reduce(
    (next, { question, outcome, at }) =>
      question ? afterQuestion(next, { ...question, outcome, at }, isPriced, now) : next,
    pause,
  )

/** Cost: one row locked by key for three statements; an answer of a source that remembers no failure changes nothing and need not come here. */
export const tellPortal = (db: Db, portalKey: string, signs: readonly Sign[]): Promise<void> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Row>`
      select failures, failing_since, recent, open_until, open_seconds, credit_out_since, drift, probe_at, (price > 0) is true as priced, now()
      from portal where portal_key = ${portalKey} for no key update`.execute(tx)
    const [row] = rows
    if (!row) return
    const now = new Date(row.now) // what claims are made by: ours may be another
    const state = signs.reduce(
      (next, { answered, at, counts }) => (counts ? after(next, answered, at, now) : next),
      breakerOf(row),
    )
    const pause = pausedBy(pauseOf(row), signs, row.priced, now)
    const peace = Math.min(PEACE_AT_MOST_SECONDS, Math.max(0, ...signs.map((sign) => sign.retryAfterSeconds)))
    await sql`
      update portal set failures = ${state.failures}, failing_since = ${state.failingSince?.toISOString() ?? null}, recent = ${state.recent},
        open_until = ${state.openUntil?.toISOString() ?? null}, open_seconds = ${state.openSeconds},
        credit_out_since = ${pause.creditOutSince?.toISOString() ?? null}, drift = ${asJsonb(pause.drift)}, probe_at = ${pause.probeAt?.toISOString() ?? null},
        next_at = greatest(next_at, now() + make_interval(secs => ${peace}))
      where portal_key = ${portalKey}`.execute(tx)
    const last = signs.findLast(({ answered, outcome }) => !answered || outcome === 'no-credit')
    const isOut = state.openSeconds > 0 || pause.creditOutSince !== null
    if (isOut && last)
      await sql`
        insert into source_outage (portal_key, began_at, outcome, remark)
        values (${portalKey}, ${(state.failingSince ?? pause.creditOutSince ?? last.at).toISOString()}, ${last.outcome}, ${last.remark?.slice(0, 500) ?? null})
        on conflict (portal_key) where ended_at is null do update set outcome = excluded.outcome, remark = excluded.remark`.execute(
        tx,
      )
    const answered = signs.findLast((sign) => sign.answered)
    if (!isOut && answered)
      await sql`update source_outage set ended_at = ${answered.at.toISOString()} where portal_key = ${portalKey} and ended_at is null`.execute(
        tx,
      )
  })

/**
 * The operator ends every pause of a portal: it is asked again at its pace.
 * @returns what was paused; undefined: there is no such portal
 */
export const resumePortal = (
  db: Db,
  portalKey: string,
): Promise<{ credit: boolean; connectors: string[] } | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Pick<Row, 'credit_out_since' | 'drift' | 'probe_at'>>`
      select credit_out_since, drift, probe_at from portal where portal_key = ${portalKey} for no key update`.execute(
      tx,
    )
    const [row] = rows
    if (!row) return undefined
    await sql`update portal set credit_out_since = null, drift = '{}', probe_at = null where portal_key = ${portalKey}`.execute(
      tx,
    )
    await sql`
      update source_outage set ended_at = now() where portal_key = ${portalKey} and ended_at is null and outcome = 'no-credit'`.execute(
      tx,
    )
    const connectors = Object.entries(row.drift).flatMap(([key, { since }]) => (since ? [key] : []))
    return { credit: row.credit_out_since !== null, connectors }
  })

export type Teller = { tell: (portalKey: string, sign: Sign) => Promise<void> }

/** Tells portals one batch at a time: what comes while a row is held is told together afterwards. */
export const makeTeller = (db: Db): Teller => {
  const lines = new Map<string, Sign[]>()
  const busy = new Map<string, Promise<void>>()
  const run = async (portalKey: string): Promise<void> => {
    try {
      for (;;) {
        const line = lines.get(portalKey) ?? []
        lines.delete(portalKey)
        if (line.length === 0) return
        await tellPortal(db, portalKey, line)
      }
    } finally {
      busy.delete(portalKey) // in the same turn as the last look at the line: nothing can come in between
    }
  }
  return {
    tell: (portalKey, sign) => {
      lines.set(portalKey, [...(lines.get(portalKey) ?? []), sign])
      const telling = busy.get(portalKey) ?? run(portalKey)
      busy.set(portalKey, telling)
      return telling
    },
  }
}
