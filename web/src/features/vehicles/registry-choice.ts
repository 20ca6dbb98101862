// The choices of the reconciliation: which version of each field stands, and what is sent of it. Pure.
import { bareWords } from '@padron/contract/state-names'
import type { RuleOptions } from '@padron/contract/vehicle-rules'
import type { RegistryField, RegistryMatch } from '@padron/contract/vehicles'
import {
  EMPTY,
  type Faults,
  faultsIn,
  type Setting,
  same,
  type VehicleValues,
  vehicleChange,
} from './vehicle-values.ts'

export type Origin = 'current' | 'vin' | 'plate'
/** Absent: the current value stays. */
export type Choices = Partial<Record<RegistryField, Origin>>
export const ORIGINS: readonly Origin[] = ['current', 'vin', 'plate']
export const ORIGIN_TITLES: Readonly<Record<Origin, string>> = {
  current: 'Actual',
  vin: 'Por VIN',
  plate: 'Por placa',
}

/** What a version says of a field; undefined where nobody has answered, null where the answer does not say. */
export const valueAt = (match: RegistryMatch, field: RegistryField, origin: Origin): string | null | undefined => {
  const version = match[origin]
  return version === null ? undefined : version[field] || null
}

/** Whether a version says something else than the current data, and so can be chosen. */
export const differs = (match: RegistryMatch, field: RegistryField, origin: Origin, setting: Setting): boolean => {
  const value = valueAt(match, field, origin)
  if (origin === 'current' || !value) return false
  const own = match.current[field] ?? ''
  // As the list of differences: case, accents and signs tell nothing apart.
  return bareWords(value) !== bareWords(own) && !same(field, value, own, setting)
}

/** Whether some registry has answered at all: without one, nothing is known to agree. */
export const isAnswered = ({ vin, plate }: RegistryMatch): boolean => vin !== null || plate !== null

/** The fields that would change, with their values. */
export const chosen = (match: RegistryMatch, choices: Choices) => {
  const fields = match.differing.filter((field) => (choices[field] ?? 'current') !== 'current')
  const texts = fields.map((field) => [field, valueAt(match, field, choices[field] ?? 'current') ?? ''] as const)
  const values: VehicleValues = { ...EMPTY, ...Object.fromEntries(texts) }
  return { fields, values }
}

/** A registry may say what the rules refuse: a VIN of eleven signs of an old vehicle. */
export const choiceFaults = (match: RegistryMatch, choices: Choices, options: RuleOptions): Faults => {
  const { fields, values } = chosen(match, choices)
  return faultsIn(values, fields, options)
}

export const choiceBody = (match: RegistryMatch, choices: Choices, options: RuleOptions) => {
  const { fields, values } = chosen(match, choices)
  return { vehicleClass: vehicleChange(match, values, fields, options) }
}
