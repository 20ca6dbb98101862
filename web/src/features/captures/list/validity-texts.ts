// The workload of captures in words. Pure.
import { countOf } from '@padron/contract/texts/count-of'
import { numberText } from '../../../lib/number-text.ts'

const HOUR = 3_600
const workText = (seconds: number): string => {
  if (seconds < 60) return 'menos de un minuto'
  if (seconds < HOUR) return `unos ${numberText(Math.round(seconds / 60))} min`
  return seconds <= HOUR ? 'una hora' : `unas ${numberText(Math.ceil(seconds / HOUR))} h`
}

/** `2,640 capturas vencen esta semana: unas 41 h a 55 s cada una`. @param secondsEach null: unknown */
export const expiringText = (expiring: number, secondsEach: number | null): string => {
  if (expiring === 0) return 'Ninguna captura vence esta semana'
  const counted = `${countOf(expiring, 'captura vence', 'capturas vencen')} esta semana`
  return secondsEach === null
    ? counted
    : `${counted}: ${workText(expiring * secondsEach)} a ${numberText(secondsEach)} s cada una`
}
