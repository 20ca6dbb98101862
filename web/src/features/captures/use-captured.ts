// What a person captured last time about a task, for the form to begin with. Where it cannot be had the form begins empty.
import { captureForm } from '@padron/contract/capture-forms'
import type { CaptureTask } from '@padron/contract/captures'
import { resourceStatus } from '@padron/contract/resource-status'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useCan } from '../../session/user-context.ts'
import type { CaptureValues } from './capture-values.ts'
import { capturedValues } from './captured-values.ts'

export const useCaptured = (task: CaptureTask | undefined): CaptureValues | 'waiting' | undefined => {
  const off = !useCan('vehicles_read') || !task
  const { data, isPending } = useQuietCall(
    resourceStatus.byResource,
    { params: { vehicleId: `${task?.vehicleAssetId ?? 0}` } },
    { off, fresh: true },
  )
  const form = task && captureForm(task.resourceTypeId)
  if (off || !form) return undefined
  if (isPending) return 'waiting'
  const one = data?.scrapedResources.find(({ resource }) => resource.resourceId === task.resourceId)
  return one && capturedValues(one, form)
}
