// What a count may say, by what it rests on: that there is none is only said where all of it is known. Pure.
import { countOf, numberText } from './count-of.ts'
import type { Country } from './countries.ts'

/** Of how many things it is known, and of how many it would have to be. */
export type CountBasis = { known: number; total: number }

/**
 * `partial`: none among those that are known; `unknown`: nothing is known; `empty`: there is nothing to count among.
 */
export type CountVerdict = 'found' | 'clear' | 'partial' | 'unknown' | 'empty'

export const countVerdict = (found: number, { known, total }: CountBasis): CountVerdict => {
  if (found > 0) return 'found'
  if (total === 0) return 'empty'
  if (known === 0) return 'unknown'
  return known < total ? 'partial' : 'clear'
}

/** Of a count over several bases: none is clear only where it is by all of them, and unknown where it is by all. */
export const jointVerdict = (verdicts: readonly CountVerdict[]): CountVerdict => {
  const counted = verdicts.filter((verdict) => verdict !== 'empty')
  const [first = 'empty'] = counted
  return counted.every((verdict) => verdict === first) ? first : 'partial'
}

const SIGNS = { clear: 'clear', partial: 'unknown', unknown: 'unknown', empty: 'unprocessed' } as const

/** The one rule by which a count bears a sign. @param foundSign where there is some */
export const countSign = <S extends string>(found: number, basis: CountBasis, foundSign: S) => {
  const verdict = countVerdict(found, basis)
  return verdict === 'found' ? foundSign : SIGNS[verdict]
}

/** `entre los 12 de 130 vehículos con datos completos` */
export const amongWords = ({ known, total }: CountBasis, country: Country): string =>
  `entre ${known === 1 ? 'el único' : `los ${numberText(known, country)}`} de ` +
  `${countOf(total, 'vehículo', 'vehículos', country)} con datos completos`

export const NOT_QUERIED_LABEL = 'Sin consultar'

/** Where nothing is known: nobody was asked, or not all that would have to be has answered for any of them. */
export const unknownCountText = ({ total }: CountBasis, country: Country): string =>
  `${NOT_QUERIED_LABEL}: no hay datos completos ` +
  `${total === 1 ? 'del único vehículo' : `de ninguno de los ${numberText(total, country)} vehículos`}`
