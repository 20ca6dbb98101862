// The company's totals in words.
import { expect, test } from 'vitest'
import { totalsText } from './SideMenu.tsx'

test('vehicles without a named holder are not counted as zero holders', () => {
  expect(totalsText(1, 0)).toBe('1 vehículo · sin razón social registrada')
  expect(totalsText(0, 0)).toBe('Sin vehículos')
  expect(totalsText(1, 1)).toBe('1 vehículo · 1 razón social')
  expect(totalsText(1_200, 6)).toBe('1,200 vehículos · 6 razones sociales')
})
