// "Captura manual": the checks that a person must do because no machine can, in three lists, the longest waiting first.
// The form opens over the list, by the address.
import { CAPTURES_PAGE, captures, WORK_LISTS, type WorkList } from '@padron/contract/captures'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCall, useQuietCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { numberText } from '../../lib/number-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { useTabInSight } from '../../ui/use-tab-in-sight.ts'
import { BookDialog } from './batch/BookDialog.tsx'
import { useAppliedBook } from './batch/use-applied-book.ts'
import { CaptureRows } from './capture/CaptureRows.tsx'
import { AssignDialog } from './list/AssignDialog.tsx'
import { CapturesFilters } from './list/CapturesFilters.tsx'
import './captures.css'
import { CLEARED, countsQuery, isFiltered, listFilters, listQuery } from './list/list-query.ts'
import { ValidityDialog } from './list/ValidityDialog.tsx'
import { expiringText } from './list/validity-texts.ts'
import { ReadingsDialog } from './readings/ReadingsDialog.tsx'
import { CapturesSearch, type ChangeCaptures } from './search.ts'
import { useVehiclePicks } from './statement/use-vehicle-picks.ts'

const TITLE = 'Captura manual'
const NOUN = { one: 'consulta', many: 'consultas' }
const COLUMNS = 7

/**
 * When the form closes, focuses the row of its task: after several captures in a row that is not the row that opened
 * it. If the row is gone, the list focuses its successor (ui/list/use-keep-focus.ts).
 * @param captura the task whose form is open
 * @param cuenta the task whose statement is open
 */
const useFocusBack = (captura: string | undefined, cuenta: string | undefined): void => {
  const last = useRef<string>(undefined)
  useEffect(() => {
    const was = last.current
    last.current = captura ? `[data-captura="${captura}"]` : cuenta && `[data-cuenta="${cuenta}"]`
    if (last.current !== undefined || was === undefined) return
    document.querySelector<HTMLElement>(`.listing ${was}`)?.focus()
  }, [captura, cuenta])
}

type ListsProps = {
  list: WorkList
  /** Number of checks in each list. */
  counts: Readonly<Record<WorkList, number>> | undefined
  onList: (list: WorkList) => void
}

/** The three lists, by the reason why a person must act. */
const Lists = ({ list, counts, onList }: ListsProps) => (
  <nav
    ref={useTabInSight(`${list} ${counts !== undefined}`)}
    className="lists flex gap-4 scroll-x relative"
    aria-label="Listas de captura"
  >
    {(Object.keys(WORK_LISTS) as WorkList[]).map((key) => (
      <button
        key={key}
        type="button"
        className="lists__one hover-ink ring-inside row-inline gap-8 rigid muted"
        {...(key === list && { 'aria-current': 'page' })}
        onClick={() => onList(key)}
      >
        {WORK_LISTS[key]}
        {counts && (
          <span className="lists__count tiny muted regular figures-text text-center soft">
            {numberText(counts[key])}
          </span>
        )}
      </button>
    ))}
  </nav>
)

/** How much work the captures that expire this week are; nothing while unknown. */
const Expiring = () => {
  const { data } = useQuietCall(captures.validity, {})
  return data && <span>{expiringText(data.expiring, data.secondsEach)}.</span>
}

/** The user's own progress, with a link to the assigned checks. */
const Mine = ({ onMine }: { onMine: () => void }) => {
  const { userId } = useUser()
  const own = useQuietCall(captures.progress, {}).data?.people.find((person) => `${person.userId}` === userId)
  if (!own || (own.vehicles === 0 && own.doneToday === 0)) return null
  return (
    <span>
      <Button label="Mis capturas" kind="link" onClick={onMine} />: {numberText(own.left)} por hacer,{' '}
      {numberText(own.doneToday)} hechas hoy.
    </span>
  )
}

const EMPTY: Readonly<Record<WorkList, { title: string; detail: string }>> = {
  asked: {
    title: 'Nada requiere intervención',
    detail:
      'Aquí aparece lo que una fuente solo responde a una persona, y lo que se envía a consultar y no tiene ' +
      'consulta automática.',
  },
  never: {
    title: 'Nada sin capturar',
    detail: 'Todo lo que no tiene consulta automática se ha capturado alguna vez, o ya espera a una persona.',
  },
  old: {
    title: 'Ninguna captura vencida',
    detail: 'Cuando una captura pasa su vigencia, aparece aquí para repetirla.',
  },
}
const ELSEWHERE: readonly WorkList[] = ['asked', 'old', 'never']

