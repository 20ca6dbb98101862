// The panel of one source, which the address opens (?resource=). Closing clears it; Esc and Back close.
import { health as calls, type StateHealth } from '@padron/contract/health'
import { Drawer } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { percentText, SIGN_NAMES, siblingsOf, signOf } from './cells.ts'
import { HealthSign } from './HealthSign.tsx'
import { type Source, SourceDetail } from './SourceDetail.tsx'

const WIDTH = 720

const headingOf = (source: Source): ReactNode => {
  const sign = signOf(source)
  const share = source.service === 'automatic' && source.successPercentage !== null
  return (
    <div className="source-head">
      <h2>{source.resource.descriptionSpanish}</h2>
      <p>
        <span className="muted">
          {source.state.stateName} · {source.resourceType.descriptionSpanish}
        </span>
        <span className="source-head__sign">
          <HealthSign sign={sign} incident={source.incident !== null} size={18} />
          {share ? `${SIGN_NAMES[sign]}, ${percentText(source.successPercentage)}` : SIGN_NAMES[sign]}
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
          <HealthSign sign={signOf(one)} incident={one.incident !== null} size={16} />
          {one.resource.descriptionSpanish}
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

const Content = ({ resourceId }: { resourceId: number }): ReactNode => {
  const { zone } = useUser()
  const clock = { now: useNow(), zone }
  const { data, error, isError, refetch } = useCall(calls.resource, { params: { resourceId: String(resourceId) } })
  useTitle(data?.resource.descriptionSpanish ?? 'Salud de recursos')
  if (data) return <SourceDetail source={data} clock={clock} />
  if (isError) return <LoadFailure title={calls.resource.fails} error={error} onRetry={() => void refetch()} />
  return <Bones />
}

const Heading = ({ resourceId }: { resourceId: number }): ReactNode => {
  const { data } = useCall(calls.resource, { params: { resourceId: String(resourceId) } })
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
          <Content key={shown} resourceId={shown} />
        </>
      )}
    </Drawer>
  )
}
