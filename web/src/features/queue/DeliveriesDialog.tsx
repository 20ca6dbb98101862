// The recipients of a job's result and the state of each email (spec core §4): paged, filtered and sorted by the
// server. Polls while emails are waiting.
import { DELIVERIES_PAGE, DELIVERY_STATUSES, queue } from '@padron/contract/queue'
import { useEffect, useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { usePolling } from '../../lib/use-polling.ts'
import { useClock } from '../../session/use-clock.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FilterSelect } from '../../ui/filters/FilterSelect.tsx'
import { FilterText } from '../../ui/filters/FilterText.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { SortChoice } from '../../ui/table/SortChoice.tsx'
import '../../ui/form.css'
import '../../ui/listing.css'
import { DELIVERY_COLUMNS, DeliveryRows } from './DeliveryRows.tsx'
import './deliveries.css'
import { type DeliveryFilters, deliveryQuery, isWaiting, rangeText } from './delivery-texts.ts'
import { useResend } from './Resend.tsx'

const STATUSES = DELIVERY_STATUSES.map(({ id, name }) => ({ value: `${id}`, label: name }))

const WAITING_MS = 5_000

type Props = {
  queueItemId: string
  /** The job's title. */
  title: string
  onClose: () => void
}

export const DeliveriesDialog = ({ queueItemId, title, onClose }: Props) => {
  const phone = useMedia(PHONE)
  const clock = useClock()
  const [filters, setFilters] = useState<DeliveryFilters>({ page: 1 })
  const list = useQuietCall(
    queue.deliveries,
    { params: { queueItemId }, query: deliveryQuery(filters) },
    { keep: true },
  )
  const { data, isError, error, refetch, isPlaceholderData } = list
  const resending = useResend(queueItemId)
  const waiting = data?.scheduledReportQueueItems.some(isWaiting) ?? false
  usePolling(waiting, refetch, WAITING_MS)
  // Another filter or order starts at page 1.
  const change = (patch: Partial<DeliveryFilters>): void => setFilters((before) => ({ ...before, page: 1, ...patch }))
  const total = data?.totalReports ?? 0
  const last = Math.max(1, Math.ceil(total / DELIVERIES_PAGE))
  useEffect(() => {
    if (!isPlaceholderData && data && filters.page > last) setFilters((before) => ({ ...before, page: last }))
  }, [isPlaceholderData, data, filters.page, last])

  const content = () => {
    if (isError && !data) return <LoadFailure title={queue.deliveries.fails} query={{ error, refetch }} />
    if (!data) return <div className="deliveries__skeleton soft rounded" role="status" aria-label="Cargando entregas" />
    if (!total && !isPlaceholderData) return <Message title="Sin datos" />
    const rows = data.scheduledReportQueueItems
    return <DeliveryRows rows={rows} clock={clock} resending={resending} sorting={filters} onSort={change} />
  }
  return (
    <Dialog title="Entregas" shape="wide" onClose={onClose}>
      <div className="deliveries stack gap-12" aria-busy={list.isFetching}>
        <p className="break muted">{title}</p>
        <div className="deliveries__filters filters stack gap-8">
          <FilterText label="Destinatario" value={filters.sendTo ?? ''} onChange={(sendTo) => change({ sendTo })} />
          <FilterSelect
            label="Estado"
            placeholder="Todos"
            options={STATUSES}
            value={filters.status}
            onChange={(status) => change({ status })}
          />
          {phone && <SortChoice columns={DELIVERY_COLUMNS} sorting={filters} onSort={change} />}
        </div>
        <div className="deliveries__rows scroll-x relative" data-waiting={isPlaceholderData}>
          {content()}
        </div>
        <div className="row-wrap gap-8-16 between">
          <p role="status" className="muted figures-text">
            {data && !isPlaceholderData && total > 0 ? rangeText(filters.page, total) : ''}
          </p>
          <Pagination
            page={filters.page}
            pageSize={DELIVERIES_PAGE}
            total={total}
            onPage={(page) => change({ page })}
          />
          <RefreshButton list={list} row={queue.deliveries} />
        </div>
      </div>
    </Dialog>
  )
}
