// The table's column of each field of a catalogue row, by the wire's names; `v` is the vehicle. Who sorts, filters, exports or
// changes by field reads it here.
import type { VehicleFieldName } from '@padron/contract/vehicle-fields'

// biome-ignore format: a table to be read by columns
export const FIELD_SQL: Readonly<Record<VehicleFieldName, string>> = {
  plate:                   'v.plate',
  vin:                     'v.vin',
  customId:                'v.custom_id',
  rfcName:                 'v.rfc_name',
  taxIdentifier:           'v.tax_identifier',
  lessorName:              'v.lessor_name',
  brandName:               'v.brand_name',
  modelName:               'v.model_name',
  year:                    'v.year',
  version:                 'v.version_name',
  class:                   'v.class',
  type:                    'v.type',
  engineNumber:            'v.engine_number',
  ownerName:               'v.owner_name',
  vehicleColor:            'v.vehicle_color',
  doors:                   'v.doors',
  country:                 'v.origin_country',
  variation:               'v.variation',
  cilinders:               'v.cilinders',
  axes:                    'v.axes',
  assemblyPlace:           'v.assembly_place',
  observations:            'v.observations',
  plateDate:               'v.plate_date',
  plateEntity:             'v.plate_entity',
  registrationDate:        'v.registration_date',
  registrationInstitution: 'v.registration_institution',
  registrationSheet:       'v.registration_sheet',
  supplementaryData:       'v.supplementary_data',
  creationDate:            'v.created_at',
  processedDate:           'v.processed_at',
}
