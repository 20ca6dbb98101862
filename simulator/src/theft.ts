// The theft report of a VIN, which is the same in all portals that report thefts.
import { chance, cycle, pick } from './chance.ts'
import { isoDay, type Moment } from './clock.ts'

const entities = ['ESTADO DE MEXICO', 'JALISCO', 'CIUDAD DE MEXICO', 'PUEBLA', 'SINALOA'] as const

/** One VIN in a hundred is reported stolen. */
export const isStolen = (vin: string): boolean => chance('theft', vin) < 0.01

/** Day of the theft (days since 1970) and the entity that reported it. */
export const theftOf = (vin: string, { day }: Moment) => {
  const stolen = cycle(day, 120, 'theft', vin).day - 2
  return { stolen, date: isoDay(stolen), entity: pick(entities, 'entity', vin) }
}
