// The public register: vehicles that were registered over the control route. For any other plate or VIN the portals
// draw data of their own (vehicle-facts.ts). Every portal of the process reads the same register.
import { holderDocument, splitDocument } from '@padron/contract/rules/tax-ids'

/** `registered` and `plated` are yyyy-mm-dd; what is not given is drawn. */
export type Registered = {
  plate: string
  vin: string
  engine?: string
  version?: string
  entity?: string
  registered?: string
  plated?: string
  cylinders?: string
  /** The holder's RFC, NIT or other document, with its type in front where the number does not tell it: `CE 123456`. */
  taxIdentifier?: string
}

const byPlate = new Map<string, Registered>()
const byVin = new Map<string, Registered>()

/**
 * A holder's number as portals compare them: a NIT without dots and check digit (`900.123.456-8` is 900123456), an
 * RFC as it is.
 */
export const holderOf = (taxIdentifier: string): string =>
  holderDocument(taxIdentifier)?.number ?? taxIdentifier.toUpperCase().replace(/[^A-Z0-9&]/g, '')

export const registeredPlate = (plate: string): Registered | undefined => byPlate.get(plate)
/** What the register knows of the owner and is another. @param type of the document asked by */
export const isOfOther = (plate: string, type: string, number: string): boolean => {
  const owner = registeredPlate(plate)?.taxIdentifier
  if (owner === undefined) return false
  const ownType = splitDocument(owner).type
  return holderOf(owner) !== holderOf(number) || (ownType !== null && ownType !== type)
}
export const registeredVin = (vin: string): Registered | undefined => byVin.get(vin)

/** @returns how many plates are known */
export const register = (vehicles: readonly Registered[]): number => {
  for (const vehicle of vehicles) {
    byPlate.set(vehicle.plate, vehicle)
    byVin.set(vehicle.vin, vehicle)
  }
  return byPlate.size
}

export const clearRegister = (): void => {
  byPlate.clear()
  byVin.clear()
}
