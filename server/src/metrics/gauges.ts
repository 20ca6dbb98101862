// The gauges of the whole installation: name, help and labels. figures.ts reads them.

/** One value of a gauge. */
export type Figure = { name: GaugeName; labels?: Record<string, string>; value: number }

export const GAUGES = {
  padron_backlog: ['Checks that are due and taken by nobody', 'portal'],
  padron_in_flight: ['Checks under way', 'portal'],
  padron_oldest_due_seconds: ['How long the oldest due check has waited', 'portal'],
  padron_breaker_open: ['1 while the breaker of the portal is open or half open', 'portal'],
  padron_outage_seconds: ['How long the portal has failed without a good answer; 0 while it is well', 'portal'],
  padron_paused: ['Asked once an hour: 1 without credit; connectors whose answers nobody understands', 'portal reason'],
  padron_spent: ['Spent this month', 'portal currency'],
  padron_spent_cap: ['What may be spent in a month', 'portal currency'],
  padron_account_spent: ['Spent this month by the portals that share an account', 'account currency'],
  padron_account_spent_cap: ['What they may spend in a month', 'account currency'],
  padron_alarms: ['1 for each open alarm about what a source answers', 'connector kind'],
  padron_jobs: ['Jobs that wait or run', 'kind state'],
  padron_jobs_oldest_seconds: ['How long the oldest job has waited to be taken up', 'kind'],
  padron_emails_waiting: ['Emails to be sent, those that are tried again later among them', ''],
  padron_emails_oldest_due_seconds: ['How long the oldest email has been due', ''],
  padron_webhooks_waiting: ['Events to be delivered, those that are tried again later among them', ''],
  padron_webhooks_oldest_due_seconds: ['How long the oldest event has been due, of webhooks that are not paused', ''],
  padron_rules_ending_days: [
    'Days to the end of an official rule that no other continues; below 0: since it',
    'rule country',
  ],
  padron_database_bytes: ['Size of the database', ''],
  padron_database_transaction_seconds: ['How long the longest open transaction has run', ''],
  padron_database_lock_waits: ['Sessions that wait for a lock', ''],
  padron_database_lock_wait_seconds: ['How long the longest of them has waited', ''],
  padron_database_commit_waits: ['Commits that wait for a synchronous standby', ''],
  padron_database_transaction_age: ['Transactions since the oldest row that no vacuum has frozen', ''],
  padron_table_rows: ['Live rows of a large table, as statistics estimate', 'table'],
  padron_table_dead_rows: ['Dead rows that no vacuum has removed yet', 'table'],
  padron_table_bytes: ['Size of a large table with its indexes, as of its last vacuum', 'table'],
  padron_partition_ahead_seconds: ['From now to the end of the last period that has a partition', 'table'],
  padron_partition_default_rows: ['Rows in no period’s partition', 'table'],
  padron_standbys: ['Servers that follow the database by streaming', ''],
  padron_standby_lag_bytes: ['What the one furthest behind does not have yet; absent where it may not be seen', ''],
  padron_replication_slot_bytes: ['Log kept for the replication slot furthest behind; absent without one', ''],
  padron_backup_age_seconds: ['Since the last `padron backup` (archive) and the last archived log (wal)', 'kind'],
  padron_replica_up: ['1 where the replica answers and follows; absent without one', ''],
  padron_replica_lag_bytes: ['What has been written and the replica does not have yet', ''],
  padron_replica_lag_seconds: ['How old the newest change is that the replica has, while it is behind', ''],
} as const
export type GaugeName = keyof typeof GAUGES
