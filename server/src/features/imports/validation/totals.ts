// Totals of a validated workbook: counts, effects, the most frequent messages.
import type { ImportKind } from '@padron/contract/imports'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'

export type Totals = {
  counts: Record<'rows' | 'new' | 'changed' | 'unchanged' | 'refused' | 'warned' | 'omitted', number>
  errorCount: number
  warningCount: number
  deactivated: number
  reactivated: number
  replaced: number
  /** Rows that would add tags to vehicles or remove them. */
  tagged: number
  /** `active`: number of active vehicles; `affected`: how many of them would no longer be active. */
  affected: number
  active: number
  commonNotes: { field: string | null; level: 'error' | 'warning'; message: string; count: number }[]
  /** Number of kinds of messages that are not in `commonNotes`. */
  otherNotes: number
}

const COMMON_AT_MOST = 20
type Summed = Omit<Totals, 'counts' | 'commonNotes' | 'otherNotes' | 'errorCount' | 'warningCount'> & Totals['counts']

/**
 * A message without the value that it mentions, so that thousands of them count as one kind. Values of examples stay.
 */
const GENERAL = sql`
  regexp_replace(
    regexp_replace(n->>'m', '(?<!por ejemplo )\\m(?=[A-Z0-9]*[0-9])[A-Z0-9]{5,}\\M', '…', 'g'),
    '\\m(la )?fila [0-9]+', 'otra fila', 'g')`

/** Totals of the rows. Cost: two passes over them. */
export const totalsOf = async (tx: Tx, tenantId: number, importId: string, kind: ImportKind): Promise<Totals> => {
  const mine = sql`r.tenant_id = ${tenantId} and r.import_id = ${importId}`
  const leaves = kind === 'replace' ? sql`true` : sql`r.before ? 'assetStatusId' and r.asset_status_id <> 1`
  const tagged = kind === 'edit' ? sql`r.before ? 'tags'` : sql`r.tags <> '[]'`
  const target = sql`
    left join vehicle v on v.tenant_id = r.tenant_id and v.vehicle_id = r.target_id and r.action = 'changed'`
  const { rows } = await sql<Summed>`
    select count(*)::int as rows, ${sql.join(
      (['new', 'changed', 'unchanged', 'refused', 'omitted'] as const).map(
        (action) => sql`(count(*) filter (where r.action = ${action}))::int as ${sql.ref(action)}`,
      ),
    )}, (count(*) filter (where r.warned))::int as warned,
      (count(*) filter (where r.action = 'changed'
        and r.before ? 'assetStatusId'
        and r.asset_status_id <> 1
        and v.asset_status_id = 1))::int as deactivated,
      (count(*) filter (where r.action = 'changed'
        and r.before ? 'assetStatusId'
        and r.asset_status_id = 1))::int as reactivated,
      (count(*) filter (where r.action = 'changed' and ${kind === 'replace'}))::int as replaced,
      (count(*) filter (where r.action in ('new', 'changed') and ${tagged}))::int as tagged,
      (count(*) filter (where r.action = 'changed' and v.asset_status_id = 1 and ${leaves}))::int as affected,
      (select count(*)::int from vehicle a where a.tenant_id = ${tenantId} and a.asset_status_id = 1) as active
    from vehicle_import_row r ${
      kind === 'add'
        ? sql`
      left join (select null::bigint as vehicle_id, null::smallint as asset_status_id) v on false`
        : target
    }
    where ${mine}`.execute(tx)
  const { rows: notes } = await sql<
    Totals['commonNotes'][number] & { errors: number; warnings: number; kinds: number }
  >`
    select field, level, message, count(*)::int as count, count(*) over ()::int as kinds,
      (sum(count(*)) filter (where level = 'error') over ())::int as errors,
      (sum(count(*)) filter (where level = 'warning') over ())::int as warnings
    from (
      select n->>'f' as field, n->>'l' as level, ${GENERAL} as message
      from vehicle_import_row r
      cross join lateral jsonb_array_elements(r.notes) n
      where ${mine} and r.action <> 'omitted') n
    group by 1, 2, 3 order by level, 4 desc, 3 limit ${COMMON_AT_MOST}`.execute(tx)
  const {
    deactivated = 0,
    reactivated = 0,
    replaced = 0,
    tagged: retagged = 0,
    affected = 0,
    active = 0,
    ...counts
  } = rows[0] ?? ({} as Summed)
  const [first] = notes
  return {
    counts,
    errorCount: first?.errors ?? 0,
    warningCount: first?.warnings ?? 0,
    otherNotes: Math.max(0, (first?.kinds ?? 0) - notes.length),
    commonNotes: notes.map(({ field, level, message, count }) => ({ field, level, message, count })),
    deactivated,
    reactivated,
    replaced,
    tagged: retagged,
    affected,
    active,
  }
}
