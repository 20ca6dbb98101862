// "Probar": sends a test message, polls it until it has ended, and shows the response.
import { type Channel, channels as calls } from '@padron/contract/channels'
import { useEffect } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { trialText } from './channel-texts.ts'

const ASK_MS = 1_000

type Props = { channel: Channel; deliveryId: number; onClose: () => void }

export const ChannelTrial = ({ channel: { channelId, name, kind }, deliveryId, onClose }: Props) => {
  const { data, refetch } = useQuietCall(
    calls.deliveries,
    { params: { channelId: `${channelId}` }, query: {} },
    { fresh: true },
  )
  const delivery = data?.deliveries.find((one) => one.deliveryId === deliveryId)
  const ended = delivery && trialText(delivery, kind)
  const isWaiting = !ended
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void refetch(), ASK_MS)
    return () => clearInterval(timer)
  }, [isWaiting, refetch])
  return (
    <Dialog
      title={`Prueba de «${name}»`}
      onClose={onClose}
      footer={<Button label="Cerrar" kind="primary" onClick={onClose} />}
    >
      <div role="status" className="channel__trial flex gap-10 break">
        {ended ? (
          <>
            <StatusSign sign={ended.sign} size={20} />
            <p>{ended.text}</p>
          </>
        ) : (
          <>
            <span className="spinner" aria-hidden="true" />
            <p>Enviando la prueba… Si cierra, la respuesta quedará en los mensajes del canal.</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
