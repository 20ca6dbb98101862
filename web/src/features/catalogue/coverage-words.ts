// What the figures above the table rest on, in words: how many checks answered lately, long ago, or never. Pure.
import type { Coverage } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import type { Clock } from '../../lib/clock.ts'
import { debtWords } from '../../lib/debt-words.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { sinceText } from '../../lib/relative-time.ts'

const number = (value: number): string => value.toLocaleString('es-MX')
const count = (value: number, one: string, many: string): string => `${number(value)} ${value === 1 ? one : many}`

/** By the same rule as one vehicle's: what has no answer, by machine or by hand, leaves a zero unknown. */
const debtText = ({ debt: { total, withoutAmount, missing, byHand } }: Coverage, country: Country): string => {
  const { amount } = debtWords({ total, withoutAmount }, { length: missing + byHand }, country)
  const notes = [
    withoutAmount > 0 && `${number(withoutAmount)} sin importe`,
    byHand > 0 && `sin contar captura manual de ${count(byHand, 'vehículo', 'vehículos')}`,
  ].filter(Boolean)
  return `${amount === NOTHING ? 'ninguno' : amount}${notes.length ? ` (${notes.join('; ')})` : ''}`
}

const checkWords = ({ checks: { current, old, never, byHand } }: Coverage): string => {
  if (current + old + never === 0) return 'ninguna todavía'
  const hand = byHand > 0 ? ` (${number(byHand)} por captura manual)` : ''
  return [
    count(current, 'vigente', 'vigentes'),
    count(old, 'antigua', 'antiguas'),
    `${number(never)} sin respuesta${hand}`,
  ].join(', ')
}

/** The parts of the line, from the figure to what it rests on. */
export const coverageWords = (coverage: Coverage, country: Country, { now, zone }: Clock): readonly string[] => {
  const vehicles = count(coverage.vehicles, 'vehículo', 'vehículos')
  // Of no vehicle there is nothing more to say.
  if (coverage.vehicles === 0) return [vehicles]
  return [
    vehicles,
    `Adeudo total ${debtText(coverage, country)}`,
    `Consultas: ${checkWords(coverage)}`,
    ...(coverage.oldest ? [`Respuesta más antigua: ${sinceText('', coverage.oldest, now, zone).trim()}`] : []),
  ]
}

export const COVERAGE_NOTE =
  'Una consulta es un recurso de un vehículo. Vigente: la fuente respondió dentro de su plazo. Antigua: respondió hace más tiempo. Sin respuesta: todavía no ha respondido; las de captura manual no tienen fuente automática. El adeudo suma solo lo que las fuentes respondieron.'
