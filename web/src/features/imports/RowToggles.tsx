// What a row of the table or a card opens below it: all its cells, to be looked at or to be corrected.

import type { ImportRow } from '@padron/contract/imports'
import { type ReactNode, useState } from 'react'
import { type RowContext, rowName } from './RowParts.tsx'

export type Opened = 'look' | 'mend'
type Toggles = { opened: Opened | undefined; toggle: (what: Opened) => void }
type Props = { row: ImportRow; context: RowContext }

/** A row left out is corrected once it is taken in again. */
const isMendable = ({ action, row }: ImportRow, { hold, included }: RowContext): boolean =>
  hold !== undefined && (action !== 'omitted' || included.includes(row))

/** Which rows are open, and at what. */
export const useOpenedRows = (context: RowContext) => {
  const [opened, setOpened] = useState<Readonly<Record<number, Opened | undefined>>>({})
  return {
    openedOf: (row: ImportRow): Opened | undefined =>
      opened[row.row] === 'mend' && !isMendable(row, context) ? undefined : opened[row.row],
    toggle: ({ row }: ImportRow, what: Opened): void =>
      setOpened((before) => ({ ...before, [row]: before[row] === what ? undefined : what })),
  }
}

/** What of it was changed and not yet checked again. */
const pendingText = ({ row }: ImportRow, { hold }: RowContext): string | undefined => {
  if (hold?.now.omit.includes(row)) return 'Se omite al revisar de nuevo.'
  const cells = Object.keys(hold?.now.cells[row] ?? {}).length
  if (cells === 0) return undefined
  return cells === 1 ? '1 celda corregida, sin revisar.' : `${cells} celdas corregidas, sin revisar.`
}

export const RowToggles = ({ row, context, opened, toggle }: Props & Toggles): ReactNode => {
  const button = (what: Opened, open: string, close: string): ReactNode => (
    <button type="button" className="link-button" aria-expanded={opened === what} onClick={() => toggle(what)}>
      {opened === what ? close : open}
      <span className="visually-hidden"> de {rowName(row, context.kind)}</span>
    </button>
  )
  const pending = pendingText(row, context)
  return (
    <div className="row-toggles flex-wrap baseline">
      {button('look', 'Ver todas las celdas', 'Ocultar las celdas')}
      {isMendable(row, context) && button('mend', 'Corregir', 'Cerrar la corrección')}
      {pending && <small>{pending}</small>}
    </div>
  )
}
