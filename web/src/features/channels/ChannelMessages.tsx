// The messages sent to a channel, newest first, with the responses.
import { type Channel, type ChannelDelivery, channels as calls } from '@padron/contract/channels'
import { useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { When } from '../../ui/When.tsx'
import { KIND_TEXTS, outcomeOf } from './channel-texts.ts'

const Item = ({ delivery }: { delivery: ChannelDelivery }) => {
  const clock = useClock()
  const { sign, text } = outcomeOf(delivery)
  const { kind, title, createdAt, problem } = delivery
  return (
    <li className="channel__message stack gap-4 ruled">
      <div className="row-wrap between gap-8">
        <strong className="break">{title}</strong>
        <small className="muted">
          {KIND_TEXTS[kind]} · <When at={createdAt} clock={clock} />
        </small>
      </div>
      <p className="flex gap-6 break">
        <StatusSign sign={sign} size={16} />
        <span>
          {text}
          {problem && `: ${problem}`}
        </span>
      </p>
    </li>
  )
}

export const ChannelMessages = ({ channel, onClose }: { channel: Channel; onClose: () => void }) => {
  const [before, setBefore] = useState<number>()
  const list = useQuietCall(
    calls.deliveries,
    {
      params: { channelId: `${channel.channelId}` },
      query: before === undefined ? {} : { before: `${before}` as never },
    },
    { poll: true, keep: true },
  )
  const deliveries = list.data?.deliveries ?? []
  const last = deliveries.at(-1)
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.deliveries.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando los mensajes" rows={4} columns={1} />
    const newest = before !== undefined && <Button label="Ver los más recientes" onClick={() => setBefore(undefined)} />
    if (deliveries.length === 0 && newest) return <Message title="No hay mensajes anteriores" action={newest} />
    if (deliveries.length === 0)
      return (
        <Message title="Sin mensajes" detail="Aquí verá lo que se envíe a este canal en los últimos treinta días." />
      )
    return (
      <>
        <ul className="stack" aria-label="Mensajes">
          {deliveries.map((delivery) => (
            <Item key={delivery.deliveryId} delivery={delivery} />
          ))}
        </ul>
        <div className="flex-wrap gap-8">
          {newest}
          {list.data.hasMore && last && <Button label="Ver anteriores" onClick={() => setBefore(last.deliveryId)} />}
        </div>
      </>
    )
  }
  return (
    <Dialog title={`Mensajes de «${channel.name}»`} onClose={onClose}>
      <div className="stack gap-12" aria-busy={list.isFetching}>
        {content()}
      </div>
    </Dialog>
  )
}
