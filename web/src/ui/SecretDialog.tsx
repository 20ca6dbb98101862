// What is shown once, such as a password or a token: it is in no cache and no storage, so closing loses it. That
// takes a yes while it was neither copied nor saved, whichever way the dialog would go.
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  /** It was copied or saved: nothing is lost by closing. */
  taken: boolean
  /** Asked before it is closed untaken, and what is lost then. */
  question: string
  loss: ReactNode
  /** Beside the button that closes. */
  tools?: ReactNode
  onClose: () => void
  children: ReactNode
}

export const SecretDialog = ({ title, taken, question, loss, tools, onClose, children }: Props) => {
  const [asking, ask] = useState(false)
  const close = (): void => (taken ? onClose() : ask(true))
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const leaving = current.pathname !== next.pathname
      if (leaving) ask(true)
      return leaving
    },
    enableBeforeUnload: true,
    disabled: taken,
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
      {asking && (
        <ConfirmDialog title={question} yes="Cerrar sin copiar" no="Volver" onYes={onClose} onNo={() => ask(false)}>
          {loss}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
