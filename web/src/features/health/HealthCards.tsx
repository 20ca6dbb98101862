// The sources on a phone: a card for each state, a line for each type.
import type { StateHealth } from '@padron/contract/health'
import type { ReactNode } from 'react'
import { useUser } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { parted } from './cells.ts'
import { HealthCell } from './HealthCell.tsx'
import { type HealthListProps, restText } from './HealthTable.tsx'

export const HealthCards = ({ states, columns, all, onAll, clock, onOpen }: HealthListProps): ReactNode => {
  const { country } = useUser()
  const { asked, rest } = parted(states)
  const card = ({ state, resourceTypeHealth }: StateHealth): ReactNode => (
    <li key={state.stateId} className="card health-card">
      <h2>{state.stateName}</h2>
      <ul>
        {columns.map(({ typeId }) => {
          const cell = resourceTypeHealth.find(({ resourceType }) => resourceType.resourceTypeId === typeId)
          return (
            cell && (
              <li key={typeId}>
                <HealthCell cell={cell} stateName={state.stateName} clock={clock} onOpen={onOpen} named />
              </li>
            )
          )
        })}
      </ul>
    </li>
  )
  return (
    <>
      <ul className="cards" aria-label="Salud de las fuentes por estado">
        {asked.map(card)}
      </ul>
      {rest.length > 0 && (
        <>
          <button type="button" className="link-button health-rest" aria-expanded={all} onClick={() => onAll(!all)}>
            <Icon name={all ? 'down' : 'right'} size={16} />
            {restText(rest.length, country)}
          </button>
          {all && (
            <ul className="cards" aria-label={restText(rest.length, country)}>
              {rest.map(card)}
            </ul>
          )}
        </>
      )}
    </>
  )
}
