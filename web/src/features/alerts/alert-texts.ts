// An alert in words: what it measures, from which value on it tells, and how it stands. Pure.
import type { Alert } from '@padron/contract/alerts'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import type { Measure } from '@padron/contract/reports/rules'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { notAllKnown } from '@padron/contract/texts/unknown-debts-text'
import { UNKNOWN } from '../../lib/money-text.ts'
import type { Sign } from '../../lib/status-texts.ts'

/** '1,234 vehículos' or '$1,234.00 MXN'. */
export const valueText = (measure: Measure, value: number, country: Country): string =>
  measure === 'debt' ? money(value, country) : vehiclesText(value, country)

/** The same where part is unknown: zero of the known part is not reported as none. */
export const seenText = (measure: Measure, value: number, uncertain: number, country: Country): string =>
  value === 0 && uncertain > 0 ? UNKNOWN : valueText(measure, value, country)

/** What is not known of it, and what that means; nothing where all is. */
export const uncertainText = (measure: Measure, uncertain: number, country: Country): string | undefined => {
  if (uncertain === 0) return undefined
  const more = measure === 'debt' ? 'el total puede ser mayor' : 'puede haber más'
  return `${notAllKnown(valueText('vehicles', uncertain, country))}: ${more}`
}

/** Without the time of the crossing, which is displayed beside it. */
export const stateOf = ({ active, standing, uncertain }: Alert): { sign: Sign; text: string } => {
  if (!active) return { sign: 'unprocessed', text: 'En pausa: no se revisa' }
  if (standing === 'unknown') return { sign: 'unprocessed', text: 'Aún sin revisar' }
  if (standing === 'above') return { sign: 'warning', text: 'Por encima' }
  // What is not known might reach it.
  if (uncertain > 0) return { sign: 'unknown', text: 'Por debajo, con lo que se sabe' }
  return { sign: 'clear', text: 'Por debajo' }
}

/** When it will tell, where its value is what it is now. */
export const triggerText = (measure: Measure, threshold: number, value: number, country: Country): string => {
  const from = valueText(measure, threshold, country)
  return value >= threshold
    ? `Ya está por encima de ${from}: ahora no se avisa. Se avisará una vez cuando baje y vuelva a llegar.`
    : `Se avisará una vez cuando llegue a ${from}; otra vez solo después de bajar.`
}
