// "Pendientes": everything that has to be done, whatever part of the product it comes from, and its assignee. More rows
// are loaded on request.
import type { Args } from '@padron/contract/call'
import { ASSIGN_AT_MOST, type PendingItem, pending } from '@padron/contract/pending'
import { countOf } from '@padron/contract/texts/count-of'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { z } from 'zod/mini'
import { notify } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { usePages } from '../../api/use-pages.ts'
import { localDay } from '../../lib/dates.ts'
import { captureKey, DrawerSearch } from '../../lib/drawer-search.ts'
import { numberText } from '../../lib/number-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan, useSeesAll, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { FailureLine, LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { LoadMore } from '../../ui/list/LoadMore.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { isPicked, pageState } from '../../ui/table/selection.ts'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { useSelection } from '../../ui/table/use-selection.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { PendingFilters } from './PendingFilters.tsx'
import { PendingRows, type RowAct } from './PendingRows.tsx'
import './pending.css'
import {
  lookedText,
  missingText,
  pendingKey,
  pendingName,
  type Summary,
  statusText,
  worthText,
} from './pending-texts.ts'
import { PendingSearch } from './search.ts'
import { assignmentOf, useAssign } from './use-assign.ts'

const TITLE = 'Pendientes'
const COLUMNS = 5

const FILTERS = ['kinds', 'from', 'to', 'stateId', 'tagId', 'holder', 'like'] as const
const CLEARED = Object.fromEntries(FILTERS.map((name) => [name, undefined]))

/** The tab «mine» does not count as a filter; another user, or nobody, does. */
const isFiltered = (search: PendingSearch): boolean =>
  FILTERS.some((name) => search[name] !== undefined) || (search.whose !== undefined && search.whose !== 'mine')

type Query = NonNullable<Args<typeof pending.summary>['query']>
/** The values of a query string are all texts. */
const queryOf = (search: PendingSearch): Query =>
  Object.fromEntries(
    [...FILTERS, 'whose' as const].flatMap((name) => (search[name] === undefined ? [] : [[name, `${search[name]}`]])),
  )

type TabsProps = { isMine: boolean; mine: number | undefined; onOpen: (mine: boolean) => void }

const ViewTabs = ({ isMine, mine, onOpen }: TabsProps) => (
  <nav aria-label="De quién son" className="tabs todo__tabs no-print flex gap-4 ruled scroll-x">
    {[false, true].map((own) => (
      <button
        key={`${own}`}
        type="button"
        className="tabs__tab hover-ink ring-inside muted"
        {...(own === isMine && { 'aria-current': 'page' })}
        onClick={() => onOpen(own)}
      >
        {own ? 'Mis pendientes' : 'Todos'}
        {own && mine !== undefined && mine > 0 && <span className="todo__count tiny">{numberText(mine)}</span>}
      </button>
    ))}
  </nav>
)

type SumsProps = { summary: Summary; isMine: boolean; onCaptures: (() => void) | undefined }

/** The total amount; unless only the user's own items are listed, also what is unknown and what other lists contain. */
const Sums = ({ summary, isMine, onCaptures }: SumsProps) => {
  const { country } = useUser()
  const lines = [worthText(summary, country), isMine ? '' : missingText(summary)].filter(Boolean)
  const never = isMine ? 0 : summary.neverCaptured
  if (lines.length === 0 && never === 0) return null
  return (
    <p className="todo__sums row-wrap gap-4-12 muted small">
      {lines.map((line) => (
        <span key={line}>{line}.</span>
      ))}
      {never > 0 && (
        <span>
          Además, {countOf(never, 'consulta nunca capturada', 'consultas nunca capturadas')}
          {onCaptures && (
            <>
              : <Button label="Captura manual" kind="link" onClick={onCaptures} />
            </>
          )}
        </span>
      )}
    </p>
  )
}

const Nothing = ({
  search,
  summary,
  onAll,
  onClear,
}: {
  search: PendingSearch
  summary: Summary | undefined
  onAll: () => void
  onClear: () => void
}) => {
  if (isFiltered(search))
    return (
      <Message
        title="Sin coincidencias"
        detail="Ningún pendiente cumple con los filtros activos."
        action={<Button label="Limpiar filtros" onClick={onClear} />}
      />
    )
  if (search.whose === 'mine')
    return (
      <Message
        title="No tiene pendientes asignados"
        detail="Cuando alguien le asigne un pendiente, o usted se asigne uno, aparece aquí."
        action={<Button label="Ver todos" onClick={onAll} />}
      />
    )
  const unknown = summary !== undefined && summary.basis.known < summary.basis.total
  return (
    <Message title={unknown ? 'Nada pendiente en lo que se sabe' : 'Nada pendiente'} detail={lookedText(summary)} />
  )
}

/** Where the item is resolved. @param captures whether the user may capture */
const placeOf = (item: PendingItem, captures: boolean): Partial<z.infer<typeof DrawerSearch>> => {
  const { kind, vehicleAssetId, resourceId, resourceTypeId } = item
  if (kind === 'capture' && captures && resourceId !== null) return { captura: captureKey(vehicleAssetId, resourceId) }
  if (kind === 'difference') return { info: vehicleAssetId }
  if (kind === 'document' || kind === 'missing') return { asset: vehicleAssetId, seccion: 'documentos' }
  return { asset: vehicleAssetId, ...(resourceTypeId !== null && { tipo: resourceTypeId }) }
}

