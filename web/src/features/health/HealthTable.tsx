// The sources by state and type. States that no machine asks about are one line until somebody wants them.
import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { StateHealth } from '@padron/contract/health'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { useUser } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { type Column, parted } from './cells.ts'
import { HealthCell, type OpenSource } from './HealthCell.tsx'
import { useCellKeys } from './use-cell-keys.ts'

const STATE_WIDTH = 176
const CELL_WIDTH = 84

export const restText = (states: number, country: Country): string => {
  const word = COUNTRIES[country].state.toLowerCase()
  return `${states} ${states === 1 ? word : `${word}s`} sin consulta automática ni vehículos de su flotilla`
}

type RowProps = { health: StateHealth; columns: readonly Column[]; clock: Clock; onOpen: OpenSource }

const Row = ({ health: { state, resourceTypeHealth }, columns, clock, onOpen }: RowProps): ReactNode => (
  <tr>
    <th scope="row" className="head">
      {state.stateName}
    </th>
    {columns.map(({ typeId }) => {
      const cell = resourceTypeHealth.find(({ resourceType }) => resourceType.resourceTypeId === typeId)
      return (
        <td key={typeId} className="health-table__cell">
          {cell && <HealthCell cell={cell} stateName={state.stateName} clock={clock} onOpen={onOpen} />}
        </td>
      )
    })}
  </tr>
)

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
  const style = { '--width': `${STATE_WIDTH + columns.length * CELL_WIDTH}px` } as CSSProperties
  const rows = (some: readonly StateHealth[]) =>
    some.map((health) => (
      <Row key={health.state.stateId} health={health} columns={columns} clock={clock} onOpen={onOpen} />
    ))
  return (
    <table ref={table} className="grid health-table" style={style} {...keys}>
      <caption className="visually-hidden">Salud de las fuentes por estado y tipo de recurso</caption>
      <thead>
        <tr>
          <th scope="col" className="head">
            {COUNTRIES[country].state}
          </th>
          {columns.map(({ typeId, name }) => (
            <th key={typeId} scope="col" className="center health-table__type">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows(asked)}</tbody>
      {rest.length > 0 && (
        <tbody>
          <tr>
            <th scope="rowgroup" colSpan={columns.length + 1} className="health-table__rest">
              <button type="button" className="link-button" aria-expanded={all} onClick={() => onAll(!all)}>
                <Icon name={all ? 'down' : 'right'} size={16} />
                {restText(rest.length, country)}
              </button>
            </th>
          </tr>
          {all && rows(rest)}
        </tbody>
      )}
    </table>
  )
}
