// Asks before unsaved changes are lost by a link, Back, or closing the tab.
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { holdPage } from '../../lib/unsaved.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Place = { pathname: string; search: Record<string, unknown> }
type Props = {
  /** There is something to lose. */
  when: boolean
  /** Whether a navigation leaves the form; closing the tab always does. */
  leaves: (from: Place, to: Place) => boolean
  onDiscard?: () => void
  /** The question, if something other than changes would be lost. */
  question?: { title: string; yes: string; no: string; text: string }
}

const UNSAVED = {
  title: 'Cambios sin guardar',
  yes: 'Descartar cambios',
  no: 'Seguir editando',
  text: 'Hay cambios que no ha guardado. Si continúa se perderán.',
}

export const LeaveGuard = ({ when, leaves, onDiscard, question = UNSAVED }: Props) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: useCallback(({ current, next }) => when && leaves(current as Place, next as Place), [when, leaves]),
    enableBeforeUnload: when,
    withResolver: true,
  })
  useEffect(() => (when ? holdPage() : undefined), [when])
  // If it unmounts while the question is open, the navigation is cancelled and the address stays.
  const stay = useRef(reset)
  stay.current = reset
  useEffect(() => () => stay.current?.(), [])
  if (status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={question.title}
      yes={question.yes}
      no={question.no}
      onYes={() => {
        onDiscard?.()
        proceed()
      }}
      onNo={reset}
    >
      {question.text}
    </ConfirmDialog>
  )
}
