// How wrong a file is, in one sentence, and that nothing was done with it. Pure.
import type { Import } from '@padron/contract/imports'
import { number, rowsText } from './words.ts'

export const errorsText = ({ errorCount, counts: { refused, rows } }: Import): string => {
  const errors = `${number(errorCount)} ${errorCount === 1 ? 'error' : 'errores'}`
  const mend = errorCount === 1 ? 'corríjalo' : 'corríjalos'
  const where = refused > 0 ? ` en ${number(refused)} de ${rowsText(rows)}` : ''
  return `Hay ${errors}${where}. No se escribió nada: ${mend} aquí, o en su archivo y envíelo de nuevo.`
}
