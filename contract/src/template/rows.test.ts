// Rows of the three workbooks as users fill them: every error and every hint with its literal message, at its column.
import { describe, expect, test } from 'vitest'
import { fieldFault, readVehicleForm, vehicleHints } from '../vehicles/rules.ts'
import type { TemplateField } from './columns.ts'
import { templateColumns } from './columns.ts'
import { TEMPLATE_KINDS, type TemplateKind } from './kinds.ts'
import { readTemplateRow } from './rows.ts'

type Cells = Partial<Record<TemplateField, string>>
const VIN = '3N1CN8AE1RL000101'
const GOOD: Readonly<Record<TemplateKind, Cells>> = {
  add: { plate: 'RKA-123-B', vin: VIN.toLowerCase(), stateId: 'nuevo leon', acquisitionReasonId: 'Expansion' },
  edit: { vehicleAssetId: '7' },
  replace: { vehicleAssetId: '7', replacementReasonId: 'vendido', plate: 'RKA123B', vin: VIN },
}
const read = (
  kind: TemplateKind,
  cells: Cells,
  country: 'MX' | 'CO' = 'MX',
  numeric: readonly TemplateField[] = [],
) => {
  const all = Object.entries({ ...GOOD[kind], ...cells }) as [TemplateField, string][]
  return readTemplateRow(kind, new Map(all), { country, thisYear: 2026 }, new Set(numeric))
}
const KINDS = TEMPLATE_KINDS.map(({ kind }) => kind)
const FORM = (vin: string) => ({ plate: 'RKA123B', vin, stateId: '19', acquisitionReasonId: '1' })
const messages = (notes: readonly { message: string }[]) => notes.map(({ message }) => message)

