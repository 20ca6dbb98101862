// Rows of a workbook of captures: those with faults, to correct in the grid, or those that were not applied.
import {
  BATCH_CORRECTIONS_AT_MOST,
  BATCH_PAGE,
  type CaptureBatch,
  type CaptureBatchRow,
  captureBatches,
} from '@padron/contract/captures/batches'
import { correctableColumns } from '@padron/contract/captures/book'
import type { Country } from '@padron/contract/places/countries'
import { useState } from 'react'
import { isRefusal, refusalText } from '../../../api/refusal.ts'
import { useAction } from '../../../api/use-action.ts'
import { useQuietCall } from '../../../api/use-call.ts'
import { numberText } from '../../../lib/number-text.ts'
import { useUser } from '../../../session/user-context.ts'
import { LoadFailure } from '../../../ui/list/LoadFailure.tsx'
import { gridCells } from '../../../ui/rows-grid/grid-cells.ts'
import { type EditedRow, RowsGrid } from '../../../ui/rows-grid/RowsGrid.tsx'
import { type CorrectionsState, useCorrections } from '../../../ui/rows-grid/use-corrections.ts'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'

const useBookCorrections = (batchId: string, onMended: () => void = () => undefined): CorrectionsState => {
  const corrections = useCorrections(`book-${batchId}`, BATCH_CORRECTIONS_AT_MOST)
  const { mutate, isPending, error } = useAction(captureBatches.correct, {
    onFailure: isRefusal,
    onSuccess: ({ batch }) => {
      corrections.onChecked()
      if (batch.refusedRows === 0) onMended()
    },
  })
  const recheck = (): void => {
    const sent = isPending ? undefined : corrections.send()
    if (!sent) return
    const { cells } = corrections.now
    const rows = new Set([...Object.keys(cells).map(Number), ...sent.omit])
    const body = {
      corrections: [...rows].map((row) => ({ row, cells: cells[row] ?? {}, omit: sent.omit.includes(row) })),
    }
    mutate({ params: { batchId }, body }, { onError: () => corrections.onFailed() })
  }
  return { ...corrections, recheck, busy: isPending, error: refusalText(error) }
}

/** Some faults have no field, because no typed value corrects them: a missing proof, two contradictory rows. */
const editedRow = ({ row, cells, errors }: CaptureBatchRow, country: Country): EditedRow => {
  const notes = errors.map((error) => ({ ...error, level: 'error' as const }))
  const columns = correctableColumns(country).map(({ note, ...column }) => ({ ...column, hint: note }))
  return {
    row,
    texts: cells,
    notes,
    place: `Fila ${numberText(row)}`,
    name: [cells.plate, cells.portal].filter(Boolean).join(' · '),
    cellsOf: (all) => gridCells(columns, ['plate', 'portal'], notes, all),
  }
}

type Props = { batch: CaptureBatch; onMended?: () => void }

const RefusedRows = ({ batch, rows, onMended }: Props & { rows: readonly CaptureBatchRow[] }) => {
  const { country } = useUser()
  const corrections = useBookCorrections(batch.batchId, onMended)
  return (
    <RowsGrid
      rows={rows.map((row) => editedRow(row, country))}
      isPart={batch.refusedRows > rows.length}
      corrections={corrections}
    />
  )
}

/** @param onMended called when no row has a fault */
export const BookRows = (props: Props) => {
  const { batchId, state } = props.batch
  const isOpen = state === 'open'
  const [page, setPage] = useState(1)
  const { data, isError, error, refetch } = useQuietCall(
    captureBatches.rows,
    { params: { batchId }, query: { show: isOpen ? 'refused' : 'left', page: `${page}` } },
    { keep: true },
  )
  if (isError) return <LoadFailure title={captureBatches.rows.fails} query={{ error, refetch }} />
  if (!data) return <TableSkeleton label="Cargando las filas" rows={3} columns={1} />
  const { rows, totalCount } = data
  // Corrected rows leave the list, so the last page may disappear.
  const last = Math.max(1, Math.ceil(totalCount / BATCH_PAGE))
  if (page > last) setPage(last)
  return (
    <section aria-label={isOpen ? 'Filas con errores' : 'Filas que quedaron como estaban'} className="stack gap-8">
      {isOpen ? (
        <RefusedRows rows={rows} {...props} />
      ) : (
        <ul className="stack gap-8">
          {rows.map(({ row, cells, outcome }) => (
            <li key={row}>
              Fila {row}: {cells.plate} · {outcome}
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} pageSize={BATCH_PAGE} total={totalCount} narrow onPage={setPage} />
    </section>
  )
}
