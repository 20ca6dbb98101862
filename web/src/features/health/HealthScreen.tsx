// The health of the sources (spec core §2): by state and type, with a panel for each source.
import { health as calls, HEALTH_DAYS, type StateHealth } from '@padron/contract/health'
import { COUNTRIES } from '@padron/contract/places/countries'
import { countVerdict, NOT_QUERIED_LABEL } from '@padron/contract/texts/count-verdict'
import { type ComponentProps, type CSSProperties, lazy, Suspense, useCallback, useRef } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { numberText } from '../../lib/number-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { NoSources } from '../../ui/domain/NoSources.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import type { Column as TableColumn } from '../../ui/table/table-column.ts'
import { type Column, groupStates, healthColumns } from './cells.ts'
import { HealthCell } from './HealthCell.tsx'
import { Legend } from './HealthSign.tsx'
import './health.css'
import { HealthSearch } from './search.ts'
import { useCellKeys } from './use-cell-keys.ts'

const SourceDrawer = lazy(() => import('./SourceDrawer.tsx').then((m) => ({ default: m.SourceDrawer })))

const SKELETON_ROWS = 12
const NONE: readonly StateHealth[] = []

const isAnyAutomatic = (states: readonly StateHealth[]): boolean =>
  states.some(({ resourceTypeHealth }) =>
    resourceTypeHealth.some(({ resourceInfo }) => resourceInfo.some(({ service }) => service === 'automatic')),
  )

/** Counts the failing automatic sources; those without recent queries are not reported as healthy. */
export const incidentsText = (states: readonly StateHealth[]): string => {
  const all = states.flatMap(({ resourceTypeHealth }) => resourceTypeHealth).flatMap(({ resourceInfo }) => resourceInfo)
  const incidents = all.filter(({ incident }) => incident).length
  const automatic = all.filter(({ service }) => service === 'automatic')
  const total = automatic.length
  const known = automatic.filter(({ successPercentage }) => successPercentage !== null).length
  const texts = {
    found: incidents === 1 ? '1 recurso falla ahora' : `${numberText(incidents)} recursos fallan ahora`,
    empty: 'Ningún recurso se consulta de forma automática',
    unknown: `${NOT_QUERIED_LABEL}: ningún recurso se ha consultado en los últimos ${HEALTH_DAYS} días`,
    partial:
      `Sin incidentes ahora en ${numberText(known)} de ${numberText(total)} recursos; los demás no se ` +
      'han consultado',
    clear: 'Sin incidentes ahora',
  }
  return texts[countVerdict(incidents, { known, total })]
}

const STATE_WIDTH = 176
const CELL_WIDTH = 84

type Props = Pick<ComponentProps<typeof HealthCell>, 'clock' | 'onOpen'> & {
  states: readonly StateHealth[]
  columns: readonly Column[]
  /** Whether the states without a source are expanded. */
  all: boolean
  onAll: (all: boolean) => void
}

/** A table, or on a phone a card for each state. States without automatic sources are one line until expanded. */
const HealthList = ({ states, columns, all, onAll, clock, onOpen }: Props) => {
  const { country } = useUser()
  const phone = useMedia(PHONE)
  const table = useRef<HTMLTableElement>(null)
  const keys = useCellKeys(table)
  const { main, rest } = groupStates(states)
  const cellOf = ({ state, resourceTypeHealth }: StateHealth, typeId: number) => {
    const cell = resourceTypeHealth.find(({ resourceType }) => resourceType.resourceTypeId === typeId)
    return cell && <HealthCell cell={cell} stateName={state.stateName} clock={clock} onOpen={onOpen} named={phone} />
  }
  const word = COUNTRIES[country].state.toLowerCase()
  const restWord = rest.length === 1 ? word : `${word}s`
  const restText = `${rest.length} ${restWord} sin consulta automática ni vehículos de su flota`
  const restButton = (
    <Button
      label={restText}
      kind="link"
      icon={all ? 'down' : 'right'}
      className={`row-inline gap-6 ${phone ? 'health-rest' : ''}`}
      aria-expanded={all}
      onClick={() => onAll(!all)}
    />
  )
  const cards = (label: string, some: readonly StateHealth[]) => (
    <ul className="cards" aria-label={label}>
      {some.map((health) => (
        <li key={health.state.stateId} className="card health-card">
          <h2>{health.state.stateName}</h2>
          <ul>
            {columns.map(({ typeId }) => {
              const cell = cellOf(health, typeId)
              return cell && <li key={typeId}>{cell}</li>
            })}
          </ul>
        </li>
      ))}
    </ul>
  )
  if (phone)
    return (
      <>
        {cards('Salud de las fuentes por estado', main)}
        {rest.length > 0 && restButton}
        {rest.length > 0 && all && cards(restText, rest)}
      </>
    )
  return (
    <DataTable
      ref={table}
      {...keys}
      className="grid health-table"
      style={{ '--width': `${STATE_WIDTH + columns.length * CELL_WIDTH}px` } as CSSProperties}
      caption="Salud de las fuentes por estado y tipo de recurso"
      columns={[
        { key: 'state', title: COUNTRIES[country].state, head: true, cell: ({ state }) => state.stateName },
        ...columns.map(
          ({ typeId, name }): TableColumn<StateHealth> => ({
            key: `${typeId}`,
            title: name,
            className: 'health-table__cell',
            cell: (health) => cellOf(health, typeId),
          }),
        ),
      ]}
      groups={[
        { key: 'main', rows: main },
        ...(rest.length > 0 ? [{ key: 'rest', heading: restButton, rows: all ? rest : [] }] : []),
      ]}
      keyOf={({ state }) => state.stateId}
    />
  )
}

export const HealthScreen = () => {
  useTitle('Salud de recursos')
  const { country } = useUser()
  const clock = useClock()
  const phone = useMedia(PHONE)
  const [search, setSearch] = useSearchState(HealthSearch)
  // The screen reports a failure itself, so no notice does.
  const list = useQuietCall(calls.states, {}, { poll: true })
  const states = list.data?.stateResourceTypeHealths ?? NONE
  const columns = healthColumns(country, states)
  const open = useCallback((resource: number) => setSearch({ resource }), [setSearch])
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.states.fails} query={list} />
    if (!list.data)
      return (
        <TableSkeleton
          label="Cargando la salud de los recursos"
          rows={SKELETON_ROWS}
          columns={phone ? 1 : columns.length + 1}
        />
      )
    if (states.length === 0)
      return <Message title="Sin recursos" detail="Todavía no hay recursos públicos para su país." />
    return (
      <HealthList
        states={states}
        columns={columns}
        all={search.all === 'si'}
        onAll={(all) => setSearch({ all: all ? 'si' : undefined }, { replace: true })}
        clock={clock}
        onOpen={open}
      />
    )
  }
  return (
    <>
      <ListFrame
        className="health"
        title="Salud de recursos"
        status={list.data ? incidentsText(states) : list.isError ? '' : 'Cargando…'}
        tools={<RefreshButton list={list} row={calls.states} />}
        filters={<Legend />}
        above={list.data && states.length > 0 && !isAnyAutomatic(states) && <NoSources />}
        label="Salud por estado"
        isFetching={list.isFetching}
        now={clock.now}
      >
        {content()}
      </ListFrame>
      {search.resource !== undefined && (
        <Suspense>
          <SourceDrawer
            resourceId={search.resource}
            states={states}
            onGo={(resource) => setSearch({ resource }, { replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}
