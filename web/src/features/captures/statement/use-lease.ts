// Says to the others that somebody is at a vehicle's captures, for as long as its form is open, and who it is where
// somebody else is. Where it cannot be said the form opens all the same.
import { CAPTURE_LEASE_MINUTES, type CaptureHolder, captures } from '@padron/contract/captures'
import { useCallback, useEffect, useState } from 'react'
import { ask } from '../../../api/client.ts'
import { notifyFailure } from '../../../api/notify.ts'

const RENEWED_MS = (CAPTURE_LEASE_MINUTES * 60_000) / 2

export const useLease = (vehicleAssetId: string) => {
  const [holder, setHolder] = useState<CaptureHolder | null>(null)
  const lease = useCallback(
    (takeOver: boolean, signal?: AbortSignal) =>
      ask(captures.lease, { params: { vehicleAssetId }, body: { takeOver } }, signal ? { signal } : {}).then((reply) =>
        setHolder(reply.holder),
      ),
    [vehicleAssetId],
  )
  useEffect(() => {
    const left = new AbortController()
    const renew = () => lease(false, left.signal).catch(() => undefined)
    void renew()
    const timer = setInterval(renew, RENEWED_MS)
    return () => {
      left.abort()
      clearInterval(timer)
      setHolder(null)
      void ask(captures.release, { params: { vehicleAssetId } }).catch(() => undefined)
    }
  }, [lease, vehicleAssetId])
  const takeOver = (): void => void lease(true).catch((error: unknown) => notifyFailure(error, captures.lease))
  return { holder, takeOver }
}
