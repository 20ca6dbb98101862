// The terms and conditions. At sign-in they are accepted or refused; from the menu they are only read.
import { terms as calls } from '@padron/contract/session'
import { useState } from 'react'
import { useBlockClose } from '../lib/use-block-close.ts'
import { useIfMounted } from '../lib/use-is-mounted.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { LAST_REVIEW, TERMS } from './terms-text.ts'

type Props = {
  onClose: () => void
  /** Accepts the terms and returns whether it worked; absent: the dialog only shows them. */
  accept?: () => Promise<boolean>
  onAccepted?: () => void
}

export const TermsDialog = ({ onClose, accept, onAccepted }: Props) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const closeBlocked = useBlockClose(busy)
  const refuse = (): void => {
    if (!closeBlocked) onClose()
  }
  // Not after they were refused.
  const enter = useIfMounted(() => onAccepted?.())
  const decideYes = async (): Promise<void> => {
    if (!accept || busy) return
    setBusy(true)
    setError('')
    const accepted = await accept()
    setBusy(false)
    if (accepted) enter()
    else setError(calls.accept.fails)
  }
  const close = <Button label="Cerrar" onClick={onClose} />
  const decide = (
    <>
      <span role="alert" className="dialog__error">
        {error}
      </span>
      <Button label="Rechazar" aria-disabled={closeBlocked} onClick={refuse} />
      <Button label="Aceptar" kind="primary" busy={busy} onClick={decideYes} />
    </>
  )
  return (
    <Dialog title="Términos y condiciones" shape="wide" onClose={refuse} footer={accept ? decide : close}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll by keyboard */}
      <section className="terms" tabIndex={0} aria-label="Texto de los términos y condiciones">
        <p className="muted">{LAST_REVIEW}</p>
        {Object.entries(TERMS).map(([title, paragraphs], i) => (
          <section key={title}>
            <h3>
              {i + 1}. {title}
            </h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </section>
    </Dialog>
  )
}
