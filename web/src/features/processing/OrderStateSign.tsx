// Whether a resource can be ordered, as a shape: a play mark, a clock, three dots, a line. The word is beside it, or is
// its label.
import type { ReactNode } from 'react'
import { ORDER_STATE_NAMES, type OrderState } from '../../lib/order-state.ts'

const SHAPES: Record<OrderState, ReactNode> = {
  ready: (
    <>
      <circle className="order-sign__disc" cx="10" cy="10" r="8" />
      <path className="order-sign__on" d="m8 6.4 5.6 3.6L8 13.6Z" />
    </>
  ),
  recent: (
    <>
      <circle className="order-sign__line" cx="10" cy="10" r="7" />
      <path className="order-sign__line" d="M10 6v4.2l2.6 1.6" />
    </>
  ),
  queued: (
    <>
      <circle className="order-sign__line order-sign__line--dashed" cx="10" cy="10" r="7.5" />
      <path className="order-sign__dots" d="M6.6 10v.1M10 10v.1M13.4 10v.1" />
    </>
  ),
  empty: (
    <>
      <circle className="order-sign__line" cx="10" cy="10" r="7" />
      <path className="order-sign__line" d="M7 10h6" />
    </>
  ),
}

/** @param alone whether no word is beside it */
export const OrderStateSign = ({ orderState, alone = false }: { orderState: OrderState; alone?: boolean }) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: hidden if words are beside it, titled otherwise
  <svg
    className="order-sign rigid block"
    viewBox="0 0 20 20"
    width={20}
    height={20}
    data-order-state={orderState}
    {...(alone ? { role: 'img', 'aria-label': ORDER_STATE_NAMES[orderState] } : { 'aria-hidden': true })}
  >
    {alone && <title>{ORDER_STATE_NAMES[orderState]}</title>}
    {SHAPES[orderState]}
  </svg>
)
