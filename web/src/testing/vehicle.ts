// A vehicle for the tests of screens.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { STATUS_COLUMNS, UNPROCESSED } from '@padron/contract/resources'
import { VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'

const unprocessed = Object.fromEntries(STATUS_COLUMNS.map((column) => [column, UNPROCESSED])) as Record<
  (typeof STATUS_COLUMNS)[number],
  number
>

const blankInfo = Object.fromEntries(
  VEHICLE_FIELDS.filter(({ group }) => group === 'vehicleInfo').map(({ field }) => [field, null]),
) as VehicleRow['vehicleInfo']

export const TAG = { tagId: 3, tagName: 'reparto', tagCategoryId: 1, tagCategoryName: 'Uso', tagColor: 'blue' }

type Changes = {
  vehicleAsset?: Partial<VehicleRow['vehicleAsset']>
  vehicleInfo?: Partial<VehicleRow['vehicleInfo']>
  assetHistoric?: Partial<VehicleRow['assetHistoric']>
  brand?: VehicleRow['brand']
  tags?: VehicleRow['tags']
}

/** A Nissan of Nuevo León without anything strange about it. */
export const vehicle = (changes: Changes = {}): VehicleRow => ({
  vehicleAsset: {
    vehicleAssetId: 7,
    customId: 'ECO-7',
    vin: '3N1CN8AE1RL000101',
    plate: 'RKA123B',
    stateId: 19,
    acquisitionReasonId: 1,
    assetStatusId: 1,
    version: 4,
    creationDate: '2026-01-01T12:00:00Z',
    processedDate: null,
    registryDifferences: null,
    freshness: [],
    debt: { total: null, withoutAmount: 0 },
    ...unprocessed,
    ...changes.vehicleAsset,
  },
  state: { stateId: 19, stateName: 'Nuevo León' },
  rfc: { rfcName: null, taxIdentifier: null, taxIdentifierType: null },
  lessor: { lessorName: null },
  brand: changes.brand ?? { brandName: 'NISSAN' },
  model: { modelName: 'VERSA', year: 2024 },
  vehicleInfo: {
    ...blankInfo,
    vehicleColor: 'BLANCO',
    doors: 4,
    plateDate: '2024-01-31',
    ...changes.vehicleInfo,
  },
  assetHistoric: {
    assetStatusId: 1,
    replacedBy: null,
    replacing: null,
    historicGroupUUID: null,
    ...changes.assetHistoric,
  },
  tags: changes.tags ?? [],
})
