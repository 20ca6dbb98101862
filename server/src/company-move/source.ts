// The steps in the installation that a company leaves: workers finish their work, then writes are refused, and at the
// end the company is marked as moved, or reopened without a change.
import { setTimeout as rest } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { asSystem, type Db } from '../db/client.ts'
import { TAKE_COMPANY_LOCK, WRITERS_LOCK } from '../db/company-lock.ts'
import { JOB_SCHEMA, orderWaitingJobs, WORK } from '../db/job-schema.ts'
import { isLockTimeout } from '../db/lock-errors.ts'
import { MoveError, onConnection, type Place } from './place.ts'

/**
 * If the installation has a place, each write checks whether its company is being moved. Processes without it are
 * refused later (db/account-ids.ts).
 * @throws MoveError if the installation has no place, or a process has run since before it had one
 */
export const refuseUnguardedWriters = async ({ db }: Place): Promise<void> => {
  if (!db.movable) throw new MoveError('Esta instalación no tiene PADRON_PLACE: dele uno y reinicie sus procesos.')
  const { rows } = await db.system.query<{ pid: string }>(`
    select distinct split_part(application_name, ':', 2) as pid
    from pg_stat_activity
    where datname = current_database() and application_name ~ '^padron:[0-9]+$'
    order by 1`)
  if (rows.length > 0)
    throw new MoveError(
      `Hay procesos que empezaron sin PADRON_PLACE: ${rows.map(({ pid }) => pid).join(', ')}. Reinícielos.`,
    )
}

type MoveState = 'leaving' | 'read-only' | 'moved' | 'arriving'
export type MovingCompany = {
  tenantId: number
  name: string
  state: MoveState | null
  isErased: boolean
}

/** @returns undefined if no company has the name */
export const findMoving = (db: Db, name: string): Promise<MovingCompany | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<MovingCompany>`
      select tenant_id as "tenantId", short_name as name, move_state as state, erase_at is not null as "isErased"
      from company
      where short_name = ${name}`.execute(tx)
    return rows[0]
  })

const ROWS_UNDER_WAY = [
  { what: 'consultas a fuentes', rows: 'due_check where claim_id is not null and claimed_until > now()' },
  { what: 'correos', rows: `mail where state = 'sending' and next_at > now()` },
  {
    what: 'mensajes a canales',
    rows: `channel_delivery where status = 'waiting' and claim_id is not null and next_at > now()`,
  },
  {
    what: 'entregas de webhooks',
    rows: `webhook_delivery where status = 'waiting' and claim_id is not null and next_at > now()`,
  },
  { what: 'vehículos que se inscriben en sus fuentes', rows: 'pending_enrolment where true' },
] as const

/** The maximum duration of a claim's transaction. */
const CLAIM_TIME = '1 minute'

/** Work on the company's rows that workers have not finished. */
const underWay = async (client: pg.Client, tenantId: number): Promise<string[]> => {
  const found: string[] = []
  for (const { what, rows } of ROWS_UNDER_WAY) {
    const { rowCount } = await client.query(`select from ${rows} and tenant_id = $1 limit 1`, [tenantId])
    if (rowCount) found.push(what)
  }
  const jobs = await client.query(
    `select from ${JOB_SCHEMA}.job where name = '${WORK}' and group_id = $1 and state = 'active' limit 1`,
    [String(tenantId)],
  )
  if (jobs.rowCount) found.push('trabajos')
  return found
}

/**
 * Whether a claim may be running that did not see the company's state: a transaction that began earlier, without the
 * lock of a company's writers.
 * @param owner a role sees only the transactions of its own login
 */
const hasEarlierClaims = async (owner: pg.Client, since: string): Promise<boolean> => {
  const { rowCount } = await owner.query(
    `
    select from pg_stat_activity a
    where a.datname = current_database()
      and a.backend_type = 'client backend'
      and a.pid <> pg_backend_pid()
      and a.xact_start between $1::timestamptz - interval '${CLAIM_TIME}' and $1
      and not exists (
        select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.classid = ${WRITERS_LOCK})
    limit 1`,
    [since],
  )
  return rowCount !== 0
}