export const PendingScreen = () => {
  useTitle(TITLE)
  const { zone, userId } = useUser()
  const now = useNow()
  const phone = useMedia(PHONE)
  const [search, setSearch] = useSearchState(PendingSearch)
  const [, setDrawer] = useSearchState(DrawerSearch)
  const [edits, captures] = [useCan('vehicles_edit'), useCan('processing_admin')]
  const query = queryOf(search)
  const list = usePages(pending.list, {
    args: (after: string | undefined) => ({ query: { ...query, ...(after && { after }) } }),
    next: ({ next }) => next ?? undefined,
  })
  const summary = useQuietCall(pending.summary, { query }, { keep: true })
  const mine = useQuietCall(pending.mine, {})
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const today = list.data?.pages[0]?.today ?? localDay(now, zone)
  const { picked, toggle, setPage, clear } = useSelection<string>(items.map(pendingKey), JSON.stringify(query))
  const chosen = items.filter((item) => isPicked(picked, pendingKey(item)))
  const [assigning, setAssigning] = useState<readonly PendingItem[]>()
  const { assign } = useAssign()
  const navigate = useNavigate()
  const seesAll = useSeesAll()
  const reads = useCan('processing_read') && seesAll
  const onCaptures = reads ? () => void navigate({ to: '/captures', search: { list: 'never' } as never }) : undefined
  const box = useRef<HTMLElement>(null)
  const waiting = list.isPlaceholderData
  const sums = summary.isPlaceholderData ? undefined : summary.data
  const act = (what: RowAct, item: PendingItem): void => {
    if (what === 'assign') setAssigning([item])
    else {
      const { dueOn = null, note = '' } = item.assignment?.assignedBy ? item.assignment : {}
      const to = what === 'own' ? { userId: Number(userId), dueOn, note } : { userId: null, dueOn: null, note: '' }
      assign([assignmentOf(item, to)])
    }
  }
  const assignChosen = (): void => {
    if (chosen.length > ASSIGN_AT_MOST)
      notify('warning', `Se asignan ${ASSIGN_AT_MOST} pendientes como máximo a la vez.`)
    else setAssigning(chosen)
  }
  const clearFilters = (): void => setSearch({ ...CLEARED, ...(search.whose !== 'mine' && { whose: undefined }) })
  const status = (): string => {
    if (list.isError && !list.data) return ''
    if (!list.data || waiting) return 'Cargando…'
    if (items.length === 0) return 'Sin pendientes'
    return sums ? statusText(sums) : 'Contando…'
  }
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={pending.list.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando los pendientes" rows={12} columns={phone ? 1 : COLUMNS} />
    if (items.length === 0 && !waiting)
      return (
        <Nothing search={search} summary={sums} onAll={() => setSearch({ whose: undefined })} onClear={clearFilters} />
      )
    return (
      <PendingRows
        items={items}
        context={{
          today,
          onVehicle: ({ vehicleAssetId }) => setDrawer({ asset: vehicleAssetId }),
          onDo: (item) => setDrawer(placeOf(item, captures)),
          act: edits ? act : undefined,
        }}
        picks={
          edits
            ? {
                labelOf: (item) => `${item.title} de ${pendingName(item)}`,
                has: (key) => isPicked(picked, key),
                page: pageState(picked, items.map(pendingKey)),
                onPick: toggle,
                onPage: setPage,
              }
            : undefined
        }
      />
    )
  }
  const refresh = {
    isFetching: list.isFetching,
    refetch: async () => {
      void summary.refetch()
      void mine.refetch()
      return list.refetch()
    },
  }
  return (
    <ListFrame
      title={TITLE}
      status={status()}
      tools={
        <>
          {edits && (
            <Button
              label={chosen.length > 0 ? `Asignar ${countOf(chosen.length, 'pendiente', 'pendientes')}` : 'Asignar'}
              {...(chosen.length > 0 && { kind: 'primary' as const })}
              off={chosen.length === 0}
              aria-haspopup="dialog"
              title={chosen.length === 0 ? 'Elija pendientes con su casilla' : undefined}
              onClick={assignChosen}
            />
          )}
          <RefreshButton list={refresh} row={pending.list} />
        </>
      }
      filters={
        <PendingFilters search={search} change={setSearch} onClear={isFiltered(search) ? clearFilters : undefined} />
      }
      above={
        <>
          <ViewTabs
            isMine={search.whose === 'mine'}
            mine={mine.data?.total}
            onOpen={(own) => setSearch({ whose: own ? 'mine' : undefined })}
          />
          {summary.isError && !summary.data
            ? // If the list failed too, its own message is enough.
              (!list.isError || list.data) && (
                <FailureLine className="todo__sums muted" title={pending.summary.fails} query={summary} />
              )
            : sums && <Sums summary={sums} isMine={search.whose === 'mine'} onCaptures={onCaptures} />}
        </>
      }
      box={box}
      isFetching={list.isFetching}
      isWaiting={waiting}
      now={now}
    >
      {content()}
      {!waiting && <LoadMore list={list} fails={pending.list.fails} focus={box} />}
      {assigning && (
        <AssignDialog items={assigning} today={today} onAssigned={clear} onClose={() => setAssigning(undefined)} />
      )}
    </ListFrame>
  )
}
