// Ordering a resource: the dialog that asks for the addresses, held by the screen because the row that opened it leaves the
// list while the order is being sent; and which resources are being sent.
import type { ProcessableResource } from '@padron/contract/processing'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'

const ProcessDialog = lazy(() => import('./ProcessDialog.tsx').then((m) => ({ default: m.ProcessDialog })))

export type Process = {
  sending: ReadonlySet<number>
  order: (resource: ProcessableResource) => void
  dialog: ReactNode
}

export const useProcess = (): Process => {
  const [sending, setSending] = useState<ReadonlySet<number>>(new Set())
  const [asked, setAsked] = useState<ProcessableResource>()
  const mark = useCallback((resourceId: number, on: boolean): void => {
    setSending((now) => new Set(on ? [...now, resourceId] : [...now].filter((id) => id !== resourceId)))
  }, [])
  const dialog = (
    <Suspense>
      {asked && (
        <ProcessDialog
          key={asked.resourceId}
          resource={asked}
          onSending={mark}
          onClose={() => setAsked((now) => (now === asked ? undefined : now))}
        />
      )}
    </Suspense>
  )
  return { sending, order: setAsked, dialog }
}
