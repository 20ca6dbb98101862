// VIN, RFC, NIT and plates against the published vectors: the 49 CFR 565 example, vin-validator's and validate-rfc's
// own tests, stdnum's NIT tests, plates seen in public registries, and synthetic ones computed with three
// implementations.
import { describe, expect, test } from 'vitest'
import {
  type DocumentType,
  holderDocument,
  joinDocument,
  readNit,
  readRfc,
  readTaxId,
  splitDocument,
} from '../rules/tax-ids.ts'
import { plateFormat, plateState, plateWarnings } from './plates.ts'
import { vinCheckDigit, vinCheckDigitIsOk, vinShapeIsOk, vinWarnings, vinYearCode, vinYears } from './vin.ts'

describe('VIN', () => {
  test.each([
    ['1M8GDM9AXKP042788', 'X', true],
    ['11111111111111111', '1', true],
    ['1VWBH7A30DC104945', '0', true],
    ['1HGCM82633A004352', '3', true],
    ['1HGCM82633A004353', '5', false],
    ['3MVDM2WLAML234946', '8', false],
    ['3VWFE21C04M000001', '0', true],
    ['3N6AD33A1PK000202', '1', true],
    ['3G1TA5AF6ML000404', '6', true],
    ['3HGGK5H52KM000606', '2', true],
    ['3KPA24BC1LE000808', '1', true],
    ['3WKYD40X5PF001010', '5', true],
    ['3TYAX5GN4PT001212', '4', true],
    ['9FB4SREB4RM001414', '4', true],
    ['93YRBB003RJ001616', '3', true],
    ['3N1CN8AE1RL000101', '1', true],
  ])('%s should carry %s', (vin, digit, ok) => {
    expect(vinCheckDigit(vin)).toBe(digit)
    expect(vinCheckDigitIsOk(vin)).toBe(ok)
  })
  test('shape: 17 without I, O, Q', () => {
    expect(vinShapeIsOk('WVWUK63B92P54681')).toBe(false)
    expect(vinShapeIsOk('1HGCM8263IA004352')).toBe(false)
    expect(vinWarnings('1HGCM8263IA004352', null)).toEqual([
      'Un VIN no lleva la letra I; ¿quiso escribir 1HGCM82631A004352?',
    ])
  })
  test('year codes repeat every thirty years', () => {
    expect(vinYears('1HGCM82633A004352')).toEqual([2001 + 2, 2033])
    for (let year = 1980; year < 2040; year++) expect(vinYears(`........0${vinYearCode(year)}`)).toContain(year)
  })
  test('warns of a wrong digit, repeated characters and another year', () => {
    expect(vinWarnings('1HGCM82633A004352', 2003)).toEqual([])
    expect(vinWarnings('1HGCM82633A004352', 2004)).toEqual([])
    expect(vinWarnings('1HGCM82633A004352', 2010)).toEqual(['El VIN indica año modelo 2003 o 2033 y se escribió 2010.'])
    expect(vinWarnings('1HGCM82633A004353', null)[0]).toContain('debería ser 5')
    expect(vinWarnings('11111111111111111', null)[0]).toContain('repite')
  })
})

describe('RFC', () => {
  test.each([
    ['GODE561231GR8', 'accept'],
    ['MAB9307148T4', 'accept'],
    ['Ñ&T130705MD6', 'accept'],
    ['SALC7304253S0', 'accept'],
    ['MHTR93041179A', 'accept'],
    ['ZATJ870805CK6', 'accept'],
    ['XAXX010101000', 'accept'],
    ['XEXX010101000', 'accept'],
    ['AFN160314QX2', 'accept'],
    ['LDM121130RT5', 'accept'],
    ['FIP0002291Z2', 'accept'],
    ['afn-160314-qx2', 'accept'],
    ['LME060822IH5', 'warn'],
    ['MHTR810511A79', 'warn'],
    ['SOTO800101110', 'warn'],
    ['VACE460910SX6', 'warn'],
    ['FETO800101AA1', 'warn'],
    ['MHTR815511A70', 'refuse'],
    ['ABC010230AB1', 'refuse'],
    ['FIP9802291Z0', 'refuse'],
    ['ABC', 'refuse'],
  ])('%s → %s', (rfc, verdict) => expect(readRfc(rfc).verdict).toBe(verdict))
})

describe('NIT', () => {
  test.each([
    ['213123432-1', 'accept', '213123432-1'],
    ['900544472-2', 'accept', '900544472-2'],
    ['901555001-8', 'accept', '901555001-8'],
    ['830000123-9', 'accept', '830000123-9'],
    ['1018464851-9', 'accept', '1018464851-9'],
    ['900.123.456-8', 'accept', '900123456-8'],
    ['9001234568', 'accept', '900123456-8'],
    ['900123456', 'accept', '900123456-8'],
    ['1018464851', 'accept', '1018464851-9'],
    ['213123432-5', 'warn', '213123432-5'],
    ['9001234567', 'warn', '900123456-7'],
    ['2131-2', 'refuse', '2131-2'],
  ])('%s → %s, stored as %s', (nit, verdict, value) => expect(readNit(nit)).toMatchObject({ verdict, value }))
})

