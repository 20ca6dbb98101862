// The panel of one source, which the address opens (?resource=). Closing clears it; Esc and Back close.
import { NOTICES } from '@padron/contract/common'
import { health as calls, type StateHealth } from '@padron/contract/health'
import { Drawer } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { useNow } from '../../api/use-now.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { PAST, siblingsOf, signOf, signText } from './cells.ts'
import { HealthSign } from './HealthSign.tsx'
import { type Source, SourceDetail } from './SourceDetail.tsx'

const WIDTH = 720

const headingOf = (source: Source): ReactNode => {
  return (
    <div className="source-head">
      <h2>{source.resource.descriptionSpanish}</h2>
      <p>
        <span className="muted">
          {source.state.stateName} · {source.resourceType.descriptionSpanish}
          {source.past && ` · ${PAST}`}
        </span>
        <span className="source-head__sign">
          <HealthSign sign={signOf(source)} size={18} />
          {signText(source)}
        </span>
      </p>
    </div>
  )
}

/** The library hears Esc wherever it is pressed: while a dialog is open over the drawer, it is the dialog's. */
const isForDialog = (event: { type: string }): boolean =>
  event.type === 'keydown' && document.querySelector('dialog[open]') !== null

type Props = {
  resourceId: number | undefined
  states: readonly StateHealth[]
  /** Opens another one, or none. */
  onGo: (resourceId: number | undefined) => void
}

const Siblings = ({ resourceId, states, onGo }: Props & { resourceId: number }): ReactNode => {
  const siblings = siblingsOf(states, resourceId)
  if (siblings.length < 2) return null
  return (
    <nav className="source-siblings" aria-label="Fuentes del mismo tipo">
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

const Bones = (): ReactNode => (
  <div className="source-bones" role="status" aria-label="Cargando la fuente">
    {[1, 2, 3, 4, 5].map((n) => (
      <span key={n} />
    ))}
  </div>
)

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
  return <Bones />
}

const Heading = ({ resourceId }: { resourceId: number }): ReactNode => {
  const { data } = useQuietCall(calls.resource, { params: { resourceId: String(resourceId) } })
  return data ? headingOf(data) : 'Fuente'
}

export const SourceDrawer = ({ resourceId, states, onGo }: Props): ReactNode => {
  // What is shown stays while the drawer slides away.
  const last = useRef(resourceId)
  useEffect(() => {
    if (resourceId) last.current = resourceId
  }, [resourceId])
  const shown = resourceId ?? last.current
  return (
    <Drawer
      rootClassName="vehicle-drawer source-drawer"
      open={resourceId !== undefined}
      onClose={(event) => isForDialog(event) || onGo(undefined)}
      size={WIDTH}
      title={shown && <Heading resourceId={shown} />}
      destroyOnHidden
      closable={{ 'aria-label': 'Cerrar' }}
      focusable={{ trap: true, focusTriggerAfterClose: true }}
    >
      {shown && (
        <>
          <Siblings resourceId={shown} states={states} onGo={onGo} />
          <Content key={shown} resourceId={shown} onGone={() => onGo(undefined)} />
        </>
      )}
    </Drawer>
  )
}
