// The fields of a vehicle in the form, all as text: read from a row, compared, validated, and sent. Pure. The rules
// themselves are in the contract (vehicles/rules.ts).
import type { VehicleRow } from '@padron/contract/catalogue/rows'
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

/** The path of a field in the wire's vehicle class. */
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
    // The state has its own group in the row; fields of new vehicles only are not edited.
    stateId: `${row.state.stateId}`,
    ...Object.fromEntries(NEW_VEHICLE_FIELDS.map((field) => [field, ''])),
    tags: row.tags.map(({ tagId }) => tagId),
  }
}

/**
 * The value as it would be stored, for comparison: `31/01/2024` is `2024-01-31`, `rka-123-b` is `RKA123B`. An invalid
 * one is returned as typed.
 */
const asStored = (field: FormField, text: string, setting: Setting): string => {
  const bare = text.trim()
  if (bare === '' || field === 'replacing' || field === 'replacementReason') return bare
  const { values, faults } = readVehicleForm({ [field]: bare }, { ...setting, mode: 'edit' })
  return faults.length ? bare : `${values[field] ?? ''}`
}

const sameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

/** Whether two values of a field are equal once stored. */
export const isSameValue = (
  field: ValueField,
  a: VehicleValues[ValueField],
  b: VehicleValues[ValueField],
  setting: Setting,
): boolean => {
  if (field === 'tags') return sameSet(a as readonly number[], b as readonly number[])
  return a === b || asStored(field, a as string, setting) === asStored(field, b as string, setting)
}

/** The fields whose values differ, in the form's order. */
export const differingFields = (before: VehicleValues, after: VehicleValues, setting: Setting): readonly ValueField[] =>
  FIELDS.filter((field) => !isSameValue(field, before[field], after[field], setting))

/**
 * The type and the number of the holder's document are stored as one text: a change of either validates and sends both.
 */
const DOCUMENT: readonly ValueField[] = ['taxIdentifierType', 'taxIdentifier']

const textsOf = (values: VehicleValues, fields: readonly ValueField[]) => {
  const document = DOCUMENT.some((field) => fields.includes(field)) ? DOCUMENT : []
  const wanted = new Set([...fields, ...document])
  return Object.fromEntries(FORM_FIELDS.filter((field) => wanted.has(field)).map((field) => [field, values[field]]))
}

/** The faults of all fields when adding; when editing, only of the changed ones: a stored value may predate a rule. */
export const faultsIn = (
  values: VehicleValues,
  fields: readonly ValueField[],
  options: RuleOptions,
): Partial<Record<FormField, string>> =>
  Object.fromEntries(
    readVehicleForm(textsOf(values, fields), options).faults.map(({ field, message }) => [field, message]),
  )

export const isReplacement = (values: VehicleValues): boolean => Number(values.acquisitionReasonId) === REPLACEMENT

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

/** Spec core §5: empty optional vehicleInfo texts are sent as empty strings; doors as 0. */
const filled = (info: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(info).map(([key, value]) => [key, value ?? (key === 'doors' ? 0 : '')]))

/**
 * The body that adds a vehicle. @param values without faults @param withTags whether the user has tags_admin, which
 * assigning tags requires
 */
export const newVehicle = (values: VehicleValues, options: RuleOptions, withTags: boolean): NewVehicleClass => {
  const groups = nest(readVehicleForm(textsOf(values, FIELDS), options).values)
  return {
    ...groups,
    vehicleInfo: filled(groups.vehicleInfo),
    ...(withTags && { tags: tagRefs(values.tags) }),
  } as NewVehicleClass
}

/** The body of an edit: only the changed fields, with the version that was read. */
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
