// Refuses to delete tags that reports, alerts or users depend on. A view that loses all its tags finds every vehicle:
// its emails would reveal vehicles that do not concern their recipients. A report's own filter may lose no tag at all,
// because it would find other vehicles, or none. A user's part of the fleet would become empty, and nobody would know
// why.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import { viewNames } from './tags.queries.ts'

const NAMED_AT_MOST = 3

const quoteNames = (rows: readonly { name: string }[]): string => rows.map(({ name }) => `«${name}»`).join(', ')

/** Locks the views until the transaction ends. */
const refuseViews = async (tx: Tx, tenantId: number, tagIds: readonly number[]): Promise<void> => {
  const ids = sql`${[...tagIds]}::bigint[]`
  const { rows } = await sql<{ name: string }>`
    select w.view_name as name
    from saved_view w
    where w.tenant_id = ${tenantId} and ${viewNames(sql`w.definition`, ids)}
      and not exists (
        select from jsonb_array_elements(w.definition #> '{vehicleClass,tags}') e
        where (e ->> 'tagId')::bigint <> all(${ids}))
      and (exists (select from scheduled_report r where r.tenant_id = w.tenant_id and r.view_id = w.view_id)
        or exists (select from alert a where a.tenant_id = w.tenant_id and a.view_id = w.view_id))
    order by fold(w.view_name), w.view_id
    limit ${NAMED_AT_MOST}
    for update of w`.execute(tx)
  if (rows.length === 0) return
  throw refuse(
    409,
    `No se puede eliminar: con la vista ${quoteNames(rows)} se envían reportes o alertas, y quedaría sin filtro de ` +
      'etiquetas. Cambie antes la vista.',
  )
}

const refuseFilters = async (tx: Tx, tenantId: number, tagIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ name: string; all: number }>`
    select r.report_name as name, count(*) over ()::int as all
    from scheduled_report r
    where r.tenant_id = ${tenantId} and r.view_id is null and r.filter -> 'tags' @> any(
      select to_jsonb(id)
      from unnest(${[...tagIds]}::bigint[]) id)
    order by fold(r.report_name), r.report_id
    limit ${NAMED_AT_MOST}`.execute(tx)
  const [first] = rows
  if (!first) return
  const more = first.all > rows.length ? ' y más' : ''
  const who = first.all === 1 ? 'del reporte programado' : 'de los reportes programados'
  throw refuse(
    409,
    `No se puede eliminar: está en el filtro ${who} ${quoteNames(rows)}${more}. Quite antes de ahí la etiqueta.`,
  )
}

const refuseParts = async (tx: Tx, tenantId: number, tagIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<{ name: string; all: number }>`
    select u.username as name, count(*) over ()::int as all
    from app_user u
    where u.tenant_id = ${tenantId} and u.vehicle_scope -> 'tags' @> any(
      select to_jsonb(id)
      from unnest(${[...tagIds]}::bigint[]) id)
    order by u.username
    limit ${NAMED_AT_MOST}`.execute(tx)
  const [first] = rows
  if (!first) return
  const names = rows.map(({ name }) => name).join(', ')
  const more = first.all > rows.length ? ' y más' : ''
  const which = tagIds.length === 1 ? 'ella' : 'sus etiquetas'
  const see = first.all === 1 ? 've' : 'ven'
  throw refuse(
    409,
    `No se puede eliminar: por ${which} se eligió qué vehículos ${see} ${names}${more}. Cambie antes en Usuarios los ` +
      `que ${see}.`,
  )
}

/**
 * @param tagIds locked by the caller, so that no report and no user's part starts to use them
 * @throws 409 with some of the reports, alerts or users that depend on them
 */
export const refuseInUse = async (tx: Tx, tenantId: number, tagIds: readonly number[]): Promise<void> => {
  await refuseViews(tx, tenantId, tagIds)
  await refuseFilters(tx, tenantId, tagIds)
  await refuseParts(tx, tenantId, tagIds)
}
