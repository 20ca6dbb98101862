// Of how many vehicles not all debts are known, and whose answer is missing: one sentence for letters, workbooks and
// alerts. Pure.
import { countOf, numberText } from './count-of.ts'

/** In vehicles; one may be in both parts. */
export type UnknownDebts = {
  /** Of these not all is known. */
  unknown: number
  /** A source that a machine asks has no valid answer, or none has answered yet. */
  missing: number
  /** Some kind of debt waits for a person to look it up. */
  byHand: number
}

/** @param vehicles counted, in words */
export const notAllKnown = (vehicles: string): string => `De ${vehicles} no se sabe todo`

/** @returns undefined where all is known */
export const unknownWords = ({ unknown, missing, byHand }: UnknownDebts): string | undefined => {
  if (unknown === 0) return undefined
  const parts = [
    ...(missing > 0 ? [`${numberText(missing)} sin respuesta vigente de una fuente`] : []),
    ...(byHand > 0 ? [`${numberText(byHand)} con consultas que hace una persona`] : []),
  ]
  const both = missing + byHand > unknown ? '; algunos en ambos casos' : ''
  return `${notAllKnown(countOf(unknown, 'vehículo', 'vehículos'))}: ${parts.join(', ')}${both}`
}
