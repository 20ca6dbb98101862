// The letter of vehicles: how many there are by status, and the workbook of all of them.
import { assetStatusText } from '@padron/contract/assets'
import { sql } from 'kysely'
import { catalogueAddress } from '../../../fleet/console-address.ts'
import { whereOf } from '../../../fleet/where.ts'
import { fleetBook } from './fleet-workbook.ts'
import { readStanding, standingBlocks } from './freshness.ts'
import type { Asking, Body } from './report-context.ts'
import { madeAt, number, tableOf, vehiclesOf } from './words.ts'

type Counted = { statusId: number; n: number }

export const vehiclesBody = async (asking: Asking): Promise<Body> => {
  const { tx, facts, fleet, viewId, at } = asking
  const { rows } = await sql<Counted>`
    select v.asset_status_id as "statusId", count(*)::int as n from vehicle v where ${whereOf(fleet.query, facts)}
    group by 1 order by 2 desc, 1`.execute(tx)
  const standing = await readStanding(asking)
  const vehicles = rows.reduce((sum, { n }) => sum + n, 0)
  return {
    subject: `${number(vehicles)} en total`,
    lines: [`${vehiclesOf(vehicles)} con sus estatus.`, madeAt(at, facts.timeZone)],
    blocks: [
      ...tableOf({
        caption: 'Por estatus',
        columns: [{ title: 'Estatus' }, { title: 'Vehículos', right: true }],
        rows: rows.map(({ statusId, n }) => [assetStatusText(statusId), number(n)]),
      }),
      ...standingBlocks(standing, asking),
    ],
    file: fleetBook(asking),
    vehicles,
    empty: false,
    path: catalogueAddress(fleet.query, fleet.sort, viewId),
  }
}
