// Whether a count is known, from its basis: "none" is only stated where everything is known. Pure.
import type { Country } from '../places/countries.ts'
import { numberText, vehiclesText } from './count-of.ts'

/** The number of items with a known answer, and the number of all items. */
export type CountBasis = { known: number; total: number }

/**
 * `partial`: none among the known ones; `unknown`: nothing is known; `empty`: there is nothing to count.
 */
export type CountVerdict = 'found' | 'clear' | 'partial' | 'unknown' | 'empty'

export const countVerdict = (found: number, { known, total }: CountBasis): CountVerdict => {
  if (found > 0) return 'found'
  if (total === 0) return 'empty'
  if (known === 0) return 'unknown'
  return known < total ? 'partial' : 'clear'
}

/** For a count over several bases: clear if all are clear, unknown if all are unknown. */
export const jointVerdict = (verdicts: readonly CountVerdict[]): CountVerdict => {
  const counted = verdicts.filter((verdict) => verdict !== 'empty')
  const [first = 'empty'] = counted
  return counted.every((verdict) => verdict === first) ? first : 'partial'
}

const SIGNS = { clear: 'clear', partial: 'unknown', unknown: 'unknown', empty: 'unprocessed' } as const

/** The sign of a count. @param foundSign the sign of a count above zero */
export const countSign = <S extends string>(found: number, basis: CountBasis, foundSign: S) => {
  const verdict = countVerdict(found, basis)
  return verdict === 'found' ? foundSign : SIGNS[verdict]
}

/** `entre los 12 de 130 vehículos con datos completos` */
export const amongWords = ({ known, total }: CountBasis, country: Country): string =>
  `entre ${known === 1 ? 'el único' : `los ${numberText(known, country)}`} de ` +
  `${vehiclesText(total, country)} con datos completos`

export const NOT_QUERIED_LABEL = 'Sin consultar'

/** The label where nothing is known: no source was queried, or none of the items has all its answers. */
export const unknownCountText = ({ total }: CountBasis, country: Country): string =>
  `${NOT_QUERIED_LABEL}: no hay datos completos ` +
  `${total === 1 ? 'del único vehículo' : `de ninguno de los ${numberText(total, country)} vehículos`}`
