// A send in words: what it was, and how it stands.
import type { Round } from '@padron/contract/report-outcomes'
import type { Sign } from '../../lib/status-words.ts'
import { counted } from './report-words.ts'

const SOMEBODY = 'una persona'
const ORIGINS: Readonly<Record<Round['origin'], (who: string) => string>> = {
  scheduled: () => 'Programado',
  ordered: (who) => `Pedido por ${who}`,
  trial: (who) => `Prueba de ${who}`,
}
/** Whether the schedule sent it or who did. */
export const originText = ({ origin, who }: Pick<Round, 'origin' | 'who'>): string => ORIGINS[origin](who ?? SOMEBODY)

export const roundTitle = ({
  reports: [first, ...others],
  ...round
}: Pick<Round, 'origin' | 'who' | 'reports'>): string => {
  const what = round.origin === 'scheduled' ? 'Envío programado' : originText(round)
  if (!first) return what
  return `${what}: ${first.name}${others.length > 0 ? ` y ${others.length} más` : ''}`
}

/** What one of its reports left to say: why it did not go as it should, and whom it did not reach. */
export const remarksOf = ({ why, unsent }: Pick<Round['reports'][number], 'why' | 'unsent'>): string[] => [
  ...(why ? [why] : []),
  ...(unsent > 0
    ? [`${counted(unsent, 'correo no se envió', 'correos no se enviaron')}: se llegó al límite diario de la empresa.`]
    : []),
]

type Said = { sign: Sign; text: string }

export const roundStanding = ({ done, error }: Pick<Round, 'done' | 'error'>): Said => {
  if (error) return { sign: 'warning', text: error }
  return done ? { sign: 'clear', text: 'Terminado' } : { sign: 'unprocessed', text: 'En preparación' }
}
