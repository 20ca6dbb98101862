// Finds a VIN or a plate in the text of a bar code or QR code. Pure.
import { bareIdentifier } from '@padron/contract/assets'

const TEXT_AT_MOST = 2000
/** The bar codes of imported vehicles start with an I; I, O and Q are not letters of a VIN. */
const VIN = /(?:^|[^A-Z0-9])I?([A-HJ-NPR-Z0-9]{17})(?![A-Z0-9])/
const NAMED_PLATE = /\bPLACAS?[:= ]{1,3}([A-Z0-9-]{5,9})\b/
const PLATE = /^[A-Z0-9]{5,8}$/
const isPlate = (text: string): boolean => PLATE.test(text) && /\d/.test(text) && /[A-Z]/.test(text)

/** Undefined if there is neither. */
export const identifierIn = (text: string): string | undefined => {
  const upper = text.slice(0, TEXT_AT_MOST).toUpperCase()
  const vin = VIN.exec(upper)?.[1]
  if (vin && /\d/.test(vin)) return vin
  const plates = [upper, NAMED_PLATE.exec(upper)?.[1] ?? ''].map(bareIdentifier)
  return plates.find(isPlate)
}
