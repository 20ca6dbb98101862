// The rows of a checked file by pages: read only, or as fields where they have errors or warnings.
import { type Import, imports } from '@padron/contract/imports'
import { ROWS_A_PAGE, type RowFilter } from '@padron/contract/imports/rows'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import type { CorrectionsState } from '../../ui/rows-grid/use-corrections.ts'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { importCells } from './grid-fields.ts'
import { isCorrectable, isCorrecting, rowPlace, showText } from './import-texts.ts'
import { rowName } from './RowParts.tsx'
import { RowCards, RowsTable } from './RowsTable.tsx'
import type { ChangeImports } from './search.ts'

const RowsGrid = lazy(() => import('../../ui/rows-grid/RowsGrid.tsx').then((m) => ({ default: m.RowsGrid })))

const COLUMNS = 4
const SKELETON_ROWS = 8

type Props = {
  file: Import
  show: RowFilter
  page: number | undefined
  change: ChangeImports
  corrections: CorrectionsState
  /** Whether to focus the first wrong cell as soon as it is rendered. */
  wantsFocus: boolean
  onFocused: () => void
}

export const Rows = ({ file, show, page = 1, change, corrections, wantsFocus, onFocused }: Props) => {
  const { importId, kind } = file
  const { data, isPlaceholderData, isError, error, isFetching, refetch } = useQuietCall(
    imports.rows,
    { params: { importId }, query: { show, page: `${page}` } },
    { keep: true },
  )
  const { country } = useUser()
  const phone = useMedia(PHONE)
  const reads = useCan('vehicles_read')
  const [, setDrawer] = useSearchState(DrawerSearch)
  const box = useRef<HTMLElement>(null)
  const total = data?.totalCount
  const last = Math.max(1, Math.ceil((total ?? 0) / ROWS_A_PAGE))
  const isCurrent = total !== undefined && !isPlaceholderData
  useEffect(() => {
    if (isCurrent && page > last) change({ page: last === 1 ? undefined : last }, { replace: true })
  }, [isCurrent, page, last, change])
  const go = (next: number): void => {
    change({ page: next === 1 ? undefined : next })
    box.current?.scrollIntoView?.({ block: 'start' })
  }
  const content = () => {
    const waiting = <TableSkeleton label="Cargando filas" rows={SKELETON_ROWS} columns={phone ? 1 : COLUMNS} />
    if (isError && !data) return <LoadFailure title={imports.rows.fails} query={{ error, refetch }} />
    if (!data) return waiting
    const { rows } = data
    if (total === 0)
      return show === 'all' ? (
        <Message title="Sin filas" detail="El archivo no tiene filas con datos." />
      ) : (
        <Message title="Ninguna fila" detail={`No hay filas en «${showText(show, kind)}».`} />
      )
    if (isCorrecting(file, show))
      return (
        <Suspense fallback={waiting}>
          <RowsGrid
            rows={rows.map((row) => ({
              ...row,
              place: rowPlace(row),
              name: rowName(row, kind),
              cellsOf: (all) => importCells(kind, country, row, all),
            }))}
            isPart={data.totalCount > rows.length}
            alike={data.alike}
            refused={file.counts.refused}
            corrections={corrections}
            wantsFocus={wantsFocus && !isPlaceholderData}
            onFocused={onFocused}
          />
        </Suspense>
      )
    const context = {
      kind,
      country,
      onOpen: reads ? (asset: number) => setDrawer({ asset }) : undefined,
      corrections: isCorrectable(file) ? corrections : undefined,
    }
    return phone ? <RowCards rows={rows} context={context} /> : <RowsTable key={page} rows={rows} context={context} />
  }
  return (
    <section
      ref={box}
      className="import-rows-box grid-one gap-8"
      aria-label={`Filas: ${showText(show, kind)}`}
      aria-busy={isFetching}
      data-waiting={isPlaceholderData}
    >
      {content()}
      {total !== undefined && total > ROWS_A_PAGE && (
        <Pagination page={page} pageSize={ROWS_A_PAGE} total={total} onPage={go} />
      )}
    </section>
  )
}