describe('every kind', () => {
  test('uses Colombia’s name of the year field', () => {
    const messagesOf = (year: string) => messages(read('edit', { year }, 'CO').errors)
    expect(messagesOf('1949')).toEqual(['Modelo (año) debe ser entre 1950 y 2028.'])
    expect(messagesOf('dos mil')).toEqual(['Modelo (año) no es un número válido!'])
    const options = { country: 'CO', thisYear: 2026, mode: 'edit' } as const
    expect(fieldFault('year', '1949', options)).toBe('Modelo (año) debe ser entre 1950 y 2028.')
  })

  test.each(TEMPLATE_KINDS.flatMap(({ kind }) => [[kind, 'MX'] as const, [kind, 'CO'] as const]))(
    '%s: the examples of %s are a valid row',
    (kind, country) => {
      const cells = new Map(templateColumns(kind, country, 2026).map(({ field, example }) => [field, example]))
      expect(readTemplateRow(kind, cells, { country, thisYear: 2026 })).toMatchObject({
        errors: [],
        warnings: [],
        blank: false,
      })
    },
  )

  test.each([
    ['add', 'plate', '', 'Placa', 'La placa es un valor necesario'],
    ['add', 'plate', 'AB', 'Placa', 'Mínimo 3 caracteres'],
    ['edit', 'plate', 'AB', 'Placa', 'Tamaño de placa no válido'],
    ['add', 'plate', 'ABCDEFGHIJK', 'Placa', 'Tamaño de placa no válido'],
    ['replace', 'plate', '', 'Placa nueva', 'La placa es un valor necesario'],
    ['add', 'plate', 'ÑAB123A', 'Placa', 'La placa solo puede contener caracteres alfanuméricos'],
    ['add', 'vin', '', 'VIN', 'El VIN es un valor necesario'],
    ['add', 'vin', '123', 'VIN', 'El VIN debe de contener 17 caracteres.'],
    ['edit', 'vin', '123', 'VIN', 'Tamaño de VIN no válido'],
    ['replace', 'vin', '123', 'VIN nuevo', 'El VIN debe de contener 17 caracteres.'],
    [
      'add',
      'vin',
      '1.5123E+16',
      'VIN',
      'Excel hizo un número del valor (1.5123E+16) y perdió cifras; dé formato de texto a la columna y ' +
        'escríbalo de nuevo.',
    ],
    ['add', 'year', '1949', 'Año', 'Año debe ser entre 1950 y 2028.'],
    ['edit', 'year', '2029', 'Año', 'Año debe ser entre 1950 y 2028.'],
    ['replace', 'year', 'dos mil', 'Año', 'Año no es un número válido!'],
    ['edit', 'doors', '11', 'Puertas', 'Puertas debe ser entre 0 y 10.'],
    ['edit', 'doors', '-1', 'Puertas', 'Puertas debe ser entre 0 y 10.'],
    ['edit', 'doors', '12345678901234', 'Puertas', 'Puertas debe ser entre 0 y 10.'],
    ['edit', 'doors', '11.5', 'Puertas', 'Puertas debe ser entre 0 y 10.'],
    ['edit', 'doors', '2.5', 'Puertas', 'Puertas no es un número válido!'],
    ['edit', 'doors', 'cuatro', 'Puertas', 'Puertas no es un número válido!'],
    ['add', 'year', '-2000', 'Año', 'Año debe ser entre 1950 y 2028.'],
    ['add', 'stateId', '', 'Estado', 'Estado es requerido!'],
    ['edit', 'stateId', 'Nuevo Leno', 'Estado', 'Estado desconocido; ¿quiso escribir Nuevo León?'],
    ['add', 'stateId', 'Texas y más', 'Estado', 'Estado desconocido; elija uno de la lista de la plantilla.'],
    ['edit', 'customId', 'x'.repeat(51), 'Identificador', 'Máximo 50 caracteres'],
    [
      'edit',
      'plateDate',
      '1900-02-29',
      'Fecha de emplacado',
      'El 29/02/1900 no existe, aunque Excel lo cuente como el día 60; escriba la fecha de nuevo.',
    ],
    [
      'edit',
      'brandName',
      'NIS\u200eSAN',
      'Marca',
      'El texto tiene una marca invisible de dirección (U+200E); ¿quiso escribir NISSAN?',
    ],
    [
      'add',
      'plate',
      '\u202aRKA123B\u202c',
      'Placa',
      'El texto tiene una marca invisible de dirección (U+202A); ¿quiso escribir RKA123B?',
    ],
    [
      'add',
      'observations',
      '#SIN CALCULAR!',
      'Observaciones',
      'La celda tiene una fórmula sin su resultado: abra el archivo en Excel, guárdelo y envíelo de nuevo, o ' +
        'escriba el valor.',
    ],
    [
      'edit',
      'plateDate',
      '31/02/2024',
      'Fecha de emplacado',
      'Fecha no válida; escríbala como día/mes/año, por ejemplo 31/01/2026.',
    ],
    ['edit', 'taxIdentifier', 'ABC010230AB1', 'RFC', 'La fecha del RFC (010230) no existe.'],
    ['edit', 'tags', 'Uso:', 'Etiquetas', 'La categoría «Uso» no tiene etiqueta.'],
    ['add', 'brandName', '#N/A', 'Marca', 'La celda tiene una fórmula con error (#N/A).'],
    ['add', 'acquisitionReasonId', 'Porque sí', 'Motivo de alta', 'Motivo de alta desconocido; escriba Expansión.'],
    [
      'add',
      'acquisitionReasonId',
      'Reemplazo',
      'Motivo de alta',
      'Para dar de alta un vehículo en reemplazo de otro use la plantilla de reemplazo.',
    ],
    [
      'add',
      'brandName',
      '(vaciar)',
      'Marca',
      '«(vaciar)» es de la plantilla de edición; aquí deje la celda en blanco.',
    ],
    ['edit', 'plate', '(vaciar)', 'Placa', '«Placa» no se puede vaciar.'],
    ['edit', 'vin', '(VACIAR)', 'VIN', '«VIN» no se puede vaciar.'],
    ['edit', 'stateId', '( vaciar )', 'Estado', '«Estado» no se puede vaciar.'],
    ['edit', 'assetStatusId', ' (vaciar) ', 'Estatus', '«Estatus» no se puede vaciar.'],
    ['edit', 'assetStatusId', 'Robaod', 'Estatus', 'Estatus desconocido; ¿quiso escribir Robado?'],
    [
      'edit',
      'assetStatusId',
      'quién sabe',
      'Estatus',
      'Estatus desconocido; escriba Activo, Inactivo, Robado, En taller, En corralon, Vendido, Pérdida total ' +
        'o Reactivar.',
    ],
    ['edit', 'vehicleAssetId', 'siete', 'ID', 'ID no es un número válido!'],
    [
      'edit',
      'rowVersion',
      'x',
      'Versión del registro',
      'Esta columna oculta la llena la plantilla y se alteró; déjela en blanco o descargue otra plantilla.',
    ],
    ['replace', 'replacementReasonId', '', 'Motivo del reemplazo', 'El motivo del reemplazo es un valor obligatorio'],
    [
      'replace',
      'replacementReasonId',
      'Perdida totl',
      'Motivo del reemplazo',
      'Motivo del reemplazo desconocido; ¿quiso escribir Pérdida total?',
    ],
    [
      'replace',
      'replacementReasonId',
      'En taller',
      'Motivo del reemplazo',
      'Motivo del reemplazo desconocido; escriba Robado, Vendido o Pérdida total.',
    ],
    ['replace', 'currentPlate', '--', 'Placa actual', 'Placa actual no válido.'],
    ['replace', 'stateId', '(vaciar)', 'Estado', '«Estado» no se puede vaciar.'],
  ] as const)('%s: %s = %j is rejected', (kind, field, value, column, message) => {
    const reading = read(kind, { [field]: value })
    expect(reading.errors).toEqual([{ field, column, message }])
    expect(reading.values).not.toHaveProperty(field)
  })

  test.each([
    ['vin', '3N1CN8AE2RL000101', 'VIN', 'El dígito verificador del VIN (posición 9) debería ser 1 y es 2; revíselo.'],
    [
      'plate',
      'RKA123O',
      'Placa',
      'La placa no tiene un formato conocido; ¿quiso escribir RKA1230? Revise la letra O y el 0, la I y el 1.',
    ],
    ['plate', 'I2-ABC-34-5X', 'Placa', 'Las placas actuales no usan la letra I; ¿quiso escribir 1?'],
    ['plate', 'ABCDEFG', 'Placa', 'La placa no tiene un formato conocido; revísela.'],
    ['taxIdentifier', 'LME060822IH5', 'RFC', 'El dígito verificador del RFC debería ser 3; revíselo.'],
    ['brandName', 'Toyota', 'VIN', 'El VIN es de NISSAN, INFINITI (México) y se escribió Toyota; revíselo.'],
    ['year', '2015', 'VIN', 'El VIN indica año modelo 1994 o 2024 y se escribió 2015.'],
    [
      'modelName',
      '2024',
      'Modelo',
      'El modelo parece un año; aquí va el nombre (por ejemplo VERSA) y el año en su columna.',
    ],
    ['stateId', 'Coahuila', 'Placa', 'La serie de la placa es de Nuevo León; revise el estado.'],
  ] as const)('add: %s = %j is accepted with a warning', (field, value, column, message) => {
    const { errors, warnings, values } = read('add', { [field]: value })
    expect(errors).toEqual([])
    expect(warnings).toMatchObject([{ column, message }])
    expect(values).toHaveProperty(field)
  })

  test('warns of a numeric cell that may have lost zeros, and rejects one that has lost digits', () => {
    // In many fleets economic numbers and NITs are numbers: the warning is once for the file, not once for each row.
    const { warnings } = read('add', { customId: '12', plate: '123456' }, 'MX', ['customId', 'plate', 'year'])
    expect(messages(warnings)).toEqual([
      'La placa solo tiene dígitos; si la celda era numérica, Excel pudo quitarle ceros: dele formato de texto.',
    ])
    expect(read('add', { vin: '1E512345678901234' }).errors).toEqual([])
    expect(messages(read('add', { vin: '12345678901234500' }, 'MX', ['vin']).errors)).toEqual([
      expect.stringMatching(/^Excel hizo un número/),
    ])
  })

  test('a rejected row returns its readable values and all errors', () => {
    const { values, errors } = read('add', { vin: '', stateId: '', year: 'x', plate: 'rka 123 b' })
    expect(errors.map(({ column }) => column)).toEqual(['VIN', 'Estado', 'Año'])
    expect(values).toMatchObject({ plate: 'RKA123B', acquisitionReasonId: 1, brandName: null })
  })
})

