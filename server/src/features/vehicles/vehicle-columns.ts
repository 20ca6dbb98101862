// The wire's fields and the vehicle table's columns.
import type { VehicleField } from '@padron/contract/vehicle-template'

/** Where each field lives in the vehicle table; tags have tables of their own. */
export const VEHICLE_COLUMNS = {
  plate: 'plate', vin: 'vin', customId: 'custom_id', stateId: 'state_id', acquisitionReasonId: 'acquisition_reason_id',
  rfcName: 'rfc_name', taxIdentifier: 'tax_identifier', lessorName: 'lessor_name', brandName: 'brand_name', modelName: 'model_name',
  year: 'year', version: 'version_name', class: 'class', type: 'type', engineNumber: 'engine_number', ownerName: 'owner_name',
  vehicleColor: 'vehicle_color', doors: 'doors', country: 'origin_country', variation: 'variation', cilinders: 'cilinders', axes: 'axes',
  assemblyPlace: 'assembly_place', observations: 'observations', plateDate: 'plate_date', plateEntity: 'plate_entity',
  registrationDate: 'registration_date', registrationInstitution: 'registration_institution', registrationSheet: 'registration_sheet',
  supplementaryData: 'supplementary_data',
} as const satisfies Record<Exclude<VehicleField, 'tags'>, string> // biome-ignore format: pairs
