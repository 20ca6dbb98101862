// Headings as users write them: in any order and spelling, below a title, with columns missing, duplicated,
// misspelled, or of another kind.
import { describe, expect, test } from 'vitest'
import { templateColumns } from './columns.ts'
import { findHeadings, matchHeadings } from './headings.ts'
import { TEMPLATE_KINDS, templateKind } from './kinds.ts'

const KINDS = TEMPLATE_KINDS.map(({ kind }) => kind)
const headings = (kind: (typeof KINDS)[number], country: 'MX' | 'CO') =>
  templateColumns(kind, country, 2026).map(({ heading }) => heading)
const messages = (notes: readonly { message: string }[]) => notes.map(({ message }) => message)

describe('the columns', () => {
  test.each(KINDS.flatMap((kind) => [[kind, 'MX'] as const, [kind, 'CO'] as const]))(
    'are recognised for %s in %s',
    (kind, country) => {
      const columns = templateColumns(kind, country, 2026)
      const found = matchHeadings(
        kind,
        columns.map(({ heading }) => `${heading} *`),
        country,
      )
      expect(found).toEqual({ fields: columns.map(({ field }) => field), errors: [], warnings: [] })
      expect(columns.filter(({ note }) => note.trim() === '')).toEqual([])
    },
  )
  test('differ by kind', () => {
    expect(headings('edit', 'MX').slice(0, 4)).toEqual(['ID', 'Estatus', 'Placa', 'VIN'])
    expect(templateColumns('edit', 'MX', 2026).at(-1)).toMatchObject({ field: 'rowVersion', hidden: true })
    expect(headings('edit', 'MX')).not.toContain('Motivo de alta')
    expect(headings('replace', 'MX').slice(0, 6)).toEqual([
      'ID',
      'Placa actual',
      'VIN actual',
      'Motivo del reemplazo',
      'Placa nueva',
      'VIN nuevo',
    ])
    expect(headings('add', 'CO')).toEqual(expect.arrayContaining(['Departamento', 'NIT', 'Línea', 'Carrocería']))
    expect(templateKind('add').fileName).toBe('Plantilla de alta de vehículos 5.2.xlsx')
  })
})

