// A state with its resources, opened and closed by its heading.
import type { QueueItem } from '@padron/contract/queue'
import { type ReactNode, useId } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { orderStateOf } from '../../lib/order-state.ts'
import { Icon } from '../../ui/icons.tsx'
import { type Group, isQuiet } from './groups.ts'
import { jobOf } from './orders.ts'
import { ResourceRow } from './ResourceRow.tsx'
import type { Process } from './use-process.tsx'

type Props = {
  group: Group
  open: boolean
  onToggle: () => void
  process: Process
  jobs: readonly QueueItem[]
  clock: Clock
}

const count = (amount: number, one: string, many: string): string => `${amount} ${amount === 1 ? one : many}`

export const StateGroup = ({ group, open, onToggle, process, jobs, clock }: Props): ReactNode => {
  const rows = useId()
  const { state, resources } = group
  const orderStates = resources.map((resource) => orderStateOf(resource, process.sending, clock.now))
  const of = (wanted: string): number => orderStates.filter((orderState) => orderState === wanted).length
  const ready = resources.filter(({ vehicles }, at) => orderStates[at] === 'ready' && vehicles > 0).length
  return (
    <section className={`process__group${isQuiet(group) ? ' process__group--quiet' : ''}`}>
      <h2>
        <button type="button" aria-expanded={open} aria-controls={rows} onClick={onToggle}>
          <Icon name={open ? 'down' : 'right'} size={16} />
          <span className="process__state">{state.stateName}</span>
          <span className="process__counts small muted regular figures-text text-end">
            {count(resources.length, 'recurso', 'recursos')}
            {isQuiet(group) ? ' · sin vehículos' : ready > 0 && ` · ${count(ready, 'listo', 'listos')}`}
            {of('queued') > 0 && ` · ${of('queued')} en cola`}
          </span>
        </button>
      </h2>
      <ul id={rows} hidden={!open} aria-label={`Recursos de ${state.stateName}`}>
        {open &&
          resources.map((resource, at) => (
            <ResourceRow
              key={resource.resourceId}
              resource={resource}
              stateId={state.stateId}
              orderState={orderStates[at] ?? 'recent'}
              job={jobOf(resource, jobs)}
              clock={clock}
              onOrder={process.order}
            />
          ))}
      </ul>
    </section>
  )
}
