// "Captura manual": what a person must look up because no machine may, list by list, the longest waiting first. The form opens
// over it, by the address.
import { CAPTURES_PAGE, captures } from '@padron/contract/captures'
import { type ReactNode, useCallback } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { ListScreen } from '../../ui/ListScreen.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { CaptureRows, type RowsProps } from './CaptureRows.tsx'
import { CapturesFilters } from './CapturesFilters.tsx'
import { CapturesTabs } from './CapturesTabs.tsx'
import './captures.css'
import { countsQuery, listQuery } from './list-query.ts'
import { Nothing } from './Nothing.tsx'
import { CapturesSearch, type ChangeCaptures } from './search.ts'
import { useFocusBack } from './use-focus-back.ts'

const TITLE = 'Captura manual'
const NOUN = { one: 'verificación', many: 'verificaciones' }
const COLUMNS = 7

export const CapturesScreen = (): ReactNode => {
  useTitle(TITLE)
  const { zone, country } = useUser()
  const now = useNow()
  const [search, setSearch] = useSearchState(CapturesSearch)
  const [{ captura }, setDrawer] = useSearchState(DrawerSearch)
  useFocusBack(captura)
  const list = useCall(captures.list, { query: listQuery(search) }, { keep: true })
  const summary = useQuietCall(captures.summary, { query: countsQuery(search) }, { keep: true })
  const change = useCallback<ChangeCaptures>(
    (patch, how) => setSearch('page' in patch ? patch : { ...patch, page: undefined }, how),
    [setSearch],
  )
  const onPage = useCallback((page?: number, how?: { replace?: boolean }) => change({ page }, how), [change])
  const reads = useCan('vehicles_read')
  const admin = useCan('processing_admin')
  const rows: RowsProps = {
    tasks: list.data?.captures ?? [],
    list: search.list ?? 'asked',
    clock: { now, zone },
    country,
    onOpen: reads
      ? ({ vehicleAssetId, resourceTypeId }) => setDrawer({ asset: vehicleAssetId, tipo: resourceTypeId })
      : undefined,
    onCapture: admin ? (captura) => setDrawer({ captura }) : undefined,
  }
  const refresh = {
    isFetching: list.isFetching,
    refetch: async () => {
      void summary.refetch()
      return list.refetch()
    },
  }
  return (
    <ListScreen
      title={TITLE}
      noun={NOUN}
      tools={<RefreshButton list={refresh} row={captures.list} />}
      filters={<CapturesFilters search={search} change={change} />}
      above={<CapturesTabs search={search} change={change} counts={summary.data} />}
      list={list}
      total={list.data?.totalCount}
      page={search.page ?? 1}
      pageSize={CAPTURES_PAGE}
      onPage={onPage}
      fails={captures.list.fails}
      columns={COLUMNS}
      nothing={<Nothing search={search} change={change} counts={summary.data} />}
      now={now}
    >
      <CaptureRows {...rows} />
    </ListScreen>
  )
}
