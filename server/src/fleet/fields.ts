// The column of each field of a vehicle. Sorting, filters, rows, workbooks, imports, bulk changes and the audit log
// read it.
import type { VehicleField } from '@padron/contract/template/vehicle-template'
import {
  type FieldKind,
  VEHICLE_FIELDS,
  type VehicleFieldName,
  WRITABLE_FIELDS,
} from '@padron/contract/vehicles/fields'

/** Columns whose name is not that of the field in snake case. */
const OTHER_COLUMNS: Readonly<Partial<Record<VehicleFieldName, string>>> = {
  version: 'version_name',
  country: 'origin_country',
  creationDate: 'created_at',
  processedDate: 'processed_at',
}
const columnOf = (field: VehicleFieldName): string =>
  OTHER_COLUMNS[field] ?? field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

export type SqlType = 'text' | 'smallint' | 'integer' | 'date' | 'timestamptz'
const TYPE_OF_KIND: Readonly<Record<FieldKind, SqlType>> = {
  text: 'text',
  number: 'smallint',
  day: 'date',
  moment: 'timestamptz',
}
const TYPES: ReadonlyMap<string, SqlType> = new Map([
  ...VEHICLE_FIELDS.map(({ field, kind }): [string, SqlType] => [field, TYPE_OF_KIND[kind]]),
  ['stateId', 'integer'],
  ['acquisitionReasonId', 'smallint'],
  ['assetStatusId', 'smallint'],
])
/** The type of a field's column. */
export const sqlTypeOf = (field: string): SqlType => TYPES.get(field) ?? 'text'

/** Each field's column; `v` is the vehicle. */
export const FIELD_SQL = Object.fromEntries(
  VEHICLE_FIELDS.map(({ field }) => [field, `v.${columnOf(field)}`]),
) as Readonly<Record<VehicleFieldName, string>>

/** The column of each field that forms and workbooks write; tags have their own tables. */
export const VEHICLE_COLUMNS = Object.fromEntries([
  ...WRITABLE_FIELDS.flatMap(({ field }) => [
    [field, columnOf(field)],
    ...(field === 'customId'
      ? [
          ['stateId', 'state_id'],
          ['acquisitionReasonId', 'acquisition_reason_id'],
        ]
      : []),
  ]),
]) as Readonly<Record<Exclude<VehicleField, 'tags'>, string>>
