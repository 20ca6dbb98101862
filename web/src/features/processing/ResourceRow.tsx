// One resource: what it is, who answers for it, how many vehicles it is about, and when it may be ordered.
import { type ProcessableResource, SERVICES, type Service } from '@padron/contract/processing'
import type { QueueItem } from '@padron/contract/queue'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { availabilityText, type OrderState, queuedText } from '../../lib/order-state.ts'
import { SERVICE_HINTS } from '../../lib/service-hints.ts'
import { CaptureLink } from '../../ui/CaptureLink.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { PortalLink } from '../../ui/PortalLink.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { UnbrokenDates } from '../../ui/UnbrokenDates.tsx'
import { failingText } from './failing.ts'
import { coverageText, vehiclesText } from './fresh-words.ts'
import { OrderProgress } from './OrderProgress.tsx'
import { OrderStateSign } from './OrderStateSign.tsx'
import { ProcessButton } from './ProcessButton.tsx'

const SERVICE_ICONS: Readonly<Record<Service, IconName>> = {
  automatic: 'machine',
  manual: 'camera',
  none: 'off',
}

/** Ordering what no machine asks sends it to people: it says so before. */
const ByHand = ({ resource, stateId, orderState }: Pick<Props, 'resource' | 'stateId' | 'orderState'>): ReactNode => (
  <span>
    {orderState === 'ready' ? 'Al procesarlo pasa a la ' : 'Se captura desde la '}
    <CaptureLink stateId={stateId} resourceTypeId={resource.resourceTypeId}>
      lista de captura manual
    </CaptureLink>
    .
  </span>
)

type Props = {
  resource: ProcessableResource
  stateId: number
  orderState: OrderState
  job: QueueItem | undefined
  clock: Clock
  onOrder: (resource: ProcessableResource) => void
}

export const ResourceRow = ({ resource, stateId, orderState, job, clock, onOrder }: Props): ReactNode => {
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
            <ByHand resource={resource} stateId={stateId} orderState={orderState} />
          )}
        </p>
        {/* Of an order under way its progress says so. */}
        {incident && !job && (
          <p className="process__failing row gap-6 warning-text small">
            <StatusSign sign="warning" size={16} />
            <UnbrokenDates text={failingText(incident, clock)} />
          </p>
        )}
      </div>
      <span className="process__vehicles figures-text text-end">{vehiclesText(vehicles)}</span>
      <span
        className="process__when stack small figures-text"
        title={updateDateTime ? dateTime(updateDateTime, clock.zone) : undefined}
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
