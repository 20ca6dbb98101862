// The rows of each chart. Pure.
import { byDay, forecast, perField, perModel, perState, perYear, stolenByTime } from './chart-fleet.ts'
import type { ChartKey } from './chart-keys.ts'
import { byHolder, byState, byTime, byType, ranked } from './chart-owed.ts'
import type { ChartBody, ChartFacts } from './chart-table.ts'
import { trend } from './chart-trend.ts'

export const BODIES: Record<ChartKey, (facts: ChartFacts) => ChartBody> = {
  debtByType: byType,
  topRFCs: ranked('topRFCs', 'rfcName'),
  topLessors: ranked('topLessors', 'lessorName'),
  topBrands: ranked('topBrands', 'brandName'),
  topModels: ranked('topModels', 'modelName'),
  trend: trend(),
  ticketsTrend: trend('tickets'),
  tenenciasTrend: trend('tenencias'),
  vehiclesPerState: perState,
  vehiclesPerRFC: perField('vehiclesPerRFC', 'rfcName'),
  vehiclesPerLessor: perField('vehiclesPerLessor', 'lessorName'),
  vehiclesPerBrandModel: perModel,
  vehiclesPerYear: perYear,
  ticketsByState: byState('tickets'),
  tenenciasByState: byState('tenencias'),
  ticketsByRFC: byHolder('tickets'),
  tenenciasByRFC: byHolder('tenencias'),
  ticketsByTime: byTime('tickets'),
  tenenciasByTime: byTime('tenencias'),
  ensurancePrevious30: byDay('ensurancePrevious30'),
  ensuranceNext30: byDay('ensuranceNext30'),
  inspectionPrevious30: byDay('inspectionPrevious30'),
  inspectionNext30: byDay('inspectionNext30'),
  stolenByTime,
  forecast,
}
