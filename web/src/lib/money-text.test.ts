// Unknown is never zero, and zero is quiet.
import { expect, test } from 'vitest'
import { amountText, moneyText } from './money-text.ts'

test('money as a cell shows it', () => {
  expect(moneyText(null, 'MX')).toBe('sin dato')
  expect(moneyText(0, 'MX')).toBe('—')
  expect(moneyText(1234.5, 'MX')).toBe('$1,234.50 MXN')
  expect(moneyText(1234.5, 'CO')).toBe('$1.234,50 COP')
  expect(amountText(-542.85, 'MX')).toBe('-$542.85')
  expect(amountText(null, 'CO')).toBe('sin dato')
})
