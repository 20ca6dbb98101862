// All the cells of one row, below it: as they are read, or as fields. Fetched with the first one that is opened.
import type { ImportRow } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import { cellOf, isCorrected, NONE } from './corrections.ts'
import { gridCells } from './grid-fields.ts'
import { Omit, RowFields } from './RowFields.tsx'
import { type RowContext, rowName } from './RowParts.tsx'
import type { Opened } from './RowToggles.tsx'

type Props = { row: ImportRow; context: RowContext }

const Cells = ({ row, context: { kind, country, hold } }: Props): ReactNode => {
  const now = hold?.now ?? NONE
  const all = gridCells(kind, country, { notes: [] }, true).map(({ field, heading }) => ({
    field,
    heading,
    text: cellOf(now, row, field),
  }))
  const said = all.filter(({ text }) => text !== '')
  return (
    <>
      <dl className="row-cells stack gap-8-16 wide">
        {said.map(({ field, heading, text }) => (
          <div className="narrow" key={field}>
            <dt className="small muted">{heading}</dt>
            <dd className="break">
              {text}
              {isCorrected(now, row.row, field) && <small className="muted">Corregida</small>}
            </dd>
          </div>
        ))}
      </dl>
      {said.length < all.length && (
        <p className="muted">{said.length === 0 ? 'Todas las celdas están' : 'Las demás celdas están'} en blanco.</p>
      )}
    </>
  )
}

export const RowDetail = ({ row, context, opened }: Props & { opened: Opened }): ReactNode => {
  const { kind, country, hold } = context
  return (
    <section className="row-detail stack gap-10 justify-start" aria-label={`Celdas de ${rowName(row, kind)}`}>
      {opened === 'mend' && hold ? (
        <>
          <Omit row={row} hold={hold} />
          <RowFields cells={gridCells(kind, country, row, true)} row={row} hold={hold} />
        </>
      ) : (
        <Cells row={row} context={context} />
      )}
    </section>
  )
}
