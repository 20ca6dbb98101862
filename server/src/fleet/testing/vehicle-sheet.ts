// A vehicle as the database would tell of it, for tests and benchmarks of its report.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import type { CompanyFacts } from '../company.ts'
import type { SheetRows, SheetSource } from '../vehicle-pdf/sheet.queries.ts'
import type { SheetOptions } from '../vehicle-pdf/sheet.ts'

export const AT = new Date('2026-11-22T12:00:00Z')
export const MX: CompanyFacts = {
  tenantId: 1,
  companyName: 'Flota del Norte',
  country: 'MX',
  timeZone: 'America/Monterrey',
}
export const CO: CompanyFacts = { ...MX, companyName: 'Flota Andina', country: 'CO', timeZone: 'America/Bogota' }

export const fines = (count: number, about = 'Exceso de velocidad en la vía pública'): DebtRow[] =>
  Array.from({ length: count }, (_, i) => ({
    folio: `F-${i}`,
    description: `${about} ${i}`,
    dateTime: '2026-01-02',
    subTotal: 1_100 + i,
    discountsSum: i % 2 ? 550 : null,
    surchargesSum: 5,
    total: 1_105 + i,
  }))

export const resultOf = (given: Partial<ResourceResult> = {}): ResourceResult => ({
  name: 'Multas del estado',
  subTotal: 1_100,
  discount: null,
  surcharge: 5,
  total: 1_105,
  paymentLine: null,
  paymentLineDueDate: null,
  pdfUrl: null,
  scrapedTickets: [],
  scrapedTenencias: [],
  scrapedRefrendo: [],
  ...given,
})

export const sourceOf = (given: Partial<SheetSource> = {}): SheetSource => ({
  vehicleId: 1,
  resourceId: 1901,
  resourceName: 'Multas · Nuevo León',
  typeId: 1,
  portalName: 'Portal de Nuevo León',
  automatic: true,
  statusId: 0,
  state: 'current',
  goodAt: '2026-11-20T16:00:00Z',
  lastAt: '2026-11-20T16:00:00Z',
  lastOutcome: 'ok',
  capturedBy: null,
  result: null,
  files: null,
  ...given,
})

const blankInfo = Object.fromEntries(
  VEHICLE_FIELDS.filter(({ group }) => group === 'vehicleInfo').map(({ field }) => [field, null]),
) as VehicleRow['vehicleInfo']
const INFO = {
  ...blankInfo,
  engineNumber: 'HR16000123',
  ownerName: 'Íñigo Muñoz Peña',
  vehicleColor: 'BLANCO',
}
const STATUSES = {
  ticketStatus: 0,
  tenenciaStatus: 3,
  refrendoStatus: 17,
  ticketsCDMXStatus: 1,
  ticketsEnvStatus: -1,
  miscStatus: -1,
  violationStatus: -1,
  stolenStatus: 5,
  insuranceStatus: 6,
  inspectionStatus: -1,
  cardStatus: -1,
  plateStatus: -1,
  repuveStatus: 14,
}

export const vehicleRow = (plate = 'RHE482A', given: Partial<VehicleRow['vehicleAsset']> = {}): VehicleRow => ({
  vehicleAsset: {
    vehicleAssetId: 1,
    customId: 'ECO-7',
    vin: '3N1CN8AE1RL482001',
    plate,
    stateId: 19,
    acquisitionReasonId: 1,
    assetStatusId: 1,
    version: 1,
    creationDate: '2025-01-01T00:00:00Z',
    processedDate: null,
    registryDifferences: null,
    freshness: [],
    debt: { total: 1_105, withoutAmount: 0 },
    ...STATUSES,
    ...given,
  },
  state: { stateId: 19, stateName: 'Nuevo León' },
  rfc: { rfcName: 'TRANSPORTES DEL NORTE', taxIdentifier: 'TNO010203AB1', taxIdentifierType: null },
  lessor: { lessorName: null },
  brand: { brandName: 'CITROËN' },
  model: { modelName: 'BERLINGO', year: 2021 },
  vehicleInfo: INFO,
  assetHistoric: { assetStatusId: 1, replacedBy: null, replacing: null, historicGroupUUID: null },
  tags: [],
})

export const sheetRows = (sources: readonly SheetSource[], given: Partial<SheetRows> = {}): SheetRows => ({
  row: vehicleRow(),
  sources,
  expiries: [],
  documents: [],
  ...given,
})

export const wantedOf = (given: Partial<SheetOptions> = {}): SheetOptions => ({
  resources: undefined,
  facts: MX,
  at: AT,
  hasLogo: false,
  pictures: new Map(),
  ...given,
})