describe('a VIN with invalid letters', () => {
  const typed = '3NICN8AE1QL000101'
  const warning = 'Un VIN no lleva las letras I y Q; ¿quiso escribir 3N1CN8AE10L000101?'
  test.each(KINDS)('%s: is accepted with a warning, as in the form', (kind) => {
    const { errors, warnings, values } = read(kind, { vin: typed })
    expect([messages(errors), values.vin]).toEqual([[], typed])
    expect(messages(warnings)).toContain(warning)
  })
  test.each(['add', 'edit'] as const)('is accepted by the form with a warning: %s', (mode) => {
    const { faults, values } = readVehicleForm(FORM(typed), { country: 'MX', thisYear: 2026, mode })
    expect([faults, values.vin]).toEqual([[], typed])
    expect(messages(vehicleHints({ vin: typed }, 'MX'))).toContain(warning)
  })
})

describe('a text', () => {
  test('normalizes line breaks', () => {
    const observations = 'uno\rdos\r\ntres\ncuatro\u0301'
    const unchanged = 'uno\ndos\ntres\ncuatr\u00f3'
    expect(read('add', { observations }).values.observations).toBe(unchanged)
    const { values } = readVehicleForm({ observations }, { country: 'MX', thisYear: 2026, mode: 'edit' })
    expect(values.observations).toBe(unchanged)
  })
  test('with an invisible direction mark is rejected, also by the form', () => {
    const brandName = 'NISSAN\u2066?'
    const { faults } = readVehicleForm(
      { brandName, vin: `\u200f${VIN}` },
      { country: 'MX', thisYear: 2026, mode: 'edit' },
    )
    expect(messages(faults)).toEqual([
      `El texto tiene una marca invisible de dirección (U+200F); ¿quiso escribir ${VIN}?`,
      'El texto tiene una marca invisible de dirección (U+2066); bórrela o escriba el texto de nuevo.',
    ])
  })
})

