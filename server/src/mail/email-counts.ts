// Counts emails by delivery state, the same way for every screen and email.
import type { EmailCounts } from '@padron/contract/queue'
import { sql } from 'kysely'

export type EmailState = 'queued' | 'sending' | 'sent' | 'failed' | 'bounced' | 'kept'

/** Which states each count includes. Only accepted emails are sent; stored ones (`kept`) also count as pending. */
const COUNTED_STATES = {
  sent: ['sent'],
  pending: ['queued', 'sending', 'kept'],
  kept: ['kept'],
  failed: ['failed', 'bounced'],
} as const satisfies Record<Exclude<keyof EmailCounts, 'total'>, readonly EmailState[]>

const countedInSql = Object.entries(COUNTED_STATES).map(
  ([name, states]) => sql`${sql.lit(name)}, count(*) filter (where m.state in (${sql.join(states.map(sql.lit))}))`,
)
/** A SQL aggregate over emails `m`, as `EmailCounts`. */
export const COUNT_EMAILS = sql<EmailCounts>`json_build_object('total', count(*), ${sql.join(countedInSql)})`

export const NO_EMAILS: EmailCounts = { total: 0, sent: 0, pending: 0, kept: 0, failed: 0 }

/** The same for emails already read. */
export const countEmails = (emails: readonly { state: EmailState }[]): EmailCounts => {
  const count = (states: readonly EmailState[]) => emails.filter(({ state }) => states.includes(state)).length
  return {
    total: emails.length,
    sent: count(COUNTED_STATES.sent),
    pending: count(COUNTED_STATES.pending),
    kept: count(COUNTED_STATES.kept),
    failed: count(COUNTED_STATES.failed),
  }
}
