// What a report's definition may name: a shared view of its company or a filter, states of its country, tags that
// exist.

import type { ReportDefinition, ReportFilter } from '@padron/contract/report-definition'
import { statesOf } from '@padron/contract/states'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { refuse } from '../../../http/problem.ts'
import type { Session } from '../../../http/sessions.ts'
import { tagsById } from '../../tags/tags.queries.ts'
import { CHOOSE_SHARED } from '../report-query.ts'

export const VIEW_OR_FILTER = 'Elija una vista guardada o un filtro, no los dos'

const sorted = (ids: readonly number[] = []): number[] => [...new Set(ids)].toSorted((a, b) => a - b)

/** As it is stored: only what narrows, each id once. */
export const storedFilter = ({ taxName, lessor, states, tags }: ReportFilter): ReportFilter => ({
  ...(taxName?.trim() ? { taxName: taxName.trim() } : {}),
  ...(lessor?.trim() ? { lessor: lessor.trim() } : {}),
  ...(states?.length ? { states: sorted(states) } : {}),
  ...(tags?.length ? { tags: sorted(tags) } : {}),
})
export const narrows = (filter: ReportFilter): boolean => Object.keys(storedFilter(filter)).length > 0

/** Until the transaction ends nobody deletes these tags. @returns whether all of them are there */
export const holdTags = async (tx: Tx, tenantId: number, tagIds: readonly number[]): Promise<boolean> => {
  const ids = sorted(tagIds)
  if (ids.length === 0) return true
  const { rows } = await sql`
    select
    from tag
    where tenant_id = ${tenantId} and tag_id = any(${ids}::bigint[])
    order by tag_id for key share`.execute(tx)
  return rows.length === ids.length
}

/**
 * Until the transaction ends nobody deletes these views, changes them or makes them private.
 * @returns whether all of them are shared
 */
export const holdViews = async (tx: Tx, tenantId: number, viewIds: readonly number[]): Promise<boolean> => {
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

type Named = Pick<ReportDefinition, 'viewId' | 'filter'>
/**
 * For who writes it: what it names stays. Tags before views, as who deletes a tag does.
 * @throws 422 where the company has no such tag, or shares no such view
 */
export const holdNamed = async (tx: Tx, tenantId: number, { viewId, filter }: Named): Promise<void> => {
  if (!(await holdTags(tx, tenantId, filter.tags ?? []))) throw refuse(422, GONE_TAG, 'filter.tags')
  if (viewId !== null && !(await holdViews(tx, tenantId, [viewId]))) throw refuse(422, CHOOSE_SHARED, 'viewId')
}

const checkFilter = async (
  tx: Tx,
  { tenantId, country }: Pick<Session, 'tenantId' | 'country'>,
  { states = [], tags = [] }: ReportFilter,
) => {
  const known = new Set(statesOf(country).map(({ stateId }) => stateId))
  if (!states.every((id) => known.has(id))) throw refuse(422, 'Seleccione estados de su país.', 'filter.states')
  const wanted = sorted(tags)
  if (wanted.length > 0 && (await tagsById(tx, tenantId, wanted)).length < wanted.length)
    throw refuse(422, GONE_TAG, 'filter.tags')
}

/** @throws 422 with the field that names something it may not; does not write */
export const checkDefinition = async (
  tx: Tx,
  company: Pick<Session, 'tenantId' | 'country'>,
  { viewId, filter }: Named,
): Promise<void> => {
  if (viewId !== null && narrows(filter)) throw refuse(422, VIEW_OR_FILTER, 'filter')
  await checkFilter(tx, company, filter)
}
