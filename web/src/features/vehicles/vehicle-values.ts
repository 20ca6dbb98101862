// The fields of a vehicle as the form holds them, all as text: from a row, how two of them compare, what is wrong
// with them, and the bodies that save them. Pure. The rules themselves are the contract's (vehicles/rules.ts).
import type { VehicleRow } from '@padron/contract/catalogue'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { splitDocument } from '@padron/contract/rules/tax-ids'
import type { EditedVehicleClass, NewVehicleClass } from '@padron/contract/vehicles'
import { fieldTitle, VEHICLE_FIELDS, type VehicleFieldName } from '@padron/contract/vehicles/fields'
import {
  FORM_FIELDS,
  type FormField,
  REPLACEMENT,
  type RuleOptions,
  readVehicleForm,
  type StoredTexts,
} from '@padron/contract/vehicles/rules'

export type VehicleValues = Record<FormField, string> & { tags: readonly number[] }
export type ValueField = keyof VehicleValues
export type Faults = Partial<Record<ValueField, string | undefined>>
/** The country and this year, which the rules need. */
export type Setting = Omit<RuleOptions, 'mode'>

export const FIELDS: readonly ValueField[] = [...FORM_FIELDS, 'tags']

const blank = Object.fromEntries(FORM_FIELDS.map((field) => [field, ''])) as Record<FormField, string>
export const EMPTY: VehicleValues = { ...blank, tags: [] }

const NEW_VEHICLE_FIELDS = ['acquisitionReasonId', 'replacing', 'replacementReason'] as const
const REASON_TITLES = {
  acquisitionReasonId: 'Motivo de alta',
  replacing: 'Vehículo a reemplazar',
  replacementReason: 'Motivo del reemplazo',
} as const

export const vehicleFieldTitle = (field: ValueField, country: Country): string => {
  if (field === 'tags') return 'Etiquetas'
  if (field === 'stateId') return COUNTRIES[country].state
  if (field === 'taxIdentifierType') return 'Tipo de documento'
  if (field in REASON_TITLES) return REASON_TITLES[field as keyof typeof REASON_TITLES]
  return fieldTitle(field as VehicleFieldName, country)
}

/** Where a field stands in the wire's vehicle class. */
export const vehicleFieldPath = (field: FormField): readonly [group: string, key: string] => {
  if (field === 'replacing') return ['assetHistoric', 'replacing']
  if (field === 'replacementReason') return ['assetHistoric', 'assetStatusId']
  if (field === 'taxIdentifierType') return ['rfc', field]
  const found = VEHICLE_FIELDS.find((row) => row.field === field)
  return [found?.group ?? 'vehicleAsset', field]
}

export const toVehicleValues = (row: VehicleRow): VehicleValues => {
  const groups = row as unknown as Record<string, Record<string, unknown>>
  const texts = FORM_FIELDS.map((field) => {
    const [group, key] = vehicleFieldPath(field)
    return [field, `${groups[group]?.[key] ?? ''}`] as const
  })
  return {
    ...(Object.fromEntries(texts) as Record<FormField, string>),
    taxIdentifier: splitDocument(row.rfc.taxIdentifier ?? '').number,
    // The row's state is a group of its own; and how it came is not edited.
    stateId: `${row.state.stateId}`,
    ...Object.fromEntries(NEW_VEHICLE_FIELDS.map((field) => [field, ''])),
    tags: row.tags.map(({ tagId }) => tagId),
  }
}

/**
 * As it would be stored, to compare: `31/01/2024` is `2024-01-31`, `rka-123-b` is `RKA123B`. A wrong one stays as
 * typed.
 */
const asStored = (field: FormField, text: string, setting: Setting): string => {
  const bare = text.trim()
  if (bare === '' || field === 'replacing' || field === 'replacementReason') return bare
  const { values, faults } = readVehicleForm({ [field]: bare }, { ...setting, mode: 'edit' })
  return faults.length ? bare : `${values[field] ?? ''}`
}

const sameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

/** Whether the two values of a field mean the same. */
export const same = (
  field: ValueField,
  a: VehicleValues[ValueField],
  b: VehicleValues[ValueField],
  setting: Setting,
): boolean => {
  if (field === 'tags') return sameSet(a as readonly number[], b as readonly number[])
  return a === b || asStored(field, a as string, setting) === asStored(field, b as string, setting)
}

/** The fields in which the two differ, in the form's order. */
export const differing = (before: VehicleValues, after: VehicleValues, setting: Setting): readonly ValueField[] =>
  FIELDS.filter((field) => !same(field, before[field], after[field], setting))

/**
 * The type and the number of the holder's document are stored as one text: the rules need both where one of them
 * changed.
 */
const DOCUMENT: readonly ValueField[] = ['taxIdentifierType', 'taxIdentifier']

const textsOf = (values: VehicleValues, fields: readonly ValueField[]) => {
  const document = DOCUMENT.some((field) => fields.includes(field)) ? DOCUMENT : []
  const wanted = new Set([...fields, ...document])
  return Object.fromEntries(FORM_FIELDS.filter((field) => wanted.has(field)).map((field) => [field, values[field]]))
}

/** What adding has wrong, in every field; or editing, in those that changed: what was stored before a rule may stay. */
export const faultsIn = (
  values: VehicleValues,
  fields: readonly ValueField[],
  options: RuleOptions,
): Partial<Record<FormField, string>> =>
  Object.fromEntries(
    readVehicleForm(textsOf(values, fields), options).faults.map(({ field, message }) => [field, message]),
  )

export const isReplacement = (values: VehicleValues): boolean => Number(values.acquisitionReasonId) === REPLACEMENT

// The bodies of the calls that save.
const nest = (stored: StoredTexts): Record<string, Record<string, unknown>> => {
  const groups: Record<string, Record<string, unknown>> = {}
  for (const field of FORM_FIELDS) {
    if (stored[field] === undefined) continue
    const [group, key] = vehicleFieldPath(field)
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
