// Coahuila's periods → tenencia, possible tenencia and refrendo, each debt counted once. A surcharge is what a period's
// total holds beyond the two; where both are owed it is shared in proportion, cents exact.
import type { DebtRow } from '@padron/contract/resource-status'
import { cents } from '../parsing/money.ts'
import { debt } from '../parsing/payables.ts'

export type Period = { periodo: number; tenencia: number; refrendo: number; total: number }

/** Why a period cannot be believed. */
export function flawOf({ periodo, tenencia, refrendo, total }: Period): string | undefined {
  const extra = cents(total) - cents(tenencia) - cents(refrendo)
  if (extra < 0) return `El total de ${periodo} es menor que sus conceptos.`
  if (extra > 0 && tenencia === 0 && refrendo === 0) return `El total de ${periodo} no dice de qué es.`
  return undefined
}

/** @returns the surcharge of tenencia and of refrendo, in currency units */
function shared({ tenencia, refrendo, total }: Period): { tenencia: number; refrendo: number } {
  const extra = cents(total) - cents(tenencia) - cents(refrendo)
  const part = tenencia + refrendo > 0 ? Math.round((extra * tenencia) / (tenencia + refrendo)) : 0
  return { tenencia: part / 100, refrendo: (extra - part) / 100 }
}

const rowOf = (kind: 'tenencia' | 'refrendo', period: Period): DebtRow =>
  debt(`${kind === 'tenencia' ? 'Tenencia' : 'Refrendo'} ${period.periodo}`, {
    subTotal: period[kind],
    surcharge: shared(period)[kind],
  })

const rowsOf = (kind: 'tenencia' | 'refrendo', periods: readonly Period[]): DebtRow[] =>
  periods.filter((period) => period[kind] > 0).map((period) => rowOf(kind, period))

/**
 * Tenencia of earlier years is a debt, and then the current year's is one too (type 0). The current year's alone is
 * only offered for payment: a possible debt (type 10). Never both.
 */
export function debtsOf(periods: readonly Period[], thisYear: number): Record<0 | 8 | 10, DebtRow[]> {
  const tenencias = rowsOf('tenencia', periods)
  const earlier = periods.some(({ periodo, tenencia }) => periodo < thisYear && tenencia > 0)
  return { 0: earlier ? tenencias : [], 10: earlier ? [] : tenencias, 8: rowsOf('refrendo', periods) }
}
