// 'Procesar', for who may: where it cannot be ordered now the button keeps its place; why not stands beside it, and on it for
// who cannot see that.
import type { ProcessableResource } from '@padron/contract/processing'
import { type ReactNode, useId } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { useCan } from '../../session/user-context.ts'
import '../../ui/buttons.css'
import { type OrderState, reasonAgainst } from '../../lib/order-state.ts'

type Props = {
  resource: ProcessableResource
  orderState: OrderState
  clock: Clock
  onOrder: (resource: ProcessableResource) => void
}

export const ProcessButton = ({ resource, orderState, clock, onOrder }: Props): ReactNode => {
  const may = useCan('processing_admin')
  const said = useId()
  if (!may) return null
  const reason = reasonAgainst(resource, orderState, clock)
  return (
    <>
      <button
        type="button"
        className={`button${reason ? ' button--off' : ''}`}
        aria-disabled={reason !== undefined}
        title={reason}
        {...(reason && { 'aria-describedby': said })}
        onClick={() => reason || onOrder(resource)}
      >
        Procesar<span className="visually-hidden"> {resource.resourceName}</span>
      </button>
      {reason && (
        <span id={said} hidden>
          {reason}
        </span>
      )}
    </>
  )
}
