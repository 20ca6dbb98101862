// The consequences of querying many vehicles again, in words: price, wait, and what is skipped and why. Pure.
import type { RefreshPreview } from '@padron/contract/processing'
import { countOf, decimalText, numberText } from '@padron/contract/texts/count-of'

const questionsText = (n: number): string => countOf(n, 'consulta', 'consultas')

/** Currencies are listed separately, not added. */
export const costText = ({ costs, questions }: Pick<RefreshPreview, 'costs' | 'questions'>): string => {
  const priced = costs.reduce((sum, cost) => sum + cost.questions, 0)
  if (priced === 0) return 'Costo: ninguna de estas consultas tiene un precio registrado.'
  const amounts = costs.map(({ amount, currency }) => `$${decimalText(amount.toFixed(2))} ${currency}`).join(' + ')
  return priced === questions
    ? `Costo: ${amounts}.`
    : `Costo: ${amounts}, por ${questionsText(priced)}; las demás no tienen un precio registrado.`
}

const MINUTE = 60

export const waitText = ({ seconds }: Pick<RefreshPreview, 'seconds'>): string => {
  if (seconds < MINUTE) return 'Espera: menos de un minuto, si las fuentes responden.'
  return `Espera: unos ${numberText(Math.ceil(seconds / MINUTE))} minutos, si las fuentes responden.`
}

type Skipped = Pick<RefreshPreview, 'fresh' | 'waiting' | 'recent' | 'byHand'>

export const skippedTexts = ({ fresh, waiting, recent, byHand }: Skipped): readonly string[] =>
  [
    fresh > 0 &&
      `${questionsText(fresh)} no se ${fresh === 1 ? 'repite: su respuesta sigue' : 'repiten: sus respuestas siguen'} ` +
        'vigente' +
        (fresh === 1 ? '.' : 's.'),
    waiting > 0 && `${questionsText(waiting)} ya ${waiting === 1 ? 'está' : 'están'} en la cola.`,
    recent > 0 &&
      `${questionsText(recent)} se ${recent === 1 ? 'acaba' : 'acaban'} de hacer sin respuesta: espere un minuto.`,
    byHand > 0 &&
      `${countOf(byHand, 'recurso no tiene', 'recursos no tienen')} consulta automática: se ` +
        `${byHand === 1 ? 'captura' : 'capturan'} a mano.`,
  ].filter((text) => text !== false)
