// The panel of one source, which the address opens (?resource=). Closing clears it; Esc and Back close.
import { NOTICES } from '@padron/contract/common'
import { health as calls, type StateHealth } from '@padron/contract/health'
import { type ReactNode, useEffect } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { useNow } from '../../api/use-now.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { PAST, siblingsOf, signOf, signText } from './cells.ts'
import { HealthSign } from './HealthSign.tsx'
import { SourceDetail } from './SourceDetail.tsx'
import type { Source } from './source.ts'

const headingOf = (source: Source): ReactNode => {
  return (
    <div className="source-head">
      <h2>{source.resource.descriptionSpanish}</h2>
      <p className="flex-wrap small regular">
        <span className="muted">
          {source.state.stateName} · {source.resourceType.descriptionSpanish}
          {source.past && ` · ${PAST}`}
        </span>
        <span className="row-inline gap-6">
          <HealthSign sign={signOf(source)} size={18} />
          {signText(source)}
        </span>
      </p>
    </div>
  )
}

type Props = {
  resourceId: number
  states: readonly StateHealth[]
  /** Opens another one, or none. */
  onGo: (resourceId: number | undefined) => void
}

const Siblings = ({ resourceId, states, onGo }: Props): ReactNode => {
  const siblings = siblingsOf(states, resourceId)
  if (siblings.length < 2) return null
  return (
    <nav className="source-siblings no-print flex-wrap gap-8" aria-label="Fuentes del mismo tipo">
      {siblings.map((one) => (
        <button
          key={one.resource.resourceId}
          type="button"
          className="button button--small"
          aria-current={one.resource.resourceId === resourceId}
          onClick={() => onGo(one.resource.resourceId)}
        >
          <HealthSign sign={signOf(one)} size={16} />
          {one.resource.descriptionSpanish}
          {one.past && ` (${PAST})`}
        </button>
      ))}
    </nav>
  )
}

const GONE = 'Esta fuente no existe o no es de su país.'

type ContentProps = { resourceId: number; onGone: () => void }

const Content = ({ resourceId, onGone }: ContentProps): ReactNode => {
  const { zone } = useUser()
  const clock = { now: useNow(), zone }
  const { data, error, isError, refetch } = useQuietCall(
    calls.resource,
    { params: { resourceId: String(resourceId) } },
    { poll: true },
  )
  const gone = statusOf(error) === 404
  useEffect(() => {
    if (!gone) return
    notify('warning', NOTICES[404], { about: GONE })
    onGone()
  }, [gone, onGone])
  useTitle(data?.resource.descriptionSpanish ?? 'Salud de recursos')
  if (data) return <SourceDetail source={data} clock={clock} />
  if (isError && !gone) return <LoadFailure title={calls.resource.fails} error={error} onRetry={() => void refetch()} />
  return <SkeletonRows label="Cargando la fuente" rows={5} />
}

const Heading = ({ resourceId }: { resourceId: number }): ReactNode => {
  const { data } = useQuietCall(calls.resource, { params: { resourceId: String(resourceId) } })
  return data ? headingOf(data) : <h2>Fuente</h2>
}

export const SourceDrawer = ({ resourceId, states, onGo }: Props): ReactNode => {
  const close = (): void => onGo(undefined)
  return (
    <Dialog title={<Heading resourceId={resourceId} />} shape="drawer" className="vehicle-drawer" onClose={close}>
      <Siblings resourceId={resourceId} states={states} onGo={onGo} />
      <Content key={resourceId} resourceId={resourceId} onGone={close} />
    </Dialog>
  )
}
