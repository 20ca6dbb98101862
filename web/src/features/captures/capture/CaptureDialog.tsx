// The dialog of a manual capture (?captura=): the steps at the source on one side, the form for its answer on the
// other. Closing it loses nothing: what was typed stays in this browser.
import { captures } from '@padron/contract/captures'
import { captureForm } from '@padron/contract/captures/forms'
import { useEffect, useState } from 'react'
import { statusOf } from '../../../api/api-error.ts'
import { useCall } from '../../../api/use-call.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { LoadFailure } from '../../../ui/list/LoadFailure.tsx'
import { Message } from '../../../ui/Message.tsx'
import { CaptureForm } from './CaptureForm.tsx'
import '../capture.css'
import { InUse } from '../list/InUse.tsx'
import { useNextTask } from '../list/use-next-task.ts'
import { useLease } from '../statement/use-lease.ts'
import { useCaptured } from './use-captured.ts'

export const Waiting = () => (
  <div role="status" aria-label="Cargando" className="capture-skeleton stack gap-14">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <span className="soft rounded" key={key} />
    ))}
  </div>
)

type Props = {
  /** '7-31': the ids of vehicle and resource. */
  captura: string
  onClose: () => void
  onGo: (captura: string) => void
}

export const CaptureDialog = ({ captura, onClose, onGo }: Props) => {
  const [vehicleAssetId = '', resourceId = ''] = captura.split('-')
  const { data, error, isError, refetch } = useCall(captures.task, { params: { vehicleAssetId, resourceId } })
  const rules = data && captureForm(data.resourceTypeId)
  const before = useCaptured(data, rules)
  const next = useNextTask(captura, false)
  const { holder, takeOver } = useLease(vehicleAssetId)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const missing = statusOf(error) === 404
  useEffect(() => {
    if (missing) onClose()
  }, [missing, onClose])
  if (missing) return null
  const goOn = next && (async () => next().then((key) => (key ? onGo(key) : onClose())))
  const content = () => {
    if (holder) return <InUse holder={holder} onTakeOver={takeOver} onNext={goOn} />
    if (data && !rules)
      return <Message title="Sin datos" detail="Este tipo de recurso no se captura: esta versión no lo conoce." />
    if (data && rules && before !== 'waiting')
      return (
        <CaptureForm
          key={captura}
          task={data}
          rules={rules}
          before={before}
          foot={foot}
          onNext={goOn}
          onClose={onClose}
        />
      )
    if (!isError) return <Waiting />
    return <LoadFailure title={captures.task.fails} query={{ error, refetch }} />
  }
  return (
    <Dialog
      title={data ? `Capturar ${data.resourceName} de ${data.plate || data.vin}` : 'Captura manual'}
      shape="wide"
      onClose={onClose}
      footer={<div ref={setFoot} className="capture-foot" />}
    >
      {content()}
    </Dialog>
  )
}
