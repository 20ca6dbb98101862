// The total of debts in a written filter: «> 5000», «entre 5 y 10 mil», «5000 o más». Pure.
import { roundToCents } from '@padron/contract/money'
import { UNITS } from './lexicon.ts'
import { type Amount, numberAt } from './period.ts'
import type { Phrases } from './phrases.ts'

export type Total = { totalFrom?: number; totalTo?: number }
/** `next`: the index of the first word after it. */
type Compared = { total: Total; next: number }

const CENT = 0.01
/** The contract's maximum. */
const AMOUNT_MAX = 999_999_999_999

const betweenAt = (phrases: Phrases, first: Amount): Compared | undefined => {
  const joins = ['y', 'a', 'hasta', '-'].includes(phrases.wordAt(first.next))
  const second = joins ? numberAt(phrases, first.next + 1) : undefined
  if (!second || second.value > AMOUNT_MAX) return undefined
  // «entre 5 y 10 mil»
  const low = !first.times && second.times && first.value < 1_000 ? first.value * 1_000 : first.value
  const [totalFrom, totalTo] = low <= second.value ? [low, second.value] : [second.value, low]
  return { total: { totalFrom, totalTo }, next: second.next }
}

/** A compared amount that starts at a word: «> 5000», «entre 5 y 10 mil». */
export const comparedAt = (phrases: Phrases, at: number): Compared | undefined => {
  const match = phrases.meaningAt(at)
  if (match?.meaning.as !== 'compare') return undefined
  const { how } = match.meaning
  const first = numberAt(phrases, phrases.after(at + match.length))
  if (!first || first.value > AMOUNT_MAX || UNITS[phrases.wordAt(first.next)]) return undefined
  if (how === 'between') return betweenAt(phrases, first)
  const { value, next } = first
  if (how === 'over') return { total: { totalFrom: roundToCents(value + CENT) }, next }
  if (how === 'least') return { total: { totalFrom: value }, next }
  if (how === 'equal') return { total: { totalFrom: value, totalTo: value }, next }
  if (how === 'most') return { total: { totalTo: value }, next }
  return value >= CENT ? { total: { totalTo: roundToCents(value - CENT) }, next } : undefined
}

/** «5000 o más», «5000 o menos». */
export const orMoreAt = (phrases: Phrases, at: number): Compared | undefined => {
  const amount = numberAt(phrases, at)
  if (!amount || amount.value > AMOUNT_MAX || phrases.wordAt(amount.next) !== 'o') return undefined
  const more = phrases.wordAt(amount.next + 1)
  if (more !== 'mas' && more !== 'menos') return undefined
  const total = more === 'mas' ? { totalFrom: amount.value } : { totalTo: amount.value }
  return { total, next: amount.next + 2 }
}
