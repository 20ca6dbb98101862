// Validates what a report's definition names: a shared view or a filter, states of the country, existing tags.
import { statesOf } from '@padron/contract/places/states'
import { type ReportDefinition, ReportFilter } from '@padron/contract/reports/definition'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { scopeOf } from '../../../db/scope.ts'
import { refuse } from '../../../errors/http-problem.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { tagsById } from '../../tags/tags.queries.ts'
import { CHOOSE_SHARED } from '../report-query.ts'

const VIEW_OR_FILTER = 'Elija una vista guardada o un filtro, no los dos'

type Named = Pick<ReportDefinition, 'viewId' | 'filter'>

const sorted = (ids: readonly number[] = []): number[] => [...new Set(ids)].toSorted((a, b) => a - b)

/** As stored: only criteria that narrow the filter, each id once. */
export const storedFilter = ({ taxName, lessor, states, tags }: ReportFilter): ReportFilter => ({
  ...(taxName?.trim() ? { taxName: taxName.trim() } : {}),
  ...(lessor?.trim() ? { lessor: lessor.trim() } : {}),
  ...(states?.length ? { states: sorted(states) } : {}),
  ...(tags?.length ? { tags: sorted(tags) } : {}),
})
/**
 * The filter to store in place of a stored one, which is listed as empty if this release cannot read it: sent back
 * empty, it stays as it is.
 */
export const filterAfter = (stored: ReportFilter, { viewId, filter }: Named): ReportFilter =>
  viewId === null && !narrows(filter) && !ReportFilter.safeParse(stored).success ? stored : storedFilter(filter)
export const narrows = (filter: ReportFilter): boolean => Object.keys(storedFilter(filter)).length > 0

/**
 * Locks these tags against deletion until the transaction ends; a user who sees a part of the fleet may not lock them.
 * @returns whether all of them exist
 */
export const lockTags = async (tx: Tx, tenantId: number, tagIds: readonly number[]): Promise<boolean> => {
  const ids = sorted(tagIds)
  if (ids.length === 0) return true
  const { rows } = await sql`
    select
    from tag
    where tenant_id = ${tenantId} and tag_id = any(${ids}::bigint[])
    order by tag_id ${scopeOf(tx) === undefined ? sql`for key share` : sql``}`.execute(tx)
  return rows.length === ids.length
}

/**
 * Locks these views against deletion and changes until the transaction ends.
 * @returns whether all of them exist and are shared
 */
export const lockViews = async (tx: Tx, tenantId: number, viewIds: readonly number[]): Promise<boolean> => {
  const ids = sorted(viewIds)
  if (ids.length === 0) return true
  const { rows } = await sql`
    select
    from saved_view
    where tenant_id = ${tenantId} and view_id = any(${ids}::bigint[]) and shared
    order by view_id
    for share`.execute(tx)
  return rows.length === ids.length
}

const GONE_TAG = 'Una de las etiquetas ya no existe; quítela.'

/**
 * Locks what the definition names before it is written. Tags before views, the order in which a tag is deleted.
 * @throws 422 if the company has no such tag, or shares no such view
 */
export const lockNamed = async (tx: Tx, tenantId: number, { viewId, filter }: Named): Promise<void> => {
  if (!(await lockTags(tx, tenantId, filter.tags ?? []))) throw refuse(422, GONE_TAG, 'filter.tags')
  if (viewId !== null && !(await lockViews(tx, tenantId, [viewId]))) throw refuse(422, CHOOSE_SHARED, 'viewId')
}

export const NOT_THEIR_VIEW = 'Este reporte cuenta lo que ve quien lo hizo: elija una vista compartida de esa persona.'

/**
 * The report of a user who sees a part of the fleet runs as that user, who sees no views of others.
 * @throws 422 if the view is not the user's own
 */
export const refuseOthersView = async (
  tx: Tx,
  tenantId: number,
  viewId: number | null,
  scopeUserId: number | null,
): Promise<void> => {
  if (viewId === null || scopeUserId === null) return
  const found = await tx
    .selectFrom('saved_view')
    .select('view_id')
    .where('tenant_id', '=', tenantId)
    .where('view_id', '=', viewId)
    .where('user_id', '=', scopeUserId)
    .executeTakeFirst()
  if (!found) throw refuse(422, NOT_THEIR_VIEW, 'viewId')
}

const checkFilter = async (
  tx: Tx,
  { tenantId, country }: Pick<Session, 'tenantId' | 'country'>,
  { states = [], tags = [] }: ReportFilter,
) => {
  const known = new Set(statesOf(country).map(({ stateId }) => stateId))
  if (!states.every((id) => known.has(id))) throw refuse(422, 'Seleccione estados de su país.', 'filter.states')
  const sortedTags = sorted(tags)
  if (sortedTags.length > 0 && (await tagsById(tx, tenantId, sortedTags)).length < sortedTags.length)
    throw refuse(422, GONE_TAG, 'filter.tags')
}

/** Reads only. @throws 422 with the invalid field */
export const checkDefinition = async (
  tx: Tx,
  company: Pick<Session, 'tenantId' | 'country'>,
  { viewId, filter }: Named,
): Promise<void> => {
  if (viewId !== null && narrows(filter)) throw refuse(422, VIEW_OR_FILTER, 'filter')
  await checkFilter(tx, company, filter)
}
