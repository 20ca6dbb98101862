// The faults of a cell whose formula has no readable result.

/** The reader's value for a formula that the saving program did not calculate. */
export const NOT_CALCULATED = '#SIN CALCULAR!'

/** The errors of spreadsheet programs, in English and in Spanish. */
const ERRORS: ReadonlySet<string> = new Set([
  ...['#N/A', '#N/D', '#REF!', '#¡REF!', '#VALUE!', '#¡VALOR!', '#DIV/0!', '#¡DIV/0!', '#NAME?', '#¿NOMBRE?'],
  ...['#NULL!', '#¡NULO!', '#NUM!', '#¡NUM!', '#CALC!', '#¡CALC!', '#SPILL!', '#¡DESBORDAMIENTO!'],
  ...[
    '#GETTING_DATA',
    '#OBTENIENDO_DATOS',
    '#FIELD!',
    '#¡CAMPO!',
    '#CONNECT!',
    '#¡CONECTAR!',
    '#BLOCKED!',
    '#¡BLOQUEADO!',
  ],
  ...['#UNKNOWN!', '#¡DESCONOCIDO!', '#BUSY!', '#¡OCUPADO!', '#EXTERNAL!', '#PYTHON!', '#TIMEOUT!'],
])

export const formulaFault = (text: string): string | undefined => {
  if (!text.startsWith('#')) return undefined
  if (text === NOT_CALCULATED)
    return (
      'La celda tiene una fórmula sin su resultado: abra el archivo en Excel, guárdelo y envíelo de nuevo, o ' +
      'escriba el valor.'
    )
  return ERRORS.has(text) ? `La celda tiene una fórmula con error (${text}).` : undefined
}
