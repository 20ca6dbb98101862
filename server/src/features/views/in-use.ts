// Saved views that reports and alerts use. They can be neither deleted nor unshared while they are used, and only
// users who may configure reports may change their filter.
import { countOf } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { scopeOf } from '../../db/scope.ts'
import { refuse } from '../../errors/http-problem.ts'

type Use = { reports: number; alerts: number; names: string[] }
const NAMED_AT_MOST = 3

const uses = (tenantId: number, viewId: number) => sql`
  select 1 as place, report_name as name
  from scheduled_report
  where tenant_id = ${tenantId} and view_id = ${viewId}
  union all select 2, alert_name from alert where tenant_id = ${tenantId} and view_id = ${viewId}`
/**
 * For users who see a part of the fleet: they cannot read reports and alerts, but `view_use` names those that use their
 * views.
 */
const usesOfOwn = (tenantId: number, viewId: number) => sql`
  select place, name from view_use where tenant_id = ${tenantId} and view_id = ${viewId}`

/** Locks the view first, so that no report or alert starts to use it meanwhile. */
const usesOf = async (tx: Tx, tenantId: number, viewId: number): Promise<Use> => {
  await sql`select from saved_view where tenant_id = ${tenantId} and view_id = ${viewId} for update`.execute(tx)
  const { rows } = await sql<Use>`
    with used as (${scopeOf(tx) === undefined ? uses(tenantId, viewId) : usesOfOwn(tenantId, viewId)})
    select (count(*) filter (where place = 1))::int as reports, (count(*) filter (where place = 2))::int as alerts,
      coalesce((array_agg(name order by place, fold(name)))[1:${sql.lit(NAMED_AT_MOST)}], '{}') as names
    from used`.execute(tx)
  return rows[0] ?? { reports: 0, alerts: 0, names: [] }
}

const inQuotes = ({ reports, alerts, names }: Use): string =>
  `${names.map((name) => `«${name}»`).join(', ')}${reports + alerts > names.length ? ' y más' : ''}`

/**
 * @param so the refused action, as in «No se puede eliminar la vista»
 * @throws 409 with its uses
 */
export const refuseInUse = async (
  tx: Tx,
  tenantId: number,
  viewId: number,
  so: string,
  path?: string,
): Promise<void> => {
  const use = await usesOf(tx, tenantId, viewId)
  const { reports, alerts } = use
  if (reports + alerts === 0) return
  const what = [
    reports > 0 && countOf(reports, 'reporte programado', 'reportes programados'),
    alerts > 0 && countOf(alerts, 'alerta', 'alertas'),
  ].filter(Boolean)
  throw refuse(409, `No se puede ${so}: con ella se hacen ${what.join(' y ')} (${inQuotes(use)}).`, path)
}

/** For changes of a view's filter without the permission to configure reports. @throws 409 with its uses */
export const refuseChanged = async (tx: Tx, tenantId: number, viewId: number): Promise<void> => {
  const use = await usesOf(tx, tenantId, viewId)
  if (use.reports + use.alerts === 0) return
  throw refuse(
    409,
    `La vista se usa en ${inQuotes(use)}: pida a quien configura los reportes que la cambie, o guarde una vista nueva.`,
    'definition',
  )
}
