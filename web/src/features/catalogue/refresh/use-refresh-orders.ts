// The orders to query again that have not ended. They are stored, so that their progress is visible after leaving the
// screen or reloading the page.
import { REFRESH_AT_MOST } from '@padron/contract/processing'
import { useCallback, useState } from 'react'
import { z } from 'zod/mini'
import { recall, remember } from '../../../lib/memory.ts'
import { useUser } from '../../../session/user-context.ts'

const NAME = 'refresh-orders'
/** Only the newest are stored; the rows show the state of older ones. */
const ORDERS_AT_MOST = 5

const Order = z.object({
  /** When it was ordered, in milliseconds. */
  at: z.number(),
  vehicles: z.array(z.int()).check(z.minLength(1), z.maxLength(REFRESH_AT_MOST)),
  questions: z.int(),
  /** Number of finished checks when the order was last displayed. */
  ended: z.int(),
})
export type RefreshOrder = z.infer<typeof Order>

const read = (userId: string): readonly RefreshOrder[] =>
  z.safeParse(z.array(Order).check(z.maxLength(ORDERS_AT_MOST)), recall(userId, NAME)).data ?? []

export const useRefreshOrders = () => {
  const { userId } = useUser()
  const [orders, setOrders] = useState(() => read(userId))
  const change = useCallback(
    (make: (before: readonly RefreshOrder[]) => readonly RefreshOrder[]): void =>
      setOrders((before) => {
        const after = make(before)
        remember(userId, NAME, after)
        return after
      }),
    [userId],
  )
  const add = useCallback(
    (vehicles: number[], questions: number): void =>
      change((before) => [...before, { at: Date.now(), vehicles, questions, ended: 0 }].slice(-ORDERS_AT_MOST)),
    [change],
  )
  const report = useCallback(
    (at: number, ended: number): void =>
      change((before) => before.map((order) => (order.at === at ? { ...order, ended } : order))),
    [change],
  )
  const drop = useCallback(
    (at: number): void => change((before) => before.filter((order) => order.at !== at)),
    [change],
  )
  return { orders, add, report, drop }
}