describe('add', () => {
  test('a row becomes a vehicle', () => {
    const { values, given } = read('add', {
      year: '2024',
      doors: '4',
      plateDate: '31/01/2024',
      tags: 'Regiones: Norte, nuevo,regiones: norte',
      customId: ' ECO-1 ',
      rfcName: 'A\u0000B\ud800',
      observations: 'una\ndos',
    })
    expect(values).toMatchObject({
      plate: 'RKA123B',
      vin: VIN,
      stateId: 19,
      acquisitionReasonId: 1,
      year: 2024,
      doors: 4,
      customId: 'ECO-1',
      plateDate: '2024-01-31',
      rfcName: 'AB\ufffd',
      observations: 'una\ndos',
      lessorName: null,
      tags: [
        { category: 'regiones', name: 'norte' },
        { category: '', name: 'nuevo' },
      ],
    })
    expect(given).not.toContain('lessorName')
  })
  test('a blank reason means expansion', () => {
    expect(read('add', { acquisitionReasonId: '' })).toMatchObject({ errors: [], values: { acquisitionReasonId: 1 } })
    const { acquisitionReasonId: _, ...without } = GOOD.add
    const cells = new Map(Object.entries(without) as [TemplateField, string][])
    expect(readTemplateRow('add', cells, { country: 'MX', thisYear: 2026 })).toMatchObject({
      errors: [],
      values: { acquisitionReasonId: 1 },
    })
  })
  test('an unknown department of Colombia is rejected', () => {
    expect(messages(read('add', { plate: 'ABC123', stateId: 'Texas y más' }, 'CO').errors)).toEqual([
      'Departamento desconocido; elija uno de la lista de la plantilla.',
    ])
  })
  test('a row of spaces is blank', () => {
    expect(readTemplateRow('add', new Map([['plate', '  ']]), { country: 'MX', thisYear: 2026 })).toMatchObject({
      blank: true,
      errors: [],
    })
  })
})

