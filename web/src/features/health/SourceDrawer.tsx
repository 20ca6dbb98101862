// The panel of one source, opened by the address (?resource=). Closing clears it; Esc and Back close it.
import { NOTICES } from '@padron/contract/common'
import { health as calls, type StateHealth } from '@padron/contract/health'
import { useEffect } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { SkeletonRows } from '../../ui/table/SkeletonRows.tsx'
import { healthSign, PAST, type Source, siblingsOf, signText } from './cells.ts'
import { HealthSign } from './HealthSign.tsx'
import { SourceDetail } from './SourceDetail.tsx'

const Heading = ({ source }: { source: Source }) => (
  <div className="source-head">
    <h2>{source.resource.descriptionSpanish}</h2>
    <p className="flex-wrap small regular">
      <span className="muted">
        {source.state.stateName} · {source.resourceType.descriptionSpanish}
        {source.past && ` · ${PAST}`}
      </span>
      <span className="row-inline gap-6">
        <HealthSign sign={healthSign(source)} size={18} />
        {signText(source)}
      </span>
    </p>
  </div>
)

type Props = {
  resourceId: number
  states: readonly StateHealth[]
  /** Opens another source; undefined closes the panel. */
  onGo: (resourceId: number | undefined) => void
}

const Siblings = ({ resourceId, states, onGo }: Props) => {
  const siblings = siblingsOf(states, resourceId)
  if (siblings.length < 2) return null
  return (
    <nav className="source-siblings no-print flex-wrap gap-8" aria-label="Fuentes del mismo tipo">
      {siblings.map((one) => (
        <Button
          small
          key={one.resource.resourceId}
          aria-current={one.resource.resourceId === resourceId}
          onClick={() => onGo(one.resource.resourceId)}
        >
          <HealthSign sign={healthSign(one)} size={16} />
          {one.resource.descriptionSpanish}
          {one.past && ` (${PAST})`}
        </Button>
      ))}
    </nav>
  )
}

const GONE = 'Esta fuente no existe o no es de su país.'

export const SourceDrawer = ({ resourceId, states, onGo }: Props) => {
  const clock = useClock()
  const { data, error, isError, refetch } = useQuietCall(
    calls.resource,
    { params: { resourceId: String(resourceId) } },
    { poll: true },
  )
  const gone = statusOf(error) === 404
  useEffect(() => {
    if (!gone) return
    notify('warning', NOTICES[404], { about: GONE })
    onGo(undefined)
  }, [gone, onGo])
  useTitle(data?.resource.descriptionSpanish ?? 'Salud de recursos')
  const content = () => {
    if (data) return <SourceDetail key={resourceId} source={data} clock={clock} />
    if (isError && !gone) return <LoadFailure title={calls.resource.fails} query={{ error, refetch }} />
    return <SkeletonRows label="Cargando la fuente" rows={5} />
  }
  return (
    <Dialog
      title={data ? <Heading source={data} /> : <h2>Fuente</h2>}
      shape="drawer"
      className="vehicle-drawer"
      onClose={() => onGo(undefined)}
    >
      <Siblings resourceId={resourceId} states={states} onGo={onGo} />
      {content()}
    </Dialog>
  )
}
