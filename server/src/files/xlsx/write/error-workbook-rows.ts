// The faults of a workbook as a table, for the marked copy and for the workbook of errors.
import { countOf, numberText } from '@padron/contract/texts/count-of'
import { columnName } from '../references.ts'

/** `corrected`: the cell now contains `value`. `omitted`: the row was left out. Neither is a fault. */
type NoteLevel = 'error' | 'warning' | 'corrected' | 'omitted'

/** `row` is the row's number in the sheet, 0 for the whole file; `column` counts from 0, null for the whole row. */
export type FileNote = {
  row: number
  column: number | null
  heading: string
  value: string
  message: string
  level: NoteLevel
}

export const NOTES_AT_MOST = 20_000
export const ERROR_SHEET = 'Errores'
const LEVELS: Readonly<Record<NoteLevel, { text: string; isFault: boolean }>> = {
  error: { text: 'Error', isFault: true },
  warning: { text: 'Aviso', isFault: true },
  corrected: { text: 'Corregido', isFault: false },
  omitted: { text: 'Omitida', isFault: false },
}
/** The text of the note on its cell. */
export const noteText = ({ level, message }: FileNote): string =>
  LEVELS[level].isFault ? `${LEVELS[level].text}: ${message}` : message

export const ERROR_COLUMNS = [
  { title: 'Fila', width: 10, of: ({ row }: FileNote) => (row > 0 ? row : 'Archivo') },
  {
    title: 'Columna',
    width: 28,
    of: ({ heading, column }: FileNote) => heading || (column === null ? '' : columnName(column)),
  },
  { title: 'Valor', width: 32, of: ({ value }: FileNote) => value },
  { title: 'Tipo', width: 10, of: ({ level }: FileNote) => LEVELS[level].text },
  { title: 'Qué corregir', width: 80, of: ({ message }: FileNote) => message },
] as const

export const errorRow = (note: FileNote): (string | number)[] => ERROR_COLUMNS.map(({ of }) => of(note))

/** «3 errores y 1 aviso en 2 filas.»: the summary above the list. */
export const summaryOf = (notes: readonly FileNote[]): string => {
  const faults = notes.filter(({ level }) => LEVELS[level].isFault)
  if (faults.length === 0) return 'Sin errores ni avisos.'
  const errors = faults.filter(({ level }) => level === 'error').length
  const rows = new Set(faults.map(({ row }) => row))
  const ofFile = rows.delete(0)
  const what = [
    errors > 0 && countOf(errors, 'error', 'errores'),
    errors < faults.length && countOf(faults.length - errors, 'aviso', 'avisos'),
  ]
  const where = [rows.size > 0 && `en ${countOf(rows.size, 'fila', 'filas')}`, ofFile && 'en el archivo entero']
  return `${what.filter(Boolean).join(' y ')} ${where.filter(Boolean).join(' y ')}.`
}

/** The last row of a list that does not contain all notes. */
export const moreRow = (count: number): (string | number)[] | undefined =>
  count > NOTES_AT_MOST
    ? ['', '', '', '', `Y ${numberText(count - NOTES_AT_MOST)} más que no caben en esta lista.`]
    : undefined
