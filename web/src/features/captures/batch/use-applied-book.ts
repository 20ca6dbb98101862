// Reloads what a workbook of captures changed when its job ends, whether or not its dialog is still open.
import { CAPTURE_CHANGES } from '@padron/contract/captures'
import { type CaptureBatch, captureBatches } from '@padron/contract/captures/batches'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useQuietCall } from '../../../api/use-call.ts'
import { usePolling } from '../../../lib/use-polling.ts'

const EVERY_MS = 5_000
const STALE: readonly string[] = CAPTURE_CHANGES

export const isRunning = ({ state }: CaptureBatch): boolean => state === 'queued' || state === 'undoing'

/** @param sends whether the user may send workbooks */
export const useAppliedBook = (sends: boolean): void => {
  const queries = useQueryClient()
  const { data, refetch } = useQuietCall(captureBatches.list, {}, { off: !sends })
  const running = data?.batches.some(isRunning) ?? false
  const wasRunning = useRef(false)
  usePolling(running, refetch, EVERY_MS)
  useEffect(() => {
    if (wasRunning.current && !running)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => STALE.includes(String(queryKey[1])) })
    wasRunning.current = running
  }, [running, queries])
}
