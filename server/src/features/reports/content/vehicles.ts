// The vehicles report: counts by status, and a workbook of all vehicles.
import { assetStatusText } from '@padron/contract/assets'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import { catalogueAddress } from '../../../fleet/console-address.ts'
import { whereOf } from '../../../fleet/where.ts'
import { fleetBook } from './fleet-workbook.ts'
import { freshnessBlocks, readFreshness } from './freshness.ts'
import type { ReportBody, ReportContext } from './report-context.ts'
import { generatedAt, number, tableOf } from './report-texts.ts'

type Counted = { statusId: number; n: number }

export const vehiclesBody = async (context: ReportContext): Promise<ReportBody> => {
  const { tx, facts, fleet, viewId, at } = context
  const { rows } = await sql<Counted>`
    select v.asset_status_id as "statusId", count(*)::int as n
    from vehicle v
    where ${whereOf(fleet.query, facts)}
    group by 1
    order by 2 desc, 1`.execute(tx)
  const freshness = await readFreshness(context)
  const vehicles = rows.reduce((sum, { n }) => sum + n, 0)
  return {
    subject: `${number(vehicles)} en total`,
    lines: [`${vehiclesText(vehicles)} con sus estatus.`, generatedAt(at, facts.timeZone)],
    blocks: [
      ...tableOf({
        caption: 'Por estatus',
        columns: [{ title: 'Estatus' }, { title: 'Vehículos', right: true }],
        rows: rows.map(({ statusId, n }) => [assetStatusText(statusId), number(n)]),
      }),
      ...freshnessBlocks(freshness, context),
    ],
    file: fleetBook(context),
    vehicles,
    empty: false,
    path: catalogueAddress(fleet.query, fleet.sort, viewId),
  }
}
