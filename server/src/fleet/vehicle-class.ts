// Converts the vehicle class of the API to the texts that its rules read, and a rule's field to the path in the body.
import type { EditedVehicleClass, NewVehicleClass } from '@padron/contract/vehicles'
import { VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { type FieldNote, FORM_FIELDS, type FormField, type VehicleTexts } from '@padron/contract/vehicles/rules'
import { HttpProblem } from '../errors/http-problem.ts'

const GROUPS = new Map<string, string>(VEHICLE_FIELDS.map(({ field, group }) => [field, group]))
const PLACES: Readonly<Partial<Record<FormField, readonly [group: string, name: string]>>> = {
  stateId: ['vehicleAsset', 'stateId'],
  taxIdentifierType: ['rfc', 'taxIdentifierType'],
  acquisitionReasonId: ['vehicleAsset', 'acquisitionReasonId'],
  replacing: ['assetHistoric', 'replacing'],
  replacementReason: ['assetHistoric', 'assetStatusId'],
}
/** The group of the vehicle class that contains a field of the form, and the field's name there. */
export const formFieldPath = (field: FormField): readonly [string, string] =>
  PLACES[field] ?? [GROUPS.get(field) ?? 'vehicleInfo', field]

/** The path of a form's field in the body. */
export const pathOf = (field: FormField): string => ['vehicleClass', ...formFieldPath(field)].join('.')

/** The values in the body, as texts; null clears a field, undefined means not sent. */
export const vehicleTexts = (given: NewVehicleClass | EditedVehicleClass): VehicleTexts => {
  const groups = given as unknown as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
  const texts: VehicleTexts = {}
  for (const field of FORM_FIELDS) {
    const [group, name] = formFieldPath(field)
    const value = groups[group]?.[name]
    if (value !== undefined) texts[field] = value === null ? '' : String(value)
  }
  return texts
}

/** 422, with every error at its field. */
export const ruleBroken = (faults: readonly FieldNote[]): HttpProblem =>
  new HttpProblem(
    422,
    faults.length === 1 ? (faults[0]?.message ?? '') : 'Hay datos que corregir.',
    faults.map(({ field, message }) => ({ path: pathOf(field), message })),
  )
