// The dialog of a portal's statement about a vehicle, all its types at once (?cuenta=). Closing it loses nothing: what
// was typed stays in this browser.
import { type CaptureTask, captures } from '@padron/contract/captures'
import { useEffect, useState } from 'react'
import { statusOf } from '../../../api/api-error.ts'
import { useCall } from '../../../api/use-call.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { LoadFailure } from '../../../ui/list/LoadFailure.tsx'
import { Waiting } from '../capture/CaptureDialog.tsx'
import { InUse } from '../list/InUse.tsx'
import { useNextTask } from '../list/use-next-task.ts'
import { StatementForm } from './StatementForm.tsx'
import { useLease } from './use-lease.ts'

type Props = {
  /** '7-31': the ids of the vehicle and of a resource of the portal. */
  cuenta: string
  onClose: () => void
  onGo: (cuenta: string) => void
}

const isSome = (tasks: readonly CaptureTask[]): tasks is readonly [CaptureTask, ...CaptureTask[]] => tasks.length > 0

export const StatementDialog = ({ cuenta, onClose, onGo }: Props) => {
  const [vehicleAssetId = '', resourceId = ''] = cuenta.split('-')
  const { data, error, isError, refetch } = useCall(captures.statementTask, { params: { vehicleAssetId, resourceId } })
  const tasks = data?.tasks ?? []
  const [task] = tasks
  const next = useNextTask(cuenta, true)
  const { holder, takeOver } = useLease(vehicleAssetId)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const missing = statusOf(error) === 404
  useEffect(() => {
    if (missing) onClose()
  }, [missing, onClose])
  if (missing) return null
  const goOn = next && (async () => next().then((key) => (key ? onGo(key) : onClose())))
  return (
    <Dialog
      title={task ? `Estado de cuenta de ${task.plate || task.vin} · ${task.portal}` : 'Estado de cuenta'}
      shape="wide"
      onClose={onClose}
      footer={<div ref={setFoot} className="capture-foot" />}
    >
      {holder && <InUse holder={holder} onTakeOver={takeOver} onNext={goOn} />}
      {!holder && isSome(tasks) && (
        <StatementForm key={cuenta} tasks={tasks} foot={foot} onNext={goOn} onClose={onClose} />
      )}
      {!data && !isError && <Waiting />}
      {!data && isError && <LoadFailure title={captures.statementTask.fails} query={{ error, refetch }} />}
    </Dialog>
  )
}
