// The sources by state and type. States that no machine asks about are one line until somebody wants them.
import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { StateHealth } from '@padron/contract/health'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { useUser } from '../../session/user-context.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { Column as TableColumn } from '../../ui/table-column.ts'
import { type Column, parted } from './cells.ts'
import { HealthCell, type OpenSource } from './HealthCell.tsx'
import { useCellKeys } from './use-cell-keys.ts'

const STATE_WIDTH = 176
const CELL_WIDTH = 84

export const restText = (states: number, country: Country): string => {
  const word = COUNTRIES[country].state.toLowerCase()
  return `${states} ${states === 1 ? word : `${word}s`} sin consulta automática ni vehículos de su flotilla`
}

export type HealthListProps = {
  states: readonly StateHealth[]
  columns: readonly Column[]
  /** Whether the states without a source are shown. */
  all: boolean
  onAll: (all: boolean) => void
  clock: Clock
  onOpen: OpenSource
}

export const HealthTable = ({ states, columns, all, onAll, clock, onOpen }: HealthListProps): ReactNode => {
  const { country } = useUser()
  const table = useRef<HTMLTableElement>(null)
  const keys = useCellKeys(table)
  const { asked, rest } = parted(states)
  const restHeading = (
    <button type="button" className="link-button" aria-expanded={all} onClick={() => onAll(!all)}>
      <Icon name={all ? 'down' : 'right'} size={16} />
      {restText(rest.length, country)}
    </button>
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
            cell: ({ state, resourceTypeHealth }) => {
              const cell = resourceTypeHealth.find(({ resourceType }) => resourceType.resourceTypeId === typeId)
              return cell && <HealthCell cell={cell} stateName={state.stateName} clock={clock} onOpen={onOpen} />
            },
          }),
        ),
      ]}
      groups={[
        { key: 'asked', rows: asked },
        ...(rest.length > 0 ? [{ key: 'rest', heading: restHeading, rows: all ? rest : [] }] : []),
      ]}
      keyOf={({ state }) => state.stateId}
    />
  )
}
