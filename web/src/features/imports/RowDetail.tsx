// All cells of a row, below it: as text, or as fields. Lazy: loaded when the first row is opened.
import type { ImportRow } from '@padron/contract/imports/rows'
import { Omit, RowFields } from '../../ui/rows-grid/RowFields.tsx'
import { cellOf, isCorrected, NONE } from '../../ui/rows-grid/use-corrections.ts'
import { importCells } from './grid-fields.ts'
import { type Detail, type RowContext, rowName } from './RowParts.tsx'

type Props = { row: ImportRow; context: RowContext }

const Cells = ({ row, context: { kind, country, corrections } }: Props) => {
  const now = corrections?.now ?? NONE
  const all = importCells(kind, country, { notes: [] }, true).map((cell) => ({
    ...cell,
    text: cellOf(now, row, cell.field),
  }))
  const filled = all.filter(({ text }) => text !== '')
  return (
    <>
      <dl className="row-cells stack gap-8-16 wide">
        {filled.map(({ field, heading, text }) => (
          <div className="narrow" key={field}>
            <dt className="small muted">{heading}</dt>
            <dd className="break">
              {text}
              {isCorrected(now, row.row, field) && <small className="muted">Corregida</small>}
            </dd>
          </div>
        ))}
      </dl>
      {filled.length < all.length && (
        <p className="muted">{filled.length === 0 ? 'Todas las celdas están' : 'Las demás celdas están'} en blanco.</p>
      )}
    </>
  )
}

export const RowDetail = ({ row, context, detail }: Props & { detail: Detail }) => {
  const { kind, country, corrections } = context
  return (
    <section className="row-detail stack gap-10 justify-start" aria-label={`Celdas de ${rowName(row, kind)}`}>
      {detail === 'correct' && corrections ? (
        <>
          <Omit row={row} corrections={corrections} />
          <RowFields cells={importCells(kind, country, row, true)} row={row} corrections={corrections} />
        </>
      ) : (
        <Cells row={row} context={context} />
      )}
    </section>
  )
}
