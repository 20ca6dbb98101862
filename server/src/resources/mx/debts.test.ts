// How the rows of the two state portals become debts: each counted once, surcharges where they belong.
import { describe, expect, it } from 'vitest'
import { debtsOf as coahuilaDebts, flawOf } from './coahuila-periods.ts'
import { debtsOf as nlDebts } from './nl-rows.ts'

const period = (periodo: number, tenencia: number, refrendo: number, total: number) => ({
  periodo,
  tenencia,
  refrendo,
  total,
})
const totals = (rows: readonly { total: number | null }[]) => rows.map(({ total }) => total)

describe('Coahuila', () => {
  it("calls the current year's tenencia alone possible, and with earlier years a debt, never both", () => {
    const current = coahuilaDebts([period(2026, 2000, 0, 2000)], 2026)
    expect([totals(current[0]), totals(current[10])]).toEqual([[], [2000]])
    const both = coahuilaDebts([period(2025, 1000, 0, 1100), period(2026, 2000, 0, 2000)], 2026)
    expect([totals(both[0]), totals(both[10])]).toEqual([[1100, 2000], []])
  })

  it('shares a surcharge between tenencia and refrendo to the cent', () => {
    const { 10: tenencia, 8: refrendo } = coahuilaDebts([period(2026, 1000, 2000, 3100.01)], 2026)
    expect(tenencia[0]).toMatchObject({ subTotal: 1000, surchargesSum: 33.34, total: 1033.34 })
    expect(refrendo[0]).toMatchObject({ subTotal: 2000, surchargesSum: 66.67, total: 2066.67 })
  })

  it('does not believe a total below its parts, or of nothing', () => {
    expect(flawOf(period(2026, 1000, 0, 999.99))).toMatch('menor')
    expect(flawOf(period(2026, 0, 0, 10))).toMatch('no dice')
    expect(flawOf(period(2026, 0.1, 0.2, 0.3))).toBeUndefined()
  })
})

describe('Nuevo León', () => {
  const row = (concept: string, amount: number, year = '2026') => ({ concept, year, amount })

  it('tells the kind by the concept; a fine for a missing refrendo is a fine', () => {
    const rows = [
      row('REFRENDO', 1),
      row('DERECHOS DE CONTROL VEHICULAR', 2),
      row('TENENCIA', 3),
      row('MULTA POR FALTA DE REFRENDO', 4),
      row('EXPEDICIÓN DE TARJETÓN', 5),
    ]
    expect([8, 0, 1, 6].map((type) => totals(nlDebts(type as 0 | 1 | 6 | 8, rows)))).toEqual([[1, 2], [3], [4], [5]])
  })

  it('adds late charges to the debt of their kind and year', () => {
    const rows = [
      row('TENENCIA', 100, '2025'),
      row('RECARGOS DE TENENCIA', 10, '2025'),
      row('ACTUALIZACIÓN DE TENENCIA', 1, '2025'),
      row('RECARGOS DE TENENCIA', 7, '2024'),
    ]
    expect(nlDebts(0, rows)).toMatchObject([
      { description: 'TENENCIA 2025', subTotal: 100, surchargesSum: 11, total: 111 },
      { description: 'RECARGOS DE TENENCIA 2024', subTotal: 0, surchargesSum: 7, total: 7 },
    ])
  })
})
