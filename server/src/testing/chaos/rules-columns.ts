// The rule about the catalogue's columns, worked out anew from each vehicle's resources.
import { RESOURCE_TYPES, STATUS_COLUMNS, type Tone, tenenciaColumn } from '@padron/contract/resources'
import type pg from 'pg'
import { STATUS_SQL } from '../../db/status-columns.ts'
import { queryRows, type RuleResult, toneOf } from './report.ts'

const RANK: Record<Tone, number> = { debt: 0, warning: 1, unprocessed: 2, clear: 3 }

type VehicleStatuses = {
  vehicleId: number
  columns: Record<string, number>
  resources: { type: number; status: number }[]
}

/** The statuses a type may show: any of those that are felt worst. */
const worstOf = (resources: VehicleStatuses['resources'], type: number): number[] => {
  const own = resources.filter((each) => each.type === type).map(({ status }) => status)
  const worst = Math.min(...own.map((status) => RANK[toneOf(status)]))
  return own.length === 0 ? [-1] : own.filter((status) => RANK[toneOf(status)] === worst)
}

export const columnsAgree = async (system: pg.Pool): Promise<RuleResult> => {
  const names = STATUS_COLUMNS.map((column) => `'${column}', v.${STATUS_SQL[column]}`).join(', ')
  const rows = (await queryRows(
    system,
    `
    select v.vehicle_id as "vehicleId", jsonb_build_object(${names}) as columns,
      (select jsonb_agg(jsonb_build_object('type', f.resource_type_id, 'status', f.status_id)) from vehicle_resource f
       where f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id) as resources from vehicle v`,
  )) as VehicleStatuses[]
  const broken = rows.flatMap(({ vehicleId, columns, resources }) =>
    RESOURCE_TYPES.flatMap(({ id, column }) => {
      if (!column) return []
      const forced = resources.some(({ type }) => type === 10) ? worstOf(resources, 10) : [undefined]
      const may = worstOf(resources, id).flatMap((status) =>
        id === 0 ? forced.map((ten) => tenenciaColumn(status, ten)) : [status],
      )
      return may.includes(columns[column] ?? -2) ? [] : [`${vehicleId} ${column}: ${columns[column]}, not ${may}`]
    }),
  )
  return { rule: 'every column is the worst of its resources', broken }
}
