// Asks before what was changed and not saved is left behind: by a link, Back, or closing the tab.
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect } from 'react'
import { holdPage } from '../lib/unsaved.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Place = { pathname: string; search: Record<string, unknown> }
type Props = {
  /** There is something to lose. */
  when: boolean
  /** Whether this way leaves it; the tab's closing always does. */
  leaves: (from: Place, to: Place) => boolean
  onDiscard: () => void
}

export const LeaveGuard = ({ when, leaves, onDiscard }: Props): ReactNode => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: useCallback(({ current, next }) => when && leaves(current as Place, next as Place), [when, leaves]),
    enableBeforeUnload: when,
    withResolver: true,
  })
  useEffect(() => (when ? holdPage() : undefined), [when])
  if (status !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Cambios sin guardar"
      yes="Descartar cambios"
      no="Seguir editando"
      onYes={() => {
        onDiscard()
        proceed()
      }}
      onNo={reset}
    >
      Hay cambios que no ha guardado. Si continúa se perderán.
    </ConfirmDialog>
  )
}
