// Reads the columns of a large fleet in the background once the fleet is listed, several in one pass, and updates them
// as long as it is listed. Otherwise the first sort or filter by each field would wait for its column, or the database
// would sort the fleet for each of many such requests.
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

/** Without the date of the last check, which every run changes. */
const FIELDS: readonly ColumnField[] = [
  ...SORT_FIELDS.filter(isColumnField).filter((field) => field !== 'plate' && field !== 'processedDate'),
  'assetStatusId',
  'acquisitionReasonId',
  'stateId',
  'tagIds',
]
/** Columns read in one pass besides the plate: all their texts are in memory during the build. */
const TOGETHER = 12
const PASSES = Array.from({ length: Math.ceil(FIELDS.length / TOGETHER) }, (_, i): readonly ColumnField[] => [
  'plate',
  ...FIELDS.slice(i * TOGETHER, (i + 1) * TOGETHER),
])

/** Reports that a fleet was listed. @param vehicles total of the list; the fleet has at least as many */
export type ReadAhead = (tenantId: number, vehicles: number) => void

type Options = {
  large?: number
  rest?: (ms: number) => Promise<void>
  clock?: () => number
  /** Called after each refresh of a fleet, for tests. */
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
    again.set(tenantId, Number.POSITIVE_INFINITY) // until the read ends
    const looked = () => done?.(tenantId)
    // A failure has no consequence: requests read the columns themselves and the next list tries again.
    void limit(tenantId, () => read(tenantId)).then(looked, looked)
  }
}

const COMPANIES_AT_MOST = 500
/**
 * At the start of a process: reads the large fleets of signed-in users, those with the most users first, so that a
 * restart does not slow them. Cost: at most LARGE keys per company.
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
