// The bar above every screen without a network: nothing can be changed, and a button to retry.
import { useState } from 'react'
import { notify } from '../../api/notify.ts'
import { offline } from '../../api/offline.ts'
import { verifySession } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'

const STILL = 'Sigue sin conexión. Se intentará de nuevo en cuanto vuelva.'

export const OfflineBar = () => {
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    await verifySession()
    setBusy(false)
    if (offline.get()) notify('warning', STILL)
  }
  return (
    <div role="status" className="offline-bar no-print row gap-12 between small">
      <span>
        <strong>Sin conexión.</strong> Nada se puede cambiar.
      </span>
      <Button label="Reintentar" small sends={false} busy={busy} onClick={() => void retry()} />
    </div>
  )
}
