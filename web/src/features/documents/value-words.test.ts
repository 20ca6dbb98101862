// What stands in a document's field, as it is read.
import { afterEach, expect, test } from 'vitest'
import { writeNumbersAs } from '../../lib/number-text.ts'
import { valueText } from './value-words.ts'

afterEach(() => writeNumbersAs('MX'))

const DECIMAL = 2
const decimal = (fieldName: string, value: string) => valueText({ fieldName, documentDataTypeId: DECIMAL }, value)

test('an amount has its currency and its separators', () => {
  expect(decimal('Importe', '312500.00')).toBe('$312,500.00 MXN')
  expect(decimal('Prima neta', '9800.5')).toBe('$9,800.50 MXN')
  expect(decimal('importe', '-12')).toBe('-$12.00 MXN')
  writeNumbersAs('CO')
  expect(decimal('Importe', '312500.00')).toBe('$312.500,00 COP')
})

test('one in another currency, or no amount, is a number as it was written', () => {
  expect(decimal('Importe USD', '312500.00')).toBe('312,500.00')
  expect(decimal('Rendimiento', '12345.678')).toBe('12,345.678')
  expect(decimal('Rendimiento', '123456789012345.123456')).toBe('123,456,789,012,345.123456')
  expect(decimal('Rendimiento', 'doce')).toBe('doce')
})

test('whole numbers name things: they stay as they are', () => {
  expect(valueText({ fieldName: 'Folio', documentDataTypeId: 1 }, '51020')).toBe('51020')
  expect(valueText({ fieldName: 'Importe', documentDataTypeId: 0 }, '312500.00')).toBe('312500.00')
  expect(valueText({ fieldName: 'Original', documentDataTypeId: 4 }, 'true')).toBe('Sí')
  expect(valueText({ fieldName: 'Importe', documentDataTypeId: DECIMAL }, null)).toBe('—')
})