describe('edit', () => {
  test('blank cells change nothing, and «(vaciar)» clears a field', () => {
    const { values, given, errors } = read('edit', {
      brandName: ' (Vaciar) ',
      tags: '(vaciar)',
      year: '(vaciar)',
      vin: '',
    })
    expect(errors).toEqual([])
    expect(values).toEqual({ vehicleAssetId: 7, brandName: null, tags: null, year: null })
    expect(given).toEqual(['vehicleAssetId', 'brandName', 'year', 'tags'])
  })
  test.each([
    ['Activo', { assetStatusId: 1 }],
    ['reactivar', { assetStatusId: 1, reactivate: true }],
    ['en corralón', { assetStatusId: 7 }],
    ['0', { assetStatusId: 0 }],
    ['Corralón', { assetStatusId: 7 }],
    ['corralon', { assetStatusId: 7 }],
    ['En patios', { assetStatusId: 7 }],
    ['PERDIDA TOTAL', { assetStatusId: 9 }],
    ['8', { assetStatusId: 8 }],
  ] as const)('reads the status %s', (assetStatusId, values) => {
    expect(read('edit', { assetStatusId }).values).toEqual({ vehicleAssetId: 7, ...values })
  })
  test("the system's own status changes nothing", () => {
    const { values, given, warnings } = read('edit', { assetStatusId: 'Información cambiada', doors: '2' })
    expect({ values, given }).toEqual({ values: { vehicleAssetId: 7, doors: 2 }, given: ['vehicleAssetId', 'doors'] })
    expect(messages(warnings)).toEqual(['Este estatus lo pone el sistema; la celda no cambia nada.'])
  })
  test.each([
    [{}, true],
    [{ rowVersion: '3' }, true],
    [{ vin: VIN }, false],
    [{ vehicleAssetId: '', vin: VIN }, true],
    [{ vehicleAssetId: '', vin: VIN, doors: '3' }, false],
    [{ vehicleAssetId: '', plate: 'RKA123B' }, true],
    [{ vehicleAssetId: '', vin: VIN, plate: 'A1B' }, false],
    [{ vehicleAssetId: '' }, true],
  ] as const)('%j is a blank row: %s', (cells, blank) => {
    expect(read('edit', cells)).toMatchObject({ blank, errors: [] })
  })
  test('a row must name its vehicle', () => {
    expect(read('edit', { vehicleAssetId: '', doors: '3' }).errors).toEqual([
      { field: null, column: '', message: 'La fila no dice qué vehículo es; escriba su ID, su VIN o su placa.' },
    ])
  })
})

describe('replace', () => {
  test('copied fields are absent, other blank ones are empty', () => {
    const { values, given, errors } = read('replace', { lessorName: '(vaciar)', year: '2024' })
    expect(errors).toEqual([])
    expect(given).toEqual(['vehicleAssetId', 'replacementReasonId', 'plate', 'vin', 'lessorName', 'year'])
    expect(values).toMatchObject({ replacementReasonId: 8, lessorName: null, year: 2024, brandName: null })
    for (const field of ['stateId', 'taxIdentifier', 'rfcName', 'tags']) expect(values).not.toHaveProperty(field)
  })
  test.each([
    [{ replacementReasonId: '', plate: '', vin: '', currentPlate: 'rka-123-b', currentVin: 'corto' }, true, []],
    [{ plate: '', vin: '' }, false, ['Placa nueva', 'VIN nuevo']],
    [
      { replacementReasonId: '', plate: '', vin: '', doors: '4' },
      false,
      ['Motivo del reemplazo', 'Placa nueva', 'VIN nuevo'],
    ],
  ] as const)('%j is a blank row: %s', (cells, blank, columns) => {
    const reading = read('replace', cells)
    expect(reading.blank).toBe(blank)
    expect(reading.errors.map(({ column }) => column)).toEqual(columns)
  })
  test('a row must name the vehicle that is replaced', () => {
    expect(messages(read('replace', { vehicleAssetId: '' }).errors)).toEqual([
      'La fila no dice qué vehículo se reemplaza; escriba su ID, su VIN actual o su placa actual.',
    ])
    expect(read('replace', { vehicleAssetId: '', currentVin: ' 3n1-cn8 ' }).values).toMatchObject({
      currentVin: '3N1CN8',
    })
  })
})