/** Why the list is empty, and which list has captures. */
const Nothing = ({ list, counts, onList, onClear }: ListsProps & { onClear?: (() => void) | undefined }) => {
  if (onClear)
    return (
      <Message
        title="Sin coincidencias"
        detail={`Nada de «${WORK_LISTS[list]}» cumple con los filtros activos.`}
        action={<Button label="Limpiar filtros" onClick={onClear} />}
      />
    )
  const other = ELSEWHERE.find((key) => key !== list && (counts?.[key] ?? 0) > 0)
  return (
    <Message
      {...EMPTY[list]}
      action={other && <Button label={`Ver «${WORK_LISTS[other]}»`} onClick={() => onList(other)} />}
    />
  )
}

export const CapturesScreen = () => {
  useTitle(TITLE)
  const now = useNow()
  const [search, setSearch] = useSearchState(CapturesSearch)
  const [{ captura, cuenta }, setDrawer] = useSearchState(DrawerSearch)
  useFocusBack(captura, cuenta)
  const list = useCall(captures.list, { query: listQuery(search) }, { keep: true })
  const summary = useQuietCall(captures.summary, { query: countsQuery(search) }, { keep: true })
  const change = useCallback<ChangeCaptures>(
    (patch, how) => setSearch('page' in patch ? patch : { ...patch, page: undefined }, how),
    [setSearch],
  )
  const onPage = useCallback((page?: number, how?: { replace?: boolean }) => change({ page }, how), [change])
  const reads = useCan('vehicles_read')
  const admin = useCan('processing_admin')
  useAppliedBook(admin)
  const { picks, chosen, clear } = useVehiclePicks(
    list.data?.captures ?? [],
    JSON.stringify(listFilters({ ...search, page: undefined })),
  )
  const [assignOpen, setAssignOpen] = useState(false)
  const [readingsOpen, setReadingsOpen] = useState(false)
  const [validityOpen, setValidityOpen] = useState(false)
  const [bookOpen, setBookOpen] = useState(false)
  const refresh = {
    isFetching: list.isFetching,
    refetch: async () => {
      void summary.refetch()
      return list.refetch()
    },
  }
  const lists: ListsProps = {
    list: search.list ?? 'asked',
    counts: summary.data,
    // The first list is the default and not in the address.
    onList: (key) => change({ list: key === 'asked' ? undefined : key }),
  }
  const onClear = isFiltered(search) ? () => change(CLEARED) : undefined
  return (
    <ListScreen
      title={TITLE}
      noun={NOUN}
      tools={
        <>
          {admin && (
            <Button
              label={chosen.length > 0 ? `Asignar ${vehiclesText(chosen.length)}` : 'Asignar'}
              aria-haspopup="dialog"
              onClick={() => setAssignOpen(true)}
            />
          )}
          {admin && <Button label="Por Excel" aria-haspopup="dialog" onClick={() => setBookOpen(true)} />}
          {admin && <Button label="Leer PDF" aria-haspopup="dialog" onClick={() => setReadingsOpen(true)} />}
          {admin && <Button label="Vigencia" aria-haspopup="dialog" onClick={() => setValidityOpen(true)} />}
          <RefreshButton list={refresh} row={captures.list} />
        </>
      }
      filters={<CapturesFilters search={search} change={change} onClear={onClear} />}
      above={
        <>
          <Lists {...lists} />
          <p className="lists__expiring row-wrap gap-8-16 muted small">
            <Expiring />
            {admin && <Mine onMine={() => change({ assignedTo: 'mine' })} />}
          </p>
          {assignOpen && (
            <AssignDialog
              search={search}
              chosen={chosen}
              total={list.data?.totalCount}
              onAssigned={clear}
              onSee={(assignedTo) => {
                setAssignOpen(false)
                change({ assignedTo })
              }}
              onClose={() => setAssignOpen(false)}
            />
          )}
          {bookOpen && <BookDialog search={search} onClose={() => setBookOpen(false)} />}
          {readingsOpen && <ReadingsDialog onClose={() => setReadingsOpen(false)} />}
          {validityOpen && <ValidityDialog onClose={() => setValidityOpen(false)} />}
        </>
      }
      list={list}
      total={list.data?.totalCount}
      page={search.page ?? 1}
      pageSize={CAPTURES_PAGE}
      onPage={onPage}
      fails={captures.list.fails}
      columns={COLUMNS}
      nothing={<Nothing {...lists} onClear={onClear} />}
      now={now}
    >
      <CaptureRows
        tasks={list.data?.captures ?? []}
        list={lists.list}
        onOpen={
          reads
            ? ({ vehicleAssetId, resourceTypeId }) => setDrawer({ asset: vehicleAssetId, tipo: resourceTypeId })
            : undefined
        }
        onCapture={admin ? (key) => setDrawer({ captura: key }) : undefined}
        onStatement={admin ? (key) => setDrawer({ cuenta: key }) : undefined}
        picks={admin ? picks : undefined}
      />
    </ListScreen>
  )
}
