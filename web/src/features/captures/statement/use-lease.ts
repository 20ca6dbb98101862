// Leases a vehicle's captures while its form is open, so that other users see who is capturing it; returns the current
// holder if it is another user. If the call fails, the form opens anyway.
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
