// The template's columns as users fill them: the examples, each error with its literal message, each warning.
import { describe, expect, test } from 'vitest'
import { findState, nearestState } from '../places/state-names.ts'
import { matchHeadings } from './headings.ts'
import { readTemplateRow } from './rows.ts'
import { type VehicleField, vehicleColumns } from './vehicle-template.ts'

const GOOD = { plate: 'RKA-123-B', vin: '3n1cn8ae1rl000101', stateId: 'nuevo leon', acquisitionReasonId: 'Expansion' }
const readRow = (cells: ReadonlyMap<VehicleField, string>, country: 'MX' | 'CO') => {
  const { values, errors, warnings } = readTemplateRow('add', cells, { country, thisYear: 2026 })
  return { vehicle: errors.length > 0 ? null : values, errors, warnings }
}
const read = (cells: Partial<Record<VehicleField, string>>, country: 'MX' | 'CO' = 'MX') =>
  readRow(new Map(Object.entries({ ...GOOD, ...cells }) as [VehicleField, string][]), country)

describe('columns', () => {
  test.each(['MX', 'CO'] as const)('the examples of %s are valid rows', (country) => {
    const cells = new Map(vehicleColumns(country, 2026).map(({ field, example }) => [field, example] as const))
    expect(readRow(cells, country)).toMatchObject({ errors: [], warnings: [] })
  })
  test('each country has its own words and examples', () => {
    const texts = JSON.stringify(vehicleColumns('CO', 2026).map(({ example, note }) => [example, note]))
    expect(texts).not.toMatch(/NIV|MEXICO|AGUASCALIENTES|económico|submarca/)
    expect(texts).toMatch(/ENVIGADO.*Secretaría de Movilidad de Medellín/)
  })
  test('headings match in any order, case and accents; unknown, missing and duplicate ones are reported', () => {
    const found = matchHeadings('add', ['  MOTIVO DE ALTA ', 'vin', 'Otra', 'PLACA *', 'estado', 'Ano', 'RFC'], 'MX')
    expect(found.fields).toEqual(['acquisitionReasonId', 'vin', undefined, 'plate', 'stateId', 'year', 'taxIdentifier'])
    expect(found).toMatchObject({
      errors: [],
      warnings: [{ column: 'Otra', message: 'La columna no se reconoce y no se leyó.' }],
    })
    const bad = matchHeadings('add', ['Placa', 'placa', 'Departamento', 'Motivo de alta'], 'CO')
    expect(bad.errors.map(({ message }) => message)).toEqual([
      'Falta la columna «VIN».',
      'La columna «Placa» está más de una vez.',
    ])
  })
})

describe('a row', () => {
  test('becomes a vehicle', () => {
    const { vehicle, warnings } = read({
      year: '2024',
      doors: '4',
      plateDate: '31/01/2024',
      tags: 'Regiones: Norte, nuevo,regiones: norte',
      customId: ' ECO-1 ',
    })
    expect(warnings).toEqual([])
    expect(vehicle).toMatchObject({
      plate: 'RKA123B',
      vin: '3N1CN8AE1RL000101',
      stateId: 19,
      acquisitionReasonId: 1,
      year: 2024,
      doors: 4,
      customId: 'ECO-1',
      plateDate: '2024-01-31',
      rfcName: null,
      tags: [
        { category: 'regiones', name: 'norte' },
        { category: '', name: 'nuevo' },
      ],
    })
  })
  test.each([
    ['plate', '', 'La placa es un valor necesario'],
    ['plate', 'AB', 'Mínimo 3 caracteres'],
    ['plate', 'ABCDEFGHIJK', 'Tamaño de placa no válido'],
    ['plate', 'ÑAB123A', 'La placa solo puede contener caracteres alfanuméricos'],
    ['vin', '', 'El VIN es un valor necesario'],
    ['vin', '123', 'El VIN debe de contener 17 caracteres.'],
    ['year', '1949', 'Año debe ser entre 1950 y 2028.'],
    ['year', '2029', 'Año debe ser entre 1950 y 2028.'],
    ['year', 'dos mil', 'Año no es un número válido!'],
    ['doors', '11', 'Puertas debe ser entre 0 y 10.'],
    ['acquisitionReasonId', 'Porque sí', 'Motivo de alta desconocido; escriba Expansión.'],
    ['stateId', '', 'Estado es requerido!'],
    ['stateId', 'Nuevo Leno', 'Estado desconocido; ¿quiso escribir Nuevo León?'],
    ['stateId', 'Texas y más', 'Estado desconocido; elija uno de la lista de la plantilla.'],
    ['customId', 'x'.repeat(51), 'Máximo 50 caracteres'],
    ['plateDate', '31/02/2024', 'Fecha no válida; escríbala como día/mes/año, por ejemplo 31/01/2026.'],
    ['taxIdentifier', 'ABC010230AB1', 'La fecha del RFC (010230) no existe.'],
    ['brandName', '#N/A', 'La celda tiene una fórmula con error (#N/A).'],
  ] as const)('%s = %j is rejected: %s', (field, value, message) => {
    expect(read({ [field]: value })).toMatchObject({ vehicle: null, errors: [{ message }] })
  })
  test('reports all invalid cells', () => {
    expect(read({ plate: '', vin: '', stateId: '' }).errors.map(({ column }) => column)).toEqual([
      'Placa',
      'VIN',
      'Estado',
    ])
  })
  test('accepts with warnings', () => {
    const { vehicle, warnings } = read({
      vin: '1HGCM82633A004353',
      modelName: '2024',
      taxIdentifier: 'LME060822IH5',
      stateId: '5',
    })
    expect(vehicle).not.toBeNull()
    expect(warnings.map(({ column }) => column)).toEqual(['Placa', 'VIN', 'RFC', 'Modelo'])
  })
  test('removes control characters and lone surrogates', () => {
    expect(read({ rfcName: 'A\u0000B\ud800', observations: 'una\ndos' }).vehicle).toMatchObject({
      rfcName: 'AB\ufffd',
      observations: 'una\ndos',
    })
  })
})

test('states are found by all of their usual names', () => {
  for (const [text, id] of [
    ['CDMX', 9],
    ['D.F.', 9],
    ['Edomex', 15],
    ['N.L.', 19],
    ['5', 5],
    ['querétaro', 22],
  ] as const)
    expect(findState(text, 'MX')).toBe(id)
  for (const [text, id] of [
    ['Bogotá', 1011],
    ['BOGOTA DC', 1011],
    ['valle', 1076],
    ['1005', 1005],
  ] as const)
    expect(findState(text, 'CO')).toBe(id)
  expect(nearestState('Tamaulpas', 'MX')?.stateId).toBe(28)
})
