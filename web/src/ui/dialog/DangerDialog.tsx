// Confirms a destructive action, and stays open until it has ended. Displays a failure.
import type { ReactNode } from 'react'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { Button } from '../Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  children: ReactNode
  /** The verb of the button that does it. */
  yes: string
  /** The verb of the button that cancels. */
  no?: string
  /** The action is running. */
  busy: boolean
  /** Data that the action needs is still loading. */
  waiting?: boolean
  error?: string | undefined
  onYes: () => void
  onClose: () => void
}

export const DangerDialog = ({
  title,
  children,
  yes,
  no = 'Cancelar',
  busy,
  waiting = false,
  error,
  onYes,
  onClose,
}: Props) => {
  const closeBlocked = useBlockClose(busy)
  const held = busy || waiting
  const close = (): void => {
    if (!closeBlocked) onClose()
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {error}
      </span>
      <Button label={no} aria-disabled={closeBlocked} onClick={close} />
      <Button label={yes} kind="danger" busy={held} onClick={() => onYes()} />
    </>
  )
  return (
    <Dialog title={title} onClose={close} footer={footer}>
      {children}
    </Dialog>
  )
}
