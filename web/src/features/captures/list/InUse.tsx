// Somebody else is capturing the vehicle: who, since when, and the way on.
import type { CaptureHolder } from '@padron/contract/captures'
import { sinceText } from '../../../lib/relative-time.ts'
import { useClock } from '../../../session/use-clock.ts'
import { useUser } from '../../../session/user-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { Message } from '../../../ui/Message.tsx'

type Props = { holder: CaptureHolder; onTakeOver: () => void; onNext: (() => Promise<void>) | undefined }

export const InUse = ({ holder, onTakeOver, onNext }: Props) => {
  const { now, zone } = useClock()
  // The main account's alone: a list of roles, or one long string.
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
