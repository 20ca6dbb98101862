// How letters fared, counted the same way wherever a screen says so.
import type { EmailCounts } from '@padron/contract/queue'
import { sql } from 'kysely'

/** An aggregate over letters `m`, as `EmailCounts`: only what a mail server took is sent. */
export const COUNT_LETTERS = sql<EmailCounts>`json_build_object('total', count(*), 'sent', count(*) filter (where m.state = 'sent'),
  'pending', count(*) filter (where m.state in ('queued', 'sending', 'kept')), 'kept', count(*) filter (where m.state = 'kept'),
  'failed', count(*) filter (where m.state in ('failed', 'bounced')))`

export const NO_LETTERS: EmailCounts = { total: 0, sent: 0, pending: 0, kept: 0, failed: 0 }
