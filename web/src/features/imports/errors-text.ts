// How wrong a file is, in one sentence, and that nothing was done with it. Pure.
import type { Import } from '@padron/contract/imports'
import { numberText } from '../../lib/number-text.ts'
import { rowsText } from './words.ts'

export const errorsText = ({
  errorCount,
  counts: { refused, rows },
}: Pick<Import, 'errorCount' | 'counts'>): string => {
  const errors = `${numberText(errorCount)} ${errorCount === 1 ? 'error' : 'errores'}`
  const mend = errorCount === 1 ? 'corríjalo' : 'corríjalos'
  const where = refused > 0 ? ` en ${numberText(refused)} de ${rowsText(rows)}` : ''
  // What is wrong with the file as a whole has no cells to be mended here.
  const how = refused > 0 ? 'aquí, o en su archivo' : 'en su archivo'
  return `Hay ${errors}${where}. No se escribió nada: ${mend} ${how} y envíelo de nuevo.`
}
