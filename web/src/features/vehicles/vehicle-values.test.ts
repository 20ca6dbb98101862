// The form's values: read from a row and sent back, comparison, validation, and the field of each refusal.
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { REPLACEMENT } from '@padron/contract/vehicles/rules'
import { expect, test } from 'vitest'
import { TAG, vehicle } from '../../testing/vehicle.ts'
import { duplicateField, refusals } from './save-failure-texts.ts'
import {
  differingFields,
  EMPTY,
  FIELDS,
  faultsIn,
  newVehicle,
  toVehicleValues,
  type VehicleValues,
  vehicleChange,
} from './vehicle-values.ts'

const SETTING = { country: 'MX', thisYear: 2026 } as const
const ADD = { ...SETTING, mode: 'add' } as const
const EDIT = { ...SETTING, mode: 'edit' } as const
const ROW = vehicle({ tags: [TAG] })
const READ = toVehicleValues(ROW)
const NEW: VehicleValues = {
  ...EMPTY,
  plate: 'rka-123-b',
  vin: '3n1cn8ae1rl000101',
  stateId: '19',
  acquisitionReasonId: '1',
}

test('a row is read as texts; missing values are empty', () => {
  expect(READ).toMatchObject({
    plate: 'RKA123B',
    stateId: '19',
    year: '2024',
    doors: '4',
    brandName: 'NISSAN',
    version: '',
    plateDate: '2024-01-31',
    tags: [3],
  })
  expect(READ.acquisitionReasonId + READ.replacing + READ.replacementReason).toBe('')
})

test.each<[Partial<VehicleValues>, readonly string[]]>([
  [{}, []],
  [{ plate: ' rka-123 b ' }, []],
  [{ plateDate: '31/01/2024' }, []],
  [{ plateDate: '1/2/2024' }, ['plateDate']],
  [{ brandName: ' NISSAN ' }, []],
  [{ brandName: '' }, ['brandName']],
  [{ year: '2024x' }, ['year']],
  [{ tags: [3] }, []],
  [{ tags: [] }, ['tags']],
  [{ vin: '3N1CN8AE1RL000102', doors: '5' }, ['vin', 'doors']],
])('%j differs in %j', (changes, fields) => {
  expect(differingFields(READ, { ...READ, ...changes }, SETTING)).toEqual(fields)
})

test('adding requires plate, VIN, state and reason, each with its own message', () => {
  expect(faultsIn(EMPTY, FIELDS, ADD)).toEqual({
    plate: 'La placa es un valor necesario',
    vin: 'El VIN es un valor necesario',
    stateId: 'Estado es requerido!',
    acquisitionReasonId: FORM_TEXTS.reasonRequired,
  })
  expect(faultsIn({ ...NEW, plate: 'AB', vin: 'X'.repeat(16), year: '1949', doors: '11' }, FIELDS, ADD)).toEqual({
    plate: 'Mínimo 3 caracteres',
    vin: 'El VIN debe de contener 17 caracteres.',
    year: 'Año debe ser entre 1950 y 2028.',
    doors: 'Puertas debe ser entre 0 y 10.',
  })
})

test('a replacement requires the vehicle and the reason; an expansion requires neither', () => {
  const replacing = { ...NEW, acquisitionReasonId: `${REPLACEMENT}` }
  expect(faultsIn(replacing, FIELDS, ADD)).toEqual({
    replacing: FORM_TEXTS.replacedRequired,
    replacementReason: FORM_TEXTS.replacementReasonRequired,
  })
  expect(faultsIn({ ...replacing, replacing: '9', replacementReason: '8' }, FIELDS, ADD)).toEqual({})
  expect(faultsIn(NEW, FIELDS, ADD)).toEqual({})
})

test('editing validates only the changed fields, with its own messages', () => {
  const wrong = { ...READ, plate: 'AB', vin: 'X'.repeat(18), customId: 'x'.repeat(51) }
  expect(faultsIn(wrong, ['plate', 'vin'], EDIT)).toEqual({
    plate: 'Tamaño de placa no válido',
    vin: 'Tamaño de VIN no válido',
  })
  expect(faultsIn({ ...READ, plate: 'AB?C', vin: '3N1CN8AE1RL00010ñ' }, ['plate', 'vin'], EDIT)).toEqual({
    plate: 'La placa solo puede contener caracteres alfanuméricos',
    vin: 'El VIN solo puede contener caracteres alfanuméricos',
  })
})

