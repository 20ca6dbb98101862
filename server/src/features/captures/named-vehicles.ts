// Finds the vehicles that the text of a proof names, because a proof of another vehicle is refused.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

const WORDS_AT_MOST = 5_000
/** The most parts of a plate that is written with separators: `JKL 12 34`. */
const PARTS = 3
const LABEL = /^(?:NO|NUM|N[UÚ]MERO|DE|LA|PLACAS?|MATR[IÍ]CULA)$/
const PLATE_LABEL = /^(?:PLACAS?|MATR[IÍ]CULA)$/
const isIdentifier = (word: string): boolean => word.length >= 5 && word.length <= 17 && /\d/.test(word)

/** Words that may be a plate or a VIN, without separators; after a label of a plate its parts are joined. */
export const identifiersIn = (lines: readonly string[]): string[] => {
  const found = new Set<string>()
  let left = WORDS_AT_MOST
  for (const line of lines) {
    const words = line
      .toUpperCase()
      .replaceAll('-', '')
      .split(/[^A-Z0-9ÑÍÚ]+/)
      .filter((word) => word !== '')
      .slice(0, left)
    left -= words.length
    for (const word of words) if (isIdentifier(word)) found.add(word)
    const label = words.findIndex((word) => PLATE_LABEL.test(word))
    if (label < 0) continue
    const rest = words.slice(label + 1)
    const start = rest.findIndex((word) => !LABEL.test(word))
    for (let parts = 2; start >= 0 && parts <= PARTS; parts++) {
      const plate = rest.slice(start, start + parts).join('')
      if (isIdentifier(plate)) found.add(plate)
    }
  }
  return [...found]
}

export type NamedVehicle = { vehicleId: number; plate: string }

/** The company's vehicles by plate and by VIN, each with the identifier that names it. Cost: two indexes. */
export const findByIdentifiers = async (
  tx: Tx,
  tenantId: number,
  identifiers: readonly string[],
): Promise<(NamedVehicle & { identifier: string })[]> => {
  if (identifiers.length === 0) return []
  const { rows } = await sql<NamedVehicle & { identifier: string }>`
    select vehicle_id as "vehicleId", plate, plate as identifier
    from vehicle
    where tenant_id = ${tenantId} and plate = any(${[...identifiers]}::text[])
    union
    select vehicle_id, plate, vin
    from vehicle
    where tenant_id = ${tenantId} and vin = any(${[...identifiers]}::text[])
    order by plate`.execute(tx)
  return rows
}

/** Each once, by plate. */
export const vehiclesNamedIn = async (tx: Tx, tenantId: number, lines: readonly string[]): Promise<NamedVehicle[]> => {
  const found = await findByIdentifiers(tx, tenantId, identifiersIn(lines))
  return [...new Map(found.map(({ vehicleId, plate }) => [vehicleId, { vehicleId, plate }])).values()]
}
