// SQL for debts that are not known, on `f`, a row of vehicle_resource. Every count of debts shows these beside it.
import { MONEY_TYPES } from '@padron/contract/resources'
import { WITHOUT_ANSWER } from '@padron/contract/rules/debt-answers'
import { sql } from 'kysely'
import { freshnessState } from '../checks/store/freshness.ts'

export const MONEY = sql`f.resource_type_id in (${sql.raw([...MONEY_TYPES].join(', '))})`
/** The contract's rule for missing debts, as SQL. */
export const MISSING = sql`
  (f.good_at is null or f.status_id in (${sql.raw(WITHOUT_ANSWER.join(', '))}) or ${freshnessState} = 'unknown')`

/** The resources that this installation can query automatically. */
export const BY_MACHINE = sql`(select r.resource_id from resource r join portal p on p.portal_key = r.portal_key
      where r.connector_key is not null and p.base_url is not null)`
