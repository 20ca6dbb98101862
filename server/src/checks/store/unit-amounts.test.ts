// Amounts of debts stated in units of account, by the values that the product ships.
import { describe, expect, it } from 'vitest'
import { debt, inUma, payable } from '../connectors/parsing/payables.ts'
import { SHIPPED_VALUES } from '../testing/unit-values.ts'
import { sumDebts } from './debt.ts'
import { unitAmounts, withUnitAmounts } from './unit-amounts.ts'

describe('fines in units of account', () => {
  it.each([
    [10, '2026-02-01', 1173.1],
    [60, '2026-12-31', 7038.6],
    [10, '2025-06-01', 1131.4],
    [20, '2026-01-15', 2262.8],
    [2.5, '2026-03-01', 293.28],
    [20, '2015-01-15', null],
    [20, '2027-02-01', null],
    [20, null, null],
  ])('%s UMA on %s → %s', (units, day, pesos) => {
    const fine = { units, unit: 'UMA', day, discount: null, surcharge: null } as const
    expect(unitAmounts(fine, SHIPPED_VALUES)).toEqual({ subTotal: pesos, total: pesos })
  })

  it('subtracts the discount and adds the surcharge', () => {
    const fine = { units: 10, unit: 'UMA', day: '2026-03-01', discount: 100.1, surcharge: 5.05 } as const
    expect(unitAmounts(fine, SHIPPED_VALUES)).toEqual({ subTotal: 1173.1, total: 1078.05 })
  })

  const at = (dateTime: string) => ({ dateTime, folio: dateTime })
  const mixed = payable(9, 'Multas', [
    inUma('Velocidad', 10, { surcharge: 5 }, at('2026-03-01')),
    inUma('Velocidad', 10, { discount: 50 }, at('2027-02-03')),
    debt('Grúa', { subTotal: 800 }, at('2027-02-03')),
  ])
  const [result] = withUnitAmounts([mixed], SHIPPED_VALUES)

  it('are summed with the others; those without a value count as without amount', () => {
    expect(result).toMatchObject({ subTotal: 1973.1, discount: 0, surcharge: 5, total: 1978.1 })
    expect(result?.sumMismatch).toBeUndefined()
    expect(result?.scrapedTickets.map(({ total }) => total)).toEqual([1178.1, null, 800])
    expect(sumDebts(result ? [result] : [])).toEqual({ total: 1978.1, withoutAmount: 1 })
  })

  it('have no amount again once the value is withdrawn', () => {
    expect(withUnitAmounts(result ? [result] : [], [])).toEqual([mixed])
    expect(sumDebts([mixed])).toEqual({ total: 800, withoutAmount: 2 })
  })
})
