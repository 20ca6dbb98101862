// "Probar": polls the test delivery until its first attempt has ended, and shows the response.
import { webhooks as calls, type Delivery, type Webhook } from '@padron/contract/webhooks'
import { useEffect } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { hasResult, nextText, outcomeOf, trialText } from './webhook-texts.ts'

const ASK_MS = 1_000

const Outcome = ({ delivery }: { delivery: Delivery }) => {
  const clock = useClock()
  const { text, details } = trialText(delivery)
  const next = nextText(delivery, clock)
  return (
    <div className="flex gap-10 break">
      <StatusSign sign={outcomeOf(delivery).sign} size={20} />
      <div className="stack gap-4">
        <strong>{text}</strong>
        {details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
        {next && <p className="muted">{next}.</p>}
      </div>
    </div>
  )
}

type Props = { webhook: Webhook; deliveryId: number; onDeliveries: () => void; onClose: () => void }

export const TestDialog = ({ webhook, deliveryId, onDeliveries, onClose }: Props) => {
  const { webhookId, name, url } = webhook
  const { data, refetch } = useQuietCall(
    calls.deliveries,
    { params: { webhookId: `${webhookId}` }, query: {} },
    { fresh: true },
  )
  const delivery = data?.deliveries.find((one) => one.deliveryId === deliveryId)
  const ended = delivery && hasResult(delivery) ? delivery : undefined
  useEffect(() => {
    if (ended) return
    const timer = setInterval(() => void refetch(), ASK_MS)
    return () => clearInterval(timer)
  }, [ended, refetch])
  const footer = (
    <>
      <Button label="Ver entregas" onClick={onDeliveries} />
      <Button label="Cerrar" kind="primary" onClick={onClose} />
    </>
  )
  return (
    <Dialog title={`Prueba de «${name}»`} onClose={onClose} footer={footer}>
      <p className="webhook__url break muted">{url}</p>
      <div role="status" className="trial__box">
        {ended ? (
          <Outcome delivery={ended} />
        ) : (
          <div className="flex gap-10">
            <span className="spinner" aria-hidden="true" />
            <span>Enviando la prueba… Si cierra, la respuesta quedará en las entregas.</span>
          </div>
        )}
      </div>
    </Dialog>
  )
}
