// Sends a configuration workbook: first to check it, then to apply it. The whole file is sent both times, so that what
// is applied is what was checked.
import { reports as calls } from '@padron/contract/reports'
import type { Configured } from '@padron/contract/reports/outcomes'
import type { FirstSend } from '@padron/contract/reports/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { uploadForm } from '../../api/upload.ts'
import { uploadFault } from '../../api/upload-fault.ts'
import { isCancelled } from '../../api/use-action.ts'
import { useUpload } from '../../ui/form/use-upload.ts'

const NAME_AT_MOST = 300
const SERVER = 500
const UNKNOWN = 'No se sabe si se aplicó: revise la lista.'
/** Whether the outcome is unknown, because no reply came. */
const isUnknown = (error: unknown): boolean => statusOf(error) === 0 || statusOf(error) >= SERVER

/** The values sent with the workbook. */
export type Order = { notifyTo: string; first: FirstSend }

export const useConfigure = (onAnswer: (answer: Configured) => void) => {
  const queries = useQueryClient()
  const upload = useUpload()
  const [fault, setFault] = useState<string>()
  const readAgain = (): void => {
    const stale: readonly unknown[] = calls.configure.touches
    void queries.invalidateQueries({ predicate: ({ queryKey }) => stale.includes(queryKey[1]) })
  }
  const send = async ({ notifyTo, first }: Order, preview: boolean): Promise<void> => {
    if (upload.progress !== undefined) return
    setFault(undefined)
    const fields = { notifyTo, firstReportSendTime: `${first}`, preview: `${preview}` } as const
    try {
      const answer = await upload.send((file, way) =>
        uploadForm(calls.configure, { ...fields, fileName: file.name.slice(-NAME_AT_MOST) }, file, way),
      )
      if (answer.applied) readAgain()
      onAnswer(answer)
    } catch (error) {
      const cancelled = isCancelled(error as Error)
      const unknown = !preview && (cancelled || isUnknown(error))
      if (unknown) readAgain()
      // Cancelled, perhaps together with its dialog.
      if (cancelled) return unknown ? notify('warning', UNKNOWN) : undefined
      setFault(unknown ? UNKNOWN : uploadFault(error, calls.configure))
    }
  }
  return { ...upload, fault, setFault, send }
}
export type Configure = ReturnType<typeof useConfigure>
