// The message that another user is capturing the vehicle: who, since when, and what to do next.
import type { CaptureHolder } from '@padron/contract/captures'
import { sinceText } from '../../../lib/relative-time.ts'
import { useClock } from '../../../session/use-clock.ts'
import { useUser } from '../../../session/user-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { Message } from '../../../ui/Message.tsx'

type Props = { holder: CaptureHolder; onTakeOver: () => void; onNext: (() => Promise<void>) | undefined }

export const InUse = ({ holder, onTakeOver, onNext }: Props) => {
  const { now, zone } = useClock()
  // Only the main account has the role admin. `role` is a list, or one string.
  const mayTake = [useUser().role].flat().some((role) => role === 'admin')
  return (
    <Message
      title={`${holder.username} captura este vehículo`}
      detail={`${sinceText('Lo abrió', holder.since, now, zone)}. Dos personas no capturan el mismo vehículo a la vez.`}
      action={
        <span className="row-wrap gap-8-16 center">
          {onNext && <Button label="Ir al siguiente" kind="primary" onClick={() => void onNext()} />}
          {mayTake && <Button label="Tomarlo" sends onClick={onTakeOver} />}
        </span>
      }
    />
  )
}
