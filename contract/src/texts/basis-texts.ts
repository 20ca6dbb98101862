// The basis of a figure in words, for the screen and the workbook. Pure.
import type { Basis } from '../dashboard.ts'
import type { Country } from '../places/countries.ts'
import { numberText, vehiclesText } from './count-of.ts'
import type { CountBasis } from './count-verdict.ts'

export const countBasis = ({ known, unknown, unasked }: Basis): CountBasis => ({
  known,
  total: known + unknown + unasked,
})

type Words = (basis: Basis, size: number, country: Country) => string[]

/** For known dates: `De 20 de 528 vehículos; 508 sin póliza registrada`. */
const ofDates: Words = ({ known, unknown, unasked }, size, country) => [
  `De ${numberText(known, country)} de ${vehiclesText(size, country)}`,
  unknown > 0 ? `${numberText(unknown, country)} sin dato` : '',
  unasked > 0 ? `${numberText(unasked, country)} sin póliza registrada` : '',
]

/** For answers, where a vehicle that misses one may still have others. */
const ofAnswers: Words = ({ known, unknown, unasked }, size, country) => [
  `Completo en ${numberText(known, country)} de ${vehiclesText(size, country)}`,
  unknown > 0 ? `en ${numberText(unknown, country)} falta alguna consulta` : '',
  unasked > 0 ? `${numberText(unasked, country)} sin fuente que consultar` : '',
]

/** `Completo en 512 de 528 vehículos; en 10 falta alguna consulta; 6 sin fuente que consultar`. */
export const basisText = (basis: Basis, country: Country = 'MX'): string => {
  const size = basis.known + basis.unknown + basis.unasked
  if (size === 0) return 'Sin vehículos activos'
  if (basis.known === size) return size === 1 ? 'Del único vehículo' : `De los ${vehiclesText(size, country)}`
  return (basis.dated ? ofDates : ofAnswers)(basis, size, country).filter(Boolean).join('; ')
}
