// 'Volver a consultar': one source, or all of them. While it cannot be ordered it says why.
import { NOT_AVAILABLE, processing } from '@padron/contract/processing'
import type { ScrapedResource } from '@padron/contract/resource-status'
import type { ReactNode } from 'react'
import { ApiError, statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { availabilityText } from '../../lib/order-state.ts'
import { useCan } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { type Again, allAgain } from './ask-again.ts'
import { useVehicleId } from './vehicle-id.ts'
import '../../ui/buttons.css'

const REFUSED = 409

const useRefresh = () => {
  const vehicleId = useVehicleId()
  const { mutate, isPending } = useAction(processing.refresh, {
    told: (error) => statusOf(error) === REFUSED,
    worked: ({ message }) => notify('done', message),
  })
  const order = (resourceId?: number): void => {
    if (isPending) return
    const body = resourceId === undefined ? {} : { resourceId }
    mutate(
      { params: { vehicleId: `${vehicleId}` }, body },
      {
        onError: (error) => {
          if (statusOf(error) !== REFUSED) return
          const reason = error instanceof ApiError ? error.problem?.errors?.[0]?.message : undefined
          notify('error', NOT_AVAILABLE, { about: reason })
        },
      },
    )
  }
  return { order, isPending }
}

/** Why not now; undefined: it may be ordered. */
const reasonOf = (again: Again, at: string | null, clock: Clock): string | undefined => {
  if (again === 'queued') return 'En cola'
  if (again === 'later') return availabilityText({ updateDateTime: at, lastUpdate: null }, clock)
  return again === 'person' ? 'Espera una captura manual' : undefined
}

type ButtonProps = {
  text: string
  /** What it is about, where its own words do not say. */
  label?: string
  reason: string | undefined
  busy: boolean
  onClick: () => void
}

const Button = ({ text, label, reason, busy, onClick }: ButtonProps): ReactNode => (
  <span className="again row-inline">
    <button
      type="button"
      className={`button button--small${reason ? ' button--off' : ''}`}
      aria-disabled={reason !== undefined || busy}
      {...(label && { 'aria-label': label })}
      title={reason}
      onClick={() => (reason === undefined ? onClick() : notify('warning', reason))}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : <Icon name="refresh" size={15} />}
      {text}
    </button>
    {reason && <span className="small muted">{reason}</span>}
  </span>
)

type OneProps = { one: ScrapedResource; again: Again; clock: Clock }

export const AskAgain = ({ one: { resource, scraped }, again, clock }: OneProps): ReactNode => {
  const { order, isPending } = useRefresh()
  return (
    <Button
      text="Volver a consultar"
      label={`Volver a consultar ${resource.descriptionSpanish}`}
      reason={reasonOf(again, scraped.availableAt, clock)}
      busy={isPending}
      onClick={() => order(resource.resourceId)}
    />
  )
}

export const AskAllAgain = ({ all, clock }: { all: readonly ScrapedResource[]; clock: Clock }): ReactNode => {
  const { order, isPending } = useRefresh()
  const may = useCan('processing_admin')
  const { again, at } = allAgain(all, clock.now)
  if (!may || again === 'person') return null
  return (
    <Button
      text="Volver a consultar todo"
      reason={reasonOf(again, at, clock)}
      busy={isPending}
      onClick={() => order()}
    />
  )
}
