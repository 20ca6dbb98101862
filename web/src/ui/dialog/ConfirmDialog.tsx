// A question before something that cannot be taken back; Esc and the backdrop answer no.
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  children: ReactNode
  /** The verbs of the two answers. */
  yes: string
  no: string
  onYes: () => void
  onNo: () => void
}

export const ConfirmDialog = ({ title, children, yes, no, onYes, onNo }: Props) => {
  const safe = useRef<HTMLButtonElement>(null)
  // After the dialog took the focus to its own first button.
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
