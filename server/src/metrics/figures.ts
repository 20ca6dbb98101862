// Queries for the gauges of the whole installation, which are the same in every process. Each takes a statement or two
// that an index answers.
import { ENDING_DAYS } from '@padron/contract/rules/official-rules'
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import { JOB_SCHEMA, WORK } from '../db/job-schema.ts'
import { queueName } from '../jobs/enqueue.ts'
import { readRuleEnds } from '../rules/rule-ends.ts'
import { DATABASE_READERS } from './database-figures.ts'
import type { Figure } from './gauges.ts'

type Jobs = { queueId: number; running: boolean; count: number; oldest: number }
/**
 * Waiting and running jobs are few, and neither index contains finished ones. Orders of checks are not jobs: the
 * portals' gauges show them.
 */
const jobFigures = (db: Db): Promise<Figure[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Jobs>`
      with open as (
        select id, data, false as running, created_on
        from ${sql.table(`${JOB_SCHEMA}.job`)}
        where name = ${WORK} and state < 'active' and not blocked
        union all
        select id, data, true, created_on
        from ${sql.table(`${JOB_SCHEMA}.job`)}
        where name = ${WORK} and state = 'active' and group_id is not null)
      select q.queue_id as "queueId", o.running, count(*)::int as count,
        extract(epoch from now() - min(o.created_on))::float8 as oldest
      from open o
      join queue_item q on q.tenant_id = (o.data->>'tenantId')::bigint and q.queue_item_id = o.id
      group by 1, 2`.execute(tx)
    return rows.flatMap(({ queueId, running, count, oldest }): Figure[] => {
      const kind = queueName(queueId)
      const there: Figure = {
        name: 'padron_jobs',
        labels: { kind, state: running ? 'running' : 'waiting' },
        value: count,
      }
      return running ? [there] : [there, { name: 'padron_jobs_oldest_seconds', labels: { kind }, value: oldest }]
    })
  })

type Waiting = { waiting: number; oldest: number }
/** A suspended company's emails wait until it is resumed, so they are not counted. */
const emailFigures = (db: Db): Promise<Figure[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Waiting>`
      select coalesce(sum(m.count), 0)::int as waiting,
        coalesce(greatest(extract(epoch from now() - min(m.oldest)), 0), 0)::float8 as oldest
      from (select tenant_id, count(*) as count, min(next_at) as oldest
      from mail
      where state in ('queued', 'sending')
      group by 1) m
      join company c on c.tenant_id = m.tenant_id and c.suspended_at is null`.execute(tx)
    return rows.flatMap(({ waiting, oldest }): Figure[] => [
      { name: 'padron_emails_waiting', value: waiting },
      { name: 'padron_emails_oldest_due_seconds', value: oldest },
    ])
  })

/** A paused webhook waits on purpose. A delivery without a number waits for a worker, whatever its webhook. */
const webhookFigures = (db: Db): Promise<Figure[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Waiting>`
      select coalesce(sum(d.count), 0)::int as waiting, coalesce(greatest(extract(epoch from now() - min(d.oldest)
        filter (where w.paused_until is null or w.paused_until <= now())), 0), 0)::float8 as oldest
      from (select tenant_id, webhook_id, count(*) as count, min(next_at) as oldest
        from webhook_delivery
        where status = 'waiting'
        group by 1, 2
        union all
        select tenant_id, null, count(*), min(created_at)
        from webhook_event
        where sequence is null
        group by 1) d
      left join webhook w on w.tenant_id = d.tenant_id and w.webhook_id = d.webhook_id
      join company c on c.tenant_id = d.tenant_id and c.suspended_at is null
      where d.webhook_id is null or w.active`.execute(tx)
    return rows.flatMap(({ waiting, oldest }): Figure[] => [
      { name: 'padron_webhooks_waiting', value: waiting },
      { name: 'padron_webhooks_oldest_due_seconds', value: oldest },
    ])
  })

/** Rules that have ended or end within 60 days. */
const ruleFigures = (db: Db): Promise<Figure[]> =>
  asSystem(db, async (tx) => {
    const ends = await readRuleEnds(tx, new Date(), ENDING_DAYS)
    return ends.map(({ ruleKey: rule, country, daysLeft }) => ({
      name: 'padron_rules_ending_days',
      labels: { rule, country },
      value: daysLeft,
    }))
  })

export type FigureReader = (db: Db) => Promise<Figure[]>
export const READERS: readonly FigureReader[] = [
  jobFigures,
  emailFigures,
  webhookFigures,
  ruleFigures,
  ...DATABASE_READERS,
]
