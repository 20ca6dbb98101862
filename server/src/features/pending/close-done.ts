// Every few minutes, in every worker: closes assignments whose cause is gone, and deletes those of inactive users.
import { addDays, localTime } from '@padron/contract/days'
import { asCountry } from '@padron/contract/places/countries'
import { PENDING_KINDS } from '@padron/contract/rules/pending-kinds'
import { sql } from 'kysely'
import { asSystem, asTenant } from '../../db/client.ts'
import type { WorkTools } from '../../feature.ts'
import { PAST_LINES_DAYS } from '../../fleet/obligations.ts'
import type { Schedule } from '../../jobs/schedule.ts'
import { closeDone, releaseOfInactive } from './assignments.ts'
import { readRequired } from './pending.queries.ts'

const EVERY_MS = 300_000
const ALL = new Set(PENDING_KINDS.map(({ kind }) => kind))

type Company = { tenantId: number; country: string; timeZone: string }

export const closeAllDone = async (
  { db, now, log }: Pick<WorkTools, 'db' | 'now' | 'log'>,
  signal?: AbortSignal,
): Promise<number> => {
  const { rows } = await asSystem(db, (tx) =>
    sql<Company>`
      select c.tenant_id as "tenantId", c.country, c.time_zone as "timeZone"
      from company c
      where c.move_state is null and (
        exists (select from task_assignment a where a.tenant_id = c.tenant_id and a.done_at is null)
        or exists (
          select from app_user u
          join capture_assignment a on a.tenant_id = u.tenant_id and a.user_id = u.user_id
          where u.tenant_id = c.tenant_id and not u.active))
      order by c.tenant_id`.execute(tx),
  )
  let done = 0
  for (const { tenantId, country, timeZone } of rows) {
    if (signal?.aborted) break
    const at = now()
    const { day: today } = localTime(at, timeZone)
    try {
      done += await asTenant(db, tenantId, async (tx) => {
        await releaseOfInactive(tx, tenantId)
        return closeDone(tx, {
          ...{ tenantId, country: asCountry(country), today, at, kinds: ALL },
          ...{ linesSince: addDays(today, -PAST_LINES_DAYS), until: undefined, discounts: undefined },
          required: await readRequired(tx, tenantId),
        })
      })
    } catch (error) {
      log.error({ err: error, tenantId }, 'assignments could not be closed')
    }
  }
  return done
}

export const closingDone = (tools: Pick<WorkTools, 'db' | 'now' | 'log'>): Schedule => ({
  everyMs: EVERY_MS,
  run: (signal) => closeAllDone(tools, signal),
  failure: 'assignments could not be closed',
})
