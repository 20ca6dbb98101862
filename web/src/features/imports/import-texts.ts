// A checked file: its state and the rows to show, as values and as texts. Pure.
import type { Import, ImportCounts, ImportKind, ImportState } from '@padron/contract/imports'
import { type ImportRow, RowFilter } from '@padron/contract/imports/rows'
import { dateInText } from '../../lib/dates.ts'
import { numberText, rowsText } from '../../lib/number-text.ts'
import type { Sign } from '../../lib/status-texts.ts'

/** 'Fila 7', or with several sheets 'Fila 7 de «Monterrey»'. */
export const rowPlace = ({ sheet, sheetRow }: Pick<ImportRow, 'sheet' | 'sheetRow'>): string =>
  `Fila ${numberText(sheetRow)}${sheet === null ? '' : ` de «${sheet}»`}`

export const STATE_WORDS: Readonly<Record<ImportState, { text: string; sign: Sign }>> = {
  checked: { text: 'Por aplicar', sign: 'unprocessed' },
  refused: { text: 'Con errores', sign: 'debt' },
  queued: { text: 'En proceso', sign: 'unprocessed' },
  applied: { text: 'Aplicado', sign: 'clear' },
  failed: { text: 'No se pudo aplicar', sign: 'debt' },
  cancelled: { text: 'Cancelado', sign: 'unprocessed' },
  discarded: { text: 'Descartado', sign: 'unprocessed' },
  expired: { text: 'Expirado', sign: 'unprocessed' },
  undoing: { text: 'Revirtiendo', sign: 'unprocessed' },
  undone: { text: 'Deshecho', sign: 'unprocessed' },
}

/** Its state as displayed: an undo that stopped leaves the import applied in part. */
export const stateWords = ({ state, partlyUndone }: Pick<Import, 'state' | 'partlyUndone'>) =>
  partlyUndone ? PARTLY_UNDONE : STATE_WORDS[state]
const PARTLY_UNDONE: { text: string; sign: Sign } = { text: 'Deshecho en parte', sign: 'warning' }

/** A refused file whose columns the user must map first. */
export const UNMAPPED: { text: string; sign: Sign } = { text: 'Faltan sus columnas', sign: 'unprocessed' }

/** A job of the file is running: the file is polled. */
export const isMoving = ({ state }: Pick<Import, 'state'>): boolean => state === 'queued' || state === 'undoing'
/** The file's cells can be corrected and its rows omitted. */
export const isCorrectable = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'checked' || state === 'refused' || state === 'failed'
/** The rows are shown as fields. */
export const isCorrecting = (file: Import, show: RowFilter): boolean =>
  isCorrectable(file) && (show === 'refused' || show === 'warned')

const rowsShown = (counts: ImportCounts, show: RowFilter): number => counts[show === 'all' ? 'rows' : show]

/** An edit or a replacement usually contains the whole fleet: only the changed rows are shown first. */
const FIRST: Readonly<Record<ImportKind, RowFilter>> = { add: 'all', edit: 'changed', replace: 'changed' }

export const firstRows = ({ state, kind }: Pick<Import, 'state' | 'kind'>): RowFilter =>
  state === 'refused' ? 'refused' : FIRST[kind]

/** The file itself is wrong (its headings or its sheet): it has no valid rows to list. */
export const isWrongAsWhole = ({ state, counts }: Pick<Import, 'state' | 'counts'>): boolean =>
  counts.rows === 0 || (state === 'refused' && counts.refused === 0)

/** @param picked the filter that the user selected; without one, a file that changes nothing shows no rows */
export const hasRows = (file: Pick<Import, 'state' | 'kind' | 'counts'>, picked: RowFilter | undefined): boolean => {
  if (isWrongAsWhole(file)) return false
  return picked !== undefined || rowsShown(file.counts, firstRows(file)) > 0
}

type TileWords = { text: string; one?: string }
const TILES: Readonly<Record<RowFilter, TileWords & { always?: true }>> = {
  all: { text: 'Filas', one: 'Fila', always: true },
  new: { text: 'Nuevas', one: 'Nueva' },
  changed: { text: 'Con cambios' },
  unchanged: { text: 'Sin cambios' },
  refused: { text: 'Con error', always: true },
  warned: { text: 'Con aviso', always: true },
  omitted: { text: 'Omitidas', one: 'Omitida' },
}
/** The words that a replacement uses instead. */
const REPLACE_TILES: Partial<Record<RowFilter, TileWords>> = {
  changed: { text: 'Reemplazos', one: 'Reemplazo' },
  unchanged: { text: 'Sin reemplazo' },
}
const tileWords = (show: RowFilter, kind: ImportKind): TileWords =>
  (kind === 'replace' && REPLACE_TILES[show]) || TILES[show]

/** The counts to display: those above zero, and the ones that are always displayed. */
export const tilesOf = (counts: ImportCounts, kind: ImportKind) =>
  RowFilter.options.flatMap((show) => {
    const { text, one = text } = tileWords(show, kind)
    const count = rowsShown(counts, show)
    return TILES[show].always || count > 0 ? [{ show, text: count === 1 ? one : text, count }] : []
  })
export const showText = (show: RowFilter, kind: ImportKind): string => tileWords(show, kind).text

/** The counts in one line: '1,204 nuevas, 3 con error'. */
export const countsText = (counts: ImportCounts, kind: ImportKind): string =>
  tilesOf(counts, kind)
    .filter(({ show, count }) => show !== 'all' && count > 0)
    .map(({ text, count }) => `${numberText(count)} ${text.toLowerCase()}`)
    .join(', ')

/** 'el 2026-11-20 10:15' */
export const onDay = (at: string, zone: string): string => `el ${dateInText(at, zone)}`

/** The number of errors, and that nothing was written. */
export const errorsText = ({ errorCount, counts: { refused, rows } }: Import): string => {
  const errors = `${numberText(errorCount)} ${errorCount === 1 ? 'error' : 'errores'}`
  const mend = errorCount === 1 ? 'corríjalo' : 'corríjalos'
  const where = refused > 0 ? ` en ${numberText(refused)} de ${rowsText(rows)}` : ''
  // Errors of the file as a whole have no cells to correct on the screen.
  const how = refused > 0 ? 'aquí, o en su archivo' : 'en su archivo'
  return `Hay ${errors}${where}. No se escribió nada: ${mend} ${how} y envíelo de nuevo.`
}
