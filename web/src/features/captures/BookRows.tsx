// Rows of a workbook of captures that have faults, each cell to be corrected in place, or that were left as they were.
import { BATCH_PAGE, type CaptureBatch, type CaptureBatchRow, captureBatches } from '@padron/contract/capture-batches'
import { bookColumns } from '@padron/contract/capture-book'
import { type FormEvent, useId, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'

type RowProps = { batchId: string; row: CaptureBatchRow }

/** A fault that no typed value mends has no field: a missing proof, a row of two that contradict each other. */
const RowFaults = ({ batchId, row: { row, cells, errors } }: RowProps) => {
  const id = useId()
  const { country } = useUser()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const { mutate, isPending } = useAction(captureBatches.correct)
  const headings = new Map(bookColumns(country).map(({ field, heading }) => [field, heading]))
  const fields = [...new Set(errors.flatMap(({ field }) => field ?? []))]
  const params = { batchId }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isPending) mutate({ params, body: { corrections: [{ row, cells: typed }] } })
  }
  return (
    <li className="box pad-16 stack gap-8">
      <strong>
        Fila {row}: {cells.plate} · {cells.portal}
      </strong>
      {errors.map(({ field, message }) => (
        <p key={`${field} ${message}`} className="field__fault">
          {message}
        </p>
      ))}
      <form className="form" noValidate onSubmit={submit}>
        {fields.map((field) => (
          <div key={field} className="field">
            <label htmlFor={`${id}-${field}`}>{headings.get(field) ?? field}</label>
            <input
              id={`${id}-${field}`}
              maxLength={500}
              value={typed[field] ?? cells[field] ?? ''}
              onChange={({ target }) => setTyped((all) => ({ ...all, [field]: target.value }))}
            />
          </div>
        ))}
        <div className="row-wrap gap-8">
          {fields.length > 0 && <Button label="Corregir" about={`fila ${row}`} type="submit" busy={isPending} />}
          <Button
            label="Dejar fuera"
            about={`fila ${row}`}
            kind="link"
            busy={isPending}
            onClick={() => mutate({ params, body: { corrections: [{ row, omit: true }] } })}
          />
        </div>
      </form>
    </li>
  )
}

export const BookRows = ({ batch: { batchId, state } }: { batch: CaptureBatch }) => {
  const isOpen = state === 'open'
  const [page, setPage] = useState(1)
  const { data, isError, error, refetch } = useQuietCall(
    captureBatches.rows,
    { params: { batchId }, query: { show: isOpen ? 'refused' : 'left', page: `${page}` } },
    { keep: true },
  )
  if (isError) return <LoadFailure title={captureBatches.rows.fails} query={{ error, refetch }} />
  if (!data) return <TableSkeleton label="Cargando las filas" rows={3} columns={1} />
  // Corrected rows leave the list, and its last page with them.
  const last = Math.max(1, Math.ceil(data.totalCount / BATCH_PAGE))
  if (page > last) setPage(last)
  return (
    <section aria-label={isOpen ? 'Filas con errores' : 'Filas que quedaron como estaban'} className="stack gap-8">
      <ul className="stack gap-8">
        {data.rows.map((row) =>
          isOpen ? (
            <RowFaults key={`${row.row} ${JSON.stringify(row.errors)}`} batchId={batchId} row={row} />
          ) : (
            <li key={row.row}>
              Fila {row.row}: {row.cells.plate} · {row.outcome}
            </li>
          ),
        )}
      </ul>
      <Pagination page={page} pageSize={BATCH_PAGE} total={data.totalCount} narrow onPage={setPage} />
    </section>
  )
}
