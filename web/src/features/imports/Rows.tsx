// The rows of a checked file, a page at a time: to be looked at, or where something is wrong with them, to be corrected.
import { type Import, type ImportKind, imports, ROWS_A_PAGE, type RowsShown } from '@padron/contract/imports'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { withIncluded } from './corrections.ts'
import { RowCards, RowsTable } from './RowsTable.tsx'
import type { ChangeImports, ImportsSearch } from './search.ts'
import type { CorrectionsHold } from './use-corrections.ts'
import { isCorrectable, showText } from './words.ts'

const RowsGrid = lazy(() => import('./RowsGrid.tsx').then((m) => ({ default: m.RowsGrid })))

const COLUMNS = 4
const SKELETON_ROWS = 8

export const isCorrecting = (told: Import, show: RowsShown): boolean =>
  isCorrectable(told) && (show === 'refused' || show === 'warned')

const Nothing = ({ show, kind }: { show: RowsShown; kind: ImportKind }): ReactNode =>
  show === 'all' ? (
    <Message title="Sin filas" detail="El archivo no tiene filas con datos." />
  ) : (
    <Message title="Ninguna fila" detail={`No hay filas en «${showText(show, kind)}».`} />
  )

type Props = {
  told: Import
  show: RowsShown
  search: ImportsSearch
  change: ChangeImports
  hold: CorrectionsHold
  busy: boolean
  error: string | undefined
  onRecheck: (omitRefused: boolean) => void
  /** The focus is wanted at the first wrong cell, as soon as it is there. */
  called: boolean
  onArrived: () => void
}

const useRows = (importId: string, show: RowsShown, page: number) =>
  useQuietCall(imports.rows, { params: { importId }, query: { show, page: `${page}` } }, { keep: true })

export const Rows = (props: Props): ReactNode => {
  const { told, show, search, change, hold, busy, error, onRecheck, called, onArrived } = props
  const { importId, kind } = told
  const page = search.page ?? 1
  const asked = useRows(importId, show, page)
  const { country } = useUser()
  const phone = useMedia(PHONE)
  const reads = useCan('vehicles_read')
  const [, setDrawer] = useSearchState(DrawerSearch)
  const box = useRef<HTMLElement>(null)
  const total = asked.data?.totalCount
  const last = Math.max(1, Math.ceil((total ?? 0) / ROWS_A_PAGE))
  const settled = total !== undefined && !asked.isPlaceholderData
  useEffect(() => {
    if (settled && page > last) change({ page: last === 1 ? undefined : last }, { replace: true })
  }, [settled, page, last, change])
  const correcting = isCorrecting(told, show)
  const rows = asked.data?.rows ?? []
  const context = {
    kind,
    country,
    onOpen: reads ? (asset: number) => setDrawer({ asset }) : undefined,
    onInclude: isCorrectable(told) ? (row: number) => hold.change((now) => withIncluded(now, row)) : undefined,
    included: hold.now.include,
    hold: isCorrectable(told) ? hold : undefined,
  }
  const waiting = <TableSkeleton label="Cargando filas" rows={SKELETON_ROWS} columns={phone ? 1 : COLUMNS} />
  const content = () => {
    if (asked.isError && !asked.data)
      return <LoadFailure title={imports.rows.fails} error={asked.error} onRetry={() => void asked.refetch()} />
    if (total === undefined) return waiting
    if (total === 0) return <Nothing show={show} kind={kind} />
    if (correcting)
      return (
        <Suspense fallback={waiting}>
          <RowsGrid
            kind={kind}
            rows={rows}
            refused={told.counts.refused}
            hold={hold}
            busy={busy}
            error={error}
            onRecheck={onRecheck}
            called={called && !asked.isPlaceholderData}
            onArrived={onArrived}
          />
        </Suspense>
      )
    return phone ? <RowCards rows={rows} context={context} /> : <RowsTable key={page} rows={rows} context={context} />
  }
  const go = (next: number): void => {
    change({ page: next === 1 ? undefined : next })
    box.current?.scrollIntoView?.({ block: 'start' })
  }
  return (
    <section
      ref={box}
      className="import-rows-box grid-one gap-8"
      aria-label={`Filas: ${showText(show, kind)}`}
      aria-busy={asked.isFetching}
      data-waiting={asked.isPlaceholderData}
    >
      {content()}
      {total !== undefined && total > ROWS_A_PAGE && (
        <Pagination page={page} pageSize={ROWS_A_PAGE} total={total} onPage={go} />
      )}
    </section>
  )
}
