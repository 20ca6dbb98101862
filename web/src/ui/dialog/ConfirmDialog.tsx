// A confirmation before an action that cannot be undone; Esc and the backdrop cancel it.
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  children: ReactNode
  /** The labels of the two buttons. */
  yes: string
  no: string
  onYes: () => void
  onNo: () => void
}

export const ConfirmDialog = ({ title, children, yes, no, onYes, onNo }: Props) => {
  const safe = useRef<HTMLButtonElement>(null)
  // The dialog focuses its first button on opening; this effect runs after that.
  useEffect(() => safe.current?.focus(), [])
  return (
    <Dialog
      title={title}
      onClose={onNo}
      footer={
        <>
          <Button label={yes} onClick={onYes} />
          <Button label={no} ref={safe} kind="primary" onClick={onNo} />
        </>
      }
    >
      {children}
    </Dialog>
  )
}
