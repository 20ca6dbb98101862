// Unknown is not zero, and zero is a dash.
import { expect, test } from 'vitest'
import { amountText, moneyText } from './money-text.ts'

test('amounts in a cell', () => {
  expect(moneyText(null, 'MX')).toBe('sin dato')
  expect(moneyText(0, 'MX')).toBe('—')
  expect(moneyText(1234.5, 'MX')).toBe('$1,234.50 MXN')
  expect(moneyText(1234.5, 'CO')).toBe('$1.234,50 COP')
  expect(amountText(-542.85, 'MX')).toBe('-$542.85')
  expect(amountText(null, 'CO')).toBe('sin dato')
})
