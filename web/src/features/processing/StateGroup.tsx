// A state with its resources, expanded and collapsed by its heading.
import { type ProcessableResource, SERVICES, type Service } from '@padron/contract/processing'
import type { QueueItem } from '@padron/contract/queue'
import { countOf } from '@padron/contract/texts/count-of'
import { useId } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { remainingText } from '../../lib/job-state.ts'
import { numberText } from '../../lib/number-text.ts'
import { availabilityText, type OrderState, orderStateOf, queuedText } from '../../lib/order-state.ts'
import { SERVICE_HINTS } from '../../lib/service-hints.ts'
import { CaptureLink } from '../../ui/domain/CaptureLink.tsx'
import { PortalLink } from '../../ui/domain/PortalLink.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { UnbrokenDates } from '../../ui/UnbrokenDates.tsx'
import { type Group, isQuiet } from './groups.ts'
import { OrderStateSign } from './OrderStateSign.tsx'
import { type Process, ProcessButton } from './ProcessButton.tsx'
import { coverageText, failingText, vehiclesOrNoneText } from './resource-texts.ts'

const SERVICE_ICONS: Readonly<Record<Service, IconName>> = {
  automatic: 'machine',
  manual: 'camera',
  none: 'off',
}

/** The progress of an order. */
const OrderProgress = ({ item, now }: { item: QueueItem; now: number }) => {
  const { progress } = item
  const words = [
    progress ? `${numberText(progress.done)} de ${numberText(progress.total)}` : 'Preparando…',
    progress?.what,
    remainingText(item, now),
  ]
  return (
    <div className="process__progress row-wrap small figures-text">
      <progress
        aria-label={`Avance de ${item.queueDescription}`}
        {...(progress && { value: progress.done, max: progress.total })}
      />
      <span>{words.filter(Boolean).join(' · ')}</span>
    </div>
  )
}

type RowProps = {
  resource: ProcessableResource
  stateId: number
  orderState: OrderState
  job: QueueItem | undefined
  clock: Clock
  onOrder: (resource: ProcessableResource) => void
}

/** One resource: its name, who answers for it, its number of vehicles, and when it can be ordered. */
const ResourceRow = ({ resource, stateId, orderState, job, clock, onOrder }: RowProps) => {
  const { resourceName, portal, portalUrl, service, updateDateTime, vehicles, incident } = resource
  const coverage = coverageText(resource)
  return (
    <li
      className={`process__row hoverable unbroken stack gap-4-16 ruled${vehicles === 0 ? ' process__row--quiet' : ''}`}
      aria-label={resourceName}
    >
      <OrderStateSign orderState={orderState} alone={orderState !== 'queued'} />
      <div className="process__what">
        <strong>{resourceName}</strong>
        <p className="process__who flex-wrap muted small">
          <span className="row-inline gap-4" title={service === 'automatic' ? undefined : SERVICE_HINTS[service]}>
            <Icon name={SERVICE_ICONS[service]} size={14} />
            {SERVICES[service]}
          </span>
          <span>
            Fuente: <PortalLink name={portal} url={portalUrl} />
          </span>
          {service !== 'automatic' && vehicles > 0 && (
            // An order of a manual resource adds it to the work list of captures; the text says so beforehand.
            <span>
              {orderState === 'ready' ? 'Al procesarlo pasa a la ' : 'Se captura desde la '}
              <CaptureLink stateId={stateId} resourceTypeId={resource.resourceTypeId}>
                lista de captura manual
              </CaptureLink>
              .
            </span>
          )}
        </p>
        {/* A running order shows its progress instead. */}
        {incident && !job && (
          <p className="row gap-6 warning-text small">
            <StatusSign sign="warning" size={16} />
            <UnbrokenDates text={failingText(incident, clock)} />
          </p>
        )}
      </div>
      <span className="process__vehicles figures-text text-end">{vehiclesOrNoneText(vehicles)}</span>
      <span
        className="process__when stack small figures-text"
        title={updateDateTime ? dateInText(updateDateTime, clock.zone) : undefined}
      >
        {orderState === 'queued' && <span className="strong">{queuedText(resource)}</span>}
        <span>
          <UnbrokenDates text={availabilityText(resource, clock)} />
        </span>
        {coverage && <small className="muted">{coverage}</small>}
      </span>
      <ProcessButton resource={resource} orderState={orderState} clock={clock} onOrder={onOrder} />
      {job && <OrderProgress item={job} now={clock.now} />}
    </li>
  )
}

type Props = {
  group: Group
  open: boolean
  onToggle: () => void
  process: Process
  jobs: readonly QueueItem[]
  clock: Clock
}

export const StateGroup = ({ group, open, onToggle, process, jobs, clock }: Props) => {
  const rows = useId()
  const { state, resources } = group
  const orderStates = resources.map((resource) => orderStateOf(resource, process.sending, clock.now))
  const of = (wanted: string): number => orderStates.filter((orderState) => orderState === wanted).length
  return (
    <section className="process__group">
      <h2>
        <button
          type="button"
          className={`row gap-8 wide ruled ring-inside hoverable ${isQuiet(group) ? 'surface regular' : 'soft strong'}`}
          aria-expanded={open}
          aria-controls={rows}
          onClick={onToggle}
        >
          <Icon name={open ? 'down' : 'right'} size={16} />
          <span className="grow text-start">{state.stateName}</span>
          <span className="small muted regular figures-text text-end">
            {countOf(resources.length, 'recurso', 'recursos')}
            {isQuiet(group) ? ' · sin vehículos' : of('ready') > 0 && ` · ${countOf(of('ready'), 'listo', 'listos')}`}
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
              orderState={orderStates[at] ?? 'empty'}
              job={jobs.find(({ _id }) => _id === resource.queueItemId)}
              clock={clock}
              onOrder={process.order}
            />
          ))}
      </ul>
    </section>
  )
}
