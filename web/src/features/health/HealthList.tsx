// The sources by state and type: a table, and on a phone a card for each state. States that no machine asks about are one line until
// somebody wants them.
import { COUNTRIES } from '@padron/contract/countries'
import type { StateHealth } from '@padron/contract/health'
import { type ComponentProps, type CSSProperties, type ReactNode, useRef } from 'react'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column as TableColumn } from '../../ui/table-column.ts'
import { type Column, groupStates } from './cells.ts'
import { HealthCell } from './HealthCell.tsx'
import { useCellKeys } from './use-cell-keys.ts'

const STATE_WIDTH = 176
const CELL_WIDTH = 84

type Props = Pick<ComponentProps<typeof HealthCell>, 'clock' | 'onOpen'> & {
  states: readonly StateHealth[]
  columns: readonly Column[]
  /** Whether the states without a source are shown. */
  all: boolean
  onAll: (all: boolean) => void
}

export const HealthList = ({ states, columns, all, onAll, clock, onOpen }: Props): ReactNode => {
  const { country } = useUser()
  const phone = useMedia(PHONE)
  const table = useRef<HTMLTableElement>(null)
  const keys = useCellKeys(table)
  const { main, rest } = groupStates(states)
  const cellOf = ({ state, resourceTypeHealth }: StateHealth, typeId: number): ReactNode => {
    const cell = resourceTypeHealth.find(({ resourceType }) => resourceType.resourceTypeId === typeId)
    return cell && <HealthCell cell={cell} stateName={state.stateName} clock={clock} onOpen={onOpen} named={phone} />
  }
  const word = COUNTRIES[country].state.toLowerCase()
  const restText = `${rest.length} ${rest.length === 1 ? word : `${word}s`} sin consulta automática ni vehículos de su flotilla`
  const restButton = (
    <Button
      label={restText}
      kind="link"
      icon={all ? 'down' : 'right'}
      className={phone ? 'health-rest' : undefined}
      aria-expanded={all}
      onClick={() => onAll(!all)}
    />
  )
  const cards = (label: string, some: readonly StateHealth[]): ReactNode => (
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
