// The state of a document by its date in the company's time zone, the values of fields, and the texts about files.
import { afterEach, expect, test } from 'vitest'
import { writeTextsAs } from '../../lib/number-text.ts'
import { sentText, sizeText } from '../../lib/size-text.ts'
import { documentWords, expiryOf, typeStateWords, valueText } from './document-texts.ts'
import { fileFault } from './FileField.tsx'

afterEach(() => writeTextsAs('MX'))

/** In Mexico it is still the 21st. */
const clock = { now: Date.parse('2026-11-22T04:00:00Z'), zone: 'America/Mexico_City' }

test.each([
  ['2026-11-20', 'debt', 'Venció el 20/11/2026'],
  ['2026-11-21', 'warning', 'Vence hoy, el 21/11/2026'],
  ['2026-11-22', 'warning', 'Vence mañana, el 22/11/2026'],
  ['2026-12-20', 'warning', 'Vence en 29 días, el 20/12/2026'],
  ['2026-12-21', 'clear', 'Vigente hasta el 21/12/2026'],
] as const)('%s', (day, sign, text) => {
  expect(expiryOf(day, clock)).toEqual({ sign, text })
})

const TYPE_STATE = { documentTypeId: 1, documentTypeName: 'Póliza', exception: null, asked: true } as const

test("a document has the same sign in its own row and in its type's, whether it is required or not", () => {
  for (const isRequired of [true, false])
    for (const expiresOn of ['2026-11-20', '2026-12-01', '2027-12-01']) {
      const typeState = {
        ...TYPE_STATE,
        asked: isRequired,
        standing: expiresOn < '2026-11-21' ? 'expired' : 'present',
        expiresOn,
      } as const
      expect(documentWords(expiresOn, typeState, clock)).toEqual(typeStateWords(typeState, clock))
    }
})

test('an expired document is not marked as a debt when another of its type is valid', () => {
  const quiet = { sign: 'unprocessed', text: 'Venció el 20/11/2026; lo cubre otro documento' }
  for (const expiresOn of ['2027-12-01', null])
    expect(documentWords('2026-11-20', { ...TYPE_STATE, standing: 'present', expiresOn }, clock)).toEqual(quiet)
  // Two expired documents do not replace each other.
  expect(documentWords('2026-11-10', { ...TYPE_STATE, standing: 'expired', expiresOn: '2026-11-20' }, clock).sign).toBe(
    'debt',
  )
})

test('sizes are written in KB and MB', () => {
  expect([sizeText(10), sizeText(700 * 1024), sizeText(250 * 1_048_576)]).toEqual(['1 KB', '700 KB', '250 MB'])
  expect(sentText(0.5, 25 * 1_048_576)).toBe('12.5 de 25 MB')
})

test('a file with a wrong extension or size is refused before it is sent', () => {
  expect(fileFault({ name: 'a.PDF', size: 1 })).toBeUndefined()
  expect(fileFault({ name: 'a.svg', size: 1 })).toMatch(/^Solo se aceptan/)
  expect(fileFault({ name: 'a.pdf', size: 0 })).toBe('El archivo está vacío.')
  expect(fileFault({ name: 'a.pdf', size: 251 * 1_048_576 })).toBe('El archivo pesa 251 MB; el máximo es 250 MB.')
})

const DECIMAL = 2
const decimal = (fieldName: string, value: string) => valueText({ fieldName, documentDataTypeId: DECIMAL }, value)

test('an amount has its currency and its separators', () => {
  expect(decimal('Importe', '312500.00')).toBe('$312,500.00 MXN')
  expect(decimal('Prima neta', '9800.5')).toBe('$9,800.50 MXN')
  expect(decimal('importe', '-12')).toBe('-$12.00 MXN')
  writeTextsAs('CO')
  expect(decimal('Importe', '312500.00')).toBe('$312.500,00 COP')
})

test('an amount in another currency, or a decimal that is no amount, is written as a number without currency', () => {
  expect(decimal('Importe USD', '312500.00')).toBe('312,500.00')
  expect(decimal('Rendimiento', '12345.678')).toBe('12,345.678')
  expect(decimal('Rendimiento', '123456789012345.123456')).toBe('123,456,789,012,345.123456')
  expect(decimal('Rendimiento', 'doce')).toBe('doce')
})

test('whole numbers are identifiers and get no separators', () => {
  expect(valueText({ fieldName: 'Folio', documentDataTypeId: 1 }, '51020')).toBe('51020')
  expect(valueText({ fieldName: 'Importe', documentDataTypeId: 0 }, '312500.00')).toBe('312500.00')
  expect(valueText({ fieldName: 'Original', documentDataTypeId: 4 }, 'true')).toBe('Sí')
  expect(valueText({ fieldName: 'Importe', documentDataTypeId: DECIMAL }, null)).toBe('—')
})
