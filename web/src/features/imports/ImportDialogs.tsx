// The dialogs over a file: its errors, that it is being processed, undoing it, giving it up.
import type { Import } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { DiscardDialog } from './DiscardDialog.tsx'
import { ErrorsDialog } from './ErrorsDialog.tsx'
import { QueuedDialog } from './QueuedDialog.tsx'
import { UndoDialog } from './UndoDialog.tsx'

export type OpenDialog = { what: 'errors' | 'undo' | 'discard' } | { what: 'queued'; notifyTo: string }
type Props = {
  told: Import
  clock: Clock
  open: OpenDialog | undefined
  onCorrect: () => void
  onDiscarded: () => void
  onClose: () => void
}

export const ImportDialogs = ({ told, clock, open, onCorrect, onDiscarded, onClose }: Props): ReactNode => {
  if (open?.what === 'errors') return <ErrorsDialog told={told} clock={clock} onCorrect={onCorrect} onClose={onClose} />
  if (open?.what === 'queued') return <QueuedDialog told={told} notifyTo={open.notifyTo} onClose={onClose} />
  if (open?.what === 'undo') return <UndoDialog told={told} onUndoing={onClose} onClose={onClose} />
  if (open?.what === 'discard') return <DiscardDialog told={told} onDone={onDiscarded} onClose={onClose} />
  return null
}
