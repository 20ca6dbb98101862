// The deliveries of a job in words, and their query. Pure.
import type { Args } from '@padron/contract/call'
import { DELIVERIES_PAGE, DELIVERY_STATUSES, type Delivery, NEVER_SENT, type queue } from '@padron/contract/queue'
import { countOf } from '@padron/contract/texts/count-of'
import { numberText } from '../../lib/number-text.ts'

type Query = NonNullable<Args<typeof queue.deliveries>['query']>
export type DeliverySort = NonNullable<Query['sortBy']>
export type DeliveryFilters = {
  page: number
  status?: string | undefined
  sendTo?: string | undefined
  sort?: DeliverySort | undefined
  order?: 'asc' | 'desc' | undefined
}

export const deliveryQuery = ({ page, status, sendTo, sort, order }: DeliveryFilters): Query => ({
  page: `${page}`,
  pageSize: `${DELIVERIES_PAGE}`,
  ...(status && { status }),
  ...(sendTo && { sendTo }),
  ...(sort && { sortBy: sort, sortOrder: order === 'desc' ? '-1' : '1' }),
})

export const isNeverSent = ({ Remark }: Delivery): boolean => Remark === NEVER_SENT

const FAILED = 3
const PENDING = 1
export const isFailed = ({ Status }: Delivery): boolean => Status === FAILED
/** It will be sent or retried without the user's action. */
export const isWaiting = (row: Delivery): boolean => row.Status === PENDING && !isNeverSent(row)

export const statusText = (row: Delivery): string =>
  isNeverSent(row) ? 'Guardado' : (DELIVERY_STATUSES.find(({ id }) => id === row.Status)?.name ?? '')

/** '11–20 de 34 entregas' */
export const rangeText = (page: number, total: number): string => {
  const first = (page - 1) * DELIVERIES_PAGE + 1
  const last = Math.min(total, page * DELIVERIES_PAGE)
  return `${numberText(Math.min(first, last))}–${numberText(last)} de ${countOf(total, 'entrega', 'entregas')}`
}
