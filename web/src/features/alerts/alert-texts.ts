// An alert in words: its measure, its threshold and its state. Pure.
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

/** The value in words; a known zero with unknown vehicles is not reported as none. */
export const seenText = (measure: Measure, value: number, uncertain: number, country: Country): string =>
  value === 0 && uncertain > 0 ? UNKNOWN : valueText(measure, value, country)

/** The number of unknown vehicles and the consequence; undefined if all are known. */
export const uncertainText = (measure: Measure, uncertain: number, country: Country): string | undefined => {
  if (uncertain === 0) return undefined
  const more = measure === 'debt' ? 'el total puede ser mayor' : 'puede haber más'
  return `${notAllKnown(valueText('vehicles', uncertain, country))}: ${more}`
}

/** The state without the time of the crossing, which is displayed beside it. */
export const stateOf = ({ active, standing, uncertain }: Alert): { sign: Sign; text: string } => {
  if (!active) return { sign: 'unprocessed', text: 'En pausa: no se revisa' }
  if (standing === 'unknown') return { sign: 'unprocessed', text: 'Aún sin revisar' }
  if (standing === 'above') return { sign: 'warning', text: 'Por encima' }
  // The unknown vehicles might exceed the threshold.
  if (uncertain > 0) return { sign: 'unknown', text: 'Por debajo, con lo que se sabe' }
  return { sign: 'clear', text: 'Por debajo' }
}

/** When the alert will notify, given its current value. */
export const triggerText = (measure: Measure, threshold: number, value: number, country: Country): string => {
  const from = valueText(measure, threshold, country)
  return value >= threshold
    ? `Ya está por encima de ${from}: ahora no se avisa. Se avisará una vez cuando baje y vuelva a llegar.`
    : `Se avisará una vez cuando llegue a ${from}; otra vez solo después de bajar.`
}