test('a new vehicle sends empty vehicleInfo texts as empty, doors as 0, tags only with permission', () => {
  const body = newVehicle({ ...NEW, tags: [3] }, ADD, true)
  expect(body.vehicleAsset).toEqual({
    plate: 'RKA123B',
    vin: '3N1CN8AE1RL000101',
    customId: null,
    stateId: 19,
    acquisitionReasonId: 1,
  })
  expect(body.vehicleInfo).toMatchObject({ doors: 0, version: '', vehicleColor: '', plateDate: '', observations: '' })
  expect(body.model).toEqual({ modelName: null, year: null })
  expect(body.tags).toEqual([{ tagId: 3 }])
  expect(body.assetHistoric).toBeUndefined()
  expect(newVehicle({ ...NEW, tags: [3] }, ADD, false)).not.toHaveProperty('tags')
})

test('a replacement sends the replaced vehicle and its new status', () => {
  const values = { ...NEW, acquisitionReasonId: `${REPLACEMENT}`, replacing: '9', replacementReason: '8' }
  expect(newVehicle(values, ADD, false).assetHistoric).toEqual({ replacing: 9, assetStatusId: 8 })
})

test('an edit sends only the changed fields with the version that was read; empty ones as null', () => {
  const values = { ...READ, brandName: '', year: '2025', plateDate: '15/02/2024', tags: [3, 4] }
  expect(vehicleChange(ROW.vehicleAsset, values, differingFields(READ, values, SETTING), EDIT)).toEqual({
    vehicleAsset: { vehicleAssetId: 7, version: 4 },
    brand: { brandName: null },
    model: { year: 2025 },
    vehicleInfo: { plateDate: '2024-02-15' },
    tags: [{ tagId: 3 }, { tagId: 4 }],
  })
})

test('the holder’s document has two fields and is sent as one, whichever of them changed', () => {
  const colombia = { country: 'CO', thisYear: 2026 } as const
  const row = { ...ROW, rfc: { rfcName: null, taxIdentifier: 'CE 123456', taxIdentifierType: 'CE' } }
  const read = toVehicleValues(row)
  expect(read).toMatchObject({ taxIdentifierType: 'CE', taxIdentifier: '123456' })
  const sent = (changes: Partial<VehicleValues>) => {
    const values = { ...read, ...changes }
    const options = { ...colombia, mode: 'edit' } as const
    const changed = differingFields(read, values, colombia)
    return [vehicleChange(row.vehicleAsset, values, changed, options).rfc, faultsIn(values, changed, options)]
  }
  expect(sent({ taxIdentifierType: 'CC' })).toEqual([{ taxIdentifier: 'CC 123456' }, {}])
  expect(sent({ taxIdentifierType: '' })).toEqual([{ taxIdentifier: '123456' }, {}])
  expect(sent({ taxIdentifier: '654321' })).toEqual([{ taxIdentifier: 'CE 654321' }, {}])
  expect(sent({ taxIdentifierType: 'PA', taxIdentifier: 'ab12345' })).toEqual([{ taxIdentifier: 'PA AB12345' }, {}])
  expect(sent({ taxIdentifierType: '', taxIdentifier: '' })).toEqual([{ taxIdentifier: null }, {}])
  expect(sent({ taxIdentifier: '' })[1]).toEqual({ taxIdentifier: FORM_TEXTS.documentNumberRequired })
})

test.each([
  ['vehicleClass.vehicleInfo.doors', 'doors'],
  ['vehicleClass.vehicleAsset.plate', 'plate'],
  ['vehicleClass.vehicleAsset.stateId', 'stateId'],
  ['vehicleClass.rfc.taxIdentifier', 'taxIdentifier'],
  ['vehicleClass.rfc.taxIdentifierType', 'taxIdentifierType'],
  ['vehicleClass.model.year', 'year'],
  ['vehicleClass.tags.0.tagId', 'tags'],
  ['vehicleClass.assetHistoric.replacing', 'replacing'],
  ['vehicleClass.assetHistoric.assetStatusId', 'replacementReason'],
])('a refusal at %s belongs to %s', (path, field) => {
  expect(refusals([{ path, message: 'No' }])).toEqual({ faults: { [field]: 'No' }, others: [] })
})

test('a refusal of a field that the form does not have is shown as text', () => {
  expect(refusals([{ path: 'vehicleClass', message: 'Algo' }])).toEqual({ faults: {}, others: ['Algo'] })
})

test.each([
  ['Ya existe un vehículo activo con esa placa.', 'plate'],
  ['Ya existe un vehículo activo con ese VIN.', 'vin'],
  [FORM_TEXTS.changedMeanwhile, undefined],
])('%s is about %s', (message, field) => {
  expect(duplicateField(message)).toBe(field)
})
