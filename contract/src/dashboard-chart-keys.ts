// The charts of the dashboards by name, as addresses and calls name them.
export const CHART_KEYS = [
  'debtByType', 'topRFCs', 'topLessors', 'topBrands', 'topModels', 'trend',
  'vehiclesPerState', 'vehiclesPerRFC', 'vehiclesPerLessor', 'vehiclesPerBrandModel', 'vehiclesPerYear',
  'ticketsByState', 'ticketsByRFC', 'ticketsByTime', 'ticketsTrend',
  'tenenciasByState', 'tenenciasByRFC', 'tenenciasByTime', 'tenenciasTrend',
  'ensurancePrevious30', 'ensuranceNext30', 'inspectionPrevious30', 'inspectionNext30', 'stolenByTime', 'forecast',
] as const // biome-ignore format: by section
export type ChartKey = (typeof CHART_KEYS)[number]
