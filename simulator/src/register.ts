// The simulated public register: vehicles added by the control route. For any other plate or VIN the portals derive
// data from its hash (vehicle-facts.ts). All portals of the process share the register.
import { holderDocument, splitDocument } from '@padron/contract/rules/tax-ids'

/** `registered` and `plated` are yyyy-mm-dd; missing fields are derived from the hash. */
export type Registered = {
  plate: string
  vin: string
  engine?: string
  version?: string
  entity?: string
  registered?: string
  plated?: string
  cylinders?: string
  /** The holder's RFC, NIT or other document, preceded by its type if the number does not show it: `CE 123456`. */
  taxIdentifier?: string
}

const byPlate = new Map<string, Registered>()
const byVin = new Map<string, Registered>()

/**
 * A holder's number in the form in which portals compare it: a NIT without dots and check digit (`900.123.456-8` is
 * 900123456), an RFC unchanged.
 */
export const holderOf = (taxIdentifier: string): string =>
  holderDocument(taxIdentifier)?.number ?? taxIdentifier.toUpperCase().replace(/[^A-Z0-9&]/g, '')

export const registeredPlate = (plate: string): Registered | undefined => byPlate.get(plate)
/** Whether the register has another owner than the queried one. @param type of the queried document */
export const isOfOther = (plate: string, type: string, number: string): boolean => {
  const owner = registeredPlate(plate)?.taxIdentifier
  if (owner === undefined) return false
  const ownType = splitDocument(owner).type
  return holderOf(owner) !== holderOf(number) || (ownType !== null && ownType !== type)
}
export const registeredVin = (vin: string): Registered | undefined => byVin.get(vin)

/** @returns the number of known plates */
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
