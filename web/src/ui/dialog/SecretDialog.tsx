// A secret displayed once, such as a password or a token. It is in no cache and no storage, so closing loses it. Until
// it is copied or saved, every way of leaving the dialog asks for confirmation.
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  /** Whether it was copied or saved, so that closing loses nothing. */
  isSaved: boolean
  /** The question before closing without a copy, and what would be lost. */
  question: string
  loss: ReactNode
  /** Displayed beside the button that closes. */
  tools?: ReactNode
  onClose: () => void
  children: ReactNode
}

export const SecretDialog = ({ title, isSaved, question, loss, tools, onClose, children }: Props) => {
  const [isConfirming, setIsConfirming] = useState(false)
  const close = (): void => (isSaved ? onClose() : setIsConfirming(true))
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const leaving = current.pathname !== next.pathname
      if (leaving) setIsConfirming(true)
      return leaving
    },
    enableBeforeUnload: true,
    disabled: isSaved,
  })
  const footer = (
    <>
      {tools}
      <Button label="Cerrar" kind="primary" onClick={close} />
    </>
  )
  return (
    <Dialog title={title} onClose={close} footer={footer}>
      {children}
      {isConfirming && (
        <ConfirmDialog
          title={question}
          yes="Cerrar sin copiar"
          no="Volver"
          onYes={onClose}
          onNo={() => setIsConfirming(false)}
        >
          {loss}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
