// The first sort or filter by a field of a large fleet would wait until its column is read, and many such first looks
// at once would be the database's, which sorts the fleet for each. So once a large fleet is listed its columns are
// read beside the answers, several in one pass; what changes is taken in as long as the fleet is listed.
import { SORT_FIELDS } from '@padron/contract/vehicles/fields'
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'
import { createCompanyLimiter } from '../../limits/company-limiter.ts'
import { pause } from '../../limits/pause.ts'
import { type ColumnField, isColumnField } from './column-fields.ts'
import { LARGE, type WarmableFleetCache } from './fleet-cache.ts'

/** Pause after a read, as a share of the time it took. */
const REST_TIMES = 0.25
const REST_AT_MOST_MS = 10_000
/** Minimum time between two refreshes of a fleet; grows with the cost of the last refresh. */
const AGAIN_MS = 20_000
const AGAIN_TIMES = 20
const AGAIN_AT_MOST_MS = 600_000

/** Without the date of the last check: every run changes it. */
const FIELDS: readonly ColumnField[] = [
  ...SORT_FIELDS.filter(isColumnField).filter((field) => field !== 'plate' && field !== 'processedDate'),
  'assetStatusId',
  'acquisitionReasonId',
  'stateId',
  'tagIds',
]
/** Columns read in one pass beside the plate: all their texts are in memory while they are built. */
const TOGETHER = 12
const PASSES = Array.from({ length: Math.ceil(FIELDS.length / TOGETHER) }, (_, i): readonly ColumnField[] => [
  'plate',
  ...FIELDS.slice(i * TOGETHER, (i + 1) * TOGETHER),
])

/** Reports that a fleet was listed. @param vehicles of the list, of which the fleet has no fewer */
export type ReadAhead = (tenantId: number, vehicles: number) => void

type Options = {
  large?: number
  rest?: (ms: number) => Promise<void>
  clock?: () => number
  /** Told when a fleet has been looked at, for tests. */
  done?: (tenantId: number) => void
}

export const readAhead = (fleets: WarmableFleetCache, options: Options = {}): ReadAhead => {
  const { large = LARGE, rest = pause, clock = () => performance.now(), done } = options
  const limit = createCompanyLimiter({ atOnce: 1, perCompany: 1 })
  /** When a fleet may be refreshed again. */
  const again = new Map<number, number>()

  const read = async (tenantId: number): Promise<void> => {
    const began = clock()
    const took = () => clock() - began
    try {
      for (const fields of PASSES) await fleets.readAhead(tenantId, fields)
    } finally {
      again.set(tenantId, clock() + Math.min(Math.max(took() * AGAIN_TIMES, AGAIN_MS), AGAIN_AT_MOST_MS))
    }
    await rest(Math.min(took() * REST_TIMES, REST_AT_MOST_MS))
  }
  return (tenantId, vehicles) => {
    if (vehicles < large || clock() < (again.get(tenantId) ?? 0)) return
    again.set(tenantId, Number.POSITIVE_INFINITY) // until it is done
    const looked = () => done?.(tenantId)
    // A failure loses nothing: requests read for themselves and the next list tries again.
    void limit(tenantId, () => read(tenantId)).then(looked, looked)
  }
}

const COMPANIES_AT_MOST = 500
/**
 * At the start of a process: the large fleets of who is signed in, those with the most people first, so that a
 * restart is not felt. Cost: of each company at most LARGE keys.
 */
export const warmUp = async (db: Db, ahead: ReadAhead, large = LARGE): Promise<void> => {
  const { rows } = await asSystem(db, (tx) =>
    sql<{ tenantId: number }>`
      select a.tenant_id as "tenantId"
      from (
        select tenant_id, count(distinct user_id) as people
        from access_token
        where expires_at > now()
        group by 1) a
      where exists (select from vehicle v where v.tenant_id = a.tenant_id offset ${large - 1})
      order by a.people desc, 1
      limit ${COMPANIES_AT_MOST}`.execute(tx),
  )
  for (const { tenantId } of rows) ahead(tenantId, large)
}
