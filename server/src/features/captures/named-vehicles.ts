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

/** Of several vehicles with an identifier: those that were not replaced, then active ones, then the newest. */
export const BEST_FIRST = sql`(replaced_by is null) desc, (asset_status_id = 1) desc, vehicle_id desc`

/** The company's vehicles by plate and by VIN, each with the identifier that names it, best first. Cost: two indexes. */
export const findByIdentifiers = async (
  tx: Tx,
  tenantId: number,
  identifiers: readonly string[],
): Promise<(NamedVehicle & { identifier: string })[]> => {
  if (identifiers.length === 0) return []
  const { rows } = await sql<NamedVehicle & { identifier: string }>`
    select vehicle_id as "vehicleId", plate, identifier
    from (
      select vehicle_id, plate, plate as identifier, replaced_by, asset_status_id
      from vehicle
      where tenant_id = ${tenantId} and plate = any(${[...identifiers]}::text[])
      union
      select vehicle_id, plate, vin, replaced_by, asset_status_id
      from vehicle
      where tenant_id = ${tenantId} and vin = any(${[...identifiers]}::text[])) named
    order by ${BEST_FIRST}`.execute(tx)
  return rows
}

/**
 * `all`: each once, best first. `best`: one per identifier, by plate. Of several vehicles with a plate, it is the one
 * whose VIN is named too, otherwise the best one.
 */
export const vehiclesNamedIn = async (
  tx: Tx,
  tenantId: number,
  lines: readonly string[],
): Promise<{ all: NamedVehicle[]; best: NamedVehicle[] }> => {
  const found = await findByIdentifiers(tx, tenantId, identifiersIn(lines))
  const all = [...new Map(found.map(({ vehicleId, plate }) => [vehicleId, { vehicleId, plate }])).values()]
  const byIdentifier = Map.groupBy(found, ({ identifier }) => identifier)
  const byVin = new Set(found.flatMap(({ vehicleId, plate, identifier }) => (plate === identifier ? [] : [vehicleId])))
  const chosen = [...byIdentifier.values()].map(
    (group) => group.find(({ vehicleId }) => byVin.has(vehicleId)) ?? group[0],
  )
  const best = all.filter(({ vehicleId }) => chosen.some((one) => one?.vehicleId === vehicleId))
  return { all, best: best.toSorted((a, b) => (a.plate < b.plate ? -1 : 1)) }
}
