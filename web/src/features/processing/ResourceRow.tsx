// One resource: what it is, who answers for it, how many vehicles it is about, and when it may be ordered.
import { type ProcessableResource, SERVICES, type Service } from '@padron/contract/processing'
import type { QueueItem } from '@padron/contract/queue'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { CaptureLink } from './CaptureLink.tsx'
import { Dated } from './Dated.tsx'
import { OrderProgress } from './OrderProgress.tsx'
import { PortalLink } from './PortalLink.tsx'
import { ProcessButton } from './ProcessButton.tsx'
import { StandingSign } from './StandingSign.tsx'
import { availabilityText, STANDING_NAMES, type Standing } from './standing.ts'

const SERVICE_ICONS: Readonly<Record<Service, IconName>> = {
  automatic: 'machine',
  manual: 'camera',
  none: 'off',
}

const vehiclesText = (vehicles: number): string => {
  if (vehicles === 0) return 'Sin vehículos'
  return `${vehicles.toLocaleString('es-MX')} ${vehicles === 1 ? 'vehículo' : 'vehículos'}`
}

/** Ordering what no machine asks sends it to people: it says so before. */
const ByHand = ({ resource, stateId, standing }: Pick<Props, 'resource' | 'stateId' | 'standing'>): ReactNode => (
  <span>
    {standing === 'ready' ? 'Al procesarlo pasa a la ' : 'Se responde desde la '}
    <CaptureLink stateId={stateId} resourceTypeId={resource.resourceTypeId}>
      lista de captura manual
    </CaptureLink>
    .
  </span>
)

type Props = {
  resource: ProcessableResource
  stateId: number
  standing: Standing
  job: QueueItem | undefined
  clock: Clock
  onOrder: (resource: ProcessableResource) => void
}

export const ResourceRow = ({ resource, stateId, standing, job, clock, onOrder }: Props): ReactNode => {
  const { resourceName, portal, portalUrl, service, updateDateTime, vehicles } = resource
  return (
    <li className={`process__row${vehicles === 0 ? ' process__row--quiet' : ''}`} aria-label={resourceName}>
      <StandingSign standing={standing} alone={standing !== 'queued'} />
      <div className="process__what">
        <strong>{resourceName}</strong>
        <p className="process__who muted">
          <span className="process__service">
            <Icon name={SERVICE_ICONS[service]} size={14} />
            {SERVICES[service]}
          </span>
          <span>
            Fuente: <PortalLink name={portal} url={portalUrl} />
          </span>
          {service !== 'automatic' && vehicles > 0 && (
            <ByHand resource={resource} stateId={stateId} standing={standing} />
          )}
        </p>
      </div>
      <span className="process__vehicles">{vehiclesText(vehicles)}</span>
      <span className="process__when" title={updateDateTime ? dateTime(updateDateTime, clock.zone) : undefined}>
        {standing === 'queued' && <span className="process__queued">{STANDING_NAMES.queued}</span>}
        <span>
          <Dated text={availabilityText(resource, clock)} />
        </span>
      </span>
      <ProcessButton resource={resource} standing={standing} clock={clock} onOrder={onOrder} />
      {job && <OrderProgress item={job} now={clock.now} />}
    </li>
  )
}
