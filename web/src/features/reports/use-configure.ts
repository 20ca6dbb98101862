// Sending a configuration workbook: first to be told what it would do, then to have it done. It goes whole both times: what is
// applied is what was looked at.

import type { Configured } from '@padron/contract/report-outcomes'
import type { FirstSend } from '@padron/contract/report-rules'
import { reports as calls } from '@padron/contract/reports'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { uploadForm } from '../../api/upload.ts'
import { uploadFault } from '../../api/upload-fault.ts'

const NAME_AT_MOST = 300
const SERVER = 500
const UNKNOWN = 'No se sabe si se aplicó: revise la lista.'
/** Nobody said what became of it. */
const isUnknown = (error: unknown): boolean => statusOf(error) === 0 || statusOf(error) >= SERVER

export type Sent = { file: File; notifyTo: string; first: FirstSend }

export const useConfigure = (onTold: (told: Configured) => void) => {
  const queries = useQueryClient()
  /** How much has gone out, from 0 to 1; undefined while nothing is being sent. */
  const [progress, setProgress] = useState<number>()
  const [fault, setFault] = useState<string>()
  const way = useRef<AbortController>(undefined)
  useEffect(() => () => way.current?.abort(), [])

  const send = async ({ file, notifyTo, first }: Sent, preview: boolean): Promise<void> => {
    if (progress !== undefined) return
    const sending = new AbortController()
    way.current = sending
    const { signal } = sending
    setFault(undefined)
    setProgress(0)
    const fields = {
      fileName: file.name.slice(-NAME_AT_MOST),
      notifyTo,
      firstReportSendTime: `${first}`,
      preview: `${preview}`,
    } as const
    const askAgain = (): void => {
      const stale = calls.configure.touches
      void queries.invalidateQueries({ predicate: ({ queryKey }) => stale.some((name) => name === queryKey[1]) })
    }
    try {
      const told = await uploadForm(calls.configure, fields, file, { onProgress: setProgress, signal })
      setProgress(undefined)
      if (told.applied) askAgain()
      onTold(told)
    } catch (error) {
      const unknown = !preview && (signal.aborted || isUnknown(error))
      if (unknown) askAgain()
      // Called off, perhaps together with its dialog.
      if (signal.aborted) return unknown ? notify('warning', UNKNOWN) : undefined
      setProgress(undefined)
      setFault(unknown ? UNKNOWN : uploadFault(error, calls.configure))
    }
  }
  const cancel = (): void => {
    way.current?.abort()
    setProgress(undefined)
  }
  return { progress, fault, setFault, send, cancel }
}
export type Configure = ReturnType<typeof useConfigure>
