// Vehicles for the stories of the screen.
import type { VehicleRow } from '@padron/contract/catalogue'
import { STATUS_COLUMNS, type StatusColumn } from '@padron/contract/resources'

const NOTHING_SAID = {
  version: null,
  class: null,
  type: null,
  engineNumber: null,
  ownerName: null,
  vehicleColor: 'Azul',
  doors: 4,
  country: null,
  variation: null,
  cilinders: null,
  axes: null,
  assemblyPlace: null,
  observations: null,
  plateDate: '2024-03-01',
  plateEntity: null,
  registrationDate: null,
  registrationInstitution: null,
  registrationSheet: null,
  supplementaryData: null,
}
const unasked = Object.fromEntries(STATUS_COLUMNS.map((column) => [column, -1])) as Record<StatusColumn, number>

export const vehicle = (id: number, more: Partial<VehicleRow['assetHistoric']> = {}): VehicleRow => ({
  vehicleAsset: {
    vehicleAssetId: id,
    customId: null,
    vin: `3AKJHHDR5JSJV${`${id}`.padStart(4, '0')}`,
    plate: `RKA${id}B`,
    stateId: 14,
    acquisitionReasonId: 1,
    assetStatusId: 1,
    version: 1,
    creationDate: '2026-01-05T18:30:00Z',
    processedDate: null,
    registryDifferences: id === 1 ? 3 : null,
    freshness: [],
    debt: { total: null, withoutAmount: 0 },
    ...unasked,
  },
  state: { stateId: 14, stateName: 'Jalisco' },
  rfc: { rfcName: 'Norte SA', taxIdentifier: null, taxIdentifierType: null },
  lessor: { lessorName: null },
  brand: { brandName: 'KIA' },
  model: { modelName: 'Rio', year: 2020 },
  vehicleInfo: NOTHING_SAID,
  assetHistoric: { assetStatusId: 1, replacedBy: null, replacing: null, historicGroupUUID: null, ...more },
  tags: [],
})
