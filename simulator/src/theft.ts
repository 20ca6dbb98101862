// The theft report of a VIN; every portal that reports thefts gives the same one.
import { chance, cycle, pick } from './chance.ts'
import { isoDay, type Moment } from './clock.ts'

const entities = ['ESTADO DE MEXICO', 'JALISCO', 'CIUDAD DE MEXICO', 'PUEBLA', 'SINALOA'] as const

/** One VIN in a hundred is reported stolen. */
export const isStolen = (vin: string): boolean => chance('theft', vin) < 0.01

/** Day of the theft (days since 1970) and who reported it. */
export const theftOf = (vin: string, { day }: Moment) => {
  const stolen = cycle(day, 120, 'theft', vin).day - 2
  return { stolen, date: isoDay(stolen), entity: pick(entities, 'entity', vin) }
}