/** Removes jobs that have not started from the queue: their items stay and are queued again in the new place. */
const holdJobs = (client: pg.Client, tenantId: number) =>
  client.query(
    `delete from ${JOB_SCHEMA}.job where name = '${WORK}' and group_id = $1 and state in ('created', 'retry')`,
    [String(tenantId)],
  )

const setState = async (client: pg.Client, tenantId: number, state: MoveState): Promise<string> => {
  const { rows } = await client.query<{ at: string }>(
    `
    update company
    set move_state = $2, moved_at = clock_timestamp()
    where tenant_id = $1 and move_state is distinct from 'moved'
    returning moved_at as at`,
    [tenantId, state],
  )
  return rows[0]?.at ?? ''
}

const POLL_MS = 100

/**
 * Workers claim no more of the company and finish their current work; users are not affected.
 * @throws MoveError that names what is not finished in time
 */
export const drainWorkers = (source: Place, tenantId: number, timeoutMs: number): Promise<void> =>
  onConnection(source, async (client) => {
    const since = await setState(client, tenantId, 'leaving')
    const end = performance.now() + timeoutMs
    const waitUntilNone = async (find: () => Promise<string[]>): Promise<void> => {
      for (let found = await find(); found.length > 0; found = await find()) {
        if (performance.now() > end)
          throw new MoveError(`La empresa sigue en uso: ${found.join(', ')}. Inténtelo de nuevo más tarde.`)
        await rest(POLL_MS)
      }
    }
    await onConnection(
      source,
      (owner) => waitUntilNone(async () => ((await hasEarlierClaims(owner, since)) ? ['operaciones'] : [])),
      'padron_owner',
    )
    await waitUntilNone(async () => {
      await holdJobs(client, tenantId)
      return underWay(client, tenantId)
    })
  })

const LOCK_TRIES = 5

/**
 * After this all writes are refused and none is running.
 * @throws MoveError if a running write takes too long
 */
export const closeToWriters = (source: Place, tenantId: number): Promise<void> =>
  onConnection(source, async (client) => {
    for (let attempt = 1; ; attempt++) {
      try {
        // New writes wait for this lock request for up to this long.
        await client.query(`begin; set local lock_timeout = '3s'`)
        await client.query(`select pg_advisory_xact_lock(${WRITERS_LOCK}, hashint8($1::bigint))`, [tenantId])
        await client.query(TAKE_COMPANY_LOCK, [tenantId]) // sign-ins and enrolments do not call enter_company()
        await setState(client, tenantId, 'read-only')
        await client.query('commit')
        return
      } catch (error) {
        await client.query('rollback').catch(() => undefined)
        if (!isLockTimeout(error)) throw error
        if (attempt === LOCK_TRIES) throw new MoveError('Un cambio de la empresa tarda demasiado. Inténtelo más tarde.')
      }
    }
  })

/** Ends the move: the company works here as before. */
export const reopenSource = (source: Place, tenantId: number): Promise<void> =>
  onConnection(source, async (client) => {
    await client.query('begin')
    await client.query(
      `
      update company
      set move_state = null, moved_at = null
      where tenant_id = $1 and move_state in ('leaving', 'read-only')`,
      [tenantId],
    )
    await orderWaitingJobs(client, tenantId)
    await client.query('commit')
  })

/** After this many days the company's remaining data is erased here. */
const ERASE_MOVED_AFTER_DAYS = 30

/** After this the company is in the other installation; requests for it here are answered with its address. */
export const leaveForGood = (source: Place, tenantId: number, to: string): Promise<void> =>
  onConnection(source, async (client) => {
    await client.query(
      `
      update company
      set move_state = 'moved', moved_to = $2, moved_at = now(),
        erase_at = now() + make_interval(days => ${ERASE_MOVED_AFTER_DAYS})
      where tenant_id = $1 and move_state = 'read-only'`,
      [tenantId, to],
    )
    await holdJobs(client, tenantId)
  })
