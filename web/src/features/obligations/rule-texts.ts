// Official calendars in words. Pure.
import type { CalendarRule } from '@padron/contract/obligations'
import { dateText } from '../../lib/day-texts.ts'

/** The explanation of official calendars, wherever they are displayed. */
export const INFORMATIVE =
  'Son informativos: los publican las autoridades y pueden cambiar. No dicen si un vehículo ya cumplió; ' +
  'confírmelo con la autoridad.'

/** Marks a calendar that the company added. */
export const OWN = 'De su empresa'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

/**
 * "Placas terminadas en 5 y 6. Dos veces al año: …"; a calendar without last digits names its vehicles in its own text.
 */
export const ruleText = ({ digits, says }: CalendarRule): string =>
  digits && digits.length > 0 ? `Placas terminadas en ${list.format(digits.map(String))}. ${says}` : says

/** Dates whose end differs between two sources: the earlier end, and the later one with its source. */
export const readingsText = (
  { to, otherTo }: Pick<CalendarRule['occurrences'][number], 'to' | 'otherTo'>,
  today: string,
): string | undefined => {
  if (otherTo === null) return undefined
  return `Plazo seguro: hasta el ${dateText(to, today)}; según otra fuente, hasta el ${dateText(otherTo, today)}.`
}

/** Why a week has no calendars. @param hidden number of known calendars that are not in use */
export const noneText = (hidden: number): string =>
  hidden === 0
    ? 'Ningún calendario oficial cae en esta semana.'
    : `Ninguno de los que se muestran cae en esta semana. Hay ${hidden} que no se ` +
      `${hidden === 1 ? 'muestra' : 'muestran'}: en «Todos los calendarios» se dice por qué.`
