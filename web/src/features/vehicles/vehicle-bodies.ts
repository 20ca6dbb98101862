// The bodies of the calls that save a vehicle, and which field of the form a refusal means. Pure.
import type { VehicleRow } from '@padron/contract/catalogue'
import {
  FORM_FIELDS,
  type FormField,
  type RuleOptions,
  readVehicleForm,
  type StoredTexts,
} from '@padron/contract/vehicle-rules'
import type { EditedVehicleClass, NewVehicleClass } from '@padron/contract/vehicles'
import { type Faults, FIELDS, placeOf, textsOf, type ValueField, type VehicleValues } from './vehicle-values.ts'

const nest = (stored: StoredTexts): Record<string, Record<string, unknown>> => {
  const groups: Record<string, Record<string, unknown>> = {}
  for (const field of FORM_FIELDS) {
    if (stored[field] === undefined) continue
    const [group, key] = placeOf(field)
    groups[group] = { ...groups[group], [key]: stored[field] }
  }
  return groups
}

const tagRefs = (ids: readonly number[]) => ids.map((tagId) => ({ tagId }))

/** Spec core §5: empty optional vehicleInfo strings are sent as empty strings; doors as 0. */
const filled = (info: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(info).map(([key, value]) => [key, value ?? (key === 'doors' ? 0 : '')]))

/** The body that adds. @param values without faults @param withTags holds tags_admin: nobody else may give tags */
export const newVehicle = (values: VehicleValues, options: RuleOptions, withTags: boolean): NewVehicleClass => {
  const groups = nest(readVehicleForm(textsOf(values, FIELDS), options).values)
  return {
    ...groups,
    vehicleInfo: filled(groups.vehicleInfo),
    ...(withTags && { tags: tagRefs(values.tags) }),
  } as NewVehicleClass
}

/** The body of an edit: only what changed, with the version that was read. */
export const vehicleChange = (
  { vehicleAssetId, version }: Pick<VehicleRow['vehicleAsset'], 'vehicleAssetId' | 'version'>,
  values: VehicleValues,
  changed: readonly ValueField[],
  options: RuleOptions,
): EditedVehicleClass => {
  const groups = nest(readVehicleForm(textsOf(values, changed), options).values)
  return {
    ...groups,
    vehicleAsset: { ...groups.vehicleAsset, vehicleAssetId, version },
    ...(changed.includes('tags') && { tags: tagRefs(values.tags) }),
  } as EditedVehicleClass
}

type Refused = readonly { path: string; message: string }[]

/** Which field the server means: `vehicleClass.vehicleInfo.doors`, `vehicleClass.tags.0.tagId`. */
const fieldAt = (path: string): ValueField | undefined => {
  const names = path.split('.')
  if (names.includes('tags')) return 'tags'
  return FORM_FIELDS.find((field) => placeOf(field).join('.') === names.slice(-2).join('.'))
}

/** The server's refusals: each under its field, and the rest in words. */
export const refusals = (errors: Refused = []): { faults: Faults; others: readonly string[] } => {
  const faults: Faults = {}
  const others: string[] = []
  for (const { path, message } of errors) {
    const field = fieldAt(path)
    if (field) faults[field] ??= message
    else others.push(message)
  }
  return { faults, others }
}

/** 'Ya existe un vehículo activo con esa placa.' belongs under the plate, though no path says so. */
export const takenField = (said: string): FormField | undefined => {
  if (/\bplaca\b/i.test(said)) return 'plate'
  return /\bVIN\b/i.test(said) ? 'vin' : undefined
}
