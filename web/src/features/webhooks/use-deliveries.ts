// A webhook's deliveries, page after page, asked again by themselves while they are looked at; and sending one again.
import { webhooks as calls, type Delivery } from '@padron/contract/webhooks'
import { useEffect, useRef, useState } from 'react'
import { notify, notifyFailure } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { usePages } from '../../api/use-pages.ts'

export type Status = Delivery['status']
const PAGE = 50

export const useDeliveries = (webhookId: number, status: Status | undefined) => {
  const params = { webhookId: `${webhookId}` }
  const pages = usePages(calls.deliveries, {
    args: (before: number | undefined) => ({
      params,
      query: { ...(status && { status }), ...(before !== undefined && { before: `${before}` }) },
    }),
    next: ({ deliveries }) => (deliveries.length < PAGE ? undefined : deliveries.at(-1)?.deliveryId),
  })
  const { refetch } = pages
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void refetch(), calls.deliveries.every * 1000)
    return () => clearInterval(timer)
  }, [refetch])
  return {
    pages,
    deliveries: pages.data?.pages.flatMap(({ deliveries }) => deliveries),
    total: pages.data?.pages[0]?.total ?? 0,
  }
}

/** Each until its answer is there; what is refused is said of what was asked. */
export const useResendDelivery = (webhookId: number) => {
  const sent = useRef(new Set<number>())
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set())
  const { mutateAsync } = useAction(calls.again, { told: () => true })
  const again = (deliveryId: number): void => {
    if (sent.current.has(deliveryId)) return
    const mark = (): void => setPending(new Set(sent.current))
    sent.current.add(deliveryId)
    mark()
    mutateAsync({ params: { webhookId: `${webhookId}`, deliveryId: `${deliveryId}` }, body: {} })
      .catch((error: Error) => {
        const said = refusalText(error)
        if (said) notify('warning', said)
        else notifyFailure(error, calls.again)
      })
      .finally(() => {
        sent.current.delete(deliveryId)
        mark()
      })
  }
  return { pending, again }
}
