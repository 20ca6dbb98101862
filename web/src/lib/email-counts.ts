// The outcome of the emails of one send, in words and as a sign. Pure.
import type { EmailCounts } from '@padron/contract/queue'
import { countOf } from '@padron/contract/texts/count-of'
import { numberText } from './number-text.ts'
import type { Sign } from './status-texts.ts'

const HELD = ['guardado sin enviar', 'guardados sin enviar'] as const

/** The counts above zero: '3 enviados, 1 con error'. */
export const emailCountsText = ({ total, sent, pending, kept, failed }: EmailCounts): string => {
  if (total === 0) return 'Ningún correo'
  return [
    sent > 0 && countOf(sent, 'enviado', 'enviados'),
    pending > kept && countOf(pending - kept, 'pendiente', 'pendientes'),
    kept > 0 && countOf(kept, ...HELD),
    failed > 0 && `${numberText(failed)} con error`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const emailCountsSign = ({ total, pending, failed }: EmailCounts): Sign => {
  if (failed > 0) return 'warning'
  return pending > 0 || total === 0 ? 'unprocessed' : 'clear'
}
