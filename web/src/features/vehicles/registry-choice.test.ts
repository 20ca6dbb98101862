// Which versions of the registry can be selected and what is sent of them; the texts of the timeline.
import { type HistoryEntry, linkOf, REGISTRY_FIELDS, type RegistryMatch } from '@padron/contract/vehicles'
import { expect, test } from 'vitest'
import { choiceBody, choiceFaults, chosenFields, differs, isAnswered, valueAt } from './registry-choice.ts'
import { listPlateChanges, relationOf } from './VehicleHistory.tsx'

const OPTIONS = { country: 'MX', thisYear: 2026, mode: 'edit' } as const
const blank = Object.fromEntries(REGISTRY_FIELDS.map((field) => [field, null])) as Record<
  (typeof REGISTRY_FIELDS)[number],
  string | null
>
const source = { resourceName: 'REPUVE', portal: 'repuve.gob.mx', dateTime: '2026-11-01T12:00:00Z' }
const MATCH: RegistryMatch = {
  vehicleAssetId: 7,
  version: 4,
  replaced: false,
  current: { ...blank, plate: 'RKA123B', brandName: 'NISSAN', year: '2024', plateDate: '2024-01-31', source: null },
  vin: { ...blank, plate: 'RKA124B', brandName: 'Nissán', year: '2023', plateDate: '31/01/2024', vin: '123', source },
  plate: null,
  differing: ['plate', 'year', 'vin'],
}

test('only a version with another value can be selected', () => {
  expect(differs(MATCH, 'year', 'vin', OPTIONS)).toBe(true)
  expect(differs(MATCH, 'brandName', 'vin', OPTIONS)).toBe(false)
  expect(differs(MATCH, 'plateDate', 'vin', OPTIONS)).toBe(false)
  expect(differs(MATCH, 'class', 'vin', OPTIONS)).toBe(false)
  expect(differs(MATCH, 'year', 'plate', OPTIONS)).toBe(false)
  expect(differs(MATCH, 'year', 'current', OPTIONS)).toBe(false)
})

test('no answer differs from an answer without the field', () => {
  expect(valueAt(MATCH, 'class', 'vin')).toBeNull()
  expect(valueAt(MATCH, 'class', 'plate')).toBeUndefined()
  expect(isAnswered(MATCH)).toBe(true)
  expect(isAnswered({ ...MATCH, vin: null })).toBe(false)
})

test('by default nothing changes; the selected values are sent with the version', () => {
  expect(chosenFields(MATCH, {}).fields).toEqual([])
  expect(chosenFields(MATCH, { year: 'current' }).fields).toEqual([])
  expect(choiceBody(MATCH, { year: 'vin', plate: 'vin' }, OPTIONS)).toEqual({
    vehicleClass: { vehicleAsset: { vehicleAssetId: 7, version: 4, plate: 'RKA124B' }, model: { year: 2023 } },
  })
})

test('a registry value may break the validation rules', () => {
  expect(choiceFaults(MATCH, { vin: 'vin', year: 'vin' }, OPTIONS)).toEqual({ vin: 'Tamaño de VIN no válido' })
})

const entry = (changes: Partial<HistoryEntry>): HistoryEntry => ({
  historyId: 1,
  dateTime: '2026-01-01T12:00:00Z',
  vehicleAssetId: 7,
  plate: 'RKA124B',
  vin: '3N1CN8AE1RL000101',
  customId: null,
  assetStatusId: 1,
  assetStatus: 'Activo',
  replacedBy: null,
  replacing: null,
  formerPlate: null,
  formerVin: null,
  who: 'norte-admin',
  historicGroupUUID: null,
  ...changes,
})
const OTHER = { vehicleAssetId: 9, plate: 'RKA999A' }

test('a change of plate or VIN shows the old and the new value', () => {
  expect(listPlateChanges(entry({ formerPlate: 'RKA123B' }))).toEqual(['Placa RKA123B → RKA124B'])
  expect(listPlateChanges(entry({ formerVin: 'X' }))).toEqual(['VIN X → 3N1CN8AE1RL000101'])
  expect(listPlateChanges(entry({}))).toEqual([])
})

test.each<[string, Partial<HistoryEntry>, number | undefined, string | undefined]>([
  ['its own, alone', {}, undefined, undefined],
  ['replaced by another', { assetStatusId: 8, replacedBy: OTHER }, 9, 'Reemplazado por'],
  ['in place of another', { replacing: OTHER }, 9, 'En reemplazo de'],
  ['another of the chain', { ...OTHER }, 9, undefined],
  ['a change of data leads nowhere', { assetStatusId: 2, ...OTHER }, undefined, undefined],
])('the link of a line: %s', (_, changes, linked, label) => {
  const line = entry(changes)
  expect(linkOf(line, 7)?.vehicleAssetId).toBe(linked)
  expect(relationOf(line)?.label).toBe(label)
})
