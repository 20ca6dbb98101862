// The names that companies give their columns, and the fields that are proposed for them.
import { expect, test } from 'vitest'
import { templateColumns } from '../template/columns.ts'
import { proposeTargets } from './synonyms.ts'

const propose = (headings: readonly string[], country: 'MX' | 'CO' = 'MX', texts: Record<string, string[]> = {}) =>
  proposeTargets(
    'add',
    headings.map((heading) => ({ heading, texts: texts[heading] ?? [] })),
    country,
  ).map(({ field, category }) => field ?? (category === null ? null : `#${category}`))

test.each([
  ['Placas', 'plate'],
  ['PLACAS', 'plate'],
  ['No. de Placa', 'plate'],
  ['serie', 'vin'],
  ['No. de serie', 'vin'],
  ['NÚM. DE SERIE', 'vin'],
  ['num serie', 'vin'],
  ['Número de Chasis', 'vin'],
  ['Chasis', 'vin'],
  ['No. Económico', 'customId'],
  ['núm económico', 'customId'],
  ['ECO', 'customId'],
  ['Unidad', 'customId'],
  ['No. motor', 'engineNumber'],
  ['Edo.', 'stateId'],
  ['Estatus', 'assetStatusId'],
  ['Ubicación', '#Ubicación'],
  ['SUCURSAL', '#SUCURSAL'],
  ['Póliza', null],
  ['', null],
])('for «%s» proposes %s', (heading, field) => {
  expect(propose([heading])).toEqual([field])
})

test('the headings of the template are proposed as their own fields', () => {
  for (const country of ['MX', 'CO'] as const) {
    const columns = templateColumns('add', country, 2026)
    expect(
      propose(
        columns.map(({ heading }) => heading),
        country,
      ),
    ).toEqual(columns.map(({ field }) => field))
  }
})

test('a field is proposed once, for the closest name', () => {
  expect(propose(['Serie', 'VIN', 'Placas', 'Placa'])).toEqual([null, 'vin', null, 'plate'])
})

test('values decide where a heading does not', () => {
  expect(propose(['Marca', 'Modelo'], 'MX', { Modelo: ['2020', '2021'] })).toEqual(['brandName', 'year'])
  expect(propose(['Marca', 'Modelo'], 'CO', { Modelo: ['SPARK', 'LOGAN'] })).toEqual(['brandName', 'modelName'])
  expect(propose(['Ubicación'], 'MX', { Ubicación: ['Jalisco', 'N.L.', 'Bodega'] })).toEqual(['stateId'])
  expect(propose(['Estado', 'Entidad'], 'MX', { Estado: ['ACTIVO', 'BAJA VENTA'] })).toEqual([
    'assetStatusId',
    'stateId',
  ])
  expect(propose(['Departamento'], 'MX')).toEqual(['#Departamento'])
  expect(propose(['Departamento'], 'CO')).toEqual(['stateId'])
})