describe('headings', () => {
  test('match in any order, case and accents, and by alternative names', () => {
    const { fields, errors } = matchHeadings(
      'add',
      ['  MOTIVO DE ALTA ', 'niv', 'PLACA *', 'entidad', 'Ano', 'RFC', ''],
      'MX',
    )
    expect(errors).toEqual([])
    expect(fields).toEqual(['acquisitionReasonId', 'vin', 'plate', 'stateId', 'year', 'taxIdentifier', undefined])
  })
  test('unknown ones are reported, with the nearest unused one', () => {
    expect(matchHeadings('edit', ['ID', 'Placa', 'Arendadora', 'Placas', 'Otra cosa'], 'MX').warnings).toEqual([
      { field: null, column: 'Arendadora', message: 'La columna no se reconoce y no se leyó; ¿es «Arrendadora»?' },
      { field: null, column: 'Placas', message: 'La columna no se reconoce y no se leyó.' },
      { field: null, column: 'Otra cosa', message: 'La columna no se reconoce y no se leyó.' },
    ])
    expect(messages(matchHeadings('replace', ['ID', 'Placa'], 'MX').warnings)).toEqual([
      'La columna no se reconoce y no se leyó; ¿es «Placa actual»?',
    ])
  })
  test.each([
    [
      'add',
      ['Placa', 'placa', 'Estado', 'Motivo de alta'],
      ['Falta la columna «VIN».', 'La columna «Placa» está más de una vez.'],
    ],
    ['edit', ['Marca', 'Color'], ['Falta la columna que dice qué vehículo es: «ID», «VIN» o «Placa».']],
    ['edit', ['Placa', 'Color'], []],
    [
      'replace',
      ['Placa actual', 'Placa nueva'],
      ['Falta la columna «Motivo del reemplazo».', 'Falta la columna «VIN nuevo».'],
    ],
    [
      'replace',
      ['Motivo de reemplazo', 'Nueva placa', 'VIN nuevo'],
      ['Falta la columna que dice qué vehículo es: «ID», «VIN actual» o «Placa actual».'],
    ],
    ['add', headings('edit', 'MX'), ['Esta es la plantilla de edición; súbala en Edición de vehículos.']],
    ['edit', headings('add', 'MX'), ['Esta es la plantilla de alta; súbala en Alta de vehículos.']],
    ['edit', headings('replace', 'CO'), ['Esta es la plantilla de reemplazo; súbala en Remplazo de vehículos.']],
    ['replace', headings('edit', 'CO'), ['Esta es la plantilla de edición; súbala en Edición de vehículos.']],
  ] as const)('errors for %s with %j', (kind, cells, wrong) => {
    expect(messages(matchHeadings(kind, cells, kind === 'replace' ? 'CO' : 'MX').errors)).toEqual(wrong)
  })
  test.each([
    ['CO', ['Marca', 'Modelo'], ['brandName', 'year'], []],
    ['CO', ['Línea', 'Modelo'], ['modelName', 'year'], []],
    ['CO', ['Modelo', 'Submarca'], ['year', 'modelName'], []],
    [
      'CO',
      ['Modelo', 'Año'],
      ['modelName', 'year'],
      ['Modelo: La columna se leyó como «Línea», porque «Año» ya da «Modelo (año)».'],
    ],
    [
      'CO',
      ['Año modelo *', 'Modelo *'],
      ['year', 'modelName'],
      ['Modelo: La columna se leyó como «Línea», porque «Año modelo» ya da «Modelo (año)».'],
    ],
    ['CO', ['Modelo', 'Año', 'Entidad de emplacado', 'Tipo'], ['modelName', 'year', 'plateEntity', 'type'], []],
    ['MX', ['Marca', 'Modelo'], ['brandName', 'modelName'], []],
    ['MX', ['Modelo', 'Año'], ['modelName', 'year'], []],
    [
      'MX',
      ['Submarca', 'Modelo'],
      ['modelName', 'year'],
      ['Modelo: La columna se leyó como «Año», porque «Submarca» ya da «Modelo».'],
    ],
    [
      'CO',
      ['Departamento', 'Estado'],
      ['stateId', undefined],
      ['Estado: La columna no se leyó: el dato se toma de «Departamento».'],
    ],
    ['CO', ['Estado'], ['stateId'], []],
    [
      'CO',
      ['Tipo', 'Tipo de carrocería'],
      [undefined, 'type'],
      ['Tipo: La columna no se leyó: el dato se toma de «Carrocería».'],
    ],
    [
      'CO',
      ['Cilindraje', 'Cilindros'],
      ['cilinders', undefined],
      ['Cilindros: La columna no se leyó: el dato se toma de «Cilindraje».'],
    ],
    ['CO', ['Cilindros'], ['cilinders'], ['Cilindros: La columna se leyó como «Cilindraje»; revise que lo sea.']],
    [
      'MX',
      ['Departamento', 'Estado'],
      [undefined, 'stateId'],
      ['Departamento: La columna no se leyó: el dato se toma de «Estado».'],
    ],
    [
      'MX',
      ['Carrocería', 'Tipo'],
      [undefined, 'type'],
      ['Carrocería: La columna no se leyó: el dato se toma de «Tipo».'],
    ],
  ] as const)('%s: %j are read with their meaning in the country', (country, cells, fields, warnings) => {
    const found = matchHeadings('edit', ['VIN', ...cells], country)
    expect(found.errors).toEqual([])
    expect(found.fields).toEqual(['vin', ...fields])
    expect(found.warnings.map(({ column, message }) => `${column}: ${message}`)).toEqual(warnings)
  })
  test.each([
    ['CO', ['Línea', 'Modelo', 'Año'], ['La columna «Modelo (año)» está más de una vez: «Modelo» y «Año».']],
    ['CO', ['Modelo', 'modelo *'], ['La columna «Modelo» está más de una vez.']],
    [
      'MX',
      ['Submarca', 'Modelo', 'Línea', 'Año'],
      ['La columna «Modelo» está más de una vez: «Submarca», «Modelo» y «Línea».'],
    ],
    [
      'MX',
      ['Número de serie', 'VIN', 'niv'],
      ['La columna «VIN» está más de una vez: «Número de serie», «VIN» y «niv».'],
    ],
  ] as const)('%s: %j: duplicates are reported in the words of the file', (country, cells, errors) => {
    expect(messages(matchHeadings('edit', ['Placa', ...cells], country).errors)).toEqual(errors)
  })
  test('a user’s own sheet may have an Estatus and no reason', () => {
    const { errors, warnings } = matchHeadings('add', ['Placa', 'VIN', 'Estado', 'Estatus'], 'MX')
    expect({ errors, warnings: messages(warnings) }).toEqual({
      errors: [],
      warnings: ['La columna no se reconoce y no se leyó.'],
    })
  })
  test('are found below a title and a note', () => {
    const rows = [
      ['', ' '],
      ['Flota 2026'],
      ['Placa', 'de la flota'],
      ['Placa', 'VIN', 'Color'],
      ['RKA123B', 'x', 'ROJO'],
    ]
    expect(findHeadings('edit', rows, 'MX')).toMatchObject({
      at: 3,
      headings: { fields: ['plate', 'vin', 'vehicleColor'] },
    })
    expect(findHeadings('add', [], 'MX').headings.errors).toHaveLength(3)
    expect(findHeadings('add', [['Flota'], headings('replace', 'MX')], 'MX')).toMatchObject({
      at: 1,
      headings: { errors: [{ message: 'Esta es la plantilla de reemplazo; súbala en Remplazo de vehículos.' }] },
    })
  })
})