describe('a Colombian document', () => {
  test.each([
    ['900.123.456-8', '900123456-8'],
    ['1018464851', '1018464851-9'],
    ['12345', '12345'],
    ['1.234.567', '1234567'],
    ['CE 123456', 'CE 123456'],
    ['ce123456', 'CE 123456'],
    ['C.E. 123.456', 'CE 123456'],
    ['C.C. 51.234.567', 'CC 51234567'],
    ['CC 1018464851-9', 'CC 1018464851'],
    ['PA AB12345', 'PA AB12345'],
    ['pa-ab 12345', 'PA AB12345'],
    ['PPT: 1234567', 'PPT 1234567'],
    ['P.P.T. 1234567', 'PPT 1234567'],
    ['NIT 900123456-8', '900123456-8'],
    ['NIT 1018464851', 'NIT 1018464851-9'],
  ])('%s is stored as %s', (text, value) => {
    expect(readTaxId(text, 'CO')).toMatchObject({ verdict: 'accept', value })
    expect(readTaxId(value, 'CO')).toMatchObject({ verdict: 'accept', value })
  })

  test.each([
    ['1234', /^El NIT debe tener de 8 a 15 dígitos.*una cédula, de 5 a 10/],
    ['AB12345', /lleva su tipo delante/],
    ['PAB12345', /lleva su tipo delante/],
    ['CC 12345678901', /^La cédula de ciudadanía \(CC\)/],
    ['CE 1234', /^La cédula de extranjería \(CE\)/],
    ['PA AB1', /^El pasaporte \(PA\)/],
    ['PPT 12', /^El permiso por protección temporal \(PPT\)/],
    ['NIT 1234567', /^El NIT debe tener de 8 a 15/],
    ['9'.repeat(100_000), /más de 40 caracteres/],
  ])('%.20s is rejected with its reason', (text, why) => {
    const reading = readTaxId(text, 'CO')
    expect(reading.verdict).toBe('refuse')
    expect(reading.message).toMatch(why)
  })

  test.each<[string, DocumentType | null, string, string]>([
    ['900123456-8', 'CE', 'NIT', '900123456'],
    ['1018464851-9', null, 'CC', '1018464851'],
    ['1018464851-9', 'NIT', 'NIT', '1018464851'],
    ['123456', 'CE', 'CE', '123456'],
    ['123456', null, 'CC', '123456'],
    ['CC 123456', 'CE', 'CC', '123456'],
    ['PA AB12345', null, 'PA', 'AB12345'],
  ])('%s of a company with the usual type %s is queried as %s %s', (stored, usual, type, number) =>
    expect(holderDocument(stored, usual)).toEqual({ type, number }),
  )

  test('an invalid document gives no query', () => {
    for (const text of ['', 'ABC010203XY9', '123']) expect(holderDocument(text)).toBeUndefined()
  })

  test('a form splits it into two fields, and joins them', () => {
    expect(splitDocument('CE 123456')).toEqual({ type: 'CE', number: '123456' })
    expect(splitDocument('900123456-8')).toEqual({ type: null, number: '900123456-8' })
    expect(joinDocument('CE', '123456')).toBe('CE 123456')
    expect(joinDocument('CE', 'CE 123456')).toBe('CE 123456')
    expect(joinDocument('', '123456')).toBe('123456')
    expect(joinDocument('CE', ' ')).toBe('')
  })
})

describe('plates', () => {
  test.each([
    'PZW123A',
    'A01AAA',
    'ABC1234',
    '123ABC',
    'ABC123',
    'A123BC',
    'JY53245',
    '01AB2C',
    'D12345',
    'A1B23',
    'N01AB',
    'N123A',
    'AM123BC',
    'CD1234',
  ])('%s is Mexican', (plate) => expect(plateFormat(plate, 'MX')).toBeDefined())
  test.each(['ABC123', 'ABC12D', 'ABC12', 'R12345', 'S12345', 'T1234', 'OI1234'])('%s is Colombian', (plate) =>
    expect(plateWarnings(plate, 'CO', null)).toEqual([]),
  )
  test('the series names the state of a private car', () => {
    for (const [plate, state] of [
      ['ACR855C', 1],
      ['EXM454A', 5],
      ['DNM988D', 7],
      ['SNU656A', 19],
      ['WVY617A', 27],
    ] as const) {
      expect(plateState(plate)).toBe(state)
      expect(plateWarnings(plate, 'MX', state)).toEqual([])
    }
    expect(plateWarnings('HBE727F', 'MX', 5)).toEqual(['La serie de la placa es de Guerrero; revise el estado.'])
  })
  test('an unusual plate gets a hint, not an error', () => {
    expect(plateWarnings('ABO123A', 'MX', null)).toEqual([
      'Las placas actuales no usan la letra O; ¿quiso escribir 0 o D?',
    ])
    expect(plateWarnings('0012345', 'MX', null)[0]).toContain('solo tiene dígitos')
    expect(plateWarnings('ABCDEF', 'MX', null)[0]).toContain('formato conocido')
  })
})
