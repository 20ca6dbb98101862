// One sentence with the number of vehicles whose debts are not all known, and whose answer is missing, for emails,
// workbooks and alerts. Pure.
import { numberText, vehiclesText } from './count-of.ts'

/** Numbers of vehicles; one can be in both parts. */
export type UnknownDebts = {
  /** Vehicles whose debts are not all known. */
  unknown: number
  /** An automatic source has no valid answer, or none has answered yet. */
  missing: number
  /** Some kind of debt needs manual capture. */
  byHand: number
}

/** @param vehicles the count in words */
export const notAllKnown = (vehicles: string): string => `Falta información de ${vehicles}`

/** @returns undefined if all is known */
export const unknownWords = ({ unknown, missing, byHand }: UnknownDebts): string | undefined => {
  if (unknown === 0) return undefined
  const parts = [
    ...(missing > 0 ? [`${numberText(missing)} sin respuesta vigente de una fuente`] : []),
    ...(byHand > 0 ? [`${numberText(byHand)} con consultas que hace una persona`] : []),
  ]
  const both = missing + byHand > unknown ? '; algunos en ambos casos' : ''
  return `${notAllKnown(vehiclesText(unknown))}: ${parts.join(', ')}${both}`
}
